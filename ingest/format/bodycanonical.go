package format

import (
	"bytes"
	"slices"

	"github.com/webhookctl/webhookctl/ingest/provider"
)

// canonical writes the canonical form of the tree, noting where its fields and volatile parts lie. It reports false for
// duplicate keys.
func (s *bodyScratch) canonical(prov *provider.Provider) bool {
	s.text, s.path, s.paths, s.tooMany = s.text[:0], s.path[:0], s.paths[:0], false
	s.fields, s.volatile, s.order = s.fields[:0], s.volatile[:0], s.order[:0]
	s.volatilePaths, s.personalPaths = nil, nil
	s.counts = false
	if prov == nil {
		_, s.counts = s.eventForm()
	}
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
		base, written := len(s.order), false
		s.sortMembers(node)
		end := len(s.order)
		for i := base; i < end; i++ {
			from, key := len(s.text), s.tree.key(s.order[i])
			if i > base && bytes.Equal(key, s.tree.key(s.order[i-1])) {
				return false
			}
			if s.counts && len(s.path) == 0 && countsAttempts(key) {
				continue
			}
			if written {
				s.text = append(s.text, ',')
			}
			written = true
			s.text = append(s.tree.appendKey(s.text, s.order[i]), ':')
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

// sortMembers appends the members of an object to s.order in the order of their keys. Objects of one size mostly have the same
// keys in the same order, so the order that the last one of that size came to is tried first.
func (s *bodyScratch) sortMembers(node jsonNode) {
	base := len(s.order)
	for c := node.first; c >= 0; c = s.tree.nodes[c].next {
		s.order = append(s.order, c)
	}
	members := s.order[base:]
	byKey := func(x, y int32) int { return bytes.Compare(s.tree.key(x), s.tree.key(y)) }
	n := len(members)
	if n >= len(s.perms) {
		slices.SortFunc(members, byKey)
		return
	}
	s.members = append(s.members[:0], members...)
	if perm := s.perms[n]; perm != nil {
		for i, from := range perm {
			members[i] = s.members[from]
		}
		if slices.IsSortedFunc(members, byKey) {
			return
		}
	}
	perm := make([]uint8, n)
	for i := range perm {
		perm[i] = uint8(i)
	}
	slices.SortFunc(perm, func(x, y uint8) int { return byKey(s.members[x], s.members[y]) })
	for i, from := range perm {
		members[i] = s.members[from]
	}
	s.perms[n] = perm
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

// listed reports whether path is in list. The lists are short.
func listed(list []string, path []byte) bool {
	for _, l := range list {
		if l == string(path) {
			return true
		}
	}
	return false
}
