package profile

import (
	"context"
	"database/sql/driver"
	"fmt"
)

// Unlisted are problems of a source that are counted and not listed: a file may have millions. Those that cover no line of their own are
// apart.
type Unlisted struct{ covering, other unlisted }

type unlisted struct {
	count, lines int64
	first, last  int64 // lines
	offset       int64 // of the first
}

// Add counts one. They come in the order of the file.
func (u *Unlisted) Add(b Problem) {
	to := &u.other
	if b.Lines > 0 {
		to = &u.covering
	}
	if to.count == 0 {
		to.first, to.offset = b.Line, b.Offset
	}
	to.count++
	to.lines += b.Lines
	to.last = max(to.last, b.Line+max(b.Lines, 1)-1)
}

// Count is how many there are.
func (u *Unlisted) Count() int64 { return u.covering.count + u.other.count }

// moreProblems ends the number with which the reason of a row begins that stands for them. No other reason begins with a number, so that
// the profile's tables need no further column.
const (
	moreProblems = " more problems"
	isMore       = "[1-9]*" + moreProblems + "*"
)

// Problems are the rows that stand for them.
func (u *Unlisted) Problems(hint string) (all []Problem) {
	for _, x := range []struct {
		*unlisted
		what string
	}{{&u.covering, ""}, {&u.other, ", although their lines are used"}} {
		if x.count > 0 {
			reason := fmt.Sprintf("%d%s%s, from here to line %d, are counted and not listed", x.count, moreProblems, x.what, x.last)
			all = append(all, Problem{Line: x.first, Offset: x.offset, Lines: x.lines, Reason: reason, Hint: hint})
		}
	}
	return all
}

// Unlisted counts the problems of each source that are not listed, in the order of Sources.
func (p *Profile) Unlisted(ctx context.Context) (all []int64, err error) {
	err = p.reading(ctx, func(r reader) error {
		entries, err := r.entries()
		if err != nil {
			return err
		}
		for _, e := range entries {
			n, err := r.unlisted(e.id)
			if err != nil {
				return err
			}
			all = append(all, n)
		}
		return nil
	})
	return all, err
}

// UnlistedOf counts those of one source, which is known by its name and SHA-256.
func (p *Profile) UnlistedOf(ctx context.Context, src Source) (n int64, err error) {
	err = p.short(ctx, func(r reader) error {
		entries, err := r.entriesWhere("name = ? AND sha256 = ?", []driver.Value{src.Name, src.SHA256})
		for _, e := range entries {
			own, err := r.unlisted(e.id)
			if err != nil {
				return err
			}
			n += own
		}
		return err
	})
	return n, err
}

func (r reader) unlisted(source int64) (n int64, err error) {
	spans, err := r.spans(source, "problem")
	for _, s := range spans {
		var own int64
		err := r.conn.QueryRowContext(r.ctx, "SELECT coalesce(sum(CAST(reason AS INTEGER)), 0) FROM problem WHERE id BETWEEN ? AND ? AND reason GLOB ?",
			s.first, s.last, isMore).Scan(&own)
		if err != nil {
			return 0, err
		}
		n += own
	}
	return n, err
}
