package profile

import "context"

// ProblemsWithoutLines counts the problems of a source that cover no line of their own, which Source.Problems therefore does not
// count: a second bad row of one line, a record whose time is in doubt. The source is known by its name and SHA-256.
func (p *Profile) ProblemsWithoutLines(ctx context.Context, src Source) (n int64, err error) {
	err = p.short(ctx, func(r reader) error {
		entries, err := r.entries()
		if err != nil {
			return err
		}
		for _, e := range entries {
			if e.Name != src.Name || e.SHA256 != src.SHA256 {
				continue
			}
			s, err := r.span(e.id, "problem")
			if err != nil {
				return err
			}
			var own int64
			err = r.conn.QueryRowContext(ctx, "SELECT count(*) FROM problem WHERE id BETWEEN ? AND ? AND coalesce(lines, 0) = 0", s.first, s.last).Scan(&own)
			if err != nil {
				return err
			}
			n += own
		}
		return nil
	})
	return n, err
}
