package format

import (
	"testing"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// TestSpans: what a line was written in names its request; several things in any other list do not.
func TestSpans(t *testing.T) {
	for _, tt := range []struct{ name, line, want string }{
		{"tracing", `{"level":"INFO","fields":{"message":"webhook received","delivery":"d1"},"target":"a","span":{"request_id":"r1","name":"request"},"spans":[{"request_id":"r1","name":"request"}]}`, "1 received DeliveryID=d1 RequestID=r1"},
		{"tracing, in an inner step", `{"level":"INFO","fields":{"message":"webhook received","delivery":"d1"},"span":{"name":"parse"},"spans":[{"request_id":"r1","name":"request"},{"name":"parse"}]}`, "1 received DeliveryID=d1 RequestID=r1"},
		{"an ID that is the span's", `{"message":"webhook received","delivery_id":"d1","span":{"id":"0af7651916cd43dd"}}`, "1 received DeliveryID=d1"},
		{".NET", `{"EventId":14,"LogLevel":"Information","Message":"webhook received","State":{"DeliveryId":"d1"},"Scopes":[{"SpanId":"aaaaaaaaaaaaaaaa"},{"RequestId":"r1","RequestPath":"/w"}]}`, "1 received DeliveryID=d1 RequestID=r1"},
		{"another list", `{"message":"webhook received","delivery_id":"d1","items":[{"request_id":"r1"},{"request_id":"r2"}]}`, "1 received DeliveryID=d1"},
		{"an event's own number", `{"message":"webhook received","event_id":10000017}`, "1 received EventID=10000017"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if o := oneRecord(t, tt.line); tell(&o) != tt.want {
				t.Errorf("got %s, want %s", tell(&o), tt.want)
			}
		})
	}
}

// TestRailsParameters: the parameters of a request are a webhook where they are an event of a known sender's, and those of a page are none.
func TestRailsParameters(t *testing.T) {
	const at = "I, [2026-11-27T14:00:10.026000 #512]  INFO -- : [6a51d2dd-c417-4410-980d-d94d14b7fc0e]   Parameters: "
	for _, tt := range []struct {
		name, line string
		event      profile.Event
	}{
		{"an event", at + `{"id"=>"evt_1SWe37FHYMX7prXO7Lmw15Ft", "object"=>"event", "type"=>"invoice.paid", "data"=>{"object"=>{"id"=>"in_1S", "object"=>"invoice"}}}`, profile.EventReceived},
		{"a form", at + `{"utf8"=>"x", "order"=>{"id"=>"14"}, "commit"=>"Save"}`, profile.EventNoted},
		{"an event's ID alone", at + `{"event_id"=>"evt_1SWe37FHYMX7prXO7Lmw15Ft"}`, profile.EventNoted},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := parseText(t, "app-log", tt.line+"\n")
			if len(b.Observations) != 1 || b.Observations[0].Event != tt.event {
				t.Errorf("%s", tellAll(b))
			}
		})
	}
}

// TestTags: a tag before a message is no part of what it says, and a message that is nothing but one says nothing.
func TestTags(t *testing.T) {
	const at = "2026-11-27T14:00:10Z INFO "
	for _, tt := range []struct {
		name, line string
		event      profile.Event
	}{
		{"a tag", at + "[GithubHooks] claimed delivery 11f09e42-4f6e-17e4-a9db-cbc29e906fd3", profile.EventClaimed},
		{"no tag", at + "[not claimed] delivery 11f09e42-4f6e-17e4-a9db-cbc29e906fd3", profile.EventNoted},
		{"an unknown word", at + "[GithubHooks] looked at delivery 11f09e42-4f6e-17e4-a9db-cbc29e906fd3", profile.EventNoted},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := parseText(t, "app-log", tt.line+"\n")
			if len(b.Observations) != 1 || b.Observations[0].Event != tt.event {
				t.Errorf("%s", tellAll(b))
			}
		})
	}
}
