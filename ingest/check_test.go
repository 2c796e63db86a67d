package ingest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// One body as it was sent, {"id":1042,"status":"processing","note":"Zoë \"x\" a\/b"} of 58 bytes, and as files hold it. Its signature
// under the secret "geheim" was made by Python's hmac.
const (
	sentJSON   = `"{\"id\":1042,\"status\":\"processing\",\"note\":\"Zoë \\\"x\\\" a\\/b\"}"`
	sentLatin  = `"{\"id\":1042,\"status\":\"processing\",\"note\":\"ZoÃ« \\\"x\\\" a\\/b\"}"` // one character for each byte
	sentBuffer = `{"type":"Buffer","data":[123,34,105,100,34,58,49,48,52,50,44,34,115,116,97,116,117,115,34,58,34,112,114,111,99,101,115,115,105,110,103,34,44,34,110,111,116,101,34,58,34,90,111,195,171,32,92,34,120,92,34,32,97,92,47,98,34,125]}`
	sentSlash  = `{\"id\":1042,\"status\":\"processing\",\"note\":\"Zoë \\\"x\\\" a\\/b\"}`
	written    = `{"id":1042,"status":"processing","note":"Zoë \"x\" a/b"}` // by a logger, which escapes no slash
	geheim     = "o6xXwt/uK4nupVh5CA8ujv1bjVhx12Q20E2ziDLbi2A="
	wooHeaders = `"x-wc-webhook-id":"7","x-wc-webhook-delivery-id":"d1","x-wc-webhook-signature":"` + geheim + `"`

	stripeEvent = `"{\"id\":\"evt_1QxYz9LkdIwHu7ixAbCdEfGh\",\"object\":\"event\",\"type\":\"payment_intent.succeeded\"}"`
	stripeOne   = "t=1796027207,v1=8fe57654739d1e5de165610427bd819c8711812dc8e5eca165f7e0a0700493f4"
	stripeTwo   = "t=1796027207,v1=11ccf828f4d5391463bff6a1dd8298f580548373f5a5b3c453db32ac327f50a3"
)

func appLine(rest string) string {
	return `{"level":30,"time":1796027207888,"msg":"webhook received","headers":{` + wooHeaders + `},` + rest + "}\n"
}

func nginxLine(rest string) string {
	return `{"time":"2026-11-30T08:26:47+00:00","msec":1796027207.888,"request_method":"POST","request_uri":"/webhooks","status":200,"request_time":0.005,` + rest + "}\n"
}

func harText(length, text string) string {
	return `{"log":{"version":"1.2","creator":{"name":"mitmproxy"},"entries":[{"startedDateTime":"2026-11-30T08:26:47.888Z","time":5,
"request":{"method":"POST","url":"https://hooks.example.test/woo","headers":[{"name":"Content-Length","value":"` + length + `"},
{"name":"X-WC-Webhook-ID","value":"7"},{"name":"X-WC-Webhook-Delivery-ID","value":"d1"},{"name":"X-WC-Webhook-Signature","value":"` + geheim + `"}],
"postData":{"mimeType":"application/json","text":` + text + `}},"response":{"status":200}}]}}` + "\n"
}

func wooEntry(body string) string {
	return `2026-11-30T08:26:26+00:00 INFO Array
(
    [Webhook Delivery] => Array
        (
            [Delivery ID] => d1
            [Date] => Nov 30, 2026 @ 8:26
            [URL] => http://hooks.example.test/woo/shipments
            [Duration] => 0.2969
            [Request] => Array
                (
                    [Method] => POST
                    [Headers] => Array
                        (
                            [X-WC-Webhook-ID] => 7
                            [X-WC-Webhook-Delivery-ID] => d1
                            [X-WC-Webhook-Signature] => ` + geheim + `
                        )

                )

            [Body] => ` + body + `
            [Response] => Array
                (
                    [Code] => 202
                    [Message] => Accepted
                    [Headers] => Array
                        (
                        )

                    [Body] => 
                )

        )

)

`
}

const noBody = "Webhook body is not logged unless WP_DEBUG mode is turned on. This is to avoid the storing of personal data in the logs."

