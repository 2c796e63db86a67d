package ingest

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"slices"

	"github.com/webhookctl/webhookctl/ingest/format"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// A log that has grown begins with what was read of it, and a rotated one is that under another name. Where the profile says up to which
// place what follows changes nothing (profile.Resume), that much is kept as it is, and only the rest is parsed. The whole of it is hashed
// all the same: only equal bytes are the same evidence.

// knownBy is of how many bytes at the beginning of a file a keyed hash is kept, by which it may be known under another name. Whether it is
// the same, the hash of all that was read decides.
const knownBy = 256

// recognising is how much of a file may decide of which format it is: a recogniser's head, and a byte order mark.
const recognising = format.HeadSize + 3

// goingOn is an earlier reading with which a file begins.
type goingOn struct {
	profile.Reading
	*opened // from Resume.Offset on
	reader  format.Reader
}

// anew tells that nothing of the earlier reading is kept but its place.
func (g *goingOn) anew() bool { return g.Resume.Offset == 0 }

// goOn finds the reading with which a file begins, or nil. The caller closes what it opened.
func (i *importer) goOn(in *input, here []profile.Reading) (*goingOn, error) {
	if in.path == "-" || in.archive != nil {
		return nil, nil
	}
	options := i.opt.canonical(in)
	largestFirst(here)
	for _, r := range here {
		if r.Resume != nil && r.Options == options && r.Size < in.size {
			if g, err := i.beginsWith(in, r); g != nil || err != nil {
				return g, err
			}
		}
	}
	if len(i.elsewhere) == 0 {
		return nil, nil
	}
	head, err := i.headAt(in.path)
	if err != nil {
		return nil, err
	}
	for n, r := range i.elsewhere[head] {
		if r.Options != options || r.Size > in.size || r.Path == in.path || stillThere(i.ctx, r) {
			continue
		}
		g, err := i.beginsWith(in, r)
		if g != nil {
			i.elsewhere[head] = slices.Delete(i.elsewhere[head], n, n+1)
		}
		if g != nil || err != nil {
			return g, err
		}
	}
	return nil, nil
}

// elsewhere are readings that may turn up under another name, by how they begin.
func elsewhere(all []profile.Reading) map[string][]profile.Reading {
	some := map[string][]profile.Reading{}
	for _, r := range all {
		if r.Resume != nil && r.Size >= knownBy && r.Path != "" {
			some[r.Resume.Head] = append(some[r.Resume.Head], r)
		}
	}
	for _, of := range some {
		largestFirst(of)
	}
	return some
}

func largestFirst(all []profile.Reading) {
	slices.SortStableFunc(all, func(a, b profile.Reading) int { return int(min(max(b.Size-a.Size, -1), 1)) })
}

// beginsWith opens a file whose first bytes are an earlier reading, to read what follows. It returns nil where they are not.
func (i *importer) beginsWith(in *input, r profile.Reading) (g *goingOn, err error) {
	file, err := os.Open(in.path)
	if err != nil {
		return nil, err
	}
	defer func() {
		if g == nil {
			err = errors.Join(err, file.Close())
		}
	}()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	raw := newHashing(i.ctx, file, []int64{r.Size})
	if n, err := io.CopyN(io.Discard, raw, r.Size); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	} else if n < r.Size || raw.prefixes[r.Size] != r.SHA256 {
		return nil, nil
	}
	g = &goingOn{Reading: r}
	if !g.anew() {
		head := make([]byte, min(recognising, r.Size))
		if _, err := file.ReadAt(head, 0); err != nil {
			return nil, err
		}
		head = bytes.TrimPrefix(head, bom)
		name, reader, wrong := reader(in, head[:min(len(head), format.HeadSize)], i.opt)
		g.reader = reader
		renamed := r.Resume.Zoneless != nil && r.Name != in.name // and its problem names the file
		if wrong != nil || name != r.Format || renamed {         // of another format, as a later webhookctl knows better
			begin := *r.Resume
			begin.Offset = 0
			g.Resume = &begin
		}
	}
	text := io.MultiReader(io.NewSectionReader(file, g.Resume.Offset, r.Size-g.Resume.Offset), raw)
	g.opened = &opened{text: text, raw: raw, file: file, info: info, plain: true, Closer: file}
	if g.anew() {
		g.unpacked(i.opt, false, true, closing{file.Close})
	}
	return g, nil
}

// stillThere tells whether a file still begins with what was read of it: what lies elsewhere is then a copy, and a source of its own.
func stillThere(ctx context.Context, r profile.Reading) bool {
	f, err := os.Open(r.Path)
	if err != nil {
		return !errors.Is(err, os.ErrNotExist)
	}
	defer f.Close()
	h := newHashing(ctx, io.LimitReader(f, r.Size), nil)
	n, err := io.Copy(io.Discard, h)
	return err != nil || n == r.Size && hexSum(h.sha) == r.SHA256
}

func (i *importer) headAt(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return i.headOf(f)
}

// headOf marks the beginning of a file, as Resume.Head has it.
func (i *importer) headOf(f io.ReaderAt) (string, error) {
	head := make([]byte, knownBy)
	n, err := f.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	mark := i.p.Mark("head", head[:n])
	return hex.EncodeToString(mark[:]), nil
}
