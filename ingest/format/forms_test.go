package format

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// planted are values of each form. They are made up, like all in these samples.
var planted = map[string]string{
	"Stripe's endpoint secret": "whsec_QmFzZTY0U2VjcmV0Rm9yVGVzdHM",
	"Stripe's key":             "sk_live_51AbCdEfGhIjKlMnOp",
	"restricted key":           "rk_test_51AbCdEfGhIjKlMnOp",
	"Shopify's secret":         "shpss_0123456789abcdef0123456789abcdef",
	"Shopify's token":          "shpat_0123456789abcdef0123456789abcdef",
	"WooCommerce's secret":     "cs_0123456789abcdef0123456789abcdef01234567",
	"Mollie's key":             "live_AbCdEfGhIjKlMnOpQrStUvWxYz0123",
	"GitHub's token":           "ghp_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789",
	"GitHub's new token":       "github_pat_11ABCDEFG0abcdefghijkl_mnopqrstuvwxyz",
	"Slack's token":            "xoxb-1234567890-abcdefghij",
	"AWS's key":                "AKIAABCDEFGHIJKLMNOP",
	"JWT":                      "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
	"bearer":                   "Bearer c2VjcmV0LXRva2Vu",
	"client secret":            "pi_3Pabc_secret_AbCdEfGhIjKl",
	"Stripe's signature":       "t=1796025600,v1=6ffbb59b2300aae63f272406069a9788598b792a944a07aba816edb039989a39",
	"Standard Webhooks":        "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
	"GitHub's signature":       "sha256=6ffbb59b2300aae63f272406069a9788598b792a944a07aba816edb039989a39",
	"WooCommerce's signature":  "K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
	"password":                 "db:password=geheim42",
	"PEM":                      "-----BEGIN PRIVATE KEY-----",
	"e-mail":                   "erika@example.test",
	"e-mail in a key":          "welcome:erika@example.test:1",
	"escaped e-mail":           "erika%40example.test",
	"wide e-mail":              "erika\uff20example.test",
	"URL":                      "https://user:geheim@h.example/x",
	"IPv4":                     "203.0.113.77",
	"IPv4 in a name":           "worker@203.0.113.77:8080",
	"IPv4 in a key":            "hook:203.0.113.77:14:x",
	"IPv6":                     "2001:db8::dead:beef",
	"Visa":                     "4242424242424242",
	"Visa in a key":            "charge:4242424242424242:1",
	"Visa in groups":           "4242 4242 4242 4242",
	"Visa with dashes":         "4242-4242-4242-4242",
	"old Visa in groups":       "4222 222 222 222",
	"Visa of 19":               "4242 4242 4242 4242 426",
	"Mastercard":               "5555555555554444",
	"Mastercard of the 2s":     "2223003122003222",
	"American Express":         "378282246310005",
	"Diners Club":              "36227206271667",
	"JCB":                      "3566002020360505",
	"UnionPay":                 "6200000000000005",
	"Discover":                 "6011111111111117",
	"IBAN":                     "DE89370400440532013000",
	"telephone":                "+49 170 1234567",
	"telephone in a key":       "sms:+491701234567",
	"name":                     "Erika Mustermann",
	"name in a key":            "crm:Erika Müller-Mustermann:1",
	"name of a hidden value":   "hidden-1",
	"mark of a hidden value":   "~0123456789abcdef0123456789abcdef",
	"Latin-1":                  "M\xfcller",
	"NUL":                      "a\x00b",
}

// identifiers are what logs and providers name things by, and what must stay readable.
var identifiers = []string{
	"18452", "order.updated", "shipment:create:18452:full", "d3c083808682eaa2caa0570c7364f283", "evt_1QabcdefGHIJ", "pi_3MtwBwLkdIwHu7ix28a3tqPa",
	"cs_test_a1B2c3D4e5F6", "cs_live_b2hqL48eAl4ZtjZN13aKhmzSN1vKY0IlIQKfagA4OC8EckkKGnIRHssmzE", "cs_live_a1FqN2bYk3", "seti_1Mm8s8LkdIwHu7ix0OXBfTRG", "req_live_1", "sub_sched_1", "WH-2WR32451HC0233532-67976317FL4543714",
	"5f2b8a64-4c61-4d0a-8a76-8a4242424242", "gid://shopify/Order/820982911946154508", "820982911946154508", "6133452177666", "4509384753174", "4222222222222",
	"39072856899737", "1796025600000000", "8515131751004933", "112-1234567-1234567", "2026-11-30T08:26:24.123+01:00", "30/Nov/2026:08:26:24 +0000",
	"Thread-3 (worker)", "celery@web-1", "rcvr-7d9f8b6c5d-x2x9p", "ip-10-0-0-1", "504/3.004, 202/0.086", "queue:work --tries=3", "App\\Jobs\\ShipOrder",
	"ShipOrder", "Worker-1", "INV-2026-00017", "SHIP-001", "v1:order:1", "order=18452", "token:refresh:18452", "sha256:91b6272ff03c9af55011ff9b75f901d9",
	"91b6272ff03c9af55011ff9b75f901d9afefeafba1520f96d2362900c0dd4a32", "1.2.3", "2026-01", "http-nio-8080-exec-3", "secret:1f0c9a77", "test_order_1", "live mode",
	"a:b:c", "08:26:24", "Zm9vYmFy", "tr_WDqYK6vllg", "0b54", "order::14", "X-WC-Webhook-Topic", "SG.short", "basic plan", "bearer of news",
	"hidden", "hidden-x", "~", "@scope/x", "1+1=2", "+0100", "Order", "A B", "AT12", "GB82WEST12345698765433",
}

