package format

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// loose turns an object as a program prints it into JSON text, so that whatever reads JSON reads it as well. It takes
//
//	{'id': 1042, 'paid': True, 'note': None}       Python's repr
//	{"id"=>1042, :paid=>true, note: nil}           Ruby's inspect
//	{ id: 1042, 'x-id': [Object], at: undefined }  Node's util.inspect, over several lines
//	array ( 'id' => 1042, )                        PHP's var_export
//	Array\n(\n    [id] => 1042\n)\n                PHP's print_r
//	map[X-Id:[7] User-Agent:[a b]]                 Go's http.Header
//
// What such a text leaves out ([Object], … more items), or does not tell (print_r writes true as 1 and null as nothing), is marked by
// lost: names and identifiers can be read from it, and no state.
type loose struct {
	text            []byte
	pos             int
	out             []byte
	depth, maxDepth int
	lost            bool
	unsure          bool // it is none that is known: nothing shows where a value ends
}

// looseJSON appends to dst the JSON of the object that text begins with. size is how much of text it is; 0: there is none, or it has
// no end, or is nested too deep.
func looseJSON(dst, text []byte, maxDepth int) (json []byte, size int, lost bool) {
	l := loose{text: text, out: dst, maxDepth: maxDepth}
	if !l.object() {
		return dst, 0, false
	}
	return l.out, l.pos, l.lost
}

// looseStart tells whether an object may begin here, which is cheap to ask. A word before a bracket says what the object is: only
// inside another is it taken for the name of a class.
func looseStart(text []byte) bool {
	return len(text) > 0 && (text[0] == '{' || text[0] == '[' || text[0] == '<' && bytes.HasPrefix(text, []byte("<ref *")) ||
		text[0] == 'a' && bytes.HasPrefix(text, []byte("array (")) || text[0] == 'm' && bytes.HasPrefix(text, []byte("map[")) || isPrintR(text))
}

func (l *loose) object() bool {
	if isPrintR(l.text[l.pos:]) {
		l.lost = true
		return l.printR()
	}
	if bytes.HasPrefix(l.text[l.pos:], []byte("map[")) {
		l.lost = true
		return l.goHeader()
	}
	return looseStart(l.text[l.pos:]) && l.opened() && l.nested()
}

// goHeader reads a map of lists as Go prints it. Nothing is quoted, so that a value ends where the next key could begin.
func (l *loose) goHeader() bool {
	l.pos += len("map[")
	l.out = append(l.out, '{')
	for n := 0; ; n++ {
		rest := l.text[l.pos:]
		if len(rest) > 0 && rest[0] == ']' {
			l.pos++
			l.out = append(l.out, '}')
			return n > 0
		}
		name := nameLen(rest)
		if name == 0 || !bytes.HasPrefix(rest[name:], []byte(":[")) {
			return false
		}
		value := rest[name+2:]
		end := goValueLen(value)
		if end < 0 {
			return false
		}
		if n > 0 {
			l.out = append(l.out, ',')
		}
		l.out = append(append(append(l.out, '"'), rest[:name]...), `":["`...)
		for i := 0; i < end; {
			r, size := utf8.DecodeRune(value[i:end])
			l.out = appendJSONRune(l.out, r)
			i += size
		}
		l.out = append(l.out, `"]`...)
		l.pos += name + 2 + end + 1
		if l.pos < len(l.text) && l.text[l.pos] == ' ' {
			l.pos++
		}
	}
}

// goValueLen returns how far a value goes: up to a ] behind which the map ends or a key follows; -1: it has no end.
func goValueLen(text []byte) int {
	for i := 0; i < len(text) && text[i] != '\n'; i++ {
		if text[i] != ']' || i+1 == len(text) {
			continue
		}
		if after := text[i+1:]; after[0] == ']' {
			return i
		} else if after[0] == ' ' {
			if n := nameLen(after[1:]); n > 0 && bytes.HasPrefix(after[1+n:], []byte(":[")) {
				return i
			}
		}
	}
	return -1
}

// opened steps over the name of a class before a bracket, and tells whether one is there: Map(2) {, <ref *1> {, array (.
func (l *loose) opened() bool {
	const longest = 64
	rest := l.text[l.pos:min(len(l.text), l.pos+longest)]
	if len(rest) > 0 && (rest[0] == '{' || rest[0] == '[') {
		return !bytes.HasPrefix(rest, []byte("[Object: null prototype] {")) || l.skipTo('{')
	}
	if bytes.HasPrefix(rest, []byte("<ref *")) || bytes.HasPrefix(rest, []byte("array")) {
		i := bytes.IndexAny(rest, "{[(")
		return i > 0 && len(bytes.Trim(rest[:i], "arrayef<>* \t\r\n0123456789")) == 0 && l.skipTo(rest[i])
	}
	n := nameLen(rest)
	if n == 0 || rest[0] >= '0' && rest[0] <= '9' {
		return false
	}
	i := n
	if i < len(rest) && rest[i] == '(' { // how many there are
		if i += 1 + digitRun(rest[i+1:]); i >= len(rest) || rest[i] != ')' {
			return false
		}
		i++
	}
	if i+1 < len(rest) && rest[i] == ' ' && (rest[i+1] == '{' || rest[i+1] == '[' && i > n) {
		l.pos += i + 1
		return true
	}
	return false
}

