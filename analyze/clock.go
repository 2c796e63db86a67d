package analyze

import (
	"cmp"
	"math"
	"slices"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// clock is how far a source's clock runs ahead of the sender's.
type clock struct {
	offset  int64 // nanoseconds; 0 unless the evidence contradicts equal clocks
	known   bool  // some request ties this source to the sender's clock
	via     int   // the source through which it is tied
	support int   // how many requests agree
}

// tolerance is how far two clocks may differ before the report calls them different: stamps of one second and a request's
// own way through the network make up that much.
const tolerance = int64(2 * time.Second)

// unbounded stands for no bound; sums of two do not overflow.
const unbounded = int64(math.MaxInt64 / 4)

// sighting is one source's view of something that another source saw as well: a request, a job, a downstream record.
type sighting struct {
	source   int
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
	calling
	downstream
)

func (outer depth) within(inner depth) bool {
	return outer < inner && (inner <= atReceiver || outer == calling)
}

// clocksOf estimates each source's offset. What two sources saw of one request gives an interval for the difference of their
// clocks: the receiver got it between the sender's start and end. Most intervals decide; 0 wins wherever it is allowed.
// The sender's own sources are the reference, since its queue and its log share one machine.
func clocksOf(w *world) []clock {
	clocks := make([]clock, len(w.history.Sources))
	seen := map[ident][]sighting{}
	reference := map[int]bool{}
	for _, r := range w.records {
		if l := r.Event.Layer(); r.Event == profile.EventDelivery || l == profile.LayerSchedule || l == profile.LayerRegistration {
			reference[r.Source] = true
			clocks[r.Source].known = true
		}
		if !r.timed() {
			continue
		}
		s := sighting{source: r.Source, from: r.Begin(), to: r.End() + int64(r.Precision)}
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
		case profile.EventStarted, profile.EventCalled:
			s.depth = atWorker
		case profile.EventResult:
			s.depth, s.from, s.to = calling, r.Time-int64(r.Took), r.Time+int64(r.Precision)
		case profile.EventEffect:
			s.depth = downstream
		default:
			continue
		}
		for _, k := range sharedBy(r) {
			seen[k] = append(seen[k], s)
		}
	}
	type pair struct{ a, b int }
	intervals := map[pair][][2]int64{}
	for _, ss := range seen {
		slices.SortFunc(ss, func(a, b sighting) int {
			return cmp.Or(cmp.Compare(a.source, b.source), cmp.Compare(a.depth, b.depth), cmp.Compare(a.from, b.from))
		})
		// The first sighting of each source and depth: a copy that was sent again comes later and would only blur.
		ss = slices.CompactFunc(ss, func(a, b sighting) bool { return a.source == b.source && a.depth == b.depth })
		for i, a := range ss {
			for _, b := range ss[i+1:] {
				if a.source == b.source {
					continue
				}
				outer, inner, turned := a, b, a.depth > b.depth
				if turned {
					outer, inner = b, a
				}
				lo, hi := -unbounded, unbounded // of inner's clock ahead of outer's
				if outer.depth.within(inner.depth) {
					lo, hi = inner.from-outer.to, inner.to-outer.from
				} else if inner.to < outer.from {
					hi = inner.to - outer.from // it may have waited for any time, but it did not come before its cause
				}
				if turned {
					lo, hi = -hi, -lo
				}
				p := pair{a.source, b.source}
				intervals[p] = append(intervals[p], [2]int64{lo, hi})
			}
		}
	}
	type edge struct {
		pair
		offset  int64
		support int
	}
	var edges []edge
	for p, list := range intervals {
		offset, support := agree(list)
		edges = append(edges, edge{p, offset, support})
	}
	slices.SortFunc(edges, func(a, b edge) int {
		return cmp.Or(cmp.Compare(b.support, a.support), cmp.Compare(a.a, b.a), cmp.Compare(a.b, b.b))
	})
	for changed := true; changed; { // strongest ties first, outward from the reference
		changed = false
		for _, e := range edges {
			switch a, b := &clocks[e.a], &clocks[e.b]; {
			case a.known && !b.known:
				*b = clock{offset: a.offset + e.offset, known: true, via: e.a, support: e.support}
				changed = true
			case b.known && !a.known:
				*a = clock{offset: b.offset - e.offset, known: true, via: e.b, support: e.support}
				changed = true
			}
			if changed {
				break
			}
		}
	}
	return clocks
}

// sharedBy gives the names under which other sources may speak of the same thing.
func sharedBy(r *record) []ident {
	var ks []ident
	if r.RequestID != "" && !shortID(r.RequestID) {
		ks = append(ks, ident{kind: 'q', a: r.RequestID})
	}
	if r.DeliveryID != "" && r.Signature != (profile.Mark{}) {
		ks = append(ks, ident{kind: 'v', a: r.WebhookID, b: r.DeliveryID, m: r.Signature})
	}
	if r.DeliveryID != "" && r.ResourceID != "" {
		ks = append(ks, ident{kind: 'w', a: r.WebhookID, b: r.DeliveryID, c: r.ResourceID})
	}
	if r.DownstreamID != "" && (r.Event == profile.EventResult || r.Event == profile.EventEffect) {
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
