package profile

import (
	"context"
	"errors"
	"fmt"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// FormatError says why a file cannot be used as a profile.
type FormatError struct {
	Path   string
	Reason string // "not a SQLite file"
}

func (e *FormatError) Error() string { return e.Path + ": " + e.Reason }

// ErrBusy is in the chain of an error that says that another process has the profile locked.
var ErrBusy = errors.New("another webhookctl holds the profile; wait for it to end, then try again")

// errOld says that a profile is of an older schema.
var errOld = errors.New("made by an older webhookctl")

// explain puts an error of the driver in plain words.
func (p *Profile) explain(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	switch code(err) {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return fmt.Errorf("%s: %w", p.path, ErrBusy)
	case sqlite3.SQLITE_NOTADB:
		return &FormatError{Path: p.path, Reason: "not a SQLite file"}
	case sqlite3.SQLITE_CORRUPT:
		return p.damaged("SQLite cannot read all of its pages")
	case sqlite3.SQLITE_FULL:
		return fmt.Errorf("%s: no space left for the profile", p.path)
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		return fmt.Errorf("%s: the profile cannot be written or opened; check the rights on it and on its folder", p.path)
	case 0:
		return err // ours, or of the operating system
	}
	return fmt.Errorf("%s: %w", p.path, err)
}

// damaged says that what the profile holds cannot have been written by us.
func (p *Profile) damaged(format string, args ...any) error {
	return &FormatError{Path: p.path, Reason: "damaged profile: " + fmt.Sprintf(format, args...)}
}

// code returns SQLite's primary result code, or 0.
func code(err error) int { return extendedCode(err) & 0xff }

func extendedCode(err error) int {
	var e *sqlite.Error
	if errors.As(err, &e) {
		return e.Code()
	}
	return 0
}
