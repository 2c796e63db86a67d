package analyze

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
