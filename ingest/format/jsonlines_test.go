package format

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// TestRecordedLines reads files that real programs wrote (testdata/json-lines/NAME.log) and compares what comes of each line
// with NAME.want, in which everything that the observation holds is written out.
func TestRecordedLines(t *testing.T) {
	logs, err := filepath.Glob("testdata/json-lines/*.log")
	if err != nil || len(logs) == 0 {
		t.Fatal("no recorded files", err)
	}
	for _, log := range logs {
		t.Run(filepath.Base(log), func(t *testing.T) {
			text, err := os.ReadFile(log)
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(strings.TrimSuffix(log, "log") + "want")
			if err != nil {
				t.Fatal(err)
			}
			r := openSample(jsonLines, text)
			if strings.Contains(log, "access.json") {
				if r != nil {
					t.Error("json-lines takes nginx's file for its own")
				}
				r = openSample(nginxJSON, text)
				openSample(apacheJSON, text)
			}
			if r == nil {
				t.Fatal("not recognised")
			}
			if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(tellAll(readSample(t, r, text, 1<<20)), "\n")); diff != "" {
				t.Errorf("%s (-want +got):\n%s", log, diff)
			}
		})
	}
}

func tellAll(b Batch) string {
	var all strings.Builder
	for i := range b.Observations {
		all.WriteString(tell(&b.Observations[i]) + "\n")
	}
	for _, p := range b.Problems {
		fmt.Fprintf(&all, "problem at line %d: %s\n", p.Line, p.Reason)
	}
	fmt.Fprintf(&all, "%d skipped\n", b.Skipped)
	return all.String()
}

// tell writes out every field of an observation that says something.
func tell(o *profile.Observation) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %s", o.Line, o.Event)
	if o.Precision != 0 {
		fmt.Fprintf(&b, " %s (%v)", time.Unix(0, o.Time).UTC().Format(time.RFC3339Nano), o.Precision)
	}
	v := reflect.ValueOf(*o)
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		switch name {
		case "Line", "Event", "Time", "Precision", "Offset", "Lines":
			continue
		}
		if v.Field(i).IsZero() {
			continue
		}
		switch x := v.Field(i).Interface().(type) {
		case profile.Hash:
			fmt.Fprintf(&b, " %s=%x", name, x)
		case profile.Mark:
			fmt.Fprintf(&b, " %s=%q", name, strings.TrimRight(string(x[:]), "\x00"))
		default:
			fmt.Fprintf(&b, " %s=%v", name, x)
		}
	}
	return b.String()
}

// readLine reads one line as the format json-lines does, and tells what comes of it; "" if it is skipped.
func readLine(t testing.TB, line string) string {
	t.Helper()
	b := readSample(t, jsonLinesReader{maxDepth: 100}, []byte(line+"\n"), 1<<20)
	if len(b.Problems) > 0 {
		t.Fatalf("problem: %s", b.Problems[0].Reason)
	}
	if len(b.Observations) == 0 {
		return ""
	}
	b.Marker = plainMarker{}
	b.Private()
	return strings.TrimPrefix(tell(&b.Observations[0]), "1 ")
}

// A number that went through a float names nothing: several come out as one.
func TestRoundedNumbers(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{`{"msg":"job done","job_id":1,"order_id":9007199254740992}`, "done ResourceType=order ResourceID=9007199254740992 JobID=1"},
		{`{"msg":"job done","job_id":1,"order_id":820982911946154508}`, "done ResourceType=order ResourceID=820982911946154508 JobID=1"},
		{`{"msg":"job done","job_id":1,"order_id":820982911946154500}`, "done JobID=1"},
		{`{"msg":"job done","job_id":1,"order_id":"820982911946154500"}`, "done ResourceType=order ResourceID=820982911946154500 JobID=1"},
		{`{"msg":"webhook received","headers":{"x-shopify-topic":"orders/updated","x-shopify-webhook-id":"d1"},"body":{"id":820982911946154500}}`, "received Provider=shopify Topic=orders/updated ResourceType=order DeliveryID=d1"},
	} {
		if got := readLine(t, c.line); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.line, got, c.want)
		}
	}
}

