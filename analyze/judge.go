package analyze

import (
	"slices"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// judge builds one component's tree and names every node at which one became two, from the change downwards. It sees the
// component, and of the rest of the history only what was surveyed before.
func judge(w *world, c *component) verdicts {
	t := plant(w, c)
	var nodes []*node
	for _, ch := range t.changes {
		nodes = append(nodes, t.configDuplication(ch)...)
		nodes = append(nodes, t.replayOfState(ch)...)
	}
	nodes = append(nodes, t.toldTwice()...)
	nodes = append(nodes, t.stateless()...)
	for _, d := range t.deliveries {
		nodes = append(nodes, t.replayOfDelivery(d)...)
	}
	for _, x := range t.receipts {
		if !x.invalid {
			nodes = append(nodes, t.queuedTwice(x)...)
			nodes = append(nodes, t.ranTwice(nil, x, x.runs)...)
		}
	}
	for _, j := range t.jobs {
		nodes = append(nodes, t.ranTwice(j, j.receipt, j.runs)...)
	}
	for _, d := range t.deliveries {
		if len(d.receipts) == 1 {
			nodes = append(nodes, t.ranTwice(nil, d.receipts[0], t.runsOf[d])...)
		}
	}
	for _, n := range t.runs {
		nodes = append(nodes, t.madeTwo(n)...)
	}
	for _, o := range t.operations {
		if n := t.otherPath(o); n != nil {
			nodes = append(nodes, n)
		}
		nodes = append(nodes, t.met(o)...)
	}
	if n := t.unnamedPath(); n != nil {
		nodes = append(nodes, n)
	}
	nodes = append(nodes, t.legitimate(nodes)...)
	nodes = append(nodes, t.unexplained(nodes)...)

	v := verdicts{tree: t}
	for _, n := range nodes {
		t.doubtNumbers(n)
		if c.between {
			n.doubts = append(n.doubts, w.Say("several shops have an operation of this name, and the lines do not say whose they are"))
		}
		v.duplicates = append(v.duplicates, t.element(n))
	}
	v.findings = t.findings()
	v.operations = t.states()
	return v
}

// confidence of a node: what it rests on besides identifiers and equal bytes.
func (n *node) confidence() Confidence {
	doubts := slices.Compact(slices.Sorted(slices.Values(n.doubts)))
	switch {
	case n.weak, n.class == Undetermined, len(doubts) >= 2:
		return Possible
	case len(doubts) == 1:
		return Likely
	}
	return Proven
}

// common is the operation that all these receipts ask for, where lines name it.
func (t *tree) common(xs []*receipt) *operation {
	var found *operation
	for i, x := range xs {
		o := t.asks[x]
		if o == nil || !o.logged || i > 0 && o != found {
			return nil
		}
		found = o
	}
	return found
}

// race adds what made the node worse further down: runs of different branches that overlapped.
func (n *node) race() {
	shared := len(n.all().receipts) == 1
	if raced(n, shared) == profile.Yes {
		n.contributing = append(n.contributing, string(ReceiverRace))
	}
}
