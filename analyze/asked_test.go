package analyze

import (
	"testing"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// TestKeyInOtherWords: a line that names a request and an operation names that of the request, whatever its words; two name none.
func TestKeyInOtherWords(t *testing.T) {
	tests := []struct {
		name string
		keys []string
		want string
	}{
		{"one", []string{"invoice:sync:14"}, "invoice:sync:14"},
		{"one, twice", []string{"invoice:sync:14", "invoice:sync:14"}, "invoice:sync:14"},
		{"two", []string{"invoice:sync:14", "mail:14"}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := &handmade{}
			h.add("app/app.log", profile.EventReceived, 0, order("14"), request("request-14"))
			for i, k := range tt.keys {
				h.add("app/app.log", profile.EventNoted, time.Duration(i+1)*time.Second, request("request-14"), key(k))
			}
			w := survey(h.history())
			got := ""
			for _, c := range joined(w) {
				tree := plant(w, c)
				for _, x := range tree.receipts {
					if o := tree.asks[x]; o != nil && o.logged {
						got = o.key
					}
				}
			}
			if got != tt.want {
				t.Errorf("the request asks for %q, want %q", got, tt.want)
			}
		})
	}
}

// TestPaidTwiceByWebhooks: two events of two payments that each made a record of one operation are a second purchase; two events of one
// payment are none.
func TestPaidTwiceByWebhooks(t *testing.T) {
	for _, second := range []string{"pi_3OFirst000000001", "pi_3OSecond00000002"} {
		h := &handmade{}
		for i, payment := range []string{"pi_3OFirst000000001", second} {
			at, n := time.Duration(i)*time.Minute, string(rune('a'+i))
			h.add("shop/app.log", profile.EventReceived, at, order("5120"), request("request-0000"+n), body(n), func(o *profile.Observation) {
				o.Provider, o.Topic, o.EventID, o.Related = "stripe", "payment_intent.succeeded", "evt_3OABCDEFGH"+n, payment
			})
			h.add("shop/app.log", profile.EventEffect, at+time.Second, order("5120"), request("request-0000"+n), key("order:payment:5120"), made("TX-00000"+n))
		}
		causes := map[string]bool{}
		for _, d := range h.diagnose().Duplicates {
			causes[d.Cause] = true
		}
		if want := second != "pi_3OFirst000000001"; causes["second_purchase"] != want {
			t.Errorf("%s: causes %v", second, causes)
		}
	}
}
