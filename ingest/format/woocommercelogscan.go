package format

import (
	"bytes"
	"strconv"
)

// wooStatus is what a look at the text came to. wooCut means that the text ended before it could be told.
type wooStatus int

const (
	wooWhole wooStatus = iota
	wooCut
	wooBad
)

// print_r indents by blanks; these are the depths at which a delivery has its parts.
const (
	indent8  = "        "
	indent12 = indent8 + "    "
	indent16 = indent8 + indent8
	indent20 = indent16 + "    "
	indent24 = indent16 + indent8
	indent28 = indent24 + "    "
	wooTitle = "    [Webhook Delivery] => Array"

	wooClose     = "\n" + indent16 + ")\n\n" + indent8 + ")\n\n)\n"
	wooCloseCRLF = "\r\n" + indent16 + ")\r\n\r\n" + indent8 + ")\r\n\r\n)\r\n"
	wooContext   = " CONTEXT: "

	// What stands for both bodies without WP_DEBUG.
	wooNoBody = "Webhook body is not logged unless WP_DEBUG mode is turned on. " +
		"This is to avoid the storing of personal data in the logs."
)

// wooPrefix is what every entry begins with: "2026-11-30T08:26:26+00:00 INFO ".
type wooPrefix struct {
	nano int64
	none []byte // the time, where there is none such
	end  int
	utc  bool // the zone is written +00:00
	crlf bool
}

// parseWooPrefix reads the prefix at the start of data. wooCut means that data is a part of one.
func parseWooPrefix(data []byte) (p wooPrefix, st wooStatus) {
	const shape = "0000-00-00T00:00:00"
	for i := range min(len(shape), len(data)) {
		if c := data[i]; shape[i] == '0' && (c < '0' || c > '9') || shape[i] != '0' && c != shape[i] {
			return p, wooBad
		}
	}
	if len(data) <= len(shape) {
		return p, orBad(len(data) > 0, wooCut)
	}
	at, offset := len(shape), 0
	switch data[at] {
	case 'Z':
		at++
	case '+', '-':
		zone := data[at:min(at+6, len(data))]
		for i, c := range zone[1:] {
			if i == 2 && c != ':' || i != 2 && (c < '0' || c > '9') {
				return p, wooBad
			}
		}
		if len(zone) < 6 {
			return p, wooCut
		}
		p.utc = string(zone) == "+00:00"
		hour, minute := digits(zone[1:3]), digits(zone[4:6])
		if hour > 23 || minute > 59 {
			return p, wooBad
		}
		offset = hour*3600 + minute*60
		if zone[0] == '-' {
			offset = -offset
		}
		at += 6
	default:
		return p, wooBad
	}
	nano, ok := civil(digits(data[0:4]), digits(data[5:7]), digits(data[8:10]), digits(data[11:13]), digits(data[14:16]), digits(data[17:19]))
	if p.nano = nano - int64(offset)*1e9; !ok {
		p.nano, p.none = 0, data[:at]
	}
	rest := data[at:]
	for _, level := range wooLevels {
		if len(rest) >= len(level) {
			if string(rest[:len(level)]) == level {
				p.end = at + len(level)
				i := bytes.IndexByte(data[p.end:], '\n')
				p.crlf = i > 0 && data[p.end+i-1] == '\r'
				return p, wooWhole
			}
		} else if string(rest) == level[:len(rest)] {
			return p, wooCut
		}
	}
	return p, wooBad
}

// wooLevels are those of WC_Log_Levels, as they stand between time and message; the most frequent first.
var wooLevels = []string{
	" INFO ", " DEBUG ", " NOTICE ", " WARNING ", " ERROR ", " CRITICAL ", " ALERT ", " EMERGENCY ",
}

func orBad(ok bool, st wooStatus) wooStatus {
	if ok {
		return st
	}
	return wooBad
}

// isWooDelivery tells whether the message at i is print_r of a delivery.
func isWooDelivery(data []byte, i int) wooStatus {
	c := wooCursor{data: data, at: i, crlf: true}
	for _, want := range []string{"Array", "(", wooTitle} {
		if st := c.expect(want); st != wooWhole {
			return st
		}
	}
	return wooWhole
}

// nextWooEntry returns where the first entry at or behind the line after from begins, else the length of data. A delivery
// counts only if its head is whole and names one delivery ID twice, or is cut by the end of the file.
func nextWooEntry(data []byte, from int, eof bool) (int, wooStatus) {
	for {
		i := bytes.IndexByte(data[from:], '\n')
		if i < 0 {
			return len(data), wooCut
		}
		from += i + 1
		if from == len(data) {
			return from, wooCut
		}
		if data[from] < '0' || data[from] > '9' {
			continue
		}
		switch p, st := parseWooPrefix(data[from:]); st {
		case wooCut:
			if !eof {
				return from, wooCut
			}
		case wooWhole:
			if st := wooStart(data[from:], p, eof); st != wooBad {
				return from, st
			}
		}
	}
}

