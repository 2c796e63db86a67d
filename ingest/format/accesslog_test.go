package format

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

func TestAccessLog(t *testing.T) {
	const woo = `"WooCommerce/9.9.5 Hookshot (WordPress/6.9)"`
	at := stamp("2026-11-30 08:26:24")
	for _, c := range []struct {
		name, line string
		want       profile.Observation // without position, event and precision
	}{
		{
			"combined", `127.0.0.1 - - [30/Nov/2026:08:26:24 +0000] "POST /woo/shipments HTTP/1.1" 200 11 "-" ` + woo,
			profile.Observation{Time: at, Provider: "woocommerce", URL: "/woo/shipments", Method: "POST", Code: 200},
		},
		{
			"common, Apache without a size", `127.0.0.1 - - [30/Nov/2026:08:26:24 +0000] "POST /woo HTTP/1.1" 204 -`,
			profile.Observation{Time: at, URL: "/woo", Method: "POST", Code: 204},
		},
		{
			"query, user, zone, virtual host, more fields",
			`shop.example:443 203.0.113.7 - some one [30/Nov/2026:09:56:24 +0130] "PUT /woo?consumer=b HTTP/2.0" 499 0 "https://x.example.test/" "curl/8" rt=0.1 "a \" b"`,
			profile.Observation{Time: at, URL: "/woo", Query: mark("query", "consumer=b"), Method: "PUT", Code: 499},
		},
		{
			"west of Greenwich, the day before", `::1 - - [29/Nov/2026:23:26:24 -0900] "PATCH /woo HTTP/1.1" 200 1`,
			profile.Observation{Time: at, URL: "/woo", Method: "PATCH", Code: 200},
		},
		{
			"Traefik", `203.0.113.7 - - [30/Nov/2026:08:26:24 +0000] "POST /woo HTTP/1.1" 200 11 "-" "curl/8" 42 "hooks@docker" "http://10.0.0.5:3000" 150ms`,
			profile.Observation{Time: at, Took: 150 * time.Millisecond, URL: "/woo", Method: "POST", Code: 200},
		},
		{
			"escapes of nginx and Apache", `127.0.0.1 - - [30/Nov/2026:08:26:24 +0000] "POST /a\x22b\"c\\d\xc3\xab HTTP/1.1" 200 1`,
			profile.Observation{Time: at, URL: `/a"b"c\dë`, Method: "POST", Code: 200},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := parseText(t, "access-log", c.line+"\n")
			c.want.Line, c.want.Lines, c.want.Event, c.want.Precision = 1, 1, profile.EventProxied, time.Second
			if diff := cmp.Diff([]profile.Observation{c.want}, b.Observations); diff != "" {
				t.Errorf("(-want +got):\n%s\nproblems %+v", diff, b.Problems)
			}
		})
	}
}

// Nothing of a line that cannot be read may tell who the client was.
func TestAccessLogProblems(t *testing.T) {
	const good = `127.0.0.1 - - [30/Nov/2026:08:26:24 +0000] "POST /woo HTTP/1.1" 200 11` + "\n"
	for _, c := range []struct{ name, line, want string }{
		{"no time", `203.0.113.7 - jane`, "no [time] as the fourth word"},
		{"time without end", `203.0.113.7 - jane [30/Nov/2026:08:26:24 `, "no ] behind the time"},
		{"time without zone", `203.0.113.7 - jane [30/Nov/2026:08:26:24] "POST /woo HTTP/1.1" 200 1`, `time "30/Nov/2026:08:26:24" is not of the form 30/Nov/2026:08:26:24 +0000`},
		{"no such month", `203.0.113.7 - jane [30/Now/2026:08:26:24 +0000] "POST /woo HTTP/1.1" 200 1`, `time "30/Now/2026:08:26:24 +0000" is not of the form 30/Nov/2026:08:26:24 +0000`},
		{"no such hour", `203.0.113.7 - jane [30/Nov/2026:24:26:24 +0000] "POST /woo HTTP/1.1" 200 1`, `time "30/Nov/2026:24:26:24 +0000" is not of the form 30/Nov/2026:08:26:24 +0000`},
		{"request without end", `203.0.113.7 - jane [30/Nov/2026:08:26:24 +0000] "POST /woo`, `no request in quotes behind the time "30/Nov/2026:08:26:24 +0000"`},
		{"no status", `203.0.113.7 - jane [30/Nov/2026:08:26:24 +0000] "POST /woo HTTP/1.1" - 1`, `"-" behind the request is no status of three digits`},
		{"no path", `203.0.113.7 - jane [30/Nov/2026:08:26:24 +0000] "POST" 400 1`, `request "POST" has no path`},
		{"no size", `203.0.113.7 - jane [30/Nov/2026:08:26:24 +0000] "POST / HTTP/1.1" 400`, `no size behind the status "400"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := parseText(t, "access-log", good+c.line+"\n"+good)
			if len(b.Observations) != 2 || len(b.Problems) != 1 {
				t.Fatalf("%d records, problems %+v; want 2 and 1", len(b.Observations), b.Problems)
			}
			p := b.Problems[0]
			if p.Reason != c.want || p.Line != 2 || p.Offset != int64(len(good)) || p.Hint == "" {
				t.Errorf("got %+v, want %q at line 2 with a hint", p, c.want)
			}
		})
	}
}

func FuzzAccessLog(f *testing.F) {
	for _, s := range accessLog.Samples {
		f.Add([]byte(s.Text), 100)
	}
	f.Fuzz(func(t *testing.T, text []byte, size int) { fuzzFormats(t, []Format{accessLog}, text, size) })
}

func FuzzServerLogs(f *testing.F) {
	formats := []Format{nginxErrorLog, phpErrorLog, emptyFile}
	for _, x := range formats {
		for _, s := range x.Samples {
			f.Add([]byte(s.Text), 100)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte, size int) { fuzzFormats(t, formats, text, size) })
}

func TestSplitURL(t *testing.T) {
	for _, c := range []struct{ raw, clean, query string }{
		{"/woo?a=b", "/woo", "a=b"},
		{"https://u:p@h@host/x@y?q#f", "https://host/x@y", "q"},
		{"https://host#f?q", "https://host", ""},
		{"https://host?q=u@x", "https://host", "q=u@x"},
		{"//u:p@host/x", "//host/x", ""},
		{"/a;jsessionid=1?x", "/a", "jsessionid=1?x"},
		{"", "", ""},
	} {
		t.Run(c.raw, func(t *testing.T) {
			if clean, query := splitURL(c.raw); clean != c.clean || query != c.query {
				t.Errorf("got %q and %q, want %q and %q", clean, query, c.clean, c.query)
			}
		})
	}
}
