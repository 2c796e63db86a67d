package format

import (
	"bytes"
	"strings"
)

// clockText puts together a time that a line gives in pieces, as Apache's %{…}t writes it: by the letters of strftime Y m d b e H M
// S z, s for seconds since 1970, f for the decimals of the second.
type clockText [len(clockPieces)][]byte

const clockPieces = "YmdbeHMSzsf"

func (t *clockText) set(piece byte, value []byte) { t[strings.IndexByte(clockPieces, piece)] = value }

func (t *clockText) get(piece byte) []byte { return t[strings.IndexByte(clockPieces, piece)] }

// text returns the time as it is read elsewhere, 2026-11-30T08:26:51.245876+0000, or nil.
func (t *clockText) text() []byte {
	var out []byte
	switch {
	case t.get('s') != nil:
		out = bytes.Clone(t.get('s'))
	case t.get('Y') == nil:
		return nil
	default:
		day, mon := t.get('d'), t.get('m')
		if day == nil {
			day = bytes.ReplaceAll(t.get('e'), []byte(" "), []byte("0"))
		}
		if mon == nil {
			mon = []byte{'0', '0'}
			if n := month(t.get('b')); n > 0 {
				mon = []byte{byte('0' + n/10), byte('0' + n%10)}
			}
		}
		out = bytes.Join([][]byte{t.get('Y'), mon, day}, []byte{'-'})
		out = append(append(out, 'T'), bytes.Join([][]byte{t.get('H'), t.get('M'), t.get('S')}, []byte{':'})...)
	}
	if t.get('f') != nil {
		out = append(append(out, '.'), t.get('f')...)
	}
	return append(out, t.get('z')...)
}

// wholeClock says what is missing of a time that is given in pieces, by their letters, or "".
func wholeClock(pieces string) string {
	has := func(c byte) bool { return strings.IndexByte(pieces, c) >= 0 }
	switch {
	case pieces == "", has('s'):
		return ""
	case !has('Y') || !has('m') && !has('b') || !has('d') && !has('e'):
		return "no year, month and day"
	case !has('H') || !has('M') || !has('S'):
		return "no hour, minute and second"
	}
	return ""
}

// clockSizes are how many bytes pieces have.
var clockSizes = map[byte]int{'Y': 4, 'm': 2, 'd': 2, 'e': 2, 'b': 3, 'H': 2, 'M': 2, 'S': 2, 'z': 5}

// strftimeParts appends the parts of a format as strftime has it. bad is a directive that is not read.
func strftimeParts(parts []part, format string) (_ []part, bad string) {
	for len(format) > 0 {
		i := strings.IndexByte(format, '%')
		if i != 0 {
			if i < 0 {
				i = len(format)
			}
			parts = appendText(parts, format[:i])
			format = format[i:]
			continue
		}
		if len(format) < 2 {
			return parts, format
		}
		c := format[1]
		long := map[byte]string{'T': "%H:%M:%S", 'F': "%Y-%m-%d", 'R': "%H:%M", 'h': "%b", 't': "\t", '%': "%"}[c]
		switch {
		case c == '%' || c == 't':
			parts = appendText(parts, long)
		case long != "":
			parts, bad = strftimeParts(parts, long)
		case c == 's':
			parts = append(parts, part{shown: "%s", clock: 's', size: digitSize(9, 19)})
		case c == 'a':
			parts = append(parts, part{shown: "%a", size: exactly(3)})
		case clockSizes[c] > 0:
			parts = append(parts, part{shown: format[:2], clock: c, size: exactly(clockSizes[c])})
		default:
			return parts, format[:2]
		}
		if bad != "" {
			return parts, bad
		}
		format = format[2:]
	}
	return parts, ""
}

// appendText adds a text that stands in every line.
func appendText(parts []part, text string) []part {
	if text == "" {
		return parts
	}
	if n := len(parts); n > 0 && parts[n-1].text != nil {
		parts[n-1].text = append(parts[n-1].text, text...)
		return parts
	}
	return append(parts, part{text: []byte(text)})
}

// exactly is the size of a value of n bytes, none of them a control character.
func exactly(n int) func([]byte) int {
	return func(text []byte) int {
		if len(text) < n {
			return -1
		}
		for _, c := range text[:n] {
			if c < ' ' {
				return -1
			}
		}
		return n
	}
}

// digitSize is the size of a number of least to most digits, or of "-".
func digitSize(least, most int) func([]byte) int {
	return func(text []byte) int {
		n := digitRun(text[:min(len(text), most+1)])
		switch {
		case n >= least && n <= most:
			return n
		case n == 0 && len(text) > 0 && text[0] == '-':
			return 1
		}
		return -1
	}
}

// decimalSize is the size of a number with or without decimals, or of "-".
func decimalSize(text []byte) int {
	const longest = 40
	text = text[:min(len(text), longest)]
	n := digitRun(text)
	switch {
	case n == 0 && len(text) > 0 && text[0] == '-':
		return 1
	case n == 0:
		return -1
	case n < len(text) && text[n] == '.':
		n += 1 + digitRun(text[n+1:])
	}
	if n == longest {
		return -1
	}
	return n
}

// clfSize is the size of 30/Nov/2026:08:26:24 +0000.
func clfSize(text []byte) int {
	const size = len("30/Nov/2026:08:26:24 +0000")
	if len(text) < size {
		return -1
	}
	if _, _, ok := clfStamp(text[:size]); !ok {
		return -1
	}
	return size
}

// isoSize is the size of 2026-11-30T08:26:24+00:00.
func isoSize(text []byte) int {
	const size = len("2026-11-30T08:26:24+00:00")
	if len(text) < size {
		return -1
	}
	if _, _, ok := isoStamp(text[:size]); !ok {
		return -1
	}
	return size
}
