package profile

import (
	"context"
	"errors"
	"iter"
	"math"
	"slices"
)

// errStop ends a walk whose caller has seen enough.
var errStop = errors.New("stop")

// Observations walks all observations: by source, within one by offset, at one offset in the order in which they were
// added. Equal strings share their memory. An error is the last thing that it yields. Other methods may be called within
// the loop, but writing to the profile there waits for the loop's end, in vain.
func (p *Profile) Observations(ctx context.Context) iter.Seq2[Observation, error] {
	return func(yield func(Observation, error) bool) {
		err := p.reading(ctx, func(r reader) error {
			entries, err := r.entries()
			if err != nil {
				return err
			}
			if err := p.unchanged(entries); err != nil {
				return err
			}
			shared := map[string]string{}
			for index, e := range entries {
				if err := r.observations(index, e, shared, yield); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil && !errors.Is(err, errStop) {
			yield(Observation{}, err)
		}
	}
}

func (r reader) observations(index int, e entry, shared map[string]string, yield func(Observation, error) bool) error {
	texts, err := r.texts(e.id, shared)
	if err != nil {
		return err
	}
	kinds, err := r.kinds(e.id, index, shared)
	if err != nil {
		return err
	}
	order := "id"
	if !e.sorted {
		order = "offset, id" // NULL, which is 0, comes first
	}

	query := "SELECT " + observationColumns + " FROM observation WHERE id BETWEEN ? AND ? ORDER BY " + order
	var last int64
	return r.eachSpan(e.id, "observation", query, func(c *cells) (bool, error) {
		id, kind := c.int(), c.int()
		of := kinds.at(kind)
		if c.err != nil || of == nil {
			return false, r.p.damaged("observation %d: there is no kind %d", id, kind)
		}
		o := *of
		decodeObservation(c, &o, func(id int64) string {
			if id == 0 {
				return ""
			}
			text := texts.at(id)
			if text == nil {
				c.wrong("names text %d, which is not there", id)
				return ""
			}
			return *text
		})
		if c.err == nil && o.Offset < last {
			c.wrong("is out of order")
		}
		if c.err != nil {
			return false, r.p.damaged("observation %d: %v", id, c.err)
		}
		last = o.Offset
		if !yield(o, nil) {
			return false, errStop
		}
		return true, nil
	})
}

// run is what rows with consecutive IDs hold.
type run[T any] struct {
	first int64
	all   []T
}

func (l *run[T]) has(id int64) bool { return id >= l.first && id-l.first < int64(len(l.all)) }

// add takes the rows in the order of their IDs. It says false to a gap.
func (l *run[T]) add(id int64, v T) bool {
	if len(l.all) == 0 {
		l.first = id
	}
	if id < 1 || id == math.MaxInt64 || id-l.first != int64(len(l.all)) {
		return false
	}
	l.all = append(l.all, v)
	return true
}

// runs are those of one source, one for each import that added to it.
type runs[T any] struct {
	all []run[T]
	now int // the one that was asked last: what one import added names little else
}

// at returns what a row holds, or nil.
func (l *runs[T]) at(id int64) *T {
	if len(l.all) == 0 {
		return nil
	}
	if !l.all[l.now].has(id) {
		n := slices.IndexFunc(l.all, func(r run[T]) bool { return r.has(id) })
		if n < 0 {
			return nil
		}
		l.now = n
	}
	return &l.all[l.now].all[id-l.all[l.now].first]
}

// add takes the rows in the order of their IDs, with gaps between the runs.
func (l *runs[T]) add(id int64, v T) bool {
	n := len(l.all) - 1
	if n < 0 || id > l.all[n].first+int64(len(l.all[n].all)) {
		l.all = append(l.all, run[T]{})
		n++
	}
	return l.all[n].add(id, v)
}

// texts reads the texts of a source.
func (r reader) texts(source int64, shared map[string]string) (texts runs[string], err error) {
	err = r.eachSpan(source, "text", "SELECT "+textColumns+" FROM text WHERE id BETWEEN ? AND ? ORDER BY id",
		func(c *cells) (bool, error) {
			id, s := c.int(), c.text()
			if c.err != nil || !texts.add(id, share(shared, s)) {
				return false, r.p.damaged("text %d: out of order, or no text", id)
			}
			return true, nil
		})
	return texts, err
}

// kinds reads the kinds of a source, as observations that lack only what is their own.
func (r reader) kinds(source int64, index int, shared map[string]string) (kinds runs[Observation], err error) {
	err = r.eachSpan(source, "kind", "SELECT "+kindColumns+" FROM kind WHERE id BETWEEN ? AND ? ORDER BY id",
		func(c *cells) (bool, error) {
			id, k := decodeKind(c)
			if c.err != nil {
				return false, r.p.damaged("kind %d: %v", id, c.err)
			}
			k.Source = index
			for _, s := range k.strings() {
				*s = share(shared, *s)
			}
			k.Event = Event(share(shared, string(k.Event)))
			if !kinds.add(id, k) {
				return false, r.p.damaged("kind %d: out of order", id)
			}
			return true, nil
		})
	return kinds, err
}

func share(shared map[string]string, s string) string {
	if had, ok := shared[s]; ok {
		return had
	}
	shared[s] = s
	return s
}
