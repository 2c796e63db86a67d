package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/ingest"
)

// withoutOurs drops from a result the files in a folder that webhookctl itself wrote: a profile, what lies beside it, a report.
// They are no evidence, and no failure to read some. None of them is of a known format. One that was named stays.
func withoutOurs(files []ingest.File, paths []string) []ingest.File {
	return slices.DeleteFunc(slices.Clone(files), func(f ingest.File) bool {
		var bad *ingest.FileError
		return errors.As(f.Err, &bad) && bad.Line == 0 && slices.ContainsFunc(paths, func(path string) bool {
			info, err := os.Stat(path)
			return err == nil && info.IsDir() && (wroteIt(filepath.Join(path, filepath.FromSlash(f.Name))) || inBundle(path, f.Name))
		})
	})
}

// inBundle tells whether a file lies in an archive that bundle wrote.
func inBundle(folder, name string) bool {
	for i := range len(name) {
		if name[i] == '/' && isBundle(filepath.Join(folder, filepath.FromSlash(name[:i]))) {
			return true
		}
	}
	return false
}

// wroteIt tells whether a file is a profile, lies beside one and belongs to it, or is a report.
func wroteIt(path string) bool {
	for _, beside := range []string{".key", ".trace", ".trace.new", "-journal", "-wal", "-shm"} {
		if of, ok := strings.CutSuffix(path, beside); ok && isProfile(of) {
			return true
		}
	}
	return isProfile(path) || isReport(path) || isBundle(path)
}

// isProfile tells an SQLite file that bears our application ID.
func isProfile(path string) bool {
	head, _ := ends(path, 72)
	return len(head) == 72 && bytes.HasPrefix(head, []byte("SQLite format 3\x00")) && string(head[68:]) == "whct"
}

// closing is how a report as text ends: it counts its sources.
var closing = regexp.MustCompile(`(?m)^(\x1b\[2m)?(Sources: \d+, with|Quellen: \d+,) \d+ (records?|Datensatz|Datensätze)[,.]`)

// isReport tells what diagnose wrote: text by how it ends, the others by how they begin, and what --explain wrote.
func isReport(path string) bool {
	head, tail := ends(path, 4<<10)
	if bytes.HasPrefix(head, []byte("<!doctype html>")) && bytes.Contains(head, []byte(`<meta name="generator" content="webhookctl diagnosis">`)) {
		return true
	}
	for _, begin := range []string{"## Webhook diagnosis\n", "## Webhook-Diagnose\n", "{\n  \"schema\": \"webhookctl.diagnosis/", `{"schema":"webhookctl.diagnosis/`, "id,outcome,class,cause,contributing,", "These are the original lines: they may hold names and addresses.", "Das sind die Originalzeilen: sie können Namen und Adressen enthalten."} {
		if bytes.HasPrefix(head, []byte(begin)) {
			return true
		}
	}
	return closing.Match(tail)
}

// ends returns at most n bytes from the start and from the end of a regular file; nothing if it cannot be read.
func ends(path string, n int64) (head, tail []byte) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, nil
	}
	defer f.Close()
	n = min(n, info.Size())
	if head, err = io.ReadAll(io.NewSectionReader(f, 0, n)); err != nil {
		return nil, nil
	}
	if tail, err = io.ReadAll(io.NewSectionReader(f, info.Size()-n, n)); err != nil {
		return nil, nil
	}
	return head, tail
}
