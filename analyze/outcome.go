package analyze

import (
	"maps"
	"slices"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

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
		if x.turnedAway() {
			continue
		}
		if !ran[x] && !ran[nil] && len(b.effects) == 0 {
			return false
		}
	}
	for _, n := range b.runs {
		if !n.ended() && n.stalled == nil && len(n.effects) == 0 {
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
	parted := n.parted()
	union := n.all().effects
	loose := t.looseBelow(n)
	switch {
	case n.operation != nil && t.dropped(n.operation):
		n.outcome = Lost
	case parted:
		n.outcome = Duplicated
	case len(union)+len(loose) >= 2 && len(loose) > 0:
		n.outcome = Duplicated
		n.doubts = append(n.doubts, t.Say("the records name the operation, not the request that made them"))
	case t.accounted(n, len(union)+len(loose)):
		n.outcome = Contained
	case t.claimed(n):
		n.outcome = Contained
	default:
		n.outcome = Unknown
	}
}

// accounted tells whether a second effect would show: each branch is settled, and something downstream is in the evidence
// or every branch but one was left as a repeat.
func (t *tree) accounted(n *node, effects int) bool {
	if k := t.nameless(n); k > 0 && k+effects >= 2 {
		return false // two calls succeeded, and not both name what they made
	}
	skips, reached, idle := 0, 0, 0
	used := map[*record]bool{}
	for i := range n.branches {
		b := &n.branches[i]
		if !b.settled() && !t.idle(b) && !t.unserved(b) && !t.claimsSettle(b, used) || slices.ContainsFunc(b.runs, t.mayHaveMore) {
			return false
		}
		if b.skipped() || len(b.receipts) > 0 && !slices.ContainsFunc(b.receipts, func(x *receipt) bool { return !t.didNothing(x) }) {
			skips++
		}
		if b.reached() {
			reached++
		} else if t.idle(b) || t.unserved(b) {
			idle++
		} else if t.world.logsCalls && len(b.runs) > 0 && !slices.ContainsFunc(b.runs, func(n *run) bool { return n.done == nil && n.left == nil }) {
			idle++ // its runs ended without a downstream call, in a log that shows such calls
		}
	}
	return effects > 0 || reached > 0 || skips >= len(n.branches)-1 || idle+skips >= len(n.branches)
}

// claimed tells whether one claim settles all of the node, and keeps what it says was made.
func (t *tree) claimed(n *node) bool {
	c := t.claimByNumber(n)
	if c == nil {
		return false
	}
	n.claimed = []*effect{}
	n.missing = append(n.missing, t.lack(missingReceiverLog)) // that the claim is theirs rests on a number and the time
	if c.done.DownstreamID != "" {
		n.claimed = append(n.claimed, &effect{id: c.done.DownstreamID, key: c.done.OperationKey, records: []*record{c.done}, by: "number and time"})
	}
	return true
}

// idle tells whether the branch's requests ended without any work: one log has each of them from its arrival to its answer, or to
// where it was cut off, shows the downstream calls of others, and none of theirs. A log that shows only what was made may lack a call
// that failed, so there the answer must be that the request was not taken on.
func (t *tree) idle(b *branch) bool {
	return len(b.receipts) > 0 && len(b.runs)+len(b.jobs)+len(b.effects) == 0 && !slices.ContainsFunc(b.receipts, func(x *receipt) bool {
		log := t.world.logs[x.records[0].Source]
		shows := t.world.calling[log] || t.world.making[log] && x.notTaken()
		return !t.cameOnce(x) && !t.cutOff(x) || !shows
	})
}

// unserved tells whether none of the branch's requests came further than the proxy, which answered them itself: with a redirect, or since
// nothing listened behind it. A sender that nobody knows may follow a redirect to where no log is.
func (t *tree) unserved(b *branch) bool {
	return len(b.deliveries) > 0 && len(b.receipts)+len(b.runs)+len(b.jobs)+len(b.effects) == 0 && !slices.ContainsFunc(b.deliveries, func(d *delivery) bool {
		if t.neverArrived(d) {
			return false
		}
		return len(d.proxied) == 0 || slices.ContainsFunc(d.proxied, func(p *record) bool {
			return t.world.tries(p) > 0 || !t.world.answering[p.Source] && p.Upstream == "" || d.provider == "" && p.Code/100 == 3
		})
	})
}

// neverArrived tells a delivery that the sender has as refused before any receiver had it (502, no connection), and of which a log that has
// others of its sender, and covers the time, has no line.
func (t *tree) neverArrived(d *delivery) bool {
	if d.logged == nil || len(d.proxied) > 0 || d.logged.Code != 502 && !(&call{failed: d.logged}).refused() {
		return false
	}
	from, to := t.covers(receiverLog, d.begin()), t.covers(receiverLog, d.end())
	return from != nil && to != nil && slices.ContainsFunc(t.receipts, func(x *receipt) bool {
		return !x.proxyOnly && x.has(profile.EventReceived) && t.world.logs[x.records[0].Source] == from.stem
	})
}

// notTaken tells a request that was answered as one that could not be served: 4xx, or 503 of a receiver that is starting or shutting down.
func (x *receipt) notTaken() bool {
	answer := x.first(profile.EventResponded)
	return answer != nil && !x.tookOn() && (refusedCode(answer.Code) || answer.Code == 503)
}

// parted tells whether two branches led to different effects of one operation. An effect without a key may be of any.
func (n *node) parted() bool {
	branches := map[string]map[int]bool{}
	effects := map[string]map[*effect]bool{}
	for i, b := range n.branches {
		for _, e := range b.effects {
			if branches[e.key] == nil {
				branches[e.key], effects[e.key] = map[int]bool{}, map[*effect]bool{}
			}
			branches[e.key][i], effects[e.key][e] = true, true
		}
	}
	unnamed := effects[""]
	for key := range effects {
		in := maps.Clone(branches[key])
		maps.Copy(in, branches[""])
		if len(in) > 1 && len(effects[key])+len(unnamed) > 1 && (key != "" || len(unnamed) > 1) {
			return true
		}
	}
	return false
}

// nameless counts the runs below the node whose call succeeded without a name of what was made.
func (t *tree) nameless(n *node) int {
	count := 0
	for _, r := range n.all().runs {
		if len(r.effects) == 0 && slices.ContainsFunc(r.calls, (*call).succeeded) {
			count++
		}
	}
	return count
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
	return last == nil || t.covers(effectLog, last.at()) == nil
}

// looseBelow are the effects that name only the operation, where every request for that operation lies below the node.
func (t *tree) looseBelow(n *node) []*effect {
	if n.claimed != nil {
		return n.claimed
	}
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
