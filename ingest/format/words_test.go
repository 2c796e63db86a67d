package format

import (
	"strings"
	"testing"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

func TestWords(t *testing.T) {
	tests := []struct {
		want  word
		texts string // separated by |
	}{
		{profile.EventReceived, "received|webhook received|Webhook received order.updated|webhook_received|WebhookReceived|Received webhook #17: order.updated|Incoming webhook from WooCommerce|webhook received without a topic"},
		{profile.EventPing, "ping|webhook ping|Ping received"},
		{profile.EventClaimed, "claimed|operation claimed|Lock acquired for order 17|acquired lock wc:17"},
		{profile.EventDuplicate, "duplicate|duplicate ignored|Duplicate webhook, skipping|Event evt_17 already processed|order 17 was already processed|Skipping duplicate delivery 5f2c|deduplicated|lock not acquired"},
		{profile.EventDuplicate, "cart is completed already, nothing to do|Order 17 already paid|DuplicatedEvent: event is recorded already, skipped|invoice was issued already"},
		{wordNone, "order has not been processed already|payment is not already captured|already on it|if already refunded, skip the mail|completed the order"},
		{profile.EventCalled, "capturing payment|writing invoice|Issuing refund for order 17"},
		{profile.EventCallFailed, "capture refused, workflow cancelled|Charge declined"},
		{wordNone, "customer refused|capturing screenshots|writing to the log|offer declined"},
		{wordRecorded, "event recorded|event stored in payment record|Marked as seen"},
		{wordFailed, "insert into users failed|failed to insert row|could not save the account"},
		{wordNone, "insert into users took 3 ms|recording events|insert coin|events are recorded"},
		{profile.EventCalled, "Charge request|refund request for order 17"},
		{wordNone, "charge requirements|order complete|payment request button shown"},
		{wordMade, "invoice written|tracking created"},
		{wordUnrelated, "tracking stored|saved tracking number"},
		{profile.EventEnqueued, "job_enqueued|job enqueued|Job added to queue|Dispatched job SyncOrder|enqueued"},
		{profile.EventStarted, "job started|Job picked up|performing job|message consumed"},
		{wordWorkerRun, "worker_started"},
		{profile.EventWorkerUp, "worker started up|worker ready"},
		{profile.EventCalled, "downstream_call|downstream call|Calling DHL|calling carrier API for order 17|Creating shipment for order 17"},
		{profile.EventResult, "downstream_result|downstream result|carrier response 201"},
		{profile.EventCallFailed, "downstream_error|downstream error|downstream failed, will retry|Label API failed|socket hang up|failed to create shipment: 503"},
		{profile.EventDone, "done|job done|webhook processed|Webhook processed successfully in 12ms|order synced"},
		{profile.EventRequeued, "recovered|stalled job re-queued|job requeued|retry scheduled"},
		{profile.EventRejected, "rejected"},
		{wordForged, "signature invalid|Invalid signature for webhook|webhook signature mismatch|Webhook 17 refused: invalid signature"},
		{wordVerified, "signature verified"},
		{profile.EventThrottled, "throttled|rate limit exceeded"},
		{wordFailed, "failed|handler error|Error processing webhook: boom|job failed"},
		{wordMade, "shipment created|Created shipment SHIP-1|label created|invoice issued|created"},
		{profile.EventEffectReplayed, "shipment replayed|returning existing shipment"},
		{wordAnswered, "request completed|request errored|HTTP POST /x"},
		{profile.EventAborted, "request aborted"},
		{wordIncoming, "incoming request"},

		// In doubt: nothing.
		{wordNone, "not a duplicate webhook|no duplicate ignored here|order created|customer created|user created|received payment of 3 EUR|processing fee is 3|listening|Queue length is 3|webhook|"},
		{wordNone, `note from "webhook received"|customer said 'already processed'.`},
		{profile.EventReceived, `webhook received from "Order Bot 'x"|"webhook received"|got 'webhook' webhook received`},
		{wordUnrelated, "duplicate key value violates unique constraint|ignoring event type order.deleted"},
	}
	for _, tt := range tests {
		for text := range strings.SplitSeq(tt.texts, "|") {
			t.Run(text, func(t *testing.T) {
				if got := wordOf(text); got != tt.want {
					t.Errorf("got %q, want %q (as %q)", got, tt.want, plainPhrase(text))
				}
			})
		}
	}
}

func TestEvents(t *testing.T) {
	const req = `"req":{"id":"r1","method":"POST","url":"/w"}`
	tests := []struct {
		name, line string
		want       string // the event; "": skipped
	}{
		{"answered", `{` + req + `,"res":{"statusCode":202},"responseTime":7,"msg":"request completed"}`, "responded"},
		{"answered with an error", `{` + req + `,"res":{"statusCode":500},"err":{"message":"x"},"responseTime":7,"msg":"request errored"}`, "responded"},
		{"answered, in other words", `{` + req + `,"res":{"statusCode":202},"message":"POST /w 202"}`, "responded"},
		{"answered that there were too many", `{` + req + `,"res":{"statusCode":429},"msg":"request completed"}`, "throttled"},
		{"not answered", `{` + req + `,"res":{"statusCode":null},"responseTime":7,"msg":"request completed"}`, "aborted"},
		{"aborted", `{` + req + `,"responseTime":7,"msg":"request aborted"}`, "aborted"},
		{"a page", `{"req":{"id":"r1","method":"GET","url":"/health"},"res":{"statusCode":200},"msg":"request completed"}`, ""},
		{"a framework's arrival", `{` + req + `,"msg":"incoming request"}`, "noted"},
		{"a framework's arrival of a webhook", `{"req":{"id":"r1","headers":{"x-wc-webhook-id":"7"}},"msg":"incoming request"}`, "received"},
		{"effect", `{"shipment_id":"S1","order_id":"1","created":true,"msg":"shipment created"}`, "effect"},
		{"effect in other words", `{"invoice_id":"I1","msg":"Invoice generated"}`, "effect"},
		{"effect by its flag", `{"shipment_id":"S1","created":true,"msg":"POST /v1/shipments"}`, "effect"},
		{"effect known before", `{"shipment_id":"S1","created":false,"msg":"shipment created"}`, "effect_replayed"},
		{"replayed", `{"shipment_id":"S1","msg":"shipment replayed"}`, "effect_replayed"},
		{"a worker's word for its result", `{"shipment_id":"S1","job_id":3,"msg":"shipment created"}`, "result"},
		{"a receiver's word for its result", `{"shipment_id":"S1","delivery_id":"d","created":true,"msg":"label created"}`, "result"},
		{"nothing downstream was made", `{"order_id":1,"msg":"created"}`, "noted"},
		{"no ID, no effect", `{"request_id":"r1","msg":"shipment created"}`, "noted"},
		{"a charge that was asked for", `{"msg":"Charge complete","charge_id":"ch_1bWfKXDZ1yt8sBRA","idempotency_key":"8841-src_1"}`, "result"},
		{"a charge that is told of", `{"msg":"Charge complete","charge_id":"ch_1bWfKXDZ1yt8sBRA","order_id":8841}`, "noted"},
		{"an event recorded for an operation", `{"msg":"event recorded","event_id":"evt_1","operation_key":"a:1"}`, "claimed"},
		{"an event recorded", `{"msg":"event recorded","event_id":"evt_1"}`, "noted"},
		{"an insert that a unique index refused", `{"msg":"insert into users failed","err":{"code":"23505"},"operation_key":"a:1"}`, "call_failed"},
		{"an answer that a unique index gave", `{"event":"downstream_result","msg":"1062 Duplicate entry for key x","operation_key":"a:1"}`, "call_failed"},
		{"an answer", `{"event":"downstream_result","msg":"no duplicates","operation_key":"a:1"}`, "result"},
		{"an insert that failed", `{"msg":"insert into users failed","request_id":"r1"}`, "failed"},
		{"a request in its span", `{"fields":{"message":"comment created","operation_key":"c:1","comment_id":"88014"},"target":"bot","span":{"request_id":"r1","name":"request"}}`, "effect"},
		{"a worker begins", `{"worker_id":"w1","event":"worker_started"}`, "worker_up"},
		{"a worker begins a job", `{"worker_id":"w1","event":"worker_started","job_id":1}`, "started"},
		{"processing a request", `{"delivery_id":"d1","msg":"processing webhook"}`, "claimed"},
		{"processing a job", `{"job_id":1,"msg":"processing order 17"}`, "started"},
		{"the handler failed", `{"delivery_id":"d1","event":"failed","msg":"handler error","err":{"message":"database unavailable"}}`, "failed"},
		{"the call failed", `{"job_id":1,"msg":"job failed","err":{"message":"connect ECONNREFUSED 127.0.0.1:8091"}}`, "call_failed"},
		{"forged", `{"delivery_id":"d1","msg":"signature invalid"}`, "rejected"},
		{"verified is no step", `{"delivery_id":"d1","msg":"signature verified"}`, "noted"},
		{"duplicate by its flag", `{"delivery_id":"d1","msg":"claim result","duplicate":true}`, "duplicate"},
		{"the step before the message", `{"delivery_id":"d1","event":"duplicate","msg":"webhook received"}`, "duplicate"},
		{"a topic is no step", `{"delivery_id":"d1","event":"order.created","msg":"webhook received"}`, "received"},
		{"a completed job", `{"job_id":1,"msg":"completed"}`, "done"},
		{"ping by its body", `{"msg":"POST /w","body":"webhook_id=147"}`, "ping"},
		{"ping by its form", `{"req":{"id":"r1","headers":{"user-agent":"WooCommerce/9.9.5 Hookshot (WordPress/6.9)","content-type":"application/x-www-form-urlencoded"}},"res":{"statusCode":200},"msg":"request completed"}`, "ping"},
		{"no ping: another sender's form", `{"req":{"id":"r1","headers":{"user-agent":"curl","content-type":"application/x-www-form-urlencoded"}},"res":{"statusCode":200},"msg":"request completed"}`, "responded"},
		{"unknown words with an identifier", `{"delivery_id":"d1","msg":"hm"}`, "noted"},
		{"unknown words without", `{"msg":"hm","order_total":3}`, ""},
		{"known words that nothing ties to anything", `{"msg":"webhook received"}`, ""},
		{"echo", `{"time":"2026-11-30T08:26:51Z","id":"r1","method":"POST","uri":"/w","status":200,"latency":2931000,"latency_human":"2.931ms"}`, "responded"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, _, _ := strings.Cut(readLine(t, tt.line), " ")
			if got != tt.want {
				t.Errorf("%s is %q, want %q", tt.line, got, tt.want)
			}
		})
	}
}

