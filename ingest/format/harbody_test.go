package format

import (
	"crypto/sha256"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

func TestHARFailure(t *testing.T) {
	for text, want := range map[string]string{
		"net::ERR_EMPTY_RESPONSE":           "aborted",
		"net::ERR_CONNECTION_TIMED_OUT":     "timeout",
		"net::ERR_NAME_NOT_RESOLVED":        "unresolved",
		"net::ERR_BLOCKED_BY_CLIENT":        "blocked",
		"net::ERR_UNSAFE_PORT":              "blocked",
		"NS_ERROR_UNKNOWN_HOST":             "unresolved",
		"NS_BINDING_ABORTED":                "aborted",
		"[Errno 111] Connection refused":    "refused",
		"[Errno 104] Connection reset":      "aborted",
		"server closed connection":          "other",
		"net::ERR_CERT_AUTHORITY_INVALID":   "other",
		"Server disconnected without reply": "aborted",
	} {
		if got := harFailure(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestHARBody(t *testing.T) {
	length := func(n int) string { return fmt.Sprintf(`{"name":"content-length","value":"%d"}`, n) }
	for _, c := range []struct {
		name          string
		headers, post string
		want          string
		exact         bool
	}{
		{"ASCII", length(8), `"text":"{\"id\":1}"`, `{"id":1}`, true},
		{"UTF-8", length(4), `"text":"Zoë"`, "Zo\xc3\xab", true},
		{"UTF-8, length not in quotes", `{"name":"Content-Length","value":4}`, `"text":"Zoë"`, "Zo\xc3\xab", true},
		{"a character a byte", length(6), `"text":"\u0000\u00ff\u0001é~\u0080"`, "\x00\xff\x01\xe9~\x80", true},
		{"a character a byte, but for one", length(3), `"text":"a€b"`, "a€b", false},
		{"beyond the BMP", length(4), `"text":"\ud83d\ude00"`, "😀", true},
		{"no length", "", `"text":"{\"id\":1}"`, `{"id":1}`, false},
		{"compressed", length(28), `"text":"{\"id\":1}"`, `{"id":1}`, false},
		{"compressed to the same length", length(8) + `,{"name":"Content-Encoding","value":"gzip"}`, `"text":"{\"id\":1}"`, `{"id":1}`, false},
		{"not compressed", length(8) + `,{"name":"Content-Encoding","value":"identity"}`, `"text":"{\"id\":1}"`, `{"id":1}`, true},
		{"length is no number", `{"name":"Content-Length","value":"8, 8"}`, `"text":"{\"id\":1}"`, `{"id":1}`, false},
		{"bytes that were replaced", length(5), `"text":"ab\ufffd"`, "ab\ufffd", false},
		{"half a character", length(5), `"text":"ab\ud800"`, "", false},
		{"half a character, twice", length(8), `"text":"\\\udc00\udc00x"`, "", false},
		{"an escape that only looks like half a character", length(7), `"text":"a\\ud800"`, `a\ud800`, true},
		{"base64", length(4), `"text":"Wm/Dqw==","encoding":"base64"`, "Zo\xc3\xab", true},
		{"base64 without a length", "", `"text":"Wm/Dqw==","encoding":"base64"`, "Zo\xc3\xab", true},
		{"base64 of something else", length(5), `"text":"Wm/Dqw==","encoding":"base64"`, "Zo\xc3\xab", false},
		{"no base64", length(5), `"text":"Wm/Dqw=","encoding":"base64"`, "", false},
		{"empty", length(0), `"text":""`, "", false},
		{"text left out", length(8), `"text":""`, "", false},
		{"params alone", length(8), `"params":[{"name":"id","value":1}]`, "", false},
		{"in a file", length(8), `"text":"","_file":"1b88539d04b4c1b74dfd717aa061e4a784ef24e3.json"`, "", false},
		{"no text", length(8), `"text":null`, "", false},
		{"an object", length(8), `"text":{"id":1}`, "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var e harEntry
			if err := e.read([]byte(`{"request":{"headers":[`+c.headers+`],"postData":{`+c.post+`}}}`), 100); err != nil {
				t.Fatal(err)
			}
			got := e.body()
			if string(got.bytes) != c.want || got.exact != c.exact {
				t.Errorf("got %q, exact %v; want %q, exact %v", got.bytes, got.exact, c.want, c.exact)
			}
		})
	}
}

// A body whose bytes are not known keeps its state, since that is what the text says; its hash would be of something else.
func TestHARBodyNotExact(t *testing.T) {
	read := func(length string) profile.Observation {
		text := []byte(har(`{"request":{"method":"POST","url":"/","headers":[{"name":"X-WC-Webhook-ID","value":"7"},{"name":"Content-Length","value":"` + length + `"}],"postData":{"text":"{\"id\":5,\"status\":\"pending\"}"}}}`))
		b := readSample(t, openSample(harFormat, text), text, 1<<20)
		if len(b.Observations) != 1 || len(b.States) > 1 {
			t.Fatalf("%d observations, want 1", len(b.Observations))
		}
		return b.Observations[0]
	}
	exact, other := read("27"), read("20")
	if exact.Body != sha256.Sum256([]byte(`{"id":5,"status":"pending"}`)) || exact.BodySize != 27 {
		t.Errorf("body of %d bytes is hashed as %x", exact.BodySize, exact.Body)
	}
	exact.Body, exact.BodySize = profile.Hash{}, 0
	if diff := cmp.Diff(exact, other); diff != "" || other.ResourceID != "5" || other.State == (profile.Mark{}) {
		t.Errorf("without its bytes, a body tells the same (-exact +other):\n%s", diff)
	}
}
