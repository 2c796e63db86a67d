package format

import (
	"testing"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// TestUnknownEvents: what an event of a sender that nobody knows says, and what is none.
func TestUnknownEvents(t *testing.T) {
	const at = `{"msg":"webhook received","requestId":"0000000000000001","body":`
	for _, tt := range []struct{ name, line, want string }{
		{
			"an order among others", at + `{"type":"package_shipped","retries":1,"data":{"shipment":{"id":70033},"order":{"id":88410233}}}}`,
			"Topic=package_shipped ResourceType=order ResourceID=88410233 RequestID=0000000000000001 Attempt=2",
		},
		{
			"tokens that are IDs", at + `{"token":"wbh-6a6434e0-216b-498e-aa64-7ab895770d19","type":"USERS.UPDATED","object":{"token":"usr-23f767e0-cb87-4345-ab60-34cd95c283f7"}}}`,
			"Topic=USERS.UPDATED ResourceID=usr-23f767e0-cb87-4345-ab60-34cd95c283f7 EventID=wbh-6a6434e0-216b-498e-aa64-7ab895770d19 RequestID=0000000000000001",
		},
		{"a token that may be a secret", at + `{"token":"Jhj5dZrVaK7ZwHHjRyZWjbDl","type":"message","data":{"text":"x"}}}`, "Topic=message RequestID=0000000000000001"},
		{"an address is no name", at + `{"id":"ann@example.test","type":"signup","data":{"id":"ann@example.test"}}}`, "Topic=signup RequestID=0000000000000001"},
		{"no event", at + `{"id":"18452000","status":"paid","retries":3}}`, "Status=paid RequestID=0000000000000001"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := oneRecord(t, tt.line)
			o.State, o.BodySize = profile.Mark{}, 0
			status := o.Status
			o.Status = ""
			got := tell(&o)
			if status != "" {
				got = "1 received Status=" + status + got[len("1 received"):]
			}
			if got != "1 received "+tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// TestAttemptsAreNoState: one event that its sender numbers anew is one state; a resource with such a field is not.
func TestAttemptsAreNoState(t *testing.T) {
	state := func(body string) profile.Mark {
		var o profile.Observation
		(&Batch{Marker: bodyMarker("key")}).read(&o, []byte(body), nil, false)
		return o.State
	}
	if a, b := state(`{"type":"x","retries":0,"data":{"id":1}}`), state(`{"type":"x","data":{"id":1},"retries":1}`); a != b || a == (profile.Mark{}) {
		t.Error("two attempts of one event have two states, or none")
	}
	if state(`{"type":"x","retries":0,"data":{"id":1}}`) == state(`{"type":"x","retries":0,"data":{"id":2}}`) {
		t.Error("two events have one state")
	}
	if state(`{"type":"x","retries":0,"data":{"retries":1}}`) == state(`{"type":"x","retries":0,"data":{"retries":2}}`) {
		t.Error("what the event tells of has one state, though it counts")
	}
	if state(`{"id":7,"retries":0}`) == state(`{"id":7,"retries":1}`) {
		t.Error("a resource that counts has one state")
	}
}

func oneRecord(t *testing.T, line string) profile.Observation {
	t.Helper()
	text := []byte(line + "\n")
	got := readSample(t, openSample(jsonLines, text), text, 1<<20).Observations
	if len(got) != 1 {
		t.Fatalf("%d records of %s", len(got), line)
	}
	return got[0]
}
