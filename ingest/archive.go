package ingest

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/klauspost/compress/flate"
)

// walker goes through all files of an archive, and of the archives in it: those of a zip in name order, those of a tar as they
// come, since a compressed one can only be read from its start.
type walker struct {
	ctx     context.Context
	opt     Options
	archive string                                               // its name
	visit   func(name string, size int64, r *bufio.Reader) error // r is good only during the call. An error ends the walk
	fail    func(*FileError)                                     // for what cannot be read; the walk goes on where it can
	only    string                                               // the one file that is looked for; "": all are

	seen map[string]bool
}

// file goes through the archive that is the file at path.
func (w *walker) file(path string) error {
	f, err := os.Open(path)
	if err != nil {
		w.fail(fileError(w.archive, err))
		return nil
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		w.fail(fileError(w.archive, err))
		return nil
	}
	w.seen = map[string]bool{}
	r := bufio.NewReaderSize(&cancelling{w.ctx, f}, sniffSize)
	kind := archiveOf(r, w.opt)
	if head, _ := r.Peek(4); kind == zipArchive && compressionOf(head) == nil {
		return w.zip("", f, info.Size(), 1)
	}
	return w.stream("", kind, r, 1)
}

// stream goes through an archive that can only be read once.
func (w *walker) stream(prefix string, kind archiveKind, r io.Reader, depth int) error {
	raw := &counting{from: r}
	in := func() int64 { return raw.n }
	u := unpack(raw, newMeter(w.opt, in))
	defer u.Close()
	if kind == zipArchive {
		// Its directory is at its end.
		all, err := io.ReadAll(io.LimitReader(u, mostInMemory+1))
		switch {
		case err != nil:
			return w.broken(prefix, err)
		case len(all) > mostInMemory:
			w.fail(&FileError{
				Name: w.nameOf(prefix), Msg: fmt.Sprintf("is a zip of more than %d MiB within another file", mostInMemory>>20),
				Hint: "unpack the outer file first",
			})
			return nil
		}
		return w.zip(prefix, bytes.NewReader(all), int64(len(all)), depth)
	}
	return w.tar(prefix, u, in, depth)
}

// mostInMemory is the size of a zip that lies within another file.
const mostInMemory = 64 << 20

func (w *walker) zip(prefix string, at io.ReaderAt, size int64, depth int) error {
	z, err := zip.NewReader(at, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) { // names are cleaned, and nothing is written
		w.fail(&FileError{
			Name: w.nameOf(prefix), Msg: "is a zip archive whose list of files cannot be read",
			Hint: "it may be cut short; copy it again from where it was made, or try zip -FF",
		})
		return nil
	}
	z.RegisterDecompressor(zip.Deflate, flate.NewReader)
	if slices.ContainsFunc(z.File, func(f *zip.File) bool { return f.Name == "[Content_Types].xml" }) {
		w.fail(&FileError{Name: w.nameOf(prefix), Msg: "is an Office document", Hint: "export the table as CSV"})
		return nil
	}
	slices.SortStableFunc(z.File, func(a, b *zip.File) int { return strings.Compare(a.Name, b.Name) })
	m := newMeter(w.opt, func() int64 { return size })
	r := bufio.NewReaderSize(nil, sniffSize)
	for _, f := range z.File {
		if !f.Mode().IsRegular() {
			continue
		}
		name, ok := w.name(prefix, f.Name)
		if !ok {
			return errEnough
		}
		if !w.wants(name) {
			continue
		}
		if f.Flags&1 != 0 {
			w.fail(&FileError{Name: w.nameOf(name), Msg: "is encrypted", Hint: "unpack the archive with its password first"})
			continue
		}
		body, err := f.Open()
		if err != nil {
			msg := "cannot be read from the zip archive"
			if errors.Is(err, zip.ErrAlgorithm) {
				msg = fmt.Sprintf("is compressed within the zip archive by method %d, which webhookctl does not know", f.Method)
			}
			w.fail(&FileError{Name: w.nameOf(name), Msg: msg, Hint: "unpack the archive first"})
			continue
		}
		l := &layer{name: "zip", from: body, source: &failing{}, meter: m}
		r.Reset(&cancelling{w.ctx, l})
		err = w.member(name, int64(min(f.UncompressedSize64, 1<<62)), r, depth)
		body.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *walker) tar(prefix string, from io.Reader, in func() int64, depth int) error {
	t := tar.NewReader(from)
	m := newMeter(w.opt, in)
	r := bufio.NewReaderSize(nil, sniffSize)
	for {
		h, err := t.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil && !errors.Is(err, tar.ErrInsecurePath):
			return w.broken(prefix, err)
		case h.Typeflag != tar.TypeReg && h.Typeflag != tar.TypeGNUSparse:
			continue
		}
		name, ok := w.name(prefix, h.Name)
		if !ok {
			return errEnough
		}
		if !w.wants(name) {
			continue
		}
		r.Reset(&layer{name: "tar", from: t, source: &failing{}, meter: m})
		if err := w.member(name, h.Size, r, depth); err != nil {
			return err
		}
	}
}

