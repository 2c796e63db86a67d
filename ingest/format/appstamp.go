package format

import (
	"bytes"
	"math"
	"strconv"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// appStamp reads the time that an application wrote: a number of seconds, milliseconds, microseconds or nanoseconds since
// 1970, or ISO 8601 (RFC 3339) with a zone, or the common log format's date. precision is what the text resolves.
//
// false: it is no such time, or it has no zone. A time without a zone is never guessed.
func appStamp(text []byte) (nano int64, precision time.Duration, ok bool) {
	if len(text) == 0 {
		return 0, 0, false
	}
	if n := digitRun(text); n == len(text) || n > 0 && text[n] == '.' {
		return epochStamp(text)
	}
	if len(text) > 2 && text[2] == '/' {
		return clfStamp(text)
	}
	return isoStamp(text)
}

// epochStamp tells the unit of a number by its size: seconds have up to 11 digits until the year 5138, and each finer unit has
// three more. Less than 1973 is an uptime or a duration, no time.
func epochStamp(text []byte) (int64, time.Duration, bool) {
	whole := digitRun(text)
	unit := time.Second
	switch {
	case whole < 9 || whole > 19:
		return 0, 0, false
	case whole > 17:
		unit = time.Nanosecond
	case whole > 14:
		unit = time.Microsecond
	case whole > 11:
		unit = time.Millisecond
	}
	n, ok := wholeNumber(text[:whole])
	if !ok || n >= profile.Latest/int64(unit) {
		return 0, 0, false
	}
	nano, precision := n*int64(unit), unit
	if whole < len(text) {
		frac := text[whole+1:]
		if len(frac) == 0 || digitRun(frac) != len(frac) {
			return 0, 0, false
		}
		nano, precision = addFraction(nano, unit, frac)
	}
	return nano, precision, true
}

// wholeNumber reads a number of nothing but digits.
func wholeNumber(text []byte) (n int64, ok bool) {
	if len(text) == 0 || len(text) > 19 {
		return 0, false
	}
	for _, c := range text {
		if c < '0' || c > '9' || n > (math.MaxInt64-9)/10 {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	return n, true
}

// addFraction adds decimals of unit; what is finer than a nanosecond is cut.
func addFraction(nano int64, unit time.Duration, decimals []byte) (int64, time.Duration) {
	for _, c := range decimals {
		if unit < 10 {
			return nano, time.Nanosecond
		}
		unit /= 10
		nano += int64(unit) * int64(c-'0')
	}
	return nano, unit
}

// isoStamp reads 2026-11-30T08:31:20.956416+00:00: "T" or a blank in the middle, a point or comma before the fraction, the
// zone as Z, +01:00, +0100 or +01.
func isoStamp(t []byte) (int64, time.Duration, bool) {
	if len(t) < 20 || t[4] != '-' || t[7] != '-' || t[10] != 'T' && t[10] != 't' && t[10] != ' ' || t[13] != ':' || t[16] != ':' {
		return 0, 0, false
	}
	nano, ok := civil(digits(t[0:4]), digits(t[5:7]), digits(t[8:10]), digits(t[11:13]), digits(t[14:16]), digits(t[17:19]))
	if !ok {
		return 0, 0, false
	}
	precision, rest := time.Second, t[19:]
	if rest[0] == '.' || rest[0] == ',' {
		n := digitRun(rest[1:])
		if n == 0 {
			return 0, 0, false
		}
		nano, precision = addFraction(nano, time.Second, rest[1:1+n])
		rest = rest[1+n:]
	}
	offset, ok := zone(bytes.TrimLeft(rest, " "))
	return nano - int64(offset), precision, ok
}

// clfStamp reads 30/Nov/2026:08:26:47 +0000.
func clfStamp(t []byte) (int64, time.Duration, bool) {
	if len(t) < 22 || t[2] != '/' || t[6] != '/' || t[11] != ':' || t[14] != ':' || t[17] != ':' || t[20] != ' ' {
		return 0, 0, false
	}
	nano, ok := civil(digits(t[7:11]), month(t[3:6]), digits(t[0:2]), digits(t[12:14]), digits(t[15:17]), digits(t[18:20]))
	if !ok {
		return 0, 0, false
	}
	offset, ok := zone(t[21:])
	return nano - int64(offset), time.Second, ok
}

// zone reads an offset from UTC.
func zone(t []byte) (time.Duration, bool) {
	switch string(t) {
	case "Z", "z", "UTC", "GMT":
		return 0, true
	}
	if len(t) < 3 || t[0] != '+' && t[0] != '-' {
		return 0, false
	}
	hour, minute := digits(t[1:3]), 0
	if rest := t[3:]; len(rest) > 0 {
		if rest[0] == ':' {
			rest = rest[1:]
		}
		if len(rest) != 2 {
			return 0, false
		}
		minute = digits(rest)
	}
	if hour < 0 || hour > 23 || minute < 0 || minute > 59 {
		return 0, false
	}
	offset := time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute
	if t[0] == '-' {
		offset = -offset
	}
	return offset, true
}

// appDuration reads how long something took. A unit in the text ("12.4ms", "1.5 s", "106.951µs") counts before the one that is
// handed in; without either, nothing is read. Negative and absurd durations (over a year) are none.
func appDuration(text []byte, unit time.Duration) time.Duration {
	n := digitRun(text)
	if n == 0 {
		return 0
	}
	end, frac := n, []byte(nil)
	if end < len(text) && text[end] == '.' {
		frac = text[end+1:]
		frac = frac[:digitRun(frac)]
		end += 1 + len(frac)
	}
	switch suffix := bytes.TrimSpace(text[end:]); string(suffix) {
	case "":
	case "s", "sec", "seconds":
		unit = time.Second
	case "ms", "msec", "msecs", "milliseconds":
		unit = time.Millisecond
	case "us", "µs", "μs", "micros", "microseconds":
		unit = time.Microsecond
	case "ns", "nanoseconds":
		unit = time.Nanosecond
	default:
		if v, err := strconv.ParseFloat(string(text), 64); err == nil && unit > 0 && v < float64(365*24*time.Hour/unit) { // 1.2e-05
			return time.Duration(v * float64(unit))
		}
		d, err := time.ParseDuration(string(text)) // 1m3.5s
		if err != nil || d < 0 || d > 365*24*time.Hour {
			return 0
		}
		return d
	}
	whole, ok := wholeNumber(text[:n])
	if !ok || unit == 0 || whole > int64(365*24*time.Hour/unit) {
		return 0
	}
	nano, _ := addFraction(whole*int64(unit), unit, frac)
	return time.Duration(nano)
}
