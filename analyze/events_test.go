package analyze

import (
	"testing"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// TestMessageID: an ID that stays over the sender's repeats joins requests that name nothing else.
func TestMessageID(t *testing.T) {
	bare := func(provider, id string) func(*profile.Observation) {
		return func(o *profile.Observation) { o.Provider, o.DeliveryID, o.Method = provider, id, "POST" }
	}
	hook := func(o *profile.Observation) { o.WebhookID = "7" }
	const github, svix = "72d3162e-cc78-11e3-81ab-4c9367dc0958", "msg_2KWPBgLlAfxdpx2AI54pPJ85f4W"
	tests := []struct {
		name   string
		of     func(*profile.Observation)
		first  int // its answer
		after  time.Duration
		cause  string
		class  Class
		second func(*profile.Observation)
	}{
		{"GitHub, one hook", all(bare("github", github), hook), 200, time.Minute, "manual_resend", Replay, nil},
		{"GitHub, which hook is not known", bare("github", github), 200, time.Second, "", Undetermined, nil},
		{"GitHub, much later", bare("github", github), 200, time.Hour, "manual_resend", Replay, nil},
		{"Svix, after a failure", bare("svix", svix), 503, 5 * time.Second, "provider_retry", Replay, nil},
		{"Shopify, after a failure", bare("shopify", "d1d1d1d1-0000-4000-8000-000000000001"), 503, time.Minute, "provider_retry", Replay, nil},
		{"another message", bare("svix", svix), 503, 5 * time.Second, "", "", bare("svix", svix+"2")},
		{"another provider's", bare("svix", svix), 503, 5 * time.Second, "", "", bare("github", svix)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var h handmade
			second := tt.second
			if second == nil {
				second = tt.of
			}
			h.came("request-1", 0, 100*time.Millisecond, tt.first, tt.of)
			h.came("request-2", tt.after, 100*time.Millisecond, 200, second)
			d := h.diagnose()
			if tt.class == "" {
				if len(d.Duplicates) > 0 {
					t.Errorf("%+v, want none", d.Duplicates)
				}
				return
			}
			if x := only(t, d); x.Class != tt.class || x.Cause != tt.cause {
				t.Errorf("%s (%s), want %s (%s)", x.Class, x.Cause, tt.class, tt.cause)
			}
		})
	}
}

// TestEventsApart: an event ID is one event's, unless two providers use it, or two shops that number their events.
func TestEventsApart(t *testing.T) {
	from := func(provider, shop, id string) func(*profile.Observation) {
		return func(o *profile.Observation) {
			o.Provider, o.Shop, o.EventID, o.Topic = provider, shop, id, "order.paid"
		}
	}
	const uuid = "6a8f5f28-54a1-4eb0-a98a-3111513fd4fc"
	tests := []struct {
		name string
		a, b func(*profile.Observation)
		one  bool
	}{
		{"one shop's number", from("", "https://a.example", "10000001"), from("", "https://a.example", "10000001"), true},
		{"two shops' number", from("", "https://a.example", "10000001"), from("", "https://b.example", "10000001"), false},
		{"a name that nobody else makes, at two accounts", from("stripe", "acct_1", "evt_1AAAAAAAA"), from("stripe", "acct_2", "evt_1AAAAAAAA"), true},
		{"two providers", from("square", "", uuid), from("klarna", "", uuid), false},
		{"a line that does not say whose it is", from("square", "", uuid), from("", "", uuid), true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var h handmade
			h.came("request-1", 0, 100*time.Millisecond, 200, tt.a)
			h.came("request-2", time.Minute, 100*time.Millisecond, 200, tt.b)
			if d := h.diagnose(); (len(d.Duplicates) > 0) != tt.one {
				t.Errorf("one event: %v, want %v: %+v", !tt.one, tt.one, d.Duplicates)
			}
		})
	}
}

