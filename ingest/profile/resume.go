package profile

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Reading is a source as the profile has it.
type Reading struct {
	Source
	Path   string  // absolute, from which it was imported; "" where that is not known
	Resume *Resume // nil: a later import of the file reads it anew

	id int64
}

// Resume says where an import of a file may go on once the file has grown, or was given another name: at the last place up to which
// what follows changes nothing. Lines, counts and times are those of the text before it.
type Resume struct {
	Head string `json:"head"`           // keyed hash, in hex, of how the file begins, by which it may be known under another name
	From int64  `json:"from,omitempty"` // the offset at which the last import went on; 0: it read all

	Offset    int64            `json:"offset,omitempty"` // 0: at the beginning
	Line      int64            `json:"line,omitempty"`   // 1-based
	Records   int64            `json:"records,omitempty"`
	InRecords int64            `json:"in_records,omitempty"`
	Problems  int64            `json:"problems,omitempty"`
	Skipped   int64            `json:"skipped,omitempty"`
	Noted     int64            `json:"noted,omitempty"`  // problems that cover no line
	Listed    int              `json:"listed,omitempty"` // problems
	First     int64            `json:"first,omitempty"`  // time, with its precision
	FirstUnit time.Duration    `json:"first_unit,omitempty"`
	Last      int64            `json:"last,omitempty"`
	LastUnit  time.Duration    `json:"last_unit,omitempty"`
	Zoneless  *Zoneless        `json:"zoneless,omitempty"` // the problem of times without a zone, if it was told
	Rows      map[string]int64 `json:"rows,omitempty"`     // of each table, the first row that came of what follows
}

// Zoneless is the first time of a file that lacks its zone or its year.
type Zoneless struct {
	Line   int64  `json:"line"`
	Offset int64  `json:"offset"`
	Text   string `json:"text"`
	Lack   string `json:"lack,omitempty"`
}

// resumeOf reads what a profile says. A row that was tampered with is as good as none: the file is read anew.
func resumeOf(raw string, s *Source) *Resume {
	var r Resume
	if raw == "" || json.Unmarshal([]byte(raw), &r) != nil || !r.fits(s) {
		return nil
	}
	return &r
}

func (r *Resume) fits(s *Source) bool {
	lines := r.InRecords + r.Problems + r.Skipped
	for _, n := range []int64{r.Records, r.InRecords, r.Problems, r.Skipped, r.Noted, int64(r.Listed)} {
		if n < 0 || n > 1<<48 {
			return false
		}
	}
	stamp := func(at int64, unit time.Duration) bool { return unit >= 0 && at >= Earliest && at <= Latest }
	return r.Offset >= 0 && r.Offset <= s.Size && r.From >= 0 && r.From <= s.Size && lines <= s.Lines &&
		(r.Offset == 0) == (r.Line == 0) && (r.Offset == 0 || r.Line == lines+1) &&
		stamp(r.First, r.FirstUnit) && stamp(r.Last, r.LastUnit)
}

// Readings lists what was read from this path before, in the order of Sources.
func (p *Profile) Readings(ctx context.Context, absPath string) (all []Reading, err error) {
	m := p.keys.pathMark(absPath)
	return p.readings(ctx, ofPath(m), []driver.Value{nullMark(m)})
}

// AllReadings lists what was read from any path, in the order of Sources.
func (p *Profile) AllReadings(ctx context.Context) ([]Reading, error) {
	return p.readings(ctx, "TRUE", nil)
}

func (p *Profile) readings(ctx context.Context, condition string, args []driver.Value) (all []Reading, err error) {
	err = p.short(ctx, func(r reader) error {
		entries, err := r.entriesWhere(condition, args)
		for _, e := range entries {
			all = append(all, Reading{Source: e.Source, Path: p.keys.pathOf(e.path), Resume: resumeOf(e.resume, &e.Source), id: e.id})
		}
		return err
	})
	return all, err
}

