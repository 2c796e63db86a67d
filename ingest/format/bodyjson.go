package format

import (
	"strings"
	"unicode/utf8"
)

// jsonTree is a JSON text as a flat list of nodes. It is strict about what RFC 8259 calls JSON, UTF-8 included, and keeps
// what encoding/json would smooth over: the text of numbers, lone surrogates, duplicate keys.
type jsonTree struct {
	raw     []byte
	nodes   []jsonNode
	decoded []byte // strings that had escapes
	at      int
}

const rootNode = 0

// jsonNode is one value. Strings are spans of raw between the quotes, or of decoded where esc is set.
type jsonNode struct {
	kind     byte // '{', '[', '"', '0' for a number, 't', 'f', 'n'
	esc      bool
	keyEsc   bool
	from, to int32
	keyFrom  int32
	keyTo    int32
	first    int32 // child, or -1
	next     int32 // sibling, or -1
	children int32
}

// parse reads raw and reports whether all of it is one JSON value within the limits.
func (t *jsonTree) parse(raw []byte) bool {
	t.raw, t.nodes, t.decoded, t.at = raw, t.nodes[:0], t.decoded[:0], 0
	if len(raw) > 1<<30 {
		return false
	}
	t.space()
	if t.value(0) < 0 {
		return false
	}
	t.space()
	return t.at == len(raw)
}

func (t *jsonTree) space() {
	for t.at < len(t.raw) {
		switch t.raw[t.at] {
		case ' ', '\n', '\t', '\r':
			t.at++
		default:
			return
		}
	}
}

// value reads one value and returns its node, or -1.
func (t *jsonTree) value(depth int) int32 {
	if t.at >= len(t.raw) || len(t.nodes) >= maxBodyNodes || depth > maxBodyDepth {
		return -1
	}
	n := int32(len(t.nodes))
	c := t.raw[t.at]
	t.nodes = append(t.nodes, jsonNode{kind: c, from: int32(t.at), first: -1, next: -1})
	ok := false
	switch c {
	case '{', '[':
		ok = t.container(n, depth)
	case '"':
		node := &t.nodes[n]
		node.from, node.to, node.esc, ok = t.str()
		return orNone(n, ok)
	case 't':
		ok = t.word("true")
	case 'f':
		ok = t.word("false")
	case 'n':
		ok = t.word("null")
	default:
		t.nodes[n].kind = '0'
		ok = t.number()
	}
	t.nodes[n].to = int32(t.at)
	return orNone(n, ok)
}

func orNone(n int32, ok bool) int32 {
	if ok {
		return n
	}
	return -1
}

// container reads the members of the object or array n.
func (t *jsonTree) container(n int32, depth int) bool {
	object := t.raw[t.at] == '{'
	end := t.raw[t.at] + 2 // '}' and ']' lie two behind
	t.at++
	t.space()
	if t.at < len(t.raw) && t.raw[t.at] == end {
		t.at++
		return true
	}
	last := int32(-1)
	for {
		var key jsonNode
		if object {
			if t.at >= len(t.raw) || t.raw[t.at] != '"' {
				return false
			}
			var ok bool
			if key.keyFrom, key.keyTo, key.keyEsc, ok = t.str(); !ok {
				return false
			}
			t.space()
			if t.at >= len(t.raw) || t.raw[t.at] != ':' {
				return false
			}
			t.at++
			t.space()
		}
		c := t.value(depth + 1)
		if c < 0 {
			return false
		}
		node := &t.nodes[c]
		node.keyFrom, node.keyTo, node.keyEsc = key.keyFrom, key.keyTo, key.keyEsc
		if last < 0 {
			t.nodes[n].first = c
		} else {
			t.nodes[last].next = c
		}
		last = c
		t.nodes[n].children++
		t.space()
		if t.at >= len(t.raw) {
			return false
		}
		switch t.raw[t.at] {
		case end:
			t.at++
			return true
		case ',':
			t.at++
			t.space()
		default:
			return false
		}
	}
}

func (t *jsonTree) word(w string) bool {
	if len(t.raw)-t.at < len(w) || string(t.raw[t.at:t.at+len(w)]) != w {
		return false
	}
	t.at += len(w)
	return true
}

func (t *jsonTree) number() bool {
	t.accept('-')
	if t.accept('0') { // no other digit may follow
	} else if !t.digits() {
		return false
	}
	if t.accept('.') && !t.digits() {
		return false
	}
	if t.accept('e') || t.accept('E') {
		if !t.accept('+') {
			t.accept('-')
		}
		return t.digits()
	}
	return true
}

func (t *jsonTree) accept(c byte) bool {
	if t.at < len(t.raw) && t.raw[t.at] == c {
		t.at++
		return true
	}
	return false
}

