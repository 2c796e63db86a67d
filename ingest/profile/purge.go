package profile

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
)

// Rename gives sources the names under which they are shown. The keys are absPath + "\x00" + sha; what is not in the
// profile is passed over.
func (p *Profile) Rename(ctx context.Context, names map[string]string) error {
	return p.writing(ctx, func(conn *sql.Conn) error {
		for _, key := range sortedKeys(names) {
			path, sha, ok := strings.Cut(key, "\x00")
			if !ok {
				return fmt.Errorf("rename: %q is no path and SHA-256", key)
			}
			_, err := conn.ExecContext(ctx, "UPDATE source SET name = ?1 WHERE (?2 IS NULL OR path = ?2) AND sha256 = ?3 AND name <> ?1",
				names[key], nullMark(p.keys.pathMark(path)), sha)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// Purge removes the source of that name and all that came from it, and writes the file anew, so that no byte of it is left
// in free space. What the disk keeps of deleted files is out of its reach.
func (p *Profile) Purge(ctx context.Context, name string) error {
	err := p.writing(ctx, func(conn *sql.Conn) error {
		rows, err := conn.QueryContext(ctx, "SELECT id FROM source WHERE name = ? ORDER BY id", name)
		if err != nil {
			return err
		}
		ids, err := column[int64](rows)
		if err != nil {
			return err
		}
		if len(ids) == 0 {
			return fmt.Errorf("there is no source %q; webhookctl sources lists them", name)
		}
		before, err := pathMarks(ctx, conn)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if err := remove(ctx, conn, id); err != nil {
				return err
			}
		}
		after, err := pathMarks(ctx, conn)
		if err != nil {
			return err
		}
		return p.keys.change(nil, slices.DeleteFunc(before, func(m Mark) bool { return slices.Contains(after, m) }))
	})
	if err != nil {
		return err
	}
	if _, err := p.write.ExecContext(ctx, "VACUUM"); err != nil {
		return fmt.Errorf("the source is removed and overwritten, but the file was not written anew: %w", p.explain(ctx, err))
	}
	return nil
}

// parts are the tables that hold what came from sources.
var parts = []string{"text", "kind", "observation", "state", "shape", "problem"}

// remove takes a source and all that came from it out of the profile.
func remove(ctx context.Context, conn *sql.Conn, source int64) error {
	for _, part := range parts {
		_, err := conn.ExecContext(ctx, "DELETE FROM "+part+" WHERE id BETWEEN"+
			" (SELECT first FROM span WHERE source = ?1 AND part = ?2) AND (SELECT last FROM span WHERE source = ?1 AND part = ?2)",
			source, part)
		if err != nil {
			return err
		}
	}
	if _, err := conn.ExecContext(ctx, "DELETE FROM span WHERE source = ?", source); err != nil {
		return err
	}
	_, err := conn.ExecContext(ctx, "DELETE FROM source WHERE id = ?", source)
	return err
}

// pathMarks lists the marks of the paths of all sources.
func pathMarks(ctx context.Context, conn *sql.Conn) ([]Mark, error) {
	rows, err := conn.QueryContext(ctx, "SELECT DISTINCT path FROM source WHERE length(path) = 16 ORDER BY path")
	if err != nil {
		return nil, err
	}
	raw, err := column[[]byte](rows)
	if err != nil {
		return nil, err
	}
	marks := make([]Mark, len(raw))
	for i, b := range raw {
		copy(marks[i][:], b)
	}
	return marks, nil
}

// writing calls do within a transaction.
func (p *Profile) writing(ctx context.Context, do func(*sql.Conn) error) error {
	if p.write == nil {
		return fmt.Errorf("%s: the profile was opened for reading only", p.path)
	}
	conn, err := p.write.Conn(ctx)
	if err != nil {
		return p.explain(ctx, err)
	}
	defer conn.Close()
	err = transaction(ctx, conn, func() error { return do(conn) })
	p.mu.Lock()
	p.listed, p.paths = nil, nil
	p.mu.Unlock()
	return p.explain(ctx, err)
}
