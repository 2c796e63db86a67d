package profile

import "time"

// dateForm is how WooCommerce and others write a date. The zone is the reader's business.
const dateForm = "2006-01-02T15:04:05"

// secondsOf returns the seconds since 1970 that a date of that form means, or 0 for any other text: dateOf then would not give it back.
func secondsOf(text string) int64 {
	if len(text) != len(dateForm) || text[4] != '-' || text[7] != '-' || text[10] != 'T' || text[13] != ':' || text[16] != ':' {
		return 0
	}
	number := func(from, to int) int {
		n := 0
		for _, c := range []byte(text[from:to]) {
			if c < '0' || c > '9' {
				return -1
			}
			n = n*10 + int(c-'0')
		}
		return n
	}
	year, month, day := number(0, 4), number(5, 7), number(8, 10)
	hour, minute, second := number(11, 13), number(14, 16), number(17, 19)
	if year < 1 || month < 1 || month > 12 || day < 1 || hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59 {
		return 0
	}
	t := time.Date(year, time.Month(month), day, hour, minute, second, 0, time.UTC)
	if t.Day() != day {
		return 0
	}
	return t.Unix()
}

func dateOf(seconds int64) string { return time.Unix(seconds, 0).UTC().Format(dateForm) }