func (t *jsonTree) digits() bool {
	from := t.at
	for t.at < len(t.raw) && t.raw[t.at]-'0' <= 9 {
		t.at++
	}
	return t.at > from
}

// key returns the decoded key of a member.
func (t *jsonTree) key(n int32) []byte {
	node := &t.nodes[n]
	if node.keyEsc {
		return t.decoded[node.keyFrom:node.keyTo]
	}
	return t.raw[node.keyFrom:node.keyTo]
}

// text returns a string's decoded value, or the text of any other value without children.
func (t *jsonTree) text(n int) []byte {
	node := &t.nodes[n]
	if node.esc {
		return t.decoded[node.from:node.to]
	}
	return t.raw[node.from:node.to]
}

// appendLeaf appends the canonical form of a value without children.
func (t *jsonTree) appendLeaf(dst []byte, n int) []byte {
	switch node := &t.nodes[n]; node.kind {
	case '{':
		return append(dst, '{', '}')
	case '[':
		return append(dst, '[', ']')
	case '"':
		if !node.esc { // nothing in it that needs an escape
			dst = append(dst, '"')
			dst = append(dst, t.raw[node.from:node.to]...)
			return append(dst, '"')
		}
		return appendString(dst, t.text(n))
	}
	return append(dst, t.text(n)...)
}

// appendKey appends the canonical form of a member's key.
func (t *jsonTree) appendKey(dst []byte, n int32) []byte {
	if t.nodes[n].keyEsc {
		return appendString(dst, t.key(n))
	}
	return append(append(append(dst, '"'), t.key(n)...), '"')
}

// child returns the member of that name of an object, or -1.
func (t *jsonTree) child(n int, name string) int {
	if n < 0 || t.nodes[n].kind != '{' {
		return -1
	}
	for c := t.nodes[n].first; c >= 0; c = t.nodes[c].next {
		if string(t.key(c)) == name {
			return int(c)
		}
	}
	return -1
}

// find returns the node at a path such as data.object.id, or -1. Of items[], the only element is meant.
func (t *jsonTree) find(path string) int {
	n := rootNode
	for n >= 0 && path != "" {
		name, rest := path, ""
		if i := strings.IndexByte(path, '.'); i >= 0 {
			name, rest = path[:i], path[i+1:]
		}
		name, array := strings.CutSuffix(name, "[]")
		if n = t.child(n, name); n >= 0 && array {
			n = int(t.only(int32(n)))
		}
		path = rest
	}
	return n
}

// only returns the element of an array that has one, else -1.
func (t *jsonTree) only(n int32) int32 {
	if t.nodes[n].kind != '[' || t.nodes[n].children != 1 {
		return -1
	}
	return t.nodes[n].first
}

// scalar returns the text of a string or number of at most limit bytes, else "".
func (t *jsonTree) scalar(n, limit int) string {
	if k := t.nodes[n].kind; k != '"' && k != '0' {
		return ""
	}
	v := t.text(n)
	if len(v) > limit || !utf8.Valid(v) {
		return ""
	}
	return string(v)
}

// plain returns the text of a string, number, true or false, of at most limit bytes, else nil. It is good as long as the tree.
func (t *jsonTree) plain(n int32, limit int) []byte {
	switch t.nodes[n].kind {
	case '"', '0', 't', 'f':
		if v := t.text(int(n)); len(v) <= limit && utf8.Valid(v) {
			return v
		}
	}
	return nil
}

// length returns how many elements an array has; anything else has none.
func (t *jsonTree) length(n int) int {
	if t.nodes[n].kind != '[' {
		return 0
	}
	return int(t.nodes[n].children)
}

// short returns a short text or number at a path, or nil.
func (t *jsonTree) short(path string) []byte {
	if n := t.find(path); path != "" && n > rootNode {
		return t.plain(int32(n), maxHeaderValue)
	}
	return nil
}

// long returns a text at a path, however long, or nil.
func (t *jsonTree) long(path string) []byte {
	if n := t.find(path); n > rootNode && t.nodes[n].kind == '"' {
		return t.text(n)
	}
	return nil
}

// member returns a short text of an object, or "".
func (t *jsonTree) member(n int, name string) string {
	if c := t.child(n, name); c > rootNode {
		return t.scalar(c, maxHeaderValue)
	}
	return ""
}

// elements returns the elements of an array; anything else has none.
func (t *jsonTree) elements(n int) (all []int) {
	if n < 0 || t.nodes[n].kind != '[' {
		return nil
	}
	for c := t.nodes[n].first; c >= 0; c = t.nodes[c].next {
		all = append(all, int(c))
	}
	return all
}
