package profile

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"time"
)

// reader is a connection within one transaction: what it reads is of one moment.
type reader struct {
	p    *Profile
	ctx  context.Context
	conn *sql.Conn
}

// reading calls do with a reader, which does not see what an open import has added.
func (p *Profile) reading(ctx context.Context, do func(reader) error) error {
	conn, err := p.read.Conn(ctx)
	if err != nil {
		return p.explain(ctx, err)
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "BEGIN"); err != nil {
		return p.explain(ctx, err)
	}
	err = do(reader{p, ctx, conn})
	_, end := conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK") // nothing was written
	return p.explain(ctx, errors.Join(err, end))
}

// short is reading for a look that must also work while an import is open: that import may have locked others out, so its
// own connection is used.
func (p *Profile) short(ctx context.Context, do func(reader) error) error {
	p.mu.Lock()
	var conn *sql.Conn
	switch {
	case p.importing != nil:
		conn = p.importing.conn
	case p.together != nil:
		conn = p.together.conn
	}
	p.mu.Unlock()
	if conn != nil {
		if err := do(reader{p, ctx, conn}); !errors.Is(err, sql.ErrConnDone) {
			return p.explain(ctx, err)
		}
		// It ended before do could begin.
	}
	return p.reading(ctx, do)
}

// stream calls row for each row until it says false. It speaks to the driver directly: Rows.Scan would cost more than
// SQLite itself.
func (r reader) stream(query string, args []driver.Value, row func(*cells) (bool, error)) error {
	named := make([]driver.NamedValue, len(args))
	for i, v := range args {
		named[i] = driver.NamedValue{Ordinal: i + 1, Value: v}
	}
	return r.conn.Raw(func(c any) error {
		q, ok := c.(driver.QueryerContext)
		if !ok {
			return fmt.Errorf("the SQLite driver cannot run queries")
		}
		// The driver would arm a watch for every row; looking at the context now and then does as well.
		rows, err := q.QueryContext(context.WithoutCancel(r.ctx), query, named)
		if err != nil {
			return err
		}
		defer rows.Close()
		values := make([]driver.Value, len(rows.Columns()))
		for n := 0; ; n++ {
			if n%1024 == 0 && r.ctx.Err() != nil {
				return r.ctx.Err()
			}
			switch err := rows.Next(values); {
			case err == io.EOF:
				return nil
			case err != nil:
				return err
			}
			more, err := row(&cells{values: values})
			if err != nil || !more {
				return err
			}
		}
	})
}

// entry is one row of table source.
type entry struct {
	id     int64
	path   Mark
	sorted bool
	resume string
	Source
}

// order is that in which the observations of a source are read.
func (e *entry) order() string {
	if e.sorted {
		return "id"
	}
	return "offset, id" // NULL, which is 0, comes first
}

// entries returns the sources in the order of their index.
func (r reader) entries() ([]entry, error) { return r.entriesWhere("TRUE", nil) }

// entriesWhere returns those that a condition is true of. Of ten thousand files, each asks for its own.
func (r reader) entriesWhere(condition string, args []driver.Value) ([]entry, error) {
	var all []entry
	err := r.stream(`SELECT id, path, sorted, name, format, sha256, size, options, lines, records, in_records, problems, skipped,
		first_seen, first_precision, last_seen, last_precision, resume FROM source WHERE `+condition+` ORDER BY name, sha256, id`, args,
		func(c *cells) (bool, error) {
			var e entry
			e.id = c.int()
			c.bytes(e.path[:])
			e.sorted = c.int() == 1
			e.Name, e.Format, e.SHA256, e.Size, e.Options = c.text(), c.text(), c.text(), c.count(), c.text()
			e.Lines, e.Records, e.InRecords, e.Problems, e.Skipped = c.count(), c.count(), c.count(), c.count(), c.count()
			e.FirstSeen, e.LastSeen = c.stamp(), c.stamp()
			e.resume = c.text()
			if c.err != nil {
				return false, r.p.damaged("source %d: %v", e.id, c.err)
			}
			all = append(all, e)
			return true, nil
		})
	return all, err
}

func (c *cells) stamp() Stamp {
	return Stamp{Nano: c.between(Earliest, Latest), Precision: time.Duration(c.between(0, math.MaxInt64))}
}

// count is a number of bytes or lines of one file. Those of many files can be added up.
func (c *cells) count() int64 { return c.between(0, 1<<48) }

// Sources lists the imported files in name order, equal names by their SHA-256. The position of a source in it is what
// Observation.Source and Problem.Source mean until something else is imported, renamed or purged.
func (p *Profile) Sources(ctx context.Context) ([]Source, error) {
	var all []Source
	err := p.short(ctx, func(r reader) error {
		entries, err := r.entries()
		if err != nil {
			return err
		}
		all = make([]Source, len(entries))
		ids := make([]int64, len(entries))
		for i, e := range entries {
			all[i], ids[i] = e.Source, e.id
		}
		p.mu.Lock()
		p.listed = ids
		p.mu.Unlock()
		return nil
	})
	return all, err
}

// unchanged makes sure that indices mean the sources that the caller has listed: another process may have imported since.
func (p *Profile) unchanged(entries []entry) error {
	p.mu.Lock()
	listed := p.listed
	p.mu.Unlock()
	same := func(e entry, id int64) bool { return e.id == id }
	if listed != nil && !slices.EqualFunc(entries, listed, same) {
		return fmt.Errorf("%s: another webhookctl changed the profile while it was read; run the command again", p.path)
	}
	return nil
}

// SourcePath returns the absolute path from which a source was imported, or "" where it is not known: the key file, which
// keeps it, is gone. The source is known by its name and SHA-256.
func (p *Profile) SourcePath(src Source) string {
	p.mu.Lock()
	paths := p.paths
	p.mu.Unlock()
	if paths == nil {
		paths = map[nameSHA]Mark{}
		err := p.short(context.Background(), func(r reader) error {
			entries, err := r.entries()
			for _, e := range entries {
				paths[nameSHA{e.Name, e.SHA256}] = e.path
			}
			return err
		})
		if err != nil {
			return ""
		}
		p.mu.Lock()
		p.paths = paths
		p.mu.Unlock()
	}
	return p.keys.pathOf(paths[nameSHA{src.Name, src.SHA256}])
}

// Problems lists what could not be used, by source, line and offset.
func (p *Profile) Problems(ctx context.Context) ([]Problem, error) {
	var all []Problem
	err := p.reading(ctx, func(r reader) error {
		entries, err := r.entries()
		if err != nil {
			return err
		}
		if err := p.unchanged(entries); err != nil {
			return err
		}
		for index, e := range entries {
			own := len(all)
			err := r.eachSpan(e.id, "problem", "SELECT "+problemColumns+" FROM problem WHERE id BETWEEN ? AND ? ORDER BY id",
				func(c *cells) (bool, error) {
					id := c.int()
					pr := Problem{Source: index, Line: c.int(), Offset: c.int(), Lines: c.int(), Reason: c.text(), Hint: c.text()}
					if c.err != nil {
						return false, p.damaged("problem %d: %v", id, c.err)
					}
					all = append(all, pr)
					return true, nil
				})
			if err != nil {
				return err
			}
			slices.SortStableFunc(all[own:], func(a, b Problem) int {
				return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Offset, b.Offset))
			})
		}
		return nil
	})
	return all, err
}
