package format

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// leaves notes what a scanner shows: one "path=value" for each leaf.
type leaves struct {
	path   []string
	got    []string
	values []string
	hide   string // key of a part that is not to be visited
}

func (l *leaves) open(key []byte, _ bool) bool {
	l.path = append(l.path, string(key))
	return l.hide == "" || string(key) != l.hide
}

func (l *leaves) close([]byte) { l.path = l.path[:len(l.path)-1] }

func (l *leaves) leaf(key []byte, v jsonValue) {
	text := string(v.raw)
	if v.kind == jsonString {
		text = fmt.Sprintf("%q", unescapeJSON(nil, v.raw))
	}
	l.values = append(l.values, text)
	l.got = append(l.got, strings.Join(append(l.path, string(key)), "/")+"="+text)
}

func TestJSONScanner(t *testing.T) {
	many := func(n int, last string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `"k%d":%d,`, i, i)
		}
		return "{" + b.String() + last + "}"
	}
	tests := []struct {
		name, text string
		hide       string
		want       []string
		at         int // of the error
		err        string
	}{
		{name: "leaves", text: ` {"a":1,"b":{"c":"x\ty\u00eb","d":[true,false,null,-0.5e+3]}, "":""} `, want: []string{"/a=1", `/b/c="x\ty` + "ë" + `"`, "/b/d/=true", "/b/d/=false", "/b/d/=null", "/b/d/=-0.5e+3", `/=""`}},
		{name: "a hidden part is not shown", text: `{"a":{"b":1},"c":2}`, hide: "a", want: []string{"/c=2"}},
		{name: "but checked", text: `{"a":{"b":01},"c":2}`, hide: "a", at: 10, err: `"01" is no JSON number`},
		{name: "surrogate pair", text: `["\ud83d\ude00\ud83d"]`, want: []string{`/="😀` + "\ufffd" + `"`}},
		{name: "quotes across words of eight", text: `{"k":"1234567\"9 \\ abcdefgh"}`, want: []string{`/k="1234567\"9 \\ abcdefgh"`}},
		{name: "empty", text: "", at: 0, err: "the line ends where a value is due"},
		{name: "cut in a string", text: `{"a":"xyz`, at: 5, err: "a string that begins here has no end"},
		{name: "cut after a comma", text: `{"a":1,`, at: 7, err: "the line ends where a key in quotes is due"},
		{name: "single quotes", text: `{'a':1}`, at: 1, err: `"'" where a key in quotes is due`},
		{name: "two values", text: `{} {}`, at: 3, err: `"{" after the end of the value`},
		{name: "hexadecimal escape of Apache", text: `{"ua":"Zo\xc3\xab"}`, at: 9, err: `"\\x" is no escape`},
		{name: "raw control character", text: "{\"a\":\"1234567890\x01\"}", at: 16, err: `"\x01" stands raw in a string`},
		{name: "not UTF-8", text: "{\"a\":\"Zo\xeb\"}", at: 8, err: `"\xeb" is not UTF-8`},
		{name: "NaN", text: `{"a":NaN}`, at: 5, err: `"N" where a value is due`},
		{name: "a key twice", text: `{"a":1,"b":{"a":2},"a":3}`, at: 19, err: `the key "a" stands twice in one object`},
		{name: "a key twice, once with an escape", text: `{"a":1,"\u0061":3}`, at: 7, err: `the key "a" stands twice in one object`},
		{name: "a long key twice", text: `{"webhook_delivery_id":1,"webhook_delivery_id":3}`, at: 25, err: `the key "webhook_delivery_id" stands twice in one object`},
		{name: "keys that differ in the middle", text: `{"webhook_aa_delivery_id":1,"webhook_bb_delivery_id":3}`, want: []string{"/webhook_aa_delivery_id=1", "/webhook_bb_delivery_id=3"}},
		{name: "a key twice among many", text: many(300, `"k7":0`), at: len(many(300, "")) - 1, err: `the key "k7" stands twice in one object`},
		{name: "a key again in the next object of many", text: "[" + many(100, `"z":0`) + "," + many(100, `"z":0`) + "]", hide: ""},
		{name: "deep", text: strings.Repeat("[", 9), at: 8, err: "nested deeper than 8 levels"},
	}
	var s jsonScanner
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := leaves{hide: tt.hide}
			err := s.scan([]byte(tt.text), 8, &l)
			var je *jsonError
			if errors.As(err, &je) {
				if je.at != tt.at || je.reason != tt.err {
					t.Errorf("error at %d: %s, want at %d: %s", je.at, je.reason, tt.at, tt.err)
				}
				return
			}
			if err != nil || tt.err != "" {
				t.Fatalf("error %v, want %q", err, tt.err)
			}
			if tt.want == nil {
				return
			}
			if diff := cmp.Diff(tt.want, l.got); diff != "" {
				t.Errorf("leaves (-want +got):\n%s", diff)
			}
		})
	}
}

