package format

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

func parseAs(t *testing.T, logFormatText, text string) Batch {
	t.Helper()
	l, err := ParseLogFormat(logFormatText)
	if err != nil {
		t.Fatal(err)
	}
	opt := testOptions
	opt.Lines, opt.As = []*LineFormat{l}, logFormatName
	r := openWith(logFormat, []byte(text), opt)
	if r == nil {
		t.Fatalf("not recognised: %s", whyLogFormat([]byte(text), opt))
	}
	all := readSample(t, r, []byte(text), 1<<20)
	for _, size := range []int{1, 7, 100} {
		if diff := cmp.Diff(all, readSample(t, r, []byte(text), size)); diff != "" {
			t.Errorf("in chunks of %d (-whole +cut):\n%s", size, diff)
		}
	}
	return all
}

func TestLogFormat(t *testing.T) {
	at := stamp("2026-11-30 08:26:24")
	const id = "3f2c1f0a9d3b4e6f8a7b6c5d4e3f2a1b"
	for _, c := range []struct {
		name, format, line string
		want               profile.Observation // without position and event
	}{
		{
			"nginx, combined with more behind it",
			`$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent" $request_time $upstream_response_time $request_id`,
			`203.0.113.7 - some one [30/Nov/2026:08:26:24 +0000] "POST /woo?a=b HTTP/1.1" 499 0 "-" "say \x22hi\x22" 0.250 0.005, 0.240 cc82cd6d6d6c4f5eaaea3fef8ef6bcb7`,
			profile.Observation{
				Time: at, Precision: time.Second, Ends: true, Took: 250 * time.Millisecond, Method: "POST", URL: "/woo", Query: mark("query", "a=b"), Code: 499,
				RequestID: "cc82cd6d6d6c4f5eaaea3fef8ef6bcb7", Upstream: "-/0.005, -/0.240",
			},
		},
		{
			"nginx, epoch and a URL in pieces", `$msec $scheme://$host$uri$is_args$args ${request_method} $status "$http_x_wc_webhook_id"`,
			`1796027184.250 https://hooks.example.test/woo?a=b POST 200 "7"`,
			profile.Observation{
				Time: at + 250e6, Precision: time.Millisecond, Ends: true, Method: "POST", URL: "/woo", Query: mark("query", "a=b"), Code: 200, Provider: "woocommerce",
				WebhookID: "7", Instance: "hooks.example.test",
			},
		},
		{
			"nginx, escape=json", `log_format x escape=json '{"t":"$time_iso8601","r":"$request","s":$status,' '"d":"$http_x_wc_webhook_delivery_id"}';`,
			`{"t":"2026-11-30T09:26:24+01:00","r":"POST /a\"b HTTP/1.1","s":200,"d":"` + id + `"}`,
			profile.Observation{Time: at, Precision: time.Second, Ends: true, Method: "POST", URL: `/a"b`, Code: 200, Provider: "woocommerce", DeliveryID: id},
		},
		{
			"nginx, the name of a variable of one's own", `$time_iso8601|$request|$status|$correlation_id`, `2026-11-30T08:26:24+00:00|POST /woo HTTP/1.1|202|abc-1`,
			profile.Observation{Time: at, Precision: time.Second, Ends: true, Method: "POST", URL: "/woo", Code: 202, RequestID: "abc-1"},
		},
		{
			"Apache, as it stands in httpd.conf", `LogFormat "%v:%p %h %l %u %t \"%r\" %>s %O \"%{Referer}i\" \"%{User-Agent}i\" %{X-WC-Webhook-ID}i %D %T" vhost_combined`,
			`hooks.example.test:443 203.0.113.7 - jane [30/Nov/2026:08:26:24 +0000] "POST /woo HTTP/1.1" 200 11 "-" "Z\xc3\xbcrich \"x\"" 7 250 0`,
			profile.Observation{
				Time: at, Precision: time.Second, Took: 250 * time.Microsecond, Method: "POST", URL: "/woo", Code: 200, Provider: "woocommerce", WebhookID: "7",
				Instance: "hooks.example.test",
			},
		},
		{
			"Apache, a time in pieces and at the end", `%{end:%d/%b/%Y %T}t.%{end:msec_frac}t %{%z}t %m %U%q %s %>s %{ms}T %{X-Request-ID}i %{UNIQUE_ID}e`,
			`30/Nov/2026 09:26:24.250 +0100 POST /woo?a=b 200 204 17 req-1 aw0z`,
			profile.Observation{
				Time: at + 250e6, Precision: time.Millisecond, Ends: true, Took: 17 * time.Millisecond, Method: "POST", URL: "/woo", Query: mark("query", "a=b"), Code: 204,
				RequestID: "req-1",
			},
		},
		{
			"Apache, seconds since 1970", `%{sec}t.%{usec_frac}t "%r" %>s %{UNIQUE_ID}e`, `1796027184.250000 "POST /woo HTTP/1.1" 200 aw0z`,
			profile.Observation{Time: at + 250e6, Precision: time.Microsecond, Method: "POST", URL: "/woo", Code: 200, RequestID: "aw0z"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := parseAs(t, c.format, c.line+"\n")
			c.want.Line, c.want.Lines, c.want.Event = 1, 1, profile.EventProxied
			if diff := cmp.Diff([]profile.Observation{c.want}, b.Observations); diff != "" || len(b.Problems) > 0 {
				t.Errorf("(-want +got):\n%s\nproblems %+v", diff, b.Problems)
			}
		})
	}
}

