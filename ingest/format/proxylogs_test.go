package format

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// proxyFormats are those whose lines are requests that a server or proxy has answered.
var proxyFormats = []Format{apacheForensic, apacheJSON, awsALB, caddyConsole, haproxyLog, nginxJSON, uwsgiLog, w3cLog}

func TestProxyLogs(t *testing.T) {
	at := stamp("2026-11-30 08:26:24")
	const id = "3f2c1f0a9d3b4e6f8a7b6c5d4e3f2a1b"
	const w3c = "#Fields: date time cs-method cs-uri-stem sc-status time-taken cs(X-WC-Webhook-Delivery-ID)\n"
	for _, c := range []struct {
		name, format, text string
		want               []profile.Observation // without position
	}{
		{
			"HAProxy, headers that are whole and others", "haproxy",
			`[::1]:45540 [30/Nov/2026:08:26:24.618] hooks app/s1 0/0/0/5/7 200 272 - - ---- 1/1/0/0/0 0/0 {order.updated|7|` + id + `|WooCommerce/9.4.2 Hookshot (Wor} "POST /woo#22?a=b HTTP/1.1"` + "\n",
			[]profile.Observation{{
				Time: at + 618e6, Precision: time.Millisecond, Took: 7 * time.Millisecond, Provider: "woocommerce", Topic: "order.updated", DeliveryID: id, Method: "POST",
				URL: `/woo"`, Query: mark("query", "a=b"), Code: 200, Upstream: "200/0.005", Instance: "hooks",
			}},
		},
		{
			"HAProxy, a delivery ID that is cut or may be another's", "haproxy",
			`192.0.2.1:1 [30/Nov/2026:08:26:24.000] hooks app/s1 0/0/0/-1/3004 504 272 - - sH-- 1/1/0/0/0 0/0 {3f2c1f0a9d3b|WooCommerce/9.4.2 Hookshot} "POST /woo HTTP/1.1"` + "\n" +
				`192.0.2.1:1 [30/Nov/2026:08:26:24.000] hooks app/s1 0/0/0/1/1 200 272 - - ---- 1/1/0/0/0 0/0 {` + id + `|curl/8} "POST /woo HTTP/1.1"` + "\n" +
				`192.0.2.1:1 [30/Nov/2026:08:26:24.000] hooks app/s1 0/0/0/1/1 200 272 - - ---- 1/1/0/0/0 0/0 {` + id + `|WooCommerce/9.4.2 Hookshot} "POST /woo HTTP/1.1"` + "\n" +
				`192.0.2.1:1 [30/Nov/2026:08:26:24.000] hooks app/<NOSRV> 0/-1/-1/-1/+0 503 272 - - SC-- 1/1/0/0/0 0/0 {7|` + id + `|00000000000000000000000000000000|WooCommerce/9.4.2 Hookshot} "POST /wo"` + "\n",
			[]profile.Observation{
				{Time: at, Precision: time.Millisecond, Took: 3004 * time.Millisecond, Provider: "woocommerce", Method: "POST", URL: "/woo", Code: 504, Upstream: "504/-", Instance: "hooks"},
				{Time: at, Precision: time.Millisecond, Took: time.Millisecond, Method: "POST", URL: "/woo", Code: 200, Upstream: "200/0.001", Instance: "hooks"},
				{Time: at, Precision: time.Millisecond, Took: time.Millisecond, Provider: "woocommerce", Method: "POST", URL: "/woo", Code: 200, Upstream: "200/0.001", Instance: "hooks"},
				{Time: at, Precision: time.Millisecond, Provider: "woocommerce", Method: "POST", Code: 503, Instance: "hooks"},
			},
		},
		{
			"Apache's forensic log", "apache-forensic",
			"+aw0zS0sJ6RhjYnad1CLanw|POST /woo%7c?a=%2522 HTTP/1.1|Host:h%3a1|X-WC-Webhook-ID:7|X-WC-Webhook-Source:https%3a//shop.example.test/\n-aw0zS0sJ6RhjYnad1CLanw\n",
			[]profile.Observation{{
				Provider: "woocommerce", WebhookID: "7", Shop: "https://shop.example.test/", RequestID: "aw0zS0sJ6RhjYnad1CLanw", Method: "POST", URL: "/woo|",
				Query: mark("query", "a=%22"), Instance: "h:1",
			}},
		},
		{
			"an ALB that had no target", "aws-alb",
			`https 2026-11-30T08:26:24.250000Z app/hooks/1 192.0.2.1:1 - -1 -1 -1 460 - 1 0 "POST https://hooks.example.test:443/woo HTTP/1.1" "Stripe/1.0 (+https://stripe.com/docs/webhooks)" - - - "Self=1-2-3;Root=1-a-b"` + "\n",
			[]profile.Observation{{
				Time: at + 250e6, Precision: time.Microsecond, Ends: true, Provider: "stripe", RequestID: "1-a-b", Method: "POST", URL: "/woo", Code: 460, Instance: "hooks.example.test",
			}},
		},
		{
			"Caddy's duration in seconds", "caddy-console",
			"2026/11/30 08:26:24.883\tINFO\thttp.log.access\thandled request\t" + `{"request": {"method": "POST", "uri": "/woo", "headers": {"X-Wc-Webhook-Id": ["7"]}}, "duration": 0.25, "status": 200}` + "\n",
			[]profile.Observation{{
				Time: at + 883e6, Precision: time.Millisecond, Ends: true, Took: 250 * time.Millisecond, Provider: "woocommerce", WebhookID: "7", Method: "POST", URL: "/woo",
				Code: 200, Instance: "http.log.access",
			}},
		},
		{
			"uWSGI", "uwsgi", "[pid: 31|app: 0|req: 1/1] 192.0.2.1 () {40 vars in 612 bytes} [Mon Nov  2 08:26:24 2026] POST /woo?a=b => generated 11 bytes in 129 msecs (HTTP/1.1 202) 3 headers in 104 bytes (1 switches on core 0)\n",
			[]profile.Observation{{
				Time: stamp("2026-11-02 08:26:24"), Precision: time.Second, Took: 129 * time.Millisecond, Method: "POST", URL: "/woo", Query: mark("query", "a=b"), Code: 202,
			}},
		},
		{
			"W3C, fields that change", "w3c-log",
			w3c + "2026-11-30 08:26:24 POST /woo 200 15 " + id + "\n#Date: x\n#Fields: date time cs-uri-stem cs-method sc-status\n2026-11-30 08:26:24 /b POST 201\n",
			[]profile.Observation{
				{Time: at, Precision: time.Second, Ends: true, Took: 15 * time.Millisecond, Provider: "woocommerce", DeliveryID: id, Method: "POST", URL: "/woo", Code: 200},
				{Time: at, Precision: time.Second, Ends: true, Method: "POST", URL: "/b", Code: 201},
			},
		},
		{
			"Cloudflare, nanoseconds", "json-lines",
			`{"EdgeStartTimestamp":1796027184250000000,"ClientRequestMethod":"POST","ClientRequestURI":"/woo?a=b","ClientRequestHost":"hooks.example.test","EdgeResponseStatus":200,"RayID":"8f1","OriginResponseDurationMs":15}` + "\n",
			[]profile.Observation{{
				Time: at + 250e6, Precision: time.Nanosecond, Took: 15 * time.Millisecond, RequestID: "8f1", Method: "POST", URL: "/woo", Query: mark("query", "a=b"), Code: 200,
				Instance: "hooks.example.test",
			}},
		},
		{
			"Traefik", "json-lines",
			`{"ClientHost":"192.0.2.1","DownstreamStatus":200,"Duration":15000000,"OriginStatus":200,"RequestMethod":"POST","RequestPath":"/woo","StartUTC":"2026-11-30T08:26:24.250000000Z","level":"info","msg":"","request_X-Wc-Webhook-Id":"7","time":"2026-11-30T08:26:24Z"}` + "\n",
			[]profile.Observation{{
				Time: at + 250e6, Precision: time.Nanosecond, Took: 15 * time.Millisecond, Provider: "woocommerce", WebhookID: "7", Method: "POST", URL: "/woo", Code: 200,
			}},
		},
		{
			"API Gateway, whose requestTime is a date", "json-lines",
			`{"requestId":"r-1","ip":"192.0.2.1","requestTime":"30/Nov/2026:08:26:24 +0000","httpMethod":"POST","resourcePath":"/woo","status":"200","protocol":"HTTP/1.1"}` + "\n",
			[]profile.Observation{{Time: at, Precision: time.Second, Ends: true, RequestID: "r-1", Method: "POST", URL: "/woo", Code: 200}},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			opt := testOptions
			opt.Zone = time.UTC
			var yes []string
			var r Reader
			for _, f := range All {
				if x := openWith(f, []byte(c.text), opt); x != nil {
					yes, r = append(yes, f.Name), x
				}
			}
			if diff := cmp.Diff([]string{c.format}, yes); diff != "" {
				t.Fatalf("recognised as (-want +got):\n%s", diff)
			}
			for _, size := range []int{1, 100, 1 << 20} {
				b := readSample(t, r, []byte(c.text), size)
				for i := range b.Observations {
					o := &b.Observations[i]
					if o.Event != profile.EventProxied {
						t.Errorf("event %q", o.Event)
					}
					o.Line, o.Offset, o.Lines, o.Event = 0, 0, 0, ""
				}
				if diff := cmp.Diff(c.want, b.Observations); diff != "" || len(b.Problems) > 0 {
					t.Errorf("in chunks of %d (-want +got):\n%s\nproblems %+v", size, diff, b.Problems)
				}
			}
		})
	}
}

