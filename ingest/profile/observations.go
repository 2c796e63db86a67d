package profile

import (
	"context"
	"errors"
	"iter"
	"math"
	"sort"
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
			var numbers textNumbers
			for index, e := range entries {
				err := r.observations(&numbers, index, e, func(o *Observation, event uint32, texts *[textFields]uint32) bool {
					o.Event = Event(numbers.texts[event])
					for i, text := range o.Texts() {
						*text = numbers.texts[texts[i]]
					}
					return yield(*o, nil)
				})
				if err != nil {
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

// Packed reads all observations, in the order of Observations, of which most bytes stay in memory: see rowStore.Most.
func (p *Profile) Packed(ctx context.Context, most int64) (*Packed, error) {
	to := &Packed{}
	to.Most = most
	err := p.reading(ctx, func(r reader) error {
		entries, err := r.entries()
		if err != nil {
			return err
		}
		if err := p.unchanged(entries); err != nil {
			return err
		}
		for index, e := range entries {
			err := r.observations(&to.textNumbers, index, e, func(o *Observation, event uint32, texts *[textFields]uint32) bool {
				to.append(o, event, texts)
				return true
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err = errors.Join(err, to.Complete()); err != nil {
		return nil, errors.Join(err, to.Close())
	}
	return to, nil
}

// kindNumbers is a kind, and the numbers of its texts.
type kindNumbers struct {
	Observation
	event uint32
	texts [textFields]uint32
}

// observations walks those of a source. Of their texts, row is given the numbers, which each text gets once, and not for every record that
// has it; what o has of them says nothing.
func (r reader) observations(numbers *textNumbers, index int, e entry, row func(o *Observation, event uint32, texts *[textFields]uint32) bool) error {
	numbers.number("") // so that there are some
	texts, err := runsOf(r, e.id, "text", textColumns, func(c *cells) (int64, uint32) {
		return c.int(), numbers.number(c.text())
	})
	if err != nil {
		return err
	}
	kinds, err := runsOf(r, e.id, "kind", kindColumns, func(c *cells) (int64, kindNumbers) {
		id, o := decodeKind(c)
		o.Source = index
		k := kindNumbers{Observation: o, event: numbers.number(string(o.Event))}
		for i, text := range o.Texts() {
			k.texts[i] = numbers.number(*text)
		}
		return id, k
	})
	if err != nil {
		return err
	}
	query := "SELECT " + observationColumns + " FROM observation WHERE id BETWEEN ? AND ? ORDER BY " + e.order()
	var o Observation
	var own [textFields]uint32
	return r.eachSpan(e.id, "observation", query, func(c *cells) (bool, error) {
		id, kind := c.int(), c.int()
		of := kinds.at(kind)
		if c.err != nil || of == nil {
			return false, r.p.damaged("observation %d: there is no kind %d", id, kind)
		}
		last := o.Offset
		o, own = of.Observation, of.texts
		decodeObservation(c, &o, func(field int, id int64) {
			if text := texts.at(id); text != nil {
				own[field] = *text
			} else {
				c.wrong("names text %d, which is not there", id)
			}
		})
		if c.err == nil && o.Offset < last {
			c.wrong("is out of order")
		}
		if c.err != nil {
			return false, r.p.damaged("observation %d: %v", id, c.err)
		}
		if !row(&o, of.event, &own) {
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
		n := sort.Search(len(l.all), func(n int) bool { return l.all[n].first > id }) - 1
		if n < 0 || !l.all[n].has(id) {
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

// runsOf reads the rows of a source in a table.
func runsOf[T any](r reader, source int64, part, columns string, read func(*cells) (id int64, v T)) (all runs[T], err error) {
	err = r.eachSpan(source, part, "SELECT "+columns+" FROM "+part+" WHERE id BETWEEN ? AND ? ORDER BY id", func(c *cells) (bool, error) {
		id, v := read(c)
		if c.err != nil || !all.add(id, v) {
			return false, r.p.damaged("%s %d: out of order, or wrong: %v", part, id, c.err)
		}
		return true, nil
	})
	return all, err
}
