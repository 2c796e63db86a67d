package profile

import "hash/maphash"

// textIDs maps texts to row IDs, and as recent forgets those that were not asked for lately. It is one for texts alone since an import asks
// it for several of each record: it has no pointers, which the garbage collector would follow, and no copy of a text beside another.
type textIDs struct {
	limit    int // texts
	seed     maphash.Seed
	now, old textTable
}

// textTable is an open hash table; an id of 0 is an empty slot.
type textTable struct {
	slots []textSlot
	n     int
	bytes []byte // of all texts, one after the other
}

type textSlot struct {
	hash     uint32
	from, to uint32 // of bytes
	id       uint32
}

// mostTextBytes is from how many bytes on as many texts are enough, however few they are.
const mostTextBytes = 16 << 20

func newTextIDs(limit int) *textIDs { return &textIDs{limit: limit, seed: maphash.MakeSeed()} }

// get returns the ID of a text, or 0. The hash is for put.
func (t *textIDs) get(s string) (id int64, hash uint32) {
	hash = uint32(maphash.String(t.seed, s))
	if id := t.now.get(s, hash); id != 0 {
		return int64(id), hash
	}
	if id := t.old.get(s, hash); id != 0 {
		t.put(s, hash, int64(id))
		return int64(id), hash
	}
	return 0, hash
}

// put remembers a text of which get has said 0. IDs beyond 2^32 are not remembered.
func (t *textIDs) put(s string, hash uint32, id int64) {
	if t.now.n >= t.limit || len(t.now.bytes) >= mostTextBytes {
		t.now, t.old = textTable{slots: t.old.slots, bytes: t.old.bytes[:0]}, t.now
		clear(t.now.slots)
	}
	if id>>32 == 0 && len(s) < mostTextBytes {
		t.now.put(s, hash, uint32(id))
	}
}

func (t *textTable) get(s string, hash uint32) uint32 {
	if len(t.slots) == 0 {
		return 0
	}
	mask := uint32(len(t.slots) - 1)
	for at := hash & mask; ; at = (at + 1) & mask {
		slot := &t.slots[at]
		if slot.id == 0 || slot.hash == hash && string(t.bytes[slot.from:slot.to]) == s {
			return slot.id
		}
	}
}

func (t *textTable) put(s string, hash, id uint32) {
	if 2*t.n >= len(t.slots) {
		t.grow()
	}
	from := uint32(len(t.bytes))
	t.bytes = append(t.bytes, s...)
	t.set(textSlot{hash, from, uint32(len(t.bytes)), id})
	t.n++
}

func (t *textTable) set(s textSlot) {
	mask := uint32(len(t.slots) - 1)
	at := s.hash & mask
	for t.slots[at].id != 0 {
		at = (at + 1) & mask
	}
	t.slots[at] = s
}

func (t *textTable) grow() {
	const first = 1 << 8
	had := t.slots
	t.slots = make([]textSlot, max(first, 2*len(had)))
	for _, s := range had {
		if s.id != 0 {
			t.set(s)
		}
	}
}