func TestLogFormatProblems(t *testing.T) {
	const format = `$time_iso8601 "$request" $status a=$http_x_a d=$http_x_wc_webhook_delivery_id`
	const good = `2026-11-30T08:26:24+00:00 "POST /woo HTTP/1.1" 200 a=1 d=2` + "\n"
	for _, c := range []struct{ name, line, want string }{
		{"cut", `2026-11-30T08:26:24+00:00 "POST /w`, `column 35: "\" " is due`},
		{"no time", `2026-11-31T08:26:24+00:00 "POST /woo HTTP/1.1" 200 a=1 d=2`, "column 1: no value of $time_iso8601"},
		{"no status", `2026-11-30T08:26:24+00:00 "POST /woo HTTP/1.1" 2x0 a=1 d=2`, "column 48: no value of $status"},
		{"two ways", `2026-11-30T08:26:24+00:00 "POST /woo HTTP/1.1" 200 a=1 d=2 d=3`, "the line can be cut in more than one way: a value holds what stands between the values"},
		{"another's", `127.0.0.1 - - jane`, "column 1: no value of $time_iso8601"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := parseAs(t, format, good+c.line+"\n"+good)
			if len(b.Observations) != 2 || len(b.Problems) != 1 || b.Problems[0].Reason != c.want || b.Problems[0].Line != 2 || b.Problems[0].Hint == "" {
				t.Errorf("%d records, problems %+v; want 2 and %q", len(b.Observations), b.Problems, c.want)
			}
		})
	}
	b := parseAs(t, format, good+strings.TrimSuffix(good, "\n"))
	if len(b.Observations) != 2 || b.Observations[1].DeliveryID != "" || len(b.Problems) != 1 || b.Problems[0].Lines != 0 {
		t.Errorf("a last line without end: %+v, problems %+v", b.Observations, b.Problems)
	}
}

func TestParseLogFormatRefuses(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "there is none of nginx's $names or Apache's %directives in it"},
		{"LogFormat", "there is none of nginx's $names or Apache's %directives in it"},
		{"$request %h", "there are both nginx's $names and Apache's %directives in it"},
		{"$time_local $http_a$http_b $request", "nothing stands between $http_a and $http_b, so where one ends and the other begins cannot be told"},
		{`%t "%r" %{A}i%{B}i`, "nothing stands between %{A}i and %{B}i, so where one ends and the other begins cannot be told"},
		{"$time_local $status", "it names neither the request nor its path, so nothing of a webhook is in such a line"},
		{`%{%H:%M}t "%r"`, "its time has no year, month and day"},
		{`%{%Y-%m-%d %H:%M}t "%r"`, "its time has no hour, minute and second"},
		{`%{%c}t "%r"`, "%c in %{%c}t is not read: a time is read from %Y %m %d %b %e %H %M %S %z %F %T %s"},
		{`%t "%r" %Z`, "%Z is no directive of Apache's"},
		{`%t "%r" %{h}T`, "%{h}T is none of %T, %{s}T, %{ms}T, %{us}T"},
		{"escape=html $request", "escape=html is none of default, json, none"},
		{"log_format x '$request", "a quote ' in it has no end"},
		{`log_format x '$request\n$status';`, "there is a line break in it, so a record is no line"},
	} {
		if _, err := ParseLogFormat(c.text); err == nil || err.Error() != c.want {
			t.Errorf("%q: %v, want %q", c.text, err, c.want)
		}
	}
}

// What is not escaped counts only where it is whole.
func TestUnescapedBody(t *testing.T) {
	const format = `escape=none $time_iso8601 $request_method $uri $status $request_body`
	const head = `2026-11-30T08:26:24+00:00 POST /woo 200 `
	b := parseAs(t, format, head+"{\"id\":1,\r\n\"a b\":\"c\"}\n"+head+"{\"id\":2\nx\n"+head+"{\"id\":3\n"+head+"{\"id\":4}\n")
	var sizes, lines []int64
	for _, o := range b.Observations {
		sizes, lines = append(sizes, o.BodySize), append(lines, o.Lines)
	}
	if diff := cmp.Diff([]int64{20, 0, 0, 8}, sizes); diff != "" {
		t.Errorf("sizes of bodies (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]int64{2, 1, 1, 1}, lines); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
	if len(b.Problems) != 1 || b.Problems[0].Line != 4 {
		t.Errorf("problems %+v, want one at line 4", b.Problems)
	}
}

// A line of nothing but what stands between values costs no square of its length.
func TestTemplateCost(t *testing.T) {
	l, err := ParseLogFormat(`$http_a $http_b $http_c $http_d $http_e "$request" $http_f $http_g $status`)
	if err != nil {
		t.Fatal(err)
	}
	line := []byte(strings.Repeat(" ", 1<<20) + `"POST / HTTP/1.1"` + strings.Repeat(" ", 1<<20) + "200")
	if ways := l.server.cut(line, new(cutting)); ways != 2 {
		t.Errorf("%d ways, want 2", ways)
	}
}

func FuzzLogFormat(f *testing.F) {
	for _, s := range logFormatSamples {
		f.Add(s.Given, []byte(s.Text))
	}
	f.Fuzz(func(t *testing.T, given string, text []byte) {
		l, err := ParseLogFormat(given)
		if err != nil || len(text) == 0 {
			return
		}
		readSample(t, serverLines{l.server, time.UTC}, text, 100)
	})
}
