package profile

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// alter runs SQL on a profile as somebody else might.
func alter(t *testing.T, path string, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

// made writes a small profile and returns its path.
func made(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "p.db")
	p, err := Open(t.Context(), path, ReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	keep(t, p, "/a", Source{Name: "a", SHA256: "1"}, append(make1000(), filled[Observation](0)),
		[]State{filled[State](0)}, []Problem{filled[Problem](0)})
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestOpenRefuses(t *testing.T) {
	file := func(text string) func(*testing.T) string {
		return func(t *testing.T) string {
			path := filepath.Join(t.TempDir(), "p.db")
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			return path
		}
	}
	altered := func(statements ...string) func(*testing.T) string {
		return func(t *testing.T) string {
			path := made(t)
			alter(t, path, statements...)
			return path
		}
	}
	tests := []struct {
		name string
		make func(*testing.T) string
		want string
	}{
		{"text", file("hello\n"), "not a SQLite file"},
		{"long text", file(strings.Repeat("hello\n", 10000)), "not a SQLite file"},
		{"folder", func(t *testing.T) string { return t.TempDir() }, "not a file"},
		{"foreign database", func(t *testing.T) string {
			path := filepath.Join(t.TempDir(), "p.db")
			alter(t, path, "CREATE TABLE source (id)")
			return path
		}, "not a webhookctl profile"},
		{"other application in WAL mode", altered("PRAGMA application_id = 7", "PRAGMA journal_mode = WAL"), "not a webhookctl profile"},
		{"other application", altered("PRAGMA application_id = 7"), "not a webhookctl profile"},
		{"no version", altered("PRAGMA user_version = 0"), "not a webhookctl profile"},
		{"newer", altered("PRAGMA user_version = 5"), "made by a newer webhookctl (schema 5, this one knows 4)"},
		{"trigger", altered("CREATE TRIGGER evil AFTER INSERT ON text BEGIN DELETE FROM source; END"), `foreign trigger "evil"`},
		{"shadowing view", altered("ALTER TABLE observation RENAME TO old", "CREATE VIEW observation AS SELECT * FROM old"), `"observation" is not as webhookctl makes it`},
		{"other columns", altered("ALTER TABLE text ADD COLUMN more TEXT"), `"text" is not as webhookctl makes it`},
		{"missing table", altered("DROP TABLE meta"), `"meta" is not as webhookctl makes it`},
		{"other view", altered("DROP VIEW v_sources", "CREATE VIEW v_sources AS SELECT 1"), `"v_sources" is not as webhookctl makes it`},
		{"virtual table", altered("CREATE VIRTUAL TABLE x USING fts5(y)"), `foreign table "x"`},
		{"index of an expression", altered("CREATE INDEX x ON text (length(value))"), `index "x" is unique, partial or of an expression`},
		{"unique index", altered("CREATE UNIQUE INDEX x ON text (id, value)"), `index "x" is`},
		{"partial index", altered("CREATE INDEX x ON text (value) WHERE id > 1"), `index "x" is`},
		{"generated column", altered("ALTER TABLE text ADD COLUMN x INTEGER AS (id) VIRTUAL"), `"text" is not as webhookctl makes it`},
		{"no key named", altered("DELETE FROM meta"), "does not say which key"},
	}
	for _, tt := range tests {
		for _, mode := range []Mode{ReadOnly, ReadWrite} {
			t.Run(fmt.Sprint(tt.name, mode), func(t *testing.T) {
				path := tt.make(t)
				before, _ := os.ReadFile(path)
				p, err := Open(t.Context(), path, mode)
				if err == nil {
					p.Close()
					t.Fatal("Open takes it")
				}
				var format *FormatError
				if !errors.As(err, &format) || !strings.Contains(format.Reason, tt.want) {
					t.Errorf("Open = %v, want %q", err, tt.want)
				}
				if after, _ := os.ReadFile(path); string(after) != string(before) {
					t.Error("the refused file was changed")
				}
			})
		}
	}
}

func TestOpenMissing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.db")
	if _, err := Open(t.Context(), path, ReadOnly); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("ReadOnly: %v", err)
	}
	empty := filepath.Join(t.TempDir(), "empty.db")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), empty, ReadOnly); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("ReadOnly, empty: %v", err)
	}
	if _, err := Open(t.Context(), filepath.Join(path, "deeper.db"), ReadWrite); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("ReadWrite without a folder: %v", err)
	}
	if files, _ := os.ReadDir(filepath.Dir(path)); len(files) > 0 {
		t.Errorf("made %v", files)
	}
}

func TestOwnIndexIsNoHarm(t *testing.T) {
	path := made(t)
	alter(t, path, "CREATE INDEX mine ON observation (delivery_id)", "ANALYZE")
	if got := len(all(t, reopen(t, path, ReadOnly))); got != 1001 {
		t.Errorf("%d observations", got)
	}
}

