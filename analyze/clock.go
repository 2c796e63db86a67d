package analyze

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// clock is how far a source's clock runs ahead of the sender's.
type clock struct {
	offset  int64 // nanoseconds; 0 unless the evidence contradicts equal clocks
	known   bool  // some request ties this source to the sender's clock
	hops    int   // through how many estimates; 0 for the sender's own
	support int   // how many requests agree
}

// tolerance is how far two clocks may differ before the report calls them different: stamps of one second and a request's
// own way through the network make up that much.
const tolerance = int64(2 * time.Second)

// unbounded stands for no bound; sums of two do not overflow.
const unbounded = int64(math.MaxInt64 / 4)

// sighting is one source's view of something that another source saw as well: a request, a job, a downstream record.
type sighting struct {
	log      string
	from, to int64 // uncorrected
	depth    depth
}

// depth orders sightings of one request. A deeper one begins while a shallower one lasts, if within says so; else it only
// comes later, after a wait of unknown length.
type depth int

const (
	atSender depth = iota
	onTheWay
	atProxy
	atReceiver
	inQueue
	atWorker
	downstream
	answer
)

func (outer depth) within(inner depth) bool { return outer < inner && inner <= atReceiver }

// sightings are what the logs of a history saw of the same things, as intervals for the differences of their clocks. What two logs saw of
// one request gives one: the receiver got it between the sender's start and end. They may be added in any order.
type sightings struct {
	senders   map[int]bool // sources on the sender's own clock
	intervals map[[2]string][][2]int64
	gaps      map[[2]string]depth
	firm      map[[2]string]bool
}

func newSightings() sightings {
	return sightings{map[int]bool{}, map[[2]string][][2]int64{}, map[[2]string]depth{}, map[[2]string]bool{}}
}

// look adds those of one part, in which all that saw a thing are together.
func (c *sightings) look(w *world) {
	several := w.severalLogs()
	place, done := firsts() // in seen
	defer done()
	var seen [][]sighting
	var ks []ident
	for _, r := range w.records {
		if l := r.Event.Layer(); r.Event == profile.EventDelivery || l == profile.LayerSchedule || l == profile.LayerRegistration {
			c.senders[r.Source] = true
		}
		if !several {
			continue
		}
		s, ok := sight(r)
		if !ok {
			continue
		}
		s.log = w.logs[r.Source]
		ks = sharedBy(ks[:0], r)
		for _, k := range ks {
			n, known := place[k]
			if !known {
				n = len(seen)
				place[k] = n
				seen = append(seen, nil)
			}
			seen[n] = append(seen[n], s)
		}
	}
	for _, ss := range seen {
		if len(ss) > 1 {
			c.compare(ss)
		}
	}
}

// severalLogs tells whether the records of a part come from more than one log.
func (w *world) severalLogs() bool {
	return slices.ContainsFunc(w.records, func(r *record) bool { return w.logs[r.Source] != w.logs[w.records[0].Source] })
}

// clocks estimates each log's offset; the parts of a rotated log share one. Most intervals decide; 0 wins wherever it is allowed. The
// sender's own logs are the reference, since its queue and its log share one machine.
func (c *sightings) clocks(sources []profile.Source) []clock {
	logs, of := logsOf(sources)
	known := make([]clock, len(logs))
	for source := range c.senders {
		known[of[source]].known = true
	}
	edges := c.ties(logs)
	// Ties that hold from both sides first, outward from the reference, so that few estimates add up. A log that only comes
	// afterwards is then tied to the one nearest before it: the worker to the receiver, not to the shop.
	for hops := 1; spread(edges, known, hops, true); hops++ {
	}
	for spread(edges, known, math.MaxInt, false) {
	}
	clocks := make([]clock, len(of))
	for source, log := range of {
		clocks[source] = known[log]
	}
	return clocks
}

// logsOf numbers the logs that sources are parts of.
func logsOf(sources []profile.Source) (logs map[string]int, of []int) {
	logs = map[string]int{}
	for _, s := range sources {
		k := stem(s.Name)
		if _, ok := logs[k]; !ok {
			logs[k] = len(logs)
		}
		of = append(of, logs[k])
	}
	return logs, of
}

