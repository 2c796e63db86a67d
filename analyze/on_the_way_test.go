package analyze

import (
	"testing"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// One delivery that came by one place on the way twice arrived twice, as far as it was answered; told by two places it came once.
func TestArrivedOnTheWay(t *testing.T) {
	const proxy, other = "proxy/a.har", "other/b.har"
	seen := func(h *handmade, file string, at time.Duration, set ...func(*profile.Observation)) {
		h.add(file, profile.EventRelayed, at, append([]func(*profile.Observation){shop("https://shop.example.test/"), webhook("3", "5f2c0bad11115f2c0bad11115f2c0bad"), order("14"), body("paid"), code(200)}, set...)...)
	}
	capture := func(id string) func(*profile.Observation) {
		return func(o *profile.Observation) { o.RowID = id }
	}
	for _, tt := range []struct {
		name       string
		make       func(*handmade)
		cause      string // "": no duplicate
		confidence Confidence
	}{
		{"once", func(h *handmade) { seen(h, proxy, 0) }, "", ""},
		{"twice", func(h *handmade) { seen(h, proxy, 0); seen(h, proxy, time.Minute) }, "resent_by_intermediary", Proven},
		{"twice in a second, which the ID names", func(h *handmade) { seen(h, proxy, 0); seen(h, proxy, 300*time.Millisecond) }, "unattributed", Likely},
		{"by two places", func(h *handmade) { seen(h, proxy, 0); seen(h, other, 10*time.Millisecond) }, "", ""},
		{"one of them without an answer", func(h *handmade) { seen(h, proxy, 0, code(0)); seen(h, proxy, time.Minute) }, "", ""},
		{"one request for two connections", func(h *handmade) { seen(h, proxy, 0, capture("req-1")); seen(h, proxy, time.Second, capture("req-1")) }, "", ""},
		{"two requests of a tool", func(h *handmade) { seen(h, proxy, 0, capture("req-1")); seen(h, proxy, time.Minute, capture("req-2")) }, "resent_by_intermediary", Proven},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := &handmade{}
			tt.make(h)
			d := h.diagnose()
			switch {
			case tt.cause == "" && len(d.Duplicates) == 0:
			case len(d.Duplicates) != 1 || d.Duplicates[0].Cause != tt.cause || d.Duplicates[0].Confidence != tt.confidence:
				t.Errorf("%+v", d.Duplicates)
			}
		})
	}
}

// What the sender says was asked for is no retry of its own, whatever failed before.
func TestAskedFor(t *testing.T) {
	for _, tt := range []struct {
		name, via, cause string
		code             int
	}{
		{"asked for", profile.ViaAsked, "manual_resend", 200},
		{"asked for after a failure", profile.ViaAsked, "manual_resend", 500},
		{"its own repeat", "", "provider_retry", 500},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := &handmade{}
			sent := func(at time.Duration, answer int, via string) {
				h.add("svix/attempts.json", profile.EventDelivery, at, webhook("ep_1", "msg_1srOrx2ZWZBpBUvZwXKQ"), code(answer), func(o *profile.Observation) {
					o.Provider, o.Via = "svix", via
				})
			}
			sent(0, tt.code, "")
			sent(5*time.Second, 200, tt.via)
			if d := h.diagnose(); len(d.Duplicates) != 1 || d.Duplicates[0].Cause != tt.cause || d.Duplicates[0].Confidence != Likely {
				t.Errorf("%+v", d.Duplicates)
			}
		})
	}
}
