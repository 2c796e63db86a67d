package profile

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// query returns rows as text, as a SQLite client would show them.
func query(t rapid.TB, p *Profile, sql string) [][]string {
	t.Helper()
	rows, err := p.read.Query(sql)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	var got [][]string
	for rows.Next() {
		texts := make([]*string, len(columns))
		into := make([]any, len(columns))
		for i := range into {
			into[i] = &texts[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		row := make([]string, len(columns))
		for i, s := range texts {
			row[i] = "NULL"
			if s != nil {
				row[i] = *s
			}
		}
		got = append(got, row)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return got
}

func TestViews(t *testing.T) {
	p := temporary(t)
	at := time.Date(2026, 4, 3, 9, 2, 1, 5_000_000, time.UTC)
	keep(t, p, "/a", Source{
		Name: "a.log", SHA256: "1", FirstSeen: Stamp{at.UnixNano(), time.Millisecond}, LastSeen: Stamp{-1, time.Second},
	}, []Observation{
		{Line: 1, Lines: 1, Event: EventDelivery, DeliveryID: "d1", Time: at.UnixNano(), Precision: time.Millisecond, SignatureValid: No},
		{Line: 2, Offset: 9, Lines: 3, Event: EventProxied, DeliveryID: "d1", Precision: time.Second, Body: Hash{0xab}},
		{Line: 5, Offset: 20, Lines: 1, Time: 7},
		{Line: 6, Offset: 30, Lines: 1, Time: -1, Precision: 1},
	}, []State{{Mark: Mark{1}, Fields: []Field{{"status", Mark{2}}, {"total", Mark{3}}}}}, []Problem{{Line: 6, Lines: 1, Reason: "no"}})

	zeros := strings.Repeat("00", 15)
	tests := []struct {
		query string
		want  [][]string
	}{
		{"SELECT source, line, offset, lines, event, delivery_id, time, signature_valid, body_sha256 FROM v_observations ORDER BY line", [][]string{
			{"a.log", "1", "0", "1", "delivery", "d1", "2026-04-03T09:02:01.005000000Z", "no", "NULL"},
			{"a.log", "2", "9", "3", "proxied", "d1", "1970-01-01T00:00:00Z", "NULL", "ab" + zeros + strings.Repeat("00", 16)},
			{"a.log", "5", "20", "1", "NULL", "NULL", "NULL", "NULL", "NULL"},
			{"a.log", "6", "30", "1", "NULL", "NULL", "1969-12-31T23:59:59.999999999Z", "NULL", "NULL"},
		}},
		{"SELECT name, first_seen, last_seen FROM v_sources", [][]string{{"a.log", "2026-04-03T09:02:01.005000000Z", "1969-12-31T23:59:59Z"}}},
		{"SELECT * FROM v_problems", [][]string{{"a.log", "6", "0", "1", "no", ""}}},
		{"SELECT * FROM v_state_fields ORDER BY position", [][]string{{"01" + zeros, "0", "status", "02" + zeros[:14]}, {"01" + zeros, "1", "total", "03" + zeros[:14]}}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, query(t, p, tt.query)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.query, diff)
		}
	}
}

// TestViewShowsEveryField counts the columns: what is stored must be open to people.
func TestViewShowsEveryField(t *testing.T) {
	p := temporary(t)
	full := filled[Observation](0)
	full.SignatureValid = No
	keep(t, p, "/a", Source{Name: "a", SHA256: "1"}, []Observation{full}, nil, nil)
	row := query(t, p, "SELECT * FROM v_observations")[0]
	for i, v := range row {
		if v == "NULL" || v == "" {
			t.Errorf("column %d is %q, though every field is set", i, v)
		}
	}
	fields := strings.Count(kindColumns+","+observationColumns, ",") - 2 - 4 // two IDs and the kind, and four that a kind of schema 2 has: source and ISO time are more
	if len(row) != fields+2 {
		t.Errorf("the view has %d columns, want %d", len(row), fields+2)
	}
}

func TestDocumentedQueriesRun(t *testing.T) {
	raw, err := os.ReadFile(filepath.FromSlash("../../docs/profile.md"))
	if err != nil {
		t.Fatal(err)
	}
	if now := fmt.Sprintf("`PRAGMA user_version`, now %d)", len(migrations)); !strings.Contains(string(raw), now) {
		t.Errorf("docs/profile.md does not say %s", now)
	}
	p := temporary(t)
	keep(t, p, "/a", Source{Name: "a", SHA256: "1"}, make1000(), nil, nil)
	blocks := regexp.MustCompile("(?s)```sql\n(.*?)```").FindAllStringSubmatch(string(raw), -1)
	if len(blocks) < 3 {
		t.Fatalf("%d queries in the page", len(blocks))
	}
	for _, b := range blocks {
		query(t, p, b[1])
	}
}
