//go:build unix

package ingest

import (
	"path/filepath"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A pipe in a folder must not be opened: the import would wait for a writer that never comes.
func TestFindSpecial(t *testing.T) {
	root := tree(t, map[string]string{"in/x.log": "1"})
	if err := syscall.Mkfifo(filepath.Join(root, "in", "pipe"), 0o600); err != nil {
		t.Skip("no pipes here: ", err)
	}
	names, wrong := foundNames(root, "in")
	if diff := cmp.Diff([]string{"x.log"}, names); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"in/pipe: is a named pipe, not a file"}, wrong); diff != "" {
		t.Errorf("errors (-want +got):\n%s", diff)
	}
	_, bad := find([]string{"/dev/null"}, "", nil)
	if len(bad) != 1 || bad[0].Err.Error() != "/dev/null: is a device, not a file" {
		t.Errorf("/dev/null: %+v", bad)
	}
}
