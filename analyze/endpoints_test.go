package analyze

import (
	"testing"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// TestToldBySecret: one Stripe event came twice to one URL, and of some requests it is known which secret signed them.
func TestToldBySecret(t *testing.T) {
	const at = int64(1_796_027_207) * int64(time.Second)
	request := func(after time.Duration, webhook string, code int) profile.Observation {
		o := profile.Observation{
			Lines: 1, Event: profile.EventProxied, Time: at + int64(after), Precision: time.Millisecond, Provider: "stripe", Method: "POST",
			EventID: "evt_1QxYz9LkdIwHu7ixAbCdEfGh", URL: "/webhooks/stripe", Code: code, WebhookID: webhook, RequestID: after.String(),
			Signature: profile.Mark{1, byte(after / time.Second)}, // its time is signed too
		}
		if webhook != "" {
			o.SignatureValid = profile.Yes
		}
		return o
	}
	plain := func(o profile.Observation) profile.Observation {
		o.Signature = profile.Mark{}
		return o
	}
	tests := []struct {
		name       string
		requests   []profile.Observation
		class      Class
		cause      string
		confidence Confidence
	}{
		{
			"two endpoints",
			[]profile.Observation{request(0, "secret:1", 200), request(time.Second, "secret:2", 200)},
			ConfigDuplication, "duplicate_registration", Proven,
		},
		{
			"after a failure, the secret may have been changed",
			[]profile.Observation{request(0, "secret:1", 500), request(time.Hour, "secret:2", 200)},
			ConfigDuplication, "duplicate_registration", Likely,
		},
		{
			"a retry under one secret",
			[]profile.Observation{request(0, "secret:1", 500), request(time.Hour, "secret:1", 200)},
			Replay, "provider_retry", Likely,
		},
		{
			"no retry under one secret",
			[]profile.Observation{request(0, "secret:1", 200), request(time.Second, "secret:1", 200)},
			Replay, "unattributed", Likely,
		},
		{"of the second it is not known", []profile.Observation{request(0, "secret:1", 200), request(time.Second, "", 200)}, Undetermined, "", Possible},
		{"of the first it is not known", []profile.Observation{request(0, "", 200), request(time.Second, "secret:1", 200)}, Undetermined, "", Possible},
		{
			"of the second, in whose line is no signature, it is not known",
			[]profile.Observation{request(0, "secret:1", 200), plain(request(time.Second, "", 200))},
			Undetermined, "", Possible,
		},
		{
			"of the first, in whose line is no signature, it is not known",
			[]profile.Observation{plain(request(0, "", 200)), request(time.Second, "secret:1", 200)},
			Undetermined, "", Possible,
		},
		{"of none it is known", []profile.Observation{request(0, "", 200), request(time.Second, "", 200)}, Undetermined, "", Possible},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for i := range test.requests {
				test.requests[i].Line, test.requests[i].Offset = int64(i+1), int64(100*i)
			}
			d := Diagnose(History{Sources: []profile.Source{{Name: "access.log"}}, Observations: test.requests}, Options{})
			if len(d.Duplicates) != 1 {
				t.Fatalf("%d duplicates, want 1: %+v", len(d.Duplicates), d.Duplicates)
			}
			got := d.Duplicates[0]
			if got.Class != test.class || got.Cause != test.cause || got.Confidence != test.confidence {
				t.Errorf("%s (%s), %s; want %s (%s), %s", got.Class, got.Cause, got.Confidence, test.class, test.cause, test.confidence)
			}
			for _, r := range got.RuledOut {
				if got.Class == Undetermined && r.Class == ConfigDuplication {
					t.Errorf("undetermined, and %s ruled out: %s", r.Class, r.Because)
				}
			}
		})
	}
}