func TestForms(t *testing.T) {
	for name, s := range planted {
		if !holds(s) && !isAddress(s) && !hasLogin(s) && isText(s) {
			t.Errorf("%s: %q is kept", name, s)
		}
	}
	for _, s := range identifiers {
		if holds(s) || isAddress(s) || hasLogin(s) {
			has := setOf(s)
			for i := range forms {
				if from, to := forms[i].find(s, false); to > 0 && forms[i].needs.meets(has) {
					t.Errorf("%q is taken for a %s: %q", s, forms[i].name, s[from:to])
				}
			}
		}
	}
	for _, k := range keys {
		if set := setOf(k.prefix); !set.meets(forms[0].needs) {
			t.Errorf("%s is not looked for", k.prefix)
		}
	}
}

// What a table of forms says holds of every text of an observation: a field that is added must be looked at, too.
func TestPrivateTexts(t *testing.T) {
	var o profile.Observation
	texts := o.Texts()
	n := 0
	for v, i := reflect.ValueOf(o), 0; i < v.NumField(); i++ {
		if v.Field(i).Kind() == reflect.String && v.Type().Field(i).Name != "Event" {
			n++
		}
	}
	seen := map[*string]bool{}
	for _, s := range texts {
		seen[s] = true
	}
	if n != len(texts) || len(seen) != n {
		t.Errorf("Texts has %d of %d texts", len(seen), n)
	}
	for name, value := range planted {
		for i := range texts {
			b := Batch{Marker: bodyMarker("one"), Secrets: NewSecrets([]string{"geheim und lang"}), Observations: make([]profile.Observation, 1)}
			s := b.Observations[0].Texts()[i]
			*s = value
			b.Private()
			if strings.Contains(*s, strings.Trim(value, "/")) || !strings.Contains(*s, "~") && *s != "https://h.example/x" {
				t.Errorf("%s, text %d: %q is kept as %q", name, i, value, *s)
			}
			*s = "x geheim und lang"
			b.Private()
			if strings.Contains(*s, "geheim") {
				t.Errorf("text %d: a secret that was given is kept as %q", i, *s)
			}
		}
	}
}

func TestSecrets(t *testing.T) {
	x := NewSecrets([]string{"kurz", "lang genug 1", "lang genug 2 ", ""})
	for s, want := range map[string]bool{
		"kurz": true, "kurz:1": false, "lang genug 1": true, "a:lang genug 2": true, "lang genug 3": false, "": false,
	} {
		if x.in(s) != want {
			t.Errorf("%q: %v", s, !want)
		}
	}
	if NewSecrets(nil).in("x") {
		t.Error("none is found")
	}
}

func TestConceal(t *testing.T) {
	tests := []struct{ name, line, want string }{
		{"nothing", `{"msg":"webhook received","order_id":18452}`, `{"msg":"webhook received","order_id":18452}`},
		{"sentences have capitals", "Webhook Received from Action Scheduler", "Webhook Received from Action Scheduler"},
		{"e-mail", `"email":"erika@example.test","to":"max@example.test"`, `"email":"<>","to":"<>"`},
		{"escaped e-mail", `"email":"erika\u0040example.test"`, `"email":"<>"`},
		{"print_r", "    [X-WC-Webhook-Signature] => K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=", "    [X-WC-Webhook-Signature] => <>"},
		{"slash of PHP", `"x":"K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN\/H\/pI4="`, `"x":"<>"`},
		{"named signature", `"x-razorpay-signature":"6ffbb59b2300aae63f272406069a9788","signature_valid":true`, `"x-razorpay-signature":"<>","signature_valid":true`},
		{"HAR's header", `{"name": "X-Hub-Signature", "value": "6ffbb59b2300aae63f272406069a9788"}`, `{"name": "X-Hub-Signature", "value": "<>"}`},
		{"header of a text", "Authorization: Basic dXNlcjpnZWhlaW0=", "Authorization: <>"},
		{"password", `password='geheim und lang', user=7`, `password='<>', user=7`},
		{"nested JSON", `"body":"{\"client_secret\":\"abcdef123\",\"id\":1}"`, `"body":"{\"client_secret\":\"<>\",\"id\":1}"`},
		{"claim's own key stays", `"idempotency_token":"order-18452"`, `"idempotency_token":"order-18452"`},
		{"access line", `203.0.113.77 - - [30/Nov/2026:08:26:24 +0000] "POST /w HTTP/1.1" 202 11`, `<> - - [30/Nov/2026:08:26:24 +0000] "POST /w HTTP/1.1" 202 11`},
		{"login", "https://user:geheim@h.example/x", "https://<>@h.example/x"},
		{"card", `pan=4242 4242 4242 4242 ok`, `pan=<> ok`},
		{"given", `{"secret_of_shop":"lang genug"}`, `{"secret_of_shop":"<>"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Conceal(tt.line, NewSecrets([]string{"lang genug"}), func(string) string { return "<>" })
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// A line may be made to be slow.
func TestConcealIsLinear(t *testing.T) {
	for _, part := range []string{
		"@", "a@", "a@b", "://", "_secret_", "=", "a=", "token=", ":", "1.1.1.", "4242 ", "4242", "+1 ", "+", "%40", "A ", "Ab ", "~", "eyJ", "whsec_", "DE89", "\"value\":\"", "'", "\\", "::", "a:", "hidden-",
	} {
		Conceal(strings.Repeat(part, 64<<10/len(part)), nil, func(string) string { return "" })
		holds(strings.Repeat(part, 64<<10/len(part)))
	}
}

func BenchmarkHolds(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		for _, s := range identifiers {
			holds(s)
		}
	}
}