func FuzzProxyLogs(f *testing.F) {
	for _, x := range proxyFormats {
		for _, s := range x.Samples {
			f.Add([]byte(s.Text), 100)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte, size int) { fuzzFormats(t, proxyFormats, text, size) })
}

// A last line that may have been cut off gives no ID that may be shorter than it was.
func TestUnendedProxyLine(t *testing.T) {
	for _, f := range proxyFormats {
		for i, sample := range f.Samples {
			if sample.Refused {
				continue
			}
			text := []byte(sample.Text)
			r := openSample(f, text)
			whole := map[string]bool{}
			for _, o := range readSample(t, r, text, 1<<20).Observations {
				whole[o.DeliveryID], whole[o.RequestID], whole[o.WebhookID] = true, true, true
			}
			for n := range text {
				for _, o := range readSample(t, r, text[:n], 1<<20).Observations {
					for _, id := range []string{o.DeliveryID, o.RequestID, o.WebhookID} {
						if id != "" && !whole[id] {
							t.Fatalf("%s: sample %d, cut at %d, gives the ID %q", f.Name, i, n, id)
						}
					}
				}
			}
		}
	}
}

// A chunk knows the names of the line before it, whatever else that line or a request holds.
func TestW3CChunks(t *testing.T) {
	const fields, line = " date time cs-uri-stem cs-method sc-status x#Fields:y", "2026-11-30 08:26:24 /b#Fields: POST 201 -\n"
	text := []byte("#Fields:" + fields + "\n" + line + line)
	if n, to := (w3cReader{}).FrameFrom(nil, text[:len(text)-3], false); to != fields || n != len(text)-len(line) {
		t.Errorf("%d bytes, names %q", n, to)
	}
}
