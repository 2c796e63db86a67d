package ingest

import (
	"archive/zip"
	"bufio"
	"bytes"
	"crypto/sha1"
	"encoding/hex"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"github.com/webhookctl/webhookctl/ingest/format"
)

// Playwright can lay the bodies of a HAR into files beside it, in a folder or a zip. They are no logs, whatever they hold: a file
// that is named by the SHA-1 of its content and lies beside a HAR is left out, and read where an entry names it.

// attachedKind is what a file may be to those beside it.
type attachedKind int8

const (
	notAttached attachedKind = iota
	attachedBody
	besideBodies // a HAR
)

// mostAttached is the size of the largest body that is read out of a file.
const mostAttached = 64 << 20

// kindOf looks at the beginning of a file in an archive, or at all of one whose name is a hash. What is read is lost to the caller.
func kindOf(name string, from *bufio.Reader) attachedKind {
	base := path.Base(filepath.ToSlash(name))
	if format.IsBodyName(base) {
		sum := sha1.New()
		if n, err := io.Copy(sum, io.LimitReader(from, mostAttached+1)); err != nil || n > mostAttached || !strings.HasPrefix(base, hex.EncodeToString(sum.Sum(nil))) {
			return notAttached
		}
		return attachedBody
	}
	head, _ := from.Peek(format.HeadSize)
	if format.IsHAR(bytes.TrimPrefix(head, bom)) {
		return besideBodies
	}
	return notAttached
}

// withoutBodies leaves out the files that hold bodies of a HAR that they lie beside.
func withoutBodies(found []*input) (all []*input, bodies int) {
	folders := map[string][]*input{} // those in which there is a file whose name is a hash
	for _, in := range found {
		if in.path != "-" && format.IsBodyName(path.Base(filepath.ToSlash(in.path))) {
			folders[filepath.Dir(in.path)] = nil
		}
	}
	if len(folders) == 0 {
		return found, 0
	}
	for _, in := range found {
		dir := filepath.Dir(in.path)
		if _, ok := folders[dir]; !ok || in.path == "-" {
			continue
		}
		if in.archive == nil {
			in.kind = in.kindOnDisk()
		}
		folders[dir] = append(folders[dir], in)
	}
	hasHAR := map[string]bool{}
	for dir, files := range folders {
		for _, in := range files {
			hasHAR[dir] = hasHAR[dir] || in.kind == besideBodies
		}
	}
	for _, in := range found {
		if in.kind == attachedBody && hasHAR[filepath.Dir(in.path)] {
			if bodies++; in.archive != nil {
				delete(in.archive.members, in.member())
			}
			continue
		}
		all = append(all, in)
	}
	return all, bodies
}

func (in *input) kindOnDisk() attachedKind {
	f, err := os.Open(in.path)
	if err != nil {
		return notAttached // which is told when it is imported
	}
	defer f.Close()
	return kindOf(in.path, bufio.NewReaderSize(f, format.HeadSize))
}

// beside returns the bytes of a file that lies beside this one, or nil.
func (in *input) beside(name string) []byte {
	switch {
	case in.path == "-" || !format.IsBodyName(name):
		return nil
	case in.archive != nil:
		return in.archive.zip.read(in.archive.path, path.Join(path.Dir(in.member()), name))
	}
	file := filepath.Join(filepath.Dir(in.path), name)
	if info, err := os.Lstat(file); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil
	}
	defer f.Close()
	return whole(f)
}

// member is the name of the file in its archive.
func (in *input) member() string { return strings.TrimPrefix(in.path, in.archive.path+"/") }

// whole reads a body, or returns nil if that is too long.
func whole(from io.Reader) []byte {
	raw, err := io.ReadAll(io.LimitReader(from, mostAttached+1))
	if err != nil || len(raw) > mostAttached {
		return nil
	}
	return raw
}

// attachments are the bodies in a zip that is a file of its own. It opens when the first is asked for.
type attachments struct {
	once  sync.Once
	from  *zip.ReadCloser
	files map[string]*zip.File
}

func (a *attachments) read(archive, member string) []byte {
	a.once.Do(func() {
		from, err := zip.OpenReader(archive)
		if err != nil {
			return
		}
		a.from, a.files = from, map[string]*zip.File{}
		for _, f := range from.File {
			if name := path.Join("/", f.Name)[1:]; format.IsBodyName(path.Base(name)) && f.Mode().IsRegular() {
				a.files[name] = f
			}
		}
	})
	f := a.files[member]
	if f == nil {
		return nil
	}
	body, err := f.Open()
	if err != nil {
		return nil
	}
	defer body.Close()
	return whole(body)
}

func (a *archive) close() {
	if a.zip.from != nil {
		a.zip.from.Close()
	}
}
