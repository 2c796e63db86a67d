package profile

import (
	"context"
	"encoding/binary"
	"errors"
	"iter"
	"maps"
	"math"
	"slices"
)

// States are the payload states that observations name, packed as the profile has them: of most that differ in little from one before,
// only how. Many goroutines may ask for them.
type States struct {
	rowStore
	textNumbers
	rows   map[Mark]uint32
	shapes [][]string // their paths
}

// States reads the states of the profile. Where two sources hold the same state it is there once. most is how many bytes of them stay
// in memory, as rowStore.Most; Close lets go of the file with the others.
func (p *Profile) States(ctx context.Context, most int64) (*States, error) {
	s := &States{rowStore: rowStore{Most: most}, rows: map[Mark]uint32{}}
	err := p.reading(ctx, func(r reader) error {
		entries, err := r.entries()
		if err == nil {
			err = p.unchanged(entries)
		}
		if err != nil {
			return err
		}
		all, err := r.shapes()
		if err != nil {
			return err
		}
		b := stateReader{States: s, r: r, shapes: map[int64]int{}, full: map[int64]fullRow{}}
		for _, id := range slices.Sorted(maps.Keys(all)) {
			b.shapes[id] = len(s.shapes)
			s.shapes = append(s.shapes, all[id])
		}
		return r.stream("SELECT "+stateColumns+" FROM state ORDER BY id", nil, b.row)
	})
	s.numbers = nil
	if err = errors.Join(err, s.complete()); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// stateReader packs the rows of table state.
type stateReader struct {
	*States
	r      reader
	shapes map[int64]int     // by ID
	full   map[int64]fullRow // rows that have all fields, by ID
	buf    []byte
}

type fullRow struct {
	row   uint32
	paths int
}

// The first byte of a packed state says what it has.
const (
	hasStable = 1 << iota
	hasShape
	hasBase
	hasClear
)

func (b *stateReader) row(c *cells) (bool, error) {
	var mark, stable Mark
	id := c.int()
	c.bytes(mark[:])
	c.bytes(stable[:])
	shape := c.int()
	old, own, base, changed := c.blob(), c.blob(), c.int(), c.blob()
	clear, some := b.clear(c)
	if c.err != nil {
		return false, b.r.p.damaged("state %d: %v", id, c.err)
	}
	n, known := b.shapes[shape]
	if shape != 0 && !known {
		return false, b.r.p.damaged("state %d: there is no shape %d", id, shape)
	}
	has := byte(0)
	row := b.buf[:0]
	if stable != (Mark{}) && stable != mark {
		has |= hasStable
		row = append(row, stable[:]...)
	}
	if some {
		has |= hasClear
		row = append(row, clear...)
	}
	if known && len(b.States.shapes[n]) > 0 {
		paths := len(b.States.shapes[n])
		has |= hasShape
		row = binary.AppendUvarint(row, uint64(n))
		marks := paths
		if base != 0 {
			of, there := b.full[base]
			if !there || of.paths != paths || len(changed) != (paths+7)/8 {
				return false, b.r.p.damaged("state %d: state %d before it has other fields", id, base)
			}
			has |= hasBase
			row = append(binary.AppendUvarint(row, uint64(of.row)), changed...)
			marks = 0
			for n := range paths {
				marks += int(changed[n/8] >> (7 - n%8) & 1)
			}
		} else {
			b.full[id] = fullRow{uint32(len(b.starts)), paths}
		}
		size := fieldSize
		if own == nil {
			own, size = old, len(Mark{})
		}
		if len(own) != marks*size {
			return false, b.r.p.damaged("state %d: its marks do not fit the %d paths of shape %d", id, paths, shape)
		}
		for ; len(own) > 0; own = own[size:] {
			row = append(row, own[:fieldSize]...)
		}
	}
	b.buf = row
	if _, had := b.rows[mark]; !had || has&(hasShape|hasBase) == hasShape { // another may be based on it
		if !had {
			b.rows[mark] = uint32(len(b.starts))
		}
		b.add([]byte{has}, row)
	}
	return true, nil
}

// clear packs the columns of ClearFields. some tells whether any says something.
func (b *stateReader) clear(c *cells) (packed []byte, some bool) {
	var buf [10 * binary.MaxVarintLen64]byte
	packed = buf[:0]
	status := c.text()
	dates := [...]string{c.text(), c.text(), c.text(), c.text()}
	packed = binary.AppendUvarint(packed, uint64(b.number(status)))
	some = status != ""
	for _, text := range dates { // a text is an odd number
		v := c.between(math.MinInt64/2, math.MaxInt64/2) * 2
		if v == 0 && text != "" {
			v = int64(b.number(text))*2 + 1
		}
		packed = binary.AppendVarint(packed, v)
		some = some || v != 0
	}
	transaction := c.text()
	items, refunds := c.between(math.MinInt, math.MaxInt), c.between(math.MinInt, math.MaxInt)
	packed = binary.AppendUvarint(packed, uint64(b.number(transaction)))
	packed = binary.AppendVarint(binary.AppendVarint(packed, items), refunds)
	return packed, some || transaction != "" || items != 0 || refunds != 0
}

// stateRow is a row, and what of it is still to be read.
type stateRow struct {
	has  byte
	rest []byte
}

func (s *States) at(i uint32, buf []byte) stateRow {
	row := s.row(int(i), buf)
	if len(row) == 0 {
		return stateRow{}
	}
	return stateRow{row[0], row[1:]}
}

func (p *stateRow) uvarint() uint64 {
	v, n := binary.Uvarint(p.rest)
	p.rest = p.rest[n:]
	return v
}

func (p *stateRow) varint() int64 {
	v, n := binary.Varint(p.rest)
	p.rest = p.rest[n:]
	return v
}

// Get returns a state without its fields.
func (s *States) Get(m Mark) (State, bool) {
	i, ok := s.rows[m]
	if !ok {
		return State{}, false
	}
	var buf [1 << 10]byte
	state, _ := s.read(m, s.at(i, buf[:0]))
	return state, true
}

// Stable returns the Stable of a state.
func (s *States) Stable(m Mark) (stable Mark, ok bool) {
	i, ok := s.rows[m]
	if !ok {
		return m, false
	}
	var buf [1 << 10]byte
	if p := s.at(i, buf[:0]); p.has&hasStable != 0 {
		copy(stable[:], p.rest)
		return stable, true
	}
	return m, true
}

// read reads all up to the fields, which it returns the row before.
func (s *States) read(m Mark, p stateRow) (State, stateRow) {
	state := State{Mark: m, Stable: m}
	if p.has&hasStable != 0 {
		p.rest = p.rest[copy(state.Stable[:], p.rest):]
	}
	if p.has&hasClear != 0 {
		c := &state.Clear
		c.Status = s.texts[p.uvarint()]
		for _, text := range []*string{&c.DateCreated, &c.DateModified, &c.DatePaid, &c.DateCompleted} {
			switch v := p.varint(); {
			case v&1 != 0:
				*text = s.texts[v>>1]
			case v != 0:
				*text = dateOf(v / 2)
			}
		}
		c.TransactionID = s.texts[p.uvarint()]
		c.LineItems, c.Refunds = int(p.varint()), int(p.varint())
	}
	return state, p
}

// Fields returns the fields of a state, in path order.
func (s *States) Fields(m Mark) []Field {
	i, ok := s.rows[m]
	if !ok {
		return nil
	}
	return s.fields(i)
}

func (s *States) fields(i uint32) []Field {
	var buf [1 << 10]byte
	_, p := s.read(Mark{}, s.at(i, buf[:0]))
	if p.has&hasShape == 0 {
		return nil
	}
	paths := s.shapes[p.uvarint()]
	var all []Field
	var changed []byte
	if p.has&hasBase != 0 {
		all = s.fields(uint32(p.uvarint()))
		if len(all) != len(paths) { // the file failed
			return nil
		}
		changed, p.rest = p.rest[:(len(paths)+7)/8], p.rest[(len(paths)+7)/8:]
	} else {
		all = make([]Field, len(paths))
	}
	for n, path := range paths {
		all[n].Path = path
		if changed == nil || changed[n/8]&(0x80>>(n%8)) != 0 {
			p.rest = p.rest[copy(all[n].Mark[:fieldSize], p.rest):]
		}
	}
	return all
}

// All gives each state, without its fields, in the order of their marks.
func (s *States) All() iter.Seq[State] {
	return func(yield func(State) bool) {
		for _, m := range slices.SortedFunc(maps.Keys(s.rows), compareMarks) {
			if state, _ := s.Get(m); !yield(state) {
				return
			}
		}
	}
}
