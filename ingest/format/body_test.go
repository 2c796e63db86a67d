package format

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"hash"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/ingest/provider"
)

// bodyMarker marks as a profile does, under a key of its own.
type bodyMarker string

func (k bodyMarker) Mark(domain string, value []byte) (m profile.Mark) {
	mac := hmac.New(sha256.New, []byte(k))
	mac.Write([]byte(domain))
	mac.Write([]byte{0})
	mac.Write(value)
	copy(m[:], mac.Sum(nil))
	return m
}

func stateOf(t *testing.T, raw string) (profile.Observation, profile.State) {
	t.Helper()
	b := Batch{Marker: bodyMarker("one")}
	var o profile.Observation
	b.body(&o, []byte(raw), &provider.WooCommerce)
	if len(b.States) == 0 {
		return o, profile.State{}
	}
	return o, b.States[0]
}

func TestBodyState(t *testing.T) {
	tests := []struct {
		name, a, b   string
		mark, stable bool // equal
	}{
		{"key order and spaces", `{"a":1,"b":[true,null]}`, " {\n\"b\" : [ true ,null],\"a\":1 }\r\n", true, true},
		{"large numbers are text", `{"a":9007199254740993}`, `{"a":9007199254740992}`, false, false},
		{"1.0 is not 1", `{"a":1.0}`, `{"a":1}`, false, false},
		{"number is not string", `{"a":1}`, `{"a":"1"}`, false, false},
		{"escapes", `{"a":"\u00e4\/\n\"\\\ud83d\ude00\t"}`, `{"a":"ä/\u000a\u0022\u005C😀\u0009"}`, true, true},
		{"escaped key", `{"\u0061":1}`, `{"a":1}`, true, true},
		{"lone surrogates differ", `{"a":"\ud800"}`, `{"a":"\ud801"}`, false, false},
		{"lone surrogate is no replacement character", `{"a":"\udc00"}`, `{"a":"\ufffd"}`, false, false},
		{"array order counts", `[1,2]`, `[2,1]`, false, false},
		{"empty object is not empty array", `{"a":{}}`, `{"a":[]}`, false, false},
		{"date_modified", `{"id":1,"date_modified":"x"}`, `{"id":1,"date_modified":"y"}`, false, true},
		{"volatile member absent", `{"id":1,"_links":{"self":[]}}`, `{"id":1}`, false, true},
		{
			"volatile members absent at the front and behind", `{"_links":1,"date_modified":2,"id":3,"meta_data":[{"_links":1}]}`, `{"id":3}`,
			false, true,
		},
		{"nothing but volatile members", `{"_links":1,"date_modified":2}`, `{}`, false, true},
		{"volatile only at its path", `{"a":{"date_modified":1}}`, `{"a":{"date_modified":2}}`, false, false},
		{"deep at the limit", strings.Repeat("[", 200) + "1" + strings.Repeat("]", 200), strings.Repeat("[", 200) + " 1" + strings.Repeat("]", 200), true, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			oa, a := stateOf(t, tt.a)
			ob, b := stateOf(t, tt.b)
			if a.Mark == (profile.Mark{}) || b.Mark == (profile.Mark{}) || oa.State != a.Mark || ob.State != b.Mark {
				t.Fatalf("no state, or not the observation's: %x %x, %x %x", a.Mark, oa.State, b.Mark, ob.State)
			}
			if got := a.Mark == b.Mark; got != tt.mark {
				t.Errorf("equal marks: got %v, want %v", got, tt.mark)
			}
			if got := a.Stable == b.Stable; got != tt.stable {
				t.Errorf("equal stable marks: got %v, want %v", got, tt.stable)
			}
		})
	}
}