// wants tells whether a file is looked for, or is an archive that one may be in.
func (w *walker) wants(name string) bool {
	return w.only == "" || name == w.only || strings.HasPrefix(w.only, name+"/")
}

// member visits a file, or goes into it if it is an archive.
func (w *walker) member(name string, size int64, r *bufio.Reader, depth int) error {
	kind := archiveOf(r, w.opt)
	if kind == noArchive {
		return w.visit(name, size, r)
	}
	if depth >= w.opt.MaxNesting {
		w.fail(&FileError{
			Name: w.nameOf(name), Msg: "is an archive within " + countOf(int64(depth), "archive"),
			Hint: "allow more with --max-nesting, or unpack the outer ones first",
		})
		return nil
	}
	return w.stream(name, kind, r, depth+1)
}

// broken says that an archive cannot be read further; its files up to there are visited.
func (w *walker) broken(prefix string, err error) error {
	var d *damage
	if stop := w.ctx.Err(); stop != nil {
		return stop
	}
	if !errors.As(err, &d) {
		d = &damage{"is a tar archive that is damaged", "copy it again from where it was made; of the files in it, those before that are imported"}
		if errors.Is(err, io.ErrUnexpectedEOF) {
			d.msg = "is a tar archive that is cut short"
		}
	}
	w.fail(&FileError{Name: w.nameOf(prefix), Msg: d.msg, Hint: d.hint})
	return nil
}

// errEnough ends a walk at Options.MaxMembers.
var errEnough = errors.New("too many files in the archive")

// name makes the name of a file in an archive one that stays below it and that no other has.
func (w *walker) name(prefix, name string) (string, bool) {
	if len(w.seen) >= w.opt.MaxMembers {
		w.fail(&FileError{
			Name: w.archive, Msg: "holds more than " + countOf(int64(w.opt.MaxMembers), "file"),
			Hint: "allow more with --max-members, or unpack it and import the folder, to have the rest",
		})
		return "", false
	}
	name = strings.ReplaceAll(strings.ToValidUTF8(name, "\ufffd"), "\x00", "\ufffd")
	name = path.Join(prefix, path.Join("/", strings.ReplaceAll(name, `\`, "/"))[1:])
	if name == prefix {
		name = path.Join(prefix, "unnamed")
	}
	unique := name
	for n := 2; w.seen[unique]; n++ {
		unique = fmt.Sprintf("%s (%d)", name, n)
	}
	w.seen[unique] = true
	return unique, true
}

func (w *walker) nameOf(prefix string) string { return path.Join(w.archive, prefix) }

func newMeter(opt Options, in func() int64) *meter { return &meter{opt: opt, in: in} }

// counting counts what is read.
type counting struct {
	from io.Reader
	n    int64
}

func (c *counting) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
	c.n += int64(n)
	return n, err
}

// cancelling ends when ctx does.
type cancelling struct {
	ctx  context.Context
	from io.Reader
}

func (c *cancelling) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.from.Read(p)
}