func (l *loose) skipTo(c byte) bool {
	l.pos += bytes.IndexByte(l.text[l.pos:], c)
	return true
}

// nested reads what stands in brackets: an object if its first element has a key, else an array.
func (l *loose) nested() bool {
	if l.depth++; l.depth > l.maxDepth {
		return false
	}
	closing := byte(')')
	switch l.text[l.pos] {
	case '{':
		closing = '}'
	case '[':
		closing = ']'
	}
	object, start, n := closing == '}', len(l.out), 0
	l.out = append(l.out, '{')
	for l.pos++; ; {
		if l.blanks(); l.pos == len(l.text) {
			return false
		}
		switch l.text[l.pos] {
		case closing:
			l.pos++
			l.depth--
			l.close(start, object)
			return true
		case ',':
			l.pos++
			continue
		}
		before := len(l.out)
		if n > 0 {
			l.out = append(l.out, ',')
		}
		keyed := l.key()
		if l.unsure {
			return false
		}
		if n == 0 {
			object = keyed
		}
		if !l.value() {
			return false
		}
		if n++; keyed != object { // a property of an array, or "... 3 more items"
			l.lost = true
			l.out = l.out[:before]
			n--
		}
	}
}

func (l *loose) close(start int, object bool) {
	if object {
		l.out = append(l.out, '}')
		return
	}
	l.out[start] = '['
	l.out = append(l.out, ']')
}

// key reads a key and what follows it, or leaves all as it is where there is none.
func (l *loose) key() bool {
	at, from := l.pos, len(l.out)
	l.out = append(l.out, '"')
	if l.text[l.pos] == ':' { // Ruby's symbol
		l.pos++
	}
	rest := l.text[l.pos:]
	bare := false
	switch {
	case len(rest) > 0 && (rest[0] == '"' || rest[0] == '\'') && l.quoted():
	default:
		bare = true
		n := nameLen(rest)
		if l.out = append(l.out, rest[:n]...); n == 0 {
			l.pos, l.out = at, l.out[:from]
			return false
		}
		l.pos += n
	}
	l.out = append(l.out, '"', ':')
	l.blanks()
	switch rest = l.text[l.pos:]; {
	case bytes.HasPrefix(rest, []byte("=>")):
		l.pos += 2
	case len(rest) > 1 && rest[0] == ':':
		// {ID:7 Topic:order.updated} is Go's %+v: a value with a blank in it would forge what follows.
		l.unsure = bare && !isBlank(rest[1]) && l.text[at] != ':'
		l.pos++
	default:
		l.pos, l.out = at, l.out[:from]
		return false
	}
	l.blanks()
	return true
}

// nameLen returns the length of the key without quotes that text begins with.
func nameLen(text []byte) int {
	for i, c := range text {
		switch {
		case c|0x20 >= 'a' && c|0x20 <= 'z', c >= '0' && c <= '9', c == '_', c == '$', c == '@', c == '-' && i > 0:
		default:
			return i
		}
	}
	return len(text)
}

// value reads a value. It goes on by at least one byte, or fails.
func (l *loose) value() bool {
	rest := l.text[l.pos:]
	if len(rest) > 1 && (rest[0] == 'b' || rest[0] == 'u') && (rest[1] == '\'' || rest[1] == '"') { // Python
		l.pos++
		rest = rest[1:]
	}
	switch {
	case len(rest) == 0:
		return false
	case rest[0] == '(':
		return l.nested()
	case rest[0] == '"', rest[0] == '\'', rest[0] == '`':
		return l.str()
	case l.opened():
		return l.nested()
	}
	return l.bare()
}

// str reads a text in quotes. util.inspect breaks a long one into 'one part' +\n 'and another'.
func (l *loose) str() bool {
	l.out = append(l.out, '"')
	for {
		if !l.quoted() {
			return false
		}
		at := l.pos
		if l.blanks(); l.pos == len(l.text) || l.text[l.pos] != '+' {
			l.pos = at
			break
		}
		l.pos++
		if l.blanks(); l.pos == len(l.text) || l.text[l.pos] != '\'' && l.text[l.pos] != '"' {
			return false
		}
	}
	l.out = append(l.out, '"')
	return true
}

// quoted appends what stands in quotes, as it stands in JSON between quotes.
func (l *loose) quoted() bool {
	quote := l.text[l.pos]
	for i := l.pos + 1; i < len(l.text); {
		c := l.text[i]
		switch {
		case c == quote:
			l.pos = i + 1
			return true
		case c == '\\' && i+1 < len(l.text):
			i += l.escape(l.text[i:])
		case c < utf8.RuneSelf:
			l.out = appendJSONByte(l.out, c)
			i++
		default:
			r, n := utf8.DecodeRune(l.text[i:]) // what is not UTF-8 is U+FFFD
			if r == utf8.RuneError && n == 1 {
				l.lost = true
			}
			l.out = utf8.AppendRune(l.out, r)
			i += n
		}
	}
	return false
}