func TestBodyWithoutState(t *testing.T) {
	for name, raw := range map[string]string{
		"form":                   "webhook_id=7",
		"scalar":                 `"id"`,
		"cut":                    `{"id":1,"a":"`,
		"trailing text":          `{"id":1} x`,
		"two values":             `{"id":1}{"id":2}`,
		"duplicate key":          `{"id":1,"a":{"b":1,"b":1}}`,
		"duplicate key, escaped": `{"id":1,"\u0069d":1}`,
		"leading zero":           `{"id":01}`,
		"trailing comma":         `{"id":1,}`,
		"bare minus":             `[-]`,
		"control character":      "{\"id\":\"\x01\"}",
		"bad UTF-8":              "{\"id\":1,\"a\":\"\xff\"}",
		"bad UTF-8 and escape":   "{\"id\":1,\"a\":\"\\n\xff\"}",
		"bad escape":             `{"id":1,"a":"\x41"}`,
		"half a surrogate pair":  `{"id":1,"a":"\ud800\u12"}`,
		"too deep":               strings.Repeat("[", 202) + strings.Repeat("]", 202),
	} {
		t.Run(name, func(t *testing.T) {
			o, _ := stateOf(t, raw)
			want := profile.Observation{Body: sha256.Sum256([]byte(raw)), BodySize: int64(len(raw))}
			if diff := cmp.Diff(want, o); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestBodyFields(t *testing.T) {
	_, st := stateOf(t, `{"id":17,"status":"processing","billing":{"first_name":"A","deep":{"email":"b"}},"line_items":[{"id":1,"taxes":[]},{"id":2}],
		"refunds":[{}],"date_created":"local","date_created_gmt":"gmt","date_paid":null,"transaction_id":"pi_1","erika@example.test":{"49":1}}`)
	m := bodyMarker("one")
	hashed := func(key string) string {
		mark := m.Mark("key", []byte(key))
		return "~" + hexOf(mark)
	}
	field := func(path, value string) profile.Field {
		return profile.Field{Path: path, Mark: m.Mark("field", []byte(path+"\x00"+value))}
	}
	want := []profile.Field{
		field("billing", `{"deep":{"email":"b"},"first_name":"A"}`),
		field("date_created", `"local"`),
		field("date_created_gmt", `"gmt"`),
		field("date_paid", `null`),
		field("id", `17`),
		field("line_items.0.id", `1`),
		field("line_items.0.taxes", `[]`),
		field("line_items.1.id", `2`),
		field("refunds.0", `{}`),
		field("status", `"processing"`),
		field("transaction_id", `"pi_1"`),
		field(hashed("erika@example.test")+"."+hashed("49"), `1`),
	}
	if diff := cmp.Diff(want, st.Fields); diff != "" {
		t.Errorf("fields (-want +got)\n%s", diff)
	}
	clear := profile.ClearFields{Status: "processing", DateCreated: "gmt", TransactionID: "pi_1", LineItems: 2, Refunds: 1}
	if diff := cmp.Diff(clear, st.Clear); diff != "" {
		t.Errorf("clear fields (-want +got)\n%s", diff)
	}
}

func TestBodyTooManyFields(t *testing.T) {
	for _, tt := range []struct {
		name   string
		n      int
		fields int
	}{{"at the limit", maxBodyFields, maxBodyFields}, {"above", maxBodyFields + 1, 0}} {
		t.Run(tt.name, func(t *testing.T) {
			o, st := stateOf(t, "["+strings.Repeat("0,", tt.n-1)+"0]")
			if o.State == (profile.Mark{}) || len(st.Fields) != tt.fields {
				t.Errorf("state %x, %d fields, want %d", o.State, len(st.Fields), tt.fields)
			}
		})
	}
}

// The scratch memory is shared by all profiles of a process; what it remembers must not be.
func TestBodyKeysApart(t *testing.T) {
	raw := []byte(`{"id":1,"status":"processing"}`)
	var states []profile.State
	for _, key := range []bodyMarker{"one", "two", "one"} {
		b := Batch{Marker: key}
		b.body(new(profile.Observation), raw, &provider.WooCommerce)
		b.body(new(profile.Observation), raw, &provider.WooCommerce)
		states = append(states, b.States...)
	}
	if len(states) != 3 {
		t.Fatalf("got %d states, want one for each batch", len(states))
	}
	if diff := cmp.Diff(states[0], states[2]); diff != "" {
		t.Errorf("one key (-first +third)\n%s", diff)
	}
	for i, f := range states[0].Fields {
		if f.Mark == states[1].Fields[i].Mark {
			t.Errorf("%s has one mark under two keys", f.Path)
		}
	}
}

func TestBodyResource(t *testing.T) {
	nested := provider.Provider{Name: "nested", ResourceID: func(string) string { return "data.object.id" }}
	for _, tt := range []struct {
		name, raw string
		prov      *provider.Provider
		id        string
		status    string
	}{
		{"number", `{"id":9007199254740993,"status":"on-hold"}`, &provider.WooCommerce, "9007199254740993", "on-hold"},
		{"string", `{"id":"SKU-0"}`, &provider.WooCommerce, "SKU-0", ""},
		{"object", `{"id":{"a":1},"status":["x"]}`, &provider.WooCommerce, "", ""},
		{"absurdly long", `{"id":1,"status":"` + strings.Repeat("x", 129) + `"}`, &provider.WooCommerce, "1", ""},
		{"nested", `{"status":"no","data":{"object":{"id":"pi_1","status":"succeeded"}}}`, &nested, "pi_1", "succeeded"},
		{"nested, absent", `{"status":"no","data":[]}`, &nested, "", ""},
		{"no provider", `{"id":1,"status":"done"}`, nil, "", "done"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := Batch{Marker: bodyMarker("one")}
			var o profile.Observation
			b.body(&o, []byte(tt.raw), tt.prov)
			if o.ResourceID != tt.id || o.Status != tt.status {
				t.Errorf("got resource %q, status %q, want %q, %q", o.ResourceID, o.Status, tt.id, tt.status)
			}
		})
	}
}

func TestStripSlashes(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{``, ``},
		{`plain`, `plain`},
		{`{\"a\":\"\\\"\\\\\"}`, `{"a":"\"\\"}`},
		{`it\'s`, `it's`},
		{`a\0b`, "a\x00b"},
		{`\\0`, `\0`},
		{`\x\`, `x`},
		{`\`, ``},
	} {
		if got := stripSlashes([]byte("dst"), []byte(tt.in)); string(got) != "dst"+tt.want {
			t.Errorf("%q: got %q, want %q", tt.in, got[3:], tt.want)
		}
	}
}

func TestHeader(t *testing.T) {
	m := bodyMarker("one")
	b := Batch{Marker: m}
	var o profile.Observation
	for _, h := range []struct {
		name, value string
		known       bool
	}{
		{"X-WC-Webhook-ID", "3", true},
		{"x-wc-webhook-delivery-id", "d512", true},
		{"X-WC-DELIVERY-ID", "other", true}, // the first stays
		{"X-WC-Webhook-Topic", "order.updated", true},
		{"X-WC-Webhook-Resource", "order", true},
		{"X-WC-Webhook-Source", "http://shop.example.test/", true},
		{"X-WC-Webhook-Signature", "c2ln+/=", true},
		{"X-WC-Webhook-Event", "updated", false},
		{"Content-Type", "application/json", false},
		{strings.Repeat("x", 1000), "", false},
	} {
		if got := b.header(&o, []byte(h.name), []byte(h.value)); got != h.known {
			t.Errorf("%s: got %v, want %v", h.name, got, h.known)
		}
	}
	want := profile.Observation{
		Provider: "woocommerce", WebhookID: "3", DeliveryID: "d512", Topic: "order.updated", ResourceType: "order",
		Shop: "http://shop.example.test/", Signature: m.Mark("signature", []byte("c2ln+/=")),
	}
	if diff := cmp.Diff(want, o); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	name, value := []byte("X-Request-Id"), []byte("4")
	if n := testing.AllocsPerRun(100, func() { b.header(&o, name, value) }); n != 0 {
		t.Errorf("%v allocations on a miss", n)
	}
}

func hexOf(m profile.Mark) string {
	const digits = "0123456789abcdef"
	var s []byte
	for _, c := range m {
		s = append(s, digits[c>>4], digits[c&15])
	}
	return string(s)
}

// fastMarker is bodyMarker with the work on the key done once, as a profile does it. For one goroutine.
type fastMarker struct {
	mac hash.Hash
	buf *[]byte
}

func newFastMarker(key string) fastMarker {
	return fastMarker{hmac.New(sha256.New, []byte(key)), new([]byte)}
}

func (f fastMarker) Mark(domain string, value []byte) (m profile.Mark) {
	f.mac.Reset()
	*f.buf = append(append((*f.buf)[:0], domain...), 0)
	f.mac.Write(*f.buf)
	f.mac.Write(value)
	*f.buf = f.mac.Sum((*f.buf)[:0])
	copy(m[:], *f.buf)
	return m
}

// keyedMarker marks as a profile does, which makes the zero Mark of an empty value under every key.
type keyedMarker string

func (k keyedMarker) Mark(domain string, value []byte) profile.Mark {
	if len(value) == 0 {
		return profile.Mark{}
	}
	return bodyMarker(k).Mark(domain, value)
}

// The memory of one body after the other is shared by all profiles of a process; the marks of one must not reach another.
func TestFieldMarksOfTwoProfiles(t *testing.T) {
	var s bodyScratch
	path, value := "status", "processing"
	s.paths, s.text = []byte(path), []byte(value)
	s.fields = []fieldSpan{{span{0, len(path)}, span{0, len(value)}}}
	for _, key := range []keyedMarker{"one", "two", "one"} {
		want := []profile.Field{{Path: path, Mark: key.Mark("field", []byte(path+"\x00"+value))}}
		if diff := cmp.Diff(want, s.fieldMarks(make([]profile.Field, len(s.fields)), key)); diff != "" {
			t.Errorf("marks under key %q (-want +got):\n%s", string(key), diff)
		}
	}
}

// What body takes for JSON is what encoding/json takes for it, bad UTF-8 aside, and a canonical form is its own.
func FuzzBody(f *testing.F) {
	for _, raw := range []string{
		`{"id":1,"a":{"b":[1,-2.5e+3,true,null,"\u00e4\ud83d\ude00"],"a":{}},"_links":0}`, `[]`, `{"a":1,"a":2}`, `[1,]`, `"\ud800"`, `01`,
	} {
		f.Add([]byte(raw))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if len(raw) > maxBodyDepth { // no text this short is over a limit
			return
		}
		var s bodyScratch
		s.marker = bodyMarker("one")
		if got, want := s.tree.parse(raw), json.Valid(raw) && utf8.Valid(raw); got != want {
			t.Fatalf("%q: JSON %v, want %v", raw, got, want)
		} else if !got || !s.canonical(&provider.WooCommerce) {
			return
		}
		if !utf8.Valid(s.text) { // lone surrogates
			return
		}
		var again bodyScratch
		again.marker = s.marker
		if !again.tree.parse(s.text) || !again.canonical(&provider.WooCommerce) || !bytes.Equal(s.text, again.text) {
			t.Fatalf("%q: canonical form %q becomes %q", raw, s.text, again.text)
		}
		if stable := s.stable(); !again.tree.parse(stable) || !again.canonical(&provider.WooCommerce) || len(again.volatile) > 0 {
			t.Fatalf("%q: stable form %q", raw, stable)
		}
	})
}
