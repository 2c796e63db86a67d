package analyze

import (
	"strings"
	"testing"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// What the lines of other senders' requests name.

func stripeEvent(id, topic, object string) func(*profile.Observation) {
	return func(o *profile.Observation) {
		o.Provider, o.EventID, o.Topic, o.Shop, o.Method = "stripe", id, topic, "live mode", "POST"
		o.ResourceID, o.ResourceType = object, "payment_intent"
	}
}

func mollieCall(payment string) func(*profile.Observation) {
	return func(o *profile.Observation) {
		o.Provider, o.ResourceType, o.ResourceID, o.Method = "mollie", "payment", payment, "POST"
	}
}

func shopifyDelivery(event, id, topic string) func(*profile.Observation) {
	return func(o *profile.Observation) {
		o.Provider, o.Shop, o.ActID, o.DeliveryID, o.Topic, o.Method = "shopify", "p.myshopify.com", event, id, topic, "POST"
		o.ResourceType, o.ResourceID = "order", "6120"
	}
}

func githubDelivery(guid string) func(*profile.Observation) {
	return func(o *profile.Observation) {
		o.Provider, o.DeliveryID, o.WebhookID, o.Topic = "github", guid, "7", "push"
		o.ResourceType, o.ResourceID = "repository", "8810"
	}
}

func url(at string) func(*profile.Observation) {
	return func(o *profile.Observation) { o.URL = at }
}

func numbered(n int) func(*profile.Observation) {
	return func(o *profile.Observation) { o.Attempt = n }
}

func status(s string) func(*profile.Observation) {
	return func(o *profile.Observation) { o.Status = s }
}

// only is the one duplicate of a diagnosis, updates apart.
func only(t *testing.T, d Diagnosis) Duplicate {
	t.Helper()
	var out []Duplicate
	for _, x := range d.Duplicates {
		if x.Class != LegitimateUpdate {
			out = append(out, x)
		}
	}
	if len(out) != 1 {
		t.Fatalf("%d duplicates, want 1: %+v", len(out), out)
	}
	return out[0]
}

// came adds what came of a request: it arrived at a receiver, was answered, and took so long.
func (h *handmade) came(id string, after, took time.Duration, answer int, set ...func(*profile.Observation)) {
	h.add("app/receiver.log", profile.EventReceived, after, append(set, request(id))...)
	if answer != 0 {
		h.add("app/receiver.log", profile.EventResponded, after+took, append(set, request(id), code(answer))...)
	}
}

// TestRetry: to whom a repeat is attributed, by what was answered before it and how long after it came.
func TestRetry(t *testing.T) {
	type try struct {
		after, took time.Duration
		answer      int
		attempt     int
	}
	stripe := stripeEvent("evt_1QxYz9LkdIwHu7ixAbCdEfGh", "payment_intent.succeeded", "pi_1QxYz9LkdIwHu7ix")
	shopify := shopifyDelivery("act-11111111", "delivery-22222222", "orders/paid")
	const ms = time.Millisecond
	tests := []struct {
		name       string
		of         func(*profile.Observation)
		tries      []try
		cause      string
		confidence Confidence
		because    string
	}{
		{"a failure, and a gap that fits", stripe, []try{{0, 50 * ms, 500, 0}, {time.Hour, 50 * ms, 200, 0}}, "provider_retry", Likely, "500"},
		{"a failure, and a gap beyond the last repeat", stripe, []try{{0, 50 * ms, 500, 0}, {200 * time.Hour, 50 * ms, 200, 0}}, "unattributed", Likely, "fits none"},
		{"no failure", stripe, []try{{0, 50 * ms, 200, 0}, {time.Hour, 50 * ms, 200, 0}}, "unattributed", Likely, "nothing had failed"},
		{"one of two was answered with success", stripe, []try{{0, 50 * ms, 200, 0}, {time.Hour, 50 * ms, 500, 0}, {2 * time.Hour, 50 * ms, 200, 0}}, "unattributed", Likely, "answered with success was repeated as well"},
		{"the answer is not known", stripe, []try{{0, 0, 0, 0}, {time.Hour, 50 * ms, 200, 0}}, "unattributed", Likely, "not in the evidence"},
		{"of one attempt the answer is not known", stripe, []try{{0, 50 * ms, 500, 0}, {time.Hour, 0, 0, 0}, {3 * time.Hour, 50 * ms, 200, 0}}, "provider_retry", Possible, "(500)"},
		{"a slow answer, without a published deadline", stripe, []try{{0, 31 * time.Second, 200, 0}, {time.Hour, 50 * ms, 200, 0}}, "provider_retry", Possible, "31s"},
		{"an answer that is not slow", stripe, []try{{0, 4 * time.Second, 200, 0}, {time.Hour, 50 * ms, 200, 0}}, "unattributed", Likely, "200 after 4s"},
		{"numbers of a sender that counts none", stripe, []try{{0, 50 * ms, 200, 1}, {time.Minute, 50 * ms, 200, 2}}, "unattributed", Likely, "nothing had failed"},
		{"two of one number", stripe, []try{{0, 50 * ms, 200, 2}, {time.Minute, 50 * ms, 200, 2}}, "unattributed", Likely, "nothing had failed"},
		{"a delivery that keeps its ID", shopify, []try{{0, 50 * ms, 503, 0}, {time.Minute, 50 * ms, 200, 0}}, "provider_retry", Likely, "503"},
		{"later than Shopify repeats", shopify, []try{{0, 50 * ms, 503, 0}, {9 * time.Hour, 50 * ms, 200, 0}}, "unattributed", Likely, "fits none"},
		{"a sender that repeats only when asked", githubDelivery("72d3162e-cc78-11e3-81ab-4c9367dc0958"), []try{{0, 50 * ms, 500, 0}, {time.Hour, 50 * ms, 200, 0}}, "manual_resend", Likely, "only when somebody asks"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var h handmade
			for i, a := range tt.tries {
				h.came("request-"+strings.Repeat("x", i+1), a.after, a.took, a.answer, tt.of, numbered(a.attempt), url("/hooks"))
			}
			d := only(t, h.diagnose())
			if d.Class != Replay || d.Cause != tt.cause || d.Confidence != tt.confidence || d.Boundary != (Boundary{profile.LayerRegistration, profile.LayerDelivery}) {
				t.Errorf("%s (%s), %s at %v; want replay (%s), %s; doubts %q", d.Class, d.Cause, d.Confidence, d.Boundary, tt.cause, tt.confidence, d.Doubts)
			}
			if !strings.Contains(d.Because, tt.because) {
				t.Errorf("because %q, want %q in it", d.Because, tt.because)
			}
		})
	}
}

