package profile

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// A copy is a profile of its own without a key, two copies are the same bytes, and the profile is as it was.
func TestCopy(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "p.db")
	p, err := Open(t.Context(), path, ReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if p, err = Open(t.Context(), path, ReadOnly); err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	var copies [2][]byte
	for i := range copies {
		file := filepath.Join(folder, string(rune('a'+i))+".db")
		if err := p.Copy(t.Context(), file); err != nil {
			t.Fatal(err)
		}
		if copies[i], err = os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(file + ".key"); !os.IsNotExist(err) {
			t.Errorf("a key lies beside the copy: %v", err)
		}
		c, err := Open(t.Context(), file, ReadOnly)
		if err != nil {
			t.Fatal(err)
		}
		if c.HasKey() {
			t.Error("the copy has a key")
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(copies[0], copies[1]) {
		t.Error("two copies differ")
	}
	if err := p.Copy(t.Context(), filepath.Join(folder, "a.db")); err == nil {
		t.Error("a file was overwritten")
	}
	if _, err := p.read.ExecContext(t.Context(), "DELETE FROM source"); err == nil {
		t.Error("the connection can write after a copy")
	}
	if _, err := os.Stat(path + "-journal"); !os.IsNotExist(err) {
		t.Errorf("a journal is left: %v", err)
	}
}
