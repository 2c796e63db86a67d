package profile

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

func TestMark(t *testing.T) {
	k := &keyring{key: []byte("0123456789abcdef0123456789abcdef")}
	mac := hmac.New(sha256.New, k.key)
	mac.Write([]byte("signature\x00value"))
	want := Mark(mac.Sum(nil)[:16])
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 100 {
				if got := k.mark("signature", []byte("value")); got != want {
					t.Errorf("mark = %x, want %x", got, want)
				}
				if got := k.mark("secret", []byte("value")); got == want {
					t.Error("the domain does not count")
				}
			}
		})
	}
	wg.Wait()
	if got := k.mark("signature", nil); got != (Mark{}) {
		t.Errorf("mark of nothing = %x", got)
	}
	// hmac.New alone allocates eight times; under the race detector the pool drops what it holds now and then.
	value := []byte("value")
	if n := testing.AllocsPerRun(1000, func() { k.mark("signature", value) }); n >= 6 {
		t.Errorf("mark allocates %v times: hashers are not used again", n)
	}
}

func TestMarkStaysOverOpens(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.db")
	p := reopen(t, path, ReadWrite)
	want := p.Mark("a", []byte("b"))
	p.Close()
	if got := reopen(t, path, ReadOnly).Mark("a", []byte("b")); got != want || want == (Mark{}) {
		t.Errorf("mark = %x, was %x", got, want)
	}
	if got := temporary(t).Mark("a", []byte("b")); got == want || got == (Mark{}) {
		t.Errorf("another profile's mark = %x", got)
	}
}

// TestFieldMarks: eight bytes, from another key than those of other domains, the same whenever the profile is opened.
func TestFieldMarks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.db")
	p := reopen(t, path, ReadWrite)
	want := p.Mark(FieldDomain, []byte("status\x00processing"))
	if [8]byte(want[:8]) == [8]byte{} || [8]byte(want[8:]) != [8]byte{} {
		t.Errorf("mark = %x", want)
	}
	p.Close()
	if got := reopen(t, path, ReadOnly).Mark(FieldDomain, []byte("status\x00processing")); got != want {
		t.Errorf("mark = %x, was %x", got, want)
	}
	if got := temporary(t).Mark(FieldDomain, []byte("status\x00processing")); got == want || got == (Mark{}) {
		t.Errorf("another profile's mark = %x", got)
	}
	if got := reopen(t, path, ReadOnly).Mark(FieldDomain, nil); got != (Mark{}) {
		t.Errorf("mark of nothing = %x", got)
	}
}

func TestKeyMissing(t *testing.T) {
	for _, tt := range []struct {
		name string
		do   func(t *testing.T, file string)
	}{
		{"gone", func(t *testing.T, file string) {
			if err := os.Remove(file); err != nil {
				t.Fatal(err)
			}
		}},
		{"of another profile", func(t *testing.T, file string) {
			other := `{"key":"` + hex.EncodeToString(make([]byte, 32)) + `"}`
			if err := os.WriteFile(file, []byte(other), 0o600); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "p.db")
			p := reopen(t, path, ReadWrite)
			src := Source{Name: "a", SHA256: "1", Options: "o"}
			keep(t, p, "/a", src, make1000(), nil, nil)
			p.Close()
			tt.do(t, path+".key")
			before, _ := os.ReadFile(path + ".key")

			p = reopen(t, path, ReadWrite)
			if p.HasKey() {
				t.Error("HasKey = true")
			}
			if got := p.Mark("a", []byte("b")); got != (Mark{}) {
				t.Errorf("mark without a key = %x", got)
			}
			if got := p.SourcePath(src); got != "" {
				t.Errorf("SourcePath = %q", got)
			}
			if known, err := find(t.Context(), p, "/a", "1", "o"); err != nil || !known {
				t.Errorf("Find = %v, %v: equal bytes would come in twice", known, err)
			}
			keep(t, p, "/b", Source{Name: "b", SHA256: "2"}, make1000(), nil, nil)
			if got := len(all(t, p)); got != 2000 {
				t.Errorf("%d observations", got)
			}
			if after, _ := os.ReadFile(path + ".key"); string(after) != string(before) {
				t.Errorf("the key file was %q, is %q", before, after)
			}
		})
	}
}

func TestKeyFileBroken(t *testing.T) {
	for _, text := range []string{"", "x", "{}", `{"key":"00"}`, `{"key":"zz"}`, `[]`} {
		path := filepath.Join(t.TempDir(), "p.db")
		if err := os.WriteFile(path+".key", []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if p, err := Open(t.Context(), path, ReadWrite); err == nil {
			p.Close()
			t.Errorf("key file %q is taken", text)
		}
		if got, _ := os.ReadFile(path + ".key"); string(got) != text {
			t.Errorf("key file %q became %q", text, got)
		}
	}
}

func TestKeyOutlivesItsProfile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.db")
	p := reopen(t, path, ReadWrite)
	want := p.Mark("a", []byte("b"))
	p.Close()
	if err := os.Rename(path, path+".moved"); err != nil {
		t.Fatal(err)
	}
	if got := reopen(t, path, ReadWrite).Mark("a", []byte("b")); got != want {
		t.Error("a key that was there was overwritten")
	}
}