// wooStart tells whether an entry begins at a prefix. At the end of the file, a part of one does.
func wooStart(data []byte, p wooPrefix, eof bool) wooStatus {
	st := isWooDelivery(data, p.end)
	if st == wooBad {
		return wooWhole // an entry of another source
	}
	if st == wooWhole {
		var e wooEntry
		st = e.head(&wooCursor{data: data, at: p.end, crlf: p.crlf})
	}
	if st == wooCut && eof {
		return wooWhole
	}
	return st
}

// skipBlank returns where the first line begins that is not empty.
func skipBlank(data []byte, i int) int {
	for i < len(data) {
		switch {
		case data[i] == '\n':
			i++
		case data[i] == '\r' && i+1 < len(data) && data[i+1] == '\n':
			i += 2
		default:
			return i
		}
	}
	return i
}

// wooCursor goes through text line by line.
type wooCursor struct {
	data []byte
	at   int
	crlf bool // a \r before a line end belongs to it
}

// line returns the next line, or false if its end is not there.
func (c *wooCursor) line() ([]byte, bool) {
	i := bytes.IndexByte(c.data[c.at:], '\n')
	if i < 0 {
		return nil, false
	}
	line := c.data[c.at : c.at+i]
	c.at += i + 1
	if c.crlf {
		line = trimCR(line)
	}
	return line, true
}

// expect wants the next line to be exactly want. A part of it at the end of the data is wooCut.
func (c *wooCursor) expect(want string) wooStatus {
	line, ok := c.line()
	switch {
	case ok:
		return orBad(string(line) == want, wooWhole)
	case len(c.data)-c.at <= len(want):
		return orBad(string(c.data[c.at:]) == want[:len(c.data)-c.at], wooCut)
	}
	return orBad(string(c.data[c.at:]) == want+"\r", wooCut)
}

// value wants the next line to be prefix and a value.
func (c *wooCursor) value(prefix string) ([]byte, wooStatus) {
	line, ok := c.line()
	if !ok {
		rest := c.data[c.at:]
		n := min(len(rest), len(prefix))
		return nil, orBad(string(rest[:n]) == prefix[:n], wooCut)
	}
	if len(line) < len(prefix) || string(line[:len(prefix)]) != prefix {
		return nil, wooBad
	}
	return line[len(prefix):], wooWhole
}

// closing tells whether the end of an entry stands at i, and where it is over. The last line end may be missing at the end of
// the file.
func (c *wooCursor) closing(i int, eof bool) (int, wooStatus) {
	want := wooClose
	if c.crlf {
		want = wooCloseCRLF
	}
	rest := c.data[i:]
	if len(rest) >= len(want) {
		if string(rest[:len(want)]) != want {
			return 0, wooBad
		}
		end := i + len(want)
		if rest := c.data[end:]; !eof && len(rest) < len(wooContext) && string(rest) == wooContext[:len(rest)] {
			return 0, wooCut
		}
		if bytes.HasPrefix(c.data[end:], []byte(wooContext)) { // a handler's addition, on a line of its own
			if n := bytes.IndexByte(c.data[end:], '\n'); n >= 0 {
				return end + n + 1, wooWhole
			}
			if !eof {
				return 0, wooCut
			}
			return len(c.data), wooWhole
		}
		return end, wooWhole
	}
	if string(rest) != want[:len(rest)] {
		return 0, wooBad
	}
	if eof && len(rest) > 0 && rest[len(rest)-1] == ')' && len(rest) >= len(want)-2 {
		return len(c.data), wooWhole
	}
	return 0, wooCut
}

// skipText returns where length bytes of text from i end, counting \r\n as one in a file whose line ends were changed to it.
func (c *wooCursor) skipText(i, length int) (int, bool) {
	if !c.crlf {
		return i + length, length <= len(c.data)-i
	}
	for {
		n := bytes.IndexByte(c.data[i:], '\n')
		if n < 0 {
			return i + length, length <= len(c.data)-i
		}
		line := len(trimCR(c.data[i : i+n]))
		if length <= line {
			return i + length, true
		}
		i, length = i+n+1, length-line-1
	}
}

// decimal reads a number of bytes, or returns -1.
func decimal(text []byte) int {
	n, err := strconv.ParseUint(string(text), 10, 31)
	if err != nil {
		return -1
	}
	return int(n)
}
