package analyze

import (
	"slices"
	"time"
)

// counted is a candidate with what it did in the whole history, by which it is judged; what the Candidate itself counts is what
// a filter left.
type counted struct {
	Candidate
	key   guardKey
	whole Candidate
}

// values are the numbers of a key's values, for each request, or for each operation. -1: it has none.
type values struct {
	ofArrival, ofDeed []int
	not               func(*incoming) bool
	distinct          int
}

func (s *stream) values(k guardKey) values {
	numbers := map[string]int{}
	number := func(value string) int {
		if value == "" {
			return -1
		}
		n, ok := numbers[value]
		if !ok {
			n = len(numbers)
			numbers[value] = n
		}
		return n
	}
	v := values{not: k.not}
	if k.ofDeed != nil {
		v.ofDeed = make([]int, len(s.deeds))
		for i := range s.deeds {
			v.ofDeed[i] = number(k.ofDeed(&s.deeds[i]))
		}
	} else {
		v.ofArrival = make([]int, len(s.arrivals))
		for i := range s.arrivals {
			v.ofArrival[i] = number(k.of(&s.arrivals[i]))
		}
	}
	v.distinct = len(numbers)
	return v
}

// of appends the values that a request carries.
func (v *values) of(a *incoming, i int, to []int) []int {
	if v.ofArrival != nil {
		if v.ofArrival[i] >= 0 {
			to = append(to, v.ofArrival[i])
		}
		return to
	}
	if v.not != nil && v.not(a) {
		return to
	}
	for _, n := range a.deeds {
		if v.ofDeed[n] >= 0 && !slices.Contains(to, v.ofDeed[n]) {
			to = append(to, v.ofDeed[n])
		}
	}
	return to
}

// mostDropped is how many of the operations that a candidate drops are named.
const mostDropped = 20

// fate is what a guard did with a request.
type fate struct {
	covered, stopped bool
	repeat           bool // all that it asked for had been let through before
	by               int  // the request that got through in its stead
}

// replay lets the requests come one after the other to a guard with an atomic claim, and tells what became of each, and of
// which operations a request got through.
//
// Without a window the claim is in one transaction with the work: a request that is known to have come to nothing gives it back.
// With one it is set as SET NX EX does it: by the first request, even if that fails, and a request that is stopped does not
// make it last longer.
func (s *stream) replay(v values, window time.Duration) (fates []fate, through []bool) {
	fates, through = make([]fate, len(s.arrivals)), make([]bool, len(s.deeds))
	holder := make([]int, v.distinct) // the index of the request that has the value, plus one
	failedThrough := make([]bool, len(s.deeds))
	var carried []int
	for i := range s.arrivals {
		a, f := &s.arrivals[i], &fates[i]
		carried = carried[:0]
		if window == 0 || a.timed {
			carried = v.of(a, i, carried)
		}
		f.covered = len(carried) > 0
		f.repeat = !slices.ContainsFunc(a.deeds, func(n int) bool { return !through[n] })
		f.stopped = f.covered
		for _, value := range carried {
			held := holder[value] > 0 && (window == 0 || a.at-s.arrivals[holder[value]-1].at < int64(window))
			switch {
			case held:
				f.by = holder[value] - 1
				continue
			case window > 0 || !a.failed:
				holder[value] = i + 1
			}
			f.stopped = false
		}
		if f.stopped {
			continue
		}
		for _, n := range a.deeds {
			through[n] = through[n] || !a.failed
			failedThrough[n] = true
		}
	}
	for n := range s.deeds {
		if s.deeds[n].live == 0 { // all of its requests failed: a guard can do no worse than let one through
			through[n] = failedThrough[n]
		}
	}
	return fates, through
}

// count replays a candidate, and counts what it did: in all, and to what the filter left.
func (s *stream) count(k guardKey, v values, window time.Duration) counted {
	c := counted{key: k}
	fates, through := s.replay(v, window)
	c.Candidate = Candidate{Name: k.name, Title: s.Say(k.title), WindowSeconds: int64(window / time.Second), Dropped: []Dropped{}}
	c.whole = c.Candidate
	for i := range fates {
		c.whole.take(s, i, fates)
		if s.arrivals[i].selected {
			c.Candidate.take(s, i, fates)
		}
	}
	for _, n := range s.inOrder {
		if through[n] {
			continue
		}
		c.whole.OperationsDropped++
		if s.deeds[n].selected {
			c.OperationsDropped++
			if len(c.Dropped) < mostDropped {
				c.Dropped = append(c.Dropped, s.deeds[n].Dropped)
			}
		}
	}
	for i := range s.double {
		d := &s.double[i]
		d.count(fates, &c.whole.Effects)
		if s.deeds[d.deed].selected {
			d.count(fates, &c.Effects)
		}
	}
	return c
}

// take counts one request's fate.
func (c *Candidate) take(s *stream, i int, fates []fate) {
	f, a := fates[i], &s.arrivals[i]
	c.Covered += one(f.covered)
	c.NotCovered += one(!f.covered)
	switch {
	case !f.repeat:
		c.HeldBack += one(f.stopped && !a.failed)
	case !f.stopped:
		c.RepeatsLetThrough++
	default:
		first := &s.arrivals[f.by]
		c.RepeatsStopped++
		c.OtherState += one(a.d.change != nil && first.d.change != nil && a.d.change.known && first.d.change.known && a.d.change != first.d.change)
		if a.timed && first.timed {
			c.WhileWorking += one(a.at < first.over)
			c.LongestGapMS = max(c.LongestGapMS, (a.at-first.at)/int64(time.Millisecond))
		}
	}
}