func TestCheckedBytes(t *testing.T) {
	tests := []struct {
		name, file string
		want       []string // the second secret is the right one
	}{
		{"HAR in UTF-8", harText("58", sentJSON), []string{"signed_by [1]"}},
		{"HAR with a character for each byte", harText("58", sentLatin), []string{"signed_by [1]"}},
		{"HAR, the body cut", harText("58", `"{\"id\":1042,"`), []string{"not_in_file []"}},
		{"HAR, another body of that length", harText("58", strings.Replace(sentJSON, "1042", "1043", 1)), []string{"signed_by_none []"}},
		{"HAR without a body", harText("58", `""`), []string{"not_in_file []"}},
		{"HAR of an unknown length, the same bytes", harText("", sentJSON), []string{"signed_by [1]"}},
		{"HAR of an unknown length, other bytes", harText("", strings.Replace(sentJSON, "1042", "1043", 1)), []string{"not_in_file []"}},
		{"HAR with no signature", strings.Replace(harText("58", sentJSON), "X-WC-Webhook-Signature", "X-Other", 1), []string{"no_signature []"}},
		{"HAR, a form of some page", strings.ReplaceAll(harText("58", sentJSON), "X-WC-", "X-Other-"), nil},
		{"HAR, signature struck out", strings.Replace(harText("58", sentJSON), geheim, "********", 1), []string{"no_signature []"}},
		{"HAR, signature cut", strings.Replace(harText("58", sentJSON), geheim, geheim[:20], 1), []string{"unknown_scheme []"}},

		{"nginx", nginxLine(`"http_x_wc_webhook_id":"7","http_x_wc_webhook_signature":"` + geheim + `","request_body":` + sentJSON), []string{"signed_by [1]"}},
		{"nginx, body on disk", nginxLine(`"http_x_wc_webhook_signature":"` + geheim + `","request_body":""`), []string{"not_in_file []"}},
		{"nginx, another body", nginxLine(`"http_x_wc_webhook_signature":"` + geheim + `","request_body":"{}"`), []string{"signed_by_none []"}},
		{"nginx without the signature", nginxLine(`"http_x_wc_webhook_id":"7","request_body":` + sentJSON), []string{"no_signature []"}},
		{"nginx without headers", nginxLine(`"request_body":` + sentJSON), nil},
		{
			"nginx, PayPal", nginxLine(`"http_paypal_transmission_sig":"thy4/U002quzxFavHPwbfJGcc46E8rc5jzgyeafWm5mICTBdY==","request_body":"{}"`),
			[]string{"unknown_scheme []"},
		},

		{"WooCommerce's log", wooEntry(sentSlash), []string{"signed_by [1]"}},
		{"WooCommerce's log without WP_DEBUG", wooEntry(noBody), []string{"not_in_file []"}},
		{"WooCommerce's log, another body", wooEntry(`{\"id\":1}`), []string{"signed_by_none []"}},

		{"raw_body", appLine(`"raw_body":` + sentJSON), []string{"signed_by [1]"}},
		{"rawBody in the request", appLine(`"req":{"rawBody":` + sentJSON + `}`), []string{"signed_by [1]"}},
		{"rawBody as Node's buffer", appLine(`"rawBody":` + sentBuffer), []string{"signed_by [1]"}},
		{"rawBody beside the parsed one", appLine(`"body":` + written + `,"rawBody":` + sentJSON), []string{"signed_by [1]"}},
		{"raw_body, another", appLine(`"raw_body":"{\"id\":1042}"`), []string{"signed_by_none []"}},
		{"raw_body, cut by the logger", appLine(`"raw_body":"{\"id\":1042,\"sta"`), []string{"not_in_file []"}},
		{"raw_body that lost bytes", appLine(`"raw_body":"{\"id\":\"\ufffd\"}"`), []string{"not_in_file []"}},
		{"raw_body of another length", strings.Replace(appLine(`"raw_body":"{}"`), `"headers":{`, `"headers":{"content-length":"58",`, 1), []string{"not_in_file []"}},
		{"raw_body of what was compressed", strings.Replace(appLine(`"raw_body":"{}"`), `"headers":{`, `"headers":{"content-encoding":"gzip",`, 1), []string{"not_in_file []"}},
		{"a body that was written again", appLine(`"body":` + written), []string{"not_in_file []"}},
		{"a body as text, written again", appLine(`"body":"{\"id\":1042,\"status\":\"processing\"}"`), []string{"not_in_file []"}},
		{"a body as text, as it was", appLine(`"body":` + sentJSON), []string{"signed_by [1]"}},
		{"no body", appLine(`"order_id":1042`), []string{"not_in_file []"}},
		{"no headers", `{"level":30,"time":1796027207888,"msg":"webhook received","webhook_id":7,"raw_body":` + sentJSON + "}\n", nil},
		{"headers as text", `{"level":30,"time":1796027207888,"msg":"webhook received","headers":"{\"x-wc-webhook-signature\":\"` + geheim + `\"}","raw_body":` + sentJSON + "}\n", []string{"signed_by [1]"}},
		{"a call that the receiver makes", `{"level":30,"time":1796027207888,"msg":"calling carrier","order_id":1,"webhook_signature":"v1,` + geheim + `","webhook_id":"m","webhook_timestamp":"1","raw_body":"{}"}` + "\n", nil},
		{
			"Laravel", `[2026-11-30 08:31:20] production.INFO: Webhook received {"headers":{` + wooHeaders + `},"raw_body":` + sentJSON + "} \n",
			[]string{"signed_by [1]"},
		},
		{
			"logfmt", `time=2026-11-30T08:31:20Z level=info msg="webhook received" x_wc_webhook_signature="` + geheim + `" raw_body=` + sentJSON + "\n",
			[]string{"signed_by [1]"},
		},
		{"an access log", access1, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, got := checkedIn(t, temporary(t), map[string]string{"file": test.file}, "falsch", "geheim")
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("what came of the requests (-want +got):\n%s", diff)
			}
		})
	}
}

