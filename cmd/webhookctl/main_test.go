package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/webhookctl/webhookctl/fixtures"
)

func TestMain(m *testing.M) { testscript.Main(m, map[string]func(){"webhookctl": main}) }

// TestScripts runs the real program on the scripts in testdata/script, one behaviour each. The demo incident lies in ./incident.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:   "testdata/script",
		Setup: setup,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "empty": empty, "gzip": packed, "zip": zipped, "utf16": wide16, "unzip": unzipped, "grow": grown,
		},
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}

func setup(env *testscript.Env) error {
	files, err := fixtures.Demo()
	if err != nil {
		return err
	}
	return os.CopyFS(filepath.Join(env.WorkDir, "incident"), files)
}

// exits N CMD ARG… runs a command, which must end with exit code N.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits N cmd arg…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// grown appends so many lines to an access log, one second apart.
func grown(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: grow LINES FILE")
	}
	n, err := strconv.Atoi(args[0])
	ts.Check(err)
	f, err := os.OpenFile(ts.MkAbs(args[1]), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	ts.Check(err)
	defer f.Close()
	info, err := f.Stat()
	ts.Check(err)
	begin := time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC).Add(time.Duration(info.Size()/100) * time.Second)
	for i := range n {
		_, err := fmt.Fprintf(f, "203.0.113.7 - - [%s] \"POST /hooks/woo?n=%04d HTTP/1.1\" 200 11 \"-\" \"WooCommerce/9.9.5 Hookshot\"\n",
			begin.Add(time.Duration(i)*time.Second).Format("02/Jan/2006:15:04:05 -0700"), i)
		ts.Check(err)
	}
}

// empty DIR checks that a folder holds nothing.
func empty(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: empty dir")
	}
	entries, err := os.ReadDir(ts.MkAbs(args[0]))
	ts.Check(err)
	if len(entries) > 0 {
		ts.Fatalf("%s holds %s", args[0], entries[0].Name())
	}
}

// gzip FILE puts FILE.gz in its place.
func packed(ts *testscript.TestScript, neg bool, args []string) {
	text := take(ts, neg, args, 1)
	var buf bytes.Buffer
	w := gzip.NewWriter(&buf)
	_, err := w.Write(text)
	ts.Check(errors.Join(err, w.Close()))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]+".gz"), buf.Bytes(), 0o600))
}

// zip FILE ARCHIVE puts an archive with the file in its place.
func zipped(ts *testscript.TestScript, neg bool, args []string) {
	text := take(ts, neg, args, 2)
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	f, err := w.Create(filepath.ToSlash(args[0]))
	ts.Check(err)
	_, err = f.Write(text)
	ts.Check(errors.Join(err, w.Close()))
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), buf.Bytes(), 0o600))
}

// unzip ARCHIVE takes the files out of an archive.
func unzipped(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: unzip archive")
	}
	text := []byte(ts.ReadFile(args[0]))
	r, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
	ts.Check(err)
	ts.Check(os.CopyFS(ts.MkAbs("."), r))
}

// utf16 FILE writes the file anew as Windows programs do.
func wide16(ts *testscript.TestScript, neg bool, args []string) {
	text := take(ts, neg, args, 1)
	units := utf16.Encode([]rune("\ufeff" + string(text)))
	out, err := binary.Append(nil, binary.LittleEndian, units)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), out, 0o600))
}

// take reads the file that the first of n arguments names, and removes it.
func take(ts *testscript.TestScript, neg bool, args []string, n int) []byte {
	if neg || len(args) != n {
		ts.Fatalf("usage: %d arguments, the first a file", n)
	}
	text := ts.ReadFile(args[0])
	ts.Check(os.Remove(ts.MkAbs(args[0])))
	return []byte(text)
}
