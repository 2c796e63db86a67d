package format

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// TestHARRecorded reads archives that real programs wrote (testdata/har/NAME.har; some are cut to a few entries) and compares
// what comes of each entry with NAME.want.
func TestHARRecorded(t *testing.T) {
	files, err := filepath.Glob("testdata/har/*.har")
	if err != nil || len(files) == 0 {
		t.Fatal("no recorded files", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(strings.TrimSuffix(file, "har") + "want")
			if err != nil {
				t.Fatal(err)
			}
			r := openSample(harFormat, text)
			if r == nil {
				t.Fatal("not recognised")
			}
			whole := readSample(t, r, text, 1<<20)
			if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(tellAll(whole), "\n")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(whole.Observations, readSample(t, r, text, 1000).Observations); diff != "" {
				t.Errorf("chunks change what is read (-one +many):\n%s", diff)
			}
			for _, o := range whole.Observations {
				if text[o.Offset] != '{' || int64(bytes.Count(text[:o.Offset], []byte{'\n'}))+1 != o.Line {
					t.Errorf("no entry begins at line %d, offset %d", o.Line, o.Offset)
				}
			}
		})
	}
}

// TestHARSignature recomputes what WooCommerce signed, from the bytes that are read back.
func TestHARSignature(t *testing.T) {
	text, err := os.ReadFile("testdata/har/mitmproxy-replay.har")
	if err != nil {
		t.Fatal(err)
	}
	signed := 0
	eachHAREntry(t, text, func(e *harEntry) {
		for _, h := range e.headers {
			if string(h.name.raw) != "X-WC-Webhook-Signature" {
				continue
			}
			mac := hmac.New(sha256.New, []byte("geheim"))
			mac.Write(e.body().bytes)
			if got, want := base64.StdEncoding.EncodeToString(mac.Sum(nil)), string(h.value.raw); got != want {
				t.Errorf("the body signs as %q, want %q", got, want)
			}
			signed++
		}
	})
	if signed != 2 {
		t.Errorf("%d signed entries, want 2", signed)
	}
}

func eachHAREntry(t *testing.T, text []byte, f func(*harEntry)) {
	t.Helper()
	for at := 0; at < len(text); {
		p := nextHARPart(text[at:], true)
		if p.kind == harObject && p.wrong == "" {
			var e harEntry
			if err := e.read(text[at+p.start:at+p.object], 100); err != nil {
				t.Fatal(err)
			}
			f(&e)
		}
		at += p.end
	}
}

// har makes an archive of entries.
func har(entries ...string) string {
	return `{"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":[` + strings.Join(entries, ",") + `]}}`
}

