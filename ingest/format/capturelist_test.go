package format

import (
	"crypto/sha256"
	"encoding/base64"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// tellListed reads a text as a format does, with times in UTC that name no zone.
func tellListed(t *testing.T, f Format, text string) Batch {
	t.Helper()
	opt := testOptions
	opt.Zone = time.UTC
	r := f.Open([]byte(text), opt)
	if r == nil {
		t.Fatal("not recognised")
	}
	return readSample(t, r, []byte(text), 1<<20)
}

func TestCaptures(t *testing.T) {
	exact := sha256.Sum256([]byte(`{"id":1042,"status":"processing"}`))
	for _, tt := range []struct {
		name, text string
		event      profile.Event
		at         string
		exact      bool
		code       int
		took       time.Duration
	}{
		{"ngrok", ngrokRequest, profile.EventProxied, "2026-11-30T08:26:47Z", true, 202, 12345678},
		{"webhook.site", webhookSiteRequest, profile.EventProxied, "2026-11-30T08:26:47Z", true, 0, 0},
		{"Hookdeck", hookdeckEvent, profile.EventRelayed, "2026-11-30T08:26:47.035Z", false, 200, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := tellListed(t, captureList, tt.text)
			if len(b.Observations) != 1 || len(b.Problems) > 0 {
				t.Fatalf("%s", tellAll(b))
			}
			o := b.Observations[0]
			if o.Event != tt.event || time.Unix(0, o.Time).UTC().Format(time.RFC3339Nano) != tt.at || o.Code != tt.code || o.Took != tt.took || o.RowID == "" ||
				o.WebhookID != "7" || o.DeliveryID != "59723ce0695dfb2c42704422a035e7a5" || o.ResourceID != "1042" || o.State == (profile.Mark{}) || o.RequestID != "" {
				t.Errorf("%s", tell(&o))
			}
			if (o.Body == exact) != tt.exact || (o.Body == profile.Hash{}) == tt.exact {
				t.Errorf("body %x, exact %v", o.Body, tt.exact)
			}
		})
	}
	b := tellListed(t, captureList, captureListSamples[0].Text)
	if o := b.Observations[1]; o.Code != 0 || o.Provider != "stripe" {
		t.Errorf("without an answer: %s", tell(&o))
	}
	r := captureList.Open([]byte(webhookSiteRequest), testOptions)
	if b := readSample(t, r, []byte(webhookSiteRequest), 1<<20); b.Zoneless.Text != "2026-11-30 08:26:47" || b.Observations[0].Precision != 0 {
		t.Errorf("without a zone: %+v, %s", b.Zoneless, tellAll(b))
	}
}

func TestCapturedMessage(t *testing.T) {
	const head = "POST /w HTTP/1.1\r\nHost: x\r\n"
	for _, tt := range []struct {
		name, raw, body string
		exact, none     bool
	}{
		{"length", head + "Content-Length: 3\r\n\r\nabc", "abc", true, false},
		{"cut", head + "Content-Length: 9\r\n\r\nabc", "abc", false, false},
		{"no length", head + "\r\nabc", "abc", false, false},
		{"chunked", head + "Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1;x=y\r\nc\r\n0\r\n\r\n", "abc", true, false},
		{"chunked and cut", head + "Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n5\r\nc", "ab", false, false},
		{"chunks of a size that is none", head + "Transfer-Encoding: chunked\r\n\r\n-1\r\nab", "", false, false},
		{"no body", head + "Content-Length: 0\r\n\r\n", "", false, false},
		{"no end of the head", head, "", false, true},
		{"no message", "hello", "", false, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var q captured
			if q.message([]byte(tt.raw)) == tt.none || string(q.body) != tt.body || q.exact != tt.exact {
				t.Errorf("body %q, exact %v", q.body, q.exact)
			}
		})
	}
}

// What a tool keeps in two ways comes out the same, and what a secret signs is checked against the bytes.
func TestCaptureSigned(t *testing.T) {
	r := captureList.Open([]byte(ngrokRequest), testOptions)
	var seen []Request
	b := Batch{Marker: plainMarker{}, Check: func(o *profile.Observation, q Request) {
		if o.Line != 1 || o.Provider != "woocommerce" {
			t.Errorf("%s", tell(o))
		}
		seen = append(seen, q)
	}}
	r.Parse(Chunk{Data: []byte(ngrokRequest), Line: 1}, &b)
	raw, _ := base64.StdEncoding.DecodeString(ngrokRaw)
	if len(seen) != 1 || !seen[0].Exact || string(seen[0].Body) != string(raw[len(raw)-33:]) {
		t.Errorf("%+v", seen)
	}
}

