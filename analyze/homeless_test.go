package analyze

import (
	"testing"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// TestLogOfAnswersAlone: what a log tells that has one line for each request, when it was answered, and names the delivery and perhaps
// more. WooCommerce's ID is of a second, so two orders may have it; a second apart they are no longer two of one second's.
func TestLogOfAnswersAlone(t *testing.T) {
	id := "3e9b1f70c24d58a6b7e0912f4c6d83ab"
	untimed := func(o *profile.Observation) { o.Time, o.Precision = 0, 0 }
	signed := all(webhook("21", id), func(o *profile.Observation) { o.Provider, o.Signature = "woocommerce", profile.Mark{7} })
	tests := []struct {
		name     string
		event    profile.Event
		of       func(*profile.Observation)
		after    time.Duration
		receipts int
		class    Class
	}{
		{"proxy, one second", profile.EventProxied, webhook("21", id), 400 * time.Millisecond, 2, ""},
		{"proxy, later", profile.EventProxied, webhook("21", id), 3 * time.Second, 2, Undetermined},
		{"framework, later", profile.EventResponded, webhook("", id), 3 * time.Second, 2, Undetermined},
		{"framework, signed", profile.EventResponded, signed, 3 * time.Second, 2, Replay},
		{"framework, two loggers of one request", profile.EventResponded, signed, 20 * time.Millisecond, 1, ""},
		{"framework, signed, no times", profile.EventResponded, all(signed, untimed), 0, 2, Undetermined},
		{"received, no times", profile.EventReceived, all(signed, order("73105"), untimed), 0, 2, Undetermined},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var h handmade
			h.add("app/receiver.log", tt.event, 0, tt.of)
			h.add("app/receiver.log", tt.event, tt.after, tt.of)
			d := h.diagnose()
			if d.Summary.Receipts != tt.receipts {
				t.Errorf("%d receipts, want %d", d.Summary.Receipts, tt.receipts)
			}
			if tt.class == "" {
				if len(d.Duplicates) > 0 {
					t.Errorf("%+v, want none", d.Duplicates)
				}
				return
			}
			x := only(t, d)
			if x.Class != tt.class {
				t.Errorf("%s (%s), want %s", x.Class, x.Headline, tt.class)
			}
			for _, q := range x.Questions {
				if q.ID == "same_payload" && q.Answer == "yes" && x.Class == Undetermined && x.Resource.ID == "" && tt.after > 0 {
					t.Errorf("same payload: %s (%s), want unknown", q.Answer, q.Detail)
				}
			}
		})
	}
}
