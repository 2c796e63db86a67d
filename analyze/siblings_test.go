package analyze

import (
	"testing"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// TestActTold: one act under two topics is proven a duplicate only where the events speak of one object in one state.
func TestActTold(t *testing.T) {
	act := func(o *profile.Observation) { o.ActID = "req_AbCdEfGhIjKlMn" }
	related := func(id string) func(*profile.Observation) {
		return func(o *profile.Observation) { o.Related = id }
	}
	tests := []struct {
		name          string
		first, second func(*profile.Observation)
		confidence    Confidence
	}{
		{"one object", stripeEvent("evt_1", "invoice.paid", "in_1AAAA"), stripeEvent("evt_2", "invoice.payment_succeeded", "in_1AAAA"), Proven},
		{"objects that name each other", stripeEvent("evt_1", "charge.succeeded", "ch_1AAAA"), all(stripeEvent("evt_2", "invoice.paid", "in_1AAAA"), related("ch_1AAAA")), Proven},
		{"objects that do not", stripeEvent("evt_1", "charge.succeeded", "ch_1AAAA"), stripeEvent("evt_2", "customer.updated", "cus_1BBBB"), Likely},
		{"two states", all(stripeEvent("evt_1", "x.created", "sub_1AAAA"), status("incomplete")), all(stripeEvent("evt_2", "x.updated", "sub_1AAAA"), status("active")), Likely},
		{"one state", all(stripeEvent("evt_1", "x.created", "sub_1AAAA"), status("active")), all(stripeEvent("evt_2", "x.updated", "sub_1AAAA"), status("active")), Proven},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var h handmade
			for i, set := range []func(*profile.Observation){tt.first, tt.second} {
				id, at := string(rune('a'+i)), time.Duration(i)*time.Second
				h.came("request-"+id, at, time.Second/2, 200, act, set)
				h.add("app/receiver.log", profile.EventResult, at+time.Second/10, request("request-"+id), key("mail:9"), made("M-"+id), code(201))
			}
			d := only(t, h.diagnose())
			if d.Cause != "overlapping_topics" || d.Confidence != tt.confidence {
				t.Errorf("%s (%s), %s; want overlapping_topics, %s; doubts %q", d.Class, d.Cause, d.Confidence, tt.confidence, d.Doubts)
			}
		})
	}
}
