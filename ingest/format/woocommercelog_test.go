package format

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// wooRead reads a file in pieces: all that is there at once, or as it grows by step bytes.
func wooRead(t testing.TB, data []byte, step int) *Batch {
	t.Helper()
	out := &Batch{Marker: bodyMarker("one")}
	r := openWooCommerceLog(data[:min(len(data), HeadSize)], Options{})
	if r == nil {
		t.Fatalf("not recognised: %q", shown(data))
	}
	wooReadBy(t, r, data, step, out)
	return out
}

func wooReadBy(t testing.TB, r Reader, data []byte, step int, out *Batch) {
	t.Helper()
	line, at, have := int64(1), 0, 0
	mid := false
	for at < len(data) {
		have = min(len(data), max(have, at)+step)
		eof := have == len(data)
		n := r.Frame(data[at:have], eof)
		if n < 0 || n > have-at || n == 0 && eof {
			t.Fatalf("Frame of %d bytes at %d, eof %v: %d", have-at, at, eof, n)
		}
		c := Chunk{Data: data[at : at+n], Line: line, Offset: int64(at), Mid: mid}
		if n > 0 {
			r.Parse(c, out)
			mid = data[at+n-1] != '\n'
		}
		line += int64(bytes.Count(c.Data, []byte{'\n'}))
		at += n
	}
	checkSum(t, data, out)
}

// checkSum wants every line accounted for once, in order, and every position to be the start of its line.
func checkSum(t testing.TB, data []byte, out *Batch) {
	t.Helper()
	sum := out.InRecords + out.Skipped
	check := func(line, off, lines int64) {
		if off < 0 || off >= int64(len(data)) || lines < 1 || int64(bytes.Count(data[:off], []byte{'\n'}))+1 != line {
			t.Errorf("line %d is not at offset %d, or spans %d lines", line, off, lines)
		}
	}
	for _, p := range out.Problems {
		sum += p.Lines
		check(p.Line, p.Offset, p.Lines)
	}
	for _, o := range out.Observations {
		check(o.Line, o.Offset, o.Lines)
	}
	if all := (Chunk{Data: data}).LinesIn(); sum != all {
		t.Errorf("%d lines, of which %d in records, %d skipped and in %d problems: sum %d", all, out.InRecords, out.Skipped, len(out.Problems), sum)
	}
}

