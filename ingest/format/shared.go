package format

// shared is what several formats want to know of one head, found out once.
type shared struct {
	head  []byte
	as    string
	known map[string]any
}

// Sharing returns the options for formats that look at the same head one after the other, in one goroutine. What the first of them finds
// out, the next need not. A Reader that is to be used should be opened without.
func (o Options) Sharing() Options {
	o.shared = &shared{}
	return o
}

// once finds something out about a head, unless that is known.
func once[T any](o Options, head []byte, what string, find func() T) T {
	s := o.shared
	if s == nil || len(head) == 0 {
		return find()
	}
	if len(s.head) != len(head) || &s.head[0] != &head[0] || s.as != o.As {
		*s = shared{head, o.As, map[string]any{}}
	}
	known := s.known // find may look at another head in between
	if v, ok := known[what]; ok {
		return *v.(*T)
	}
	v := find()
	known[what] = &v
	return v
}
