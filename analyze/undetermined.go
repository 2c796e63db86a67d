package analyze

import (
	"slices"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// unexplained says honestly where two results exist and the evidence does not show where one became two: the layer that
// decides is not in it. It names what would decide.
func (t *tree) unexplained(found []*node) []*node {
	var out []*node
	known := t.explanations(found)
	var unnamed []*effect
	var seen once[*effect]
	for _, o := range t.operations {
		if !o.logged {
			unnamed = seen.add(unnamed, o.effects...)
			continue
		}
		if len(o.effects) > 1 && !t.manyThings(o.effects) && !known.explain(o.effects) {
			n := t.openQuestion(o.effects, o)
			n.missing = append(n.missing, t.whatWouldDecide(o)...)
			n.headline = t.Say("%s: two records of one operation; what led to the second is not in the evidence", t.resultOf(n))
			out = append(out, n)
		}
	}
	unnamed = seen.add(unnamed, t.loose[""]...)
	for _, n := range t.runs { // of which neither a request nor a job is known; a job that is named asks for something of its own
		if n.key == "" && n.jobID == "" && n.receipt == nil && n.delivery == nil {
			unnamed = seen.add(unnamed, n.effects...)
		}
	}
	if len(unnamed) > 1 && !t.manyThings(unnamed) && !known.explain(unnamed) {
		n := t.openQuestion(unnamed, nil)
		n.weak = true
		n.missing = append(n.missing, t.lack(missingKey))
		n.headline = t.Say("%s: no log names the operation, so a second record cannot be told from a second, intended one", t.resultOf(n))
		out = append(out, n)
	}
	return out
}

// openQuestion makes the node; each effect is a branch, with the request that led to it where that is known.
func (t *tree) openQuestion(effects []*effect, o *operation) *node {
	n := &node{class: Undetermined, operation: o, outcome: Duplicated, next: []string{t.Say("reconcile with the downstream system: look up both records before anything is sent again")}}
	if t.component.between {
		n.outcome, n.missing = Unknown, []Missing{t.missingShop(t.sender())}
	}
	if o == nil {
		n.outcome = Unknown // two intended results are as possible as one result made twice
	}
	runOf, receiptOf := map[*effect]*run{}, map[*effect]*receipt{}
	for _, r := range t.runs {
		for _, e := range r.effects {
			runOf[e] = r
		}
	}
	for _, x := range t.receipts {
		for _, e := range x.effects {
			receiptOf[e] = x
		}
	}
	for _, e := range effects {
		b := branch{effects: []*effect{e}}
		if r := runOf[e]; r != nil {
			one := t.belowRun(r)
			b.deliveries, b.receipts, b.jobs, b.runs = one.deliveries, one.receipts, one.jobs, one.runs
		}
		if x := receiptOf[e]; x != nil && len(b.receipts) == 0 {
			b.receipts, b.deliveries = []*receipt{x}, []*delivery{x.delivery}
		}
		n.branches = append(n.branches, b)
	}
	if o != nil && len(n.all().receipts) == 0 {
		for _, x := range o.receipts {
			n.branches[0].receipts = append(n.branches[0].receipts, x)
			n.branches[0].deliveries = appendNew(n.branches[0].deliveries, []*delivery{x.delivery})
		}
	}
	return n
}

// whatWouldDecide names the first layer below which nothing is known.
func (t *tree) whatWouldDecide(o *operation) []Missing {
	var out []Missing
	if len(o.receipts) == 0 {
		out = append(out, t.lack(missingReceiverLog))
	}
	if slices.ContainsFunc(o.receipts, func(x *receipt) bool { return len(t.runsBelow(x)) == 0 && x.has(profile.EventEnqueued) }) || len(o.runs) == 0 {
		out = append(out, t.lack(missingWorkerLog))
	}
	if !t.world.coverage.has(senderLog) {
		out = append(out, t.missingSenderLog(t.sender()))
	}
	return out
}
