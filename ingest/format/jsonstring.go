package format

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf16"
	"unicode/utf8"
)

// plainASCII returns how many bytes at the start of b are neither a quote, a backslash, a control character nor beyond ASCII.
// It looks at eight bytes at once: each test leaves the high bit set in the bytes that it is true for, and in none before
// the first of them.
func plainASCII(b []byte) int {
	const ones, high = 0x0101010101010101, 0x8080808080808080
	i := 0
	for ; i+8 <= len(b); i += 8 {
		x := binary.LittleEndian.Uint64(b[i:])
		quote, slash := x^ones*'"', x^ones*'\\'
		stop := (quote-ones)&^quote | (slash-ones)&^slash | (x-ones*' ')&^x | x
		if stop &= high; stop != 0 {
			return i + bits.TrailingZeros64(stop)/8
		}
	}
	for ; i < len(b); i++ {
		if c := b[i]; c == '"' || c == '\\' || c < ' ' || c >= utf8.RuneSelf {
			break
		}
	}
	return i
}

// escapeLen returns the length of the escape that b begins with, or 0.
func escapeLen(b []byte) int {
	if len(b) < 2 {
		return 0
	}
	switch {
	case jsonEscapes[b[1]] != 0:
		return 2
	case b[1] == 'u':
		if _, ok := hex4(b[2:]); ok {
			return 6
		}
	}
	return 0
}

// serverEscapeLen is escapeLen for what Apache writes beside JSON's own escapes, and nginx without escape=json.
func serverEscapeLen(b []byte) int {
	if len(b) >= 4 && b[1] == 'x' && isHexDigit(b[2]) && isHexDigit(b[3]) {
		return 4
	}
	if len(b) >= 2 && b[1] == 'v' {
		return 2
	}
	return 0
}

func isHexDigit(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f' }

func badUTF8(b []byte) int {
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return 0
}

// jsonEscapes holds what a byte behind a backslash means; 0 where JSON knows no such escape. \u is read apart.
var jsonEscapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

func hex4(b []byte) (rune, bool) {
	if len(b) < 4 {
		return 0, false
	}
	var r rune
	for _, c := range b[:4] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}

// unescapeJSON appends what a string's bytes mean to dst. raw has been checked by a scanner, which lets \xNN pass only where a
// server wrote it.
func unescapeJSON(dst, raw []byte) []byte {
	for len(raw) > 0 {
		i := 0
		for i < len(raw) && raw[i] != '\\' {
			i++
		}
		dst, raw = append(dst, raw[:i]...), raw[i:]
		if len(raw) < 2 {
			break
		}
		c := raw[1]
		if (c == 'x' || c == 'v') && serverEscapeLen(raw) > 0 {
			dst, raw = appendServerEscape(dst, raw)
			continue
		}
		raw = raw[2:]
		if c == 'u' {
			var r rune
			r, raw = unescapeRune(raw)
			dst = utf8.AppendRune(dst, r)
			continue
		}
		if means := jsonEscapes[c]; means != 0 {
			c = means
		}
		dst = append(dst, c)
	}
	return dst
}

// appendServerEscape appends the byte that \xNN or \v means, and returns what follows it.
func appendServerEscape(dst, raw []byte) (_, rest []byte) {
	if raw[1] == 'v' {
		return append(dst, '\v'), raw[2:]
	}
	return append(dst, hexByte(raw[2])<<4|hexByte(raw[3])), raw[4:]
}

func hexByte(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c | 0x20 - 'a' + 10
}

// unescapeRune reads the four digits after \u, and the other half of a surrogate pair behind them.
func unescapeRune(raw []byte) (rune, []byte) {
	r, ok := hex4(raw)
	if !ok {
		return utf8.RuneError, nil
	}
	raw = raw[4:]
	if !utf16.IsSurrogate(r) {
		return r, raw
	}
	if len(raw) >= 6 && raw[0] == '\\' && raw[1] == 'u' {
		if low, ok := hex4(raw[2:]); ok {
			if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
				return pair, raw[6:]
			}
		}
	}
	return utf8.RuneError, raw
}
