package format

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// An export of all tables says what one file for each says.
func TestPHPMyAdminIsOtherExports(t *testing.T) {
	text := "[\n{\"type\":\"header\",\"version\":\"5.2.1\",\"comment\":\"Export to JSON plugin for phpMyAdmin\"},\n{\"type\":\"database\",\"name\":\"shop\"}"
	var want []profile.Observation
	for _, c := range []struct{ table, format string }{
		{"wp_wc_webhooks", "woocommerce-webhooks-table"},
		{"wp_actionscheduler_actions", "action-scheduler-actions"},
		{"wp_actionscheduler_logs", "action-scheduler-logs"},
	} {
		rows, err := os.ReadFile(filepath.Join("testdata", "tables", c.table+".json"))
		if err != nil {
			t.Fatal(err)
		}
		text += ",\n{\"type\":\"table\",\"name\":\"" + c.table + "\",\"database\":\"shop\",\"data\":\n" + string(rows) + "\n}\n" +
			",\n{\"type\":\"table\",\"name\":\"wp_options\",\"database\":\"shop\",\"data\":\n[\n{\"option_id\":\"1\",\"option_value\":\"]}\"}\n]\n}\n"
		want = append(want, parseText(t, c.format, string(rows)).Observations...)
	}
	text += "]\n"
	for _, size := range []int{1, 1000, 1 << 20} {
		b := readSample(t, openPHPMyAdmin([]byte(text), testOptions), []byte(text), size)
		for i := range b.Observations {
			o := &b.Observations[i]
			if at := text[o.Offset:]; !strings.Contains(at[:min(len(at), 120)], id(o)) {
				t.Errorf("offset %d does not point at %q", o.Offset, id(o))
			}
			if line := int64(strings.Count(text[:o.Offset], "\n")) + 1; line != o.Line {
				t.Errorf("line %d, where the offset is in line %d", o.Line, line)
			}
			o.Line, o.Offset, o.Lines = 0, 0, 0
		}
		for i := range want {
			want[i].Line, want[i].Offset, want[i].Lines = 0, 0, 0
		}
		if diff := cmp.Diff(want, b.Observations); diff != "" || len(b.Problems) > 0 {
			t.Errorf("in chunks of %d (-exports +phpMyAdmin):\n%s\nproblems %+v", size, diff, b.Problems)
		}
	}
}

func TestPHPMyAdminProblems(t *testing.T) {
	const head = `[{"type":"header","comment":"phpMyAdmin"},` + "\n" + `{"type":"table","name":"c","database":"d","data":[` + "\n"
	const row = `{"claim_id":"1","date_created_gmt":null}`
	for _, c := range []struct {
		name, text, want string
		records          int
	}{
		{"cut within a row", head + row + ",\n" + `{"claim_id":"2","da`, "4 row is not JSON: a string that begins here has no end", 1},
		{"cut within the first row", head + `{"claim_id":"2","da`, "3 what begins here belongs to no table of the export", 0},
		{"cut before the rows", head + "]},\n" + `{"type":"table","name":"c","data`, "4 what begins here belongs to no table of the export", 0},
		{"a row behind its table", head + row + "]},\n" + row + "]\n", "4 what begins here belongs to no table of the export", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := readGiven(t, "phpmyadmin-json", c.text, testOptions)
			var got []string
			for _, p := range b.Problems {
				got = append(got, string(rune('0'+p.Line))+" "+p.Reason)
			}
			if len(got) != 1 || got[0] != c.want {
				t.Errorf("problems %q, want %q", got, c.want)
			}
			if len(b.Observations) != c.records {
				t.Errorf("%d records, want %d", len(b.Observations), c.records)
			}
		})
	}
}

func FuzzPHPMyAdmin(f *testing.F) {
	for _, s := range phpMyAdminSamples {
		f.Add([]byte(s.Text), 100)
	}
	f.Fuzz(func(t *testing.T, text []byte, size int) { fuzzFormats(t, []Format{phpMyAdminJSON}, text, size) })
}
