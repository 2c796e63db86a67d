package analyze

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// legitimate reports what looks like repetition and must get through: further states of a resource. One element for each
// cause. state_changed: something of the resource is different; metadata_only: it was saved again, and nothing but
// date_modified, meta_data or the form of the body is.
//
// Where bodies are hidden, different signatures prove different bytes, not which of the two it was.
func (t *tree) legitimate(found []*node) []*node {
	earlier := map[string][]*change{}
	groups := map[string][]*change{}
	inferred := map[string]bool{}
	differing := map[string][]string{}
	states := map[string]bool{} // some two are states of one object
	for _, c := range t.changes {
		if !c.known {
			continue
		}
		for _, id := range c.lines() {
			var before *change
			for _, x := range earlier[id] {
				if !x.otherPayment(c) {
					before = x
				}
			}
			earlier[id] = append(earlier[id], c)
			if before == nil || before == c || t.oneAct(before, c) || !t.differ(before, c) {
				continue
			}
			cause := "state_changed"
			if t.sameStable(before, c) {
				cause = "metadata_only"
			} else if t.stable(before) == (profile.Mark{}) || t.stable(c) == (profile.Mark{}) {
				inferred[cause] = inferred[cause] || t.statusOf(before) == t.statusOf(c)
			}
			differing[cause] = appendNew(differing[cause], t.fieldsChanged(before, c))
			states[cause] = states[cause] || !before.otherObject(c)
			for _, x := range []*change{before, c} {
				if !slices.Contains(lastOf(groups[cause], 2), x) {
					groups[cause] = append(groups[cause], x)
				}
			}
		}
	}
	var out []*node
	for _, cause := range []string{"state_changed", "metadata_only"} {
		cs := groups[cause]
		if len(cs) == 0 {
			continue
		}
		n := &node{class: LegitimateUpdate, cause: cause, causeBecause: t.because(cause)}
		if cause == "metadata_only" {
			n.causeBecause = t.savedAgain()
		}
		if fields := differing[cause]; len(fields) > 0 {
			if cause == "state_changed" { // what differs in every state says nothing
				fields = slices.DeleteFunc(fields, func(f string) bool { return slices.Contains(facts(t.component.provider).Volatile, f) })
			}
			slices.SortFunc(fields, func(a, b string) int { // the status is what people look for, so it stands first
				return cmp.Or(strings.Compare(strconv.FormatBool(a != "status"), strconv.FormatBool(b != "status")), strings.Compare(a, b))
			})
			n.causeBecause += t.Say(": %s differ", t.List(t.few(fields, 8, "more field")))
		}
		for _, c := range cs {
			n.branches = append(n.branches, t.below(c.deliveries...))
		}
		if inferred[cause] && cause == "state_changed" {
			n.doubts = append(n.doubts, t.Say("the bytes differ, but the bodies are hidden: that more than date_modified changed is not shown"))
			n.missing = append(n.missing, t.missingBodies(t.sender()))
		}
		t.updateOutcome(n, found)
		if !states[cause] && n.outcome != Duplicated && n.outcome != Lost {
			continue
		}
		l := t.loopOf(cs)
		n.headline = t.Say("%s: %s, each a state of its own", t.subject(), t.Count(len(cs), "update"))
		n.next = []string{t.Say("let these through: they are not duplicates")}
		if cause == "metadata_only" {
			n.headline = t.Say("%s: saved again %s without a change that matters", t.subject(), t.Times(len(cs)-1))
		}
		if l.inRow > 1 {
			n.doubts = append(n.doubts, t.Say("that each delivery set off the next is concluded from the times"))
			n.cause, n.causeBecause, n.cited = "feedback_loop", l.by, l.evidence
			n.headline = t.Say("%s: %s, of which %d were set off by the delivery before", t.subject(), t.Count(len(cs), "update"), l.turns)
			n.next = []string{t.Say("let these through, and stop what sets them off: a receiver that writes to the resource should skip its own changes, a shop should not save on reading")}
		}
		switch n.outcome {
		case Lost:
			n.headline = t.Say("%s: the receiver dropped an update as a repeat, and its operation was never carried out", t.subject())
			n.next = []string{t.Say("stop the guard from dropping updates: its key must name the operation, not the order or the delivery")}
		case Duplicated:
			n.headline = t.Say("%s: two updates, one after the other, each carried out one operation", t.resultOf(n))
			n.next = []string{t.adviceClaim(n), t.Say("let the updates through: only the operation must be done once")}
		}
		out = append(out, n)
	}
	return out
}

// otherPayment tells whether two changes are of two payments: of two for one order, neither is a state of the other.
func (c *change) otherPayment(o *change) bool {
	x, y := linkedBy(c), linkedBy(o)
	return len(x) > 0 && len(y) > 0 && !slices.ContainsFunc(x, func(id string) bool { return slices.Contains(y, id) })
}

// otherObject tells whether two changes are of two objects of one order or payment, such as its captures.
func (c *change) otherObject(o *change) bool {
	one, other := c.deliveries[0].object, o.deliveries[0].object
	return one != "" && other != "" && one != other
}