func TestJSONScannerAllocatesNothing(t *testing.T) {
	line := []byte(benchLine)
	var s jsonScanner
	l := nothing{}
	if n := testing.AllocsPerRun(100, func() {
		if err := s.scan(line, 64, l); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations a line, want none", n)
	}
}

type nothing struct{}

func (nothing) open([]byte, bool) bool { return true }
func (nothing) close([]byte)           {}
func (nothing) leaf([]byte, jsonValue) {}

const benchLine = `{"level":30,"time":1796027186194,"pid":9072,"hostname":"vm","name":"receiver-a","req":{"id":"8c24eaaf85c0961ff0d3b1cd601d09e3","method":"POST","url":"/woo/shipments","query":{},"params":{},"headers":{"host":"hooks.example.test","x-request-id":"8c24eaaf85c0961ff0d3b1cd601d09e3","x-forwarded-for":"127.0.0.1","connection":"close","content-length":"2187","user-agent":"WooCommerce/9.9.5 Hookshot (WordPress/6.9)","accept":"*/*","accept-encoding":"deflate, gzip, br, zstd","proxy-connection":"Keep-Alive","content-type":"application/json","x-wc-webhook-source":"http://shop.example.test:8080/","x-wc-webhook-topic":"order.updated","x-wc-webhook-resource":"order","x-wc-webhook-event":"updated","x-wc-webhook-signature":"6h7F9KRdDGekUEJRgnYV1hFn0r7Z4xswPxK8Rpv2J+o=","x-wc-webhook-id":"3","x-wc-webhook-delivery-id":"0139a2164a3d7957c1f0962ea06d9ae4"},"remoteAddress":"127.0.0.1","remotePort":48998},"webhook":{"webhook_id":3,"delivery_id":"0139a2164a3d7957c1f0962ea06d9ae4","topic":"order.updated","source":"http://shop.example.test:8080/"},"event":"received","resource_id":14,"order_status":"pending","payload_sha256":"91b6272ff03c9af55011ff9b75f901d9afefeafba1520f96d2362900c0dd4a32","operation_key":"order:sync:14:91b6272ff03c","bytes":2187,"signature_valid":true,"msg":"webhook received"}`

func BenchmarkJSONScanner(b *testing.B) {
	line := []byte(benchLine)
	var s jsonScanner
	b.SetBytes(int64(len(line)))
	b.ReportAllocs()
	for b.Loop() {
		if err := s.scan(line, 64, nothing{}); err != nil {
			b.Fatal(err)
		}
	}
}

// FuzzJSONScanner holds the scanner against encoding/json: they accept the same texts, but for what the scanner says that it
// refuses, and read the same strings and numbers.
func FuzzJSONScanner(f *testing.F) {
	for _, seed := range []string{benchLine, `{"a":"\ud800","b":[1.5e-3,{"c":null}]}`, "[\"\xff\"]", `{"a":1,"a":2}`, `"12345678\u0022"`, "0123", "[-]"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		const depth = 50
		var s jsonScanner
		var l leaves
		err := s.scan(data, depth, &l)
		want, wantErr := standardLeaves(data, depth)
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("scanner: %v; encoding/json: %v", err, wantErr)
		}
		var je *jsonError
		if errors.As(err, &je) && (je.at < 0 || je.at > len(data)) {
			t.Fatalf("error at %d of %d", je.at, len(data))
		}
		if err != nil {
			return
		}
		if diff := cmp.Diff(want, l.values); diff != "" {
			t.Fatalf("leaves (-encoding/json +scanner):\n%s", diff)
		}
	})
}

var errRefused = errors.New("refused")

// standardLeaves says what the scanner ought to say of data, by means of encoding/json.
func standardLeaves(data []byte, maxDepth int) ([]string, error) {
	if !json.Valid(data) || !utf8.Valid(data) {
		return nil, errRefused
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	type level struct {
		object bool
		key    bool // a key is due
		seen   map[string]bool
	}
	var open []level
	var got []string
	for {
		tok, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return got, nil
		}
		if err != nil {
			return nil, err
		}
		var top *level
		if len(open) > 0 {
			top = &open[len(open)-1]
		}
		if text, ok := tok.(string); ok && top != nil && top.key {
			if top.seen[text] {
				return nil, errRefused
			}
			top.seen[text], top.key = true, false
			continue
		}
		if d, ok := tok.(json.Delim); ok && (d == '}' || d == ']') {
			open = open[:len(open)-1]
			continue
		}
		if top != nil && top.object {
			top.key = true
		}
		switch v := tok.(type) {
		case json.Delim:
			if len(open) == maxDepth {
				return nil, errRefused
			}
			open = append(open, level{v == '{', v == '{', map[string]bool{}})
		case string:
			got = append(got, fmt.Sprintf("%q", v))
		case nil:
			got = append(got, "null")
		default:
			got = append(got, fmt.Sprint(v))
		}
	}
}
