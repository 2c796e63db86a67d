package profile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"
)

// application is our application_id: "whct".
const application = 0x77686374

// migrations lead from one schema to the next: migrations[0] makes schema 1 in an empty file. A published one never
// changes; a new schema is one more element.
var migrations = []string{schema1, schema2, schema3, schema4}

// migrate brings the file to the newest schema, and makes the key of a new one.
func (p *Profile) migrate(ctx context.Context) error {
	conn, err := p.write.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	for {
		id, err := identify(ctx, conn)
		if err != nil {
			return err
		}
		if !id.empty() {
			if err := p.accept(id); err != nil {
				return err
			}
		}
		if id.version >= len(migrations) {
			return nil
		}
		if err := transaction(ctx, conn, func() error { return p.step(ctx, conn) }); err != nil {
			return err
		}
	}
}

// step makes one migration. Whoever held the lock before may have made it already.
func (p *Profile) step(ctx context.Context, conn *sql.Conn) error {
	id, err := identify(ctx, conn)
	if err != nil || id.version >= len(migrations) {
		return err
	}
	if err := apply(ctx, conn, id.version); err != nil {
		return err
	}
	if id.version > 0 {
		return nil
	}
	// The key is on disk before the profile that needs it. A key that lies there already is never overwritten: it may be the
	// only one to a profile that was moved.
	if err := p.keys.create(); err != nil {
		return err
	}
	p.keys.quickFields()
	_, err = conn.ExecContext(ctx, "INSERT INTO meta (name, value) VALUES ('key', ?), ('fields', CAST('SipHash-2-4' AS BLOB))", p.keys.fingerprint())
	return err
}

func apply(ctx context.Context, conn *sql.Conn, version int) error {
	_, err := conn.ExecContext(ctx, migrations[version]+
		fmt.Sprintf(";PRAGMA application_id = %d; PRAGMA user_version = %d", application, version+1))
	return err
}

// accept refuses other applications' files and newer profiles.
func (p *Profile) accept(id identity) error {
	if id.application != application || id.version < 1 {
		return &FormatError{Path: p.path, Reason: "not a webhookctl profile"}
	}
	if id.version > len(migrations) {
		return &FormatError{Path: p.path, Reason: fmt.Sprintf(
			"made by a newer webhookctl (schema %d, this one knows %d)", id.version, len(migrations))}
	}
	return nil
}

// transaction runs do between BEGIN IMMEDIATE and COMMIT, or ROLLBACK where it fails.
func transaction(ctx context.Context, conn *sql.Conn, do func() error) error {
	if _, err := conn.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	err := do()
	if err == nil {
		_, err = conn.ExecContext(ctx, "COMMIT")
	}
	if err != nil {
		_, _ = conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK") // the first error is the one to tell
	}
	return err
}

// object is one row of sqlite_schema.
type object struct{ kind, sql string }

// ours is what the migrations make, by name.
var ours = sync.OnceValues(func() (map[string]object, error) {
	ctx := context.Background()
	db, err := sql.Open("sqlite", "file::memory:")
	if err != nil {
		return nil, err
	}
	defer db.Close()
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	for version := range migrations {
		if err := apply(ctx, conn, version); err != nil {
			return nil, err
		}
	}
	return objects(ctx, conn)
})

func objects(ctx context.Context, db interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
},
) (map[string]object, error) {
	rows, err := db.QueryContext(ctx, "SELECT name, type, coalesce(sql, '') FROM sqlite_schema")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := map[string]object{}
	for rows.Next() {
		var name string
		var o object
		if err := rows.Scan(&name, &o.kind, &o.sql); err != nil {
			return nil, err
		}
		all[strings.ToLower(name)] = o
	}
	return all, rows.Err()
}

// checkSchema makes sure that our statements do what they say: our tables and views are those that we make, and nothing
// runs by itself. Indices, tables and views that somebody added for queries of their own are left alone.
func (p *Profile) checkSchema(ctx context.Context, db *sql.DB) error {
	want, err := ours()
	if err != nil {
		return err
	}
	got, err := objects(ctx, db)
	if err != nil {
		return err
	}
	for _, name := range sortedKeys(got) {
		if o := got[name]; o.kind == "trigger" || strings.HasPrefix(o.sql, "CREATE VIRTUAL") {
			return &FormatError{Path: p.path, Reason: fmt.Sprintf("not a profile that webhookctl made: it holds the foreign %s %q", o.kind, name)}
		}
	}
	for _, name := range sortedKeys(want) {
		if got[name] != want[name] {
			return &FormatError{Path: p.path, Reason: fmt.Sprintf("not a profile that webhookctl made: its %s %q is not as webhookctl makes it",
				want[name].kind, name)}
		}
	}
	return p.checkIndices(ctx, db)
}

// checkIndices refuses an index by which adding a row would fail, or compute what somebody else wrote.
func (p *Profile) checkIndices(ctx context.Context, db *sql.DB) error {
	var name string
	err := db.QueryRowContext(ctx, `SELECT i.name FROM sqlite_schema t, pragma_index_list(t.name) i WHERE t.type = 'table' AND i.origin = 'c'
		AND (i."unique" OR i.partial OR EXISTS (SELECT 1 FROM pragma_index_xinfo(i.name) WHERE cid = -2)) ORDER BY i.name`).Scan(&name)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err == nil {
		err = &FormatError{Path: p.path, Reason: fmt.Sprintf("not a profile that webhookctl made: its index %q is unique, partial or of an expression", name)}
	}
	return err
}
