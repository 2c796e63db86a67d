package format

import (
	"bytes"
	"strconv"
)

// logfmtPair is one key=value of a line, or, with no value and bare set, a word that stands alone.
type logfmtPair struct {
	key, value []byte
	bare       bool
}

// logfmtPairs appends the pairs of a line to into. A value is
//
//   - quoted, with Go's or JSON's escapes, up to a quote that a blank or the end follows; in single quotes likewise,
//     without escapes (lograge's errors);
//   - an object, array or Ruby hash, up to the bracket that closes it, blanks and all (lograge's params);
//   - else all up to the next " key=": real thread names hold blanks.
//
// bad is the offset of a quote that is never closed, or -1.
func logfmtPairs(into []logfmtPair, line []byte) (pairs []logfmtPair, bad int) {
	open := true // brackets and single quotes are worth looking for: none was left open
	for at := 0; ; {
		for at < len(line) && isBlank(line[at]) {
			at++
		}
		if at == len(line) {
			return into, -1
		}
		n := logfmtKey(line[at:])
		if n == 0 {
			end := at + wordLen(line[at:])
			into = append(into, logfmtPair{key: line[at:end], bare: true})
			at = end
			continue
		}
		key := line[at : at+n]
		at += n + 1
		rest := line[at:]
		size, skin := 0, 0 // of the value, and of its quotes on either side
		switch {
		case len(rest) == 0:
		case rest[0] == '"':
			if size = closingQuote(rest); size == 0 {
				return into, at
			}
			skin = 1
		case open && rest[0] == '\'':
			size = closingQuote(rest)
			open, skin = size > 0, 1
		case open && (rest[0] == '{' || rest[0] == '['):
			size = closingBracket(rest)
			open = size > 0
		}
		if size == 0 {
			size, skin = unquoted(rest), 0
		}
		value := rest[skin : size-skin]
		if skin > 0 && rest[0] == '"' {
			value = unquote(value)
		}
		into = append(into, logfmtPair{key: key, value: bytes.TrimRight(value, " \t\r")})
		at += size
	}
}

// blankLen returns how many blanks text begins with.
func blankLen(text []byte) int { return len(text) - len(bytes.TrimLeft(text, " ")) }

// wordLen returns how far the first word of text goes.
func wordLen(text []byte) int {
	for i, c := range text {
		if isBlank(c) {
			return i
		}
	}
	return len(text)
}

// logfmtKey returns the length of the key that text begins with, if = follows it, or 0.
func logfmtKey(text []byte) int {
	for i := 0; i < len(text) && i <= maxName; i++ {
		switch c := text[i]; {
		case 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c == '@':
		case i > 0 && ('0' <= c && c <= '9' || c == '.' || c == '-' || c == '/'):
		case i > 0 && c == '=':
			return i
		default:
			return 0
		}
	}
	return 0
}

// closingQuote returns the length of the quoted text that b begins with, or 0 if it has no end.
func closingQuote(b []byte) int {
	for i := 1; i < len(b); i++ {
		switch {
		case b[i] == '\\' && b[0] == '"':
			i++
		case b[i] == b[0] && (i+1 == len(b) || isBlank(b[i+1])):
			return i + 1
		}
	}
	return 0
}

// closingBracket returns the length of the bracketed text that b begins with, or 0 if it has no end, or no blank behind it.
func closingBracket(b []byte) int {
	depth := 0
	var quote byte                             // of the text that goes on
	single := bytes.HasPrefix(b, []byte("{'")) // Python's repr; elsewhere ' is an apostrophe
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case quote != 0 && c == '\\':
			i++
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
		case c == '"', single && c == '\'':
			quote = c
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth > 0 {
				continue
			}
			if i+1 == len(b) || isBlank(b[i+1]) {
				return i + 1
			}
			return 0
		}
	}
	return 0
}

// unquoted returns how far a value without quotes goes: to the next key.
func unquoted(text []byte) int {
	for i := 0; i < len(text); {
		if isBlank(text[i]) && logfmtKey(text[i+1:]) > 0 {
			return i
		}
		i += 1 + wordLen(text[i+1:])
	}
	return len(text)
}

// unquote undoes the escapes of a quoted value: Go's, which slog and logrus write, or else JSON's.
func unquote(value []byte) []byte {
	if bytes.IndexByte(value, '\\') < 0 {
		return value
	}
	if text, err := strconv.Unquote(`"` + string(value) + `"`); err == nil {
		return []byte(text)
	}
	return unescapeJSON(nil, value)
}
