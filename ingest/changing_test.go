package ingest

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A file changes while it is read: what is imported is what it was or, where it has grown, what it is; else nothing of it, and the next
// file all the same. What comes next is as if nothing had been.
func TestChangingFiles(t *testing.T) {
	line := func(n int) string { return strings.Replace(access1, " 200 11 ", " 20"+string(rune('0'+n))+" 11 ", 1) }
	long := strings.Repeat(line(0), (8<<20)/len(access1)) // more than is read ahead
	appended := func(path string) error {
		f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		_, err = f.WriteString(line(1))
		return errors.Join(err, f.Close())
	}
	const failed = "failed a.log: was written anew while it was read"
	for _, c := range []struct {
		name    string
		change  func(path string) error
		failed  bool
		records int64 // of the file as it then is
	}{
		{"grows", appended, false, 1 + int64(len(long)/len(access1))},
		{"shrinks", func(path string) error { return os.Truncate(path, int64(10*len(access1))) }, true, 10},
		{"is emptied and written anew", func(path string) error {
			return errors.Join(os.Truncate(path, 0), appended(path))
		}, true, 1},
		{"is written over, as long as before", func(path string) error {
			return os.WriteFile(path, []byte(strings.Repeat(line(2), len(long)/len(access1))), 0o600)
		}, true, int64(len(long) / len(access1))},
		{"is rotated", func(path string) error {
			return errors.Join(os.Rename(path, filepath.Join(filepath.Dir(path), "..", "old.log")), os.WriteFile(path, []byte(line(1)), 0o600))
		}, false, 1},
		{"is removed", os.Remove, false, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := filepath.Join(tree(t, map[string]string{"logs/a.log": long, "logs/b.log": access2}), "logs")
			path := filepath.Join(dir, "a.log")
			changed := false
			p := temporary(t)
			res := logs(t, p, Options{parsers: 1, Progress: func(int64, int64) {
				if !changed {
					changed = true
					if err := c.change(path); err != nil {
						t.Error(err)
					}
				}
			}}, dir)
			if len(res.Files) != 2 || res.Files[1].Status != Imported {
				t.Fatalf("%q", told(res))
			}
			first := res.Files[0]
			if c.failed {
				if diff := cmp.Diff(failed, told(res)[0]); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
				if n := len(observations(t, p)); n != 1 {
					t.Errorf("%d observations are kept, want that of b.log", n)
				}
			} else if first.Err != nil || first.Source.Records < int64(len(long)/len(access1)) {
				t.Errorf("%q", told(res))
			}
			if c.records == 0 {
				return
			}
			if again := logs(t, p, Options{}, dir).Files[0]; again.Err != nil || again.Source.Records != c.records {
				t.Errorf("the second time: %v, %d records, want %d", again.Err, again.Source.Records, c.records)
			}
		})
	}
}
