package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/ingest"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// How much of an original record is shown. A WooCommerce log entry has about 50 lines.
const (
	mostLines = 60
	mostBytes = 256 << 10
)

// originals are records reread from the files that a history came from. A file is used only if it still has the bytes that were
// imported: a line of another file at the same place would prove nothing.
type originals map[place]original

type place struct {
	source string
	offset int64
}

type original struct {
	text string
	err  error // why it cannot be shown
}

// reread returns the records that a piece of evidence points to. Each file is read once, from its start, since a compressed one
// cannot be read in any other order. The error is that of ctx.
func reread(ctx context.Context, p *profile.Profile, h analyze.History, evidence []analyze.Evidence, c *concealer) (originals, error) {
	var places []place
	for _, e := range evidence {
		places = append(places, place{e.Source, e.Offset})
	}
	slices.SortFunc(places, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.source, b.source), cmp.Compare(a.offset, b.offset))
	})
	found := originals{}
	for rest := slices.Compact(places); len(rest) > 0; {
		n := slices.IndexFunc(rest, func(x place) bool { return x.source != rest[0].source })
		if n < 0 {
			n = len(rest)
		}
		found.file(ctx, p, h, rest[:n], c)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		rest = rest[n:]
	}
	return found, nil
}

// lines returns a record's lines, in the form in which report.Explain asks.
func (o originals) lines(source string, _, offset int64) (string, error) {
	found := o[place{source, offset}]
	return found.text, found.err
}

// file reads records of one source, which are in the order of their offsets.
func (o originals) file(ctx context.Context, p *profile.Profile, h analyze.History, places []place, c *concealer) {
	i := slices.IndexFunc(h.Sources, func(s profile.Source) bool { return s.Name == places[0].source })
	text, err := openSource(ctx, p, h.Sources, i)
	if err != nil {
		for _, at := range places {
			o[at] = original{err: err}
		}
		return
	}
	defer text.Close()
	for _, at := range places {
		read := observationsAt(h, i, at.offset)
		c.shows(read)
		lines, err := record(text, at.offset, length(read))
		o[at] = original{c.text(lines), err}
	}
}

// openSource opens the text of a source, if it is still the one that was imported.
func openSource(ctx context.Context, p *profile.Profile, sources []profile.Source, i int) (*ingest.Text, error) {
	if i < 0 {
		return nil, errors.New("the profile does not hold this source")
	}
	switch path := p.SourcePath(sources[i]); path {
	case "":
		return nil, errors.New("where the file lay is not known")
	case fromStdin:
		return nil, errors.New("it came from standard input, which cannot be read again")
	default:
		text, err := ingest.OpenText(ctx, path, sources[i].SHA256)
		return text, unreadable(err)
	}
}

// fromStdin is the path that a profile keeps of what was read from standard input.
const fromStdin = "-"

// record reads the n lines from an offset on.
func record(text io.ReaderAt, offset, n int64) (string, error) {
	r := bufio.NewReader(io.NewSectionReader(text, offset, mostBytes))
	var b strings.Builder
	for range min(n, mostLines) {
		line, err := r.ReadString('\n')
		b.WriteString(line)
		switch {
		case errors.Is(err, io.EOF) && b.Len() == mostBytes:
			return b.String() + fmt.Sprintf("\n… and what lies beyond its first %d KiB", mostBytes>>10), nil
		case errors.Is(err, io.EOF):
			return b.String(), nil
		case err != nil:
			return "", unreadable(err)
		}
	}
	if n > mostLines {
		fmt.Fprintf(&b, "… and %s", count(n-mostLines, "more line"))
	}
	return b.String(), nil
}

// length returns how many lines a record spans, as its parser told.
func length(read []profile.Observation) int64 {
	if len(read) == 0 {
		return 1
	}
	return max(1, read[0].Lines)
}

// unreadable says why a file cannot be read, without its path: a report names no folder of this machine.
func unreadable(err error) error {
	var path *fs.PathError
	switch {
	case err == nil, errors.Is(err, ingest.ErrGone), errors.Is(err, ingest.ErrChanged):
		return err
	case errors.As(err, &path):
		return fmt.Errorf("the file cannot be read: %w", path.Err)
	}
	return fmt.Errorf("the file cannot be read: %w", err)
}
