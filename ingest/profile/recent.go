package profile

// recent maps keys to row IDs, or what else is known of rows, and forgets those that were not asked for lately, so that a file of any size
// needs bounded memory. A key that was forgotten is stored once more, which costs a few bytes and changes nothing else.
type recent[K comparable, V any] struct {
	limit    int
	now, old map[K]V
}

func newRecent[K comparable, V any](limit int) *recent[K, V] {
	return &recent[K, V]{limit: limit, now: map[K]V{}}
}

// get returns what a key stands for, or nothing.
func (r *recent[K, V]) get(key K) (v V) {
	if v, ok := r.now[key]; ok {
		return v
	}
	v, ok := r.old[key]
	if ok {
		r.put(key, v)
	}
	return v
}

func (r *recent[K, V]) put(key K, v V) {
	if len(r.now) >= r.limit {
		r.old, r.now = r.now, make(map[K]V, r.limit)
	}
	r.now[key] = v
}
