package analyze

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// element is one entry of the report's list before it is numbered.
type element struct {
	Duplicate
	from, to int64  // corrected, for sorting
	pair     string // of registrations, where the question is one for all their orders
}

// element turns a node into what is reported.
func (t *tree) element(n *node) element {
	b := n.all()
	p := t.prove(n, b)
	d := Duplicate{
		Class: n.class, Cause: n.cause, Because: n.causeBecause, Doubts: compact(n.doubts), Contributing: orEmpty(n.contributing),
		Confidence: n.confidence(), Outcome: n.outcome, Boundary: n.boundary,
		Provider: t.component.provider, Shop: t.component.shop, Resource: t.component.resource,
		Topics: t.topicsIn(b.deliveries), OperationKeyOrigin: "derived",
		Layers:        t.layers(b),
		WebhookIDs:    sorted(b.deliveries, func(d *delivery) string { return d.webhook }),
		DeliveryIDs:   deliveryIDs(b),
		RequestIDs:    requestIDs(b),
		JobIDs:        sorted(b.jobs, func(j *job) string { return j.id }),
		DownstreamIDs: orEmpty(downstreamIDs(slices.Concat(b.effects, t.looseBelow(n)))),
		RuledOut:      t.ruledOut(n, b, p),
		NextSteps:     t.full(compact(n.next)),
		Headline:      t.opened(n.headline) + " (" + string(n.confidence()) + ").",
	}
	d.OperationKey, d.OperationKeyOrigin = t.keyOfNode(n, b)
	if n.class == Undetermined {
		d.Cause, d.Boundary, d.Because = "", Boundary{}, ""
	}
	d.Missing = t.missingFor(n, b)
	d.Questions = t.questions(n, b, p)
	d.FirstSeen, d.LastSeen = p.firstSeen, p.lastSeen
	d.Evidence = p.list
	d.Joins = p.joins
	if d.Evidence == nil {
		d.Evidence = []Evidence{}
	}
	return element{Duplicate: d, from: p.from, to: p.to, pair: n.pair}
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
		return t.derivedKey(b.deliveries[0]), "derived"
	}
	if found == nil {
		return "", "derived"
	}
	return found.key, originOf(found)
}

func originOf(o *operation) string {
	if o.logged {
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
func (t *tree) layers(b branch) []LayerCount {
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
	set(profile.LayerEffect, len(b.effects), len(b.effects) > 0 || b.end() != 0 && t.world.coverage.covers(effectLog, b.end()) != nil)
	out := make([]LayerCount, 0, len(profile.Layers))
	for _, l := range profile.Layers {
		out = append(out, LayerCount{Layer: l, Count: counts[l]})
	}
	return out
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
			add(missingReceiverLog)
		case len(b.runs) == 0:
			add(missingWorkerLog)
		default:
			add(missingEffects)
		}
	}
	return out
}

