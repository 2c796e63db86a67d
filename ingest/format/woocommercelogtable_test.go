package format

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// A shop that logged four deliveries to a file and to the database tells the same of them in both, so that they can be
// counted once.
func TestLogTableIsTheFileLog(t *testing.T) {
	read := func(format, name string) []profile.Observation {
		text, err := os.ReadFile(filepath.Join("testdata", "woocommerce-log-table", name))
		if err != nil {
			t.Fatal(err)
		}
		b := parseText(t, format, string(text))
		if len(b.Problems) > 0 {
			t.Errorf("%s: problems %+v", name, b.Problems)
		}
		for i := range b.Observations {
			o := &b.Observations[i]
			if at := string(text[o.Offset:]); !strings.Contains(at[:min(len(at), 400)], o.DeliveryID) {
				t.Errorf("%s: offset %d does not point at %q", name, o.Offset, o.DeliveryID)
			}
			o.Line, o.Offset, o.Lines = 0, 0, 0
		}
		return b.Observations
	}
	file := read("woocommerce-log", "webhooks-delivery.log")
	if len(file) != 4 || file[0].State == (profile.Mark{}) {
		t.Fatalf("%d deliveries in the file, want 4, with their states: %+v", len(file), file)
	}
	for _, ext := range []string{"json", "csv", "tsv"} {
		if diff := cmp.Diff(file, read("woocommerce-log-table", "wp_woocommerce_log."+ext)); diff != "" {
			t.Errorf(".%s differs from the file (-file +%s):\n%s", ext, ext, diff)
		}
	}
}

// What a body says goes with the observation that names it.
func TestLogTableStates(t *testing.T) {
	body := strings.Replace(logTableMessage, wooNoBody, `{\\"id\\":14,\\"status\\":\\"processing\\"}`, 1)
	row := "3\t2026-11-30 08:26:26\t200\twebhooks-delivery\t" + strings.ReplaceAll(body, "\n", `\n`) + "\n"
	text := "log_id\ttimestamp\tlevel\tsource\tmessage\n" + row
	b := Batch{Marker: plainMarker{}}
	openSample(logTableFormat, []byte(text)).Parse(Chunk{Data: []byte(text), Line: 1}, &b)
	if len(b.Observations) != 1 || len(b.States) != 1 {
		t.Fatalf("%d observations and %d states, want one of each; problems %+v", len(b.Observations), len(b.States), b.Problems)
	}
	o, s := b.Observations[0], b.States[0]
	if o.State != s.Mark || s.Clear.Status != "processing" {
		t.Errorf("observation names state %q; the state is %q with status %q", o.State, s.Mark, s.Clear.Status)
	}
}

func TestLogTableRows(t *testing.T) {
	message := strings.ReplaceAll(logTableMessage, "\n", `\n`)
	const header = "log_id\ttimestamp\tlevel\tsource\tmessage\n"
	delivery := profile.Observation{
		Line: 2, Offset: int64(len(header)), Lines: 1, Event: profile.EventDelivery, Provider: "woocommerce",
		Time: stamp("2026-11-30 08:26:26"), Precision: time.Second, Took: 296900 * time.Microsecond, Ends: true,
		WebhookID: "133", DeliveryID: "0b54504858acecf3a267390e9765c955",
		URL: "http://hooks.example.test/woo/shipments", Method: "POST", Code: 202,
	}
	for _, c := range []struct {
		name, row, problem string
		want               []profile.Observation
	}{
		{"a delivery", "3\t2026-11-30 08:26:26\t200\twebhooks-delivery\t" + message, "", []profile.Observation{delivery}},
		{"another source's row, whatever it says", "3\t2026-11-30 08:26:26\t200\tlab-plugin\t" + message, "", nil},
		{"no source", "3\t2026-11-30 08:26:26\t200\tNULL\t" + message, "", nil},
		{"no time", "3\tNULL\t200\twebhooks-delivery\t" + message, `time "" is not of the form 2026-11-30 08:26:25`, nil},
		{"MySQL's never", "3\t0000-00-00 00:00:00\t200\twebhooks-delivery\t" + message, `time "0000-00-00 00:00:00" is not of the form 2026-11-30 08:26:25`, nil},
		{"no such time", "3\t2026-11-31 08:26:26\t200\twebhooks-delivery\t" + message, `time "2026-11-31 08:26:26" is not of the form 2026-11-30 08:26:25`, nil},
		{"no message", "3\t2026-11-30 08:26:26\t200\twebhooks-delivery\tNULL", "the row has no message", nil},
		{
			"a message that lost its end, which is not quoted",
			"3\t2026-11-30 08:26:26\t200\twebhooks-delivery\t" + message[:len(message)/2], "the message is not that of a delivery", nil,
		},
		{
			"a delivery ID that its headers do not have",
			"3\t2026-11-30 08:26:26\t200\twebhooks-delivery\t" + strings.Replace(message, "0b54", "1111", 1), "the message is not that of a delivery", nil,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := parseText(t, "woocommerce-log-table", header+c.row+"\n")
			if diff := cmp.Diff(c.want, b.Observations); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			var got string
			for _, p := range b.Problems {
				got += p.Reason
				if p.Hint == "" {
					t.Error("problem without a hint")
				}
			}
			if got != c.problem {
				t.Errorf("problem %q, want %q", got, c.problem)
			}
		})
	}
}
