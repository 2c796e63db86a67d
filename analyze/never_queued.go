package analyze

import (
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// neverQueued finds changes that the sender's own queue left out, since an equal action waited or ran, and that no later delivery
// told: the state was never sent. WooCommerce takes a running action for a waiting one (woocommerce/woocommerce#26851).
//
// It needs the line in which the queue says so. Where the sender's log ends before, a later delivery may only be missing.
func (t *tree) neverQueued() []Finding {
	var out []Finding
	last := map[string]int64{} // by registration, when it delivered last
	for _, d := range t.deliveries {
		last[d.webhook] = max(last[d.webhook], d.begin())
	}
	for _, r := range t.component.records {
		if r.Event != profile.EventActionIgnored || r.ResourceID == "" || r.WebhookID == "" || !r.timed() {
			continue
		}
		end := t.lastOfSender(r)
		if last[r.WebhookID] >= r.at() || end == nil {
			continue
		}
		state := t.Say("a state")
		if r.Status != "" {
			state = t.Say("state %s", r.Status)
		}
		f := t.finding("suppressed_update", nil, nil, t.Say("the sender's queue left out %s of %s for registration %s at %s, since an equal action was there, and no later delivery told it up to %s, where the sender's logs end", state, t.subject(), r.WebhookID, beganAt(r), Time{Nano: end.end(), Precision: end.Precision}))
		f.WebhookIDs = []string{r.WebhookID}
		p := &proof{t: t, at: map[int]int{}}
		p.cite(r, p.says(r))
		f.Evidence = append(f.Evidence, p.list...)
		out = append(out, f)
	}
	return out
}

// lastOfSender is the last line of the sender's logs that comes after another, nil if that is the last.
func (t *tree) lastOfSender(r *record) *record {
	last := r
	for _, k := range []kind{senderLog, queueLog} {
		for _, s := range t.world.coverage[k] {
			if t.roots[s.root] && s.to > last.end() {
				last = s.last
			}
		}
	}
	if last == r {
		return nil
	}
	return last
}
