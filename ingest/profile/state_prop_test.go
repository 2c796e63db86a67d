package profile

import (
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// TestStatesComeBack stores states of a few resources that differ in more or fewer of their fields, in several files, and reads them with
// and without SQL: whatever row is told by whichever other, each has its own fields.
func TestStatesComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, err := Temporary(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		want := map[Mark]State{}
		for file := range rapid.IntRange(1, 2).Draw(t, "files") {
			var states []State
			for range rapid.IntRange(0, 20).Draw(t, "states") {
				s := drawState(t, len(want))
				want[s.Mark] = s
				states = append(states, s)
			}
			i, err := p.Import(t.Context(), fmt.Sprint("/", file), Source{})
			if err != nil {
				t.Fatal(err)
			}
			if err := i.Add(nil, states, nil); err != nil {
				t.Fatal(err)
			}
			if err := i.Commit(Source{Name: fmt.Sprint(file), SHA256: fmt.Sprint(file)}); err != nil {
				t.Fatal(err)
			}
		}
		held, err := p.States(t.Context(), rapid.Int64Range(0, 3000).Draw(t, "held"))
		if err != nil {
			t.Fatal(err)
		}
		defer held.Close()
		got := map[Mark]State{}
		for s := range held.All() {
			s.Fields = held.Fields(s.Mark)
			got[s.Mark] = s
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("read (-want +got):\n%s", diff)
		}
		var rows, wantRows [][]string
		for _, s := range slices.SortedFunc(maps.Values(want), func(a, b State) int { return compareMarks(a.Mark, b.Mark) }) {
			for n, f := range s.Fields {
				wantRows = append(wantRows, []string{hex.EncodeToString(s.Mark[:]), fmt.Sprint(n), f.Path, hex.EncodeToString(f.Mark[:fieldSize])})
			}
		}
		rows = query(t, p, "SELECT state, position, path, mark FROM v_state_fields ORDER BY state, position")
		if diff := cmp.Diff(wantRows, rows); diff != "" {
			t.Errorf("view (-want +got):\n%s", diff)
		}
	})
}

func drawState(t *rapid.T, n int) State {
	s := State{Mark: Mark{1, byte(n), byte(n >> 8)}}
	s.Stable = s.Mark
	if rapid.Bool().Draw(t, "volatile") {
		s.Stable[0] = 2
	}
	for path := range rapid.IntRange(0, 20).Draw(t, "paths") {
		f := Field{Path: fmt.Sprintf("f%02d", path), Mark: Mark{9}}
		if path == 3 {
			f = Field{Path: "f02.id", Mark: Mark{byte(rapid.IntRange(1, 3).Draw(t, "resource"))}}
		}
		if rapid.IntRange(0, 2).Draw(t, "differs") == 0 {
			f.Mark[7] = rapid.Byte().Draw(t, "value")
		}
		s.Fields = append(s.Fields, f)
	}
	s.Clear.DateCreated = rapid.SampledFrom([]string{
		"", "2026-11-30T08:39:37", "1970-01-01T00:00:00", "2026-02-30T08:39:37", "2026-11-30T24:00:00", "0000-01-01T00:00:00", "9999-12-31T23:59:59",
		"2026-11-30T08:39:60", "2026-11-30 08:39:37", "2026-11-30T08:39:3x", "1969-12-31T23:59:59", "2026-11-30T08:39:37Z", "+026-11-30T08:39:37",
	}).Draw(t, "date")
	s.Clear.DateCompleted = "2024-02-29T23:59:59"
	return s
}
