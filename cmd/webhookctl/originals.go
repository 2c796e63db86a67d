package main

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// How much of an original record is shown. A WooCommerce log entry has about 50 lines.
const (
	mostLines   = 60
	longestLine = 64 << 10
)

// originals rereads records of the files that a history was read from. A file is used only if it still has the bytes that were
// imported: a line of another file at the same place would prove nothing.
type originals struct {
	profile *profile.Profile
	history analyze.History
	opened  map[string]original // by source name
}

type original struct {
	index int // of the source
	file  *os.File
	err   error // why there is none
}

func newOriginals(p *profile.Profile, h analyze.History) *originals {
	return &originals{profile: p, history: h, opened: map[string]original{}}
}

// lines returns the lines of the record that begins at offset.
func (o *originals) lines(source string, _, offset int64) (string, error) {
	f, ok := o.opened[source]
	if !ok {
		f = o.open(source)
		o.opened[source] = f
	}
	if f.err != nil {
		return "", f.err
	}
	n := o.length(f.index, offset)
	r := bufio.NewReader(io.NewSectionReader(f.file, offset, min(n, mostLines)*longestLine))
	var text strings.Builder
	for range min(n, mostLines) {
		line, err := r.ReadString('\n')
		text.WriteString(line)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return "", fmt.Errorf("the file cannot be read: %w", err)
		}
	}
	if n > mostLines {
		fmt.Fprintf(&text, "… and %s", count(n-mostLines, "more line"))
	}
	return text.String(), nil
}

// length returns how many lines the record at offset spans, as its parser told.
func (o *originals) length(source int, offset int64) int64 {
	at := profile.Observation{Source: source, Offset: offset}
	i, found := slices.BinarySearchFunc(o.history.Observations, at, func(a, b profile.Observation) int {
		return cmp.Or(cmp.Compare(a.Source, b.Source), cmp.Compare(a.Offset, b.Offset))
	})
	if !found {
		return 1
	}
	return max(1, o.history.Observations[i].Lines)
}

// open finds the file of a source and makes sure that it is still the one that was imported.
func (o *originals) open(name string) original {
	i := slices.IndexFunc(o.history.Sources, func(s profile.Source) bool { return s.Name == name })
	if i < 0 {
		return original{err: errors.New("the profile does not hold this source")}
	}
	s := o.history.Sources[i]
	path := o.profile.SourcePath(s)
	if path == "" {
		return original{err: errors.New("where the file lay is not known")}
	}
	f, err := os.Open(path)
	if err != nil {
		return original{err: errors.New("the file is no longer where it was imported from")}
	}
	hash := sha256.New()
	if _, err := io.Copy(hash, f); err != nil {
		f.Close()
		return original{err: errors.New("the file cannot be read")}
	}
	if hex.EncodeToString(hash.Sum(nil)) != s.SHA256 {
		f.Close()
		return original{err: errors.New("the file has changed since it was imported")}
	}
	return original{index: i, file: f}
}

func (o *originals) close() {
	for _, f := range o.opened {
		if f.file != nil {
			f.file.Close()
		}
	}
}