// Continue is Import of a file that begins with the bytes of an earlier reading, at absPath or elsewhere. What that has before its
// Resume.Offset is kept, and what is added follows it; Commit makes both one source.
func (p *Profile) Continue(ctx context.Context, absPath string, of Reading) (*Import, error) {
	return p.start(ctx, absPath, of.Name, &of)
}

// Rows says which rows are next, as Resume has them.
func (i *Import) Rows() map[string]int64 {
	rows := map[string]int64{}
	for _, b := range i.bulks() {
		rows[b.table] = b.id
	}
	return rows
}

// truncate takes out what the earlier reading has from its Resume.Offset on.
func (i *Import) truncate() error {
	var sha string
	var sorted bool
	err := i.conn.QueryRowContext(i.ctx, "SELECT sha256, sorted FROM source WHERE id = ?", i.of.id).Scan(&sha, &sorted)
	if errors.Is(err, sql.ErrNoRows) || err == nil && sha != i.of.SHA256 {
		return fmt.Errorf("%s: another webhookctl changed the profile while it was read; run the command again", i.p.path)
	}
	if err != nil {
		return err
	}
	i.unsorted = !sorted
	for _, part := range parts {
		first := int64(0)
		if i.of.Resume.Offset > 0 {
			first = i.of.Resume.Rows[part]
		}
		if err := removeFrom(i.ctx, i.conn, i.of.id, part, first); err != nil {
			return err
		}
	}
	return nil
}

// removeFrom takes out the rows of a source in a table whose ID is not below first.
func removeFrom(ctx context.Context, conn *sql.Conn, source int64, part string, first int64) error {
	spans, err := spansOf(ctx, conn, source, part)
	if err != nil {
		return err
	}
	for _, s := range spans {
		from := max(s.first, first)
		if from > s.last {
			continue
		}
		if _, err := conn.ExecContext(ctx, "DELETE FROM "+part+" WHERE id BETWEEN ? AND ?", from, s.last); err != nil {
			return err
		}
		query, args := "DELETE FROM span WHERE source = ? AND part = ? AND first = ?", []any{source, part, s.first}
		if from > s.first {
			query, args = "UPDATE span SET last = ? WHERE source = ? AND part = ? AND first = ?", append([]any{from - 1}, args...)
		}
		if _, err := conn.ExecContext(ctx, query, args...); err != nil {
			return err
		}
	}
	return nil
}

// span is a range of row IDs that came from a source.
type span struct{ first, last int64 }

func (s span) args() []driver.Value { return []driver.Value{s.first, s.last} }

// eachSpan streams the rows of a source in a table, by a query that is given one span after the other.
func (r reader) eachSpan(source int64, part, query string, row func(*cells) (bool, error)) error {
	spans, err := r.spans(source, part)
	if err != nil {
		return err
	}
	for _, s := range spans {
		if err := r.stream(query, s.args(), row); err != nil {
			return err
		}
	}
	return nil
}

// spans lists those of a source in a table, in the order of its text.
func (r reader) spans(source int64, part string) ([]span, error) {
	return spansOf(r.ctx, r.conn, source, part)
}

func spansOf(ctx context.Context, conn *sql.Conn, source int64, part string) (all []span, err error) {
	rows, err := conn.QueryContext(ctx, "SELECT first, last FROM span WHERE source = ? AND part = ? ORDER BY first", source, part)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var s span
		if err := rows.Scan(&s.first, &s.last); err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, rows.Err()
}

// unusedPaths lists those beside the key that no source has: it has got another path, or is gone.
func (k *keyring) unusedPaths(used []Mark) (unused []Mark) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for name := range k.paths {
		var m Mark
		if n, err := hex.Decode(m[:], []byte(name)); err == nil && n == len(m) && !slices.Contains(used, m) {
			unused = append(unused, m)
		}
	}
	return unused
}
