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
