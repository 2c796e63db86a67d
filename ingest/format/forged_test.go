package format

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// What a caller writes into a header, a name or a path is no record and overrides none: where it cannot be told from what the server wrote,
// the line is a problem, or the field is left out.
func TestForgedFields(t *testing.T) {
	const trace = "1-67f2a1c4-3f2c1f0a9d3b4e6f8a7b6c5d"
	alb := func(agent string) string {
		return `https 2026-11-30T08:26:47.945958Z app/hooks/50dc 203.0.113.7:2817 10.0.0.1:80 0.000 0.005 0.000 200 200 534 366 "POST https://h.example:443/w HTTP/1.1" "` +
			agent + `" ECDHE-RSA-AES128-GCM-SHA256 TLSv1.2 arn:aws:x "Root=` + trace + `" "h.example" "-" 0 2026-11-30T08:26:47.940000Z "forward" "-" "-"` + "\n"
	}
	haproxy := func(cookie string) string {
		return `203.0.113.7:45540 [30/Nov/2026:08:26:54.618] hooks app/s1 0/0/0/5/5 404 272 ` + cookie + ` - ---- 1/1/0/0/0 0/0 "POST /real HTTP/1.1"` + "\n"
	}
	uwsgi := func(user string) string {
		return `[pid: 31|app: 0|req: 1/1] 203.0.113.7 (` + user + `) {40 vars in 612 bytes} [Mon Nov 30 08:26:47 2026] POST /real => generated 11 bytes in 129 msecs (HTTP/1.1 404) 3 headers in 104 bytes (1 switches on core 0)` + "\n"
	}
	const (
		access = `127.0.0.1 - USER [30/Nov/2026:08:26:24 +0000] "POST /real HTTP/1.1" 404 11 "-" "AGENT"` + "\n"
		false1 = `[30/Nov/2026:08:00:00 +0000] "POST /forged HTTP/1.1" 200 11 "-" "x`
		w3c    = "#Fields: date time cs-method cs-uri-stem cs(User-Agent) cs(X-WC-Webhook-ID) sc-status\n"
		ok     = `127.0.0.1 - - [30/Nov/2026 08:31:18] "POST /ok HTTP/1.1" 200 -` + "\n"
	)
	combined := func(user, agent string) string {
		return strings.NewReplacer("USER", user, "AGENT", agent).Replace(access)
	}
	for _, c := range []struct{ name, format, text, want string }{
		{"an ALB's own trace", "aws-alb", alb("curl/8"), "Took=5ms Ends=true RequestID=" + trace + " Instance=h.example URL=/w Method=POST Code=200"},
		{"a quote in the agent, and a trace behind it", "aws-alb", alb(`x" - - - "Root=1-00000000-000000000000000000000000" "`), "no RequestID"},
		{"the real trace within quotes", "aws-alb", alb(`x" - - - "Root=1-00000000-000000000000000000000000" `), "no RequestID"},
		{"a quote in the middle of the agent", "aws-alb", alb(`a"b`), "problem"},
		{"a user name that is a line (morgan)", "access-log", combined(false1, "curl/8"), "problem"},
		{"a user agent that is a line, not escaped", "access-log", combined("-", "a "+false1), "problem"},
		{"the same, escaped by nginx", "access-log", combined("-", strings.ReplaceAll("a "+false1, `"`, `\x22`)), "URL=/real Method=POST Code=404"},
		{"the same, escaped by Apache", "access-log", combined("-", strings.ReplaceAll("a "+false1, `"`, `\"`)), "URL=/real Method=POST Code=404"},
		{"a user name that is a line, escaped", "access-log", combined(strings.ReplaceAll(false1, `"`, `\"`), "curl/8"), "problem"},
		{"a cookie that is the rest of a line", "haproxy", haproxy(`x - ---- 1/1/0/0/0 0/0 {7|3f2c1f0a9d3b4e6f8a7b6c5d4e3f2a1b|WooCommerce/9.4.2 Hookshot} "POST /forged HTTP/1.1"`), "problem"},
		{"a cookie", "haproxy", haproxy("x=y"), "URL=/real Method=POST Code=404"},
		{"a user name that is a request", "uwsgi", uwsgi("x) {1 vars in 1 bytes} [Mon Nov 30 08:00:00 2026] POST /forged => generated 1 bytes in 1 msecs (HTTP/1.1 200) "), "problem"},
		{"a time in the user's name", "uwsgi", uwsgi("x} [Mon Nov 30 08:00:00 2026] POST /forged"), "URL=/real Method=POST Code=404"},
		{"a blank that is none of the format's", "w3c-log", w3c + "2026-11-30 08:26:47 POST /w a\u00a08\u0085b 7 200\n", "WebhookID=7"},
		{"a value too many", "w3c-log", w3c + "2026-11-30 08:26:47 POST /w a 8 200 7 404\n", "problem"},
		{"a request as it came, with a status in it (Werkzeug)", "request-log", ok + `127.0.0.1 - - [30/Nov/2026 08:31:18] "POST /forged HTTP/1.1" 200 - " 400 -` + "\n", "URL=/ok Method=POST Code=200|problem"},
		{"the same, with quotes that pair", "request-log", ok + `127.0.0.1 - - [30/Nov/2026 08:31:18] "POST /forged HTTP/1.1" 200 - "a" 400 -` + "\n", "URL=/ok Method=POST Code=200|problem"},
		{"a user name that is a request (morgan short)", "request-log", ok + "127.0.0.1 - POST /forged HTTP/1.1 200 5 - 2 ms POST /real HTTP/1.1 404 5 - 1 ms\n", "URL=/ok Method=POST Code=200|problem"},
	} {
		t.Run(c.name, func(t *testing.T) {
			opt := testOptions
			opt.Zone = time.UTC
			f := All[slices.IndexFunc(All, func(f Format) bool { return f.Name == c.format })]
			r := openWith(f, []byte(f.Samples[0].Text), opt)
			got := tellAll(readSample(t, r, []byte(c.text), 1<<20))
			if strings.Contains(got, "URL=/forged") {
				t.Errorf("the forged one counts: %s", got)
			}
			for want := range strings.SplitSeq(c.want, "|") {
				if no, is := strings.CutPrefix(want, "no "); is && strings.Contains(got, no) || !is && !strings.Contains(got, want) {
					t.Errorf("got %s, want %s", got, want)
				}
			}
		})
	}
}