func TestHostileValues(t *testing.T) {
	tests := []struct {
		name, statement string
	}{
		{"kind unknown", "UPDATE observation SET kind = 99"},
		{"kind huge", "UPDATE observation SET kind = -9223372036854775808"},
		{"text unknown", "UPDATE observation SET delivery_id = 9223372036854775807"},
		{"text negative", "UPDATE observation SET worker = -1"},
		{"line zero", "UPDATE observation SET line = 0"},
		{"offset negative", "UPDATE observation SET offset = -5"},
		{"lines negative", "UPDATE observation SET lines = -5"},
		{"out of order", "UPDATE observation SET offset = 1000 - id WHERE id < 1000"},
		{"mark too short", "UPDATE observation SET signature = x'00'"},
		{"hash too long", "UPDATE observation SET body = zeroblob(33)"},
		{"tri out of range", "UPDATE kind SET signature_valid = 3"},
		{"ends out of range", "UPDATE kind SET ends = -1"},
		{"precision negative", "UPDATE kind SET precision = -1"},
		{"kinds with a gap", "UPDATE kind SET id = 0 WHERE id = 1"},
		{"texts with a gap", "DELETE FROM text WHERE id = 500"},
		{"span without rows", "UPDATE span SET first = -9223372036854775808, last = 0"},
		{"path mark", "UPDATE source SET path = x'00'"},
		{"stamp", "UPDATE source SET first_precision = -1"},
		{"state mark", "UPDATE state SET mark = x'00'"},
		{"count negative", "UPDATE source SET lines = -1"},
		{"count too large to add", "UPDATE source SET size = 9223372036854775807"},
		{"state fields", "UPDATE state SET fields = zeroblob(17)"},
		{"state fields too many", "UPDATE state SET fields = zeroblob(1000)"},
		{"state of schema 2", "UPDATE state SET marks = zeroblob(17), fields = NULL"},
		{"state without fields", "UPDATE state SET fields = NULL"},
		{"state with itself as base", "UPDATE state SET base = id, changed = zeroblob(1)"},
		{"state with no changes", "UPDATE state SET base = 1, changed = NULL"},
		{"state shape", "UPDATE state SET shape = 5"},
		{"shape position", "UPDATE shape SET position = 9 WHERE position = 1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := made(t)
			alter(t, path, tt.statement)
			if err := readAll(t, path); err == nil && tt.name != "span without rows" {
				t.Error("read without an error")
			}
		})
	}
	if err := readAll(t, made(t)); err != nil {
		t.Errorf("untouched: %v", err)
	}
}

// readAll reads all that a profile has.
func readAll(t *testing.T, path string) error {
	p, err := Open(t.Context(), path, ReadOnly)
	if err != nil {
		return err
	}
	defer p.Close()
	_, err = p.Sources(t.Context())
	states, err2 := p.States(t.Context(), 0)
	if err2 == nil {
		for s := range states.All() {
			states.Fields(s.Mark)
		}
	}
	_, err3 := p.Problems(t.Context())
	for _, err4 := range p.Observations(t.Context()) {
		err = errors.Join(err, err4)
	}
	return errors.Join(err, err2, err3)
}

// TestFirstOpenChecksPages damages what no query of ours would notice.
func TestFirstOpenChecksPages(t *testing.T) {
	path := made(t)
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	raw[4*8192+7] += 9 // what page 5 says of its own free space
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := readAll(t, path); err != nil {
		t.Errorf("a profile of our own is not checked at each open: %v", err)
	}
	if err := os.Remove(path + ".key"); err != nil {
		t.Fatal(err)
	}
	var format *FormatError
	if err := readAll(t, path); !errors.As(err, &format) || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("without the key: %v, want damaged", err)
	}
}

