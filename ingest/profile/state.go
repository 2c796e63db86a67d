package profile

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
)

// A state has some sixty fields, and most states of a shop have the same paths. So the paths are kept once, as a shape, and
// a state is one row: its marks one after the other. View v_state_fields shows it field by field.

func (i *Import) state(s *State) error {
	if s.Mark == (Mark{}) || i.stateIDs.get(s.Mark) != 0 {
		return nil // without the key there is nothing to compare
	}
	shape, err := i.shape(s.Fields)
	if err != nil {
		return err
	}
	b := i.states
	id := b.take()
	b.int(id)
	b.mark(&s.Mark)
	b.mark(&s.Stable)
	b.int(shape)
	if shape == 0 {
		b.put(nil)
	} else {
		marks := make([]byte, 0, len(s.Fields)*len(Mark{}))
		for n := range s.Fields {
			marks = append(marks, s.Fields[n].Mark[:]...)
		}
		b.put(marks)
	}
	for _, text := range []string{
		s.Clear.Status, s.Clear.DateCreated, s.Clear.DateModified, s.Clear.DatePaid, s.Clear.DateCompleted, s.Clear.TransactionID,
	} {
		b.text(strings.Clone(text))
	}
	b.int(int64(s.Clear.LineItems))
	b.int(int64(s.Clear.Refunds))
	i.stateIDs.put(s.Mark, id)
	return b.end(i.ctx)
}

// shape returns the ID of the paths of fields, or 0 where there are none.
func (i *Import) shape(fields []Field) (int64, error) {
	if len(fields) == 0 {
		return 0, nil
	}
	var key []byte
	for n := range fields {
		key = binary.AppendUvarint(key, uint64(len(fields[n].Path))) // a path may hold any byte
		key = append(key, fields[n].Path...)
	}
	id := i.shapeIDs.get(string(key))
	if id != 0 {
		return id, nil
	}
	b := i.shapes
	id = b.take()
	for n := range fields {
		b.int(id)
		b.put(int64(n))
		b.put(strings.Clone(fields[n].Path))
		if err := b.end(i.ctx); err != nil {
			return 0, err
		}
	}
	i.shapeIDs.put(string(key), id)
	return id, nil
}

// States returns the states that observations name. Where two sources hold the same state it is there once.
func (p *Profile) States(ctx context.Context) (map[Mark]State, error) {
	all := map[Mark]State{}
	err := p.reading(ctx, func(r reader) error {
		shapes, err := r.shapes()
		if err != nil {
			return err
		}
		return r.stream("SELECT "+stateColumns+" FROM state ORDER BY id", nil, func(c *cells) (bool, error) {
			s, err := r.state(c, shapes)
			if err != nil {
				return false, err
			}
			all[s.Mark] = s
			return true, nil
		})
	})
	return all, err
}

func (r reader) state(c *cells, shapes map[int64][]string) (s State, err error) {
	id := c.int()
	c.bytes(s.Mark[:])
	c.bytes(s.Stable[:])
	shape := c.int()
	marks := c.blob()
	s.Clear = ClearFields{
		Status: c.text(), DateCreated: c.text(), DateModified: c.text(), DatePaid: c.text(), DateCompleted: c.text(),
		TransactionID: c.text(),
		LineItems:     int(c.between(math.MinInt, math.MaxInt)), Refunds: int(c.between(math.MinInt, math.MaxInt)),
	}
	if c.err != nil {
		return s, r.p.damaged("state %d: %v", id, c.err)
	}
	paths, known := shapes[shape]
	if shape != 0 && !known || len(marks) != len(paths)*len(Mark{}) {
		return s, r.p.damaged("state %d: %d bytes of marks do not fit the %d paths of shape %d", id, len(marks), len(paths), shape)
	}
	if len(paths) > 0 {
		s.Fields = make([]Field, len(paths))
	}
	for n, path := range paths {
		s.Fields[n].Path = path
		copy(s.Fields[n].Mark[:], marks[n*len(Mark{}):])
	}
	return s, nil
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
