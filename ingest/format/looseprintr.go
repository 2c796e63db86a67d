package format

import (
	"bytes"
	"unicode/utf8"
)

// isPrintR tells what PHP's print_r begins an array or object with: "Array" or "stdClass Object", and a bracket in the next line.
func isPrintR(text []byte) bool {
	const longest = 200
	text = text[:min(len(text), longest)]
	i := bytes.IndexByte(text, '\n')
	return i > 0 && isPrintRName(trimCR(text[:i])) && bytes.HasPrefix(bytes.TrimLeft(text[i+1:], " "), []byte("("))
}

func isPrintRName(line []byte) bool {
	return string(line) == "Array" || bytes.HasSuffix(line, []byte(" Object")) && bytes.IndexByte(line, ' ') == len(line)-len(" Object")
}

// printR reads what print_r writes. A value may hold line breaks, which nothing escapes: it goes on up to the next line that begins
// with a key, or closes the array, at this array's own indent.
func (l *loose) printR() bool {
	if l.depth++; l.depth > l.maxDepth {
		return false
	}
	l.line() // Array
	indent, ok := bytes.CutSuffix(l.line(), []byte("("))
	if !ok {
		return false
	}
	start, n := len(l.out), 0
	list := true // its keys are 0, 1, 2 …
	l.out = append(l.out, '{')
	for open := false; l.pos < len(l.text); {
		at := l.pos
		line := l.line()
		rest, mine := bytes.CutPrefix(line, indent)
		if mine && string(rest) == ")" {
			if open {
				l.out = append(l.out, '"')
			}
			l.depth--
			if list && n > 0 {
				l.list(start)
			} else {
				l.out = append(l.out, '}')
			}
			if next := l.pos; len(l.line()) > 0 { // a blank line follows
				l.pos = next
			}
			return true
		}
		name, value, is := printRPair(rest)
		if !mine || !is || !bytes.HasPrefix(rest, []byte("    [")) {
			if !open {
				if len(line) > 0 {
					return false
				}
				continue // behind an array
			}
			l.out = append(l.out, `\n`...)
			l.plain(line)
			continue
		}
		if open {
			l.out = append(l.out, '"')
		}
		if n > 0 {
			l.out = append(l.out, ',')
		}
		if i := bytes.IndexByte(name, ':'); i > 0 { // [name:protected]
			name = name[:i]
		}
		list = list && isNumber(name, n)
		n++
		l.out = append(l.out, '"')
		l.plain(name)
		l.out = append(l.out, '"', ':')
		l.pos = at + bytes.Index(l.text[at:], []byte("] => ")) + len("] => ")
		if isPrintR(l.text[l.pos:]) {
			if open = false; !l.printR() {
				return false
			}
			continue
		}
		l.pos = at
		l.line()
		l.out = append(l.out, '"')
		l.plain(value)
		open = true
	}
	return false
}

// list makes an array of the object that begins at start, whose keys are 0, 1, 2 …
func (l *loose) list(start int) {
	from := append([]byte(nil), l.out[start+1:]...)
	l.out = append(l.out[:start], '[')
	n := 0
	for len(from) > 0 {
		s := jsonScanner{data: from, maxDepth: l.maxDepth + 1}
		_, _ = s.str()
		s.pos++ // :
		begin := s.pos
		if s.value(nil, false) != nil {
			break
		}
		if n++; n > 1 {
			l.out = append(l.out, ',')
		}
		l.out = append(l.out, from[begin:s.pos]...)
		from = from[min(len(from), s.pos+1):]
	}
	l.out = append(l.out, ']')
}

func isNumber(name []byte, n int) bool {
	v, ok := wholeNumber(name)
	return ok && v == int64(n)
}

// line returns the next line and goes on behind it.
func (l *loose) line() []byte {
	line := lineAt(l.text, l.pos)
	if i := bytes.IndexByte(l.text[l.pos:], '\n'); i >= 0 {
		l.pos += i + 1
	} else {
		l.pos = len(l.text)
	}
	return line
}

// plain appends a text that nothing escapes.
func (l *loose) plain(text []byte) {
	for len(text) > 0 {
		if text[0] < utf8.RuneSelf {
			l.out, text = appendJSONByte(l.out, text[0]), text[1:]
			continue
		}
		r, n := utf8.DecodeRune(text)
		l.out, text = utf8.AppendRune(l.out, r), text[n:]
	}
}
