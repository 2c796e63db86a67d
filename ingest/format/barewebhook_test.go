package format

import (
	"testing"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// A line that says that a webhook is there, and no more, is its arrival.
func TestToldAlone(t *testing.T) {
	for _, tt := range []struct {
		name, format, line string
		event              profile.Event
		topic              string
	}{
		{"with its topic", "json-lines", `{"msg":"webhook issue_comment.created","delivery_id":"d1"}`, profile.EventReceived, "issue_comment.created"},
		{"by its sender's name", "json-lines", `{"msg":"acme webhook","svix_id":"msg_1","type":"user.created"}`, profile.EventReceived, "user.created"},
		{"as Serilog writes it", "json-lines", `{"@t":"2026-11-30T08:26:47Z","@mt":"Webhook {EventId} {EventType} capture {CaptureId} for {OrderNumber}","EventId":"WH-8AX7T40DJTRIN0KEL-O0ONLGUYVV65US60Q","EventType":"PAYMENT.CAPTURE.COMPLETED","CaptureId":"C1","OrderNumber":"14"}`, profile.EventReceived, "PAYMENT.CAPTURE.COMPLETED"},
		{"with what becomes of it", "json-lines", `{"msg":"webhook order.updated stored","delivery_id":"d1"}`, profile.EventNoted, ""},
		{"one that is sent", "json-lines", `{"msg":"outgoing webhook","delivery_id":"d1","topic":"order.updated"}`, profile.EventNoted, "order.updated"},
		{"one that is missing", "json-lines", `{"msg":"missing webhook","delivery_id":"d1","topic":"order.updated"}`, profile.EventNoted, "order.updated"},
		{"without a name", "json-lines", `{"msg":"order webhook","order_id":9}`, profile.EventNoted, ""},
		{"an error of it", "json-lines", `{"msg":"webhook order.updated","delivery_id":"d1","error":"boom"}`, profile.EventNoted, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := parseText(t, tt.format, tt.line+"\n")
			if len(b.Observations) != 1 || b.Observations[0].Event != tt.event || b.Observations[0].Topic != tt.topic {
				t.Errorf("%s", tellAll(b))
			}
		})
	}
}

// PayPal's order is what a customer pays: a line that says that it was captured names no record that was made of it.
func TestPayPalOrderIsNotMade(t *testing.T) {
	b := parseText(t, "json-lines", `{"msg":"PayPal order captured","paypal_order_id":"L37QR2XDGCFIE6PZR","order_number":"14"}`+"\n")
	if len(b.Observations) != 1 || b.Observations[0].DownstreamID != "" {
		t.Errorf("%s", tellAll(b))
	}
}

// TestReceivedEvents: who says that he received somebody's event, and names it, has a webhook; a queue's consumer has a message.
func TestReceivedEvents(t *testing.T) {
	for _, tt := range []struct {
		name, line string
		event      profile.Event
	}{
		{"an event with its delivery", "2026-11-30T08:26:47Z INFO Received pull_request event with delivery_id=ababd03f-64b0-44bb-a9d2-641e2f07b789", profile.EventReceived},
		{"a hook", "2026-11-30T08:26:47Z INFO Received a push hook delivery_id=ababd03f-64b0-44bb-a9d2-641e2f07b789", profile.EventReceived},
		{"a duplicate event", "2026-11-30T08:26:47Z INFO Received duplicate event delivery_id=ababd03f-64b0-44bb-a9d2-641e2f07b789", profile.EventDuplicate},
		{"an event of a queue", "2026-11-30T08:26:47Z INFO Received import event job_id=7", profile.EventNoted},
		{"a response", "2026-11-30T08:26:47Z INFO Received response event delivery_id=ababd03f-64b0-44bb-a9d2-641e2f07b789 status=500", profile.EventNoted},
		{"something else", "2026-11-30T08:26:47Z INFO Received 3 more events delivery_id=ababd03f-64b0-44bb-a9d2-641e2f07b789", profile.EventNoted},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := parseText(t, "app-log", tt.line+"\n")
			if len(b.Observations) != 1 || b.Observations[0].Event != tt.event {
				t.Errorf("%s", tellAll(b))
			}
		})
	}
}

// TestReceivedInEnvelope: a program's bare lines are read where one tells of a webhook, and not where they only mention one.
func TestReceivedInEnvelope(t *testing.T) {
	const at, router = "2026-11-30T08:26:47.250763+00:00 app[web.1]: ", "2026-11-30T08:26:47.250763+00:00 heroku[router]: at=info method=POST path=\"/hooks\" request_id=r1 dyno=web.1 connect=0ms service=5ms status=200\n"
	for _, tt := range []struct {
		name, line string
		received   int
	}{
		{"told", at + "Received push event with delivery_id=ababd03f-64b0-44bb-a9d2-641e2f07b789\n", 1},
		{"mentioned", at + "Received push events are kept for 3 days\n", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			n := 0
			for _, o := range parseText(t, "syslog", tt.line+router).Observations {
				if o.Event == profile.EventReceived {
					n++
				}
			}
			if n != tt.received {
				t.Errorf("%d received, want %d", n, tt.received)
			}
		})
	}
}
