package format

import (
	"testing"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// A message_id is the job's where a line speaks of a queue's message or of work alone, and nobody's anywhere else.
func TestMessagesOfQueues(t *testing.T) {
	for _, tt := range []struct {
		name, line string
		want       profile.Observation
	}{
		{"put in", `{"msg":"message published","request_id":"r1","message_id":"m1","queue":"q"}`, profile.Observation{Event: profile.EventEnqueued, JobID: "m1"}},
		{"taken out", `{"msg":"message consumed","message_id":"m1","redelivered":false,"consumer":"c"}`, profile.Observation{Event: profile.EventStarted, JobID: "m1", Attempt: 1}},
		{"taken out again", `{"msg":"consumed message","message_id":"m1","redelivered":true,"consumer":"c"}`, profile.Observation{Event: profile.EventStarted, JobID: "m1", Via: profile.ViaBroker}},
		{"done", `{"msg":"message acked","message_id":"m1"}`, profile.Observation{Event: profile.EventDone, JobID: "m1"}},
		{"work", `{"msg":"calling the carrier","message_id":"m1","operation_key":"a:1"}`, profile.Observation{Event: profile.EventCalled, JobID: "m1"}},
		{"what the work made", `{"msg":"booking created","message_id":"m1","booking_id":"B1","operation_key":"a:1"}`, profile.Observation{Event: profile.EventResult, JobID: "m1"}},
		{"work of a request", `{"msg":"calling the carrier","message_id":"m1","operation_key":"a:1","request_id":"r1"}`, profile.Observation{Event: profile.EventCalled}},
		{"taken out, in one word", `{"msg":"received","message_id":"m1","delivery_tag":33,"redelivered":false}`, profile.Observation{Event: profile.EventStarted, JobID: "m1", Attempt: 1}},
		{"done, in one word", `{"msg":"acked","message_id":"m1","delivery_tag":33}`, profile.Observation{Event: profile.EventDone, JobID: "m1"}},
		{"made for a message", `{"msg":"ledger batch created","batch_id":"LB-1","message_id":"43480630-44fc-4d1e-acac-e342e7c07a82"}`, profile.Observation{Event: profile.EventResult, JobID: "43480630-44fc-4d1e-acac-e342e7c07a82"}},
		{"a webhook of a message's form", `{"msg":"received","message_id":"m1","delivery_id":"d1","method":"POST"}`, profile.Observation{Event: profile.EventReceived}},
		{"received by a function", `{"msg":"job started","messageId":"43480630-44fc-4d1e-acac-e342e7c07a82","receiveCount":2,"requestId":"r1"}`, profile.Observation{Event: profile.EventStarted, JobID: "43480630-44fc-4d1e-acac-e342e7c07a82", Attempt: 2}},
		{"work of a function", `{"msg":"writing invoice","messageId":"43480630-44fc-4d1e-acac-e342e7c07a82","operationKey":"a:1","requestId":"r1"}`, profile.Observation{Event: profile.EventCalled, JobID: "43480630-44fc-4d1e-acac-e342e7c07a82"}},
		{"what a function sent", `{"msg":"mail sent","messageId":"43480630-44fc-4d1e-acac-e342e7c07a82","operationKey":"a:1","requestId":"r1"}`, profile.Observation{Event: profile.EventEffect}},
		{"a sender's message", `{"msg":"processing webhook","message_id":"msg_2b","operation_key":"a:1"}`, profile.Observation{Event: profile.EventClaimed}},
		{"a mail", `{"msg":"calling the mailer","message_id":"17@mail.example.test","operation_key":"a:1"}`, profile.Observation{Event: profile.EventCalled}},
		{"a chat", `{"msg":"hm","message_id":"m1","order_id":7}`, profile.Observation{Event: profile.EventNoted}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := parseText(t, "json-lines", tt.line+"\n")
			if len(b.Observations) != 1 {
				t.Fatalf("%d records", len(b.Observations))
			}
			got := b.Observations[0]
			if got.Event != tt.want.Event || got.JobID != tt.want.JobID || got.Attempt != tt.want.Attempt || got.Via != tt.want.Via {
				t.Errorf("%s %q attempt %d via %q, want %+v", got.Event, got.JobID, got.Attempt, got.Via, tt.want)
			}
		})
	}
}
