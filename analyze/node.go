package analyze

import (
	"slices"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// branch is one of the ways that part at a node, with all that lies below it.
type branch struct {
	name       string // "registration 3", "delivery d3c0…"
	deliveries []*delivery
	receipts   []*receipt
	jobs       []*job
	runs       []*run
	effects    []*effect
}

// node is a place where one became two, with its verdict.
type node struct {
	class        Class
	cause        string
	boundary     Boundary
	branches     []branch
	operation    *operation // in which the branches meet, nil if none is named
	contributing []string
	outcome      Outcome
	doubts       []string // steps that rest on time or on a pattern, in words
	pair         string   // of registrations; the question is asked once for it
	weak         bool     // rests on a derived operation key: possible at most
	headline     string
	causeBecause string // why this cause, in words
	missing      []Missing
	next         []string
	ruledOut     []RuledOut
	coverage     []cover
}

// cover is a stretch that shows an absence.
type cover struct {
	stretch *stretch
	says    string
}

// all is everything below the node, once.
func (n *node) all() branch {
	if len(n.branches) == 1 {
		return n.branches[0]
	}
	var b branch
	var deliveries once[*delivery]
	var receipts once[*receipt]
	var jobs once[*job]
	var runs once[*run]
	var effects once[*effect]
	for _, x := range n.branches {
		b.deliveries = deliveries.add(b.deliveries, x.deliveries...)
		b.receipts = receipts.add(b.receipts, x.receipts...)
		b.jobs = jobs.add(b.jobs, x.jobs...)
		b.runs = runs.add(b.runs, x.runs...)
		b.effects = effects.add(b.effects, x.effects...)
	}
	return b
}

// once appends what a list does not have yet, at a cost that does not grow with the list.
type once[T comparable] struct{ seen map[T]bool }

func (o *once[T]) add(list []T, more ...T) []T {
	if o.seen == nil {
		o.seen = map[T]bool{}
	}
	for _, x := range more {
		if !o.seen[x] {
			o.seen[x] = true
			list = append(list, x)
		}
	}
	return list
}

// appendNew appends to a short list what it does not have yet.
func appendNew[T comparable](list []T, more []T) []T {
	for _, x := range more {
		if !slices.Contains(list, x) {
			list = append(list, x)
		}
	}
	return list
}

// below gathers what lies below deliveries.
func (t *tree) below(name string, ds ...*delivery) branch {
	b := branch{name: name, deliveries: ds}
	var effects once[*effect]
	for _, d := range ds {
		for _, x := range d.receipts {
			if !x.invalid {
				t.withReceipt(&b, x, &effects)
			}
		}
		b.runs = append(b.runs, t.runsOf[d]...)
		for _, n := range t.runsOf[d] {
			b.effects = effects.add(b.effects, n.effects...)
		}
		b.effects = effects.add(b.effects, t.effectsOf[d]...)
	}
	return b
}

func (t *tree) belowReceipt(name string, x *receipt) branch {
	b := branch{name: name, deliveries: []*delivery{x.delivery}}
	t.withReceipt(&b, x, &once[*effect]{})
	return b
}

func (t *tree) withReceipt(b *branch, x *receipt, effects *once[*effect]) {
	b.receipts = append(b.receipts, x)
	b.jobs = append(b.jobs, x.jobs...)
	for _, n := range t.runsBelow(x) {
		b.runs = append(b.runs, n)
		b.effects = effects.add(b.effects, n.effects...)
	}
	b.effects = effects.add(b.effects, x.effects...)
}

// belowJob and belowRun name the path above as well, so that the element says which request it was.
func (t *tree) belowJob(name string, j *job) branch {
	b := branch{name: name, jobs: []*job{j}}
	b.pathTo(j.receipt, j.delivery)
	for _, n := range j.runs {
		b.runs = append(b.runs, n)
		b.effects = appendNew(b.effects, n.effects)
	}
	return b
}

func (t *tree) belowRun(name string, n *run) branch {
	b := branch{name: name, runs: []*run{n}, effects: n.effects}
	if n.job != nil {
		b.jobs = []*job{n.job}
	}
	b.pathTo(n.receipt, n.delivery)
	return b
}

func (b *branch) pathTo(x *receipt, d *delivery) {
	if x != nil {
		b.receipts = []*receipt{x}
		d = x.delivery
	}
	if d != nil {
		b.deliveries = []*delivery{d}
	}
}

// reached tells whether any run of the branch made a downstream call that may have taken effect.
func (b *branch) reached() bool {
	return len(b.effects) > 0 || slices.ContainsFunc(b.runs, (*run).reached)
}

// settled tells whether the evidence shows what became of the branch: it was left as a repeat or refused, or each of its
// runs came to an end.
func (b *branch) settled() bool {
	ran := map[*receipt]bool{}
	for _, n := range b.runs {
		ran[n.receipt] = true
	}
	for _, x := range b.receipts {
		if x.skipped() != nil || x.has(profile.EventRejected) || x.has(profile.EventThrottled) {
			continue
		}
		if !ran[x] && !ran[nil] && len(b.effects) == 0 {
			return false
		}
	}
	for _, n := range b.runs {
		if n.done == nil && n.failed == nil && n.stalled == nil && len(n.effects) == 0 && (len(n.calls) == 0 || n.calls[len(n.calls)-1].open()) {
			return false
		}
	}
	return len(b.receipts)+len(b.runs)+len(b.effects) > 0
}

// skipped tells whether every receipt of the branch was left as a repeat.
func (b *branch) skipped() bool {
	return len(b.receipts) > 0 && !slices.ContainsFunc(b.receipts, func(x *receipt) bool { return x.skipped() == nil })
}

// judgeOutcome says what the repeat led to.
func (t *tree) judgeOutcome(n *node) {
	fruitful := 0 // branches that led to an effect
	for _, b := range n.branches {
		if len(b.effects) > 0 {
			fruitful++
		}
	}
	union := n.all().effects
	loose := t.looseBelow(n)
	switch {
	case fruitful >= 2 && len(union) >= 2:
		n.outcome = Duplicated
	case len(union)+len(loose) >= 2 && len(loose) > 0:
		n.outcome = Duplicated
		n.doubts = append(n.doubts, "the records name the operation, not the request that made them")
	case t.accounted(n, len(union)+len(loose)):
		n.outcome = Contained
	default:
		n.outcome = Unknown
	}
	for _, e := range union {
		if e.by == "elimination" && n.outcome == Duplicated {
			n.doubts = append(n.doubts, e.id+" belongs to the only run that called and has no answer")
		}
	}
}

// accounted tells whether a second effect would show: each branch is settled, and something downstream is in the evidence
// or every branch but one was left as a repeat.
func (t *tree) accounted(n *node, effects int) bool {
	skips, reached := 0, 0
	for i := range n.branches {
		b := &n.branches[i]
		if !b.settled() || slices.ContainsFunc(b.runs, t.mayHaveMore) {
			return false
		}
		if b.skipped() {
			skips++
		}
		if b.reached() {
			reached++
		}
	}
	return effects > 0 || reached > 0 || skips >= len(n.branches)-1
}

// mayHaveMore tells whether the run made a call of which neither its own lines nor the downstream system's log say whether it
// took effect.
func (t *tree) mayHaveMore(n *run) bool {
	uncertain := 0
	for _, c := range n.calls {
		if !c.succeeded() && !c.refused() {
			uncertain++
		}
	}
	if uncertain == 0 || len(n.effects) >= len(n.calls) {
		return false
	}
	last := n.last()
	return last == nil || t.world.coverage.covers(effectLog, last.at()) == nil
}

// looseBelow are the effects that name only the operation, where every request for that operation lies below the node.
func (t *tree) looseBelow(n *node) []*effect {
	if n.operation == nil || !n.operation.logged || len(t.loose[n.operation.key]) == 0 {
		return nil
	}
	b := n.all()
	below := map[*receipt]bool{}
	for _, x := range b.receipts {
		below[x] = true
	}
	for _, x := range n.operation.receipts {
		if !below[x] {
			return nil
		}
	}
	return t.loose[n.operation.key]
}

// interval is when a run was under way, as far as its lines show.
type interval struct {
	from, to         int64
	openFrom, openTo bool  // it may have begun earlier, or ended later
	late             int64 // how much later than from it may have begun: a stamp is cut, not rounded
	later            int64 // how much later than to it may have ended
}

// span is the run's interval: from its request's arrival to the later of its claim and its result; with ofJob, from its
// job's hand-out. Within one job the request is the same and says nothing.
func (n *run) span(ofJob bool) (interval, bool) {
	var iv interval
	first, last := n.handedOut(), n.last()
	if first == nil || last == nil || !first.timed() {
		return iv, false
	}
	iv = interval{from: first.begin(), to: last.end(), openTo: !n.ended(), late: int64(first.Precision), later: int64(last.Precision)}
	iv.openFrom = n.started == nil
	if ofJob || n.receipt == nil {
		return iv, true
	}
	if r, known := n.receipt.arrived(); r != nil {
		if r.begin() < iv.from {
			iv.from, iv.late = r.begin(), int64(r.Precision)
		}
		iv.openFrom = !known
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
	if !ok || !ok2 {
		return profile.NotSaid
	}
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
			if x.reached() {
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
		return answer
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
