package format

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// readText reads a text as whatever format it is in chunks of several sizes, in UTC where it names no zone, and tells what comes of it.
func readText(t *testing.T, text string) string {
	t.Helper()
	opt := Options{MaxLine: 16 << 20, MaxDepth: 100, Zone: time.UTC}
	var r Reader
	for _, f := range All {
		if is := f.Open([]byte(text[:min(len(text), HeadSize)]), opt); is != nil {
			if r != nil {
				t.Fatal("several formats say yes")
			}
			r = is
		}
	}
	if r == nil {
		return "not recognised\n"
	}
	var told string
	for _, size := range []int{1 << 20, 300, 1} {
		got := tellAll(readSample(t, r, []byte(text), size))
		if told != "" && told != got {
			t.Errorf("in chunks of %d (-whole +cut):\n%s", size, cmp.Diff(told, got))
		}
		if told == "" {
			told = got
		}
	}
	if crlf := tellAll(readSample(t, r, []byte(strings.ReplaceAll(text, "\n", "\r\n")), 1<<20)); crlf != told {
		t.Errorf("with carriage returns (-without +with):\n%s", cmp.Diff(told, crlf))
	}
	return told
}

func TestTextHeads(t *testing.T) {
	const seen = " 2026-11-30T08:31:13"
	for _, c := range []struct{ name, text, want string }{
		{"Python", "2026-11-30 08:31:13,115 - shop.hooks - INFO - job done job_id=7", "done" + seen + ".115Z (1ms) JobID=7 Instance=shop.hooks"},
		{"Python, level first", "2026-11-30 08:31:13,115 INFO shop.hooks: job done job_id=7", "done" + seen + ".115Z (1ms) JobID=7 Instance=shop.hooks"},
		{"Python, bracketed", "2026-11-30 08:31:13,115 [INFO] shop.hooks: job done job_id=7", "done" + seen + ".115Z (1ms) JobID=7 Instance=shop.hooks"},
		{"Flask", "[2026-11-30 08:31:13,115] INFO in hooks: job done job_id=7", "done" + seen + ".115Z (1ms) JobID=7 Instance=hooks"},
		{"Celery", "[2026-11-30 08:31:13,115: INFO/MainProcess] job done job_id=7", "done" + seen + ".115Z (1ms) JobID=7 Process=MainProcess"},
		{"Celery's task logger, pairs first", "[2026-11-30 08:31:13,115: INFO/ForkPoolWorker-1] shop.ship[268a26a3-1111-4222-8333-0123456789ab]: order_id=7 shipment created shipment_id=S8", "result" + seen + ".115Z (1ms) ResourceType=order ResourceID=7 JobID=268a26a3-1111-4222-8333-0123456789ab DownstreamID=S8 Process=ForkPoolWorker-1"},
		{"a task that is named", "2026-11-30T08:31:13.115Z INFO enqueued fulfil task 268a26a3-1111-4222-8333-0123456789ab for evt_1R0002", "enqueued" + seen + ".115Z (1ms) EventID=evt_1R0002 JobID=268a26a3-1111-4222-8333-0123456789ab"},
		{"what was made", "2026-11-30T08:31:13.115Z INFO Shipment created S881 for order 4402", "effect" + seen + ".115Z (1ms) ResourceType=order ResourceID=4402 DownstreamID=S881"},
		{"what was made, the other way round", "2026-11-30T08:31:13.115Z INFO Created invoice: INV-3", "effect" + seen + ".115Z (1ms) DownstreamID=INV-3"},
		{"how long it took", "2026-11-30T08:31:13.115Z INFO Shipment created 200ms job_id=7", "noted" + seen + ".115Z (1ms) JobID=7"},
		{"a topic that came", "2026-11-30T08:31:13.115Z INFO Received orders/paid webhookId=b54557e4-bdd9-4b37-8a5f-bf7d70bcd043", "received" + seen + ".115Z (1ms) WebhookID=b54557e4-bdd9-4b37-8a5f-bf7d70bcd043"},
		{"a topic alone", "2026-11-30T08:31:13.115Z INFO Received orders/paid job_id=7", "noted" + seen + ".115Z (1ms) JobID=7"},
		{"loguru", "2026-11-30 08:31:13.115 | INFO     | app.hooks:receive:12 - job done job_id=7", "done" + seen + ".115Z (1ms) JobID=7"},
		{"structlog", "2026-11-30 08:31:13 [info     ] job_done                       job_id=7 note='a b'", "done" + seen + "Z (1s) JobID=7"},
		{"gunicorn", "[2026-11-30 08:31:13 +0000] [4242] [INFO] job done job_id=7", "done" + seen + "Z (1s) JobID=7 Process=4242"},
		{"Spring", "2026-11-30T09:31:13.115+01:00  INFO 4242 --- [nio-8080-exec-1] com.example.Hooks    : job done job_id=7", "done" + seen + ".115Z (1ms) JobID=7 Worker=nio-8080-exec-1 Process=4242 Instance=com.example.Hooks"},
		{"Spring with the application's name", "2026-11-30T08:31:13.115Z  INFO 4242 --- [shop] [nio-8080-exec-1] com.example.Hooks : job done job_id=7", "done" + seen + ".115Z (1ms) JobID=7 Worker=nio-8080-exec-1 Process=4242 Instance=com.example.Hooks"},
		{"Logback", "2026-11-30 08:31:13.115 [main] INFO  com.example.Hooks - job done job_id=7", "done" + seen + ".115Z (1ms) JobID=7 Worker=main Instance=com.example.Hooks"},
		{"Logback without a day", "08:31:13.115 [main] INFO  com.example.Hooks - job done job_id=7", "done JobID=7 Worker=main Instance=com.example.Hooks"},
		{"log4js", "[2026-11-30T08:31:13.115] [INFO] http - job done job_id=7", "done" + seen + ".115Z (1ms) JobID=7 Instance=http"},
		{"winston", "2026-11-30T08:31:13.115Z [info]: job done {\"jobId\":7}", "done" + seen + ".115Z (1ms) JobID=7"},
		{"winston without brackets", "2026-11-30T08:31:13.115Z info: job done {\"jobId\":7}", "done" + seen + ".115Z (1ms) JobID=7"},
		{"zap", "2026-11-30T08:31:13.115Z\tINFO\thooks\tapp/main.go:52\tjob done\t{\"job_id\": 7}", "done" + seen + ".115Z (1ms) JobID=7 Instance=hooks"},
		{"zap without a caller", "2026-11-30T08:31:13.115Z\tINFO\tjob done\t{\"job_id\": 7}", "done" + seen + ".115Z (1ms) JobID=7"},
		{"zap's level in colour", "2026-11-30T08:31:13.115Z\t\x1b[34mINFO\x1b[0m\tapp/main.go:52\tjob done\t{\"job_id\": 7}", "done" + seen + ".115Z (1ms) JobID=7"},
		{"zerolog counts milliseconds", "\x1b[90m2026-11-30T08:31:13Z\x1b[0m \x1b[32mINF\x1b[0m job done \x1b[36mduration=\x1b[0m12 \x1b[36mjob_id=\x1b[0m7", "done" + seen + "Z (1s) Took=12ms Ends=true JobID=7"},
		{"nobody else does", "2026-11-30T08:31:13Z INFO job done duration=12 job_id=7", "done" + seen + "Z (1s) JobID=7"},
		{"Go", "2026/11/30 08:31:13 job done job_id=7", "done" + seen + "Z (1s) JobID=7"},
		{"Go with a prefix", "hooks: 2026/11/30 08:31:13.000115 job done job_id=7", "done" + seen + ".000115Z (1µs) JobID=7"},
		{"chi", `2026/11/30 08:31:13 [r-1] "POST http://h/hooks?a=1 HTTP/1.1" from 127.0.0.1:34008 - 202 2B in 69.5µs`, "responded" + seen + `Z (1s) Took=69.5µs Ends=true RequestID=r-1 URL=http://h/hooks Query="query:a=1" Method=POST Code=202`},
		{"gin", `[GIN] 2026/11/30 - 08:31:13 | 500 |  1.5ms |       127.0.0.1 | POST     "/hooks"`, "responded" + seen + "Z (1s) Took=1.5ms Ends=true URL=/hooks Method=POST Code=500"},
		{"Django", `[30/Nov/2026 08:31:13] "POST /hooks HTTP/1.1" 200 12`, "responded" + seen + "Z (1s) Ends=true URL=/hooks Method=POST Code=200"},
		{"Werkzeug", `127.0.0.1 - - [30/Nov/2026 08:31:13] "POST /hooks HTTP/1.1" 200 -`, "responded" + seen + "Z (1s) Ends=true URL=/hooks Method=POST Code=200"},
		{"PHP's own server", "[Mon Nov 30 08:31:13 2026] 127.0.0.1:44242 [200]: POST /hooks", "responded" + seen + "Z (1s) Ends=true URL=/hooks Method=POST Code=200"},
		{"PHP, with the name of a place", "[30-Nov-2026 09:31:13 Europe/Berlin] job done job_id=7", "done" + seen + "Z (1s) JobID=7"},
		{"Ruby", "I, [2026-11-30T08:31:13.000115 #4242]  INFO -- hooks: job done job_id=7", "done" + seen + ".000115Z (1µs) JobID=7 Process=4242 Instance=hooks"},
		{"Rails in production", `I, [2026-11-30T08:31:14.747866 #4242]  INFO -- : [r-1] Started POST "/hooks" for 127.0.0.1 at 2026-11-30 09:31:13 +0100`, "noted" + seen + "Z (1s) RequestID=r-1 Process=4242 URL=/hooks Method=POST"},
		{"a request ID", "2026-11-30T08:31:13Z [0f8fad5b-d9cb-469f-a165-70867728950e] INFO job done job_id=7", "done" + seen + "Z (1s) RequestID=0f8fad5b-d9cb-469f-a165-70867728950e JobID=7"},
		{"no level", "[2026-11-30T08:31:13.115Z] job done job_id=7", "done" + seen + ".115Z (1ms) JobID=7"},
		{"Python's default", "INFO:hooks:job done job_id=7", "done JobID=7 Instance=hooks"},
		{"uvicorn", `INFO:     127.0.0.1:35104 - "POST /hooks HTTP/1.1" 500 Internal Server Error`, "responded Ends=true URL=/hooks Method=POST Code=500"},
		{"a level in brackets", "[info] job done job_id=7", "done JobID=7"},
		{"morgan tiny", "POST /hooks 200 58 - 2.588 ms", "responded Took=2.588ms Ends=true URL=/hooks Method=POST Code=200"},
		{"morgan without an answer", "POST /hooks - - - - ms", "not recognised"},
		{"koa in seconds", "  --> POST /hooks 200 3s 2b", "responded Took=3s Ends=true URL=/hooks Method=POST Code=200"},
		{"a request with an ID behind it", "2026-11-30T08:31:13Z POST /hooks 200 5ms delivery=d1", "responded" + seen + "Z (1s) Took=5ms Ends=true DeliveryID=d1 URL=/hooks Method=POST Code=200"},
		{"a request that it makes itself is none", "2026-11-30T08:31:13Z INFO POST https://carrier.example/labels 200 5ms job_id=7", "noted" + seen + "Z (1s) JobID=7"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, _, _ := strings.Cut(strings.TrimPrefix(readText(t, c.text+"\n"), "1 "), "\n")
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestTextMessages(t *testing.T) {
	const at, seen = "2026-11-30T08:31:13Z INFO ", " 2026-11-30T08:31:13Z (1s)"
	for _, c := range []struct{ name, text, want string }{
		{"pairs end at a blank or comma", at + "job done job_id=7, delivery=d1 for 3 reasons", "1 done" + seen + " DeliveryID=d1 JobID=7\n0 skipped\n"},
		{"pairs in quotes", at + `job done job_id="7 a" error='x y'`, "1 done" + seen + " JobID=7 a\n0 skipped\n"},
		{"a word before says what an object is", at + "Webhook received headers: {'X-WC-Webhook-ID': '7', 'X-WC-Webhook-Delivery-ID': 'd1'} body={'id': 14, 'status': 'on-hold'}", "1 received" + seen + " Provider=woocommerce ResourceID=14 WebhookID=7 DeliveryID=d1 State=\"state:{\\\"id\\\":14,\\\"\" Status=on-hold\n0 skipped\n"},
		{"what an object leaves out is no state", at + "Webhook received headers: {'X-WC-Webhook-ID': '7', 'X-WC-Webhook-Delivery-ID': 'd1'} body={ id: 14, status: 'on-hold', items: [ [Object] ] }", "1 received" + seen + " Provider=woocommerce ResourceID=14 WebhookID=7 DeliveryID=d1 Status=on-hold\n0 skipped\n"},
		{"an answer's headers are not the request's", at + "job done job_id=7 response_headers: {'X-WC-Webhook-ID': '7'}", "1 done" + seen + " JobID=7\n0 skipped\n"},
		{"headers alone, without a request ID", at + "headers { 'x-wc-webhook-id': '7', 'x-wc-webhook-delivery-id': 'd1' }", "1 noted" + seen + " Provider=woocommerce WebhookID=7 DeliveryID=d1\n0 skipped\n"},
		{"an object over several lines", at + "job done {\n  jobId: 7,\n  deliveryId: 'd1'\n} again\n" + at + "job done job_id=8", "1 done" + seen + " DeliveryID=d1 JobID=7\n5 done" + seen + " JobID=8\n0 skipped\n"},
		{"print_r behind the line", at + "job done\nArray\n(\n    [job_id] => 7\n)\n\n" + at + "job done job_id=8", "1 done" + seen + " JobID=7\n7 done" + seen + " JobID=8\n0 skipped\n"},
		{"the exception says why", at + "carrier API failed job_id=7\nTraceback (most recent call last):\n  File \"a.py\", line 1, in f\n    f(job_id=8, delivery_id='d2')\nshop.CarrierTimeout: timed out", "1 call_failed" + seen + " JobID=7 Failure=timeout\n0 skipped\n"},
		{"of a stack trace nothing else", at + "job failed job_id=7\njava.lang.IllegalStateException: no order\n\tat A.main(A.java:7)\nCaused by: java.io.IOException: x", "1 failed" + seen + " JobID=7\n0 skipped\n"},
		{"an object that is cut", at + "job done job_id=7 {'id': 14, 'b", "1 done" + seen + " JobID=7\n0 skipped\n"},
		{"a key twice", at + "job done job_id=7 {'delivery_id': 'a', 'delivery_id': 'b'}", "1 done" + seen + " JobID=7\n0 skipped\n"},
		{"what somebody is quoted with is no pair", at + `job done for "Mozilla job_id=9 {delivery_id: 'x'}", 'job_id=8'. job_id=7 it's "open delivery=d1`, "1 done" + seen + " DeliveryID=d1 JobID=7\n0 skipped\n"},
		{"nor does a quote say what is done", at + `note from "webhook received" about job_id=7`, "1 noted" + seen + " JobID=7\n0 skipped\n"},
		{"a name with two values names nothing", at + "job done job_id=7 job_id=7 delivery=d1 order_id=3 delivery=d2 delivery=d1", "1 done" + seen + " ResourceType=order ResourceID=3 JobID=7\n0 skipped\n"},
		{"the request ID of the head counts", "2026-11-30T08:31:13Z [0f8fad5b-d9cb-469f-a165-70867728950e] INFO job done job_id=7 request_id=r2", "1 done" + seen + " RequestID=0f8fad5b-d9cb-469f-a165-70867728950e JobID=7\n0 skipped\n"},
		{"a million open quotes", at + "job done job_id=7 " + strings.Repeat("'\\ ", 1<<19), "1 done" + seen + " JobID=7\n0 skipped\n"},
		{"a million brackets", at + "job done job_id=7 " + strings.Repeat("{ ", 1<<20), "1 done" + seen + " JobID=7\n0 skipped\n"},
		{"a million open values", at + "job done job_id=7 " + strings.Repeat("a={ b=\"x ", 1<<18), "1 done" + seen + " JobID=7\n0 skipped\n"},
		{"a million brackets without blanks", at + "job done job_id=7 " + strings.Repeat("{", 1<<20), "1 done" + seen + " JobID=7\n0 skipped\n"},
		{"a forged time in the message does not count", at + "job done job_id=7 timestamp=2020-01-01T00:00:00Z", "1 done" + seen + " JobID=7\n0 skipped\n"},
		{"text before the first record", "Starting\n" + at + "job done job_id=7", "2 done" + seen + " JobID=7\nproblem at line 1: text \"xxxxxxxx\" belongs to no record that begins in this file\n0 skipped\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, readText(t, c.text+"\n")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// The last value of a file without a line end may be cut off: an ID that is cut is another one's.
func TestTextWithoutEnd(t *testing.T) {
	const want = "1 done 2026-11-30T08:31:13Z (1s) JobID=7\nproblem at line 1: the line has no end, so its delivery_id may be cut off and is left out\n0 skipped\n"
	for _, text := range []string{"2026-11-30T08:31:13Z INFO job done job_id=7 delivery_id=0c4b", "2026-11-30T08:31:13Z stdout F info: job done job_id=7 delivery_id=0c4b"} {
		var r Reader
		for _, f := range []Format{appLog, kubernetesLog} {
			if is := openSample(f, []byte(text)); is != nil {
				r = is
			}
		}
		if got := tellAll(readSample(t, r, []byte(text), 1<<20)); got != want {
			t.Errorf("%s\ngot  %swant %s", text, got, want)
		}
	}
}

// What stands between the lines of one request in Rails' log tells whether they can be of another.
func TestRailsInterleaved(t *testing.T) {
	const start, work, end = `Started POST "/hooks" for 127.0.0.1 at 2026-11-30 08:33:0`, "Processing by HooksController#create as */*\n", "Completed 200 OK in 1ms (Allocations: 1)\n\n\n"
	one := func(second, path string) string {
		return strings.Replace(start, "/hooks", path, 1) + second + " +0000\n"
	}
	const said = " responded 2026-11-30T08:33:0"
	const rest = "Z (1s) Took=1ms URL=/a Method=POST Code=200\n"
	for _, c := range []struct{ name, text, want string }{
		{"one after the other", one("1", "/a") + work + end + one("2", "/a") + work + end, "1" + said + "1" + rest + "6" + said + "2" + rest + "0 skipped\n"},
		{"one within the other", one("1", "/a") + work + one("2", "/b") + work + end + end + one("3", "/a") + work + end, "11" + said + "3" + rest + "10 skipped\n"},
		{"the end of one before the end of another", one("1", "/b") + work + one("2", "/b") + work + end + one("3", "/b") + work + end + end + one("4", "/a") + work + end, "16" + said + "4" + rest + "15 skipped\n"},
		{"a file that takes no controller", one("1", "/x") + "\n" + one("2", "/a") + work + end, "3" + said + "2" + rest + "2 skipped\n"},
		{"a crash, and a new start", one("1", "/b") + work + "=> Booting Puma\n" + one("2", "/a") + work + end, "4" + said + "2" + rest + "3 skipped\n"},
		{"tags", "[r1] " + one("1", "/a") + "[r2] " + one("1", "/a") + "[r2] " + work + "[r1] " + end, "1 noted 2026-11-30T08:33:01Z (1s) RequestID=r1 URL=/a Method=POST\n2 noted 2026-11-30T08:33:01Z (1s) RequestID=r2 URL=/a Method=POST\n3 noted RequestID=r2\n4 responded Took=1ms Ends=true RequestID=r1 Code=200\n0 skipped\n"},
		{"a file that begins inside a request", "x\n" + work + one("1", "/b") + work + end + end + one("2", "/a") + work + end, "11" + said + "2" + rest + "problem at line 1: text \"x\" belongs to no record that begins in this file\n8 skipped\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, readText(t, c.text)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// A line that several formats could read goes to the first in this order.
func TestMixedOrder(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{`{"time_iso8601":"2026-11-30T08:31:13+00:00","request_method":"POST","request_uri":"/x","status":200,"upstream_status":"502, 200"}`, "nginx-json"},
		{`{"msg":"job done","job_id":7}`, "json-lines"},
		{`[2026-11-30T09:07:22+00:00] app.INFO: job done {"job_id":7} []`, "monolog"},
		{"[30-Nov-2026 08:31:20 UTC] job done job_id=7", "php-error-log"},
		{"time=2026-11-30T08:31:20Z level=INFO msg=done", "logfmt"},
		{"2026-11-30T08:26:47.250763+00:00 heroku[router]: at=info method=POST path=/x status=200", "logfmt"},
		{`127.0.0.1 - - [30/Nov/2026:08:26:51 +0000] "POST /x HTTP/1.1" 200 62`, "access-log"},
		{`127.0.0.1 - - [30/Nov/2026 08:26:51] "POST /x HTTP/1.1" 200 62`, "request-log"},
		{`[30/Nov/2026 08:26:51] "POST /x HTTP/1.1" 200 62`, "app-log"},
		{"2026-11-30T08:31:13Z info: job done", "app-log"},
		{"info: job done", "level-log"},
		{"[INFO] POST /x 200 5ms", "level-log"},
		{"POST /x 200 5ms", "request-log"},
		{`Started POST "/x" for 127.0.0.1 at 2026-11-30 08:33:07 +0000`, "rails-log"},
		{"job done {", ""},
	} {
		got := ""
		if i := formatOfLine([]byte(c.line), false); i >= 0 {
			got = lineFormats[i].name
		}
		if got != c.want {
			t.Errorf("%s is of %q, want %q", c.line, got, c.want)
		}
	}
	if lineFormats[console].name != "console-log" {
		t.Error("console-log, which takes any line, is not the last")
	}
}

func TestMixed(t *testing.T) {
	const json = `{"time":"2026-11-30T08:31:13Z","level":"info","msg":"job done","job_id":7}` + "\n"
	for _, c := range []struct{ name, text, want string }{
		{
			"a traceback goes with the record before, unknown text behind a line is a problem",
			json + "job lost\n  indented\n2026-11-30T08:31:14Z ERROR job failed job_id=8\nTraceback (most recent call last):\nValueError: x\n" + json,
			"1 done 2026-11-30T08:31:13Z (1s) JobID=7\n4 failed 2026-11-30T08:31:14Z (1s) JobID=8\n7 done 2026-11-30T08:31:13Z (1s) JobID=7\nproblem at line 2: text \"xxx xxxx\" belongs to no record that begins in this file\n0 skipped\n",
		},
		{
			"monolog between JSON", json + "[2026-11-30T08:31:14+00:00] app.INFO: job done {\"job_id\":8} []\n" + json + "POST /x 200 5ms - 2b\n",
			"1 done 2026-11-30T08:31:13Z (1s) JobID=7\n2 done 2026-11-30T08:31:14Z (1s) JobID=8 Instance=app\n3 done 2026-11-30T08:31:13Z (1s) JobID=7\n4 responded Took=5ms Ends=true URL=/x Method=POST Code=200\n0 skipped\n",
		},
		{
			"uWSGI's requests among what its application prints", "INFO:hooks:job done job_id=7\n" +
				"[pid: 2|app: 0|req: 1/1] 127.0.0.1 () {40 vars in 612 bytes} [Mon Nov 30 08:31:12 2026] POST /x => generated 2 bytes in 9 msecs (HTTP/1.1 200) 2 headers in 79 bytes (1 switches on core 0)\n",
			"1 done JobID=7 Instance=hooks\n2 proxied 2026-11-30T08:31:12Z (1s) Took=9ms URL=/x Method=POST Code=200\n0 skipped\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, readText(t, c.text)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func FuzzTextLogs(f *testing.F) {
	for _, samples := range [][]Sample{appLogSamples, levelLogSamples, requestLogSamples, railsLogSamples, consoleLogSamples, mixedLogSamples, phpErrorLog.Samples} {
		for _, s := range samples {
			f.Add([]byte(s.Text), 100)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte, size int) {
		for _, format := range []Format{appLog, mixedLog} {
			openSample(format, text)
		}
		r := newMixed(nil, Options{MaxLine: 1 << 20, MaxDepth: 20})
		r.rails, r.printed = true, len(text)%2 == 0
		whole, cut := readSample(t, r, text, len(text)+1), readSample(t, r, text, min(max(size, 1), 1<<20))
		if diff := cmp.Diff(whole, cut); diff != "" {
			t.Errorf("differs in chunks of %d (-whole +cut):\n%s", size, diff)
		}
	})
}

// Lines of loggers and servers as they were written: morgan's date[web], PHP's DATE_RFC2822, a Date of Node as a text, log4js with name and
// process, Python's filename:lineno and name: message.
func TestHeadsOfLoggers(t *testing.T) {
	for _, c := range []struct{ name, line, want string }{
		{
			"morgan's date[web]", "Tue, 01 Dec 2026 04:27:35 GMT POST /webhooks/woo 200 0.424 ms rid=req-a1 delivery=5f2c1f0a9d3b4e6f8a7b6c5d4e3f2a1b",
			"1 responded 2026-12-01T04:27:35Z (1s) Took=424µs Ends=true DeliveryID=5f2c1f0a9d3b4e6f8a7b6c5d4e3f2a1b RequestID=req-a1 URL=/webhooks/woo Method=POST Code=200",
		},
		{"PHP's DATE_RFC2822", "Tue, 1 Dec 2026 05:32:16 +0100 webhook received order_id=18452", "1 received 2026-12-01T04:32:16Z (1s) ResourceType=order ResourceID=18452"},
		{
			"a Date of Node", "Tue Dec 01 2026 05:32:16 GMT+0100 (Central European Standard Time) webhook received order_id=18452",
			"1 received 2026-12-01T04:32:16Z (1s) ResourceType=order ResourceID=18452",
		},
		{
			"log4js with its process", `2026-12-01T04:27:36.359Z INFO http 3319 - 127.0.0.1 - - "POST /webhooks/woo HTTP/1.1" 200 11 "" "curl/8"`,
			"1 responded 2026-12-01T04:27:36.359Z (1ms) Ends=true Process=3319 Instance=http URL=/webhooks/woo Method=POST Code=200",
		},
		{"a file of Python", "2026-12-01T04:32:45Z ERROR    hooks.py:20 processing failed order_id=18452 request_id=req-a1", "1 failed 2026-12-01T04:32:45Z (1s) ResourceType=order ResourceID=18452 RequestID=req-a1"},
		{"a name and a colon", "2026-12-01T04:32:45Z ERROR py_hooks: processing failed order_id=18452 request_id=req-a1", "1 failed 2026-12-01T04:32:45Z (1s) ResourceType=order ResourceID=18452 RequestID=req-a1"},
		{"a word that says it", "2026-12-01T04:32:45Z INFO duplicate delivery: done order_id=18452 request_id=req-a1", "1 duplicate 2026-12-01T04:32:45Z (1s) ResourceType=order ResourceID=18452 RequestID=req-a1"},
		{
			"a topic and the order's body", "[2026-12-01T04:32:45Z] INFO in flk: Webhook order.updated {'id': 1042, 'number': '1042', 'status': 'processing', 'total': '19.90', 'x': None}",
			"1 received 2026-12-01T04:32:45Z (1s) Topic=order.updated ResourceType=order ResourceID=1042 Instance=flk",
		},
		{
			"$_SERVER", "[01-Dec-2026 04:32:16 UTC] Array\n(\n    [HTTP_X_WC_WEBHOOK_ID] => 7\n    [HTTP_X_WC_WEBHOOK_DELIVERY_ID] => 5f2c1f0a9d3b4e6f8a7b6c5d4e3f2a1b\n    [HTTP_X_REQUEST_ID] => req-a1\n" +
				"    [REQUEST_METHOD] => POST\n    [REQUEST_URI] => /webhooks/woo\n)\n",
			"1 received 2026-12-01T04:32:16Z (1s) Provider=woocommerce WebhookID=7 DeliveryID=5f2c1f0a9d3b4e6f8a7b6c5d4e3f2a1b RequestID=req-a1 URL=/webhooks/woo Method=POST",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, _, _ := strings.Cut(readText(t, c.line+"\n"), "\n")
			if got, _, _ = strings.Cut(got, " State="); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}
