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
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/klauspost/compress/flate"
)

// archive is a file that holds files. Each becomes a source of its own, named and found by the path of the archive with its own
// behind it.
type archive struct {
	path    string // absolute
	name    string // as the user wrote it
	members map[string]*input
	told    map[string]bool // failures that are already in the result
}

type archiveKind int8

const (
	noArchive archiveKind = iota
	zipArchive
	tarArchive
)

// sniffSize is how much of a file is looked at to tell an archive. A block of bzip2 has 900 kB.
const sniffSize = 1 << 20

// archiveOf tells an archive, also one that is compressed. It reads nothing from r, which must buffer sniffSize.
func archiveOf(r *bufio.Reader, opt Options) archiveKind {
	head, _ := r.Peek(tarHeader)
	if compressionOf(head) != nil {
		packed, _ := r.Peek(sniffSize)
		u := unpack(bytes.NewReader(packed), newMeter(opt, func() int64 { return sniffSize }))
		defer u.Close()
		head, _ = u.Peek(tarHeader)
	}
	return archiveIn(head)
}

// archiveIn tells an archive that is not compressed by its first tarHeader bytes.
func archiveIn(head []byte) archiveKind {
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")), bytes.HasPrefix(head, []byte("PK\x05\x06")): // the latter holds nothing
		return zipArchive
	case len(head) >= tarHeader && string(head[257:262]) == "ustar":
		return tarArchive
	}
	return noArchive
}

const tarHeader = 512

// walker goes through all files of an archive, and of the archives in it: those of a zip in name order, those of a tar as they
// come, since a compressed one can only be read from its start.
type walker struct {
	ctx     context.Context
	opt     Options
	archive string                                               // its name
	visit   func(name string, size int64, r *bufio.Reader) error // r is good only during the call. An error ends the walk
	fail    func(*FileError)                                     // for what cannot be read; the walk goes on where it can

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
		r.Reset(&layer{name: "tar", from: t, source: &failing{}, meter: m})
		if err := w.member(name, h.Size, r, depth); err != nil {
			return err
		}
	}
}

// member visits a file, or goes into it if it is an archive.
func (w *walker) member(name string, size int64, r *bufio.Reader, depth int) error {
	kind := archiveOf(r, w.opt)
	if kind == noArchive {
		return w.visit(name, size, r)
	}
	if depth >= w.opt.MaxNesting {
		w.fail(&FileError{
			Name: w.nameOf(name), Msg: fmt.Sprintf("is an archive within %d archives", depth),
			Hint: "unpack the outer ones first",
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
		d = &damage{"is a tar archive that is damaged", ""}
		if errors.Is(err, io.ErrUnexpectedEOF) {
			d.msg = "is a tar archive that is cut short"
		}
	}
	w.fail(&FileError{
		Name: w.nameOf(prefix), Msg: d.msg,
		Hint: "copy it again from where it was made; of the files in it, those before that are imported",
	})
	return nil
}

// errEnough ends a walk at Options.MaxMembers.
var errEnough = errors.New("too many files in the archive")

// name makes the name of a file in an archive one that stays below it and that no other has.
func (w *walker) name(prefix, name string) (string, bool) {
	if len(w.seen) >= w.opt.MaxMembers {
		w.fail(&FileError{
			Name: w.archive, Msg: fmt.Sprintf("holds more than %d files", w.opt.MaxMembers),
			Hint: "unpack it and import the folder to have the rest",
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

// expand puts the files of archives in place of those.
func expand(ctx context.Context, found []*input, opt Options) (all []*input, archives []*archive, failures []File, err error) {
	sniff := bufio.NewReaderSize(nil, sniffSize)
	for _, in := range found {
		if in.path == "-" || !isArchiveFile(in.path, sniff, opt) {
			all = append(all, in)
			continue
		}
		a := &archive{path: in.path, name: below(in), members: map[string]*input{}, told: map[string]bool{}}
		w := walker{
			ctx: ctx, opt: opt, archive: a.name,
			visit: func(name string, size int64, _ *bufio.Reader) error {
				m := &input{path: in.path + "/" + name, given: in.given + "/" + name, base: in.base, size: size, archive: a}
				a.members[name] = m
				all = append(all, m)
				return ctx.Err()
			},
			fail: func(fe *FileError) {
				a.told[fe.Error()] = true
				failures = append(failures, failed(fe))
			},
		}
		if err := w.file(in.path); err != nil && !errors.Is(err, errEnough) {
			return nil, nil, nil, err
		}
		archives = append(archives, a)
	}
	return all, archives, failures, nil
}

// isArchiveFile says no where a file cannot be read, which is told when it is imported.
func isArchiveFile(path string, sniff *bufio.Reader, opt Options) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || info.Mode()&fs.ModeType != 0 {
		return false
	}
	sniff.Reset(f)
	return archiveOf(sniff, opt) != noArchive
}