// sight is what a record shows of when something was where.
func sight(r *record) (s sighting, ok bool) {
	if !r.timed() {
		return s, false
	}
	s.from, s.to = r.Begin(), r.End()+int64(r.Precision)
	switch r.Event {
	case profile.EventDelivery:
		s.depth = atSender
		s.from -= int64(r.Precision)
	case profile.EventRelayed:
		s.depth = onTheWay
	case profile.EventProxied:
		s.depth = atProxy
	case profile.EventReceived:
		s.depth = atReceiver
	case profile.EventEnqueued:
		s.depth = inQueue
	case profile.EventStarted, profile.EventCalled, profile.EventCallFailed:
		s.depth = atWorker
	case profile.EventEffect:
		s.depth = downstream
	case profile.EventResult:
		// Its answer may name a record that an earlier call made, so it only comes after that.
		s.depth, s.from = answer, r.Time
	default:
		return s, false
	}
	return s, true
}

// tie is what two logs say of each other's clocks.
type tie struct {
	a, b    int
	offset  int64 // of b's clock ahead of a's
	support int
	firm    bool  // it holds from both sides
	gap     depth // how many steps lie between what they saw
}

// compare adds what sightings of one thing say of their logs' clocks.
func (c *sightings) compare(ss []sighting) {
	slices.SortFunc(ss, func(a, b sighting) int {
		return cmp.Or(cmp.Compare(a.log, b.log), cmp.Compare(a.depth, b.depth), cmp.Compare(a.from, b.from))
	})
	ss = withoutCopies(ss)
	for i, a := range ss {
		for _, b := range ss[i+1:] {
			if a.log == b.log {
				continue
			}
			p := [2]string{a.log, b.log}
			lo, hi, both := between(a, b)
			c.intervals[p] = append(c.intervals[p], [2]int64{lo, hi})
			c.firm[p] = c.firm[p] || both
			gap := max(a.depth-b.depth, b.depth-a.depth)
			if g, ok := c.gaps[p]; !ok || gap < g {
				c.gaps[p] = gap
			}
		}
	}
}

func (c *sightings) add(o sightings) {
	maps.Copy(c.senders, o.senders)
	for p, list := range o.intervals {
		c.intervals[p] = append(c.intervals[p], list...)
		c.firm[p] = c.firm[p] || o.firm[p]
		if g, ok := c.gaps[p]; !ok || o.gaps[p] < g {
			c.gaps[p] = o.gaps[p]
		}
	}
}

func (c *sightings) ties(logs map[string]int) []tie {
	var out []tie
	for p, list := range c.intervals {
		a, b, turned := logs[p[0]], logs[p[1]], logs[p[0]] > logs[p[1]]
		offset, support := agree(list)
		if turned {
			a, b, offset = b, a, -offset
		}
		out = append(out, tie{a: a, b: b, offset: offset, support: support, firm: c.firm[p], gap: c.gaps[p]})
	}
	slices.SortFunc(out, func(x, y tie) int {
		c := cmp.Compare(x.gap, y.gap)
		if x.firm && y.firm {
			c = 0
		}
		return cmp.Or(c, cmp.Compare(y.support, x.support), cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b))
	})
	return out
}

// withoutCopies leaves out what may be a copy, which says nothing of clocks: a request that one log saw twice on its way, and the
// later of two logs that saw it at the same step. Of work, the first sighting of each log stays.
func withoutCopies(ss []sighting) []sighting {
	type place struct {
		log   string
		depth depth
	}
	seen := map[place]int{}
	earliest := map[depth]int64{}
	for _, s := range ss {
		seen[place{s.log, s.depth}]++
		if at, ok := earliest[s.depth]; !ok || s.from < at {
			earliest[s.depth] = s.from
		}
	}
	for p, n := range seen {
		if n > 1 && p.depth <= atReceiver {
			return nil
		}
	}
	ss = slices.DeleteFunc(ss, func(s sighting) bool { return s.depth <= atReceiver && s.from > earliest[s.depth]+tolerance })
	return slices.CompactFunc(ss, func(a, b sighting) bool { return a.log == b.log && a.depth == b.depth })
}

