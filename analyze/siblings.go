package analyze

import (
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// toldTwice judges change → registration where one act was told as several events under several topics: a checkout that was
// completed, its payment and its charge. It is a duplicate where the requests meet in one operation. A receiver that does one
// thing for the one and another for the other is told as it wishes.
//
// Events are taken for one act only where the provider says so: by the name of the act, or by objects that name each other.
func (t *tree) toldTwice() []*node {
	var out []*node
	t.act = map[*change]int{}
	for i, cs := range t.acts() {
		for _, c := range cs {
			t.act[c] = i + 1
		}
		if n := t.actTold(cs); n != nil {
			out = append(out, n)
		}
	}
	return out
}

// oneAct tells whether two changes are one act that the provider told under several topics.
func (t *tree) oneAct(a, b *change) bool { return t.act[a] != 0 && t.act[a] == t.act[b] }

// acts groups changes that are one act. Each has an event, or an act, of its provider.
func (t *tree) acts() [][]*change {
	u := newUnion(len(t.changes))
	first := map[ident]int{}
	for i, c := range t.changes {
		u.joinBy(first, i, c.actIdents()...)
	}
	groups := map[int][]*change{}
	var order []int
	for i, c := range t.changes {
		root := u.find(i)
		if groups[root] == nil {
			order = append(order, root)
		}
		groups[root] = append(groups[root], c)
	}
	var out [][]*change
	for _, root := range order {
		if g := groups[root]; len(g) > 1 && len(topicsOfChanges(g)) > 1 {
			out = append(out, g)
		}
	}
	return out
}

// actIdents are what says of which act a change tells.
func (c *change) actIdents() []ident {
	var ks []ident
	for _, d := range c.deliveries {
		if d.act != "" {
			ks = append(ks, ident{kind: 'A', a: d.provider, b: d.act})
		}
		p := facts(d.provider)
		name := p.Acts[d.topic]
		if name == "" {
			continue
		}
		for _, r := range d.records {
			for id := range strings.FieldsSeq(r.ResourceID + " " + r.Related) {
				if p.Links(id) {
					ks = append(ks, ident{kind: 'l', a: name, b: id})
				}
			}
		}
	}
	return ks
}

func topicsOfChanges(cs []*change) []string {
	return sorted(cs, func(c *change) string { return c.topic() })
}

func (c *change) topic() string {
	for _, d := range c.deliveries {
		if d.topic != "" {
			return d.topic
		}
	}
	return ""
}

// actTold is the node of one act, with a branch for each topic under which it was told.
func (t *tree) actTold(cs []*change) *node {
	n := &node{class: ConfigDuplication, cause: "overlapping_topics", boundary: Boundary{profile.LayerChange, profile.LayerRegistration}}
	topics := topicsOfChanges(cs)
	worked := 0
	var keys [][]string
	told := map[string][]*delivery{}
	for _, c := range cs {
		told[c.topic()] = append(told[c.topic()], c.deliveries...)
	}
	for _, topic := range topics {
		b := t.below(told[topic]...)
		n.branches = append(n.branches, b)
		if b.reached() {
			worked++
		}
		keys = append(keys, t.keysOf(&b))
	}
	n.operation = t.common(n.all().receipts)
	t.judgeOutcome(n)
	n.race()
	n.causeBecause = t.Say("the provider names one act behind the events: %s", t.actName(cs))
	n.doubts = append(n.doubts, t.actDoubts(cs)...)
	switch {
	case n.operation != nil || meet(keys):
	case worked > 1 && !slices.ContainsFunc(keys, func(k []string) bool { return len(k) > 0 }):
		n.doubts = append(n.doubts, t.Say("no log names the operation; that both results are of one is concluded from the act that the provider names"))
		n.weak = true
		n.missing = append(n.missing, t.lack(missingKey))
	case slices.ContainsFunc(keys, func(k []string) bool { return len(k) > 0 }), len(t.runs)+len(t.effects) > 0:
		return nil // other operations, or only one of the topics does anything
	default:
		n.class, n.cause, n.boundary, n.causeBecause = Undetermined, "", Boundary{}, ""
		n.pair = t.Say("%s topics %s", t.component.shop, t.List(topics))
		n.missing = append(n.missing, t.lack(missingReceiverLog))
		n.headline = t.Say("%s: one act was told under %s; whether they lead to one operation or to two is not in the evidence", t.subject(), t.List(topics))
		n.next = []string{t.adviceClaim(n)}
		return n
	}
	n.headline = t.Say("%s: one act, told under %s", t.resultOf(n), t.List(topics))
	n.next = []string{
		t.Say("keep the topics that are needed, and let only one of them (%s) start the work, or claim the act once", t.List(topics)),
		t.adviceClaim(n),
	}
	return n
}

// actDoubts are what may make one act of the provider's two acts of the receiver's: one call can change several objects, and one
// object twice.
func (t *tree) actDoubts(cs []*change) []string {
	var doubts []string
	if !oneObject(cs) {
		doubts = append(doubts, t.Say("the events tell of different objects, which do not name each other"))
	}
	states := map[string]string{}
	for _, c := range cs {
		object, state := c.deliveries[0].object, t.statusOf(c)
		if object == "" || state == "" {
			continue
		}
		if before, known := states[object]; known && before != state {
			return append(doubts, t.Say("the events tell of different states of %s: %s and %s", object, before, state))
		}
		states[object] = state
	}
	return doubts
}

// oneObject tells whether the events speak of one object, or of objects that name each other. What names none is no other.
func oneObject(cs []*change) bool {
	u := newUnion(len(cs))
	first := map[ident]int{}
	for i, c := range cs {
		for _, d := range c.deliveries {
			for _, r := range d.records {
				for id := range strings.FieldsSeq(r.ResourceID + " " + r.Related) {
					u.joinBy(first, i, ident{kind: 'l', a: id})
				}
			}
		}
	}
	root := -1
	for i, c := range cs {
		if c.deliveries[0].object == "" {
			continue
		}
		if root >= 0 && u.find(i) != root {
			return false
		}
		root = u.find(i)
	}
	return true
}

// meet tells whether two branches name one operation.
func meet(keys [][]string) bool {
	of := map[string]int{}
	for i, list := range keys {
		for _, k := range list {
			if j, known := of[k]; known && j != i {
				return true
			}
			of[k] = i
		}
	}
	return false
}

// actName says by what the events are one act.
func (t *tree) actName(cs []*change) string {
	acts := map[string]bool{}
	objects := []string{}
	for _, c := range cs {
		for _, d := range c.deliveries {
			if d.act != "" {
				acts[d.act] = true
			}
			objects = appendNew(objects, compact([]string{d.object}))
		}
	}
	if len(acts) == 1 {
		for act := range acts {
			return act
		}
	}
	slices.Sort(objects)
	return t.Say("%s name each other", t.List(objects))
}
