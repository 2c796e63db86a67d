package analyze

import (
	"cmp"
	"slices"

	"github.com/webhookctl/webhookctl/analyze/language"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// findings lists what else one component shows. What spans components (delivery_id_collision, weak_key, clock_offset) is
// completed in combine.
func (t *tree) findings() []Finding {
	var out []Finding
	for _, o := range t.operations {
		out = append(out, t.operationFindings(o)...)
	}
	out = append(out, t.outOfOrder()...)
	out = append(out, t.neverQueued()...)
	var forged, acceptedForged []*receipt
	for _, x := range t.receipts {
		if x.invalid {
			forged = append(forged, x)
			if r := x.first(profile.EventResponded); r != nil && r.Code >= 200 && r.Code < 300 {
				acceptedForged = append(acceptedForged, x)
			}
		}
		if between := t.unrecordedInTable(x); between != nil {
			out = append(out, t.notInTable(t.Say("request %s", t.orUnknown(x.requestID)), x, between))
		} else if t.unrecorded(x) {
			out = append(out, t.finding("acknowledged_unrecorded", nil, []*receipt{x},
				t.Say("request %s for %s was answered with success, and nothing durable was written for it: no claim, no job, no work", t.orUnknown(x.requestID), t.subject())))
		}
	}
	for _, d := range t.deliveries {
		if x := d.asSent(); x != nil {
			if between := t.unrecordedInTable(x); between != nil {
				out = append(out, t.notInTable(t.Say("delivery %s", t.orUnknown(d.id)), x, between))
			}
		}
	}
	if len(forged) > 0 {
		out = append(out, t.finding("invalid_signature", nil, forged,
			t.Say("%s for %s: the signature did not verify; they are no deliveries and pair with none", t.Count(len(forged), "request"), t.subject())))
	}
	if len(acceptedForged) > 0 {
		out = append(out, t.finding("accepted_invalid", nil, acceptedForged,
			t.Say("%s for %s: answered with success although the signature did not verify", t.Count(len(acceptedForged), "request"), t.subject())))
	}
	for _, d := range t.deliveries {
		if limit := facts(d.provider).Deadline; limit > 0 && d.logged != nil && d.logged.Took > limit {
			out = append(out, t.finding("slow_response", nil, d.receipts, t.Say("delivery %s was answered after %s; %s gives up after %s", t.orUnknown(d.id), d.logged.Took, t.title(d.provider), limit), d))
		}
		if how := t.failedForSender(d); how != "" && t.doneFor(d) {
			out = append(out, t.finding("failed_delivery_succeeded", nil, d.receipts,
				t.Say("delivery %s for %s: the sender recorded %s, and the operation was carried out all the same; do not send it again", t.orUnknown(d.id), t.subject(), how), d))
		}
	}
	return out
}

// droppedSays tells of an operation that a guard dropped.
func (t *tree) droppedSays(key string, by language.Text) string {
	if by == "" {
		return t.Say("%s of %s was asked for, left as a repeat, and never carried out", key, t.subject())
	}
	return t.Say("%s of %s was asked for, left as a repeat by %s, and never carried out", key, t.subject(), t.Say(by))
}

func (t *tree) operationFindings(o *operation) []Finding {
	var out []Finding
	if ids := downstreamIDs(o.effects); o.logged && len(ids) > 1 && !t.component.between && !t.manyThings(o.effects) {
		says := t.Say("%s are records of one operation, %s", t.List(ids), o.key)
		if alone := o.byNumber(t.world); alone != "" {
			says += "; " + alone
		}
		f := t.finding("safety_violation", o, o.receipts, says)
		f.DownstreamIDs = ids
		out = append(out, f)
	}
	if t.dropped(o) {
		by, left := language.Text(""), []*receipt{}
		for _, x := range o.receipts {
			if s := x.skipped(); s != nil {
				left = append(left, x)
				by = cmp.Or(by, weakGuard(s.DedupBy))
			}
		}
		out = append(out, t.finding("suppressed_update", o, left, t.droppedSays(o.key, by)))
		if by != "" {
			out = append(out, t.finding("weak_key", o, left, t.Say("the receiver recognises repeats by %s, which dropped operations that nothing had carried out", t.Say(by))))
		}
	}
	if o.state() == "uncertain" {
		out = append(out, t.finding("uncertain_operation", o, o.receipts,
			t.Say("%s of %s: the downstream call was made and no result was recorded; look it up downstream before any retry", o.key, t.subject())))
	}
	if es := t.notToReceiver(o); len(es) > 0 {
		out = append(out, t.finding("uncertain_operation", o, o.receipts,
			t.Say("%s of %s: the downstream call was made and the receiver recorded no result; the downstream system has %s for it, which the receiver must record before any retry", o.key, t.subject(), t.List(downstreamIDs(es)))))
	}
	skipped := slices.ContainsFunc(o.receipts, func(x *receipt) bool { return x.skipped() != nil })
	claimed := len(o.rows) > 0 || slices.ContainsFunc(o.receipts, func(x *receipt) bool { return x.has(profile.EventClaimed) })
	if o.logged && claimed && !o.done() {
		called := slices.ContainsFunc(o.runs, func(n *run) bool { return len(n.calls) > 0 })
		switch {
		case skipped && t.gaveUp(o):
			out = append(out, t.finding("claim_without_effect", o, o.receipts,
				t.Say("%s was claimed, its work never succeeded, and later deliveries were answered as repeats", o.key)))
		case skipped && o.rowFailed() != nil:
			out = append(out, t.finding("claim_without_effect", o, o.receipts,
				t.Say("the receiver's table has %s as %s, and later deliveries were answered as repeats; whether a call took effect is not in the evidence, so look it up downstream first", o.key, o.rowFailed().RowStatus)))
		case !called && t.world.logsCalls && o.rowFailed() == nil && t.gaveUp(o):
			out = append(out, t.finding("abandoned_claim", o, o.receipts,
				t.Say("%s was claimed and no downstream call was made for it; a retry is safe", o.key)))
		}
	}
	return out
}

// unrecorded tells a request that was answered with success although its receiver, which writes claims, wrote none for it.
func (t *tree) unrecorded(x *receipt) bool {
	if x.proxyOnly || !x.has(profile.EventReceived) || x.tookOn() || !t.workUnseen(x) || len(t.rowsFor(x)) > 0 || t.saysMore(x) {
		return false
	}
	answer := x.first(profile.EventResponded)
	return answer != nil && answer.Code >= 200 && answer.Code < 300 && t.world.claiming[t.world.logs[x.records[0].Source]]
}

// saysMore tells whether a line of the request names its operation in words of no step that is known: they may say that it is done already, or
// that it was taken on.
func (t *tree) saysMore(x *receipt) bool {
	return x.requestID != "" && slices.ContainsFunc(t.noted[x.requestID], func(r *record) bool { return r.OperationKey != "" })
}

// notInTable is the finding of a request that was acknowledged and has no row in the receiver's table.
func (t *tree) notInTable(name string, x *receipt, between *bounds) Finding {
	f := t.finding("acknowledged_unrecorded", nil, []*receipt{x}, t.Say("%s for %s was answered with success, and the receiver's table, which covers the time, has no row for it", name, t.subject()))
	p := &proof{t: t}
	p.cover(cover{&stretch{first: between.first, last: between.last}, t.Say("before and after it, the receiver's table has rows")})
	f.Evidence = append(f.Evidence, p.list...)
	return f
}

// failedForSender says how the sender's own records have the delivery as failed: "" if they do not.
func (t *tree) failedForSender(d *delivery) string {
	if d.logged != nil {
		if d.logged.Failure == "" && (d.logged.Code == 0 || facts(d.provider).Success(d.logged.Code)) {
			return ""
		}
		return t.Say("the answer %s", answerText(d.logged.Code, d.logged.Failure))
	}
	if d.run != nil && d.run.to != nil && (d.run.to.Event == profile.EventActionLost || d.run.to.Event == profile.EventActionFailed) {
		return t.Say("its queued action as failed")
	}
	return ""
}

// doneFor tells whether work that this delivery asked for was done.
func (t *tree) doneFor(d *delivery) bool {
	b := t.below(d)
	return len(b.effects) > 0 || slices.ContainsFunc(b.runs, (*run).succeeded)
}

// finding builds one with the identifiers and lines of the requests it is about.
func (t *tree) finding(kind string, o *operation, xs []*receipt, says string, ds ...*delivery) Finding {
	var b branch
	for _, x := range xs {
		b.deliveries = appendNew(b.deliveries, []*delivery{x.delivery})
	}
	b.deliveries = appendNew(b.deliveries, ds)
	b.receipts = xs
	for _, x := range xs {
		b.effects = appendNew(b.effects, x.effects)
		for _, n := range t.runsBelow(x) {
			b.effects = appendNew(b.effects, n.effects)
		}
	}
	p := &proof{t: t, at: map[int]int{}}
	f := Finding{
		Kind: kind, Resource: t.component.resource, Says: says,
		WebhookIDs:  sorted(b.deliveries, func(d *delivery) string { return d.webhook }),
		DeliveryIDs: sorted(b.deliveries, func(d *delivery) string { return d.id }),
		RequestIDs:  requestIDs(b), DownstreamIDs: orEmpty(downstreamIDs(b.effects)),
	}
	for _, d := range ds {
		if d.logged != nil {
			p.cite(d.logged, p.says(d.logged))
		}
	}
	for i, x := range xs {
		if i < 50 {
			p.receipt(x)
		}
	}
	if o != nil {
		f.OperationKey = o.key
		for i, r := range o.rows {
			if i < 50 {
				p.cite(r, p.says(r))
			}
		}
		if o.rule != nil && contains(says, o.key) {
			f.Says += t.Say("; the rule %q names it so, not a log", o.rule)
		}
		for i, e := range o.effects {
			if i < 50 {
				p.effect(e)
			}
		}
		if len(o.effects) == 0 {
			for i, n := range o.runs {
				if i < 50 {
					p.run(n)
				}
			}
		}
	}
	f.Evidence = p.list
	if f.Evidence == nil {
		f.Evidence = []Evidence{}
	}
	return f
}
