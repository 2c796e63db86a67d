package ingest

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What goes beyond a limit is told with the flag that sets it.
func TestLimitHints(t *testing.T) {
	const file, folder = "what comes before that is imported; ", ", or unpack it and import the folder, to have the rest"
	bomb := gzipped(t, strings.Repeat(" ", safeSize+1))
	two := []entry{{"a", access1}, {"b", access1}}
	for _, c := range []struct {
		name, raw string
		opt       Options
		want      FileError
	}{
		{"one byte", gzipped(t, access1), Options{MaxSize: 1}, FileError{
			Name: "x", Msg: "holds more than 1 byte when decompressed", Hint: file + "allow more with --max-size, if the file is genuine",
		}},
		{"ratio", bomb, Options{MaxRatio: 2}, FileError{
			Name: "x", Line: 1, Msg: "decompresses to more than 2 times its size, which no log does",
			Hint: file + "allow more with --max-ratio, if the file is genuine",
		}},
		{"size between the files of an archive", gzipped(t, tarred(t, two...)), Options{MaxSize: 1024}, FileError{
			Name: "x", Msg: "holds more than 1024 bytes when decompressed", Hint: file + "allow more with --max-size, if the file is genuine",
		}},
		{"one file", zipped(t, two...), Options{MaxMembers: 1}, FileError{
			Name: "x", Msg: "holds more than 1 file", Hint: "allow more with --max-members" + folder,
		}},
		{"two files", zipped(t, append(two, entry{"c", access1})...), Options{MaxMembers: 2}, FileError{
			Name: "x", Msg: "holds more than 2 files", Hint: "allow more with --max-members" + folder,
		}},
		{"one deep", zipped(t, entry{"y", zipped(t, two...)}), Options{MaxNesting: 1}, FileError{
			Name: "x/y", Msg: "is an archive within 1 archive", Hint: "allow more with --max-nesting, or unpack the outer ones first",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []FileError
			for _, f := range logs(t, temporary(t), c.opt, tree(t, map[string]string{"x": c.raw})).Files {
				var fe *FileError
				if errors.As(f.Err, &fe) {
					got = append(got, *fe)
				}
			}
			if diff := cmp.Diff([]FileError{c.want}, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