// A line is read by itself, so one arrival that a receiver logs twice is two records of it, which their request ID joins
// (docs/formats.md says so).
func TestJSONLinesOneArrivalInTwoLines(t *testing.T) {
	const text = `{"msg":"incoming webhook","request_id":"r1","delivery_id":"d1"}` + "\n" +
		`{"msg":"webhook received","request_id":"r1","delivery_id":"d1"}` + "\n"
	b := readSample(t, openSample(jsonLines, []byte(text)), []byte(text), 1<<20)
	if len(b.Observations) != 2 {
		t.Fatalf("%d records, want 2", len(b.Observations))
	}
	for _, o := range b.Observations {
		if o.Event != profile.EventReceived || o.RequestID != "r1" {
			t.Errorf("line %d: %s of request %q, want %s of %q", o.Line, o.Event, o.RequestID, profile.EventReceived, "r1")
		}
	}
}

func TestJSONLinesAccountsForOtherLines(t *testing.T) {
	const good = `{"msg":"webhook received","delivery_id":"d1"}`
	tests := []struct {
		name, text string
		want       string
	}{
		{"blank and indented lines are skipped", good + "\n\n    at handler (/srv/app.js:1:2)\n\tat next\n", "1 received DeliveryID=d1\n3 skipped\n"},
		{"a banner is a problem", "> app@1.0.0 start\n" + good, "2 received DeliveryID=d1\nproblem at line 1: \"> xxx@0.0.0 xxxxx\" is not a JSON object\n0 skipped\n"},
		{"a cut line does not disturb the next", `{"msg":"webhook rec` + "\n" + good, "2 received DeliveryID=d1\nproblem at line 1: column 8: a string that begins here has no end\n0 skipped\n"},
		{"a key twice", `{"delivery_id":"a","delivery_id":"b"}`, "problem at line 1: column 20: the key \"delivery_id\" stands twice in one object\n0 skipped\n"},
		{"an array", `[1]`, "problem at line 1: \"[1]\" is not a JSON object\n0 skipped\n"},
		{"an object and more", good + ` {}`, "problem at line 1: column 47: \"{\" after the end of the value\n0 skipped\n"},
		{"carriage returns", good + "\r\n" + good + "\r\n", "1 received DeliveryID=d1\n2 received DeliveryID=d1\n0 skipped\n"},
		{"an indented object", "  " + good, "1 received DeliveryID=d1\n0 skipped\n"},
		{"says nothing of webhooks", `{"level":30,"msg":"listening"}`, "1 skipped\n"},
		{"empty object", `{}`, "1 skipped\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := tellAll(readSample(t, jsonLinesReader{maxDepth: 100}, []byte(tt.text), 1<<20))
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Two records of one file may be read at the same time, and in any order: what comes of a chunk does not depend on those before.
func TestJSONLinesInChunks(t *testing.T) {
	text, err := os.ReadFile("testdata/json-lines/retry-receiver.log")
	if err != nil {
		t.Fatal(err)
	}
	r := openSample(jsonLines, text)
	whole := tellAll(readSample(t, r, text, 1<<20))
	for _, size := range []int{1, 700, 4000} {
		if diff := cmp.Diff(whole, tellAll(readSample(t, r, text, size))); diff != "" {
			t.Errorf("chunks of %d (-whole +cut):\n%s", size, diff)
		}
	}
}

func FuzzJSONLine(f *testing.F) {
	for _, s := range slices.Concat(jsonLinesSamples, nginxJSONSamples, apacheJSONSamples) {
		f.Add([]byte(s.Text))
	}
	f.Add([]byte(`{"headers":[{"name":"X-WC-Webhook-ID","value":"7"},["X","y"],"z"],"req":{"headers":"{\"x-wc-webhook-id\":\"7\"}"}}`))
	f.Add([]byte(`{"time":99999999999999999999,"duration_ms":1e400,"ts":"2026-02-30T25:61:00+99:99","body":"webhook_id=7"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, r := range []Reader{jsonLinesReader{maxDepth: 20}, requestJSONReader{maxDepth: 20, ends: true}} {
			if len(text) > 0 {
				readSample(t, r, text, 1<<20)
			}
		}
		openSample(jsonLines, text)
		openSample(nginxJSON, text)
		openSample(apacheJSON, text)
	})
}