// TestLabWords holds the steps that receivers of the recorded incidents, Node, PHP and Python, write.
func TestLabWords(t *testing.T) {
	for _, tt := range []struct {
		event, msg string
		want       profile.Event
	}{
		{"received", "webhook received", profile.EventReceived},
		{"claimed", "operation claimed", profile.EventClaimed},
		{"duplicate", "duplicate ignored", profile.EventDuplicate},
		{"job_enqueued", "job enqueued", profile.EventEnqueued},
		{"worker_started", "job started", profile.EventStarted},
		{"downstream_call", "downstream call", profile.EventCalled},
		{"downstream_result", "downstream result", profile.EventResult},
		{"downstream_error", "downstream error", profile.EventCallFailed},
		{"done", "done", profile.EventDone},
		{"recovered", "stalled job re-queued", profile.EventRequeued},
		{"rejected", "signature invalid", profile.EventRejected},
		{"throttled", "throttled", profile.EventThrottled},
		{"failed", "handler error", profile.EventFailed},
		{"ping", "webhook ping", profile.EventPing},
	} {
		for _, line := range []string{
			`{"job_id":1,"event":"` + tt.event + `","msg":"` + tt.msg + `"}`,
			`{"job_id":1,"event":"` + tt.event + `"}`,
			`{"job_id":1,"msg":"` + tt.msg + `"}`,
		} {
			if got, _, _ := strings.Cut(readLine(t, line), " "); got != string(tt.want) {
				t.Errorf("%s is %q, want %q", line, got, tt.want)
			}
		}
	}
}
