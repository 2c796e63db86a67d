package format

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"slices"
	"strings"
	"sync"

	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/ingest/provider"
)

// Limits of what is read out of one body. Beyond them the hash of its bytes stays, and says less.
const (
	maxBodyDepth  = 200     // deeper nesting: no state
	maxBodyNodes  = 1 << 18 // more values, 256 Ki: no state
	maxBodyFields = 4096    // more fields: only the marks of the whole
	maxClear      = 128     // bytes of a field that is kept readable; a longer one is no status or date
	recentStates  = 256     // how far back a state is looked for before it is written once more
)

// body turns the bytes of a request's body into evidence that o and b can keep: hashes, marks, and the clear fields.
// Nothing else of the text leaves it. An empty body is no evidence. prov may be nil.
//
// A body is a state only if it is a JSON object or array without duplicate keys. Numbers count as their text, strings as
// the characters that they spell, and the order of keys not at all.
func (b *Batch) body(o *profile.Observation, raw []byte, prov *provider.Provider) {
	if len(raw) == 0 {
		return
	}
	o.Body = sha256.Sum256(raw)
	o.BodySize = int64(len(raw))
	if c := bytes.TrimLeft(raw, " \t\r\n"); len(c) == 0 || c[0] != '{' && c[0] != '[' {
		return
	}
	s := bodyScratches.Get().(*bodyScratch)
	s.marker = b.Marker
	if s.tree.parse(raw) && s.canonical(prov) {
		b.state(o, s, prov)
	}
	s.marker = nil
	if cap(s.tree.nodes) <= 1<<14 && cap(s.text) <= 1<<20 { // one huge body must not be paid for ever after
		bodyScratches.Put(s)
	}
}

// state fills what the canonical form in s says into o, and adds the state to b unless it was just added.
func (b *Batch) state(o *profile.Observation, s *bodyScratch, prov *provider.Provider) {
	o.State = b.Marker.Mark("state", s.text)
	base := rootNode
	if prov != nil && prov.ResourceID != nil {
		path := prov.ResourceID(o.Topic)
		if id := s.tree.find(path); id >= 0 {
			o.ResourceID = s.tree.scalar(id, maxClear)
		}
		if i := strings.LastIndexByte(path, '.'); i >= 0 {
			base = s.tree.find(path[:i])
		}
	}
	clear := s.clearFields(base)
	o.Status = clear.Status

	recent := b.States[max(0, len(b.States)-recentStates):]
	for i := range recent {
		if recent[i].Mark == o.State {
			return
		}
	}
	st := profile.State{Mark: o.State, Stable: o.State, Clear: clear}
	if len(s.volatile) > 0 {
		st.Stable = b.Marker.Mark("state", s.stable())
	}
	st.Fields = s.fieldMarks(b.Marker)
	b.States = append(b.States, st)
}

// bodyScratch is the memory in which one body after the other is worked on.
type bodyScratch struct {
	tree     jsonTree
	text     []byte // canonical form
	marker   Marker
	path     []byte // while walking
	paths    []byte // of the fields, one after the other
	fields   []fieldSpan
	tooMany  bool
	volatile []span // of text, in order, none inside another
	order    []int32
	known    fieldCache
	buf      []byte

	volatilePaths, personalPaths []string
}

type span struct{ from, to int }

type fieldSpan struct{ path, value span }

var bodyScratches = sync.Pool{New: func() any { return new(bodyScratch) }}

// canonical writes the canonical form of the tree, noting where its fields and volatile parts lie. It reports false for
// duplicate keys.
func (s *bodyScratch) canonical(prov *provider.Provider) bool {
	s.text, s.path, s.paths, s.tooMany = s.text[:0], s.path[:0], s.paths[:0], false
	s.fields, s.volatile, s.order = s.fields[:0], s.volatile[:0], s.order[:0]
	s.volatilePaths, s.personalPaths = nil, nil
	if prov != nil {
		s.volatilePaths, s.personalPaths = prov.Volatile, prov.Personal
	}
	return s.write(rootNode, false)
}

