package profile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// Mode says what a profile is opened for.
type Mode int

// The modes of Open.
const (
	// ReadOnly never writes, except that it undoes an import that was killed.
	ReadOnly Mode = iota
	// ReadWrite creates the profile, and its key, where there is none.
	ReadWrite
)

// Profile is one SQLite file and, beside it, its key. Its methods may be called from several goroutines, but only one
// Import, Rename or Purge runs at a time: a second one waits for the first.
type Profile struct {
	path   string
	keys   *keyring
	read   *sql.DB
	write  *sql.DB // nil in ReadOnly
	folder string  // of a temporary profile; removed by Close

	mu        sync.Mutex
	importing *Import          // the open one
	together  *together        // what imports are a part of; nil: each is for itself
	listed    []int64          // row IDs of the sources as last listed: what the indices in observations mean
	paths     map[nameSHA]Mark // marks of the sources' paths, nil where not loaded
}

// nameSHA tells a source within a profile.
type nameSHA struct{ name, sha string }

// Open opens the profile at path. A file that is no profile, is damaged, or was made by a newer webhookctl gives a
// *FormatError; a missing one, in ReadOnly, an error that is fs.ErrNotExist.
//
// A profile without its key was not made here, so its pages are checked first, which takes seconds for a gigabyte. One of an
// older webhookctl is brought up to date by ReadWrite; ReadOnly leaves it as it is, and reads a copy.
func Open(ctx context.Context, path string, mode Mode) (*Profile, error) {
	if err := checkPlace(path, mode); err != nil {
		return nil, err
	}
	p, err := open(ctx, path, mode, &keyring{file: path + ".key"}, onDisk)
	if errors.Is(err, errOld) {
		return openCopy(ctx, path)
	}
	return p, err
}

// Temporary makes an empty profile in a private folder below the system's folder for temporary files. Its key is only
// in memory. Close removes it.
func Temporary(ctx context.Context) (*Profile, error) {
	folder, err := os.MkdirTemp("", "webhookctl-")
	if err != nil {
		return nil, err
	}
	p, err := open(ctx, filepath.Join(folder, "webhookctl.db"), ReadWrite, &keyring{}, throwaway)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(folder))
	}
	p.folder = folder
	return p, nil
}

// openCopy opens a copy of a profile, brought up to date, to read. Close removes it.
func openCopy(ctx context.Context, path string) (_ *Profile, err error) {
	folder, err := os.MkdirTemp("", "webhookctl-")
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(folder))
		}
	}()
	file := filepath.Join(folder, "webhookctl.db")
	if err := copyTo(file, path); err != nil {
		return nil, fmt.Errorf("%s: it is of an older webhookctl, and no copy can be made to bring up to date: %w", path, err)
	}
	p, err := open(ctx, file, ReadWrite, &keyring{file: path + ".key"}, onDisk)
	if err != nil {
		return nil, err
	}
	p.path, p.folder = path, folder
	return p, nil
}

func copyTo(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// Close closes the file; an import that is still open is rolled back. It may be called again.
func (p *Profile) Close() error {
	p.mu.Lock()
	open, together := p.importing, p.together
	p.mu.Unlock()

	var errs []error
	if open != nil {
		errs = append(errs, open.Rollback())
	}
	if together != nil && together.conn != nil {
		errs = append(errs, together.conn.Close())
	}
	if p.write != nil {
		errs = append(errs, p.write.Close())
	}
	if p.read != nil {
		errs = append(errs, p.read.Close())
	}
	if p.folder != "" {
		errs = append(errs, os.RemoveAll(p.folder))
		p.folder = ""
	}
	return errors.Join(errs...)
}

// Path returns the path that the profile was opened by.
func (p *Profile) Path() string { return p.path }

// checkPlace answers for what SQLite would only call "unable to open database file". It must not open the file: closing
// it again would drop the locks that this process may hold on it.
func checkPlace(path string, mode Mode) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && mode == ReadWrite:
		folder := filepath.Dir(path)
		if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s: the folder %q does not exist: %w", path, folder, fs.ErrNotExist)
		}
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return noProfile(path)
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return &FormatError{Path: path, Reason: "not a file"}
	}
	return nil
}

// noProfile is also said of an empty file, which an import leaves that is killed or finds the disk full at its very beginning.
func noProfile(path string) error {
	return fmt.Errorf("%s: there is no profile here: %w", path, fs.ErrNotExist)
}
