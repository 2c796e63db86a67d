package format

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// str steps over a string, from its opening quote, and tells whether there are escapes in it.
func (s *jsonScanner) str() (escaped bool, err error) {
	d, start := s.data, s.pos+1
	i, wide := start, false
	for {
		i += plainASCII(d[i:])
		if i >= len(d) {
			s.pos = start - 1
			return false, s.fail("a string that begins here has no end")
		}
		switch c := d[i]; {
		case c == '"':
			if wide && !utf8.Valid(d[start:i]) {
				s.pos = start + badUTF8(d[start:i])
				return false, s.fail("%q is not UTF-8", d[s.pos:s.pos+1])
			}
			s.pos = i + 1
			return escaped, nil
		case c == '\\':
			escaped = true
			n := escapeLen(d[i:])
			if n == 0 && s.server {
				n = serverEscapeLen(d[i:])
			}
			if n == 0 {
				s.pos = i
				return false, s.fail("%q is no escape", shown(d[i:min(i+2, len(d))]))
			}
			i += n
		case c < ' ':
			s.pos = i
			return false, s.fail("%q stands raw in a string", d[i:i+1])
		default:
			wide = true
			i++
		}
	}
}

func (s *jsonScanner) number() error {
	d := s.data
	i := s.pos
	if d[i] == '-' {
		i++
	}
	whole := i
	i += digitRun(d[i:])
	if i == whole || d[whole] == '0' && i > whole+1 {
		return s.fail("%q is no JSON number", s.token())
	}
	if i < len(d) && d[i] == '.' {
		n := digitRun(d[i+1:])
		if n == 0 {
			return s.fail("%q is no JSON number", s.token())
		}
		i += 1 + n
	}
	if i < len(d) && d[i]|0x20 == 'e' {
		j := i + 1
		if j < len(d) && (d[j] == '+' || d[j] == '-') {
			j++
		}
		n := digitRun(d[j:])
		if n == 0 {
			return s.fail("%q is no JSON number", s.token())
		}
		i = j + n
	}
	s.pos = i
	return nil
}

func digitRun(b []byte) int {
	i := 0
	for i < len(b) && '0' <= b[i] && b[i] <= '9' {
		i++
	}
	return i
}

func (s *jsonScanner) word(w string) bool {
	if bytes.HasPrefix(s.data[s.pos:], []byte(w)) {
		s.pos += len(w)
		return true
	}
	return false
}

func (s *jsonScanner) space() {
	for s.pos < len(s.data) {
		switch s.data[s.pos] {
		case ' ', '\t', '\n', '\r':
			s.pos++
		default:
			return
		}
	}
}

func (s *jsonScanner) next(c byte) bool {
	if s.pos < len(s.data) && s.data[s.pos] == c {
		s.pos++
		return true
	}
	return false
}

func (s *jsonScanner) fail(text string, args ...any) error {
	return &jsonError{s.pos, fmt.Errorf(text, args...).Error()}
}

// here is the character at which the scanner stands.
func (s *jsonScanner) here() string {
	_, n := utf8.DecodeRune(s.data[s.pos:])
	return string(s.data[s.pos : s.pos+n])
}

func (s *jsonScanner) found() string {
	if s.pos >= len(s.data) {
		return "the line ends"
	}
	return fmt.Sprintf("%q", s.here())
}

// token is the number, however wrong, at which the scanner stands.
func (s *jsonScanner) token() string {
	rest := s.data[s.pos:]
	if i := bytes.IndexAny(rest, " \t\r\n,]}"); i >= 0 {
		rest = rest[:i]
	}
	return outline(rest)
}
