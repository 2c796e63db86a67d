package analyze

import (
	"slices"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// interval is when a run was under way, as far as its lines show.
type interval struct {
	from, to         int64
	openFrom, openTo bool   // it may have begun earlier, or ended later
	late             int64  // how much later than from it may have begun: a stamp is cut, not rounded
	later            int64  // how much later than to it may have ended
	log              string // whose clock tells when it began
}

// span is the run's interval: from its request's arrival to the later of its claim and its result; with ofJob, from its
// job's hand-out. Within one job the request is the same and says nothing.
func (n *run) span(ofJob bool) (interval, bool) {
	var iv interval
	first, last := n.handedOut(), n.last()
	if first == nil || last == nil || !first.timed() {
		return iv, false
	}
	iv = interval{log: n.logs[first.Source], from: first.begin(), to: last.end(), openTo: !n.ended(), late: int64(first.Precision), later: int64(last.Precision)}
	iv.openFrom = n.started == nil
	if ofJob || n.receipt == nil {
		return iv, true
	}
	if r, known := n.receipt.arrived(); r != nil {
		if r.begin() < iv.from {
			iv.from, iv.late = r.begin(), int64(r.Precision)
		}
		iv.openFrom, iv.log = !known, n.logs[r.Source]
	}
	if c := n.receipt.first(profile.EventClaimed); c != nil && c.end() > iv.to {
		iv.to, iv.later = c.end(), int64(c.Precision)
	}
	return iv, true
}

// overlap tells whether two runs were under way at once. Stamps of one second that are a second apart prove no order, and a
// run whose beginning or end no line shows proves no sequence.
func overlap(a, b *run, ofJob bool) profile.Tri { return compare(a, b, ofJob, false) }

// compare is overlap; with stopped, a run without an end is taken to have stopped at its last line.
func compare(a, b *run, ofJob, stopped bool) profile.Tri {
	x, ok := a.span(ofJob)
	y, ok2 := b.span(ofJob)
	if !ok && !ok2 {
		return compareInLog(a, b, ofJob, stopped)
	}
	if !ok || !ok2 {
		return profile.NotSaid
	}
	if x.log != y.log { // two machines: their clocks agree no better than their offsets are known
		x.late, x.later, y.late, y.later = x.late+tolerance, x.later+tolerance, y.late+tolerance, y.later+tolerance
	}
	return x.meets(y, stopped)
}

// meets tells whether two intervals overlap.
func (x interval) meets(y interval, stopped bool) profile.Tri {
	if y.from < x.from {
		x, y = y, x
	}
	switch {
	case x.from+x.late <= y.to && y.from+y.late <= x.to:
		return profile.Yes
	case x.to+x.later <= y.from && (stopped || !x.openTo) && !y.openFrom:
		return profile.No
	}
	return profile.NotSaid
}

// raced tells whether runs of different branches overlapped. Only neighbours in time are compared. With ofJob a run begins
// at its job's hand-out: the branches share one request.
func raced(n *node, ofJob bool) profile.Tri {
	type own struct {
		*run
		branch int
	}
	var all []own
	for i, b := range n.branches {
		for _, x := range b.runs {
			if x.reached() || x.conflicted() {
				all = append(all, own{x, i})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b own) int {
		x, _ := a.span(ofJob)
		y, _ := b.span(ofJob)
		switch {
		case x.from < y.from:
			return -1
		case x.from > y.from:
			return 1
		}
		return 0
	})
	answer := profile.No
	if len(all) < 2 {
		return requestsRaced(n)
	}
	longest := 0
	for i := 1; i < len(all); i++ {
		if all[i].branch != all[longest].branch {
			switch overlap(all[longest].run, all[i].run, ofJob) {
			case profile.Yes:
				return profile.Yes
			case profile.NotSaid:
				answer = profile.NotSaid
			}
		}
		x, _ := all[i].span(ofJob)
		y, _ := all[longest].span(ofJob)
		if x.to > y.to || all[i].branch != all[longest].branch && x.to >= y.to {
			longest = i
		}
	}
	return answer
}

// conflicted tells whether a call was refused since another with its key was under way or done.
func (n *run) conflicted() bool {
	return slices.ContainsFunc(n.calls, func(c *call) bool { return c.result != nil && c.result.Code == 409 })
}

// requestsRaced tells the same of requests that each made a record by themselves, where no line tells of a run: each was at work from
// its arrival to its answer.
func requestsRaced(n *node) profile.Tri {
	var all []*receipt
	for _, b := range n.branches {
		if len(b.receipts) == 1 && len(b.effects) > 0 && len(b.jobs)+len(b.runs) == 0 {
			all = append(all, b.receipts[0])
		}
	}
	if len(all) < 2 {
		return profile.No
	}
	answer := profile.No
	for i, x := range all {
		for _, y := range all[i+1 : min(len(all), i+8)] {
			if x.atWorkWith(y) {
				return profile.Yes
			}
			answer = profile.NotSaid
		}
	}
	return answer
}

// atWorkWith tells whether two requests of one log were under way at once: both came before either was answered.
func (x *receipt) atWorkWith(y *receipt) bool {
	a, known := x.arrived()
	b, both := y.arrived()
	p, q := x.first(profile.EventResponded), y.first(profile.EventResponded)
	if !known || !both || p == nil || q == nil || x.logs == nil {
		return false
	}
	log := x.logs[a.Source]
	if log != x.logs[b.Source] || log != x.logs[p.Source] || log != x.logs[q.Source] {
		return false
	}
	latest, slack := max(a.begin(), b.begin()), int64(max(a.Precision, b.Precision))
	return latest+slack <= min(p.end(), q.end())
}
