package profile

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTogether imports small files in one transaction: what is rolled back of one leaves the others, each sees those before it, and what was
// not settled is gone with the process.
func TestTogether(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.db")
	p := reopen(t, path, ReadWrite)
	add := func(n int, keep bool) {
		t.Helper()
		i, err := p.Import(t.Context(), fmt.Sprint("/", n), Source{})
		if err != nil {
			t.Fatal(err)
		}
		err = i.Add([]Observation{{Line: 1, Lines: 1, RequestID: fmt.Sprint("r", n)}}, []State{{Mark: Mark{byte(n)}, Stable: Mark{1}}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !keep {
			err = i.Rollback()
		} else {
			err = i.Commit(Source{Name: fmt.Sprint(n), SHA256: fmt.Sprint(n)})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	settle, end := p.Together()
	add(1, true)
	add(2, false)
	add(3, true)
	if known, err := find(t.Context(), p, "/3", "3", ""); err != nil || !known {
		t.Errorf("a file of the same transaction is not seen: %v", err)
	}
	if err := settle(); err != nil {
		t.Fatal(err)
	}
	add(4, false)
	for n := range 2 * filesTogether {
		add(100+n, true)
	}
	if err := end(); err != nil {
		t.Fatal(err)
	}
	names := func(p *Profile) (names []string) {
		for _, o := range all(t, p) {
			names = append(names, o.RequestID)
		}
		return names
	}
	got := names(p)
	if len(got) != 2+2*filesTogether || !slices.Contains(got, "r1") || !slices.Contains(got, "r3") {
		t.Errorf("%d are kept: %q", len(got), got)
	}
	add(5, true) // by itself

	p.Together()
	add(6, true)
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	p = reopen(t, path, ReadOnly)
	if diff := cmp.Diff(slices.Sorted(slices.Values(append(got, "r5"))), slices.Sorted(slices.Values(names(p)))); diff != "" {
		t.Errorf("what was settled (-want +got):\n%s", diff)
	}
}
