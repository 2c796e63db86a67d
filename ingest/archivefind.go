package ingest

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
)

// archive is a file that holds files. Each becomes a source of its own, named and found by the path of the archive with its own
// behind it.
type archive struct {
	path    string // absolute
	name    string // as the user wrote it
	members map[string]*input
	told    map[string]bool // failures that are already in the result
	zip     attachments
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
			visit: func(name string, size int64, from *bufio.Reader) error {
				m := &input{path: in.path + "/" + name, given: in.given + "/" + name, base: in.base, size: size, archive: a}
				m.kind = kindOf(m.path, from)
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