// between gives the interval for b's clock ahead of a's that two sightings of one thing allow.
func between(a, b sighting) (lo, hi int64, both bool) {
	outer, inner, turned := a, b, a.depth > b.depth
	if turned {
		outer, inner = b, a
	}
	lo, hi = -unbounded, unbounded
	if a.depth == b.depth {
		return lo, hi, false // two steps of one kind come in any order
	}
	if outer.depth.within(inner.depth) {
		lo, hi, both = inner.from-outer.to, inner.to-outer.from, true
	} else if inner.to < outer.from {
		hi = inner.to - outer.from // it may have waited for any time, but it did not come before its cause
	}
	if turned {
		lo, hi = -hi, -lo
	}
	return lo, hi, both
}

// spread ties further logs to known ones, as long as those are at most hops-1 estimates away, and tells whether it could. Of
// ties that do not hold from both sides only the best is used at a time: a log may then have a nearer neighbour.
func spread(ties []tie, known []clock, hops int, firm bool) bool {
	reached := false
	for _, t := range ties {
		if t.firm != firm {
			continue
		}
		a, b := &known[t.a], &known[t.b]
		switch {
		case a.known && a.hops < hops && !b.known:
			*b = clock{offset: a.offset + t.offset, known: true, hops: a.hops + 1, support: t.support}
		case b.known && b.hops < hops && !a.known:
			*a = clock{offset: b.offset - t.offset, known: true, hops: b.hops + 1, support: t.support}
		default:
			continue
		}
		if reached = true; !firm {
			return true
		}
	}
	return reached
}

// sharedBy gives the names under which other sources may speak of the same thing.
func sharedBy(ks []ident, r *record) []ident {
	if r.Event == profile.EventResult { // only what it names: another attempt's record may come after it
		if r.DownstreamID != "" {
			ks = append(ks, ident{kind: 'd', a: r.DownstreamID, b: r.OperationKey, c: r.RequestID})
		}
		return ks
	}
	if r.RequestID != "" && !shortID(r.RequestID) {
		ks = append(ks, ident{kind: 'q', a: r.RequestID})
	}
	if r.DeliveryID != "" && r.Signature != (profile.Mark{}) {
		ks = append(ks, ident{kind: 'v', a: r.WebhookID, b: r.DeliveryID, m: r.Signature})
	}
	if r.DeliveryID != "" && r.ResourceID != "" {
		ks = append(ks, ident{kind: 'w', a: r.WebhookID, b: r.DeliveryID, c: r.ResourceID})
	}
	if r.DownstreamID != "" && r.Event == profile.EventEffect {
		ks = append(ks, ident{kind: 'd', a: r.DownstreamID, b: r.OperationKey, c: r.RequestID})
	}
	return ks
}

// agree finds the offset that most intervals allow. Where 0, or something within tolerance of it, is among the best, it is 0.
func agree(list [][2]int64) (offset int64, support int) {
	type end struct {
		at    int64
		opens bool
	}
	ends := make([]end, 0, 2*len(list))
	zero := 0
	for _, iv := range list {
		ends = append(ends, end{iv[0], true}, end{iv[1], false})
		if iv[0]-tolerance <= 0 && 0 <= iv[1]+tolerance {
			zero++
		}
	}
	slices.SortFunc(ends, func(a, b end) int {
		if a.at == b.at && a.opens != b.opens {
			if a.opens {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.at, b.at)
	})
	best, open, at := 0, 0, 0
	for i, e := range ends {
		if !e.opens {
			open--
		} else if open++; open > best {
			best, at = open, i
		}
	}
	lo, hi := ends[at].at, unbounded // the best stretch lasts from there to the next end
	for _, e := range ends[at:] {
		if !e.opens {
			hi = e.at
			break
		}
	}
	if zero >= best {
		return 0, zero
	}
	switch { // one end open: the nearest to equal clocks; else the middle
	case lo <= -unbounded:
		return hi, best
	case hi >= unbounded:
		return lo, best
	}
	return lo + (hi-lo)/2, best
}
