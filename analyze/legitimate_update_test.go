package analyze

import (
	"testing"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// TestTwoPaymentsAreNoStates: of two payments for one order, neither is a state of the other; of one payment, two states are.
func TestTwoPaymentsAreNoStates(t *testing.T) {
	tests := []struct {
		name     string
		payments [2]string
		updates  int
	}{
		{"one payment", [2]string{"pi_3OFirst000000001", "pi_3OFirst000000001"}, 1},
		{"two payments", [2]string{"pi_3OFirst000000001", "pi_3OSecond00000002"}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := &handmade{}
			for i, payment := range tt.payments {
				h.add("shop/app.log", profile.EventReceived, time.Duration(i)*time.Minute, order("5120"), request("request-"+payment+string(rune('a'+i))), body(string(rune('a'+i))),
					func(o *profile.Observation) {
						o.Provider, o.Topic, o.EventID, o.Related = "stripe", "payment_intent.succeeded", "evt_3OABCDEFGH"+string(rune('a'+i)), payment
					})
			}
			updates := 0
			for _, d := range h.diagnose().Duplicates {
				if d.Class == LegitimateUpdate {
					updates++
				}
			}
			if updates != tt.updates {
				t.Errorf("%d legitimate updates, want %d", updates, tt.updates)
			}
		})
	}
}