// questions answers the nine, always all, in this order.
func (t *tree) questions(n *node, b branch, p *proof) []Question {
	q := func(id, answer, detail string, evidence []int) Question {
		if evidence == nil {
			evidence = []int{}
		}
		return Question{ID: id, Answer: answer, Detail: detail, Evidence: evidence}
	}
	same := func(id string, what string, values []string, known bool) Question {
		switch {
		case len(values) > 1:
			return q(id, "no", what+" "+list(values), p.of(b, id))
		case len(values) == 1 && known:
			return q(id, "yes", what+" "+values[0], p.of(b, id))
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
			detail += ", by the time of its queued action"
		}
		out = append(out, q("same_resource", "yes", detail, p.of(b, "same_resource")))
	} else if len(t.component.candidates) == 0 && len(b.deliveries) > 0 && t.samePayload(b) == "yes" {
		out = append(out, q("same_resource", "yes", "equal bytes name one resource, though no record says which", p.of(b, "same_payload")))
	} else {
		out = append(out, q("same_resource", "unknown", "", nil))
	}
	payload := t.samePayload(b)
	out = append(out, q("same_payload", payload, map[string]string{
		"yes": "equal bytes", "no": "the bytes differ", "unknown": "bodies are hidden and the signatures cannot be compared",
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
	type signed struct {
		webhook   string
		signature profile.Mark
	}
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
	case bodyKnown:
		return "no"
	case len(b.deliveries) == 1:
		return "yes" // one delivery is one payload
	case markKnown && (len(hooks) < 2 || !slices.ContainsFunc(hooks[1:], func(h string) bool { return !t.oneSecret(hooks[0], h) })):
		return "no"
	}
	return "unknown"
}

func (t *tree) sameKey(b branch, p *proof, q func(id, answer, detail string, evidence []int) Question) Question {
	const id = "same_operation_key"
	keys := map[string]bool{}
	known := len(b.receipts) > 0 || len(b.runs) > 0
	for _, x := range b.receipts {
		o := t.asks[x]
		if o == nil || !o.logged {
			known = false
			continue
		}
		keys[o.key] = true
	}
	for _, r := range b.runs {
		if r.key != "" {
			keys[r.key] = true
		}
	}
	var names []string
	for k := range keys {
		names = append(names, k)
	}
	slices.Sort(names)
	switch {
	case len(names) > 1:
		return q(id, "no", list(names), p.of(b, id))
	case len(names) == 1 && known:
		return q(id, "yes", names[0], p.of(b, id))
	}
	return q(id, "unknown", "", nil)
}

func (t *tree) reachedQuestion(n *node, p *proof, q func(id, answer, detail string, evidence []int) Question) Question {
	const id = "both_reached_downstream"
	reached, settled := 0, 0
	for i := range n.branches {
		switch b := &n.branches[i]; {
		case b.reached():
			reached++
			settled++
		case b.settled():
			settled++
		}
	}
	detail := strconv.Itoa(reached) + " of " + strconv.Itoa(len(n.branches)) + " made a downstream call"
	switch {
	case reached > 1 && reached == len(n.branches):
		return q(id, "yes", detail, p.of(n.all(), id))
	case settled == len(n.branches) || reached > 1:
		if reached > 1 {
			return q(id, "yes", detail, p.of(n.all(), id))
		}
		return q(id, "no", detail, p.of(n.all(), id))
	}
	return q(id, "unknown", "", nil)
}

func (t *tree) resultsQuestion(n *node, b branch, p *proof, q func(id, answer, detail string, evidence []int) Question) Question {
	const id = "one_or_two_results"
	ids := downstreamIDs(slices.Concat(b.effects, t.looseBelow(n)))
	switch {
	case len(ids) > 1:
		return q(id, "two_or_more", list(ids), p.of(b, id))
	case len(ids) == 1:
		return q(id, "one", ids[0], p.of(b, id))
	case n.outcome == Contained:
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
		code, failure, by := d.answer()
		switch {
		case by == nil:
			silent++
			continue
		case failure == "" && facts(d.provider).Success(code):
			good++
		default:
			bad++
		}
		codes = append(codes, answerText(code, failure))
		if i, ok := p.at[by]; ok {
			evidence = append(evidence, i)
		}
	}
	slices.Sort(codes)
	detail := list(slices.Compact(codes))
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
func (t *tree) ruledOut(n *node, b branch, p *proof) []RuledOut {
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
	for _, r := range n.ruledOut {
		add(r.Class, r.Because, r.Evidence)
	}
	hooks := sorted(b.deliveries, func(d *delivery) string { return d.webhook })
	if len(hooks) == 1 {
		add(ConfigDuplication, "one registration, "+hooks[0], p.of(b, "same_webhook_id"))
	}
	if len(b.deliveries) == 1 && len(b.receipts) == 1 && n.class != LegitimateUpdate {
		add(Replay, "one delivery that arrived once", p.of(b, "same_delivery_id"))
	}
	if n.class == ConfigDuplication || n.class == ReceiverRace || n.class == DownstreamDuplication {
		if once := !slices.ContainsFunc(n.branches, func(x branch) bool { return len(x.deliveries) > 1 || len(x.receipts) > 1 }); once && len(b.receipts) > 0 {
			add(Replay, "each delivery was sent and arrived once", p.of(b, "same_delivery_id"))
		}
	}
	if t.samePayload(b) == "yes" && n.class != LegitimateUpdate && n.class != Undetermined {
		add(LegitimateUpdate, "the payloads are equal: there is one state of the resource", p.of(b, "same_payload"))
	}
	if n.class != ReceiverRace && len(b.runs) > 1 && raced(n, len(b.receipts) == 1) == profile.No {
		add(ReceiverRace, "the runs came one after the other", p.of(b, "both_reached_downstream"))
	}
	if n.class == LegitimateUpdate {
		if len(hooks) == 1 {
			add(Replay, "the payloads differ", p.of(b, "same_payload"))
		}
	}
	slices.SortFunc(out, func(a, b RuledOut) int {
		return cmp.Compare(slices.Index(Classes, a.Class), slices.Index(Classes, b.Class))
	})
	return out
}
