package format

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

func TestPrivate(t *testing.T) {
	m := bodyMarker("one")
	hashed := func(s string) string { return hashedText(m, s) }
	tests := []struct {
		name      string
		has, want profile.Observation
	}{
		{
			"what identifies no person stays",
			profile.Observation{
				Shop: "http://shop.example.test:8080/", Topic: "order.updated", ResourceID: "18452", DeliveryID: "0b54", WebhookID: "3",
				OperationKey: "shipment:create:18452:full", Worker: "Thread-3 (worker)", Instance: "receiver-a", Connection: "46474",
				Upstream: "504/3.004, 202/0.086", Via: "WP CLI", URL: "http://hooks.example.test:80/woo/shipments", Status: "on-hold", APIVersion: "3",
			},
			profile.Observation{
				Shop: "http://shop.example.test:8080/", Topic: "order.updated", ResourceID: "18452", DeliveryID: "0b54", WebhookID: "3",
				OperationKey: "shipment:create:18452:full", Worker: "Thread-3 (worker)", Instance: "receiver-a", Connection: "46474",
				Upstream: "504/3.004, 202/0.086", Via: "WP CLI", URL: "http://hooks.example.test:80/woo/shipments", Status: "on-hold", APIVersion: "3",
			},
		},
		{"e-mail as a resource", profile.Observation{ResourceID: "erika@example.test"}, profile.Observation{ResourceID: hashed("erika@example.test")}},
		{"e-mail in a key", profile.Observation{OperationKey: "crm:erika@example.test:1"}, profile.Observation{OperationKey: hashed("crm:erika@example.test:1")}},
		{"name as a status", profile.Observation{Status: "Erika Mustermann"}, profile.Observation{Status: hashed("Erika Mustermann")}},
		{"IP address", profile.Observation{Instance: "203.0.113.7"}, profile.Observation{Instance: hashed("203.0.113.7")}},
		{"IP address with a port", profile.Observation{Connection: "[2001:db8::1]:443"}, profile.Observation{Connection: hashed("[2001:db8::1]:443")}},
		{"login of a shop", profile.Observation{Shop: "https://user:secret@shop.example.test/?token=1"}, profile.Observation{Shop: "https://shop.example.test/"}},
		{"URL as a key", profile.Observation{OperationKey: "https://h/?token=1"}, profile.Observation{OperationKey: hashed("https://h/?token=1")}},
		{"e-mail in a path", profile.Observation{URL: "/u/erika@example.test/x"}, profile.Observation{URL: "/u/" + hashed("erika@example.test") + "/x"}},
		{"the same, escaped", profile.Observation{URL: "/u/erika%40example.test"}, profile.Observation{URL: "/u/" + hashed("erika%40example.test")}},
		{"login without a scheme", profile.Observation{URL: "user:secret@h/x"}, profile.Observation{URL: hashed("user:secret@h") + "/x"}},
		{"login cut by a slash", profile.Observation{URL: "https://user:sec/ret@h/x"}, profile.Observation{URL: "https://" + hashed("user:sec") + "/" + hashed("ret@h") + "/x"}},
		{"name for a URL", profile.Observation{URL: "Erika Mustermann"}, profile.Observation{URL: hashed("Erika Mustermann")}},
		{"address for a URL", profile.Observation{URL: "203.0.113.7"}, profile.Observation{URL: hashed("203.0.113.7")}},
		{"name for what ran an action", profile.Observation{Via: "Erika Mustermann"}, profile.Observation{Via: hashed("Erika Mustermann")}},
		{"mode of a shop", profile.Observation{Shop: "acct_1 test mode"}, profile.Observation{Shop: "acct_1 test mode"}},
		{"mode alone", profile.Observation{Shop: "live mode"}, profile.Observation{Shop: "live mode"}},
		{"account with a name", profile.Observation{Shop: "Erika M test mode"}, profile.Observation{Shop: hashed("Erika M") + " test mode"}},
		{"related objects", profile.Observation{Related: "ch_1 pi_1", ActID: "req_1"}, profile.Observation{Related: "ch_1 pi_1", ActID: "req_1"}},
		{
			"e-mail among related objects",
			profile.Observation{Related: "erika@example.test pi_1", ActID: "erika@example.test"},
			profile.Observation{Related: hashed("erika@example.test pi_1"), ActID: hashed("erika@example.test")},
		},
		{"scope of a package", profile.Observation{URL: "/@scope/x"}, profile.Observation{URL: "/@scope/x"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			// Three times, since neighbours share what became of their texts.
			b := Batch{Marker: m, Observations: []profile.Observation{tt.has, tt.has, {Status: "paid"}, tt.has}}
			b.Private()
			want := []profile.Observation{tt.want, tt.want, {Status: "paid"}, tt.want}
			if diff := cmp.Diff(want, b.Observations); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestPrivateStates(t *testing.T) {
	m := bodyMarker("one")
	b := Batch{Marker: m, States: []profile.State{{Clear: profile.ClearFields{
		Status: "completed", TransactionID: "erika@example.test", DateCreated: "2026-11-30T08:26:25", DatePaid: "soon, Erika",
	}}}}
	b.Private()
	want := profile.ClearFields{Status: "completed", TransactionID: hashedText(m, "erika@example.test"), DateCreated: "2026-11-30T08:26:25"}
	if diff := cmp.Diff(want, b.States[0].Clear); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// keyless is the Marker of a profile without its key.
type keyless struct{}

func (keyless) Mark(string, []byte) (m profile.Mark) { return m }

// Two e-mail addresses that have no hash must not become one identifier.
func TestPrivateWithoutKey(t *testing.T) {
	b := Batch{Marker: keyless{}, Observations: []profile.Observation{{ResourceID: "erika@example.test"}, {ResourceID: "max@example.test"}}}
	b.Private()
	if diff := cmp.Diff(make([]profile.Observation, 2), b.Observations); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// A row of a table stays one where its state cannot be kept.
func TestPrivateRowStatusWithoutKey(t *testing.T) {
	rows := []profile.Observation{
		{RowStatus: "done"}, {RowStatus: "waits for erika"}, {RowStatus: "waits for erika"}, {RowStatus: "erika@example.test"}, {},
	}
	b := Batch{Marker: keyless{}, Observations: rows}
	b.Private()
	want := []profile.Observation{{RowStatus: "done"}, {RowStatus: "~"}, {RowStatus: "~"}, {RowStatus: "~"}, {}}
	if diff := cmp.Diff(want, b.Observations); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// What a problem quotes is kept, too.
func TestProblemsQuoteNobody(t *testing.T) {
	const access = `127.0.0.1 - - [30/Nov/2026:08:26:24 +0000] "POST /x HTTP/1.1" 200 11` + "\n"
	tests := []struct{ name, format, text string }{
		{"address for a time", "access-log", access + `127.0.0.1 - - [203.0.113.7] "POST /x HTTP/1.1" 200 11` + "\n"},
		{"e-mail for a status", "access-log", access + `127.0.0.1 - - [30/Nov/2026:08:26:24 +0000] "POST /x HTTP/1.1" erika@example.test 11` + "\n"},
		{"e-mail for a size", "access-log", access + `127.0.0.1 - - [30/Nov/2026:08:26:24 +0000] "POST /x HTTP/1.1" 200 erika@example.test` + "\n"},
		{"half a line", "json-lines", `erika@example.test","ip":"203.0.113.7"}` + "\n" + `{"msg":"x"}` + "\n" + `{"msg":"x"}` + "\n"},
		{"a key twice", "json-lines", `{"erika@example.test":1,"erika@example.test":2}` + "\n" + `{"msg":"x"}` + "\n"},
		{"secret for an ID", "woocommerce-webhooks-table", "webhook_id\tstatus\tdelivery_url\ttopic\nerika\tactive\thttp://h/\tt\n"},
		{"signature for a line", "woocommerce-log", strings.Replace(wooSampleDelivery, "[Duration] => ", "[X-WC-Webhook-Signature] => erika", 1) + wooSampleDelivery},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			i := slices.IndexFunc(All, func(f Format) bool { return f.Name == tt.format })
			out := readSample(t, openSample(All[i], []byte(tt.text)), []byte(tt.text), 1<<20)
			if len(out.Problems) == 0 {
				t.Fatal("no problem")
			}
			for _, p := range out.Problems {
				if strings.Contains(p.Reason, "erika") || strings.Contains(p.Reason, "203.0.113.7") {
					t.Errorf("%q", p.Reason)
				}
			}
		})
	}
}
