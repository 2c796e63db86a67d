package profile

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

// oldProfiles are in testdata: the demo incident of schema 1, and three-states-one-resent of schemas 2 and 3, with two lines of an access log
// whose URLs have a query. What is counted in them is what the views showed then.
var oldProfiles = map[int]struct{ identifiers, others, fields []string }{
	1: {[]string{"64", "4", "0", "0"}, []string{"2", "2", "4", "0", "12", "0"}, []string{"0", "0", "0"}},
	2: {[]string{"79", "5", "0", "0"}, []string{"1", "2", "5", "2", "22", "5"}, []string{"145", "29", "46"}},
	3: {[]string{"79", "5", "0", "0"}, []string{"1", "2", "5", "2", "22", "5"}, []string{"145", "29", "46"}},
}

// TestOldProfiles opens a profile of every schema that there was, first to read, which leaves the
// file as it is, and then to write: what it holds stays, and its key fits.
func TestOldProfiles(t *testing.T) {
	for version := 1; version < len(migrations); version++ {
		want, ok := oldProfiles[version]
		if !ok {
			t.Fatalf("no profile of schema %d is kept in testdata", version)
		}
		name := fmt.Sprintf("schema%d.db", version)
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
			got = append(got, query(t, p, `SELECT count(DISTINCT webhook_id), count(DISTINCT status), count(DISTINCT instance), count(DISTINCT query),
				count(status), count(DISTINCT state) FROM v_observations`)...)
			got = append(got, query(t, p, "SELECT count(*), count(DISTINCT path), count(DISTINCT mark) FROM v_state_fields")...)
			if diff := gocmp.Diff([][]string{want.identifiers, want.others, want.fields}, got); diff != "" {
				t.Errorf("schema %d (-want +got):\n%s", version, diff)
			}
			if mark := p.Mark(FieldDomain, []byte("status\x00processing")); (mark[15] == 0 && mark[14] == 0) != (version >= 3) {
				t.Errorf("schema %d: fields are marked in another way than before", version)
			}
			sameAnew(t, p, path+".key")
			if err := p.Close(); err != nil {
				t.Error(err)
			}
			if mode == ReadOnly && !bytes.Equal(before, contentOf(t, path)) {
				t.Errorf("schema %d: reading changed the profile", version)
			}
		}
	}
}

// sameAnew makes sure that a profile that is made today of what an old one holds, with the key of that, holds the same: what was imported
// before stays comparable with what is imported now.
func sameAnew(t *testing.T, old *Profile, key string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "anew.db")
	copyFile(t, key, path+".key")
	anew, err := Open(t.Context(), path, ReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	defer anew.Close()
	wantStates := statesOf(t, old)
	want := all(t, old)
	for i := range want {
		want[i].Source = 0
	}
	slices.SortStableFunc(want, func(a, b Observation) int { return cmp.Compare(a.Offset, b.Offset) })
	keep(t, anew, "/a", Source{Name: "a", SHA256: "1"}, want, slices.Collect(maps.Values(wantStates)), nil)
	if diff := gocmp.Diff(want, all(t, anew)); diff != "" {
		t.Errorf("observations (-old +new):\n%s", diff)
	}
	gotStates := statesOf(t, anew)
	if diff := gocmp.Diff(wantStates, gotStates); diff != "" {
		t.Errorf("states (-old +new):\n%s", diff)
	}
	const fields = "SELECT DISTINCT state, path, mark FROM v_state_fields ORDER BY state, path"
	if diff := gocmp.Diff(query(t, old, fields), query(t, anew, fields)); diff != "" {
		t.Errorf("fields (-old +new):\n%s", diff)
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
