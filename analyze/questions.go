package analyze

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/webhookctl/webhookctl/analyze/language"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// questions answers the nine, always all, in this order.
func (t *tree) questions(n *node, b branch, p *proof, payload string) []Question {
	q := func(id, answer, detail string, evidence []int) Question {
		if evidence == nil {
			evidence = []int{}
		}
		return Question{ID: id, Answer: answer, Detail: detail, Evidence: evidence}
	}
	same := func(id string, what language.Noun, values []string, known bool) Question {
		switch {
		case len(values) > 1:
			return q(id, "no", t.Plural(1, what)+" "+t.List(values), p.of(b, id))
		case len(values) == 1 && known:
			return q(id, "yes", t.Plural(1, what)+" "+values[0], p.of(b, id))
		}
		return q(id, "unknown", "", nil)
	}
	hooks := sorted(b.deliveries, func(d *delivery) string { return d.webhook })
	ids := deliveryIDs(b)
	topics := sorted(b.deliveries, func(d *delivery) string { return d.topic })
	every := func(f func(*delivery) bool) bool {
		return len(b.deliveries) > 0 && !slices.ContainsFunc(b.deliveries, func(d *delivery) bool { return !f(d) })
	}
	out := []Question{
		same("same_webhook_id", "webhook", hooks, every(func(d *delivery) bool { return d.webhook != "" })),
		same("same_delivery_id", "delivery", ids, every(func(d *delivery) bool { return d.id != "" })),
		same("same_topic", "topic", topics, every(func(d *delivery) bool { return d.topic != "" })),
	}
	if r := t.component.resource; r.ID != "" {
		detail := t.subject()
		if t.component.resourceBy == "time" {
			detail += t.Say(", by the time of its queued action")
		}
		out = append(out, q("same_resource", "yes", detail, p.of(b, "same_resource")))
	} else if len(t.component.candidates) == 0 && payload == "yes" {
		out = append(out, q("same_resource", "yes", t.Say("equal bytes name one resource, though no record says which"), p.of(b, "same_payload")))
	} else {
		out = append(out, q("same_resource", "unknown", "", nil))
	}
	out = append(out, q("same_payload", payload, map[string]string{
		"yes": t.Say("equal bytes"), "no": t.Say("the bytes differ"), "unknown": t.Say("bodies are hidden and the signatures cannot be compared"),
	}[payload], p.of(b, "same_payload")))
	out = append(out, t.sameKey(b, p, q))
	out = append(out, t.reachedQuestion(n, p, q), t.resultsQuestion(n, b, p, q), t.answerQuestion(b, p, q))
	return out
}

// samePayload speaks of raw bytes, or of equal signatures under one secret.
func (t *tree) samePayload(b branch) string {
	if len(b.deliveries) == 0 {
		return "unknown"
	}
	bodies := map[profile.Hash]bool{}
	marks := map[profile.Mark]bool{}
	bodyKnown, markKnown := true, true
	for _, d := range b.deliveries {
		bodyKnown = bodyKnown && d.body != (profile.Hash{})
		markKnown = markKnown && d.signature != (profile.Mark{}) && !facts(d.provider).SignatureTimed
		bodies[d.body], marks[d.signature] = true, true
	}
	hooks := sorted(b.deliveries, func(d *delivery) string { return d.webhook })
	switch {
	case bodyKnown && len(bodies) == 1, markKnown && len(marks) == 1:
		return "yes"
	case bodyKnown, t.loggedApart(b.deliveries):
		return "no"
	case len(b.deliveries) == 1 && (len(b.receipts) < 2 || b.deliveries[0].byEvent() || sameDelivery(b.receipts)):
		return "yes" // one delivery is one payload, where more than WooCommerce's ID, of a second, tells that it is one
	case markKnown && (len(hooks) < 2 || !slices.ContainsFunc(hooks[1:], func(h string) bool { return !t.oneSecret(hooks[0], h) })):
		return "no"
	}
	return "unknown"
}

// loggedApart tells bodies that one log wrote again and wrote differently: then their bytes differed. That it wrote them alike
// would say nothing of their bytes.
func (t *tree) loggedApart(ds []*delivery) bool {
	states := map[profile.Mark]bool{}
	log := ""
	for _, d := range ds {
		i := slices.IndexFunc(d.records, func(r *record) bool { return r.State != (profile.Mark{}) })
		if i < 0 || log != "" && t.world.logs[d.records[i].Source] != log {
			return false
		}
		log = t.world.logs[d.records[i].Source]
		states[d.records[i].State] = true
	}
	return len(states) == len(ds) && len(ds) > 1
}

func (t *tree) sameKey(b branch, p *proof, q func(id, answer, detail string, evidence []int) Question) Question {
	const id = "same_operation_key"
	keys := map[string]bool{}
	byRule := ""
	known := len(b.receipts) > 0 || len(b.runs) > 0
	for _, x := range b.receipts {
		o := t.asks[x]
		if o == nil || !o.logged {
			known = false
			continue
		}
		keys[o.key] = true
		if x.rule != nil {
			byRule = t.Say(", by a rule")
		}
	}
	for _, r := range b.runs {
		switch {
		case r.key != "":
			keys[r.key] = true
		case r.ruled() != "":
			keys[r.ruled()], byRule = true, t.Say(", by a rule")
		}
	}
	var names []string
	for k := range keys {
		names = append(names, k)
	}
	slices.Sort(names)
	switch {
	case len(names) > 1:
		return q(id, "no", t.List(names)+byRule, p.of(b, id))
	case len(names) == 1 && known:
		return q(id, "yes", names[0]+byRule, p.of(b, id))
	}
	return q(id, "unknown", "", nil)
}

