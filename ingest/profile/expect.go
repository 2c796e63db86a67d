package profile

import (
	"bytes"
	"context"
	"database/sql"
	"slices"
)

// Expect tells that these files will be imported, so that where they lie is written beside the key once, and not anew for each of
// ten thousand. It is for speed alone: where it cannot write, Commit will say so. settle forgets those of which nothing came; call it when the last is imported, also after an error.
func (p *Profile) Expect(ctx context.Context, absPaths []string) (settle func() error, err error) {
	nothing := func() error { return nil }
	add := map[Mark]string{}
	for _, path := range absPaths {
		if m := p.keys.pathMark(path); m != (Mark{}) && p.keys.pathOf(m) != path {
			add[m] = path
		}
	}
	if len(add) < 2 || p.keys.file == "" { // Commit does it
		return nothing, nil
	}
	if err := p.writing(ctx, func(*sql.Conn) error { return p.keys.change(add, nil) }); err != nil {
		return nothing, ctx.Err()
	}
	return func() error {
		ctx := context.WithoutCancel(ctx)
		return p.writing(ctx, func(conn *sql.Conn) error {
			held, err := pathMarks(ctx, conn)
			if err != nil {
				return err
			}
			var gone []Mark
			for m := range add {
				if _, ok := slices.BinarySearchFunc(held, m, compareMarks); !ok {
					gone = append(gone, m)
				}
			}
			return p.keys.change(nil, gone)
		})
	}, nil
}

func compareMarks(a, b Mark) int { return bytes.Compare(a[:], b[:]) }
