package profile

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"sync"
)

// knownPaths remembers which sources have which path, so that an import of a hundred thousand files need not look through all sources for
// each. It is for the one connection that writes, and holds until another connection has written.
type knownPaths struct {
	mu      sync.Mutex
	version int64 // PRAGMA data_version
	byPath  map[Mark][]int64
}

// where returns a condition that is true of the sources of a path, and quick, since it names their rows; without a key, of all sources.
func (k *knownPaths) where(ctx context.Context, conn *sql.Conn, path Mark) (string, error) {
	if path == (Mark{}) {
		return "TRUE", nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	var version int64
	if err := conn.QueryRowContext(ctx, "PRAGMA data_version").Scan(&version); err != nil {
		return "", err
	}
	if k.byPath == nil || k.version != version {
		if err := k.load(ctx, conn); err != nil {
			return "", err
		}
		k.version = version
	}
	return "id IN (" + strings.Trim(strings.ReplaceAll(fmt.Sprint(k.byPath[path]), " ", ","), "[]") + ") AND " + atPath(path), nil
}

// atPath is true of the sources of a path: a row ID may have been given to another source since.
func atPath(path Mark) string { return fmt.Sprintf("path = x'%x'", path[:]) }

func (k *knownPaths) load(ctx context.Context, conn *sql.Conn) error {
	rows, err := conn.QueryContext(ctx, "SELECT id, path FROM source WHERE length(path) = 16 ORDER BY id")
	if err != nil {
		return err
	}
	defer rows.Close()
	k.byPath = map[Mark][]int64{}
	for rows.Next() {
		var id int64
		var path []byte
		if err := rows.Scan(&id, &path); err != nil {
			k.byPath = nil
			return err
		}
		k.byPath[Mark(path)] = append(k.byPath[Mark(path)], id)
	}
	if err := rows.Err(); err != nil {
		k.byPath = nil
		return err
	}
	return nil
}

// add takes in a source that this connection has written.
func (k *knownPaths) add(path Mark, id int64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.byPath != nil && path != (Mark{}) {
		k.byPath[path] = append(k.byPath[path], id)
	}
}

// wherePath is known.where outside of an import, or within that which is open.
func (p *Profile) wherePath(ctx context.Context, path Mark) (string, error) {
	switch {
	case path == (Mark{}):
		return "TRUE", nil
	case p.write == nil:
		return atPath(path), nil
	}
	p.mu.Lock()
	open := p.importing
	p.mu.Unlock()
	if open != nil {
		return p.known.where(ctx, open.conn, path)
	}
	conn, err := p.write.Conn(ctx)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	return p.known.where(ctx, conn, path)
}