func (t *tree) reachedQuestion(n *node, p *proof, q func(id, answer, detail string, evidence []int) Question) Question {
	const id = "both_reached_downstream"
	reached, settled := 0, 0
	for i := range n.branches {
		switch b := &n.branches[i]; {
		case b.reached(), slices.ContainsFunc(b.runs, func(r *run) bool { return len(r.calls) > 0 }):
			reached++
			settled++
		case b.settled(), t.idle(b):
			settled++
		}
	}
	detail := t.Say("%s of %s made a downstream call", strconv.Itoa(reached), strconv.Itoa(len(n.branches)))
	switch {
	case reached > 1:
		return q(id, "yes", detail, p.of(n.all(), id))
	case settled == len(n.branches):
		return q(id, "no", detail, p.of(n.all(), id))
	}
	return q(id, "unknown", "", nil)
}

func (t *tree) resultsQuestion(n *node, b branch, p *proof, q func(id, answer, detail string, evidence []int) Question) Question {
	const id = "one_or_two_results"
	effects := slices.Concat(b.effects, t.looseBelow(n))
	ids := downstreamIDs(effects)
	switch {
	case len(ids) > 1 && t.manyThings(effects):
		return q(id, "one", t.List(ids), p.of(b, id))
	case len(ids) > 1:
		return q(id, "two_or_more", t.List(ids), p.of(b, id))
	case len(ids) == 1 && n.outcome == Unknown && slices.ContainsFunc(b.runs, t.mayHaveMore):
		return q(id, "unknown", t.Say("%s, and a call whose outcome is not in the evidence", ids[0]), p.of(b, id))
	case len(ids) == 1:
		return q(id, "one", ids[0], p.of(b, id))
	case n.operation != nil && len(n.operation.rows) > 0 && n.operation.done(): // the receiver's table does not say what was made
	case n.outcome == Contained, b.end() != 0 && t.covers(effectLog, b.begin()) != nil && t.covers(effectLog, b.end()) != nil:
		return q(id, "none", "", nil)
	}
	return q(id, "unknown", "", nil)
}

func (t *tree) answerQuestion(b branch, p *proof, q func(id, answer, detail string, evidence []int) Question) Question {
	const id = "response_to_sender"
	good, bad, silent := 0, 0, 0
	var codes []string
	var evidence []int
	for _, d := range b.deliveries {
		answers := d.answers()
		if len(answers) == 0 {
			silent++
		}
		for _, r := range answers {
			if d.accepted(r) {
				good++
			} else {
				bad++
			}
			codes = append(codes, answerText(r.Code, failureOf(r)))
			if i, ok := p.placeOf(r); ok && len(evidence) < 12 {
				evidence = append(evidence, i)
			}
		}
	}
	slices.Sort(codes)
	detail := t.List(slices.Compact(codes))
	switch {
	case good > 0 && bad > 0:
		return q(id, "mixed", detail, evidence)
	case good > 0 && silent == 0:
		return q(id, "accepted", detail, evidence)
	case bad > 0 && silent == 0:
		return q(id, "failed", detail, evidence)
	}
	return q(id, "unknown", "", nil)
}

// ruledOut says which other classes the evidence excludes, and why.
func (t *tree) ruledOut(n *node, b branch, p *proof, payload string) []RuledOut {
	out := []RuledOut{}
	add := func(c Class, why string, evidence []int) {
		if c == n.class || slices.ContainsFunc(out, func(r RuledOut) bool { return r.Class == c }) {
			return
		}
		if evidence == nil {
			evidence = []int{}
		}
		out = append(out, RuledOut{Class: c, Because: why, Evidence: evidence})
	}
	hooks := sorted(b.deliveries, func(d *delivery) string { return d.webhook })
	// What a secret tells of one request it does not tell of another.
	unsigned := slices.ContainsFunc(b.deliveries, (*delivery).toldBySecret) && slices.ContainsFunc(b.deliveries, unnamed)
	if len(hooks) == 1 && !unsigned {
		add(ConfigDuplication, t.Say("one registration, %s", hooks[0]), p.of(b, "same_webhook_id"))
	}
	if len(b.deliveries) == 1 && len(b.receipts) == 1 && n.class != LegitimateUpdate {
		add(Replay, t.Say("one delivery that arrived once"), p.of(b, "same_delivery_id"))
	}
	if n.class == ConfigDuplication || n.class == ReceiverRace || n.class == DownstreamDuplication {
		if once := !slices.ContainsFunc(n.branches, func(x branch) bool { return len(x.deliveries) > 1 || len(x.receipts) > 1 }); once && len(b.receipts) > 0 {
			add(Replay, t.Say("each delivery was sent and arrived once"), p.of(b, "same_delivery_id"))
		}
	}
	if payload == "yes" && n.class != LegitimateUpdate && n.class != Undetermined {
		add(LegitimateUpdate, t.Say("the payloads are equal: there is one state of the resource"), p.of(b, "same_payload"))
	}
	if n.class != ReceiverRace && len(b.runs) > 1 && raced(n, len(b.receipts) == 1) == profile.No {
		add(ReceiverRace, t.Say("the runs came one after the other"), p.of(b, "both_reached_downstream"))
	}
	if n.class == LegitimateUpdate {
		if len(hooks) == 1 {
			add(Replay, t.Say("the payloads differ"), p.of(b, "same_payload"))
		}
	}
	slices.SortFunc(out, func(a, b RuledOut) int {
		return cmp.Compare(slices.Index(Classes, a.Class), slices.Index(Classes, b.Class))
	})
	return out
}
