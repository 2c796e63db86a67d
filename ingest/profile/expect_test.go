package profile

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// pathsBeside returns the paths that the key file of a profile holds, in order.
func pathsBeside(t *testing.T, path string) []string {
	t.Helper()
	_, paths, err := (&keyring{file: path + ".key"}).readFile()
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, p := range paths {
		all = append(all, p)
	}
	slices.Sort(all)
	return all
}

func TestExpect(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.db")
	p := reopen(t, path, ReadWrite)
	settle, err := p.Expect(t.Context(), []string{"/a", "/b", "/c"})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"/a", "/b", "/c"}, pathsBeside(t, path)); diff != "" {
		t.Errorf("expected (-want +got)\n%s", diff)
	}
	before, err := os.Stat(path + ".key")
	if err != nil {
		t.Fatal(err)
	}
	keep(t, p, "/a", Source{Name: "a", SHA256: "1"}, nil, nil, nil)
	keep(t, p, "/c", Source{Name: "c", SHA256: "2"}, nil, nil, nil)
	if after, err := os.Stat(path + ".key"); err != nil || !os.SameFile(before, after) {
		t.Errorf("the key file was written anew for a file that was expected: %v", err)
	}
	if err := settle(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"/a", "/c"}, pathsBeside(t, path)); diff != "" {
		t.Errorf("settled (-want +got)\n%s", diff)
	}
	p.Close()
	if got := reopen(t, path, ReadOnly).SourcePath(Source{Name: "c", SHA256: "2"}); got != "/c" {
		t.Errorf("path of c = %q", got)
	}
}

// Another process may write the key file between two of our writings.
func TestKeyFileOfOthers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.db")
	one, two := reopen(t, path, ReadWrite), reopen(t, path, ReadWrite)
	keep(t, one, "/a", Source{Name: "a", SHA256: "1"}, nil, nil, nil)
	keep(t, two, "/b", Source{Name: "b", SHA256: "2"}, nil, nil, nil)
	keep(t, one, "/c", Source{Name: "c", SHA256: "3"}, nil, nil, nil)
	if diff := cmp.Diff([]string{"/a", "/b", "/c"}, pathsBeside(t, path)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// An import that was killed while it wrote the key leaves a copy of it, which must not stay.
func TestKeyFileUnfinished(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.db")
	if err := os.WriteFile(path+".key.new", []byte("half of"), 0o644); err != nil {
		t.Fatal(err)
	}
	p := reopen(t, path, ReadWrite)
	keep(t, p, "/a", Source{Name: "a", SHA256: "1"}, nil, nil, nil)
	p.Close()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(e.Name(), "p.db.key") && (e.Name() != "p.db.key" || info.Mode().Perm()&0o077 != 0) {
			t.Errorf("%s is there, mode %v", e.Name(), info.Mode())
		}
	}
}
