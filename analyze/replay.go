package analyze

import (
	"cmp"
	"slices"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// replayOfState judges registration → schedule → delivery: one registration that sent one unchanged state twice. WooCommerce
// core never retries, so who repeated is a queued action that ran again, a second action, or somebody outside the queue.
//
// It cannot tell a person from custom code where the queue has no action for a delivery.
func (t *tree) replayOfState(c *change) []*node {
	if !c.known {
		return nil
	}
	if c.deliveries[0].byEvent() {
		return t.repeated(c)
	}
	var out []*node
	if n := t.unnamedSender(c); n != nil {
		out = append(out, n)
	}
	of := deliveriesByRegistration(c)
	for _, id := range c.registrations() {
		ds := slices.DeleteFunc(of[id], func(d *delivery) bool { return d.id == "" && d.logged == nil })
		if len(ds) < 2 {
			continue
		}
		// The deliveries of one action part below it, at schedule → delivery.
		var groups [][]*delivery
		byAction := map[*action]int{}
		for _, d := range ds {
			if d.run != nil {
				if i, ok := byAction[d.run.action]; ok {
					groups[i] = append(groups[i], d)
					continue
				}
				byAction[d.run.action] = len(groups)
			}
			groups = append(groups, []*delivery{d})
		}
		if len(groups) > 1 {
			out = append(out, t.sentTwice(c, id, groups))
		}
		for _, g := range groups {
			if len(g) > 1 {
				out = append(out, t.actionRanTwice(id, g))
			}
		}
	}
	return out
}

// unnamedSender is the question that stays open where deliveries of one state do not all name their registration: it sent one
// state twice, or two registrations sent it once each.
func (t *tree) unnamedSender(c *change) *node {
	named, _ := c.named()
	if len(named) < 2 || !slices.ContainsFunc(named, func(d *delivery) bool { return d.webhook == "" }) {
		return nil
	}
	n := &node{class: Undetermined, missing: []Missing{t.lack(missingWebhookID)}}
	for _, d := range named {
		n.branches = append(n.branches, t.below(d))
	}
	n.operation = t.common(n.all().receipts)
	t.dealLoose(n, c)
	t.judgeOutcome(n)
	if how := t.countedAfterFailure(named); how != "" {
		n.class, n.cause, n.missing = Replay, "provider_retry", nil
		n.boundary = Boundary{profile.LayerRegistration, profile.LayerDelivery}
		n.causeBecause = t.Say("the request itself says that it is a further attempt; it was answered %s before", how)
		n.doubts = append(n.doubts, t.Say("no line names the sender: that the number in the request counts its attempts is concluded from the failure before"))
		n.race()
		n.headline = t.Say("%s: one unchanged state was delivered %s", t.resultOf(n), t.Times(len(named)))
		n.next = []string{t.adviceClaim(n), t.keepUpdates()}
		return n
	}
	n.headline = t.Say("%s: one unchanged state was delivered %s; whether by one registration or by several is not in the evidence", t.resultOf(n), t.Times(len(named)))
	n.next = []string{t.adviceClaim(n)}
	return n
}

// countedAfterFailure says how the attempts before were answered, where the request numbers each as a further one and each before had failed;
// "" where it does not. Two registrations would each begin to count.
func (t *tree) countedAfterFailure(ds []*delivery) string {
	ds = slices.Clone(ds)
	slices.SortStableFunc(ds, func(a, b *delivery) int { return cmp.Compare(a.begin(), b.begin()) })
	var how []string
	for i, d := range ds[1:] {
		code, failure, by := ds[i].answer()
		if d.attempt <= max(ds[i].attempt, 1) || by == nil || ds[i].accepted(by) {
			return ""
		}
		how = append(how, answerText(code, failure))
	}
	return t.List(how)
}

// sentTwice is the node at the registration.
func (t *tree) sentTwice(c *change, webhook string, groups [][]*delivery) *node {
	n := &node{class: Replay, cause: "sender_double_emission", boundary: Boundary{profile.LayerRegistration, profile.LayerDelivery}}
	queued, outside := 0, 0
	for _, g := range groups {
		n.branches = append(n.branches, t.below(g...))
		switch {
		case g[0].run != nil:
			queued++
		case g[0].begin() != 0 && (g[0].logged != nil || t.world.clockKnown(g[0])) && t.covers(queueLog, g[0].begin()) != nil:
			outside++
			n.coverage = append(n.coverage, cover{t.covers(queueLog, g[0].begin()), t.Say("the queue's log covers the time and has no run that fits delivery %s", g[0].id)})
		}
	}
	n.operation = t.common(n.all().receipts)
	failed, failure, silent := failedBefore(groups)
	switch {
	case queued == len(groups):
		n.boundary.To = profile.LayerSchedule
	case queued > 0 && outside > 0:
		n.cause = "manual_resend"
		n.doubts = append(n.doubts, t.Say("no queued action fits one of the deliveries in time, so it was made outside the queue, by a person or by custom code"))
	default:
		n.doubts = append(n.doubts, t.Say("the sender's queue does not cover all of these deliveries: one action may have run twice, or a person may have sent again"))
		n.missing = append(n.missing, t.lack(missingQueue))
	}
	if slices.ContainsFunc(groups, func(g []*delivery) bool { return g[0].logged == nil }) {
		n.doubts = append(n.doubts, t.Say("the sender's own log does not show all of these deliveries: one may be a copy under another ID"))
		n.missing = append(n.missing, t.missingSenderLog(t.sender()))
	}
	if failed && n.cause == "sender_double_emission" {
		n.cause = "unattributed"
		n.causeBecause = t.Say("an earlier attempt was answered %s, but %s does not retry by itself, so something else repeated it", failure, t.title(t.component.provider))
		if t.component.provider == "" {
			n.causeBecause = t.Say("an earlier attempt was answered %s, and whether the sender retries by itself is not known", failure)
		}
	} else if silent && n.cause == "sender_double_emission" {
		n.doubts = append(n.doubts, t.Say("whether an earlier attempt failed is not in the evidence"))
		n.missing = append(n.missing, t.missingSenderLog(t.sender()))
	}
	if n.causeBecause == "" {
		n.causeBecause = t.because(n.cause)
	}
	if n.cause == "unattributed" || n.cause == "manual_resend" {
		var firsts []*delivery
		for _, g := range groups {
			firsts = append(firsts, g[0])
		}
		n.causeBecause = also(n.causeBecause, t.intervals(timesBetween(firsts)))
	}
	if len(c.registrations()) == 1 {
		t.dealLoose(n, c)
	}
	if t.anotherBetween(c, groups) {
		n.doubts = append(n.doubts, t.Say("another state was delivered between the two: the resource may have come back to the first"))
	}
	t.judgeOutcome(n)
	n.race()
	n.headline = t.Say("%s: registration %s sent one unchanged state %s", t.resultOf(n), t.orUnknown(webhook), t.Times(len(groups)))
	n.next = []string{t.resendAdvice(n.cause), t.adviceClaim(n), t.keepUpdates()}
	return n
}

// anotherBetween tells whether a delivery of another state lies between the first and the last of these.
func (t *tree) anotherBetween(c *change, groups [][]*delivery) bool {
	first, last := groups[0][0].begin(), groups[len(groups)-1][0].begin()
	i, _ := slices.BinarySearchFunc(t.changes, first+1, func(o *change, at int64) int { return cmp.Compare(o.begin(), at) })
	for ; i < len(t.changes) && t.changes[i].begin() < last; i++ {
		if t.changes[i] != c {
			return true
		}
	}
	return false
}

// actionRanTwice is the node at the action.
func (t *tree) actionRanTwice(webhook string, ds []*delivery) *node {
	n := &node{class: Replay, cause: "action_rerun", boundary: Boundary{profile.LayerSchedule, profile.LayerDelivery}}
	for _, d := range ds {
		n.branches = append(n.branches, t.below(d))
	}
	a := ds[0].run.action
	n.operation = t.common(n.all().receipts)
	t.judgeOutcome(n)
	n.race()
	n.causeBecause = t.because(n.cause)
	n.headline = t.Say("%s: queued action %s of registration %s ran %s", t.resultOf(n), a.id, t.orUnknown(webhook), t.Times(len(ds)))
	n.next = []string{t.resendAdvice(n.cause), t.adviceClaim(n), t.keepUpdates()}
	return n
}

// failedBefore tells whether a delivery before the last was answered with a failure, and whether that of any is not known.
func failedBefore(groups [][]*delivery) (failed bool, how string, silent bool) {
	for _, g := range groups[:len(groups)-1] {
		for _, d := range g {
			code, failure, by := d.answer()
			switch {
			case by == nil:
				silent = true
			case !d.accepted(by):
				failed, how = true, answerText(code, failure)
			}
		}
	}
	return failed, how, silent
}

// dealLoose gives requests that carry the change's bytes and name no delivery to the node's branches in turn: that they are
// requests of this change is certain, of which delivery is not.
func (t *tree) dealLoose(n *node, c *change) {
	_, loose := c.named()
	for i, d := range loose {
		b := &n.branches[i%len(n.branches)]
		more := t.below(d)
		b.receipts = append(b.receipts, more.receipts...)
		b.jobs = append(b.jobs, more.jobs...)
		b.runs = append(b.runs, more.runs...)
		b.effects = appendNew(b.effects, more.effects)
	}
	if len(loose) > 0 {
		n.doubts = append(n.doubts, t.Say("the receiver's lines name the payload, not the delivery that brought it"))
	}
}

// deal gives runs that name only the delivery to its receipts: they are as many ways to the result as there are runs, though
// which receipt started which is not told. It matters for the outcome alone.
func (t *tree) deal(n *node, runs []*run) {
	has := make([]once[*effect], len(n.branches))
	for i := range n.branches {
		has[i].add(nil, n.branches[i].effects...)
	}
	for k, r := range runs {
		i := k % len(n.branches)
		b := &n.branches[i]
		b.runs = append(b.runs, r)
		b.effects = has[i].add(b.effects, r.effects...)
	}
}

// dealEffects gives effects that no branch has to the branches that have the fewest.
func (t *tree) dealEffects(n *node, effects []*effect) {
	var dealt once[*effect]
	least := len(n.branches[0].effects)
	for i := range n.branches {
		dealt.add(nil, n.branches[i].effects...)
		least = min(least, len(n.branches[i].effects))
	}
	i := 0
	for _, e := range dealt.add(nil, effects...) {
		for len(n.branches[i].effects) > least {
			if i++; i == len(n.branches) {
				i, least = 0, least+1
			}
		}
		n.branches[i].effects = append(n.branches[i].effects, e)
	}
}
