package analyze

import (
	"testing"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// TestPingsOfAList: a ping that was sent again is no repeat of anything, whether the sender's list or the receiver's log tells of it.
func TestPingsOfAList(t *testing.T) {
	for _, topic := range []string{"ping", "push"} {
		for _, e := range []profile.Event{profile.EventDelivery, profile.EventReceived} {
			h := &handmade{}
			for i := range 2 {
				h.add("forge/deliveries.json", e, time.Duration(i)*time.Minute, githubDelivery("fab3732e-9b2c-4049-a6bd-cfa28b664309"), code(400), func(o *profile.Observation) {
					o.Topic = topic
				})
			}
			if n, want := len(h.diagnose().Duplicates), one(topic == "push"); n != want {
				t.Errorf("%s, %s: %d duplicates, want %d", topic, e, n, want)
			}
		}
	}
}