// write appends node n. whole tells that n is, or lies inside, a field that is hashed as one.
func (s *bodyScratch) write(n int, whole bool) bool {
	node := s.tree.nodes[n]
	switch {
	case node.first < 0:
		s.text = s.tree.appendLeaf(s.text, n)
	case node.kind == '[':
		s.text = append(s.text, '[')
		for c, i := node.first, 0; c >= 0; c, i = s.tree.nodes[c].next, i+1 {
			from := len(s.text)
			if i > 0 {
				s.text = append(s.text, ',')
			}
			back := s.pushIndex(i)
			if !s.member(int(c), from, whole) {
				return false
			}
			s.path = s.path[:back]
		}
		s.text = append(s.text, ']')
	default:
		s.text = append(s.text, '{')
		base := len(s.order)
		for c := node.first; c >= 0; c = s.tree.nodes[c].next {
			s.order = append(s.order, c)
		}
		end := len(s.order)
		slices.SortFunc(s.order[base:], func(x, y int32) int { return bytes.Compare(s.tree.key(x), s.tree.key(y)) })
		for i := base; i < end; i++ {
			from, key := len(s.text), s.tree.key(s.order[i])
			if i > base {
				if bytes.Equal(key, s.tree.key(s.order[i-1])) {
					return false
				}
				s.text = append(s.text, ',')
			}
			s.text = append(appendString(s.text, key), ':')
			back := s.pushKey(key)
			if !s.member(int(s.order[i]), from, whole) {
				return false
			}
			s.path = s.path[:back]
		}
		s.order = s.order[:base]
		s.text = append(s.text, '}')
	}
	return true
}

// member writes the child c at s.path, whose text, with comma and key, starts at from.
func (s *bodyScratch) member(c, from int, whole bool) bool {
	value, outside := len(s.text), len(s.volatile)
	field := !whole && (s.tree.nodes[c].first < 0 || listed(s.personalPaths, s.path))
	if !s.write(c, whole || field) {
		return false
	}
	if field {
		s.field(span{value, len(s.text)})
	}
	if !whole && listed(s.volatilePaths, s.path) {
		s.volatile = append(s.volatile[:outside], span{from, len(s.text)})
	}
	return true
}

func (s *bodyScratch) field(value span) {
	if len(s.fields) == maxBodyFields {
		s.tooMany = true
		return
	}
	from := len(s.paths)
	s.paths = append(s.paths, s.path...)
	s.fields = append(s.fields, fieldSpan{span{from, len(s.paths)}, value})
}

// stable returns the canonical form without its volatile members. A member goes with the comma before it, or, where it is
// the first, with the one behind: an object without the member gives the same text as one that never had it.
func (s *bodyScratch) stable() []byte {
	s.buf = s.buf[:0]
	at, first := 0, false
	for _, v := range s.volatile {
		if v.from >= at { // else the comma of this member went with the first one
			s.buf = append(s.buf, s.text[at:v.from]...)
			first = s.text[v.from] != ','
		}
		at = v.to
		if first && s.text[at] == ',' {
			at++
		}
	}
	s.buf = append(s.buf, s.text[at:]...)
	return s.buf
}

// fieldMarks returns the marks of the fields in path order, or none if there are too many.
func (s *bodyScratch) fieldMarks(m Marker) []profile.Field {
	if s.tooMany {
		return nil
	}
	s.known.use(m)
	out := make([]profile.Field, len(s.fields))
	for i, f := range s.fields {
		path, value := s.paths[f.path.from:f.path.to], s.text[f.value.from:f.value.to]
		s.buf = append(append(append(s.buf[:0], path...), 0), value...)
		out[i] = profile.Field{Path: s.known.path(path), Mark: s.known.mark(m, s.buf)}
	}
	byPath := func(x, y profile.Field) int { return cmp.Compare(x.Path, y.Path) }
	if !slices.IsSortedFunc(out, byPath) {
		slices.SortStableFunc(out, byPath)
	}
	return out
}

// clearFields reads the fields that stay readable from the object at base.
func (s *bodyScratch) clearFields(base int) profile.ClearFields {
	var c profile.ClearFields
	if base < 0 || s.tree.nodes[base].kind != '{' {
		return c
	}
	text := func(names ...string) string {
		for _, name := range names {
			if n := s.tree.child(base, name); n >= 0 {
				if v := s.tree.scalar(n, maxClear); v != "" {
					return v
				}
			}
		}
		return ""
	}
	c.Status = text("status")
	c.DateCreated = text("date_created_gmt", "date_created")
	c.DateModified = text("date_modified_gmt", "date_modified")
	c.DatePaid = text("date_paid_gmt", "date_paid")
	c.DateCompleted = text("date_completed_gmt", "date_completed")
	c.TransactionID = text("transaction_id")
	c.LineItems = s.tree.length(s.tree.child(base, "line_items"))
	c.Refunds = s.tree.length(s.tree.child(base, "refunds"))
	return c
}

// listed reports whether path is in list. The lists are short.
func listed(list []string, path []byte) bool {
	for _, l := range list {
		if l == string(path) {
			return true
		}
	}
	return false
}
