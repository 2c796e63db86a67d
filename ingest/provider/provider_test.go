package provider

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestAll(t *testing.T) {
	if !slices.IsSortedFunc(All, func(a, b *Provider) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("not in name order")
	}
	for i, p := range All {
		if i > 0 && All[i-1].Name == p.Name {
			t.Errorf("two providers %q", p.Name)
		}
		if ByName(p.Name) != p {
			t.Errorf("%s: not found by its name", p.Name)
		}
		if p.Title == "" || p.Success == nil {
			t.Errorf("%s: title and success must be there", p.Name)
		}
		if len(p.Headers) == 0 && p.UserAgent == nil && len(p.Signs) == 0 {
			t.Errorf("%s: nothing tells its requests", p.Name)
		}
		// Convoy's are those of whom it sends for.
		if p != &Convoy && p.ResourceID == nil && len(p.Form) == 0 && !slices.ContainsFunc(p.Body, func(b BodyField) bool { return b.Path != "" && b.Field != "" }) {
			t.Errorf("%s: nothing in its body is known", p.Name)
		}
		if len(p.Body) > 64 {
			t.Errorf("%s: %d fields in its body, of which 64 can be read", p.Name, len(p.Body))
		}
		if p.Retries != nil && p.Retries.Most > 0 && len(p.Retries.Delays) > p.Retries.Most {
			t.Errorf("%s: %d delays for %d repeats", p.Name, len(p.Retries.Delays), p.Retries.Most)
		}
		for name := range p.Headers {
			if name != strings.ToLower(name) || name != strings.TrimSpace(name) {
				t.Errorf("%s: header %q is not lower case", p.Name, name)
			}
		}
	}
	if got := ByName("nobody"); got != nil {
		t.Errorf("unknown name gives %v", got)
	}
}

func TestWooCommerce(t *testing.T) {
	for code, want := range map[int]bool{0: false, 199: false, 200: true, 204: true, 302: true, 303: false, 307: false, 404: false, 500: false} {
		if got := WooCommerce.Success(code); got != want {
			t.Errorf("success of %d: got %v, want %v", code, got, want)
		}
	}
	for agent, want := range map[string]bool{
		"WooCommerce/9.9.5 Hookshot (WordPress/6.9)": true,
		"WooCommerce/9.9.5":                          false,
		"Mozilla/5.0 WooCommerce/9.9.5 Hookshot":     false,
		"":                                           false,
	} {
		if got := WooCommerce.UserAgent(agent); got != want {
			t.Errorf("user agent %q: got %v, want %v", agent, got, want)
		}
	}
	if WooCommerce.Retries != nil {
		t.Error("core never retries")
	}
	for name, want := range map[string]Field{
		"x-wc-webhook-id": WebhookID, "x-wc-webhook-delivery-id": DeliveryID, "x-wc-webhook-signature": Signature, "x-wc-webhook-event": "",
	} {
		if got := WooCommerce.Headers[name]; got != want {
			t.Errorf("header %s: got %q, want %q", name, got, want)
		}
	}
}

func TestIDs(t *testing.T) {
	for _, tt := range []struct {
		id   string
		prov *Provider // nil: nobody's
		want Field
	}{
		{"evt_1NG8Du2eZvKYlo2CUI79vXWy", &Stripe, EventID},
		{"evt_00000000000000", &Stripe, EventID},
		{"we_1Mr5jULkdIwHu7ix1ibLTM0x", &Stripe, WebhookID},
		{"acct_1032D82eZvKYlo2C", &Stripe, Shop},
		{"req_KyZn3cA5YqHf2w", &Stripe, ActID},
		{"evt_01hv8wptq8987qeep44cyrewp9", &Paddle, EventID},
		{"ntf_01hv8wptq8987qeep44cyrewp9", &Paddle, DeliveryID},
		{"WH-58D329510W468432D-8HN650336L201105X", &PayPal, EventID},
		{"tr_7UhSN1zuXS", &Mollie, ResourceID},
		{"WH-1", nil, ""}, // a warehouse's, a webhook's
		{"wh-58d329510w468432d-8hn650336l201105x", nil, ""},
		{"evt_1", nil, ""}, // too short for Stripe's
		{"evt_order-18452", nil, ""},
		{"5f2c8d1e", nil, ""},
		{"", nil, ""},
	} {
		for _, p := range All {
			if p.IDs == nil {
				continue
			}
			want := Field("")
			if p == tt.prov {
				want = tt.want
			}
			if got := p.IDs(tt.id); got != want {
				t.Errorf("%q of %s: got %q, want %q", tt.id, p.Name, got, want)
			}
		}
	}
}

