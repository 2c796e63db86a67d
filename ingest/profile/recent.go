package profile

// recent maps keys to row IDs and forgets those that were not asked for lately, so that a file of any size needs bounded
// memory. A key that was forgotten is stored once more, which costs a few bytes and changes nothing else.
type recent[K comparable] struct {
	limit    int
	now, old map[K]int64
}

func newRecent[K comparable](limit int) *recent[K] {
	return &recent[K]{limit: limit, now: map[K]int64{}}
}

// get returns the ID of a key, or 0.
func (r *recent[K]) get(key K) int64 {
	if id, ok := r.now[key]; ok {
		return id
	}
	id, ok := r.old[key]
	if ok {
		r.put(key, id)
	}
	return id
}

func (r *recent[K]) put(key K, id int64) {
	if len(r.now) >= r.limit {
		r.old, r.now = r.now, make(map[K]int64, r.limit)
	}
	r.now[key] = id
}