func TestDeliveries(t *testing.T) {
	for _, tt := range []struct {
		name, text, want string
	}{
		{
			"GitHub, asked for", githubListed1,
			"1 delivery 2026-11-30T09:30:12Z (1s) Took=270ms Provider=github Topic=issues DeliveryID=72d3162e-cc78-11e3-81ab-4c9367dc0958 RowID=12345678902 URL=https://hooks.example.test/github Code=200 Via=somebody who asked for it again",
		},
		{
			"GitHub, not answered", githubListed2,
			"1 delivery 2026-11-30T08:26:47Z (1s) Took=10.03s Provider=github Topic=issues DeliveryID=72d3162e-cc78-11e3-81ab-4c9367dc0958 RowID=12345678901 URL=https://hooks.example.test/github Failure=timeout",
		},
		{
			"Svix, without its message", svixAttempt2,
			"1 delivery 2026-11-30T08:26:52.5Z (100ms) Took=12ms Provider=svix WebhookID=ep_1srOrx2ZWZBpBUvZwXKQmoEYga2 DeliveryID=msg_1srOrx2ZWZBpBUvZwXKQmoEYga2 RowID=atmpt_1srOrx2ZWZBpBUvZwXKQmoEYga4 URL=https://hooks.example.test/svix Code=200",
		},
		{
			"Convoy, not answered", convoyAttempt1,
			"1 delivery 2026-11-30T08:26:47.135Z (1ms) Ends=true Provider=convoy WebhookID=01K0A5C1E3G5J7M9P1R3T5V7X9 DeliveryID=order-1042-paid RowID=01K0A6V8Z3F5N7Q9S1T3W5Y7A9 URL=https://hooks.example.test/convoy Method=POST Failure=timeout",
		},
		{
			"Convoy, without the header", convoyAttempt2,
			"1 delivery 2026-11-30T08:27:17.402Z (1ms) Ends=true Provider=convoy WebhookID=01K0A5C1E3G5J7M9P1R3T5V7X9 DeliveryID=01K0A6V7B2D4F6H8J0M2P4R6T8 RowID=01K0A6X2C4E6G8J0M2P4R6T8V0 URL=https://hooks.example.test/convoy Method=POST Code=202",
		},
		{
			"Hookdeck", hookdeckAttempt2,
			"1 proxied 2026-11-30T08:36:47.135Z (1ms) EventID=evt_5b3mzbxk83deakr RowID=atm_2 Instance=Hookdeck Attempt=2 URL=https://hooks.example.test/woo Method=POST Code=200 Via=somebody who asked for it again",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := tellListed(t, deliveryList, tt.text)
			if len(b.Observations) != 1 {
				t.Fatal(tellAll(b))
			}
			if diff := cmp.Diff(tt.want, tell(&b.Observations[0])); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	whole := tellListed(t, deliveryList, githubWhole).Observations[0]
	if whole.WebhookID != "292430182" || whole.ResourceID != "73464126" || whole.State == (profile.Mark{}) || whole.Signature == (profile.Mark{}) || whole.Body != (profile.Hash{}) {
		t.Errorf("%s", tell(&whole))
	}
	svix := tellListed(t, deliveryList, svixAttempt1).Observations[0]
	if svix.Topic != "order.paid" || svix.EventID != "order-1042-paid" || svix.ResourceID != "1042" || svix.State == (profile.Mark{}) {
		t.Errorf("%s", tell(&svix))
	}
}

func TestN8n(t *testing.T) {
	again := `{"id":"233","mode":"retry","startedAt":"2026-11-30T09:26:47.123Z","workflowId":"1000","retryOf":"231","data":{"resultData":{"runData":{"Webhook":[{"data":{"main":[[{"json":` + n8nItem + `}]]}}]}}}}`
	pinned := `{"id":"234","mode":"manual","startedAt":"2026-11-30T09:26:47.123Z","workflowId":"1000","workflowData":{"pinData":{"Webhook":[]}},"data":{"resultData":{"runData":{"Webhook":[{"data":{"main":[[{"json":` + n8nItem + `}]]}}]}}}}`
	got := func(text string) string {
		b := tellListed(t, n8nExport, text)
		if len(b.Observations) == 0 {
			return ""
		}
		o := b.Observations[0]
		return string(o.Event) + " " + o.RequestID + " " + o.JobID + " " + o.DeliveryID + " " + o.Took.String()
	}
	const id = "59723ce0695dfb2c42704422a035e7a5"
	for _, tt := range []struct{ name, text, want string }{
		{"execution", n8nExecution, "received 231  " + id + " 1.1s"},
		{"run again", again, "started 231 231  0s"},
		{"of pinned data", pinned, ""},
		{"item", n8nItem, "received   " + id + " 0s"},
		{"workflow", n8nWorkflow, ""},
	} {
		if got := got(tt.text); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