// TestSiblings: one act told under two topics is a duplicate where the requests meet in one operation.
func TestSiblings(t *testing.T) {
	paid := stripeEvent("evt_1PaidPaidPaidPaidPaidPa1", "payment_intent.succeeded", "pi_1QxYz9LkdIwHu7ix")
	charged := all(stripeEvent("evt_1ChargedChargedCharged1", "charge.succeeded", "ch_1QxYz9LkdIwHu7ix"), func(o *profile.Observation) { o.ResourceType, o.Related = "charge", "pi_1QxYz9LkdIwHu7ix" })
	other := stripeEvent("evt_1OtherOtherOtherOtherO1", "payment_intent.created", "pi_1QxYz9LkdIwHu7ix")
	tests := []struct {
		name        string
		second      func(*profile.Observation)
		keys        [2]string
		class       Class // "": no duplicate
		cause, asks string
	}{
		{"they meet", charged, [2]string{"invoice:create:9", "invoice:create:9"}, ConfigDuplication, "overlapping_topics", ""},
		{"they do not meet", charged, [2]string{"invoice:create:9", "mail:send:9"}, "", "", ""},
		{"what they do is not in the evidence", charged, [2]string{}, Undetermined, "", words{}.lack(missingReceiverLog).What},
		{"no topics of one act", other, [2]string{}, "", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var h handmade
			for i, of := range []func(*profile.Observation){paid, tt.second} {
				id := []string{"request-1", "request-2"}[i]
				h.came(id, time.Duration(i)*time.Minute, 50*time.Millisecond, 200, of, url("/hooks"))
				if tt.keys[i] != "" {
					at := time.Duration(i)*time.Minute + 10*time.Millisecond
					h.add("app/receiver.log", profile.EventCalled, at, request(id), key(tt.keys[i]))
					h.add("app/receiver.log", profile.EventResult, at+time.Millisecond, request(id), key(tt.keys[i]), made("INV-"+id), code(201))
				}
			}
			d := h.diagnose()
			if tt.class == "" {
				for _, x := range d.Duplicates {
					if x.Class != LegitimateUpdate {
						t.Errorf("%s (%s), want none: %s", x.Class, x.Cause, x.Headline)
					}
				}
				return
			}
			x := only(t, d)
			if x.Class != tt.class || x.Cause != tt.cause {
				t.Errorf("%s (%s), want %s (%s): %s", x.Class, x.Cause, tt.class, tt.cause, x.Headline)
			}
			if tt.asks != "" && (len(x.Missing) == 0 || x.Missing[0].What != tt.asks) {
				t.Errorf("missing %+v, want %q", x.Missing, tt.asks)
			}
		})
	}
}

