package format

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLogfmtRecorded(t *testing.T) {
	for _, name := range []string{"logfmt/receiver", "logfmt/go-slog-text", "logfmt/rails-lograge"} {
		t.Run(name, func(t *testing.T) { compareRecorded(t, logfmt, name) })
	}
}

func TestLogfmtPairs(t *testing.T) {
	for _, c := range []struct {
		name, line string
		want       []string
		bad        int
	}{
		{"plain", `a=1 b=x`, []string{"a=1", "b=x"}, -1},
		{"blanks around", "  a=1 \t b=x  ", []string{"a=1", "b=x"}, -1},
		{"a value with blanks", `thread=Thread-3 (process_request_thread) msg=x y`, []string{"thread=Thread-3 (process_request_thread)", "msg=x y"}, -1},
		{"empty values", `a= b="" c=`, []string{"a=", "b=", "c="}, -1},
		{"an equals sign in a value", `url=/a?b=c&d=e n=1`, []string{"url=/a?b=c&d=e", "n=1"}, -1},
		{"quotes hold keys", `msg="x b=2 c" d=1`, []string{"msg=x b=2 c", "d=1"}, -1},
		{"Go escapes", `msg="\"a\" \\ \n\x41\u00eb" d=1`, []string{"msg=\"a\" \\ \nAë", "d=1"}, -1},
		{"JSON escapes", `msg="\/ \ud83d\ude00" d=1`, []string{"msg=/ 😀", "d=1"}, -1},
		{"a quote inside that a writer did not escape", `msg="say "hi", he said" d=1`, []string{`msg=say "hi", he said`, "d=1"}, -1},
		{"single quotes", `error='a b=1: it's' d=1`, []string{"error=a b=1: it's", "d=1"}, -1},
		{"a single quote that is none", `who='tis me d=1`, []string{"who='tis me", "d=1"}, -1},
		{"an object", `body={"a": 1, "b":"} c=2"} d=1`, []string{`body={"a": 1, "b":"} c=2"}`, "d=1"}, -1},
		{"a Ruby hash", `params={"a"=>[1, {"b"=>"\"} c=2"}]} d=1`, []string{`params={"a"=>[1, {"b"=>"\"} c=2"}]}`, "d=1"}, -1},
		{"a bracket that is never closed", `a={"x b=2 c=[y d=1`, []string{`a={"x`, "b=2", "c=[y", "d=1"}, -1},
		{"text behind a bracket", `a=[1]x y b=2`, []string{"a=[1]x y", "b=2"}, -1},
		{"words alone", `paid a="x y" signature_valid b=1`, []string{"paid", "a=x y", "signature_valid", "b=1"}, -1},
		{"a quote that is never closed", `a=1 msg="x b=2`, []string{"a=1"}, 8},
		{"keys with points and dashes", `http.status=200 @m=x x-request-id=r _p=1 9=2`, []string{"http.status=200", "@m=x", "x-request-id=r", "_p=1 9=2"}, -1},
		{"nothing", ``, nil, -1},
	} {
		t.Run(c.name, func(t *testing.T) {
			pairs, bad := logfmtPairs(nil, []byte(c.line))
			var got []string
			for _, p := range pairs {
				text := string(p.key)
				if !p.bare {
					text += "=" + string(p.value)
				}
				got = append(got, text)
			}
			if diff := cmp.Diff(c.want, got); diff != "" || bad != c.bad {
				t.Errorf("bad %d, want %d (-want +got):\n%s", bad, c.bad, diff)
			}
		})
	}
}

