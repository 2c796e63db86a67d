package profile

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// durability says what must survive the end of this process.
type durability int

const (
	onDisk    durability = iota // killed at any instant, the file is as before or as after
	throwaway                   // nobody reads the file after us
)

// processWide holds the driver's switches that belong to a process and must be set before its first connection.
var processWide = sync.OnceFunc(func() {
	sqlite.StrictPragmas(true)
	// An import may be told to read a folder in which the profile itself lies. With POSIX locks, closing that file after a
	// look at it would drop our own locks. Where the system has no other kind, that risk stays.
	_, _ = sqlite.OFDLocking(true)
})

// The values of SQLite's own mode parameter.
const (
	look   = "ro"
	change = "rw"
	create = "rwc"
)

// dsn names a connection for database/sql. Its pragmas are constants.
func dsn(path, mode string, d durability) string {
	q := url.Values{}
	q.Set("mode", mode)
	q.Set("_busy_timeout", "5000")
	q.Set("_dqs", "0")
	q.Set("_defensive", "1")
	q.Set("_error_rc", "1")
	q.Add("_pragma", "trusted_schema(0)")
	q.Add("_pragma", "cell_size_check(1)")
	q.Add("_pragma", "mmap_size(0)")
	switch {
	case mode == look:
		q.Set("_query_only", "1")
	case d == throwaway:
		q.Set("_journal_mode", "MEMORY")
		q.Set("_synchronous", "OFF")
	default:
		q.Set("_journal_mode", "DELETE")
		q.Set("_synchronous", "FULL")
	}
	if mode != look {
		q.Add("_pragma", "page_size(8192)") // only a new file takes it
		q.Add("_pragma", "secure_delete(1)")
		// An import appends, so the cache holds little but the pages not yet written. Once it is full, SQLite writes them
		// early and locks readers out until the commit; this is enough for some 300,000 observations without that, and takes three times as much memory.
		q.Add("_pragma", "cache_size(-32768)")
	}

	if !filepath.IsAbs(path) && (filepath.VolumeName(path) != "" || path != "" && os.IsPathSeparator(path[0])) {
		if abs, err := filepath.Abs(path); err == nil { // Windows: C:x.db and \x.db are below a folder that only the system knows
			path = abs
		}
	}
	clean := filepath.ToSlash(filepath.Clean(path))
	switch {
	case !filepath.IsAbs(path):
		clean = "./" + clean // ":memory:" would be no file
	case strings.HasPrefix(clean, "//"):
		clean = "//" + clean // a share of Windows: without that, the server would be the URL's host
	}
	u := url.URL{Scheme: "file", Opaque: (&url.URL{Path: clean}).EscapedPath(), RawQuery: q.Encode()}
	return u.String()
}

func open(ctx context.Context, path string, mode Mode, keys *keyring, d durability) (_ *Profile, err error) {
	processWide()
	p := &Profile{path: path, keys: keys}
	defer func() {
		if err != nil {
			err = p.explain(ctx, err)
			_ = p.Close()
		}
	}()

	if p.read, err = sql.Open("sqlite", dsn(path, look, d)); err != nil {
		return nil, err
	}
	id, err := p.identify(ctx)
	if err != nil {
		return nil, err
	}
	if mode == ReadOnly && id.empty() {
		return nil, noProfile(path)
	}
	if !id.empty() {
		// Before the file is opened for writing, which would turn another application's file from WAL to our journal.
		if err := p.accept(id); err != nil {
			return nil, err
		}
	}
	if mode == ReadWrite {
		if p.write, err = sql.Open("sqlite", dsn(path, create, d)); err != nil {
			return nil, err
		}
		p.write.SetMaxOpenConns(1)
		if err := p.migrate(ctx); err != nil {
			return nil, err
		}
	}
	if err := p.check(ctx, d); err != nil {
		return nil, err
	}
	return p, nil
}

// identify looks at a file that may not exist yet.
func (p *Profile) identify(ctx context.Context) (identity, error) {
	if info, err := os.Stat(p.path); errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		return identity{}, nil
	}
	id, err := identify(ctx, p.read)
	if extendedCode(err) == sqlite3.SQLITE_READONLY_ROLLBACK {
		if err := undoKilled(ctx, p.path); err != nil {
			return identity{}, err
		}
		id, err = identify(ctx, p.read)
	}
	return id, err
}

// check refuses what is no profile of ours, and reads the key.
func (p *Profile) check(ctx context.Context, d durability) error {
	id, err := identify(ctx, p.read)
	if err != nil {
		return err
	}
	if err := p.accept(id); err != nil {
		return err
	}
	if id.version < len(migrations) {
		return errOld
	}
	if err := p.checkSchema(ctx, p.read); err != nil {
		return err
	}

	if d == throwaway {
		return nil // migrate has made the key
	}
	var fingerprint []byte
	if err := p.read.QueryRowContext(ctx, "SELECT value FROM meta WHERE name = 'key'").Scan(&fingerprint); err != nil {
		if err == sql.ErrNoRows {
			return p.damaged("it does not say which key is its own")
		}
		return err
	}
	if err := p.keys.load(p.write == nil); err != nil {
		return err
	}
	if !p.keys.is(fingerprint) {
		p.keys.forget()
	}
	var quick bool
	if err := p.read.QueryRowContext(ctx, "SELECT count(*) FROM meta WHERE name = 'fields' AND value = CAST('SipHash-2-4' AS BLOB)").Scan(&quick); err != nil {
		return err
	}
	if quick {
		p.keys.quickFields()
	}
	if !p.HasKey() {
		return p.quickCheck(ctx)
	}
	return nil
}

// identity is what the file's header and schema say it is.
type identity struct {
	application int64
	version     int
	objects     int
}

type rowQuerier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

func identify(ctx context.Context, db rowQuerier) (id identity, err error) {
	err = db.QueryRowContext(ctx,
		"SELECT (SELECT application_id FROM pragma_application_id), (SELECT user_version FROM pragma_user_version), count(*) FROM sqlite_schema",
	).Scan(&id.application, &id.version, &id.objects)
	return id, err
}

func (id identity) empty() bool { return id == identity{} }

// undoKilled lets SQLite undo what a killed import left half done, which it cannot through a read-only connection.
func undoKilled(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite", dsn(path, change, onDisk))
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = identify(ctx, db)
	return err
}

// quickCheck looks at the pages of our tables. Those of tables that somebody added are never read, and what their definitions would have
// SQLite compute for each row may take for ever.
func (p *Profile) quickCheck(ctx context.Context) error {
	tables, err := ours()
	if err != nil {
		return err
	}
	for _, name := range sortedKeys(tables) {
		if tables[name].kind != "table" {
			continue
		}
		var says string
		if err := p.read.QueryRowContext(ctx, "PRAGMA quick_check('"+name+"')").Scan(&says); err != nil {
			return err
		}
		if says != "ok" {
			return p.damaged("%q", says)
		}
	}
	return nil
}
