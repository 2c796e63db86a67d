package analyze

import (
	"cmp"
	"slices"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// met judges an operation that two real changes asked for and that was carried out for both. Runs that overlap passed one
// check together: a receiver race, though each delivery is legitimate. Runs one after the other are legitimate updates of an
// unprotected operation, which the rule for those reports.
//
// It needs changes that are known to differ: two deliveries whose bytes nobody saw may be one state sent twice.
func (t *tree) met(o *operation) []*node {
	if !o.logged || len(o.changes) < 2 {
		return nil
	}
	n := &node{class: ReceiverRace, cause: "check_then_act", boundary: Boundary{profile.LayerReceipt, profile.LayerExecution}, operation: o}
	byChange := map[*change]*branch{}
	var order []*change
	for _, r := range o.runs {
		if !r.reached() || r.delivery == nil || r.delivery.change == nil {
			continue
		}
		c := r.delivery.change
		b := byChange[c]
		if b == nil {
			b = &branch{}
			byChange[c] = b
			order = append(order, c)
		}
		one := t.belowRun(r)
		b.deliveries = appendNew(b.deliveries, one.deliveries)
		b.receipts = appendNew(b.receipts, one.receipts)
		b.jobs = appendNew(b.jobs, one.jobs)
		b.runs = append(b.runs, r)
		b.effects = appendNew(b.effects, r.effects)
	}
	if len(order) < 2 || !slices.ContainsFunc(order[1:], func(c *change) bool { return !t.oneAct(order[0], c) }) {
		return nil
	}
	slices.SortStableFunc(order, func(a, b *change) int { return cmp.Compare(a.begin(), b.begin()) })
	for _, c := range order {
		n.branches = append(n.branches, *byChange[c])
	}
	t.judgeOutcome(n)
	if b := n.all(); slices.ContainsFunc(b.deliveries, t.unknownToSender) {
		n.class, n.cause, n.boundary = Undetermined, "", Boundary{}
		n.missing = append(n.missing, t.missingSenderLog(t.sender()), t.missingBodies(t.sender()))
		n.headline = t.Say("%s: two requests met in one operation, and the sender's log, which covers the time, has only one of them", t.resultOf(n))
		n.next = []string{t.adviceClaim(n), t.Say("find out who made the other request before the sender is blamed: check its signature")}
		return []*node{n}
	}
	if shops := sorted(n.all().deliveries, func(d *delivery) string { return d.shop }); len(shops) > 1 {
		return []*node{t.otherSite(n, shops)}
	}
	for i := 1; i < len(order); i++ {
		if !t.differ(order[i-1], order[i]) {
			n.class, n.cause, n.boundary = Undetermined, "", Boundary{}
			n.missing = append(n.missing, t.missingBodies(t.sender()))
			n.headline = t.Say("%s: two deliveries met in one operation; whether they carry one state or two is not in the evidence", t.resultOf(n))
			n.next = []string{t.adviceClaim(n)}
			return []*node{n}
		}
	}
	switch raced(n, false) {
	case profile.No:
		return nil
	case profile.NotSaid:
		n.class, n.cause, n.boundary = Undetermined, "", Boundary{}
		n.missing = append(n.missing, t.lack(missingPrecision))
		n.headline = t.Say("%s: two updates met in one operation; whether their runs overlapped is not in the evidence", t.resultOf(n))
		n.next = []string{t.adviceClaim(n)}
		return []*node{n}
	}
	n.causeBecause = t.raceBecause(n)
	n.headline = t.Say("%s: two updates of one resource were carried out at once as one operation", t.resultOf(n))
	n.next = []string{t.adviceClaim(n), t.Say("do not block the later update: both deliveries are legitimate, only the operation must be claimed once")}
	return []*node{n}
}

// otherSite is the same where the changes come from two sites, accounts or modes: one of them should not reach this receiver.
func (t *tree) otherSite(n *node, shops []string) *node {
	n.class, n.cause, n.boundary = ConfigDuplication, "cloned_site", Boundary{profile.LayerChange, profile.LayerRegistration}
	n.race()
	n.causeBecause = t.Say("the requests come from %s and ask for one operation", t.List(shops))
	n.doubts = append(n.doubts, t.Say("that one is a copy of the other is concluded from the one operation that both ask for"))
	n.headline = t.Say("%s: one operation, asked for from %s", t.resultOf(n), t.List(shops))
	n.next = []string{t.Say("give the copy, or the test, a receiver of its own: it asks for the operations of the other"), t.adviceClaim(n)}
	return n
}

// raceBecause says which times show the race: that the requests arrived before either claim, or only that the later one came
// while the earlier was still under way.
func (t *tree) raceBecause(n *node) string {
	var arrivals []*record
	var claim *record
	for _, x := range n.all().receipts {
		if r, known := x.arrived(); known {
			arrivals = append(arrivals, r)
		}
		if c := x.first(profile.EventClaimed); c != nil && (claim == nil || c.at() < claim.at()) {
			claim = c
		}
	}
	if len(arrivals) < 2 {
		return t.Say("the runs overlapped, so the check of one could not see the other")
	}
	slices.SortStableFunc(arrivals, func(a, b *record) int { return cmp.Compare(a.begin(), b.begin()) })
	first, second := arrivals[0], arrivals[1]
	if claim != nil && second.begin()+int64(second.Precision) <= claim.at() {
		return t.Say("the requests arrived at %s and %s, both before the first claim at %s: they passed one check", beganAt(first), beganAt(second), beganAt(claim))
	}
	return t.Say("the requests arrived at %s and %s, the second while the first was still under way, and its claim did not stop the second", beganAt(first), beganAt(second))
}

func beganAt(r *record) string { return Time{Nano: r.begin(), Precision: r.Precision}.String() }

// unknownToSender tells a request that the sender's log would have shown and does not, and that no queued action explains: a
// test tool's, or a forged one.
func (t *tree) unknownToSender(d *delivery) bool {
	return d.logged == nil && d.run == nil && d.begin() != 0 && t.world.clockKnown(d) && t.covers(senderLog, d.begin()) != nil
}
