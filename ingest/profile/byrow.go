package profile

import (
	"database/sql/driver"
	"sort"
)

// ownedRows are the observations of a source, by its index.
type ownedRows struct {
	span
	source int
}

// single reads one row after the other.
type single struct {
	reader
	texts map[int64]string
	kinds map[int64]Observation
}

func (s *single) observation(id int64, owners []ownedRows) (o Observation, err error) {
	n := sort.Search(len(owners), func(n int) bool { return owners[n].first > id }) - 1
	if n < 0 || id > owners[n].last {
		return o, errTraceIndex
	}
	var kind int64
	if err := s.row("SELECT kind FROM observation WHERE id = ?", id, func(c *cells) { kind = c.int() }); err != nil {
		return o, err
	}
	if o, err = s.kind(kind); err != nil {
		return o, err
	}
	o.Source = owners[n].source
	var texts [textFields]int64
	err = s.row("SELECT "+observationColumns+" FROM observation WHERE id = ?", id, func(c *cells) {
		c.int()
		c.int()
		decodeObservation(c, &o, func(field int, text int64) { texts[field] = text })
	})
	for field, to := range o.Texts() {
		if err == nil && texts[field] != 0 {
			*to, err = s.text(texts[field])
		}
	}
	return o, err
}

func (s *single) kind(id int64) (o Observation, err error) {
	if o, ok := s.kinds[id]; ok {
		return o, nil
	}
	err = s.row("SELECT "+kindColumns+" FROM kind WHERE id = ?", id, func(c *cells) { _, o = decodeKind(c) })
	s.kinds[id] = o
	return o, err
}

func (s *single) text(id int64) (text string, err error) {
	if t, ok := s.texts[id]; ok {
		return t, nil
	}
	err = s.row("SELECT "+textColumns+" FROM text WHERE id = ?", id, func(c *cells) {
		c.int()
		text = c.text()
	})
	s.texts[id] = text
	return text, err
}

// row reads the one row that there is.
func (s *single) row(query string, id int64, read func(c *cells)) error {
	found := false
	err := s.stream(query, []driver.Value{id}, func(c *cells) (bool, error) {
		found = true
		read(c)
		return true, c.err
	})
	if err == nil && !found {
		return errTraceIndex
	}
	return err
}
