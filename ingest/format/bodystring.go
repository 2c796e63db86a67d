package format

import (
	"unicode/utf16"
	"unicode/utf8"
)

// str reads a string at its opening quote.
func (t *jsonTree) str() (from, to int32, esc, ok bool) {
	t.at++
	start, ascii := t.at, true
	for i := start; i < len(t.raw); i++ {
		switch c := t.raw[i]; {
		case c == '"':
			t.at = i + 1
			return int32(start), int32(i), false, ascii || utf8.Valid(t.raw[start:i])
		case c == '\\':
			t.at = start
			return t.escaped()
		case c < ' ':
			return 0, 0, false, false
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	return 0, 0, false, false
}

// escaped reads the rest of a string with escapes, t.at being behind the opening quote. A surrogate without its partner is
// kept as the three bytes that it would have in UTF-8, so that it differs from every other character.
func (t *jsonTree) escaped() (from, to int32, esc, ok bool) {
	start, plain := len(t.decoded), t.at
	for t.at < len(t.raw) {
		c := t.raw[t.at]
		if c != '"' && c != '\\' {
			if c < ' ' {
				return 0, 0, false, false
			}
			t.at++
			continue
		}
		if !utf8.Valid(t.raw[plain:t.at]) {
			return 0, 0, false, false
		}
		t.decoded = append(t.decoded, t.raw[plain:t.at]...)
		t.at++
		if c == '"' {
			return int32(start), int32(len(t.decoded)), true, true
		}
		if !t.escape() {
			return 0, 0, false, false
		}
		plain = t.at
	}
	return 0, 0, false, false
}

// escape reads what follows a backslash.
func (t *jsonTree) escape() bool {
	if t.at >= len(t.raw) {
		return false
	}
	c := t.raw[t.at]
	t.at++
	if c == 'u' {
		r, ok := t.hex4()
		if !ok {
			return false
		}
		if utf16.IsSurrogate(r) && t.at+1 < len(t.raw) && t.raw[t.at] == '\\' && t.raw[t.at+1] == 'u' {
			back := t.at
			t.at += 2
			low, ok := t.hex4()
			if !ok {
				return false
			}
			if both := utf16.DecodeRune(r, low); both != utf8.RuneError {
				t.decoded = utf8.AppendRune(t.decoded, both)
				return true
			}
			t.at = back
		}
		if utf16.IsSurrogate(r) {
			t.decoded = append(t.decoded, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0x3F, 0x80|byte(r)&0x3F)
			return true
		}
		t.decoded = utf8.AppendRune(t.decoded, r)
		return true
	}
	means := jsonEscapes[c]
	if means == 0 {
		return false
	}
	t.decoded = append(t.decoded, means)
	return true
}

func (t *jsonTree) hex4() (rune, bool) {
	r, ok := hex4(t.raw[t.at:])
	if ok {
		t.at += 4
	}
	return r, ok
}

// appendString appends s in quotes with no more escapes than JSON needs.
func appendString(dst, s []byte) []byte {
	const digits = "0123456789abcdef"
	dst = append(dst, '"')
	for _, c := range s {
		switch {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c < ' ':
			dst = append(dst, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
		default:
			dst = append(dst, c)
		}
	}
	return append(dst, '"')
}
