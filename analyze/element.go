package analyze

import (
	"slices"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// element is one entry of the report's list before it is numbered.
type element struct {
	Duplicate
	from, to int64  // corrected, for sorting
	pair     string // of registrations, where the question is one for all their orders
}

// element turns a node into what is reported.
func (t *tree) element(n *node) *element {
	b := n.all()
	p := t.prove(n, b)
	payload := t.samePayload(b)
	d := Duplicate{
		Class: n.class, Cause: n.cause, Because: n.causeBecause, Doubts: compact(n.doubts), Contributing: orEmpty(n.contributing),
		Confidence: n.confidence(), Outcome: n.outcome, Boundary: n.boundary,
		Provider: t.component.provider, Shop: t.component.shop, Resource: t.component.resource,
		Topics:        t.topicsIn(b.deliveries),
		Layers:        t.layers(b, (&once[*effect]{}).add(nil, slices.Concat(b.effects, t.looseBelow(n))...)),
		WebhookIDs:    sorted(b.deliveries, func(d *delivery) string { return d.webhook }),
		DeliveryIDs:   deliveryIDs(b),
		RequestIDs:    requestIDs(b),
		JobIDs:        sorted(b.jobs, func(j *job) string { return j.id }),
		DownstreamIDs: orEmpty(downstreamIDs(slices.Concat(b.effects, t.looseBelow(n)))),
		RuledOut:      t.ruledOut(n, b, p, payload),
		NextSteps:     t.full(compact(t.firstAid(n, b))),
		Headline:      t.opened(n.headline) + " (" + t.sure(n.confidence()) + ").",
	}
	d.OperationKey, d.OperationKeyOrigin = t.keyOfNode(n, b)
	d.Rule = t.byKey[d.OperationKey].ruleText()
	if n.class == Undetermined {
		d.Cause, d.Boundary, d.Because = "", Boundary{}, ""
	}
	d.Missing = t.missingFor(n, b)
	d.Questions = t.questions(n, b, p, payload)
	d.FirstSeen, d.LastSeen = p.firstSeen, p.lastSeen
	d.Evidence = p.list
	d.Joins = p.joins
	if n.class != LegitimateUpdate || n.outcome == Duplicated || n.outcome == Lost { // the others are counted, not drawn
		c := t.draw(n, p)
		d.Boxes, d.Links, d.BoxesLeft = slices.Clip(c.boxes), slices.Clip(c.links), c.left
	}
	if d.Evidence == nil {
		d.Evidence = []Evidence{}
	}
	return &element{Duplicate: d, from: p.from, to: p.to, pair: n.pair}
}

// firstAid adds to a node's steps what must be done with the results: one of those made twice stopped, after the step that keeps
// it from happening again at once; what was lost carried out, before anything else.
func (t *tree) firstAid(n *node, b branch) []string {
	switch ids := downstreamIDs(slices.Concat(b.effects, t.looseBelow(n))); {
	case n.outcome == Duplicated && len(ids) > 1 && n.operation != nil && n.operation.logged:
		return slices.Insert(slices.Clone(n.next), min(1, len(n.next)), t.Say("stop or undo all but one of %s downstream", t.List(t.few(ids, 8, "more record"))))
	case n.outcome == Lost:
		return append([]string{t.Say("fetch the current state and carry out once what was dropped")}, n.next...)
	}
	return n.next
}

// keyOfNode is the operation that the node's requests ask for; where they name several, it names none.
func (t *tree) keyOfNode(n *node, b branch) (key, origin string) {
	if n.operation != nil {
		return n.operation.key, originOf(n.operation)
	}
	var found *operation
	for _, x := range b.receipts {
		o := t.asks[x]
		if o == nil || found != nil && o != found {
			return "", "derived"
		}
		found = o
	}
	if found == nil && len(b.deliveries) > 0 {
		if by := b.deliveries[0].ruling; by.rule != nil {
			return by.key, "rule"
		}
		return t.derivedKey(b.deliveries[0]), "derived"
	}
	if found == nil {
		return "", "derived"
	}
	return found.key, originOf(found)
}

// originOf says what names an operation: of a log and a rule that agree, the rule, since without it not all of its requests
// would be known to ask for it.
func originOf(o *operation) string {
	switch {
	case o.rule != nil:
		return "rule"
	case o.logged:
		return "logged"
	}
	return "derived"
}

func orEmpty(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}

// compact drops empty and repeated sentences.
func compact(s []string) []string {
	out := []string{}
	for _, x := range s {
		if x != "" && !slices.Contains(out, x) {
			out = append(out, x)
		}
	}
	return out
}

// sorted lists the distinct names of things, numbers by value.
func sorted[T any](list []T, name func(T) string) []string {
	seen := map[string]bool{}
	out := []string{}
	for _, x := range list {
		if s := name(x); s != "" && !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	slices.SortFunc(out, byNumber)
	return out
}

func (t *tree) topicsIn(ds []*delivery) []string {
	topics := sorted(ds, func(d *delivery) string { return d.topic })
	if len(topics) > 0 {
		return topics
	}
	return t.topicsOf(sorted(ds, func(d *delivery) string { return d.webhook }))
}

// topicsOf lists the topics of registrations.
func (t *tree) topicsOf(webhooks []string) []string {
	seen := map[string]bool{}
	out := []string{}
	for _, id := range webhooks {
		for _, topic := range t.registrationOf(id).topics {
			if !seen[topic] {
				seen[topic] = true
				out = append(out, topic)
			}
		}
	}
	slices.Sort(out)
	return out
}

// deliveryIDs names the deliveries below, and the IDs that copies of them came under.
func deliveryIDs(b branch) []string {
	ids := sorted(b.deliveries, func(d *delivery) string { return d.id })
	for _, x := range b.receipts {
		if len(x.records) > 0 && x.records[0].DeliveryID != "" && x.records[0].DeliveryID != x.delivery.id {
			ids = append(ids, x.records[0].DeliveryID)
		}
	}
	return sorted(ids, func(s string) string { return s })
}

// requestIDs names the requests below, through their receipts and the access lines of their deliveries.
func requestIDs(b branch) []string {
	return sorted(b.receipts, func(x *receipt) string { return x.requestID })
}

// layers counts what lies below; a layer of which the evidence says nothing has no count.
func (t *tree) layers(b branch, effects []*effect) []LayerCount {
	changes := map[*change]bool{}
	actions := map[*action]bool{}
	seen, named := false, false
	for _, d := range b.deliveries {
		if d.change != nil {
			changes[d.change] = true
		}
		if d.run != nil {
			actions[d.run.action] = true
		}
		seen = seen || d.id != "" || d.logged != nil
		named = named || d.webhook != ""
	}
	counts := map[profile.Layer]*int{}
	set := func(l profile.Layer, n int, known bool) {
		if known {
			counts[l] = &n
		}
	}
	set(profile.LayerChange, len(changes), len(changes) > 0)
	set(profile.LayerRegistration, len(sorted(b.deliveries, func(d *delivery) string { return d.webhook })), named)
	set(profile.LayerSchedule, len(actions), len(actions) > 0)
	set(profile.LayerDelivery, len(b.deliveries), seen)
	set(profile.LayerReceipt, len(b.receipts), len(b.receipts) > 0)
	set(profile.LayerQueue, len(b.jobs), len(b.jobs) > 0)
	set(profile.LayerExecution, len(b.runs), len(b.runs) > 0)
	set(profile.LayerEffect, len(effects), len(effects) > 0 || b.end() != 0 && t.covers(effectLog, b.end()) != nil)
	out := make([]LayerCount, 0, len(profile.Layers))
	for _, l := range profile.Layers {
		out = append(out, LayerCount{Layer: l, Count: counts[l]})
	}
	return out
}

// begin is when the first of the branch's receipts came.
func (b *branch) begin() int64 {
	first := int64(0)
	for _, x := range b.receipts {
		if r, _ := x.arrived(); r != nil && (first == 0 || r.begin() < first) {
			first = r.begin()
		}
	}
	return first
}

// end is when the last of the branch's runs or receipts was seen.
func (b *branch) end() int64 {
	last := int64(0)
	for _, n := range b.runs {
		if r := n.last(); r != nil {
			last = max(last, r.end())
		}
	}
	for _, x := range b.receipts {
		if r, _ := x.arrived(); r != nil {
			last = max(last, r.begin())
		}
	}
	return last
}

// missingFor adds what the node itself did not ask for: where the outcome is unknown, the evidence that would tell it.
func (t *tree) missingFor(n *node, b branch) []Missing {
	out := []Missing{}
	add := func(m Missing) {
		if m.What != "" && !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	for _, m := range n.missing {
		add(m)
	}
	if n.outcome == Unknown && n.class != Undetermined {
		switch {
		case len(b.receipts) == 0 || !slices.ContainsFunc(b.receipts, func(x *receipt) bool { return !x.proxyOnly }):
			add(t.lack(missingReceiverLog))
		case len(b.runs) == 0:
			add(t.lack(missingWorkerLog))
		default:
			add(t.lack(missingEffects))
		}
	}
	return out
}
