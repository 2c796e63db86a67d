package format

import "bytes"

// textStamp is the time that a line of text shows.
type textStamp struct {
	text  []byte // as appStamp or readLocal reads it, or, where a part is missing, as it stands
	place []byte // that the line names for its zone, as PHP does: Europe/Berlin
	lack  string // what is missing, if not a zone: a date
}

// stampAt reads the time that text begins with, in one of the forms in which loggers write it, and returns its length, or 0. What it
// makes of it is appended to dst.
//
//	2026-11-30T08:31:20.956Z  2026-11-30 08:31:20,115  2026-11-30 08:31:20 +0000  2026/11/30 08:30:07  2026/11/30 - 08:30:06
//	30/Nov/2026 08:31:18  30-Nov-2026 08:31:20 Europe/Berlin  Mon Nov 30 08:31:21 2026  08:32:27.812
//	Mon, 30 Nov 2026 08:31:21 GMT  Mon Nov 30 2026 08:31:21 GMT+0100 (Central European Standard Time)
func stampAt(dst, text []byte) (s textStamp, n int) {
	const longest = 100
	text = text[:min(len(text), longest)]
	switch {
	case kitchenAt(text) > 0:
		n = kitchenAt(text)
		return textStamp{text: text[:n], lack: "date"}, n
	case len(text) < len("08:32:27"):
		return s, 0
	case text[0] >= 'A' && text[0] <= 'Z':
		if s, n := mailStampAt(dst, text); n > 0 {
			return s, n
		}
		if s, n := scriptStampAt(dst, text); n > 0 {
			return s, n
		}
		return asctimeAt(dst, text)
	case text[0] < '0' || text[0] > '9':
		return s, 0
	case text[2] == ':':
		if n = clockAt(text); n > 0 {
			return textStamp{text: text[:n], lack: "date"}, n
		}
		return s, 0
	}
	var day [len("2026-11-30")]byte // as ISO writes it
	at := 0
	switch {
	case len(text) < len("2026-11-30 08:31:20"):
		return s, 0
	case (text[4] == '-' || text[4] == '/') && text[7] == text[4]:
		copy(day[:], text[:10])
		day[4], day[7] = '-', '-'
		at = 10
	case (text[2] == '/' || text[2] == '-') && text[6] == text[2]: // 30/Nov/2026
		m := month(text[3:6])
		if m < 1 {
			return s, 0
		}
		copy(day[:], text[7:11])
		day[4], day[5], day[6], day[7] = '-', byte('0'+m/10), byte('0'+m%10), '-'
		copy(day[8:], text[:2])
		at = 11
	default:
		return s, 0
	}
	if digits(day[:4]) < 0 || digits(day[5:7]) < 0 || digits(day[8:]) < 0 {
		return s, 0
	}
	switch rest := text[at:]; {
	case rest[0] == 'T', rest[0] == ' ' && rest[1] != '-', rest[0] == ':' && text[2] == '/':
		at++
	case bytes.HasPrefix(rest, []byte(" - ")): // gin
		at += 3
	default:
		return s, 0
	}
	clock := clockAt(text[at:])
	if clock == 0 {
		return s, 0
	}
	end := at + clock
	s.text = append(append(append(dst, day[:]...), ' '), text[at:end]...)
	n = zoneAt(text[end:])
	if n > 0 {
		s.text = append(s.text, bytes.TrimLeft(text[end:end+n], " ")...)
		return s, end + n
	}
	s.place = placeAt(text[end:])
	return s, end + len(s.place)
}

// kitchenAt returns the length of 8:32AM, as zerolog writes times to a terminal.
func kitchenAt(text []byte) int {
	n := digitRun(text)
	if n < 1 || n > 2 || len(text) < n+5 || text[n] != ':' || digits(text[n+1:n+3]) < 0 || text[n+3] != 'A' && text[n+3] != 'P' || text[n+4] != 'M' {
		return 0
	}
	return n + 5
}

// clockAt returns the length of 08:31:20, with or without decimals.
func clockAt(text []byte) int {
	const clock = len("08:31:20")
	if len(text) < clock || text[2] != ':' || text[5] != ':' || digits(text[:2]) < 0 || digits(text[3:5]) < 0 || digits(text[6:8]) < 0 {
		return 0
	}
	if rest := text[clock:]; len(rest) > 1 && (rest[0] == '.' || rest[0] == ',') {
		if n := digitRun(rest[1:]); n > 0 && n <= 9 {
			return clock + 1 + n
		}
	}
	return clock
}

