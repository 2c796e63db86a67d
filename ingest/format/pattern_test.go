package format

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

func TestFieldNames(t *testing.T) {
	r := newRecordReader(&Batch{Marker: plainMarker{}}, nil)
	for _, name := range FieldNames {
		key, err := fieldNamed(strings.ToUpper(name))
		if err != nil || r.meanings(placeTop, nil).of([]byte(key)).meaning == nil {
			t.Errorf("%s means nothing: %v", name, err)
		}
	}
	if _, err := fieldNamed("http_x_wc_webhook_signature"); err != nil {
		t.Error(err)
	}
	for _, bad := range []string{"", "name", "email", "http_cookie", "deliveryid2"} {
		if key, err := fieldNamed(bad); err == nil {
			t.Errorf("%q is %q", bad, key)
		}
	}
}

func TestPattern(t *testing.T) {
	const pattern = `^(?P<time>\S+ \S+) (?P<http_x_wc_webhook_id>\d*)(?: took (?P<duration_ms>\d+))? d=(?P<delivery_id>\w+) ?(?P<message>.*)$`
	at := stamp("2026-11-30 08:26:24")
	for _, c := range []struct {
		name, text string
		want       []profile.Observation // without position
		problems   int                   // that take no line
	}{
		{
			"a header, a duration, no zone", "2026-11-30 08:26:24.250 7 took 17 d=ab12 webhook received\n",
			[]profile.Observation{{
				Event: profile.EventReceived, Time: at + 250e6, Precision: time.Millisecond, Ends: true, Took: 17 * time.Millisecond, Provider: "woocommerce", WebhookID: "7",
				DeliveryID: "ab12",
			}},
			0,
		},
		{
			"no such time", "2026-13-30 08:26:24 7 d=ab12 already processed\nnothing\n",
			[]profile.Observation{{Event: profile.EventDuplicate, Provider: "woocommerce", WebhookID: "7", DeliveryID: "ab12"}},
			1,
		},
		{
			"a last line that may be cut", "2026-11-30 08:26:24 7 d=ab",
			[]profile.Observation{{Event: profile.EventNoted, Time: at, Precision: time.Second, Provider: "woocommerce", WebhookID: "7"}},
			1,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			l, err := ParsePattern(pattern)
			if err != nil {
				t.Fatal(err)
			}
			opt := testOptions
			opt.Lines, opt.Zone = []*LineFormat{l}, time.UTC
			r := openWith(patternFormat, []byte(c.text), opt)
			if r == nil {
				t.Fatal("not recognised")
			}
			for _, size := range []int{1, 1 << 20} {
				b := readSample(t, r, []byte(c.text), size)
				for i := range b.Observations {
					o := &b.Observations[i]
					o.Line, o.Offset, o.Lines = 0, 0, 0
				}
				if diff := cmp.Diff(c.want, b.Observations); diff != "" || len(b.Problems) != c.problems {
					t.Errorf("(-want +got):\n%s\nproblems %+v", diff, b.Problems)
				}
			}
		})
	}
}

func TestParsePatternRefuses(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`delivery (\w+)`, "no group of it has a name"},
		{`(?P<delivery_id>\w+`, "missing closing ): \"(?P<delivery_id>\\\\w+\""},
		{`(?P<customer>\w+)`, `"customer" is the name of no field`},
		{`(a{1000}){1000}(?P<topic>b)`, `invalid repeat count: "{1000}"`},
	} {
		if _, err := ParsePattern(c.text); err == nil || err.Error() != c.want {
			t.Errorf("%q: %v, want %q", c.text, err, c.want)
		}
	}
}

func TestMapping(t *testing.T) {
	at := func(texts ...string) (paths []FieldPath) {
		for _, text := range texts {
			name, path, _ := strings.Cut(text, "=")
			p, err := FieldAt(name, path)
			if err != nil {
				t.Fatal(err)
			}
			paths = append(paths, p)
		}
		return paths
	}
	for _, c := range []struct {
		name, line string
		paths      []FieldPath
		want       profile.Observation // without position
	}{
		{
			"in groups, in what is left out else, in an array", `{"env":{"a":{"id":"d1"},"b":"x"},"list":["no",{"hook":7}],"msg":"webhook received","level":"info"}`,
			at("delivery_id=env.a.id", "http_x_wc_webhook_id=list.1.hook"),
			profile.Observation{Event: profile.EventReceived, Provider: "woocommerce", DeliveryID: "d1", WebhookID: "7"},
		},
		{
			"a key with points in it, before what the line calls so", `{"hook.ref":"d2","delivery_id":"d1","event":"webhook_received"}`, at("delivery_id=hook.ref"),
			profile.Observation{Event: profile.EventReceived, DeliveryID: "d2"},
		},
		{
			"a body that is an object", `{"x":{"y":{"id":17,"status":"processing","line_items":[]}},"delivery_id":"d1","msg":"webhook received","hint":"woo"}`,
			at("body=x.y", "provider=hint"),
			profile.Observation{Event: profile.EventReceived, DeliveryID: "d1", Status: "processing"},
		},
		{
			"nothing there", `{"a":{"b":"null","c":null},"delivery_id":"d1","msg":"webhook received"}`, at("delivery_id=a.b", "topic=a.c", "job_id=a", "event_id=a.b.c"),
			profile.Observation{Event: profile.EventReceived, DeliveryID: "d1"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := jsonLinesReader{maxDepth: 20, paths: c.paths}
			b := readSample(t, r, []byte(c.line+"\n"), 1<<20)
			c.want.Line, c.want.Lines = 1, 1
			for i := range b.Observations {
				b.Observations[i].State, b.Observations[i].Body = profile.Mark{}, profile.Hash{}
			}
			if diff := cmp.Diff([]profile.Observation{c.want}, b.Observations); diff != "" {
				t.Errorf("(-want +got):\n%s\nproblems %+v", diff, b.Problems)
			}
		})
	}
}

func FuzzMapping(f *testing.F) {
	f.Add([]byte(`{"a":[{"b":"c"},[1,{"a":{"b":2}}]]}`), "a.0.b")
	f.Fuzz(func(t *testing.T, text []byte, path string) {
		if len(text) > 0 {
			readSample(t, jsonLinesReader{maxDepth: 20, paths: []FieldPath{{"delivery_id", path}, {"body", "a"}}}, text, 1<<20)
		}
	})
}
