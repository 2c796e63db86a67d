package format

import (
	"strconv"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// pushKey appends a key to the path and returns the length to go back to. A path is kept as readable text, so a key that
// does not look like a programmer's name (an e-mail address, a number, a sentence) is replaced by a keyed hash.
func (s *bodyScratch) pushKey(key []byte) int {
	back := s.dot()
	known := &s.plain[keyHash(key)*0x9e3779b97f4a7c15>>56]
	if string(*known) == string(key) && len(key) > 0 {
		s.path = append(s.path, key...)
		return back
	}
	if _, secret := findKey(string(key), false); secret == 0 && plainKey(key) {
		*known = append((*known)[:0], key...)
		s.path = append(s.path, key...)
		return back
	}
	mark := s.marker.Mark(profile.HiddenDomain, key)
	s.path = append(s.path, profile.Hidden(mark)...)
	return back
}

// plainKey accepts _links, first_name, eventCode, X-Request-Id; not 17, a.b, erika@example.test.
func plainKey(key []byte) bool {
	if len(key) == 0 || len(key) > 64 {
		return false
	}
	for i, c := range key {
		switch {
		case c == '_', c|0x20 >= 'a' && c|0x20 <= 'z':
		case i > 0 && (c == '-' || c >= '0' && c <= '9'):
		default:
			return false
		}
	}
	return true
}

// pushIndex appends an array index to the path and returns the length to go back to.
func (s *bodyScratch) pushIndex(i int) int {
	back := s.dot()
	s.path = strconv.AppendInt(s.path, int64(i), 10)
	return back
}

func (s *bodyScratch) dot() int {
	back := len(s.path)
	if back > 0 {
		s.path = append(s.path, '.')
	}
	return back
}

// pathNames holds the paths of fields as strings: the same one each time for as long as there are not too many.
type pathNames struct {
	last []string // of the body before, by their positions: this one mostly has the same
	all  map[string]string
}

const knownPaths = 1 << 13

// at returns the path of the field at a position.
func (n *pathNames) at(position int, path []byte) string {
	if position < len(n.last) {
		if n.last[position] != string(path) {
			n.last[position] = n.of(path)
		}
		return n.last[position]
	}
	s := n.of(path)
	if position == len(n.last) {
		n.last = append(n.last, s)
	}
	return s
}

func (n *pathNames) of(path []byte) string {
	if s, ok := n.all[string(path)]; ok {
		return s
	}
	if n.all == nil || len(n.all) >= knownPaths {
		n.all = make(map[string]string)
	}
	s := string(path)
	n.all[s] = s
	return s
}
