package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// longestLine is how much of an original line is shown.
const longestLine = 64 << 10

// originals rereads lines of the files that a profile was made from. A file is used only if it still has the bytes that were
// imported: a line of another file at the same place would prove nothing.
type originals struct {
	profile *profile.Profile
	sources map[string]profile.Source // by name
	opened  map[string]original
}

type original struct {
	file *os.File
	err  error // why there is none
}

func newOriginals(p *profile.Profile, sources []profile.Source) *originals {
	o := &originals{profile: p, sources: map[string]profile.Source{}, opened: map[string]original{}}
	for _, s := range sources {
		o.sources[s.Name] = s
	}
	return o
}

// line returns the line of a source that begins at offset. A record may have more lines; its first one tells where they are.
func (o *originals) line(source string, _, offset int64) (string, error) {
	f, ok := o.opened[source]
	if !ok {
		f.file, f.err = o.open(source)
		o.opened[source] = f
	}
	if f.err != nil {
		return "", f.err
	}
	line, err := bufio.NewReader(io.NewSectionReader(f.file, offset, longestLine+1)).ReadBytes('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	rest := ""
	if len(line) > longestLine {
		line, rest = line[:longestLine], " … (longer)"
	}
	for len(line) > 0 && (line[len(line)-1] == '\n' || line[len(line)-1] == '\r') {
		line = line[:len(line)-1]
	}
	return string(line) + rest, nil
}

// open finds the file of a source and makes sure that it is still the one that was imported.
func (o *originals) open(source string) (*os.File, error) {
	s, known := o.sources[source]
	path := o.profile.SourcePath(s)
	switch {
	case !known:
		return nil, errors.New("the profile does not hold this source")
	case path == "":
		return nil, errors.New("where the file lay is not known")
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, errors.New("the file is no longer where it was imported from")
	}
	hash := sha256.New()
	if _, err := io.Copy(hash, f); err != nil {
		f.Close()
		return nil, fmt.Errorf("the file cannot be read: %w", err)
	}
	if hex.EncodeToString(hash.Sum(nil)) != s.SHA256 {
		f.Close()
		return nil, errors.New("the file has changed since it was imported")
	}
	return f, nil
}

func (o *originals) close() {
	for _, f := range o.opened {
		if f.file != nil {
			f.file.Close()
		}
	}
}