// TestStateless: two calls with a payment's ID alone tell of two states, of one, or of nothing that is known.
func TestStateless(t *testing.T) {
	tests := []struct {
		name     string
		fetched  [2]string
		answer   int
		class    Class // "": none
		headline string
	}{
		{"two states", [2]string{"open", "paid"}, 200, "", ""},
		{"one state", [2]string{"paid", "paid"}, 200, Replay, "a call for tr_we5t73o1aL came twice"},
		{"not known", [2]string{}, 200, Undetermined, "Mollie called twice with the ID alone"},
		{"not known, but the first failed", [2]string{}, 500, Replay, "repeated by Mollie"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var h handmade
			h.came("request-1", 0, 50*time.Millisecond, tt.answer, mollieCall("tr_we5t73o1aL"), status(tt.fetched[0]))
			h.came("request-2", time.Minute, 50*time.Millisecond, 200, mollieCall("tr_we5t73o1aL"), status(tt.fetched[1]))
			d := h.diagnose()
			if tt.class == "" {
				for _, x := range d.Duplicates {
					if x.Class != LegitimateUpdate {
						t.Errorf("%s (%s), want none: %s", x.Class, x.Cause, x.Headline)
					}
				}
				return
			}
			x := only(t, d)
			if x.Class != tt.class || !strings.Contains(x.Headline, tt.headline) {
				t.Errorf("%s: %s; want %s, with %q", x.Class, x.Headline, tt.class, tt.headline)
			}
			if strings.Contains(x.Headline, "no ID") {
				t.Errorf("speaks of no ID: %s", x.Headline)
			}
		})
	}
}

// TestEndpoints: what stands for a registration that no request names, and what it is called.
func TestEndpoints(t *testing.T) {
	stripe := func(at string) func(*profile.Observation) {
		return all(stripeEvent("evt_1QxYz9LkdIwHu7ixAbCdEfGh", "payment_intent.succeeded", "pi_1QxYz9LkdIwHu7ix"), url(at))
	}
	const op = "invoice:create:9"
	tests := []struct {
		name          string
		first, second func(*profile.Observation)
		cause         string
		headline      string
		asks          string
	}{
		{"two URLs of one host", stripe("https://app.example.test/a"), stripe("https://app.example.test/b"), "duplicate_registration", "the endpoints at https://app.example.test/a and https://app.example.test/b", ""},
		{"two hosts", stripe("https://app.example.test/a"), stripe("https://stage.example.test/a"), "cloned_site", "the endpoints at", ""},
		{"two paths, no host", stripe("/a"), stripe("/b"), "duplicate_registration", "the endpoints at /a and /b", "stripe webhook_endpoints list"},
		{
			"two deliveries of one event", all(shopifyDelivery("act-11111111", "delivery-1", "orders/paid"), url("/a")), all(shopifyDelivery("act-11111111", "delivery-2", "orders/paid"), url("/a")),
			"duplicate_registration", "the registrations of deliveries delivery-1 and delivery-2", "webhooks.json",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var h handmade
			h.came("request-1", 0, 50*time.Millisecond, 200, tt.first, key(op))
			h.came("request-2", time.Second, 50*time.Millisecond, 200, tt.second, key(op))
			x := only(t, h.diagnose())
			if x.Class != ConfigDuplication || x.Cause != tt.cause || !strings.Contains(x.Headline, tt.headline) {
				t.Errorf("%s (%s): %s; want config_duplication (%s), %q", x.Class, x.Cause, x.Headline, tt.cause, tt.headline)
			}
			asked := ""
			for _, m := range x.Missing {
				asked += m.What + "\n"
			}
			if strings.Contains(asked, "wp_") || !strings.Contains(asked, tt.asks) {
				t.Errorf("asks for %q, want %q in it and nothing of WooCommerce's", asked, tt.asks)
			}
			for _, next := range x.NextSteps {
				if strings.Contains(next, "WC_") || tt.cause != "" && x.Resource.Type != "order" && strings.Contains(next, "order ID") {
					t.Errorf("next step %q is WooCommerce's", next)
				}
			}
		})
	}
	t.Run("one URL, once each way", func(t *testing.T) { // near: nothing came twice
		var h handmade
		h.came("request-1", 0, 50*time.Millisecond, 200, stripe("/a"), key(op))
		if d := h.diagnose(); len(d.Duplicates) != 0 {
			t.Errorf("%+v", d.Duplicates)
		}
	})
}
