package ingest

import (
	"context"
	"errors"
	"io"
	"slices"

	"github.com/webhookctl/webhookctl/ingest/format"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// Look is what a file is taken for, and what its beginning would give.
type Look struct {
	Name     string
	Verdicts []Verdict // of every format, in name order
	Format   string    // as which it would be read; "": as none, and Err says why
	Err      *FileError

	Whole    bool // the file ends where the beginning does
	Lines    int64
	Batch    format.Batch // what the beginning says, as a profile would keep it
	Unplaced []string     // fields of it that mean nothing to the format, in the order in which they were met
}

// Verdict is what a format says to the head of a file.
type Verdict struct {
	Format string
	Yes    bool
	Why    string // of a no, where it can be told
}

// maxUnplaced is how many fields are named that could not be placed: a hostile file has others in each line.
const maxUnplaced = 200

// LookAt looks at the beginning of one file, of up to a mebibyte. Nothing is kept, and no key is needed: hashes in the Batch are not
// those of any profile, and tell nothing.
func LookAt(ctx context.Context, path string, opt Options) (*Look, error) {
	opt = opt.WithDefaults()
	found, failed := find([]string{path}, "", nil)
	switch {
	case len(failed) > 0:
		return nil, failed[0].Err
	case len(found) != 1:
		return nil, &FileError{Name: path, Msg: "is not one file", Hint: "name one of the files in it"}
	}
	nameFiles(found, nil, nil)
	in := found[0]
	look := &Look{Name: in.name}
	o, err := open(ctx, in, opt, nil)
	if err != nil {
		return nil, fileError(in.name, err)
	}
	defer o.Close()
	cut, err := newCutter(o.text, opt.MaxLine)
	if err != nil {
		return nil, fileError(in.name, err)
	}
	if archiveIn(cut.head()) != noArchive {
		return nil, &FileError{Name: in.name, Msg: "is an archive", Hint: "unpack it, and name one of the files in it"}
	}
	shown := opt.format(in)
	sharing := shown.Sharing()
	for _, f := range format.All {
		v := Verdict{Format: f.Name, Yes: f.Open(cut.head(), sharing) != nil}
		if !v.Yes && f.Why != nil {
			v.Why = f.Why(cut.head(), shown)
		}
		look.Verdicts = append(look.Verdicts, v)
	}
	if look.Format, cut.reader, look.Err = reader(in, cut.head(), opt); look.Err != nil {
		return look, nil
	}
	return look, look.read(cut)
}

// read reads the beginning.
func (l *Look) read(cut *cutter) error {
	p, err := cut.next()
	if errors.Is(err, io.EOF) {
		l.Whole = true
		return nil
	} else if err != nil {
		return fileError(l.Name, err)
	}
	l.Whole = cut.eof && len(cut.buf) == 0
	l.Lines = p.LinesIn()
	if p.parsed {
		l.Batch = *p.batch
		l.Lines = p.batch.Problems[0].Lines
		return nil
	}
	p.batch.Marker = noKey{}
	p.batch.Unplaced = func(field string) {
		if len(l.Unplaced) < maxUnplaced && !slices.Contains(l.Unplaced, field) {
			l.Unplaced = append(l.Unplaced, field)
		}
	}
	cut.reader.Parse(p.Chunk, p.batch)
	p.batch.Private()
	l.Batch = *p.batch
	return balance(p)
}

// noKey marks all values alike, so that nothing can be told from a mark but that there is one.
type noKey struct{}

func (noKey) Mark(string, []byte) (m profile.Mark) {
	m[0] = 1
	return m
}