// escape appends what a backslash and what follows it mean, and returns their length.
func (l *loose) escape(text []byte) int {
	digits, base := 0, 16
	switch c := text[1]; c {
	case 'n', 't', 'r', 'b', 'f', '/':
		l.out = append(l.out, '\\', c)
		return 2
	case '\n': // a line that goes on
		return 2
	case 'x':
		digits = 2
	case 'u':
		if _, ok := hex4(text[2:]); ok { // halves of a pair stay two escapes
			l.out = append(l.out, text[:6]...)
			return 6
		}
		if end := bytes.IndexByte(text[:min(len(text), len(`\u{10ffff}`))], '}'); end > 3 && text[2] == '{' {
			if n, err := strconv.ParseUint(string(text[3:end]), base, 21); err == nil {
				l.out = appendJSONRune(l.out, rune(n))
				return end + 1
			}
		}
	case 'U':
		digits = 8
	case 'e':
		l.out = appendJSONByte(l.out, 0x1b)
		return 2
	case '0':
		l.out = appendJSONByte(l.out, 0)
		return 2
	}
	if digits > 0 && len(text) >= 2+digits {
		if n, err := strconv.ParseUint(string(text[2:2+digits]), base, 21); err == nil {
			l.out = appendJSONRune(l.out, rune(n))
			return 2 + digits
		}
	}
	if text[1] >= utf8.RuneSelf {
		l.out = append(l.out, '\\', '\\')
		return 1
	}
	l.out = appendJSONByte(l.out, text[1]) // \' and \" and \\ and Ruby's \#
	return 2
}

func appendJSONByte(out []byte, c byte) []byte {
	switch {
	case c == '"' || c == '\\':
		return append(out, '\\', c)
	case c == '\n':
		return append(out, '\\', 'n')
	case c < ' ':
		const hex = "0123456789abcdef"
		return append(out, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
	}
	return append(out, c)
}

func appendJSONRune(out []byte, r rune) []byte {
	if r < utf8.RuneSelf {
		return appendJSONByte(out, byte(r))
	}
	return utf8.AppendRune(out, r)
}

// bare reads a number, a word, or something that only a program would understand, up to the end of the element.
func (l *loose) bare() bool {
	start := l.pos
	for depth := 0; l.pos < len(l.text); l.pos++ {
		switch c := l.text[l.pos]; c {
		case '(', '<':
			depth++
		case '>':
			depth = max(depth-1, 0)
		case ')':
			if depth == 0 {
				return l.word(l.text[start:l.pos])
			}
			depth--
		case ',', '}', ']':
			if depth == 0 {
				return l.word(l.text[start:l.pos])
			}
		case '\n', '{':
			return l.word(l.text[start:l.pos])
		}
	}
	return false // an element without an end
}

func (l *loose) word(word []byte) bool {
	word = bytes.TrimRight(word, " \t\r")
	if len(word) == 0 {
		return false
	}
	number := word
	if last := word[len(word)-1]; last == 'n' || last == 'L' { // JavaScript's BigInt, Python 2's long
		number = word[:len(word)-1]
	}
	switch text := string(word); {
	case text == "true", text == "True", text == "TRUE":
		l.out = append(l.out, "true"...)
	case text == "false", text == "False", text == "FALSE":
		l.out = append(l.out, "false"...)
	case text == "null", text == "None", text == "nil", text == "NULL":
		l.out = append(l.out, "null"...)
	case isJSONNumber(number):
		l.out = append(l.out, number...)
	case word[0] >= '0' && word[0] <= '9' && len(word) <= maxValue: // a date of util.inspect
		l.out = append(l.out, '"')
		for _, c := range word {
			l.out = appendJSONByte(l.out, min(c, 0x7f))
		}
		l.out = append(l.out, '"')
	case l.call(word): // Decimal('19.90'), ObjectId("…")
	default: // undefined, [Object], <Buffer …>, datetime.datetime(2026, 11, 30)
		l.lost = true
		l.out = append(l.out, "null"...)
	}
	return true
}

// call reads what a constructor was called with, if that is one text.
func (l *loose) call(word []byte) bool {
	i := bytes.IndexByte(word, '(')
	if i <= 0 || len(word) < i+4 || word[len(word)-1] != ')' || word[i+1] != '\'' && word[i+1] != '"' {
		return false
	}
	in := loose{text: word, pos: i + 1, out: l.out}
	if !in.str() || in.pos != len(word)-1 {
		return false
	}
	l.out = in.out
	return true
}

func isJSONNumber(word []byte) bool {
	if len(word) == 0 || word[0] != '-' && (word[0] < '0' || word[0] > '9') {
		return false
	}
	s := jsonScanner{data: word}
	return s.number() == nil && s.pos == len(word)
}

func (l *loose) blanks() {
	for l.pos < len(l.text) {
		switch l.text[l.pos] {
		case ' ', '\t', '\n', '\r':
			l.pos++
		default:
			return
		}
	}
}
