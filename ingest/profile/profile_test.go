package profile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func temporary(t testing.TB) *Profile {
	t.Helper()
	p, err := Temporary(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

func reopen(t testing.TB, path string, mode Mode) *Profile {
	t.Helper()
	p, err := Open(t.Context(), path, mode)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

// keep imports one file.
func keep(t testing.TB, p *Profile, absPath string, src Source, obs []Observation, states []State, problems []Problem) {
	t.Helper()
	i, err := p.Import(t.Context(), absPath, src)
	if err != nil {
		t.Fatal(err)
	}
	defer i.Rollback()
	if err := i.Add(obs, states, problems); err != nil {
		t.Fatal(err)
	}
	if err := i.Commit(src); err != nil {
		t.Fatal(err)
	}
}

func all(t testing.TB, p *Profile) []Observation {
	t.Helper()
	var got []Observation
	for o, err := range p.Observations(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, o)
	}
	return got
}

func names(t testing.TB, p *Profile) []string {
	t.Helper()
	sources, err := p.Sources(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range sources {
		got = append(got, s.Name+" "+s.SHA256+" "+s.Options)
	}
	return got
}

// fill gives each field of a struct a value of its own, so that a field that is forgotten or exchanged shows.
func fill(v reflect.Value, n *int) {
	*n++
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), n)
		}
	case reflect.String:
		v.SetString(fmt.Sprintf("text %d", *n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int8:
		v.SetInt(int64(1 + *n%2))
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(1_000_000_000_000 + *n))
	case reflect.Array:
		for i := range v.Len() {
			v.Index(i).SetUint(uint64(*n + i))
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 3, 3))
		for i := range v.Len() {
			fill(v.Index(i), n)
		}
	default:
		panic("fill does not know " + v.Kind().String())
	}
}

func filled[T any](start int) (v T) {
	fill(reflect.ValueOf(&v).Elem(), &start)
	return v
}

func TestObservationKeepsEveryField(t *testing.T) {
	full := filled[Observation](0)
	full.Source = 0
	want := []Observation{full}
	// Each field alone, so that a value cannot come from a neighbour, and the edges of each.
	for i := range reflect.TypeFor[Observation]().NumField() {
		name := reflect.TypeFor[Observation]().Field(i).Name
		one := Observation{Line: 1, Offset: full.Offset, Lines: 1}
		reflect.ValueOf(&one).Elem().FieldByName(name).Set(reflect.ValueOf(full).FieldByName(name))
		want = append(want, one)
		f := reflect.ValueOf(&one).Elem().FieldByName(name)
		switch {
		case f.Kind() == reflect.String:
			f.SetString("nul \x00, bad byte \xff, \u202e, '; DROP TABLE text; --")
			want = append(want, one)
		case name == "Time", name == "Took", name == "BodySize", name == "Attempt", name == "Code":
			f.SetInt(-1)
			want = append(want, one)
		}
	}

	p := temporary(t)
	keep(t, p, "/a", Source{Name: "a", SHA256: "1"}, want, nil, nil)
	if diff := cmp.Diff(want, all(t, p)); diff != "" {
		t.Errorf("observations (-want +got):\n%s", diff)
	}
}

func TestKindAndObservationShareTheFields(t *testing.T) {
	// Whatever kindOf leaves must come back from the kind; the round trip above would not see a field that both keep.
	full := filled[Observation](0)
	kind := reflect.ValueOf(kindOf(&full))
	left := 0
	for i := range kind.NumField() {
		if !kind.Field(i).IsZero() {
			left++
		}
	}
	const moved = 4                                                    // of schema 2: the observation has them now
	if want := strings.Count(kindColumns, ",") - moved; left != want { // id is no field
		t.Errorf("kindOf leaves %d fields, table kind has %d", left, want)
	}
}

