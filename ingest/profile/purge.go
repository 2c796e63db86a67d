package profile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

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
		for _, id := range ids {
			if err := remove(ctx, conn, id); err != nil {
				return err
			}
		}
		after, err := pathMarks(ctx, conn)
		if err != nil {
			return err
		}
		return p.keys.change(nil, p.keys.unusedPaths(after))
	})
	if err != nil {
		return err
	}
	if err := errors.Join(removeIfThere(p.path+traceSuffix), removeIfThere(p.path+traceSuffix+unfinished)); err != nil {
		return fmt.Errorf("an index that holds hashes of what was removed is still there: %w", err)
	}
	if _, err := p.write.ExecContext(ctx, "VACUUM"); err != nil {
		return fmt.Errorf("the source is removed and overwritten, but the file was not written anew: %w", p.explain(ctx, err))
	}
	return nil
}

func removeIfThere(file string) error {
	if err := os.Remove(file); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// parts are the tables that hold what came from sources.
var parts = []string{"text", "kind", "observation", "state", "shape", "problem"}

// remove takes a source and all that came from it out of the profile.
func remove(ctx context.Context, conn *sql.Conn, source int64) error {
	for _, part := range parts {
		if err := removeFrom(ctx, conn, source, part, 0); err != nil {
			return err
		}
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
