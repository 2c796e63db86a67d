package analyze

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// traced is a history of two orders. Job 15 is of order 14; the shop logs a request at its end; the receiver's clock is 90 s ahead.
func traced() History {
	const ahead = 90 * time.Second
	h := History{Sources: []profile.Source{{Name: "receiver.log"}, {Name: "shop.log"}}}
	record := func(source int, order string, e profile.Event, at time.Duration, change func(*profile.Observation)) {
		o := profile.Observation{
			Source: source, Line: int64(len(h.Observations) + 1), Event: e, Time: int64(at), Precision: time.Millisecond,
			WebhookID: "3", ResourceType: "order", ResourceID: order, DeliveryID: "delivery-" + order,
		}
		change(&o)
		h.Observations = append(h.Observations, o)
	}
	for i, order := range []string{"14", "15"} {
		at := time.Duration(i+1) * time.Hour
		record(0, order, profile.EventReceived, at+ahead, func(o *profile.Observation) { o.RequestID = "request-" + order })
		record(0, order, profile.EventEnqueued, at+ahead+time.Millisecond, func(o *profile.Observation) {
			o.RequestID, o.OperationKey, o.JobID = "request-"+order, "ship:"+order, map[string]string{"14": "15", "15": "16"}[order]
		})
	}
	for i, order := range []string{"14", "15"} {
		at := time.Duration(i+1) * time.Hour
		record(1, order, profile.EventDelivery, at+200*time.Millisecond, func(o *profile.Observation) {
			o.Took, o.Ends, o.Code = 300*time.Millisecond, true, 202
		})
	}
	record(1, "", profile.EventPing, 0, func(o *profile.Observation) { o.DeliveryID, o.RequestID, o.Precision = "", "request-of-ping", 0 })
	return h
}

func TestTrace(t *testing.T) {
	first := []int64{5, 1, 2} // lines
	second := []int64{6, 3, 4}
	tests := []struct {
		name, id string
		want     []int64
	}{
		{"a resource", "order:14", first},
		{"its number", "14", first},
		{"a number that a job has as well", "15", second},
		{"the job of that number", "job:15", first},
		{"a job's number alone", "16", second},
		{"a delivery", "delivery-14", first},
		{"a delivery, said so", "delivery:delivery-14", first},
		{"a request", "request-15", second},
		{"an operation key with a colon", "ship:14", first},
		{"a ping, which is judged with nothing", "request-of-ping", []int64{7}},
		{"another type", "product:14", nil},
		{"part of an ID", "delivery", nil},
		{"only a word", "order:", nil},
		{"nothing", "", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []int64
			for _, s := range Trace(traced(), tt.id, Options{}) {
				got = append(got, s.Line)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("lines (-want +got):\n%s", diff)
			}
		})
	}
}

func TestTraceSteps(t *testing.T) {
	got := Trace(traced(), "order:14", Options{})
	for i := range got {
		got[i].Time.Nano -= int64(time.Hour)
	}
	ms := func(n time.Duration) Time {
		return Time{Nano: int64(n * time.Millisecond), Precision: time.Millisecond}
	}
	// The receiver's offset is known to lie between the request's start and end, so its middle is taken.
	want := []Step{
		{Time: Time{Nano: ms(-99).Nano - 1, Precision: time.Millisecond}, Source: "shop.log", Line: 5, Layer: profile.LayerDelivery, Says: "sender: delivery delivery-14 of registration 3, answer 202, in 300ms"},
		{Time: got[1].Time, Source: "receiver.log", Line: 1, Layer: profile.LayerReceipt, Says: "receiver has delivery delivery-14, request request-14, 1970-01-01T01:01:30.000Z by its own clock"},
		{Time: got[2].Time, Source: "receiver.log", Line: 2, Layer: profile.LayerQueue, Says: "queued, as job 15, ship:14, request request-14, 1970-01-01T01:01:30.001Z by its own clock"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("steps (-want +got):\n%s", diff)
	}
	if at := time.Duration(got[1].Time.Nano); at < -100*time.Millisecond || at > 200*time.Millisecond {
		t.Errorf("the receipt stands %v from the request, want within it", at)
	}
}

// TestMoments: a delivery that the shop logged at its end, with a stamp of whole seconds, stands between its action and its receipt.
func TestMoments(t *testing.T) {
	const s, ms = int64(time.Second), int64(time.Millisecond)
	started := &record{Observation: profile.Observation{Event: profile.EventActionStarted, Time: 46 * s, Precision: time.Second}}
	tests := []struct {
		name    string
		arrived int64 // 0: there is no receipt in the evidence
		least   int64
		most    int64
	}{
		{"in the second of its action", 46*s + 796*ms, 46 * s, 46*s + 796*ms},
		{"arrived as early as it may", 45*s + 700*ms, 45*s + 600*ms, 45*s + 700*ms},
		{"arrived before it was sent, by a clock that is wrong", 44 * s, 45*s + 600*ms, 46 * s},
		{"no receipt", 0, 46 * s, 47 * s},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			sent := &record{Observation: profile.Observation{
				Event: profile.EventDelivery, DeliveryID: "d", Time: 50 * s, Took: 4400 * time.Millisecond, Ends: true, Precision: time.Second,
			}}
			rs := []*record{started, sent}
			if tt.arrived != 0 {
				rs = append(rs, &record{Observation: profile.Observation{
					Event: profile.EventReceived, DeliveryID: "d", Time: tt.arrived, Precision: time.Millisecond,
				}})
			}
			if at := moments(rs)[sent]; at < tt.least || at >= tt.most {
				t.Errorf("stands at %v, want from %v to %v", time.Duration(at), time.Duration(tt.least), time.Duration(tt.most))
			}
		})
	}
}
