package analyze

import (
	"cmp"
	"slices"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// stateless judges calls whose bytes carry no state (Mollie's classic ones: the payment's ID and no more). Two calls may tell
// of two states or of one twice; what decides is the status that the receiver fetched, or that the call before had failed.
func (t *tree) stateless() []*node {
	var ds []*delivery
	for _, d := range t.deliveries {
		if d.provider != "" && !facts(d.provider).BytesCarryState && !d.invalid && d.event == "" && d.object != "" {
			ds = append(ds, d)
		}
	}
	var out []*node
	for _, calls := range byKey(ds, func(d *delivery) string { return d.object }) {
		if len(calls) < 2 {
			continue
		}
		slices.SortStableFunc(calls, func(a, b *delivery) int { return cmp.Compare(a.begin(), b.begin()) })
		out = append(out, t.calledAgain(calls)...)
	}
	return out
}

// calledAgain parts the calls for one resource at each change of the fetched status, and judges each part.
func (t *tree) calledAgain(calls []*delivery) []*node {
	p := facts(calls[0].provider)
	var out []*node
	part := []*delivery{calls[0]}
	unknown := false
	flush := func() {
		if len(part) > 1 && !oneChange(part) {
			n := t.repeatedAt(part)
			if unknown {
				n.class, n.cause, n.boundary, n.causeBecause = Undetermined, "", Boundary{}, ""
				n.missing = append(n.missing, Missing{
					What:        t.Say("the status that the receiver fetched from %s after each call, in its log", t.title(p.Name)),
					WouldDecide: t.Say("whether the calls told of one state or of two"),
				})
				n.headline = t.Say("%s: %s called %s with the ID alone; whether the calls told of one state or of two is not in the evidence", t.resultOf(n), t.title(p.Name), t.Times(len(part)))
				n.next = []string{t.Say("fetch the current state on each call and act on that") + "; " + t.adviceClaim(n)}
			}
			out = append(out, n)
		}
		part, unknown = nil, false
	}
	for i, d := range calls[1:] {
		before := calls[i]
		a, b := t.fetched(before), t.fetched(d)
		failed, slow, _, _ := before.unanswered(p)
		switch {
		case a != "" && b != "" && a != b:
			flush()
		case a != "" && a == b, failed, slow:
		default:
			unknown = true
		}
		part = append(part, d)
	}
	flush()
	return out
}

// oneChange tells calls that are known to have told of one state, which is judged as any other repeat.
func oneChange(ds []*delivery) bool {
	return !slices.ContainsFunc(ds, func(d *delivery) bool { return d.change == nil || !d.change.known || d.change != ds[0].change })
}

// fetched is the status of the resource that the lines of a request, or of its work, tell.
func (t *tree) fetched(d *delivery) string {
	for _, r := range d.records {
		if r.Status != "" {
			return r.Status
		}
	}
	for _, x := range d.receipts {
		for _, r := range t.noted[x.requestID] {
			if r.Status != "" && x.requestID != "" {
				return r.Status
			}
		}
		for _, r := range x.records {
			if r.Status != "" && r.Event.Layer() != profile.LayerRegistration {
				return r.Status
			}
		}
		for _, n := range t.runsBelow(x) {
			for _, r := range n.records {
				if r.Status != "" {
					return r.Status
				}
			}
		}
	}
	return ""
}