func wooFile(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "woocommerce-log", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// wooFiles returns the recorded delivery logs by name.
func wooFiles(t testing.TB) map[string][]byte {
	all := make(map[string][]byte)
	for _, name := range []string{"debug-off.log", "debug-on.log", "awkward-bodies.log", "legacy-handler.log", "timeout.log"} {
		all[name] = wooFile(t, name)
	}
	return all
}

func TestWooCommerceLogRecorded(t *testing.T) {
	m := bodyMarker("one")
	base := profile.Observation{
		Lines: 51, Event: profile.EventDelivery, Precision: time.Second, Ends: true, Provider: "woocommerce",
		Shop: "http://shop.example.test:8080/", Topic: "order.updated", ResourceType: "order",
		URL: "http://hooks.example.test/woo/shipments", Method: "POST",
	}
	at := func(clock string) int64 {
		stamp, err := time.Parse(time.RFC3339, "2026-11-30T"+clock+"Z")
		if err != nil {
			t.Fatal(err)
		}
		return stamp.UnixNano()
	}
	tests := []struct {
		name  string
		index int
		of    int
		want  func(o *profile.Observation)
	}{
		{"debug-off.log", 0, 4, func(o *profile.Observation) {
			o.Line, o.Offset = 1, 0
			o.Time, o.Took, o.Code = at("08:26:26"), 318590*time.Microsecond, 202
		}},
		{"awkward-bodies.log", 0, 3, func(o *profile.Observation) {
			o.Line, o.Offset, o.Lines = 1, 0, 59
			o.Time, o.Took, o.Code = at("09:01:34"), 311140*time.Microsecond, 500
			o.WebhookID, o.DeliveryID = "128", "d512685287de75a9ab381f20f4ed2abc"
			o.Signature = m.Mark("signature", []byte("oI1dRUNbMc6eQzT/7POqh1ir/sdoPakNXuK5FXQAL/0="))
			o.ResourceID, o.Status = "272", "processing"
		}},
		{"awkward-bodies.log", 1, 3, func(o *profile.Observation) {
			o.Line, o.Lines = 60, 62
			o.Time, o.Took, o.Code = at("09:01:37"), 407370*time.Microsecond, 200
			o.WebhookID, o.DeliveryID = "128", "bd15668e8de96dbdef61204748bcece1"
			o.Signature = m.Mark("signature", []byte("16gCkhks59NzwHIbGcAg3l2GWbpYu+VRZPvIC5DiMX4="))
			o.ResourceID, o.Status = "273", "processing"
		}},
		{"awkward-bodies.log", 2, 3, func(o *profile.Observation) {
			o.Line = 122
			o.Time, o.Took, o.Code = at("09:01:41"), 380860*time.Microsecond, 202
			o.WebhookID, o.DeliveryID = "128", "0115f4acacce600463c866078566cea7"
			o.Signature = m.Mark("signature", []byte("1uDP6gs8nTaveBKqzhUCjv0Hp+oa4YDmyDuZzLcRK0g="))
			o.ResourceID, o.Status = "274", "processing"
		}},
		{"timeout.log", 0, 2, func(o *profile.Observation) {
			o.Line, o.Offset, o.Lines = 1, 0, 41
			o.Time, o.Took, o.Failure = at("09:00:15"), 5194160*time.Microsecond, "timeout"
			o.WebhookID, o.DeliveryID = "120", "6f9ee21dbcf63c5f919b2a8874c21a2c"
			o.Signature = m.Mark("signature", []byte("GiL1Edo3im9Y9wV3Y3b3cS+nWjiZVJbdVHkIfy/Mb5U="))
			o.ResourceID, o.Status = "254", "processing"
		}},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprint(tt.name, " ", tt.index), func(t *testing.T) {
			out := wooRead(t, wooFile(t, tt.name), 1<<20)
			if len(out.Observations) != tt.of || len(out.Problems) != 0 {
				t.Fatalf("%d records, want %d; problems %+v", len(out.Observations), tt.of, out.Problems)
			}
			got := out.Observations[tt.index]
			hasBody := got.ResourceID != ""
			if (got.Body != profile.Hash{}) != hasBody || (got.State != profile.Mark{}) != hasBody || (got.BodySize > 0) != hasBody {
				t.Errorf("body %x of %d bytes, state %x, though resource is %q", got.Body, got.BodySize, got.State, got.ResourceID)
			}
			got.Body, got.BodySize, got.State = profile.Hash{}, 0, profile.Mark{} // TestWooCommerceLogBodies
			want := base
			tt.want(&want)
			if tt.name == "debug-off.log" {
				want.WebhookID, want.DeliveryID, want.Signature = got.WebhookID, got.DeliveryID, got.Signature
			}
			if tt.index > 0 {
				want.Offset = got.Offset // checkSum has it
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// Every body that WP_DEBUG left in the log, unslashed, has the signature that the log gives.
func TestWooCommerceLogBodies(t *testing.T) {
	n := 0
	for name, data := range wooFiles(t) {
		r := wooReader{max: defaultMaxEntry}
		out := wooRead(t, data, 1<<20)
		record := 0
		for at := 0; at < len(data); {
			s := r.next(data[at:], true)
			at += s.size
			if s.kind != wooDelivery {
				continue
			}
			o := out.Observations[record]
			record++
			if string(s.entry.body) == wooNoBody {
				if o.Body != (profile.Hash{}) || o.BodySize != 0 {
					t.Errorf("%s:%d: the text that stands for a body was hashed", name, o.Line)
				}
				continue
			}
			body := stripSlashes(nil, s.entry.body)
			mac := hmac.New(sha256.New, []byte("geheim"))
			mac.Write(body)
			signature := []byte(base64.StdEncoding.EncodeToString(mac.Sum(nil)))
			if want := bodyMarker("one").Mark("signature", signature); o.Signature != want {
				t.Errorf("%s:%d: body does not verify", name, o.Line)
			}
			if o.Body != sha256.Sum256(body) || o.BodySize != int64(len(body)) || o.State == (profile.Mark{}) {
				t.Errorf("%s:%d: body %x of %d bytes, state %x", name, o.Line, o.Body, o.BodySize, o.State)
			}
			n++
		}
	}
	if n != 11 {
		t.Errorf("%d bodies verified, want 11", n)
	}
}

func TestWooCommerceLogNoSpoof(t *testing.T) {
	spoof := "ok\n" + wooSampleTail + strings.ReplaceAll(wooSampleDelivery, "5f2c1e0b7a9d4c3e8f6a1b2c3d4e5f60", strings.Repeat("0", 32))
	answer := func(headers, body string) string {
		return wooSampleHead + "            [Body] => {}\n" +
			strings.Replace(wooSampleAnswer, "[content-length] => 21", headers, 1) + "                    [Body] => " + body + "\n" + wooSampleTail
	}
	length := func(body string) string { return fmt.Sprintf("[content-length] => %d", len(body)) }
	noBody := "            [Body] => " + wooNoBody + "\n"
	tests := []struct {
		name, text    string
		records       int
		zeros, broken int // records with the spoofed ID, problems
	}{
		{"whole entry, with content-length", answer(length(spoof), spoof) + wooSampleDelivery, 2, 0, 0},
		{"many whole entries", answer(length(strings.Repeat(spoof, 9)), strings.Repeat(spoof, 9)) + wooSampleDelivery, 2, 0, 0},
		{"one ID only, no length", answer("[x] => y", "ok\n"+wooSampleTail+wooSampleHead[:400]) + wooSampleDelivery, 2, 0, 0},
		{"IDs differ, no length", answer("[x] => y", strings.Replace(spoof, strings.Repeat("0", 32), strings.Repeat("1", 32), 1)) + wooSampleDelivery, 2, 0, 0},
		{"length of a compressed answer is none", answer("[content-encoding] => gzip\n"+strings.Repeat(" ", 36)+"[content-length] => 2", "ok\n"+wooSampleTail+"x") + wooSampleDelivery, 2, 0, 0},
		{"length over the end of the file", answer("[content-length] => 99999", spoof) + wooSampleDelivery, 0, 0, 1},
		{"wrong length, harmless body", answer("[content-length] => 99999", "[redacted]"), 1, 0, 0},
		{"wrong length inside the file", answer("[content-length] => 99", "[redacted]") + wooSampleDelivery, 2, 0, 0},
		{
			"without WP_DEBUG the length is not that of the text",
			wooSampleHead + noBody + strings.Replace(wooSampleAnswer, "=> 21", fmt.Sprint("=> ", len(wooNoBody)+len(wooSampleTail)+len(wooSampleDelivery)-len(wooSampleTail)), 1) +
				"        " + noBody + wooSampleTail + wooSampleDelivery,
			2, 0, 0,
		},
		{"end lost, entry follows", strings.TrimSuffix(wooSampleDelivery, wooSampleTail) + wooSampleDelivery, 1, 0, 1},
		{"edited ID", strings.Replace(wooSampleDelivery, "5f2c", "5f2d", 1) + wooSampleDelivery, 1, 0, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, step := range []int{1 << 20, 700} {
				out := wooRead(t, []byte(tt.text), step)
				zeros := 0
				for _, o := range out.Observations {
					if strings.HasPrefix(o.DeliveryID, "0") {
						zeros++
					}
				}
				if len(out.Observations) != tt.records || zeros != tt.zeros || len(out.Problems) != tt.broken {
					t.Errorf("in steps of %d: %d records, %d of them spoofed, problems %+v", step, len(out.Observations), zeros, out.Problems)
				}
			}
		})
	}
}

func TestWooCommerceLogForms(t *testing.T) {
	// fields are those that the case is about.
	type fields struct {
		Failure, URL, Shop string
		Code               int
		Took               time.Duration
		Time               int64
		Lines              int64
	}
	want := func(f func(*fields)) fields {
		w := fields{"", "http://hooks.example.test/woo/shipments", "http://shop.example.test/", 202, 318590 * time.Microsecond, 1796027186e9, 48}
		f(&w)
		return w
	}
	failed := func(code, message string) string {
		text := wooSamples[2].Text
		text = strings.Replace(text, "http_request_failed", code, 1)
		return strings.Replace(text, "cURL error 28: Operation timed out after 60001 milliseconds with 0 bytes received", message, 1)
	}
	failure := func(name string) fields {
		return want(func(f *fields) { f.Failure, f.Code, f.Lines = name, 0, 41 })
	}
	change := func(from, to string) string { return strings.Replace(wooSampleDelivery, from, to, 1) }
	tests := []struct {
		name, text string
		want       fields
	}{
		{"plain", wooSampleDelivery, want(func(*fields) {})},
		{"refused", failed("http_request_failed", "cURL error 7: Failed to connect to hooks.example.test port 8099 after 0 ms: Couldn't connect to server"), failure("refused")},
		{"certificate", failed("http_request_failed", "cURL error 77: error setting certificate verify locations"), failure("other")},
		{"no such host", failed("http_request_failed", "cURL error 6: Could not resolve host: hooks.example.test"), failure("unresolved")},
		{"no valid URL", failed("http_request_failed", "A valid URL was not provided."), failure("unresolved")},
		{"blocked", failed("http_request_not_executed", "User has blocked requests through HTTP."), failure("blocked")},
		{"no code", failed("", ""), failure("other")},
		{"older class name", change(`WpOrg\Requests\Utility\CaseInsensitiveDictionary`, "Requests_Utility_CaseInsensitiveDictionary"), want(func(*fields) {})},
		{"several cookies", change("[server] => nginx/1.22.1", "[set-cookie] => Array\n"+indent20+indent20+"(\n"+indent20+indent24+"[0] => a=1\n"+indent20+indent20+")\n"), want(func(f *fields) { f.Lines += 4 })},
		{"other zone", change("08:26:26+00:00", "05:56:26-02:30"), want(func(*fields) {})},
		{"zone Z", change("08:26:26+00:00", "08:26:26Z"), want(func(*fields) {})},
		{"translated date", change("Nov 30, 2026 @ 8:26", "30. November 2026 um 8:26"), want(func(*fields) {})},
		{"whole duration", change("0.31859", "5"), want(func(f *fields) { f.Took = 5 * time.Second })},
		{"small duration", change("0.31859", "1.0E-5"), want(func(f *fields) { f.Took = 10 * time.Microsecond })},
		{"decimal comma", change("0.31859", "0,5"), want(func(f *fields) { f.Took = 500 * time.Millisecond })},
		{"duration of another kind", change("0.31859", "NAN"), want(func(f *fields) { f.Took = 0 })},
		{"userinfo and query", change("http://hooks.", "http://user:p@hooks."), want(func(*fields) {})},
		{"context on a line of its own", wooSampleDelivery + " CONTEXT: {\"a\":1}\n", want(func(f *fields) { f.Lines++ })},
		{"CRLF", strings.ReplaceAll(wooSampleDelivery, "\n", "\r\n"), want(func(*fields) {})},
		{"no last line end", strings.TrimSuffix(wooSampleDelivery, "\n"), want(func(*fields) {})},
		{"empty answer", strings.Replace(change("=> 202", "=> 204"), `{"status":"accepted"}`, "", 1), want(func(f *fields) { f.Code = 204 })},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out := wooRead(t, []byte(tt.text), 1<<20)
			if len(out.Observations) != 1 || len(out.Problems) != 0 {
				t.Fatalf("%d records, problems %+v", len(out.Observations), out.Problems)
			}
			o := out.Observations[0]
			got := fields{o.Failure, o.URL, o.Shop, o.Code, o.Took, o.Time, o.Lines}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestWooCommerceLogQuery(t *testing.T) {
	out := wooRead(t, []byte(strings.Replace(wooSampleDelivery, "/shipments", "/shipments?token=abc", 1)), 1<<20)
	o := out.Observations[0]
	if want := bodyMarker("one").Mark("query", []byte("token=abc")); o.Query != want || o.URL != "http://hooks.example.test/woo/shipments" {
		t.Errorf("URL %q, query %x", o.URL, o.Query)
	}
}

func TestWooCommerceLogOther(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		skipped    int64
	}{
		{"recorded", string(wooFile(t, "other-source.log")), 1},
		{"several lines", "2026-11-30T09:02:53+00:00 INFO Lab: zwei\nZeilen\n\n2026-11-30T09:02:54+00:00 ERROR a\n", 4},
		{"print_r", "2026-11-30T09:02:53+00:00 DEBUG Array\n(\n    [a] => 1\n)\n", 4},
		{"cut", "2026-11-30T09:02:53+00:00 INFO Lab: zw", 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out := wooRead(t, []byte(tt.text), 10)
			if out.Skipped != tt.skipped || len(out.Observations)+len(out.Problems) != 0 {
				t.Errorf("%d lines skipped, want %d; %+v %+v", out.Skipped, tt.skipped, out.Observations, out.Problems)
			}
		})
	}
}

func TestWooCommerceLogSamples(t *testing.T) {
	for i, s := range wooSamples {
		r := openWooCommerceLog([]byte(s.Text), Options{})
		if (r == nil) != s.Refused {
			t.Errorf("sample %d: refused %v, want %v", i, r == nil, s.Refused)
		}
		if r == nil {
			continue
		}
		out := &Batch{Marker: bodyMarker("one")}
		wooReadBy(t, r, []byte(s.Text), 1<<20, out)
		if len(out.Observations) != s.Records || len(out.Problems) != 0 {
			t.Errorf("sample %d: %d records, want %d; problems %+v", i, len(out.Observations), s.Records, out.Problems)
		}
	}
}

func TestWooCommerceLogTooLong(t *testing.T) {
	long := strings.Replace(wooSampleDelivery, `{\"id\":18452}`, strings.Repeat("x", 5000), 1)
	for _, step := range []int{1 << 20, 1000} {
		out := &Batch{Marker: bodyMarker("one")}
		wooReadBy(t, wooReader{max: 4000}, []byte(wooSampleDelivery+long+wooSampleDelivery), step, out)
		if len(out.Observations) != 2 || len(out.Problems) == 0 || !strings.Contains(out.Problems[0].Reason, "longer than 4000 bytes") {
			t.Errorf("in steps of %d: %d records, problems %+v", step, len(out.Observations), out.Problems)
		}
	}
}

func TestWooCommerceMessage(t *testing.T) {
	text := wooSampleDelivery[strings.Index(wooSampleDelivery, "Array"):]
	b := Batch{Marker: bodyMarker("one")}
	o := profile.Observation{Time: 5, Precision: time.Second}
	if !b.wooCommerceMessage(&o, []byte(text)) {
		t.Fatal("refused")
	}
	if o.Time != 5 || o.DeliveryID != "5f2c1e0b7a9d4c3e8f6a1b2c3d4e5f60" || o.Code != 202 || o.ResourceID != "18452" || o.Took == 0 || !o.Ends {
		t.Errorf("got %+v", o)
	}
	for _, other := range []string{"", "Lab: text", "Array\n(\n    [a] => 1\n)\n", text[:900], strings.Replace(text, "5f2c", "5f2d", 1)} {
		if b.wooCommerceMessage(new(profile.Observation), []byte(other)) {
			t.Errorf("%q passes for a delivery", other)
		}
	}
}