func TestHAREntry(t *testing.T) {
	const woo = `{"name":"User-Agent","value":"WooCommerce/9.9.5 Hookshot (WordPress/6.9)"}`
	post := func(rest string) string { return `{"request":{"method":"POST","url":"http://h/w"` + rest + `}` }
	for _, c := range []struct {
		name, entry string
		want        string // "" if it is skipped
	}{
		{"bare", post(`}`), "1 relayed URL=http://h/w Method=POST"},
		{"PUT", `{"request":{"method":"put","url":"/w"}}`, "1 relayed URL=/w Method=PUT"},
		{"read", `{"request":{"method":"GET","url":"/w"}}`, ""},
		{"no method", `{"request":{"url":"/w"}}`, ""},
		{"no request", `{"startedDateTime":"2026-11-30T08:26:24Z"}`, "an object without a request, which is no entry of an archive"},
		{"request of a wrong type", `{"request":["POST"]}`, "an object without a request, which is no entry of an archive"},
		{"read, with a provider's header", `{"request":{"method":"GET","url":"/w","headers":[{"name":"X-WC-Webhook-ID","value":"7"}]}}`, "1 relayed Provider=woocommerce WebhookID=7 URL=/w Method=GET"},
		{"read, by a provider's agent", `{"request":{"method":"GET","url":"/w","headers":[` + woo + `]}}`, "1 relayed Provider=woocommerce URL=/w Method=GET"},

		{"ping", post(`,"headers":[` + woo + `],"postData":{"mimeType":"application/x-www-form-urlencoded","text":"webhook_id=7"}},"response":{"status":200}`), "1 ping Provider=woocommerce URL=http://h/w Method=POST Code=200"},
		{"ping of params", post(`,"headers":[` + woo + `],"postData":{"params":[{"name":"webhook_id","value":7}]}}`), "1 ping Provider=woocommerce URL=http://h/w Method=POST"},
		{"ping in base64", post(`,"headers":[` + woo + `],"postData":{"text":"d2ViaG9va19pZD03","encoding":"base64"}}`), "1 ping Provider=woocommerce URL=http://h/w Method=POST"},
		{"another form", post(`,"headers":[` + woo + `],"postData":{"params":[{"name":"webhook_id","value":"7"},{"name":"x","value":"1"}]}}`), "1 relayed Provider=woocommerce URL=http://h/w Method=POST"},
		{"a form of somebody else", post(`,"postData":{"text":"webhook_id=7"}}`), "1 relayed URL=http://h/w Method=POST"},
		{"a delivery with such a body", post(`,"headers":[` + woo + `,{"name":"x-wc-webhook-id","value":"7"}],"postData":{"text":"webhook_id=7"}}`), "1 relayed Provider=woocommerce WebhookID=7 URL=http://h/w Method=POST"},

		{"no response", post(`},"response":null`), "1 relayed URL=http://h/w Method=POST"},
		{"empty response", post(`},"response":{}`), "1 relayed URL=http://h/w Method=POST"},
		{"status 0", post(`},"response":{"status":0,"_error":null}`), "1 relayed URL=http://h/w Method=POST Failure=other"},
		{"status -1", post(`},"response":{"status":-1,"_failureText":"net::ERR_CONNECTION_REFUSED"}`), "1 relayed URL=http://h/w Method=POST Failure=refused"},
		{"status in quotes", post(`},"response":{"status":"202"}`), "1 relayed URL=http://h/w Method=POST Code=202"},
		{"broken off", post(`},"response":{"status":200,"_error":"net::ERR_TIMED_OUT"}`), "1 relayed URL=http://h/w Method=POST Code=200 Failure=timeout"},

		{"time", post(`},"startedDateTime":"2026-11-30T08:26:24.12+01:00","time":12.5`), "1 relayed 2026-11-30T07:26:24.12Z (10ms) Took=12.5ms URL=http://h/w Method=POST"},
		{"params of a JSON body", post(`,"postData":{"mimeType":"application/json; charset=utf-8","params":[{"name":"id","value":"evt_3QAbCdEfGhIjKl"},{"name":"object","value":"event"},{"name":"type","value":"charge.succeeded"},{"name":"data","value":{"object":{"id":"ch_3QAbCdEfGhIjKl","object":"charge"}}}]}}`), "1 relayed Provider=stripe Topic=charge.succeeded ResourceType=charge ResourceID=ch_3QAbCdEfGhIjKl EventID=evt_3QAbCdEfGhIjKl URL=http://h/w Method=POST"},
		{"params of a JSON body, of numbers", post(`,"headers":[{"name":"X-WC-Webhook-ID","value":"7"}],"postData":{"mimeType":"application/json","params":[{"name":"id","value":1042},{"name":"status","value":"processing"}]}}`), "1 relayed Provider=woocommerce ResourceID=1042 WebhookID=7 Status=processing URL=http://h/w Method=POST"},
		{"params that are no object", post(`,"postData":{"mimeType":"application/json","params":[{"name":7,"value":1},[1]]}}`), "1 relayed URL=http://h/w Method=POST"},

		{"time without a zone", post(`},"startedDateTime":"2026-11-30T08:26:24","time":null`), "1 relayed URL=http://h/w Method=POST"},
		{"time of Firebug", post(`},"startedDateTime":"NaN-NaN-NaNTNaN:NaN:NaN.NaN+NaN:NaN","time":-1`), "1 relayed URL=http://h/w Method=POST"},
		{"time as a number", post(`},"startedDateTime":1796027184000,"time":"3"`), "1 relayed 2026-11-30T08:26:24Z (1ms) Took=3ms URL=http://h/w Method=POST"},
		{"time as an object", post(`},"startedDateTime":{},"time":[]`), "1 relayed URL=http://h/w Method=POST"},

		{"header values of wrong types", post(`,"headers":[{"name":"X-WC-Webhook-ID","value":7},{"name":"X-WC-Webhook-Topic","value":["order.updated","x"]},{"name":"X-WC-Webhook-Source","value":{"a":1}},{"name":"X-WC-Webhook-Delivery-ID","value":null}]}`), "1 relayed Provider=woocommerce Topic=order.updated WebhookID=7 URL=http://h/w Method=POST"},
		{"headers as pairs", post(`,"headers":[["X-WC-Webhook-ID","7"],["X-WC-Webhook-Delivery-ID","d1"],[]]}`), "1 relayed Provider=woocommerce WebhookID=7 DeliveryID=d1 URL=http://h/w Method=POST"},
		{"pseudo-headers", post(`,"headers":[{"name":":x-wc-webhook-id","value":"7"},{"value":"x"},{"name":"","value":"x"},"x"]}`), "1 relayed URL=http://h/w Method=POST"},
		{"escaped names", post(`,"headers":[{"name":"X-WC-Webhook\u002dID","value":"\u0037"}]}`), "1 relayed Provider=woocommerce WebhookID=7 URL=http://h/w Method=POST"},
		{"the answer's headers", post(`},"response":{"status":200,"headers":[{"name":"X-WC-Webhook-ID","value":"7"}]}`), "1 relayed URL=http://h/w Method=POST Code=200"},

		{"secrets in the URL", `{"request":{"method":"POST","url":"https://me:pw@h/w?key=1#f"}}`, "1 relayed URL=https://h/w Query=\"query:key=1\" Method=POST"},
		{"content for a URL", `{"request":{"method":"POST","url":"data:text/plain;a://b"}}`, "1 relayed Method=POST"},
		{"no URL", `{"request":{"method":"POST","url":7}}`, "1 relayed Method=POST"},
		{"a shadowed request", `{"x":{"request":{"method":"POST"}},"request":{"x":{"method":"PUT"},"method":"POST"}}`, "1 relayed Method=POST"},
		{
			"what is not kept",
			`{"serverIPAddress":"203.0.113.7","connection":"443","request":{"method":"POST","url":"/w","cookies":[{"name":"c","value":"1"}],"headers":[{"name":"Cookie","value":"c=1"},{"name":"Authorization","value":"Basic eA=="}],"queryString":[{"name":"q","value":"1"}]},"response":{"content":{"text":"{}"}}}`,
			"1 relayed URL=/w Method=POST",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := []byte(har(c.entry + map[bool]string{true: "}"}[strings.Count(c.entry, "{") > strings.Count(c.entry, "}")]))
			r := openSample(harFormat, text)
			if r == nil {
				t.Fatal("not recognised")
			}
			b := readSample(t, r, text, 1<<20)
			got := ""
			for i := range b.Observations {
				got += tell(&b.Observations[i])
			}
			for _, p := range b.Problems {
				got += p.Reason
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestHARAccountsForAll(t *testing.T) {
	const (
		entry = `{"request":{"method":"POST","url":"/w","headers":[{"name":"X-WC-Webhook-ID","value":"7"}]}}`
		head  = "{\"log\":{\"version\":\"1.2\",\n\"creator\":{},\"entries\":["
	)
	cut := func(where string) string { return "the file ends " + where }
	for _, c := range []struct {
		name, text string
		records    int
		problems   []string
		skipped    int64
	}{
		{"one a line", head + "\n" + entry + ",\n" + entry + "\n]}}\n", 2, nil, 3},
		{"all in one line", har(entry, entry, entry), 3, nil, 0},
		{"CRLF", strings.ReplaceAll(head+"\n"+entry+",\n"+entry+"\n]\n}}\n", "\n", "\r\n"), 2, nil, 4},
		{"no entries", head + "]}}", 0, nil, 2},
		{"no entries, and blanks", head + " \n ] \n}}\n\n", 0, nil, 5},
		{"the creator behind", `{"log":{"entries":[` + entry + "],\n\"creator\":{\"entries\":[{}]},\"pages\":[{\"id\":\"]}}\"}]}\n}\n", 1, nil, 2},
		{"the log is not all", `{"a":{"log":{"entries":[1]}},"log":{"entries":[` + entry + `]},"b":["log",{}]}`, 1, nil, 0},
		{"null", head + "\nnull,\n" + entry + ",null\n,null]}}", 1, nil, 4},
		{"other values", head + "\n12,\n" + entry + ",\n[1]\n]}}", 1, []string{
			`expected an entry as a JSON object, which begins with {, not with "1"`,
			`expected an entry as a JSON object, which begins with {, not with "["`,
		}, 3},
		{"a logger's lines behind", har(entry) + "\n{\"level\":30,\"msg\":\"a\"}\n{\"level\":30,\"msg\":\"b\"}\n", 1, []string{
			"an object without a request, which is no entry of an archive", "an object without a request, which is no entry of an archive",
			cut("behind an entry, before its list of entries does"),
		}, 0},
		{"two archives", har(entry) + "\n" + har(entry), 2, nil, 0},

		{"cut behind a comma", head + "\n" + entry + ",\n" + entry + ",\n", 2, []string{cut("behind an entry, before its list of entries does")}, 2},
		{"cut behind the comma of the last line", head + "\n" + entry + ",\n" + entry + ",", 2, []string{cut("behind an entry, before its list of entries does")}, 2},
		{"cut in an entry", head + "\n" + entry + ",\n" + entry[:30], 1, []string{cut("inside an entry")}, 2},
		{"cut in a string of an entry", head + "\n" + entry + ",\n" + entry[:23], 1, []string{cut("inside an entry")}, 2},
		{"cut in the only line", har(entry, entry, entry)[:200], 1, []string{cut("inside an entry")}, 0},
		{"cut behind an entry", head + "\n" + entry, 1, []string{cut("behind an entry, before its list of entries does")}, 2},
		{"cut behind an entry and a line end", head + "\n" + entry + "\n\n", 1, []string{cut("behind an entry, before its list of entries does")}, 3},
		{"cut in the head", head[:30], 0, []string{cut("before its entries begin")}, 0},
		{"cut in the tail", head + "\n" + entry + "],\n\"pages\":[", 1, []string{cut("before its log does")}, 2},
		{"cut in the last brackets", head + "\n" + entry + "]\n}", 1, []string{cut("before its log does")}, 2},

		{"text behind", har(entry) + "\n<!-- saved,\n as a page -->\n", 1, []string{`expected an entry as a JSON object, which begins with {, not with "<"`}, 0},
		{"text behind, in the only line", har(entry) + ";", 1, []string{`expected an entry as a JSON object, which begins with {, not with ";"`}, 0},
		{"a line end in a string", head + "\n" + entry[:23] + "\n" + entry[23:] + ",\n" + entry + "\n]}}", 1, []string{"a line ends inside a string of the entry"}, 3},
		{"an entry that is no JSON", head + "\n" + entry + ",\n{\"request\":{\"method\":POST}},\n" + entry + "\n]}}", 2, []string{`the entry is no JSON: at byte 22 of it, "P" where a value is due`}, 3},
		{"a key twice", head + "\n{\"request\":{},\"request\":{}},\n" + entry + "\n]}}", 1, []string{`the entry is no JSON: at byte 15 of it, the key "request" stands twice in one object`}, 3},
		{"brackets that do not pair", head + "\n{\"request\":{]},\n" + entry + "\n]}}", 1, []string{`the entry is no JSON: at byte 13 of it, "]" where a key in quotes is due`}, 3},
		{"not UTF-8", head + "\n{\"request\":{\"url\":\"\xff\"}},\n" + entry + "\n]}}", 1, []string{`the entry is no JSON: at byte 20 of it, "\xff" is not UTF-8`}, 3},
		{"nested too deep", head + "\n{\"x\":" + strings.Repeat("[", 300) + strings.Repeat("]", 300) + "},\n" + entry + "\n]}}", 1, []string{"the entry is no JSON: at byte 205 of it, nested deeper than 200 levels"}, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := openSample(harFormat, []byte(c.text))
			if r == nil {
				r = harReader{maxDepth: 200} // cut too early to be recognised
			}
			for _, size := range []int{1, 64, 1 << 20} {
				b := readSample(t, r, []byte(c.text), size)
				if len(b.Observations) != c.records {
					t.Errorf("chunks of %d: %d records, want %d", size, len(b.Observations), c.records)
				}
				var reasons []string
				for _, p := range b.Problems {
					reasons = append(reasons, p.Reason)
					if p.Hint == "" || c.text[p.Offset] == '\n' || strings.Count(c.text[:p.Offset], "\n")+1 != int(p.Line) {
						t.Errorf("chunks of %d: problem at line %d, offset %d: %+v", size, p.Line, p.Offset, p)
					}
					if p.Lines == 0 && len(b.Problems) == 1 {
						t.Errorf("the problem has no line: %+v", p)
					}
				}
				if diff := cmp.Diff(c.problems, reasons); diff != "" {
					t.Errorf("chunks of %d, problems (-want +got):\n%s", size, diff)
				}
				if b.Skipped != c.skipped {
					t.Errorf("chunks of %d: %d lines skipped, want %d", size, b.Skipped, c.skipped)
				}
			}
		})
	}
}

// Two exports of one session, one without cookies and the like and in another layout, say the same.
func TestHARTwoExports(t *testing.T) {
	sanitized, err := os.ReadFile("testdata/har/devtools.har")
	if err != nil {
		t.Fatal(err)
	}
	full := strings.ReplaceAll(string(sanitized), `"cookies": [],`, `"cookies": [{"name": "c", "value": "1"}],`)
	full = strings.ReplaceAll(full, `"headers": [`, `"headers": [{"name": "Cookie", "value": "c=1"},`)
	if full == string(sanitized) {
		t.Fatal("nothing was put in")
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, []byte(full)); err != nil {
		t.Fatal(err)
	}
	read := func(text []byte) []profile.Observation {
		obs := readSample(t, openSample(harFormat, text), text, 1<<20).Observations
		for i := range obs {
			obs[i].Line, obs[i].Offset, obs[i].Lines = 0, 0, 0
		}
		return obs
	}
	want := read(sanitized)
	if len(want) == 0 {
		t.Fatal("no observations")
	}
	for name, text := range map[string][]byte{"full": []byte(full), "compact": compact.Bytes()} {
		if diff := cmp.Diff(want, read(text)); diff != "" {
			t.Errorf("%s (-sanitized +%s):\n%s", name, name, diff)
		}
	}
}

// A head that is cut by HeadSize is recognised by what it says of its creator.
func TestHARLongHead(t *testing.T) {
	pages := `"pages":[{"id":"` + strings.Repeat("x", HeadSize) + `"}],`
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"creator first", `{"log":{"version":"1.2","creator":{"name":"x"},` + pages + `"entries":[]}}`, true},
		{"nothing but a version", `{"log":{"version":"1.2","comment":"` + strings.Repeat("x", HeadSize) + `","entries":[]}}`, false},
		{"not in the log", `{"log":{"version":"1.2"},"creator":{},` + pages + `"entries":[]}`, false},
	} {
		if got := openSample(harFormat, []byte(c.text)) != nil; got != c.want {
			t.Errorf("%s: recognised %v, want %v", c.name, got, c.want)
		}
	}
}

// An archive among the lines of a log is told, on one line or on many.
func TestHARInLog(t *testing.T) {
	const line = `{"level":30,"time":1796027207888,"msg":"webhook received","deliveryId":"0c4b7f"}` + "\n"
	archive := har(`{"request":{"method":"POST","url":"/w","headers":[{"name":"X-WC-Webhook-ID","value":"7"}]}}`)
	for _, text := range []string{line + line + archive + "\n", line + line + strings.ReplaceAll(archive, "{", "{\n ") + "\n"} {
		if got := readText(t, text); !strings.Contains(got, "problem at line 3: "+harInLog) || !strings.HasPrefix(got, "1 received ") {
			t.Errorf("%s: %s", text, got)
		}
	}
}

// FuzzHAR: no panic, every position inside the text, the sum of lines, and no entry lost where a chunk happens to end.
func FuzzHAR(f *testing.F) {
	for _, s := range harSamples {
		f.Add([]byte(s.Text))
	}
	for _, file := range []string{"martian", "playwright-attach"} {
		text, err := os.ReadFile("testdata/har/" + file + ".har")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text[:6000])
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		openSample(harFormat, text)
		r := harReader{maxDepth: 20}
		whole := readSample(t, r, text, 1<<20)
		if diff := cmp.Diff(whole.Observations, readSample(t, r, text, 50).Observations); diff != "" {
			t.Errorf("chunks change what is read (-one +many):\n%s", diff)
		}
	})
}