// linkedBy are the objects of its provider's that a change names.
func linkedBy(c *change) []string {
	var ids []string
	for _, d := range c.deliveries {
		for _, r := range d.records {
			for id := range strings.FieldsSeq(r.ResourceID + " " + r.Related) {
				if facts(d.provider).Links(id) {
					ids = appendNew(ids, []string{id})
				}
			}
		}
	}
	return ids
}

// savedAgain says what alone differs between two states that matter alike.
func (t *tree) savedAgain() string {
	volatile := t.sender().Volatile
	switch {
	case t.ofWooCommerce():
		return t.because("metadata_only")
	case len(volatile) == 0:
		return t.Say("the resource was saved again; only the form of the body differs")
	}
	return t.Say("the resource was saved again; only %s or the form of the body differ", strings.Join(volatile, ", "))
}

// lines are what a change follows another in: its registrations. Where none is named, or each delivery has a name of its own, it is
// what comes to one URL under topics of one kind of thing: transaction.updated and transaction.completed.
func (c *change) lines() []string {
	if ids := c.registrations(); len(ids) > 0 && !c.deliveries[0].idPerRegistration() {
		return ids
	}
	kind := c.topic()
	if i := strings.IndexAny(kind, "./"); i > 0 {
		kind = kind[:i]
	}
	return []string{"\x00" + kind + " " + arrivedAt(c.deliveries[0]).url}
}

// fieldsChanged lists the top fields in which two states differ; their values are not kept.
func (t *tree) fieldsChanged(a, b *change) []string {
	x, y := t.world.history.fields(t.stateOf(a).Mark), t.world.history.fields(t.stateOf(b).Mark)
	if len(x) == 0 || len(y) == 0 {
		return nil
	}
	marks := map[string]profile.Mark{}
	for _, f := range x {
		marks[f.Path] = f.Mark
	}
	var out []string
	note := func(path string) {
		top, _, _ := strings.Cut(path, ".")
		if strings.HasPrefix(top, "~") { // what it is called is not kept, and its mark is another under each key
			top = "hidden"
		}
		out = appendNew(out, []string{top})
	}
	for _, f := range y {
		if marks[f.Path] != f.Mark {
			note(f.Path)
		}
		delete(marks, f.Path)
	}
	for _, path := range slices.Sorted(maps.Keys(marks)) { // what is gone
		note(path)
	}
	return out
}

// stateOf is the payload state that the change's deliveries carry, without its fields, empty where no body is in the evidence.
func (t *tree) stateOf(c *change) profile.State {
	for _, d := range c.deliveries {
		if s, ok := t.world.history.state(d.state); ok {
			return s
		}
	}
	return profile.State{}
}

func lastOf[T any](list []T, n int) []T { return list[max(0, len(list)-n):] }

// statusOf is the business status that a change's body or the receiver's lines give, "" if none does.
func (t *tree) statusOf(c *change) string {
	if s := t.stateOf(c).Clear.Status; s != "" {
		return s
	}
	for _, d := range c.deliveries {
		for _, r := range d.records {
			if r.Status != "" {
				return r.Status
			}
		}
	}
	return ""
}

// updateOutcome says what became of the updates: lost if one was dropped that nothing carried out, duplicated if two of them
// led one operation to two effects, one after the other.
func (t *tree) updateOutcome(n *node, found []*node) {
	b := n.all()
	below := map[*receipt]bool{}
	for _, x := range b.receipts {
		below[x] = true
	}
	n.outcome = Contained
	settled := len(b.receipts) > 0
	for _, x := range b.receipts {
		if o := t.asks[x]; o != nil && t.dropped(o) {
			n.outcome = Lost
			return
		}
	}
	for i := range n.branches {
		settled = settled && n.branches[i].settled()
	}
	if !settled {
		n.outcome = Unknown
	}
	known := t.explanations(found)
	for _, o := range t.operations {
		if !o.logged || len(o.effects) < 2 || len(o.changes) < 2 || !slices.ContainsFunc(o.receipts, func(x *receipt) bool { return below[x] }) {
			continue
		}
		if t.parted(o) && !known.explain(o.effects) {
			n.outcome, n.operation = Duplicated, o
			return
		}
	}
	if n.outcome == Contained && len(b.effects) == 0 && !slices.ContainsFunc(b.runs, (*run).reached) {
		n.outcome = Unknown
	}
}

// parted tells whether the operation's effects come from runs of different changes.
func (t *tree) parted(o *operation) bool {
	from := map[*change]bool{}
	for _, r := range o.runs {
		if len(r.effects) > 0 && r.delivery != nil && r.delivery.change != nil {
			from[r.delivery.change] = true
		}
	}
	return len(from) > 1
}

// explanations finds, for sets of effects, the node that already says how they came to be more than one.
type explanations map[*effect][]*node

func (t *tree) explanations(found []*node) explanations {
	x := explanations{}
	for _, n := range found {
		if n.outcome != Duplicated {
			continue
		}
		for _, e := range slices.Concat(n.all().effects, t.looseBelow(n)) {
			x[e] = append(x[e], n)
		}
	}
	return x
}

// explain tells whether one node covers all these effects.
func (x explanations) explain(effects []*effect) bool {
	in := map[*node]int{}
	for _, e := range effects {
		for _, n := range x[e] {
			in[n]++
		}
	}
	for _, n := range in {
		if n == len(effects) {
			return true
		}
	}
	return false
}
