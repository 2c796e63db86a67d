package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/analyze"
)

func written(t *testing.T, format string, d analyze.Diagnosis) []byte {
	t.Helper()
	for _, f := range Formats {
		if f.Name == format {
			var buf bytes.Buffer
			if err := f.Write(&buf, d, Options{}); err != nil {
				t.Fatal(err)
			}
			return buf.Bytes()
		}
	}
	t.Fatalf("there is no format %s", format)
	return nil
}

func TestLinesGolden(t *testing.T) {
	for _, format := range []string{"csv", "jsonl"} {
		golden(t, "incident."+format, written(t, format, incident()))
		golden(t, "empty."+format, written(t, format, analyze.Diagnosis{}))
		golden(t, "hostile."+format, written(t, format, hostile()))
	}
}

func TestCell(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"words", "order 14", "order 14"},
		{"formula", "=1+1", "'=1+1"},
		{"command", "@SUM(A1)", "'@SUM(A1)"},
		{"sign", "-1", "'-1"},
		{"wide sign", "＝1", "'＝1"},
		{"after blanks", "  +1", "  '+1"},
		{"after a semicolon", "a; =1", "a; '=1"},
		{"after a quote", `a"=1`, `a"'=1`},
		{"tab", "\t=1", `\t=1`},
		{"inside", "a=1-2", "a=1-2"},
		{"date", "2026-11-30T08:28:00Z", "2026-11-30T08:28:00Z"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, cell(tt.in)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// No cell of a hostile history begins a formula, and all lines have all columns.
func TestCSVHostile(t *testing.T) {
	rows, err := csv.NewReader(bytes.NewReader(written(t, "csv", hostile()))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 3 {
		t.Fatalf("%d lines, want 3", len(rows))
	}
	for _, row := range rows {
		for k, c := range row {
			if strings.ContainsAny(c[:min(1, len(c))], "=+-@\t\r") {
				t.Errorf("%s begins a formula: %.40q", csvColumns[k].name, c)
			}
		}
	}
	if !strings.Contains(rows[1][18], strings.Repeat("9f", 5000)) {
		t.Error("an identifier of 10,000 characters is not there whole")
	}
}

// Each line is an object that says what it is; together they are what JSON writes.
func TestJSONLines(t *testing.T) {
	d := repeated()
	counts := map[string]int{}
	for line := range bytes.Lines(written(t, "jsonl", d)) {
		var object struct{ Schema, Record, ID string }
		if err := json.Unmarshal(line, &object); err != nil {
			t.Fatalf("%.80s: %v", line, err)
		}
		if object.Schema != analyze.Schema {
			t.Errorf("schema %q", object.Schema)
		}
		counts[object.Record]++
	}
	want := map[string]int{"summary": 1, "source": 4, "pattern": 1, "duplicate": 13}
	if diff := cmp.Diff(want, counts); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
}
