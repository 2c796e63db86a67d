package ingest

import (
	"bufio"
	"context"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
)

// The errors of OpenText.
var (
	ErrGone    = errors.New("the file is no longer where it was imported from")
	ErrChanged = errors.New("the file has changed since it was imported")
)

// Text is the text of an imported file, in which the lines and offsets of its observations are: without compression, out of its
// archive, in UTF-8 (with its byte order mark, if it had one in UTF-8). Its methods are for one goroutine.
type Text struct {
	plain *os.File // where the text is the file itself

	reopen func() (io.ReadCloser, error)
	from   io.ReadCloser
	next   int64 // index of the block that from is before
	blocks map[int64][]byte
}

// Blocks of a text that are kept, so that records near to each other need no reading from the start.
const (
	textBlock  = 64 << 10
	textBlocks = 64
)

// unlimited are the limits of a file that was imported: its hash proves that it holds nothing else than then. In archives it is
// its path that ends the search.
var unlimited = Options{
	MaxSize: math.MaxInt64, MaxRatio: math.MaxInt64, MaxMembers: math.MaxInt, MaxNesting: math.MaxInt,
}.WithDefaults()

// OpenText opens the text of a file again that was imported from path, which profile.Profile.SourcePath tells. sha256 is the
// source's, in hex: of other bytes than those ErrChanged is returned, and ErrGone where there is no such file. They are read once for
// that. What a file may hold has no limit here, since it may have been imported under larger ones than those of today.
func OpenText(ctx context.Context, path, sha256 string) (*Text, error) {
	at := locate(path)
	if at.file == "" {
		return nil, ErrGone
	}
	h := newHashing(ctx, nil, nil)
	packed := at.member != ""
	err := at.read(ctx, func(r io.Reader) error {
		h.from = r
		u := unpack(h, newMeter(unlimited, h.size.Load))
		defer u.Close()
		packed = packed || u.layers > 0 || utf8Text(u.Reader) != u.Reader
		_, err := io.Copy(io.Discard, h)
		return err
	})
	if err != nil {
		return nil, err
	}
	if hexSum(h.sha) != sha256 {
		return nil, ErrChanged
	}
	if !packed {
		f, err := os.Open(at.file)
		if err != nil {
			return nil, err
		}
		return &Text{plain: f}, nil
	}
	return &Text{blocks: map[int64][]byte{}, reopen: func() (io.ReadCloser, error) { return at.open(ctx) }}, nil
}

// ReadAt reads at an offset of the text, as io.ReaderAt. What is compressed is read from its start to there, and again from its
// start where an offset lies more than 4 MiB before an earlier one: ask in ascending order.
func (t *Text) ReadAt(p []byte, off int64) (int, error) {
	if t.plain != nil {
		return t.plain.ReadAt(p, off)
	}
	if off < 0 {
		return 0, errors.New("negative offset")
	}
	n := 0
	for n < len(p) {
		b, err := t.block((off + int64(n)) / textBlock)
		if err != nil {
			return n, err
		}
		k := (off + int64(n)) % textBlock
		if k >= int64(len(b)) {
			return n, io.EOF
		}
		n += copy(p[n:], b[k:])
	}
	return n, nil
}

// block returns the i-th block of the text. The last is shorter, perhaps empty.
func (t *Text) block(i int64) ([]byte, error) {
	if b, ok := t.blocks[i]; ok {
		return b, nil
	}
	if t.from == nil || i < t.next {
		t.close()
		from, err := t.reopen()
		if err != nil {
			return nil, err
		}
		t.from, t.next = from, 0
	}
	for {
		b := make([]byte, textBlock)
		n, err := io.ReadFull(t.from, b)
		var d *damage
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.As(err, &d) {
			return nil, err
		}
		delete(t.blocks, t.next-textBlocks)
		t.blocks[t.next] = b[:n]
		t.next++
		if t.next > i || n < textBlock {
			return t.blocks[i], nil // none: it lies behind the end
		}
	}
}

func (t *Text) close() {
	if t.from != nil {
		t.from.Close()
		t.from = nil
	}
}

// Close ends the reading.
func (t *Text) Close() error {
	t.close()
	if t.plain != nil {
		return t.plain.Close()
	}
	return nil
}

// location is a file, or a member of an archive.
type location struct{ file, member string }

// locate finds the file that is a source's, or whose archive it is in: the longest beginning of the path that is a file.
func locate(path string) location {
	for file := path; ; file = filepath.Dir(file) {
		info, err := os.Stat(file)
		switch {
		case err == nil && info.Mode().IsRegular():
			return location{file, strings.TrimPrefix(path[len(file):], "/")}
		case err == nil, file == filepath.Dir(file): // a folder, or the root
			return location{}
		}
	}
}

// FileOf returns the file on disk that a source's path means, itself or the archive that it is in; "" if there is none.
func FileOf(path string) string { return locate(path).file }

// read gives the file's bytes to f, as they lie on disk or come out of the archive.
func (at location) read(ctx context.Context, f func(io.Reader) error) error {
	if at.member == "" {
		file, err := os.Open(at.file)
		if err != nil {
			return ErrGone
		}
		defer file.Close()
		return f(file)
	}
	found := false
	w := walker{
		ctx: ctx, opt: unlimited, archive: filepath.Base(at.file), only: at.member, fail: func(*FileError) {},
		visit: func(name string, _ int64, r *bufio.Reader) error {
			if name != at.member {
				return nil
			}
			found = true
			if err := f(r); err != nil {
				return err
			}
			return errEnough
		},
	}
	if err := w.file(at.file); err != nil && !errors.Is(err, errEnough) {
		return err
	}
	if !found {
		return ErrGone
	}
	return nil
}

// open returns the text from its start.
func (at location) open(ctx context.Context) (io.ReadCloser, error) {
	r, w := io.Pipe()
	go func() {
		w.CloseWithError(at.read(ctx, func(raw io.Reader) error {
			n := &counting{from: raw}
			u := unpack(n, newMeter(unlimited, func() int64 { return n.n }))
			defer u.Close()
			_, err := io.Copy(w, utf8Text(u.Reader))
			return err
		}))
	}()
	return r, nil
}
