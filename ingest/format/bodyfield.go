package format

import (
	"hash/maphash"
	"strconv"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// pushKey appends a key to the path and returns the length to go back to. A path is kept as readable text, so a key that
// does not look like a programmer's name (an e-mail address, a number, a sentence) is replaced by a keyed hash.
func (s *bodyScratch) pushKey(key []byte) int {
	back := s.dot()
	if _, secret := findKey(string(key), false); secret == 0 && plainKey(key) {
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

// fieldCache remembers marks of short values: in one shop's payloads most fields say the same every time ("EUR", "0.00").
// It belongs to one marker at a time, which it knows by what that makes of a fixed text. (An empty one would not do: its mark is
// the zero Mark under every key.)
type fieldCache struct {
	owner profile.Mark
	seed  maphash.Seed
	slots []fieldSlot
	paths map[string]string
}

type fieldSlot struct {
	field profile.Field
	n     uint8
	key   [79]byte // path, NUL, value
}

const (
	fieldSlots = 1 << 12
	knownPaths = 1 << 13
)

// use prepares the cache for marks by m.
func (c *fieldCache) use(m Marker) {
	if owner := m.Mark("cache", []byte("owner")); c.slots == nil || owner != c.owner {
		c.owner, c.seed, c.slots = owner, maphash.MakeSeed(), make([]fieldSlot, fieldSlots)
	}
}

// field returns the field whose path are the first n bytes of key, marked as m.Mark("field", key).
func (c *fieldCache) field(m Marker, key []byte, n int) profile.Field {
	if len(key) > len(fieldSlot{}.key) {
		return profile.Field{Path: c.path(key[:n]), Mark: m.Mark("field", key)}
	}
	slot := &c.slots[maphash.Bytes(c.seed, key)%fieldSlots]
	if string(slot.key[:slot.n]) != string(key) {
		slot.field = profile.Field{Path: c.path(key[:n]), Mark: m.Mark("field", key)}
		slot.n = uint8(copy(slot.key[:], key))
	}
	return slot.field
}

// path returns p as a string, the same one each time for as long as there are not too many.
func (c *fieldCache) path(p []byte) string {
	if s, ok := c.paths[string(p)]; ok {
		return s
	}
	if c.paths == nil || len(c.paths) >= knownPaths {
		c.paths = make(map[string]string)
	}
	s := string(p)
	c.paths[s] = s
	return s
}
