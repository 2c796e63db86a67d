package profile

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

// A state has some sixty fields, and most states of a shop have the same paths. So the paths are kept once, as a shape, and
// a state is one row. Nor do most of its values differ from those of the state before: a row has the marks of all its fields, or it
// names an earlier row of the same shape that has, its base, and has only those that differ. View v_state_fields shows it field by field.

// fieldSize is how much is kept of a field's mark: see Field.
const fieldSize = 8

// mostRemembered is how many fields a state has at most that is remembered for its resource.
const mostRemembered = 256

// full is a row that has the marks of all of its fields.
type full struct {
	id     int64
	fields []byte
}

// resourceKey names what a state is one of, as far as the state itself tells.
type resourceKey struct {
	shape int64
	mark  Mark
}

func (i *Import) state(s *State) error {
	if s.Mark == (Mark{}) || i.stateIDs.get(s.Mark) != 0 {
		return nil // without the key there is nothing to compare
	}
	shape, err := i.shapeOf.of(i, s.Fields)
	if err != nil {
		return err
	}
	b := i.states
	id := b.take()
	b.int(id)
	b.mark(&s.Mark)
	if s.Stable == s.Mark {
		b.null()
	} else {
		b.mark(&s.Stable)
	}
	b.int(shape.id)
	b.null() // marks, of schema 2
	i.fields(shape, id, s.Fields)
	b.text(strings.Clone(s.Clear.Status))
	dates := [...]string{s.Clear.DateCreated, s.Clear.DateModified, s.Clear.DatePaid, s.Clear.DateCompleted}
	var seconds [len(dates)]int64
	for n, text := range dates {
		if seconds[n] = secondsOf(text); seconds[n] != 0 {
			text = ""
		}
		b.text(strings.Clone(text))
	}
	for _, n := range seconds {
		b.int(n)
	}
	b.text(strings.Clone(s.Clear.TransactionID))
	b.int(int64(s.Clear.LineItems))
	b.int(int64(s.Clear.Refunds))
	i.stateIDs.put(s.Mark, id)
	return b.end(i.ctx)
}

// fields writes the columns fields, base and changed. The bases that are tried are the last state of the same resource that has all fields,
// and the last of the same shape: an order's next state differs from the one before in little, and orders of one shop in not much more.
func (i *Import) fields(shape *shape, id int64, fields []Field) {
	b := i.states
	if len(fields) == 0 {
		b.null()
		b.null()
		b.null()
		return
	}
	all := b.keep(len(fields) * fieldSize)
	for n := range fields {
		copy(all[n*fieldSize:], fields[n].Mark[:fieldSize])
	}
	of := resourceKey{shape: shape.id}
	if shape.identity >= 0 {
		of.mark = fields[shape.identity].Mark
	}
	base := shape.last
	differ := differing(all, base.fields)
	if same := i.fullOf.get(of); differ > 0 {
		if other := differing(all, same.fields); other < differ {
			base, differ = same, other
		}
	}
	if 2*differ > len(fields) {
		shape.last = full{id, bytes.Clone(all)}
		if len(fields) <= mostRemembered {
			i.fullOf.put(of, shape.last)
		}
		b.put(all)
		b.null()
		b.null()
		return
	}
	changed := b.keep((len(fields) + 7) / 8)
	own := all[:0]
	for n := range fields {
		if mark := all[n*fieldSize:][:fieldSize]; !bytes.Equal(mark, base.fields[n*fieldSize:][:fieldSize]) {
			own = append(own, mark...)
			changed[n/8] |= 0x80 >> (n % 8)
		}
	}
	b.put(own)
	b.put(base.id)
	b.put(changed)
}

// differing counts the fields of which the marks are others. From nothing, more than all differ.
func differing(fields, base []byte) int {
	if len(base) == 0 {
		return len(fields)
	}
	n := 0
	for at := 0; at < len(fields); at += fieldSize {
		if binary.LittleEndian.Uint64(fields[at:]) != binary.LittleEndian.Uint64(base[at:]) {
			n++
		}
	}
	return n
}

// shapes reads the paths of every shape.
func (r reader) shapes() (map[int64][]string, error) {
	shapes := map[int64][]string{}
	paths := map[string]string{}
	err := r.stream("SELECT "+shapeColumns+" FROM shape ORDER BY id, position", nil, func(c *cells) (bool, error) {
		id, position, path := c.int(), c.int(), c.text()
		if c.err == nil && position != int64(len(shapes[id])) {
			c.err = fmt.Errorf("position %d is missing", len(shapes[id]))
		}
		if c.err != nil {
			return false, r.p.damaged("shape %d: %v", id, c.err)
		}
		if had, ok := paths[path]; ok {
			path = had
		} else {
			paths[path] = path
		}
		shapes[id] = append(shapes[id], path)
		return true, nil
	})
	for id := range shapes {
		shapes[id] = slices.Clip(shapes[id])
	}
	return shapes, err
}
