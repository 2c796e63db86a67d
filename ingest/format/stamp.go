package format

import "time"

// sqlStamp reads "2026-11-30 08:26:25", the DATETIME of MySQL, as UTC. zero tells that the text is MySQL's "never",
// 0000-00-00 00:00:00, which is no moment and no mistake either.
func sqlStamp(text []byte) (nano int64, zero, ok bool) {
	if len(text) != 19 || text[4] != '-' || text[7] != '-' || text[10] != ' ' || text[13] != ':' || text[16] != ':' {
		return 0, false, false
	}
	if string(text) == "0000-00-00 00:00:00" {
		return 0, true, true
	}
	nano, ok = civil(digits(text[0:4]), digits(text[5:7]), digits(text[8:10]),
		digits(text[11:13]), digits(text[14:16]), digits(text[17:19]))
	return nano, false, ok
}

// civil returns the Unix nanoseconds of a UTC date and time, or false if there is none such: 30 February, 24:00, an hour of
// -1. A leap second counts as the last of its minute, as Unix time has it.
func civil(year, month, day, hour, minute, second int) (nano int64, ok bool) {
	// Nanoseconds since 1970 in an int64 end in 2262.
	if year < 1970 || year > 2261 || month < 1 || month > 12 || day < 1 ||
		hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60 {
		return 0, false
	}
	second = min(second, 59)
	t := time.Date(year, time.Month(month), day, hour, minute, second, 0, time.UTC)
	if t.Day() != day {
		return 0, false
	}
	return t.UnixNano(), true
}

// digits reads a number of at most nine decimal digits, or returns -1.
func digits(text []byte) int {
	if len(text) == 0 || len(text) > 9 {
		return -1
	}
	n := 0
	for _, b := range text {
		if b < '0' || b > '9' {
			return -1
		}
		n = n*10 + int(b-'0')
	}
	return n
}

// month reads the English abbreviations that access logs and PHP write, as 1 to 12, or returns -1.
func month(abbr []byte) int {
	switch string(abbr) {
	case "Jan":
		return 1
	case "Feb":
		return 2
	case "Mar":
		return 3
	case "Apr":
		return 4
	case "May":
		return 5
	case "Jun":
		return 6
	case "Jul":
		return 7
	case "Aug":
		return 8
	case "Sep":
		return 9
	case "Oct":
		return 10
	case "Nov":
		return 11
	case "Dec":
		return 12
	}
	return -1
}
