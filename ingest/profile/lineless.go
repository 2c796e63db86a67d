package profile

import (
	"context"
	"database/sql/driver"
)

// ProblemsWithoutLines counts the problems of a source that cover no line of their own, which Source.Problems therefore does not
// count: a second bad row of one line, a record whose time is in doubt. The source is known by its name and SHA-256.
func (p *Profile) ProblemsWithoutLines(ctx context.Context, src Source) (n int64, err error) {
	err = p.short(ctx, func(r reader) error {
		entries, err := r.entriesWhere("name = ? AND sha256 = ?", []driver.Value{src.Name, src.SHA256})
		if err != nil {
			return err
		}
		for _, e := range entries {
			spans, err := r.spans(e.id, "problem")
			if err != nil {
				return err
			}
			for _, s := range spans {
				var own int64
				err = r.conn.QueryRowContext(ctx, `SELECT coalesce(sum(CASE WHEN reason GLOB ? THEN CAST(reason AS INTEGER) ELSE 1 END), 0)
					FROM problem WHERE id BETWEEN ? AND ? AND coalesce(lines, 0) = 0`, isMore, s.first, s.last).Scan(&own)
				if err != nil {
					return err
				}
				n += own
			}
		}
		return nil
	})
	return n, err
}
