package profile

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Commit keeps what was added, as what src says. Of earlier readings of the same path, those of the same bytes are taken
// out, and the one that Replaces names.
func (i *Import) Commit(final Source) error {
	if i.done {
		return errEnded
	}
	err := i.err
	if err == nil {
		err = i.commit(final)
	}
	if err != nil {
		return errors.Join(i.p.explain(i.ctx, err), i.Rollback())
	}
	return i.end()
}

func (i *Import) commit(final Source) error {
	for _, b := range i.bulks() {
		if err := b.flush(i.ctx); err != nil {
			return err
		}
	}
	old, err := i.replaced(final)
	if err != nil {
		return err
	}
	for _, id := range old {
		if err := remove(i.ctx, i.conn, id); err != nil {
			return err
		}
	}
	if err := i.rename(); err != nil {
		return err
	}
	if err := i.describe(final); err != nil {
		return err
	}
	// The path is beside the key before the profile needs it: one too many there does no harm.
	if i.mark != (Mark{}) {
		if err := i.p.keys.change(map[Mark]string{i.mark: i.path}, nil); err != nil {
			return err
		}
	}
	return i.keep()
}

// rename gives sources the names that Renames says; those that are not in the profile are passed over.
func (i *Import) rename() error {
	if len(i.Renames) == 0 {
		return nil
	}
	entries, err := reader{i.p, i.ctx, i.conn}.entries()
	if err != nil {
		return err
	}
	type reading struct {
		path Mark
		sha  string
	}
	names := map[reading]string{}
	for key, name := range i.Renames {
		path, sha, ok := strings.Cut(key, "\x00")
		if !ok {
			return fmt.Errorf("rename: %q is no path and SHA-256", key)
		}
		names[reading{i.p.keys.pathMark(path), sha}] = name
	}
	for _, e := range entries {
		if name, ok := names[reading{e.path, e.SHA256}]; ok && name != e.Name {
			if _, err := i.conn.ExecContext(i.ctx, "UPDATE source SET name = ? WHERE id = ?", name, e.id); err != nil {
				return err
			}
		}
	}
	return nil
}

// describe writes the row of the file, and which rows came from it.
func (i *Import) describe(s Source) error {
	sorted := 1
	if i.unsorted {
		sorted = 0
	}
	var resume any
	if i.Resume != nil {
		raw, err := json.Marshal(i.Resume)
		if err != nil {
			return err
		}
		resume = string(raw)
	}
	var of any // NULL: SQLite numbers the new row
	if i.of != nil {
		of = i.of.id
	}
	var id int64
	err := i.conn.QueryRowContext(i.ctx, `INSERT OR REPLACE INTO source (id, name, path, format, sha256, size, options, lines, records, in_records,
		problems, skipped, first_seen, first_precision, last_seen, last_precision, sorted, resume)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
		of, s.Name, nullMark(i.mark), s.Format, s.SHA256, s.Size, s.Options, s.Lines, s.Records, s.InRecords,
		s.Problems, s.Skipped, null(s.FirstSeen.Nano), null(int64(s.FirstSeen.Precision)),
		null(s.LastSeen.Nano), null(int64(s.LastSeen.Precision)), sorted, resume).Scan(&id)
	if err != nil {
		return err
	}
	for _, b := range i.bulks() {
		if err := i.addSpan(id, b); err != nil {
			return err
		}
	}
	return nil
}

// addSpan says which rows of a table are the source's, in one span with those that lie just before.
func (i *Import) addSpan(id int64, b *bulk) error {
	if b.id == b.first {
		return nil
	}
	if i.of != nil {
		res, err := i.conn.ExecContext(i.ctx, "UPDATE span SET last = ? WHERE source = ? AND part = ? AND last = ?", b.id-1, id, b.table, b.first-1)
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n > 0 {
			return err
		}
	}
	_, err := i.conn.ExecContext(i.ctx, "INSERT INTO span (source, part, first, last) VALUES (?, ?, ?, ?)", id, b.table, b.first, b.id-1)
	return err
}

// replaced lists the earlier readings that the new one takes the place of. Without the key paths cannot be told apart, so
// equal bytes are then one source wherever they lie.
func (i *Import) replaced(final Source) ([]int64, error) {
	own := int64(0)
	if i.of != nil {
		own = i.of.id
	}
	rows, err := i.conn.QueryContext(i.ctx, "SELECT id FROM source WHERE "+ofPath(i.mark)+`
		AND (sha256 = ?2 OR ?3 <> '' AND sha256 = ?3 AND size < ?4) AND id <> ?5 ORDER BY id`,
		nullMark(i.mark), final.SHA256, i.Replaces, final.Size, own)
	if err != nil {
		return nil, err
	}
	return column[int64](rows)
}

// ofPath is a condition for sources of a path, which is ?1. Without a key it is that of none, and all are meant.
func ofPath(m Mark) string {
	if m == (Mark{}) {
		return "?1 IS NULL"
	}
	return "path = ?1"
}

func null(v int64) any {
	if v == 0 {
		return nil
	}
	return v
}

func nullMark(m Mark) any {
	if m == (Mark{}) {
		return nil
	}
	return slices.Clone(m[:])
}

// column reads rows of one column.
func column[T any](rows *sql.Rows) ([]T, error) {
	defer rows.Close()
	var all []T
	for rows.Next() {
		var v T
		if err := rows.Scan(&v); err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, rows.Err()
}
