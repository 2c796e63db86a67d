package analyze

import "sync"

// union is the usual union-find; the smaller index is the root, so that results do not depend on the order of joins.
type union struct{ parent []int32 }

func newUnion(n int) *union {
	u := &union{parent: make([]int32, n)}
	for i := range u.parent {
		u.parent[i] = int32(i)
	}
	return u
}

func (u *union) find(i int) int {
	at := int32(i)
	for u.parent[at] != at {
		u.parent[at] = u.parent[u.parent[at]]
		at = u.parent[at]
	}
	return int(at)
}

// firstMaps tell which record was the first to have an identifier. They are used again and again, since a piece fills some twenty of them.
var firstMaps = sync.Pool{New: func() any { return map[ident]int{} }}

// firsts gives an empty map, and what is to be called when it is no longer used.
func firsts() (first map[ident]int, done func()) {
	first = firstMaps.Get().(map[ident]int)
	return first, func() {
		if len(first) <= 4*PieceSize { // a huge one takes long to be cleared
			clear(first)
			firstMaps.Put(first)
		}
	}
}

// joinBy joins i with the first that had one of these identifiers.
func (u *union) joinBy(first map[ident]int, i int, ks ...ident) {
	for _, k := range ks {
		if j, ok := first[k]; ok {
			u.join(i, j)
		} else {
			first[k] = i
		}
	}
}

func (u *union) join(i, j int) {
	i, j = u.find(i), u.find(j)
	if i > j {
		i, j = j, i
	}
	u.parent[j] = int32(i)
}