// TestCorrupt overwrites bytes; nothing may panic or hang. Damage to a value is no error.
func TestCorrupt(t *testing.T) {
	path := made(t)
	if err := os.Remove(path + ".key"); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	refused := 0
	for n := range 60 {
		raw := append([]byte(nil), whole...)
		switch n % 3 {
		case 0:
			raw = raw[:r.IntN(len(raw))]
		case 1:
			at := r.IntN(len(raw) - 2000)
			for i := range 2000 {
				raw[at+i] = byte(r.Uint32())
			}
		case 2: // the heads of pages
			for page := range len(raw) / 8192 {
				raw[page*8192+r.IntN(16)] ^= byte(1 + r.IntN(255))
			}
		}
		bad := filepath.Join(t.TempDir(), "bad.db")
		if err := os.WriteFile(bad, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := readAll(t, bad); err != nil {
			refused++
		}
	}
	if refused < 40 {
		t.Errorf("only %d of 60 damaged files were refused", refused)
	}
}

// FuzzProfile writes over bytes of a profile that has come without its key: of each four of change, two say where, one on which page, and
// one is the byte. Nothing may panic or hang, and what is opened to read stays as it is.
func FuzzProfile(f *testing.F) {
	path := filepath.Join(f.TempDir(), "p.db")
	p := reopen(f, path, ReadWrite)
	keep(f, p, "/a", Source{Name: "a", SHA256: "1"}, []Observation{filled[Observation](0)}, []State{filled[State](0)}, []Problem{filled[Problem](0)})
	if err := p.Close(); err != nil {
		f.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	const page = 8192
	for n := range len(whole) / page {
		f.Add([]byte{byte(n), 0, 7, 9, byte(n), 0, 4, 3, byte(n), 31, 200, 0xff})
	}
	bad := filepath.Join(f.TempDir(), "bad.db")
	f.Fuzz(func(t *testing.T, change []byte) {
		raw := slices.Clone(whole)
		for ; len(change) >= 4; change = change[4:] {
			at := int(change[0])*page + int(change[1])<<8 + int(change[2])
			raw[at%len(raw)] = change[3]
		}
		if err := os.WriteFile(bad, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		_ = readAll(t, bad)
		if after, err := os.ReadFile(bad); err != nil || !bytes.Equal(raw, after) {
			t.Errorf("reading changed the file, %v", err)
		}
	})
}

func TestPurgeLeavesNoByte(t *testing.T) {
	const canary = "canary-7f3a"
	path := filepath.Join(t.TempDir(), "p.db")
	p := reopen(t, path, ReadWrite)
	keep(t, p, "/a", Source{Name: "a", SHA256: "1"}, make1000(), nil, nil)
	bad := make1000()
	for i := range bad {
		bad[i].DeliveryID = fmt.Sprint(canary, i)
		bad[i].Topic = canary
	}
	state := filled[State](0)
	state.Clear.Status, state.Fields[0].Path = canary, canary
	keep(t, p, "/"+canary, Source{Name: canary, SHA256: canary}, bad, []State{state}, []Problem{{Line: 1, Reason: canary}})
	keep(t, p, "/c", Source{Name: "c", SHA256: "3"}, make1000(), nil, nil)
	if raw, _ := os.ReadFile(path); strings.Count(string(raw), canary) < 1000 {
		t.Fatal("the canary is not in the file: the test proves nothing")
	}

	if err := p.Purge(t.Context(), "none"); err == nil || !strings.Contains(err.Error(), `"none"`) {
		t.Errorf("Purge of what is not there: %v", err)
	}
	if err := p.Purge(t.Context(), canary); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{path, path + ".key"} {
		if raw, err := os.ReadFile(file); err != nil || strings.Contains(string(raw), canary) {
			t.Errorf("%s still holds the canary, %v", file, err)
		}
	}
	if states, err := p.States(t.Context(), 0); err != nil || len(states.rows) != 0 {
		t.Errorf("%d states are left, %v", len(states.rows), err)
	}
	got := all(t, p)
	if len(got) != 2000 || got[1000].Source != 1 || got[1000].DeliveryID != "delivery 0" {
		t.Errorf("%d observations are left", len(got))
	}
	keep(t, p, "/d", Source{Name: "d", SHA256: "4"}, make1000(), nil, nil)
	if got := len(all(t, p)); got != 3000 {
		t.Errorf("%d observations after importing again", got)
	}
}

// TestReplacedLeavesNoByte is about secure_delete alone: nothing is written anew here.
func TestReplacedLeavesNoByte(t *testing.T) {
	const canary = "canary-7f3a"
	path := filepath.Join(t.TempDir(), "p.db")
	p := reopen(t, path, ReadWrite)
	bad := make1000()
	for i := range bad {
		bad[i].DeliveryID = fmt.Sprint(canary, i)
	}
	keep(t, p, "/a", Source{Name: "a", SHA256: "1"}, bad, nil, nil)
	keep(t, p, "/a", Source{Name: "a", SHA256: "1", Options: "other"}, nil, nil, nil)
	if raw, _ := os.ReadFile(path); strings.Contains(string(raw), canary) {
		t.Error("the replaced reading is still in the file")
	}
}

// A time at the edge of an int64 would overflow in whatever adds to it.
func TestTimesOutOfRange(t *testing.T) {
	for _, set := range []string{
		"observation SET time = 9223372036854775807", "observation SET time = -9223372036854775808",
		"observation SET took = 9223372036854775807", "observation SET took = -9223372036854775808",
		"source SET first_seen = 9223372036854775807, first_precision = 1",
	} {
		t.Run(set, func(t *testing.T) {
			path := made(t)
			alter(t, path, "UPDATE "+set)
			if err := readAll(t, path); err == nil || !strings.Contains(err.Error(), "out of range") {
				t.Errorf("error %v", err)
			}
		})
	}
}
