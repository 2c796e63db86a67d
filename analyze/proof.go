package analyze

import (
	"cmp"
	"slices"

	"github.com/webhookctl/webhookctl/analyze/language"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// proofSize bounds the evidence of one element: a storm of ten thousand repeats is proven by its first ones, and its ID
// lists name the rest.
const proofSize = 240

// proof is the evidence of one element, each record once, in the order of the layers.
type proof struct {
	t                   *tree
	at                  map[int]int // by the place of the record in the history
	list                []Evidence
	joins               []Join
	joined              [][]*record // by each join, of those that are cited
	from, to            int64
	firstSeen, lastSeen Time
}

// prove cites the records that a node rests on.
func (t *tree) prove(n *node, b branch) *proof {
	p := &proof{t: t, at: map[int]int{}}
	for _, id := range sorted(b.deliveries, func(d *delivery) string { return d.webhook }) {
		for i, r := range t.registrationOf(id).rows {
			if i == 0 {
				p.cite(r, p.says(r))
			}
		}
	}
	for _, d := range b.deliveries {
		p.delivery(d)
	}
	for _, x := range b.receipts {
		p.receipt(x)
	}
	for _, j := range b.jobs {
		p.job(j)
	}
	for _, r := range b.runs {
		p.run(r)
	}
	for _, e := range slices.Concat(b.effects, t.looseBelow(n)) {
		p.effect(e)
	}
	for _, r := range n.cited {
		p.cite(r, p.says(r))
	}
	for _, e := range n.claimed {
		p.join(t.subject(), e.id, "its number in the key of the claim, and the time", e.key, e.records...)
	}
	if n.operation != nil {
		for i, r := range n.operation.rows {
			if i < 8 {
				p.cite(r, p.says(r))
			}
		}
	}
	for _, c := range n.coverage {
		p.cover(c)
	}
	p.showJoins()
	return p
}

// cite adds a record once and returns its place, -1 where the list is full.
func (p *proof) cite(r *record, says string) int {
	if i, ok := p.placeOf(r); ok {
		return i
	}
	p.seen(r)
	if len(p.list) >= proofSize {
		return -1
	}
	p.at[r.index] = len(p.list)
	p.list = append(p.list, Evidence{
		Source: p.t.world.sources[r.Source].Name, Line: r.Line, Offset: r.Offset, Time: r.stamp(),
		Layer: r.Event.Layer(), Says: says,
	})
	return p.at[r.index]
}

// placeOf is where a record is cited.
func (p *proof) placeOf(r *record) (place int, ok bool) {
	if r == nil {
		return 0, false
	}
	place, ok = p.at[r.index]
	return place, ok
}

func (p *proof) seen(r *record) {
	if !r.timed() || r.Event == profile.EventRegistration {
		return
	}
	if p.firstSeen.Precision == 0 || r.begin() < p.from {
		p.from, p.firstSeen = r.begin(), Time{Nano: r.begin(), Precision: r.Precision}
	}
	if p.lastSeen.Precision == 0 || r.end() > p.to {
		p.to, p.lastSeen = r.end(), Time{Nano: r.end(), Precision: r.Precision}
	}
}

func (p *proof) join(upper, lower string, by language.Text, value string, rs ...*record) {
	p.joins = append(p.joins, Join{Upper: upper, Lower: lower, By: p.t.Say(by), Value: value, Evidence: []int{}})
	p.joined = append(p.joined, rs)
}

// showJoins says which of the cited records make each join.
func (p *proof) showJoins() {
	for n, rs := range p.joined {
		j := &p.joins[n]
		for _, r := range rs {
			if i, ok := p.placeOf(r); ok && !slices.Contains(j.Evidence, i) {
				j.Evidence = append(j.Evidence, i)
			}
		}
	}
}

func (p *proof) delivery(d *delivery) {
	name := p.t.Say("delivery %s", p.t.orUnknown(d.id))
	if x := d.run; x != nil {
		p.cite(x.from, p.says(x.from))
		if x.to != nil {
			p.cite(x.to, p.says(x.to))
		}
		p.cite(x.action.row, p.says(x.action.row))
	}
	if d.logged != nil {
		p.cite(d.logged, p.says(d.logged))
	}
	for i, r := range d.relayed {
		if i < 4 {
			p.cite(r, p.says(r))
		}
	}
	for i, r := range d.proxied {
		if i < 4 {
			p.cite(r, p.says(r))
		}
	}
	if x := d.run; x != nil && d.logged != nil {
		p.join(p.t.Say("action %s", x.action.id), name, "registration, resource and time", "", x.from, x.action.row, d.logged)
	}
	if d.change != nil && len(d.change.deliveries) > 1 {
		value := ""
		if d.change.by == "event ID" {
			value = d.event
		}
		p.join(p.t.Say("one change"), name, d.change.by, value, d.logged, firstOf(d.proxied), firstOf(d.records))
	}
	for _, r := range d.proxied {
		if d.logged != nil {
			p.join(name, p.t.Say("access line"), joinedBy(r), r.DeliveryID, d.logged, r)
		}
	}
}

func firstOf(rs []*record) *record {
	if len(rs) == 0 {
		return nil
	}
	return rs[0]
}

// joinedBy says by what a line is known to be of its delivery.
func joinedBy(r *record) language.Text {
	signed := r.Signature != (profile.Mark{})
	switch {
	case r.DeliveryID != "" && signed:
		return "delivery ID and signature"
	case r.DeliveryID != "":
		return "delivery ID"
	case signed:
		return "signature"
	case r.Body != (profile.Hash{}):
		return "payload hash"
	case r.EventID != "":
		return "event ID"
	case r.RequestID == "":
		return "its own line"
	}
	return "request ID"
}

func (p *proof) receipt(x *receipt) {
	name := p.t.Say("request %s", p.t.orUnknown(x.requestID))
	var first *record
	for _, r := range x.records {
		switch r.Event {
		case profile.EventReceived, profile.EventClaimed, profile.EventDuplicate, profile.EventRejected, profile.EventThrottled,
			profile.EventFailed, profile.EventAborted, profile.EventResponded, profile.EventProxied:
			p.cite(r, p.says(r))
			if first == nil {
				first = r
			}
		}
	}
	if first == nil && len(x.records) > 0 {
		first = x.records[0]
		p.cite(first, p.says(first))
	}
	if first != nil {
		p.join(p.t.Say("delivery %s", p.t.orUnknown(x.delivery.id)), name, joinedBy(first), cmp.Or(first.DeliveryID, first.EventID), x.delivery.logged, firstOf(x.delivery.proxied), first)
	}
}

func (p *proof) job(j *job) {
	for _, r := range slices.Concat(j.records, j.requeued) {
		p.cite(r, p.says(r))
	}
	if j.receipt != nil && len(j.records) > 0 {
		p.join(p.t.Say("request %s", p.t.orUnknown(j.receipt.requestID)), p.t.Say("job %s", p.t.orUnknown(j.id)), "its own line", j.id, j.records[0])
	}
}

func (p *proof) run(n *run) {
	for _, r := range n.records {
		p.cite(r, p.says(r))
	}
	if len(n.records) == 0 {
		return
	}
	lower := p.t.Say("run by %s", p.t.orUnknown(n.worker))
	switch {
	case n.job != nil && n.jobID != "":
		p.join(p.t.Say("job %s", n.job.id), lower, "job ID", n.job.id, slices.Concat(n.job.records, n.records[:1])...)
	case n.receipt != nil && n.receipt.requestID != "":
		p.join(p.t.Say("request %s", n.receipt.requestID), lower, "request ID", n.receipt.requestID, n.records[0])
	case n.delivery != nil:
		p.join(p.t.Say("delivery %s", p.t.orUnknown(n.delivery.id)), lower, joinedBy(n.records[0]), "", n.records[0])
	}
	for _, e := range n.effects {
		p.join(lower, e.id, e.by, e.id, append(slices.Clone(e.records), n.records[0])...)
	}
}

func (p *proof) effect(e *effect) {
	if e.made != nil {
		p.cite(e.made, p.says(e.made))
	}
	for _, r := range e.replayed {
		p.cite(r, p.says(r))
	}
	if e.made == nil && len(e.records) > 0 {
		p.cite(e.records[0], p.says(e.records[0]))
	}
}

// cover cites the first and last line of a stretch that would have shown what is absent. It carries no layer.
func (p *proof) cover(c cover) {
	for _, r := range []*record{c.stretch.first, c.stretch.last} {
		if len(p.list) < proofSize {
			p.list = append(p.list, Evidence{
				Source: p.t.world.sources[r.Source].Name, Line: r.Line, Offset: r.Offset, Time: r.stamp(), Says: c.says,
			})
		}
	}
}

// of names the evidence that answers a question: the first record of each thing that the question is about.
func (p *proof) of(b branch, question string) []int {
	out := []int{}
	add := func(r *record) {
		if r == nil {
			return
		}
		if i, ok := p.placeOf(r); ok && !slices.Contains(out, i) && len(out) < 12 {
			out = append(out, i)
		}
	}
	switch question {
	case "same_operation_key":
		for _, x := range b.receipts {
			for _, r := range x.records {
				if r.OperationKey != "" || x.rule != nil { // a rule goes by the request, which its first line shows
					add(r)
					break
				}
			}
		}
	case "both_reached_downstream":
		for _, n := range b.runs {
			for _, c := range n.calls {
				add(cmp.Or(c.at, c.result, c.failed))
			}
		}
		for _, x := range b.receipts {
			add(x.skipped())
		}
	case "one_or_two_results":
		for _, e := range b.effects {
			add(cmp.Or(e.made, firstOf(e.records)))
		}
	default:
		for _, d := range b.deliveries {
			add(cmp.Or(d.logged, firstOf(d.proxied), firstOf(d.records)))
		}
		for _, x := range b.receipts {
			add(firstOf(x.records))
		}
	}
	return out
}
