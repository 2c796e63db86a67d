//go:build unix

package profile

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A pipe in place of the key would keep us waiting for ever.
func TestKeyFileIsPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.db")
	if err := syscall.Mkfifo(path+".key", 0o600); err != nil {
		t.Skip("no pipes here: ", err)
	}
	p, err := Open(t.Context(), path, ReadWrite)
	if err == nil {
		p.Close()
	}
	if err == nil || !strings.Contains(err.Error(), "not a webhookctl key file") {
		t.Errorf("error %v", err)
	}
}
