package format

// jsonScanner reads one JSON value in one pass: it checks all of it, allocates nothing for ordinary input, and hands every
// part that its visitor cares for to it as the bytes that stand in the line.
//
// The grammar is RFC 8259, in UTF-8, with three things refused that encoding/json lets pass: bytes that are not UTF-8, one
// key twice in one object (readers disagree on which counts, so neither can be evidence), and nesting below maxDepth.
// A lone surrogate escape ("\ud800") is let pass and reads as U+FFFD, as encoding/json reads it.
type jsonScanner struct {
	data     []byte
	pos      int
	depth    int
	maxDepth int
	visitor  jsonVisitor
	server   bool      // Apache's escapes that are none of JSON's, \xNN and \v, are let pass as well
	keys     []seenKey // of the objects that are open, the innermost last
	index    map[indexedKey]struct{}
}

// jsonVisitor is told what a scanner meets. The bytes that it is handed are good until it returns.
type jsonVisitor interface {
	// open is called at the start of an object or array, with its key, which is nil in arrays. On false, what is inside is
	// checked and not visited.
	open(key []byte, array bool) bool
	// close is called at its end, whatever open returned, with all of its bytes.
	close(raw []byte)
	// leaf is called for everything else.
	leaf(key []byte, value jsonValue)
}

// jsonValue is a string, a number, true, false or null.
type jsonValue struct {
	raw     []byte // a string without its quotes, and with its escapes
	kind    jsonKind
	escaped bool // there are escapes in it
}

type jsonKind byte

const (
	jsonNone jsonKind = iota
	jsonString
	jsonNumber
	jsonTrue
	jsonFalse
	jsonNull
)

// jsonError is what is wrong with a JSON text, and at which byte of it.
type jsonError struct {
	at     int // 0-based
	reason string
}

func (e *jsonError) Error() string { return e.reason }

func (s *jsonScanner) reset(data []byte, maxDepth int, v jsonVisitor) {
	s.data, s.pos, s.depth, s.maxDepth, s.visitor = data, 0, 0, maxDepth, v
	s.keys = s.keys[:0]
	clear(s.index)
}

// scan reads data, which must be one JSON value and nothing more but white space.
func (s *jsonScanner) scan(data []byte, maxDepth int, v jsonVisitor) error {
	s.reset(data, maxDepth, v)
	s.space()
	if err := s.value(nil, v != nil); err != nil {
		return err
	}
	if s.space(); s.pos < len(data) {
		return s.fail("%q after the end of the value", s.here())
	}
	return nil
}

func (s *jsonScanner) value(key []byte, visit bool) error {
	if s.pos >= len(s.data) {
		return s.fail("the line ends where a value is due")
	}
	start, v := s.pos, jsonValue{}
	switch c := s.data[start]; {
	case c == '{' || c == '[':
		return s.nested(key, visit, c == '[')
	case c == '"':
		escaped, err := s.str()
		if err != nil {
			return err
		}
		v = jsonValue{s.data[start+1 : s.pos-1], jsonString, escaped}
	case c == '-' || '0' <= c && c <= '9':
		if err := s.number(); err != nil {
			return err
		}
		v = jsonValue{s.data[start:s.pos], jsonNumber, false}
	case s.word("true"):
		v = jsonValue{s.data[start:s.pos], jsonTrue, false}
	case s.word("false"):
		v = jsonValue{s.data[start:s.pos], jsonFalse, false}
	case s.word("null"):
		v = jsonValue{s.data[start:s.pos], jsonNull, false}
	default:
		return s.fail("%q where a value is due", s.here())
	}
	if visit {
		s.visitor.leaf(key, v)
	}
	return nil
}

func (s *jsonScanner) nested(key []byte, visit, array bool) error {
	if s.depth++; s.depth > s.maxDepth {
		return s.fail("nested deeper than %d levels", s.maxDepth)
	}
	start := s.pos
	inside := visit && s.visitor.open(key, array)
	s.pos++
	var err error
	if array {
		err = s.elements(inside)
	} else {
		err = s.members(inside)
	}
	if err != nil {
		return err
	}
	s.depth--
	if visit {
		s.visitor.close(s.data[start:s.pos])
	}
	return nil
}

func (s *jsonScanner) elements(visit bool) error {
	if s.space(); s.next(']') {
		return nil
	}
	for {
		s.space()
		if err := s.value(nil, visit); err != nil {
			return err
		}
		if s.space(); s.next(']') {
			return nil
		}
		if !s.next(',') {
			return s.fail("%s where a comma or ] is due", s.found())
		}
	}
}

func (s *jsonScanner) members(visit bool) error {
	first := len(s.keys)
	if s.space(); s.next('}') {
		return nil
	}
	for {
		s.space()
		start := s.pos
		if start >= len(s.data) || s.data[start] != '"' {
			return s.fail("%s where a key in quotes is due", s.found())
		}
		escaped, err := s.str()
		if err != nil {
			return err
		}
		key := s.data[start+1 : s.pos-1]
		if escaped {
			key = unescapeJSON(nil, key) // rare enough to be paid for
		}
		if s.again(first, key) {
			s.pos = start
			return s.fail("the key %q stands twice in one object", shownKey(key))
		}
		if s.space(); !s.next(':') {
			return s.fail("%s where a colon is due", s.found())
		}
		s.space()
		if err := s.value(key, visit); err != nil {
			return err
		}
		if s.space(); s.next('}') {
			s.forget(first)
			return nil
		}
		if !s.next(',') {
			return s.fail("%s where a comma or } is due", s.found())
		}
	}
}
