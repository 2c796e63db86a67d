package format

import (
	"bytes"
	"unicode/utf8"
)

// harPart is a stretch of an archive. What a stretch is shows in the stretch itself, wherever in the file it stands, so that
// a file can be read from any place at which one ends:
//
//	{"log": {…, "entries": [    head
//	{…},  or  {…}]              object: an entry, with the separator behind it
//	, "pages": […]}}            tail
//
// Archives one behind the other in one file are read, too.
type harPart struct {
	kind       harKind
	start, end int    // start is behind blanks and commas; end is 0 if the part is not all there
	object     int    // where an object ends, before its separator
	last       bool   // no separator follows: the file ends
	wrong      string // what is wrong with it
	hint       string
}

type harKind byte

const (
	harBlank harKind = iota
	harHead
	harObject
	harTail
	harJunk
)

// nextHARPart finds the first part in data. With eof set, its end is never 0, but for data of no length.
//
// A line feed within a string is no JSON. It ends the part there, so that a lost quote costs one entry and not the file:
// the rest of the entry then reads as tails, which it has the form of, or as objects that are no entries.
func nextHARPart(data []byte, eof bool) harPart {
	i := 0
	for i < len(data) && (isBlank(data[i]) || data[i] == ',') {
		i++
	}
	if i == len(data) {
		if !eof { // blanks that a part in the same line may follow stay with it
			i = bytes.LastIndexByte(data, '\n') + 1
		}
		return harPart{kind: harBlank, start: i, end: i}
	}
	p := harPart{start: i}
	switch data[i] {
	case '{':
		return p.nested(&harWalk{data: data, at: i}, eof)
	case '}', '"':
		p.kind = harTail
		return p.nested(&harWalk{data: data, at: i, depth: 2}, eof)
	case ']': // of an empty list
		p.kind, p.end = harTail, i+1
		return p
	}
	p.kind = harJunk
	if n := bytes.IndexAny(data[i:], "\n{}],\""); n >= 0 {
		p.end = i + n
	} else if eof {
		p.end = len(data)
	}
	if p.end > 0 && (isCallback(data[i:p.end]) && p.end < len(data) && data[p.end] == '{' || isCallEnd(data[i:p.end])) {
		p.kind = harBlank
	}
	return p
}

// maxCallback is the longest name of a function that JSONP calls.
const maxCallback = 64

// isCallback tells what JSONP writes before an object: onInputData(
func isCallback(text []byte) bool {
	name, ok := bytes.CutSuffix(bytes.TrimRight(text, " \t\r\n"), []byte{'('})
	for _, c := range name {
		if c != '_' && c != '$' && c != '.' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			return false
		}
	}
	return ok && len(name) > 0 && len(name) < maxCallback
}

// isCallEnd tells what it writes behind the object.
func isCallEnd(text []byte) bool {
	text = bytes.TrimRight(text, " \t\r\n")
	return string(text) == ")" || string(text) == ");"
}

// nested walks to the end of a part.
func (p harPart) nested(w *harWalk, eof bool) harPart {
	done := w.run()
	switch {
	case w.entries:
		p.kind, p.end = harHead, w.at
		return p
	case !done && !w.broken && !eof:
		return p // wait for the rest
	}
	p.end = w.at
	if p.kind == harTail {
		switch {
		case w.broken:
			p.kind = harJunk
		case !done:
			p.wrong, p.hint = "the file ends before its log does", harCutHint
		}
		return p
	}
	p.kind = harObject
	switch {
	case w.broken:
		p.wrong, p.hint = "a line ends inside a string of the entry", harHint
	case !done && w.sawLog:
		p.wrong, p.hint = "the file ends before its entries begin", harCutHint
	case !done:
		p.wrong, p.hint = "the file ends inside an entry", harCutHint
	case w.sawLog && w.described:
		p.wrong, p.hint = `the log has no list of "entries"`, "export the archive again"
	default:
		return p.separated(w.data, eof)
	}
	return p
}

// separated takes in the comma or bracket that follows an object. Without it, only the end of the file tells a whole object
// from one behind which the file was cut.
func (p harPart) separated(data []byte, eof bool) harPart {
	p.object = p.end
	i := skipJSONSpace(data, p.end)
	switch {
	case i < len(data):
		if data[i] == ',' || data[i] == ']' {
			p.end = i + 1
		}
	case eof:
		p.last = true
	default:
		p.end = 0
	}
	return p
}

// harWalk steps over brackets and strings.
type harWalk struct {
	data  []byte
	at    int
	depth int // of brackets that are open; the walk is done when the last is closed

	broken    bool // a line ends inside a string, and the walk there
	sawLog    bool // there is a member "log" that is an object
	inLog     bool // and the walk is in it
	described bool // it tells of its creator, browser or pages
	entries   bool // the walk ended at the start of its entries
}

func (w *harWalk) run() (done bool) {
	for w.at < len(w.data) {
		switch w.data[w.at] {
		case '{', '[':
			w.depth++
		case '}', ']':
			w.depth--
			w.inLog = w.inLog && w.depth > 1
			if w.depth == 0 {
				w.at++
				return true
			}
		case '"':
			n, broken := jsonStringEnd(w.data[w.at:])
			if broken {
				w.at, w.broken = w.at+n+1, true // with the line feed, which shows what is wrong
				return false
			}
			if n == 0 {
				w.at = len(w.data)
				return false
			}
			text := w.data[w.at+1 : w.at+n-1]
			w.at += n
			if w.depth == 1 || w.depth == 2 && w.inLog {
				w.key(text)
			}
			if w.entries {
				return true
			}
			continue
		}
		w.at++
	}
	return false
}

// key looks at a string near the top of a file: is it the name of a log, or of its entries?
func (w *harWalk) key(text []byte) {
	switch name := string(text); {
	case w.depth == 1 && name == "log":
		if i := w.value('{'); i > 0 {
			w.at, w.depth, w.sawLog, w.inLog = i, 2, true, true
		}
	case w.depth == 2 && name == "entries":
		if i := w.value('['); i > 0 {
			w.at, w.entries = i, true
		}
	case w.depth == 2 && (name == "creator" || name == "browser" || name == "pages"):
		w.described = true
	}
}

// value returns where the inside of a key's value begins, if that opens with open; else 0.
func (w *harWalk) value(open byte) int {
	i := skipJSONSpace(w.data, w.at)
	if i == len(w.data) || w.data[i] != ':' {
		return 0
	}
	if i = skipJSONSpace(w.data, i+1); i == len(w.data) || w.data[i] != open {
		return 0
	}
	return i + 1
}

// isNullEntry tells an entry of which nothing was left but its place.
func isNullEntry(text []byte) bool { return string(bytes.TrimRight(text, " \t\r\n")) == "null" }

func skipJSONSpace(data []byte, i int) int {
	for i < len(data) && isBlank(data[i]) {
		i++
	}
	return i
}

func firstRune(text []byte) []byte {
	_, n := utf8.DecodeRune(text)
	return text[:n]
}
