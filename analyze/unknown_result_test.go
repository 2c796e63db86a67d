package analyze

import (
	"strings"
	"testing"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// TestResultThatTheReceiverLacks: the receiver called for order 15, its log has no answer, and the downstream system's list has a record.
func TestResultThatTheReceiverLacks(t *testing.T) {
	const key15 = "shipment:create:15:full"
	tests := []struct {
		name string
		add  func(h *handmade)
		want bool
	}{
		{"a log that goes on and tells the next answer", func(*handmade) {}, true},
		{"the row of a claim that is not done", func(h *handmade) {
			h.add("db/claims.csv", profile.EventClaimed, 1000*time.Millisecond, key(key15), func(o *profile.Observation) { o.RowStatus = "processing" })
		}, true},
		{"a row that is done", func(h *handmade) {
			h.add("db/claims.csv", profile.EventDone, 1300*time.Millisecond, key(key15), made("SHIP-15"), func(o *profile.Observation) { o.RowStatus = "succeeded" })
		}, false},
		{"a second run that had its answer", func(h *handmade) {
			h.add("receiver/receiver.log", profile.EventCalled, 1500*time.Millisecond, order("15"), key(key15), request("request-16-b"))
			h.add("receiver/receiver.log", profile.EventResult, 1600*time.Millisecond, order("15"), key(key15), request("request-16-b"), made("SHIP-15"), code(201))
		}, false},
		{"a list that has no record", func(h *handmade) { h.lines = h.lines[:len(h.lines)-1] }, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := &handmade{}
			for i, id := range []string{"14", "15", "16"} {
				at := time.Duration(i) * time.Second
				of := all(order(id), key("shipment:create:"+id+":full"), request("request-of-order-"+id), webhook("3", "delivery-of-order-"+id))
				for step, e := range []profile.Event{profile.EventReceived, profile.EventClaimed, profile.EventCalled} {
					h.add("receiver/receiver.log", e, at+time.Duration(step)*time.Millisecond, of)
				}
				if id != "15" {
					h.add("receiver/receiver.log", profile.EventResult, at+200*time.Millisecond, of, made("SHIP-"+id), code(201))
				}
			}
			h.add("carrier/shipments.csv", profile.EventEffect, 1200*time.Millisecond, order("15"), key(key15), made("SHIP-15"))
			tt.add(h)
			found := false
			for _, f := range findingsOf(h.diagnose(), "uncertain_operation") {
				found = found || f.OperationKey == key15 && strings.Contains(f.Says, "has SHIP-15")
			}
			if found != tt.want {
				t.Errorf("told: %v, want %v", found, tt.want)
			}
		})
	}
	// Where the log never tells answers, that it lacks one says nothing.
	h := &handmade{}
	for i, id := range []string{"14", "15"} {
		at := time.Duration(i) * time.Second
		h.add("receiver/receiver.log", profile.EventCalled, at, order(id), key("shipment:create:"+id+":full"), request("request-of-order-"+id))
		h.add("carrier/shipments.csv", profile.EventEffect, at+time.Millisecond, order(id), key("shipment:create:"+id+":full"), made("SHIP-"+id))
	}
	if found := findingsOf(h.diagnose(), "uncertain_operation"); len(found) > 0 {
		t.Errorf("told of a log without answers: %s", found[0].Says)
	}
}
