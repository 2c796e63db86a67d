package format

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// told is what a batch says, one record a line.
func told(b Batch) []string { return strings.Split(strings.TrimRight(tellAll(b), "\n"), "\n") }

func TestListedEvents(t *testing.T) {
	const (
		first = `1 changed 2026-11-30T08:26:47Z (1s) Provider=stripe Shop=test mode Topic=payment_intent.succeeded ResourceType=payment_intent ResourceID=pi_3QAbCdEfGhIjKl ` +
			`EventID=evt_3QAbCdEfGhIjKl ActID=req_KyZn3cA5YqHf2w State="state:{\"api_vers" Status=succeeded APIVersion=2026-01-28`
		second = `changed 2026-11-30T08:26:46Z (1s) Provider=stripe Shop=test mode Topic=charge.succeeded ResourceType=charge ResourceID=ch_3QAbCdEfGhIjKl ` +
			`EventID=evt_3QAbCdEfGhIjKm Related=pi_3QAbCdEfGhIjKl State="state:{\"created\""`
	)
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		{"a page", `{"object":"list","data":[` + listedEvent1 + "," + listedEvent2 + `],"has_more":false,"url":"/v1/events"}`, []string{first, "1 " + second, "0 skipped"}},
		{"one a line", listedEvent1 + "\n\n" + listedEvent2 + "\n", []string{first, "3 " + second, "1 skipped"}},
		{
			"two pages", `{"data":[` + listedEvent1 + "]}\n{\"data\":[\n" + listedEvent2 + "\n]\n}\n",
			[]string{first, "3 " + second, "3 skipped"},
		},
		{
			"something else among them", `{"object":"list","data":[` + listedEvent1 + ",\n{\"object\":\"charge\",\"secret\":\"geheim\"},\nnull,\n" + listedEvent2 + "]}\n",
			[]string{
				first, "4 " + second, "problem at line 2: an object that is no event of a provider whose events can be read",
				`problem at line 3: expected a JSON object, which begins with {, not with "n"`, "0 skipped",
			},
		},
		{
			"cut inside an event", `{"object":"list","data":[` + listedEvent1 + ",\n" + listedEvent2[:60],
			[]string{
				first, "problem at line 2: event is not JSON: the line ends where a comma or } is due",
				"problem at line 2: the file ends before the object does that holds its list", "0 skipped",
			},
		},
		{
			"cut behind an event", `{"object":"list","data":[` + listedEvent1 + ",\n",
			[]string{first, "problem at line 1: the file ends before the object does that holds its list", "0 skipped"},
		},
		{
			"an array, cut", "[\n" + listedEvent1 + ",\n",
			[]string{"2" + first[1:], "problem at line 2: the file ends behind a row, before its list of rows does", "1 skipped"},
		},
		{
			"a time that is none", strings.Replace(listedEvent2, "1796027206", `"soon"`, 1),
			[]string{"1 " + strings.Replace(second, " 2026-11-30T08:26:46Z (1s)", "", 1), "0 skipped"},
		},
		{
			"one key twice", listedEvent1 + "\n" + strings.Replace(listedEvent2, `"livemode"`, `"id":"evt_2","livemode"`, 1) + "\n",
			[]string{first, `problem at line 2: event is not JSON: the key "id" stands twice in one object`, "0 skipped"},
		},
		{
			"PayPal", eventListSamples[5].Text,
			[]string{
				`1 changed 2026-11-30T08:26:47.123Z (1ms) Provider=paypal Topic=PAYMENT.CAPTURE.COMPLETED ResourceType=capture ResourceID=42311647XV020574X ` +
					`EventID=WH-58D329510W468432D-8HN650336L201105X State="state:{\"create_t" Status=COMPLETED`, "0 skipped",
			},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, told(parseText(t, "event-list", tt.text))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// A listed event has the state of the body that was delivered, so that they join, whoever still waits for it.
func TestListedEventState(t *testing.T) {
	var b Batch
	b.Marker = bodyMarker("one")
	var delivered profile.Observation
	b.body(&delivered, []byte(strings.Replace(listedEvent1, `"pending_webhooks":1`, `"pending_webhooks":3`, 1)), nil)
	r := readListedEvent(listedElement{text: []byte(listedEvent1), maxDepth: 200}, &b)
	if r.reason != "" || len(b.States) != 2 || b.States[0].Stable != b.States[1].Stable || r.found[0].EventID != delivered.EventID {
		t.Errorf("%q, states %+v", r.reason, b.States)
	}
}

func TestListedWebhooks(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		{
			"Stripe", webhookListSamples[0].Text,
			[]string{
				`1 registration Provider=stripe Shop=test mode Topic=charge.succeeded WebhookID=we_1Mr5jULkdIwHu7ix URL=https://hooks.example.test/stripe Query="query:shop=1" RowStatus=enabled`,
				`1 registration Provider=stripe Shop=test mode Topic=charge.failed WebhookID=we_1Mr5jULkdIwHu7ix URL=https://hooks.example.test/stripe Query="query:shop=1" RowStatus=enabled`,
				"0 skipped",
			},
		},
		{
			"Stripe, one endpoint, with its secret", `{"id":"we_1","object":"webhook_endpoint","api_version":"2026-01-28","enabled_events":["*","*"],"livemode":true,"status":"disabled","url":"https://h/s","secret":"whsec_geheim"}`,
			[]string{`1 registration Provider=stripe Shop=live mode Topic=* WebhookID=we_1 URL=https://h/s RowStatus=disabled Secret="secret:whsec_geh" APIVersion=2026-01-28`, "0 skipped"},
		},
		{
			"PayPal", webhookListSamples[2].Text,
			[]string{
				"1 registration Provider=paypal Topic=PAYMENT.CAPTURE.COMPLETED WebhookID=0EH40505U7160970P URL=https://hooks.example.test/paypal",
				"1 registration Provider=paypal Topic=PAYMENT.CAPTURE.REFUNDED WebhookID=0EH40505U7160970P URL=https://hooks.example.test/paypal",
				"0 skipped",
			},
		},
		{
			"Shopify", webhookListSamples[3].Text,
			[]string{"1 registration Provider=shopify Topic=orders/create WebhookID=4759306 URL=https://hooks.example.test/shopify APIVersion=2026-01", "0 skipped"},
		},
		{
			"GitHub", webhookListSamples[4].Text,
			[]string{
				"2 registration Provider=github Topic=push WebhookID=12345678 URL=https://hooks.example.test/github RowStatus=enabled",
				"2 registration Provider=github Topic=pull_request WebhookID=12345678 URL=https://hooks.example.test/github RowStatus=enabled",
				"2 skipped",
			},
		},
		{
			"Square", webhookListSamples[5].Text,
			[]string{"1 registration Provider=square Topic=payment.created WebhookID=wbhk_b35f6b31 URL=https://hooks.example.test/square RowStatus=enabled APIVersion=2026-05-17", "0 skipped"},
		},
		{
			"BigCommerce", webhookListSamples[6].Text,
			[]string{"1 registration Provider=bigcommerce Shop=stores/abcde Topic=store/order/updated WebhookID=20172984 URL=https://hooks.example.test/bc RowStatus=enabled", "0 skipped"},
		},
		{
			"no topics, no ID, and something else", `{"webhooks":[{"id":"A","url":"https://h/","event_types":[]},` + "\n" + `{"id":{},"url":"https://h/","event_types":[]},` + "\n" + `{"key":"geheim"}]}`,
			[]string{
				"1 registration Provider=paypal WebhookID=A URL=https://h/", "problem at line 2: a webhook without an ID",
				"problem at line 3: an object that is no webhook of a provider whose lists can be read", "0 skipped",
			},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, told(parseText(t, "webhook-list", tt.text))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestStripeListen(t *testing.T) {
	r := listenReader{time.FixedZone("", 3600)}
	got := told(readSample(t, r, []byte(stripeListen.Samples[0].Text+"2026-11-30 08:26:49   --> charge.succeeded\nwhsec_geheim99\n"), 1<<20))
	want := []string{
		"2 noted 2026-11-30T07:26:47Z (1s) Provider=stripe Topic=payment_intent.succeeded EventID=evt_3QAbCdEfGhIjKl Instance=stripe listen",
		"3 relayed 2026-11-30T07:26:47Z (1s) Ends=true Provider=stripe EventID=evt_3QAbCdEfGhIjKl Instance=stripe listen URL=http://localhost:4242/webhook Method=POST Code=200",
		"4 noted 2026-11-30T07:26:48Z (1s) Provider=stripe Topic=charge.succeeded EventID=evt_3QAbCdEfGhIjKm Instance=stripe listen",
		"problem at line 7: no line of stripe listen: 0000-00-00 00:00:00   --> xxxxxx.xxxxxxxxx",
		"problem at line 8: no line of stripe listen: xxxxx_xxxxxx00",
		"3 skipped",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	// Without a zone there is no time; links and colours of a terminal are nothing.
	b := parseText(t, "stripe-listen", stripeListen.Samples[1].Text)
	if got, want := told(b)[0], "1 noted Provider=stripe Topic=charge.succeeded EventID=evt_3QAbCdEfGhIjKl Instance=stripe listen"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if b.Zoneless.Line != 1 || b.Zoneless.Text != "2026-11-30 08:26:47" {
		t.Errorf("without a zone: %+v", b.Zoneless)
	}
}

func FuzzAPILists(f *testing.F) {
	formats := []Format{captureList, deliveryList, eventList, hookdeckListen, n8nExport, smeeLog, stripeListen, webhookList}
	for _, x := range formats {
		for _, s := range x.Samples {
			f.Add([]byte(s.Text), 100)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte, size int) { fuzzFormats(t, formats, text, size) })
}