// zoneAt returns the length of Z, +01:00, +0100, +01 or UTC, with the blank that may stand before it.
func zoneAt(text []byte) int {
	at := 0
	if len(text) > 0 && text[0] == ' ' {
		at = 1
	}
	rest := text[at:]
	for _, name := range []string{"Z", "UTC", "GMT"} {
		if after, ok := bytes.CutPrefix(rest, []byte(name)); ok && (len(after) == 0 || after[0] < '0' || after[0] > '9' && after[0] < 'A' || after[0] == ']') {
			return at + len(name)
		}
	}
	if len(rest) < 3 || rest[0] != '+' && rest[0] != '-' {
		return 0
	}
	for _, n := range []int{6, 5, 3} {
		if len(rest) >= n && (len(rest) == n || rest[n] < '0' || rest[n] > '9') {
			if _, ok := zone(rest[:n]); ok {
				return at + n
			}
		}
	}
	return 0
}

// placeAt returns the blank and the name of a zone such as Europe/Berlin, which PHP writes behind its times.
func placeAt(text []byte) []byte {
	end := bytes.IndexByte(text, ']')
	if end < 4 || text[0] != ' ' || bytes.IndexByte(text[:end], '/') < 0 {
		return nil
	}
	for _, c := range text[1:end] {
		if c != '/' && c != '_' && c != '-' && (c|0x20 < 'a' || c|0x20 > 'z') {
			return nil
		}
	}
	return text[:end]
}

// asctimeAt reads Mon Nov 30 08:31:21 2026, and Apache's, which has decimals of the second.
func asctimeAt(dst, text []byte) (s textStamp, n int) {
	if len(text) < len("Mon Nov 30 08:31:21 2026") || text[3] != ' ' || text[7] != ' ' || text[10] != ' ' {
		return s, 0
	}
	m, day := month(text[4:7]), digits(bytes.TrimLeft(text[8:10], " "))
	clock := clockAt(text[11:])
	if m < 1 || day < 0 || clock == 0 {
		return s, 0
	}
	end := 11 + clock
	if len(text) < end+5 || text[end] != ' ' || digits(text[end+1:end+5]) < 0 {
		return s, 0
	}
	return textStamp{text: append(isoDay(dst, text[end+1:end+5], m, day), text[11:end]...)}, end + 5
}

// isoDay appends 2026-11-30 and a blank.
func isoDay(dst, year []byte, month, day int) []byte {
	return append(append(dst, year...), '-', byte('0'+month/10), byte('0'+month%10), '-', byte('0'+day/10), byte('0'+day%10), ' ')
}

// mailStampAt reads Mon, 30 Nov 2026 08:31:21 GMT, as HTTP and mail have it (RFC 9110, RFC 5322); the day may have one digit.
func mailStampAt(dst, text []byte) (s textStamp, n int) {
	if len(text) < len("Mon, 3 Nov 2026 08:31:21 GMT") || !isWeekday(text[:3]) || text[3] != ',' || text[4] != ' ' {
		return s, 0
	}
	digit := digitRun(text[5:])
	if digit < 1 || digit > 2 {
		return s, 0
	}
	rest := text[5+digit:]
	m := -1
	if rest[0] == ' ' && rest[4] == ' ' {
		m = month(rest[1:4])
	}
	if m < 1 || len(rest) < len(" Nov 2026 08:31:21 GMT") || digits(rest[5:9]) < 0 || rest[9] != ' ' || clockAt(rest[10:]) != len("08:31:21") {
		return s, 0
	}
	end := 10 + len("08:31:21")
	zone := zoneAt(rest[end:])
	if zone == 0 {
		return s, 0
	}
	out := append(isoDay(dst, rest[5:9], m, digits(text[5:5+digit])), rest[10:end]...)
	return textStamp{text: append(out, bytes.TrimLeft(rest[end:end+zone], " ")...)}, 5 + digit + end + zone
}

// scriptStampAt reads Mon Nov 30 2026 08:31:21 GMT+0100 (Central European Standard Time), which is a Date of JavaScript as a text.
func scriptStampAt(dst, text []byte) (s textStamp, n int) {
	const form = "Mon Nov 30 2026 08:31:21 GMT+0100"
	if len(text) < len(form) || !isWeekday(text[:3]) || text[3] != ' ' || month(text[4:7]) < 1 || text[7] != ' ' || digits(text[8:10]) < 0 ||
		text[10] != ' ' || digits(text[11:15]) < 0 || text[15] != ' ' || clockAt(text[16:]) != len("08:31:21") || string(text[24:28]) != " GMT" {
		return s, 0
	}
	if _, ok := zone(text[28:len(form)]); !ok {
		return s, 0
	}
	n = len(form)
	if end := bytes.IndexByte(text[n:], ')'); end > 0 && bytes.HasPrefix(text[n:], []byte(" (")) {
		n += end + 1
	}
	out := append(isoDay(dst, text[11:15], month(text[4:7]), digits(text[8:10])), text[16:24]...)
	return textStamp{text: append(out, text[28:len(form)]...)}, n
}