func TestResource(t *testing.T) {
	for _, tt := range []struct {
		prov             *Provider
		id, topic        string
		wantID, wantKind string
	}{
		{&Stripe, "pi_3Mtw", "payment_intent.succeeded", "pi_3Mtw", "payment_intent"},
		{&Stripe, "cs_test_a1", "checkout.session.completed", "cs_test_a1", "checkout.session"},
		{&Stripe, "17", "charge.succeeded", "17", ""},
		{&Shopify, "gid://shopify/Order/820982911946154508", "", "820982911946154508", "order"},
		{&Shopify, "gid://shopify/DraftOrder/1?x=y", "draft_orders/create", "1", "draft_order"},
		{&Shopify, "gid://shopify/Order/", "", "gid://shopify/Order/", ""},
		{&Shopify, "1", "orders/create", "1", "order"},
		{&Shopify, "1", "companies/create", "1", "company"},
		{&Shopify, "1", "", "1", ""},
		{&PayPal, "1", "PAYMENT.CAPTURE.COMPLETED", "1", "capture"},
		{&PayPal, "1", "PAYMENT.CAPTURE.REFUNDED", "1", "refund"},
		{&PayPal, "1", "CHECKOUT.ORDER.APPROVED", "1", "checkout-order"},
		{&PayPal, "1", "BILLING.SUBSCRIPTION.ACTIVATED", "1", "subscription"},
		{&PayPal, "1", "RISK", "1", ""},
		{&Mollie, "tr_7UhSN1zuXS", "", "tr_7UhSN1zuXS", "payment"},
		{&Paddle, "txn_01hv", "transaction.completed", "txn_01hv", "transaction"},
		{&BigCommerce, "250", "store/order/statusUpdated", "250", "order"},
		{&GitHub, "5", "pull_request", "5", "pull_request"},
	} {
		if id, kind := tt.prov.Resource(tt.id, tt.topic); id != tt.wantID || kind != tt.wantKind {
			t.Errorf("%s: %q of %q: got %q, %q, want %q, %q", tt.prov.Name, tt.id, tt.topic, id, kind, tt.wantID, tt.wantKind)
		}
	}
}

func TestUserAgents(t *testing.T) {
	for agent, want := range map[string]string{
		"Stripe/1.0 (+https://stripe.com/docs/webhooks)": "stripe",
		"Shopify-Captain-Hook":                           "shopify",
		"PayPal/AUHD-214.0-58391792":                     "paypal",
		"GitHub-Hookshot/044aadd":                        "github",
		"Square Connect v2":                              "square",
		"Adyen HttpClient 1.0":                           "adyen",
		"Paddle":                                         "paddle",
		"Svix-Webhooks/1.77.0":                           "svix",
		"Mollie.nl HTTP client/1.0":                      "mollie",
		"Mozilla/5.0":                                    "",
		"curl/8.5.0":                                     "",
		"":                                               "",
	} {
		var got string
		for _, p := range All {
			if p.UserAgent != nil && p.UserAgent(agent) {
				got += p.Name
			}
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", agent, got, want)
		}
	}
}

// What the analysis rests on: who repeats by itself, and whose IDs stay.
func TestIdentity(t *testing.T) {
	for _, p := range All {
		never := p == &WooCommerce || p == &GitHub || p == &Gitea
		if (p.Retries == nil) != never {
			t.Errorf("%s: never repeats: got %v, want %v", p.Name, p.Retries == nil, never)
		}
	}
	var stays, timed, stateless []string
	for _, p := range All {
		if p.DeliveryStays {
			stays = append(stays, p.Name)
		}
		if p.SignatureTimed {
			timed = append(timed, p.Name)
		}
		if !p.BytesCarryState {
			stateless = append(stateless, p.Name)
		}
	}
	for _, tt := range []struct {
		name      string
		want, got []string
	}{
		{"delivery stays", []string{"bigcommerce", "convoy", "github", "paddle", "shopify", "standard-webhooks", "svix"}, stays},
		{"signature timed", []string{"bigcommerce", "paddle", "paypal", "slack", "standard-webhooks", "stripe", "svix"}, timed},
		{"bytes carry no state", []string{"bigcommerce", "mollie"}, stateless},
	} {
		if !slices.Equal(tt.want, tt.got) {
			t.Errorf("%s: got %q, want %q", tt.name, tt.got, tt.want)
		}
	}
}

func TestFit(t *testing.T) {
	for _, tt := range []struct {
		prov                *Provider
		gap, since          time.Duration
		published, possible bool
	}{
		{&Shopware, 5 * time.Second, 5 * time.Second, true, true},
		{&Shopware, 30 * time.Minute, 36 * time.Minute, true, true},
		{&Shopware, 5 * time.Second, 20 * time.Hour, true, false},
		{&Stripe, time.Hour, 2 * 24 * time.Hour, false, true},
		{&Stripe, time.Hour, 5 * 24 * time.Hour, false, false},
		{&Mollie, time.Hour, 5 * 24 * time.Hour, false, true},
		{&WooCommerce, time.Minute, time.Minute, false, false},
	} {
		published, possible := tt.prov.Retries.Fit(tt.gap, tt.since)
		if published != tt.published || possible != tt.possible {
			t.Errorf("%s after %v, %v: got %v, %v, want %v, %v", tt.prov.Name, tt.gap, tt.since, published, possible, tt.published, tt.possible)
		}
	}
}
