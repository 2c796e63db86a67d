package ingest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What was imported under larger limits than the default ones can be read again.
func TestOpenTextBeyondLimits(t *testing.T) {
	d := Options{}.WithDefaults()
	long := strings.Repeat(access1, (safeSize+(4<<20))/len(access1))
	deep := zipped(t, entry{"x.log", access1}, entry{"other.zip", "PK\x03\x04"})
	for range d.MaxNesting + 1 {
		deep = zipped(t, entry{"a.zip", "PK\x03\x04"}, entry{"in.zip", deep})
	}
	many := make([]entry, d.MaxMembers)
	for i := range many {
		many[i].name = fmt.Sprintf("%07d", i)
	}
	packed := zstded(t, long)
	if int64(len(long)/len(packed)) <= d.MaxRatio {
		t.Fatalf("%d bytes in %d are no more than the limit", len(long), len(packed))
	}
	for _, c := range []struct{ name, raw, member, text, sha string }{
		{"ratio", zipped(t, entry{"x.zst", packed}), "/x.zst", long, shaOf(packed)},
		{"nesting", deep, strings.Repeat("/in.zip", d.MaxNesting+1) + "/x.log", access1, shaOf(access1)},
		{"members", zipped(t, append(many, entry{"x.log", access1})...), "/x.log", access1, shaOf(access1)},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "file")
			if err := os.WriteFile(path, []byte(c.raw), 0o600); err != nil {
				t.Fatal(err)
			}
			text, err := OpenText(t.Context(), path+c.member, c.sha)
			if err != nil {
				t.Fatal(err)
			}
			defer text.Close()
			end := make([]byte, len(access1))
			if _, err := text.ReadAt(end, int64(len(c.text)-len(end))); err != nil || string(end) != access1 {
				t.Errorf("the end is %q, %v", end, err)
			}
		})
	}
}
