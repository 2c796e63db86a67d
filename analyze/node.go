package analyze

import (
	"slices"
)

// branch is one of the ways that part at a node, with all that lies below it.
type branch struct {
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
	claimed      []*effect  // by the one claim that settles it, where no operation is named; nil for none
	contributing []string
	outcome      Outcome
	doubts       []string // steps that rest on time or on a pattern, in words
	pair         string   // of registrations; the question is asked once for it
	byTime       bool     // which branch made which record rests on the time alone
	weak         bool     // rests on a derived operation key: possible at most
	headline     string
	causeBecause string // why this cause, in words
	missing      []Missing
	next         []string
	coverage     []cover
	cited        []*record // further lines that the cause rests on
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
func (t *tree) below(ds ...*delivery) branch {
	b := branch{deliveries: ds}
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

func (t *tree) belowReceipt(x *receipt) branch {
	b := branch{deliveries: []*delivery{x.delivery}}
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
func (t *tree) belowJob(j *job) branch {
	b := branch{jobs: []*job{j}}
	b.pathTo(j.receipt, j.delivery)
	for _, n := range j.runs {
		b.runs = append(b.runs, n)
		b.effects = appendNew(b.effects, n.effects)
	}
	return b
}

func (t *tree) belowRun(n *run) branch {
	b := branch{runs: []*run{n}, effects: n.effects}
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
	if d != nil && !d.other {
		b.deliveries = []*delivery{d}
	}
}