// checkedIn imports files with secrets and returns what came of their requests.
func checkedIn(t *testing.T, p *profile.Profile, files map[string]string, secrets ...string) (dir string, got []string) {
	t.Helper()
	dir = tree(t, files)
	opt := Options{Checked: func(_ string, c Checked) { got = append(got, fmt.Sprint(c.Answer, " ", c.Secrets)) }}
	for i, s := range secrets {
		opt.Secrets = append(opt.Secrets, Secret{Value: s, Registration: fmt.Sprint("secret:", i+1)})
	}
	if _, err := Logs(t.Context(), p, []string{dir}, opt); err != nil {
		t.Fatal(err)
	}
	return dir, got
}

// TestSecretTellsRegistration: what is stored of a request whose signature was checked.
func TestSecretTellsRegistration(t *testing.T) {
	stripe := func(signature, more string) string {
		return nginxLine(`"http_stripe_signature":"` + signature + `","request_body":` + stripeEvent + more)
	}
	tests := []struct{ name, file, webhook, valid string }{
		{"the first secret", stripe(stripeOne, ""), "secret:1", "yes"},
		{"the second", stripe(stripeTwo, ""), "secret:2", "yes"},
		{"both, while it is changed: the first that is given", stripe(stripeTwo+strings.TrimPrefix(stripeOne, "t=1796027207"), ""), "secret:1", "yes"},
		{"none", stripe(strings.Replace(stripeOne, "v1=8", "v1=9", 1), ""), "", ""},
		{"the request names its registration", stripe(stripeOne, `,"webhook_endpoint_id":"we_1"`), "we_1", "yes"},
		{"the receiver has refused it", stripe(stripeOne, `,"signature_valid":"false"`), "secret:1", "no"},
		{
			"an app's secret tells no subscription",
			nginxLine(`"http_x_shopify_hmac_sha256":"` + geheim + `","http_x_shopify_topic":"orders/create","request_body":` + sentJSON), "", "yes",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := temporary(t)
			checkedIn(t, p, map[string]string{"access.log": test.file}, "whsec_one", "whsec_two", "geheim")
			for o, err := range p.Observations(t.Context()) {
				if err != nil {
					t.Fatal(err)
				}
				valid := map[profile.Tri]string{profile.Yes: "yes", profile.No: "no"}[o.SignatureValid]
				if o.WebhookID != test.webhook || valid != test.valid {
					t.Errorf("registration %q, signature valid %q; want %q and %q", o.WebhookID, valid, test.webhook, test.valid)
				}
			}
		})
	}
}

// TestSecretsAreNotKept looks for the secret and its signature in all that an import leaves behind.
func TestSecretsAreNotKept(t *testing.T) {
	const secret = "whsec_one"
	path := filepath.Join(t.TempDir(), "webhookctl.db")
	p, err := profile.Open(t.Context(), path, profile.ReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	dir, got := checkedIn(t, p, map[string]string{
		"access.log": nginxLine(`"http_stripe_signature":"` + stripeOne + `","request_body":` + stripeEvent),
	}, secret)
	if diff := cmp.Diff([]string{"signed_by [0]"}, got); diff != "" {
		t.Fatalf("(-want +got):\n%s", diff)
	}
	sources, err := p.Sources(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(sources[0].Options, "secrets=") || len(sources[0].Options) != len("secrets=")+32 {
		t.Errorf("options %q, want the keyed hash of the secrets alone", sources[0].Options)
	}

	again := func(want string, secrets ...Secret) {
		t.Helper()
		res, err := Logs(t.Context(), p, []string{dir}, Options{Secrets: secrets})
		if err != nil {
			t.Fatal(err)
		}
		if res.Files[0].Status != want {
			t.Errorf("read again with %d secrets: %s, want %s", len(secrets), res.Files[0].Status, want)
		}
	}
	again(Unchanged, Secret{Value: secret})
	again(Replaced, Secret{Value: secret}, Secret{Value: "other"})
	again(Replaced)
	again(Unchanged)
	again(Replaced, Secret{Value: secret})
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, path + ".key"} {
		left, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range []string{secret, "8fe57654739d1e5d", "\x8f\xe5\x76\x54\x73\x9d"} {
			if bytes.Contains(left, []byte(part)) {
				t.Errorf("%s holds %q", filepath.Base(name), part)
			}
		}
	}
}

// TestLeave keeps a file with secrets from being read as a log, however it is reached.
func TestLeave(t *testing.T) {
	dir := tree(t, map[string]string{"access.log": access1, "secrets.txt": "geheim\n"})
	file := filepath.Join(dir, "secrets.txt")
	link := filepath.Join(dir, "link.txt")
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	res, err := Logs(t.Context(), temporary(t), []string{dir, file, filepath.Join(dir, "*.txt")}, Options{Leave: []string{link}})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Files) != 1 || res.Files[0].Name != "access.log" {
		t.Errorf("files %+v, want access.log alone", res.Files)
	}
}