// TestOneSignature: a signature that holds the time of the attempt is made once, so a second request with it is a copy.
func TestOneSignature(t *testing.T) {
	event := stripeEvent("evt_1QxYz9LkdIwHu7ix", "invoice.paid", "in_1AAAA")
	signed := func(mark byte) func(*profile.Observation) {
		return func(o *profile.Observation) { o.Signature = profile.Mark{mark} }
	}
	tests := []struct {
		name          string
		first, second byte // 0: none is logged
		cause         string
		confidence    Confidence
	}{
		{"one", 1, 1, "resent_by_intermediary", Proven},
		{"two", 1, 2, "provider_retry", Likely},
		{"one is not logged", 1, 0, "provider_retry", Likely},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var h handmade
			h.came("request-1", 0, 100*time.Millisecond, 500, event, signed(tt.first))
			h.came("request-2", time.Hour, 100*time.Millisecond, 200, event, signed(tt.second))
			if d := only(t, h.diagnose()); d.Class != Replay || d.Cause != tt.cause || d.Confidence != tt.confidence {
				t.Errorf("%s (%s), %s; want %s, %s", d.Class, d.Cause, d.Confidence, tt.cause, tt.confidence)
			}
		})
	}
}

// TestEndpointMode: of the endpoints with one URL, those of the event's mode alone can have sent it.
func TestEndpointMode(t *testing.T) {
	event := all(stripeEvent("evt_1QxYz9LkdIwHu7ix", "invoice.paid", "in_1AAAA"), url("/hooks/stripe"))
	for _, mode := range []string{"live mode", "test mode"} {
		t.Run(mode, func(t *testing.T) {
			var h handmade
			for i, of := range []string{"live mode", mode} {
				h.add("stripe/endpoints.json", profile.EventRegistration, 0, url("https://app.example.test/hooks/stripe"), func(o *profile.Observation) {
					o.Provider, o.Shop, o.WebhookID, o.RowStatus, o.Topic = "stripe", of, "we_"+string(rune('a'+i)), "enabled", "invoice.paid"
				})
			}
			h.came("request-1", 0, 100*time.Millisecond, 200, event)
			h.came("request-2", time.Second, 100*time.Millisecond, 200, event)
			d := only(t, h.diagnose())
			if both := d.Cause == "duplicate_registration"; both != (mode == "live mode") {
				t.Errorf("%s (%s): %s", d.Class, d.Cause, d.Because)
			}
		})
	}
}

// TestNoState: where the bytes carry no state, one name of two events is doubted if the receiver takes each for an operation of its own.
func TestNoState(t *testing.T) {
	event := func(o *profile.Observation) {
		o.Provider, o.EventID, o.Topic, o.ResourceType, o.ResourceID = "bigcommerce", "dd70c0976e06b67aaf671e73f49dcb79230ebf9d", "store/order/updated", "order", "17"
	}
	for _, second := range []string{"sync:17:a", "sync:17:b"} {
		t.Run(second, func(t *testing.T) {
			var h handmade
			for i, k := range []string{"sync:17:a", second} {
				id, at := "request-"+string(rune('a'+i)), time.Duration(i)*20*time.Minute
				h.came(id, at, 100*time.Millisecond, 200, event)
				h.add("app/receiver.log", profile.EventEffect, at+50*time.Millisecond, request(id), key(k), made("INV-"+id))
			}
			want := Likely
			if second != "sync:17:a" {
				want = Possible
			}
			if d := only(t, h.diagnose()); d.Confidence != want {
				t.Errorf("%s, want %s; doubts %q", d.Confidence, want, d.Doubts)
			}
		})
	}
}

// TestOneChangeBy: a proof says by what the requests are one change, and shows the line.
func TestOneChangeBy(t *testing.T) {
	event := stripeEvent("evt_1QxYz9LkdIwHu7ix", "invoice.paid", "in_1AAAA")
	for by, set := range map[string]func(*profile.Observation){"event ID": event, "equal bytes": all(event, body("x"))} {
		t.Run(by, func(t *testing.T) {
			var h handmade
			h.came("request-1", 0, 100*time.Millisecond, 500, set)
			h.came("request-2", time.Hour, 100*time.Millisecond, 200, set)
			seen := 0
			for _, j := range only(t, h.diagnose()).Joins {
				if j.Upper == "one change" && j.By == by && len(j.Evidence) == 1 {
					seen++
				}
			}
			if seen != 2 {
				t.Errorf("%d joins by %s with a line, want 2", seen, by)
			}
		})
	}
}