func TestLogfmtRecords(t *testing.T) {
	const id = " delivery_id=d1"
	for _, c := range []struct{ name, text, want string }{
		{
			"Python's thread does the work", `ts=2026-11-30T09:08:58.495Z level=INFO logger=receiver thread=Thread-3 (process_request_thread) msg="operation claimed"` + id,
			"1 claimed 2026-11-30T09:08:58.495Z (1ms) DeliveryID=d1 Worker=Thread-3 (process_request_thread) Instance=receiver\n0 skipped\n",
		},
		{"a named worker before the thread", `thread=Thread-3 msg="operation claimed" worker_id=w-1` + id, "1 claimed DeliveryID=d1 Worker=w-1\n0 skipped\n"},
		{"no zone, no time", `time="2026-11-30 09:08:58" level=info msg="job done" job_id=7`, "1 done JobID=7\n0 skipped\n"},
		{"log15's short names", `t=2026-11-30T09:08:58+0100 lvl=info msg="job done" job_id=7`, "1 done 2026-11-30T08:08:58Z (1s) JobID=7\n0 skipped\n"},
		{
			"logrus", `time="2026-11-30T08:30:04Z" level=info msg="webhook received" duration=12ms` + id,
			"1 received 2026-11-30T08:30:04Z (1s) Took=12ms Ends=true DeliveryID=d1\n0 skipped\n",
		},
		{"a bare duration has no unit", `time=2026-11-30T08:30:04Z level=info msg="job done" duration=12` + id, "1 done 2026-11-30T08:30:04Z (1s) DeliveryID=d1\n0 skipped\n"},
		{"a true value as a word, behind a quoted one", `event="webhook received" signature_valid` + id, "1 received DeliveryID=d1 SignatureValid=1\n0 skipped\n"},
		{"a true value as a word, behind another", `event=received request_id=r1 signature_valid` + id, "1 received DeliveryID=d1 RequestID=r1 SignatureValid=1\n0 skipped\n"},
		{"the last word of a sentence is no flag", `msg=shipment created shipment_id=S1 worker_id=w-1`, "1 result DownstreamID=S1 Worker=w-1\n0 skipped\n"},
		{
			"an answered request of lograge", `method=POST path=/woo controller=Hooks action=create status=500 error='RuntimeError: timeout' duration=0.29 time=2026-11-30T08:33:22.320Z wc_delivery=d1`,
			"1 responded 2026-11-30T08:33:22.32Z (1ms) Took=290µs Ends=true DeliveryID=d1 URL=/woo Method=POST Code=500\n0 skipped\n",
		},
		{
			"Heroku's router", `2026-11-30T08:26:47.250763+00:00 heroku[router]: at=info method=POST path="/woo?consumer=b" request_id=r1 dyno=web.1 connect=0ms service=653ms status=204`,
			"1 proxied 2026-11-30T08:26:47.250763Z (1µs) Took=653ms Ends=true RequestID=r1 Instance=web.1 URL=/woo Query=\"query:consumer=b\" Method=POST Code=204\n0 skipped\n",
		},
		{"a health check", `method=GET path=/healthz controller=Health action=show status=200 duration=0.33`, "1 skipped\n"},
		{"says nothing of webhooks", `level=info msg=listening port=80`, "1 skipped\n"},
		{
			"a traceback is skipped", `level=ERROR msg="job failed"` + id + "\nTraceback (most recent call last):\n  File \"a.py\", line 1\n    f(a=1, b=2)\nValueError: a=1 b=2\n\n" + `level=INFO msg="job done"` + id,
			"1 failed DeliveryID=d1\n7 done DeliveryID=d1\n5 skipped\n",
		},
		{"a name with two values names nothing", `msg="job done" job_id=7 job_id=8 job_id=7` + id + id, "1 done DeliveryID=d1\n0 skipped\n"},
		{"carriage returns", `msg="job done"` + id + "\r\n" + `msg="job done"` + id + "\r\n", "1 done DeliveryID=d1\n2 done DeliveryID=d1\n0 skipped\n"},
		{
			"a line cut in a quote", `level=INFO delivery_id=d0 msg="job do` + "\nrest\n" + `msg="job done"` + id,
			"3 done DeliveryID=d1\nproblem at line 1: column 31: a quoted value that begins here has no end\n1 skipped\n",
		},
		{
			"text before the first record", "d1 a=2\n" + `msg="job done"` + id,
			"2 done DeliveryID=d1\nproblem at line 1: text \"x0 x=0\" belongs to no record that begins in this file\n0 skipped\n",
		},
		{
			"a body keeps its escapes apart", `msg="webhook received" webhook_id=7 body="{\"id\":14,\"note\":\"a\\\"b\"}"`,
			"1 received WebhookID=7 State=\"state:{\\\"id\\\":14,\\\"\"\n0 skipped\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.TrimSuffix(c.text, "\n") + "\n"
			for _, size := range []int{1 << 20, 1} {
				got := tellAll(readSample(t, logfmtReader{}, []byte(text), size))
				if diff := cmp.Diff(c.want, got); diff != "" {
					t.Errorf("in chunks of %d (-want +got):\n%s", size, diff)
				}
			}
		})
	}
}

// A log in which every record is an error is still one.
func TestLogfmtIsKnownBetweenTraces(t *testing.T) {
	text := strings.Repeat("level=ERROR msg=\"job failed\"\nTraceback (most recent call last):\n  File \"a.py\", line 1, in f\n    g()\nValueError: x\n", 3)
	if openSample(logfmt, []byte(text)) == nil {
		t.Error("not recognised")
	}
}

func FuzzLogfmt(f *testing.F) {
	for _, s := range logfmtSamples {
		f.Add([]byte(s.Text), 100)
	}
	f.Add([]byte("a={ b='x c=\"\\q\" d=[}] e=\"\\ud800\" signature_valid f=x is_duplicate\r\nrest\n t=1 u=2\n"), 7)
	f.Fuzz(func(t *testing.T, text []byte, size int) {
		openSample(logfmt, text)
		whole, cut := readSample(t, logfmtReader{}, text, len(text)+1), readSample(t, logfmtReader{}, text, min(max(size, 1), 1<<20))
		if diff := cmp.Diff(whole, cut); diff != "" {
			t.Errorf("differs in chunks of %d (-whole +cut):\n%s", size, diff)
		}
	})
}

// What a last line without a line end ends with may be cut off: half an ID would be another's.
func TestLogfmtCut(t *testing.T) {
	const line = `time=2026-11-30T08:30:04Z level=INFO msg="webhook received" request_id=req-a1 delivery_id=5f2c1f0a9d3b`
	for _, c := range []struct{ text, want string }{
		{line + "\n", "DeliveryID=5f2c1f0a9d3b RequestID=req-a1\n0 skipped"},
		{line, "RequestID=req-a1\nproblem at line 1: the line has no end, so its delivery_id may be cut off and is left out\n0 skipped"},
		{line + ` order_id="18"`, "ResourceID=18 DeliveryID=5f2c1f0a9d3b RequestID=req-a1\n0 skipped"},
	} {
		_, got, _ := strings.Cut(readText(t, "level=INFO msg=started version=1\n"+c.text), "(1s) ")
		if got = strings.TrimPrefix(strings.ReplaceAll(strings.TrimSpace(got), "line 2", "line 1"), "ResourceType=order "); got != strings.ReplaceAll(c.want, "0 skipped", "1 skipped") {
			t.Errorf("%s\ngot  %q\nwant %q", c.text, got, c.want)
		}
	}
}