// What is compared in place of kindOf is what that leaves.
func TestKindsAreComparedWhole(t *testing.T) {
	full := filled[Observation](0)
	kind := kindOf(&full)
	for i := range reflect.TypeFor[Observation]().NumField() {
		other := full
		f := reflect.ValueOf(&other).Elem().Field(i)
		f.SetZero()
		if got, want := other.isOfKind(&kind), kindOf(&other) == kind; got != want {
			t.Errorf("%s: of the kind %t, want %t", reflect.TypeFor[Observation]().Field(i).Name, got, want)
		}
		if kindOf(&other) == kind && other.kindHash() != full.kindHash() {
			t.Errorf("%s: another hash of the same kind", reflect.TypeFor[Observation]().Field(i).Name)
		}
	}
}

func TestSourceKeepsEveryField(t *testing.T) {
	want := filled[Source](0)
	p := temporary(t)
	keep(t, p, "/a", want, nil, nil, nil)
	got, err := p.Sources(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]Source{want}, got); diff != "" {
		t.Errorf("sources (-want +got):\n%s", diff)
	}
}

func TestProblemsAreInOrder(t *testing.T) {
	full := filled[Problem](0)
	p := temporary(t)
	keep(t, p, "/b", Source{Name: "b", SHA256: "2"}, nil, nil, []Problem{full, {Source: 7, Line: 9}, {Line: 2, Reason: "r"}})
	keep(t, p, "/a", Source{Name: "a", SHA256: "1"}, nil, nil, []Problem{{Line: 5, Lines: 2, Hint: "h"}})
	full.Source = 1
	want := []Problem{
		{Source: 0, Line: 5, Lines: 2, Hint: "h"},
		{Source: 1, Line: 2, Reason: "r"},
		{Source: 1, Line: 9},
		full,
	}
	got, err := p.Problems(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
}

func TestStatesKeepEveryField(t *testing.T) {
	full, other := filled[State](0), filled[State](1000)
	other.Fields = append([]Field{{Path: "", Mark: Mark{}}}, full.Fields...)
	bare := State{Mark: Mark{9}, Stable: Mark{9}}
	same := filled[State](2000)
	for i := range same.Fields {
		same.Fields[i].Path = full.Fields[i].Path
	}
	p := temporary(t)
	keep(t, p, "/a", Source{Name: "a", SHA256: "1"}, nil, []State{full, other, bare, full, {Stable: Mark{1}}}, nil)
	keep(t, p, "/b", Source{Name: "b", SHA256: "2"}, nil, []State{same, full}, nil)
	want := map[Mark]State{full.Mark: full, other.Mark: other, bare.Mark: bare, same.Mark: same}
	for _, s := range want {
		for i := range s.Fields {
			clear(s.Fields[i].Mark[fieldSize:])
		}
	}
	if diff := cmp.Diff(want, statesOf(t, p)); diff != "" {
		t.Errorf("states (-want +got):\n%s", diff)
	}
	var shapes, rows int
	if err := p.read.QueryRow("SELECT count(DISTINCT id), (SELECT count(*) FROM state) FROM shape").Scan(&shapes, &rows); err != nil {
		t.Fatal(err)
	}
	if shapes != 3 || rows != 5 {
		t.Errorf("%d shapes and %d states are stored, want 3 and 5: equal ones once per source", shapes, rows)
	}
}

func TestOrderDoesNotDependOnImports(t *testing.T) {
	file := func(n int) []Observation {
		return []Observation{
			{Line: 3, Offset: 30, Lines: 1, RequestID: fmt.Sprint("second of ", n)},
			{Line: 1, Offset: 0, Lines: 1, RequestID: fmt.Sprint("first of ", n)},
			{Line: 3, Offset: 30, Lines: 1, RequestID: fmt.Sprint("added later ", n)},
		}
	}
	var first []Observation
	for _, order := range [][]int{{1, 2, 3}, {3, 1, 2}} {
		p := temporary(t)
		for _, n := range order {
			keep(t, p, fmt.Sprint("/", n), Source{Name: fmt.Sprint("f", n), SHA256: "x"}, file(n), nil, nil)
		}
		got := all(t, p)
		for i, want := range []string{"first of 1", "second of 1", "added later 1", "first of 2"} {
			if got[i].RequestID != want || got[i].Source != i/3 {
				t.Errorf("order %v: observation %d is %q of source %d, want %q of %d", order, i, got[i].RequestID, got[i].Source, want, i/3)
			}
		}
		if first == nil {
			first = got
		}
		if diff := cmp.Diff(first, got); diff != "" {
			t.Errorf("order %v (-first +now):\n%s", order, diff)
		}
	}
}

func TestEqualStringsAreStoredOnceUntilForgotten(t *testing.T) {
	p := temporary(t)
	i, err := p.Import(t.Context(), "/a", Source{})
	if err != nil {
		t.Fatal(err)
	}
	i.textIDs, i.kindIDs = newTextIDs(3), newRecent[Observation, *kind](2)
	var want []Observation
	for n := range 1000 {
		want = append(want, Observation{
			Line: int64(n + 1), Offset: int64(n), Lines: 1, Event: EventDelivery,
			DeliveryID: fmt.Sprint("d", n/4), RequestID: fmt.Sprint("r", n%7), Topic: fmt.Sprint("t", n%3),
		})
	}
	for n := 0; n < len(want); n += 37 {
		if err := i.Add(want[n:min(n+37, len(want))], nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := i.Commit(Source{Name: "a", SHA256: "1"}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, all(t, p)); diff != "" {
		t.Errorf("observations (-want +got):\n%s", diff)
	}
}

func TestRecent(t *testing.T) {
	r := newRecent[string, int64](2)
	for i, key := range []string{"a", "b", "c", "d"} { // a and b are old when c comes
		r.put(key, int64(i+1))
		r.get("a")
	}
	for _, tt := range []struct {
		key  string
		want int64
	}{{"a", 1}, {"b", 0}, {"d", 4}} {
		if got := r.get(tt.key); got != tt.want {
			t.Errorf("get(%q) = %d, want %d", tt.key, got, tt.want)
		}
	}
	if n := len(r.now) + len(r.old); n > 4 {
		t.Errorf("holds %d keys", n)
	}
}

// statesOf is every state of a profile, with its fields.
func statesOf(t testing.TB, p *Profile) map[Mark]State {
	t.Helper()
	states, err := p.States(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	all := map[Mark]State{}
	for s := range states.All() {
		s.Fields = states.Fields(s.Mark)
		all[s.Mark] = s
	}
	return all
}

func TestReplacement(t *testing.T) {
	old := Source{Name: "log", SHA256: "old", Size: 10, Options: "a"}
	tests := []struct {
		name     string
		path     string
		src      Source
		replaces string
		want     []string
	}{
		{"same bytes, other options", "/log", Source{Name: "log", SHA256: "old", Size: 10, Options: "b"}, "", []string{"log old b"}},
		{"other path, same bytes", "/log.1", Source{Name: "log.1", SHA256: "old", Size: 10, Options: "a"}, "", []string{"log old a", "log.1 old a"}},
		{"rotated", "/log", Source{Name: "log", SHA256: "new", Size: 20}, "", []string{"log new ", "log old a"}},
		{"grown", "/log", Source{Name: "log", SHA256: "new", Size: 20}, "old", []string{"log new "}},
		{"not grown in truth", "/log", Source{Name: "log", SHA256: "new", Size: 10}, "old", []string{"log new ", "log old a"}},
		{"grown elsewhere", "/other", Source{Name: "other", SHA256: "new", Size: 20}, "old", []string{"log old a", "other new "}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := temporary(t)
			keep(t, p, "/log", old, []Observation{filled[Observation](0)}, []State{filled[State](0)}, []Problem{filled[Problem](0)})
			i, err := p.Import(t.Context(), tt.path, tt.src)
			if err != nil {
				t.Fatal(err)
			}
			i.Replaces = tt.replaces
			if err := i.Add([]Observation{{Line: 1, Lines: 1}}, nil, nil); err != nil {
				t.Fatal(err)
			}
			if err := i.Commit(tt.src); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, names(t, p)); diff != "" {
				t.Errorf("sources (-want +got):\n%s", diff)
			}
			if got := len(all(t, p)); got != len(tt.want) {
				t.Errorf("%d observations, want %d", got, len(tt.want))
			}
			if states := statesOf(t, p); (len(states) == 1) != (len(tt.want) == 2) {
				t.Errorf("%d states are left with sources %q", len(states), tt.want)
			}
		})
	}
}

func TestFindReadingsRenamesAndPath(t *testing.T) {
	ctx := t.Context()
	path := filepath.Join(t.TempDir(), "a ?#%日本.db")
	p := reopen(t, path, ReadWrite)
	src := Source{Name: "x.log", SHA256: "1", Options: "o"}
	keep(t, p, "/logs/x.log", src, nil, nil, nil)
	for _, tt := range []struct {
		path, sha, options string
		want               bool
	}{
		{"/logs/x.log", "1", "o", true},
		{"/logs/x.log", "1", "p", false},
		{"/logs/x.log", "2", "o", false},
		{"/logs/y.log", "1", "o", false},
	} {
		got, err := find(ctx, p, tt.path, tt.sha, tt.options)
		if err != nil || got != tt.want {
			t.Errorf("Find(%q, %q, %q) = %v, %v, want %v", tt.path, tt.sha, tt.options, got, err, tt.want)
		}
	}
	if got, err := p.Readings(ctx, "/logs/x.log"); err != nil || len(got) != 1 || got[0].Source != src {
		t.Errorf("Readings = %v, %v", got, err)
	}
	i, err := p.Import(ctx, "/y.log", Source{})
	if err != nil {
		t.Fatal(err)
	}
	i.Renames = map[string]string{"/logs/x.log\x001": "logs/x.log", "/logs/z\x001": "z"}
	if err := i.Commit(Source{Name: "y.log", SHA256: "2"}); err != nil {
		t.Fatal(err)
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}

	p = reopen(t, path, ReadOnly)
	sources, err := p.Sources(ctx)
	if err != nil || len(sources) != 2 || sources[0].Name != "logs/x.log" {
		t.Fatalf("Sources = %v, %v", sources, err)
	}
	if got := p.SourcePath(sources[0]); got != "/logs/x.log" {
		t.Errorf("SourcePath = %q", got)
	}
	if got := p.SourcePath(Source{Name: "x.log", SHA256: "1"}); got != "" {
		t.Errorf("SourcePath of an old name = %q", got)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(raw), "/logs/x.log") {
		t.Error("the profile holds an absolute path")
	}
	info, err := os.Stat(path + ".key")
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("key file: %v, %v, want mode 0600", info, err)
	}
	if files, _ := os.ReadDir(filepath.Dir(path)); len(files) != 2 {
		t.Errorf("beside the profile and its key there is more: %v", files)
	}
	if _, err := p.Import(ctx, "/a", Source{}); err == nil {
		t.Error("Import works in ReadOnly")
	}
}

func TestRollbackLeavesNothing(t *testing.T) {
	for _, commit := range []bool{false, true} {
		p := temporary(t)
		keep(t, p, "/a", Source{Name: "a", SHA256: "1"}, []Observation{{Line: 1, Lines: 1}}, nil, nil)
		if _, err := p.write.Exec("PRAGMA cache_size = 4"); err != nil { // so that readers are locked out before the commit
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		i, err := p.Import(ctx, "/b", Source{})
		if err != nil {
			t.Fatal(err)
		}
		if err := i.Add(make1000(), []State{filled[State](0)}, []Problem{filled[Problem](0)}); err != nil {
			t.Fatal(err)
		}
		if known, err := find(t.Context(), p, "/a", "1", ""); !known || err != nil {
			t.Errorf("Find while an import is open: %v, %v", known, err)
		}
		cancel()
		if err := i.Add(make1000(), nil, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("Add after cancel: %v", err)
		}
		if commit {
			if err := i.Commit(Source{Name: "b"}); !errors.Is(err, context.Canceled) {
				t.Errorf("Commit after cancel: %v", err)
			}
		}
		for range 2 {
			if err := i.Rollback(); err != nil {
				t.Errorf("Rollback: %v", err)
			}
		}
		if err := i.Commit(Source{}); err == nil {
			t.Error("Commit after Rollback works")
		}
		for _, part := range parts {
			var n int
			if err := p.read.QueryRow("SELECT count(*) FROM " + part).Scan(&n); err != nil || n > 1 {
				t.Errorf("%s holds %d rows, %v", part, n, err)
			}
		}
		keep(t, p, "/c", Source{Name: "c", SHA256: "3"}, []Observation{{Line: 1, Lines: 1}}, nil, nil)
		if got := len(all(t, p)); got != 2 {
			t.Errorf("%d observations, want 2", got)
		}
	}
}

func make1000() []Observation {
	obs := make([]Observation, 1000)
	for n := range obs {
		obs[n] = Observation{
			Line: int64(n + 1), Offset: int64(n), Lines: 1, Event: EventDelivery, Precision: time.Second, Time: int64(n),
			DeliveryID: fmt.Sprintf("delivery %d", n),
		}
	}
	return obs
}

// TestKilledImport copies the files as they are in the middle of an import, which is what a killed process leaves.
func TestKilledImport(t *testing.T) {
	ctx := t.Context()
	path := filepath.Join(t.TempDir(), "p.db")
	p := reopen(t, path, ReadWrite)
	keep(t, p, "/a", Source{Name: "a", SHA256: "1"}, make1000(), nil, nil)
	if _, err := p.write.Exec("PRAGMA cache_size = 4"); err != nil { // so that pages are written before the commit
		t.Fatal(err)
	}
	i, err := p.Import(ctx, "/b", Source{})
	if err != nil {
		t.Fatal(err)
	}
	if err := i.Add(make1000(), nil, nil); err != nil {
		t.Fatal(err)
	}

	for _, mode := range []Mode{ReadOnly, ReadWrite} {
		copied := filepath.Join(t.TempDir(), "p.db")
		for _, suffix := range []string{"", "-journal", ".key"} {
			raw, err := os.ReadFile(path + suffix)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(copied+suffix, raw, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		q := reopen(t, copied, mode)
		if diff := cmp.Diff(make1000(), all(t, q)); diff != "" {
			t.Errorf("mode %d (-want +got):\n%s", mode, diff)
		}
		if _, err := os.Stat(copied + "-journal"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("the journal is still there: %v", err)
		}
	}
	if err := i.Rollback(); err != nil {
		t.Fatal(err)
	}
}

func TestLoopMayCallOtherMethods(t *testing.T) {
	p := temporary(t)
	keep(t, p, "/a", Source{Name: "a", SHA256: "1"}, make1000(), nil, nil)
	for _, err := range p.Observations(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.States(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
		if got := p.SourcePath(Source{Name: "a", SHA256: "1"}); got != "/a" {
			t.Fatalf("SourcePath = %q", got)
		}
		break
	}
}

func TestImportedByAnotherWhileRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.db")
	p := reopen(t, path, ReadWrite)
	keep(t, p, "/b", Source{Name: "b", SHA256: "1"}, make1000(), nil, nil)
	q := reopen(t, path, ReadOnly)
	if got := names(t, q); len(got) != 1 {
		t.Fatal(got)
	}
	keep(t, p, "/a", Source{Name: "a", SHA256: "2"}, nil, nil, nil)
	for _, err := range q.Observations(t.Context()) {
		if err == nil {
			t.Fatal("indices of observations do not fit the listed sources")
		}
		break
	}
	names(t, q)
	if got := all(t, q); len(got) != 1000 || got[0].Source != 1 {
		t.Errorf("%d observations after listing again", len(got))
	}
}

func TestAddRefusesTheImpossible(t *testing.T) {
	p := temporary(t)
	for name, o := range map[string]Observation{
		"line":      {Line: 0, Lines: 1},
		"lines":     {Line: 1, Lines: 0},
		"offset":    {Line: 1, Lines: 1, Offset: -1},
		"precision": {Line: 1, Lines: 1, Precision: -1},
		"tri":       {Line: 1, Lines: 1, SignatureValid: 3},
	} {
		i, err := p.Import(t.Context(), "/a", Source{})
		if err != nil {
			t.Fatal(err)
		}
		if err := i.Add([]Observation{o}, nil, nil); err == nil {
			t.Errorf("%s: Add takes it", name)
		}
		if err := i.Commit(Source{Name: "a"}); err == nil {
			t.Errorf("%s: Commit after a failed Add works", name)
		}
	}
	if got := names(t, p); got != nil {
		t.Errorf("sources %q", got)
	}
}

func TestOddPaths(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, path := range []string{"p.db", ":memory:", "mode=rwc&x.db", "a:b.db", "./x%41.db", "/" + t.TempDir() + "/slashes.db"} {
		p := reopen(t, path, ReadWrite)
		keep(t, p, "/a", Source{Name: "a", SHA256: "1"}, make1000(), nil, nil)
		p.Close()
		if info, err := os.Stat(path); err != nil || info.Size() == 0 {
			t.Errorf("%q: %v, %v", path, info, err)
		}
		if got := len(all(t, reopen(t, path, ReadOnly))); got != 1000 {
			t.Errorf("%q: %d observations", path, got)
		}
	}
}

func TestTwoAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.db")
	const each = 5
	errs := make(chan error)
	for _, who := range []string{"a", "b"} {
		go func() {
			errs <- func() error {
				p, err := Open(t.Context(), path, ReadWrite)
				if err != nil {
					return err
				}
				defer p.Close()
				for n := range each {
					name := fmt.Sprint(who, n)
					i, err := p.Import(t.Context(), "/"+name, Source{})
					if err != nil {
						return err
					}
					if err := i.Add(make1000(), nil, nil); err != nil {
						return errors.Join(err, i.Rollback())
					}
					if err := i.Commit(Source{Name: name, SHA256: name}); err != nil {
						return err
					}
				}
				return nil
			}()
		}()
	}
	for range 2 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	p := reopen(t, path, ReadOnly)
	if !p.HasKey() {
		t.Error("the profile's key is not that of the key file")
	}
	sources, err := p.Sources(t.Context())
	if err != nil || len(sources) != 2*each {
		t.Errorf("%d sources, %v", len(sources), err)
	}
	for _, s := range sources {
		if got := p.SourcePath(s); got != "/"+s.Name {
			t.Errorf("path of %q = %q", s.Name, got)
		}
	}
	if got := len(all(t, p)); got != 2*each*1000 {
		t.Errorf("%d observations", got)
	}
}

func TestLockedByAnother(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.db")
	p := reopen(t, path, ReadWrite)
	i, err := p.Import(t.Context(), "/a", Source{})
	if err != nil {
		t.Fatal(err)
	}
	defer i.Rollback()
	q := reopen(t, path, ReadWrite)
	if _, err := q.write.Exec("PRAGMA busy_timeout = 1"); err != nil {
		t.Fatal(err)
	}
	if _, err := q.Import(t.Context(), "/b", Source{}); !errors.Is(err, ErrBusy) {
		t.Errorf("Import = %v, want ErrBusy", err)
	}
}

// find tells whether the same bytes were read from a path with the same options.
func find(ctx context.Context, p *Profile, absPath, sha, options string) (known bool, err error) {
	all, err := p.Readings(ctx, absPath)
	return slices.ContainsFunc(all, func(r Reading) bool { return r.SHA256 == sha && r.Options == options }), err
}
