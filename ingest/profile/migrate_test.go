package profile

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestOldProfiles opens a profile of every schema that there was (each with the demo incident), first to read, which leaves the
// file as it is, and then to write: what it holds stays, and its key fits.
func TestOldProfiles(t *testing.T) {
	for version := 1; version < len(migrations); version++ {
		name := map[int]string{1: "schema1.db"}[version]
		if name == "" {
			t.Fatalf("no profile of schema %d is kept in testdata", version)
		}
		path := filepath.Join(t.TempDir(), name)
		copyFile(t, filepath.Join("testdata", name), path)
		copyFile(t, filepath.Join("testdata", name+".key"), path+".key")

		before := contentOf(t, path)
		for _, mode := range []Mode{ReadOnly, ReadWrite} {
			p, err := Open(t.Context(), path, mode)
			if err != nil {
				t.Fatalf("schema %d: %v", version, err)
			}
			if !p.HasKey() {
				t.Errorf("schema %d: the key is no longer its own", version)
			}
			got := query(t, p, "SELECT count(*), count(DISTINCT delivery_id), count(act_id), count(related) FROM v_observations")
			if diff := cmp.Diff([][]string{{"64", "4", "0", "0"}}, got); diff != "" {
				t.Errorf("schema %d (-want +got):\n%s", version, diff)
			}
			if err := p.Close(); err != nil {
				t.Error(err)
			}
			if mode == ReadOnly && !bytes.Equal(before, contentOf(t, path)) {
				t.Errorf("schema %d: reading changed the profile", version)
			}
		}
	}
}

func contentOf(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	in, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if _, err := io.Copy(out, in); err != nil {
		t.Fatal(err)
	}
}
