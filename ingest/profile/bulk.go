package profile

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"strings"
)

// rowsAStatement is how many rows one INSERT takes. More gains nothing.
const rowsAStatement = 100

// bulk writes many rows of one table with few statements. It speaks to the driver directly: database/sql would look at
// every one of the thousands of values of a statement again.
type bulk struct {
	conn    *sql.Conn
	table   string
	columns string
	width   int
	stmt    driver.Stmt // takes rowsAStatement rows
	args    []driver.NamedValue
	n       int    // values in args
	arena   []byte // what the BLOBs among args point into
	id      int64  // of the next row
	first   int64
}

func newBulk(ctx context.Context, conn *sql.Conn, table, columns string) (*bulk, error) {
	b := &bulk{conn: conn, table: table, columns: columns, width: strings.Count(columns, ",") + 1}
	b.args = make([]driver.NamedValue, rowsAStatement*b.width)
	for i := range b.args {
		b.args[i].Ordinal = i + 1
	}
	if err := conn.QueryRowContext(ctx, "SELECT coalesce(max(id), 0) + 1 FROM "+table).Scan(&b.id); err != nil {
		return nil, err
	}
	b.first = b.id
	return b, nil
}

// take returns the ID of the next row.
func (b *bulk) take() int64 {
	b.id++
	return b.id - 1
}

func (b *bulk) put(v driver.Value) {
	b.args[b.n].Value = v
	b.n++
}

// int writes NULL for 0, as the others do for their empty value.
func (b *bulk) int(v int64) {
	if v == 0 {
		b.put(nil)
		return
	}
	b.put(v)
}

func (b *bulk) bool(v bool) {
	if v {
		b.put(int64(1))
		return
	}
	b.put(nil)
}

func (b *bulk) text(s string) {
	if s == "" {
		b.put(nil)
		return
	}
	b.put(s)
}

func (b *bulk) mark(m *Mark) {
	if *m == (Mark{}) {
		b.put(nil)
		return
	}
	b.bytes(m[:])
}

func (b *bulk) hash(h *Hash) {
	if *h == (Hash{}) {
		b.put(nil)
		return
	}
	b.bytes(h[:])
}

// bytes copies v, so that the caller may use its memory again.
func (b *bulk) bytes(v []byte) {
	from := len(b.arena)
	b.arena = append(b.arena, v...)
	b.put(b.arena[from:len(b.arena):len(b.arena)])
}

// end ends a row, and sends the rows once there are enough.
func (b *bulk) end(ctx context.Context) error {
	if b.n < len(b.args) {
		return nil
	}
	return b.flush(ctx)
}

// flush sends the rows that wait.
func (b *bulk) flush(ctx context.Context) error {
	if b.n == 0 {
		return nil
	}
	if b.n%b.width != 0 {
		return fmt.Errorf("table %s: %d values do not fill its %d columns", b.table, b.n, b.width)
	}
	args := b.args[:b.n]
	ctx = context.WithoutCancel(ctx) // the driver would start a goroutine for every statement; Add looks at the context
	err := b.conn.Raw(func(c any) error {
		if len(args) < len(b.args) {
			stmt, err := b.prepare(ctx, c, len(args)/b.width)
			if err != nil {
				return err
			}
			defer stmt.Close()
			return execute(ctx, stmt, args)
		}
		if b.stmt == nil {
			var err error
			if b.stmt, err = b.prepare(ctx, c, rowsAStatement); err != nil {
				return err
			}
		}
		return execute(ctx, b.stmt, args)
	})
	b.n, b.arena = 0, b.arena[:0]
	return err
}

func (b *bulk) prepare(ctx context.Context, c any, rows int) (driver.Stmt, error) {
	row := "(" + strings.Repeat("?,", b.width-1) + "?)"
	query := "INSERT INTO " + b.table + " (" + b.columns + ") VALUES " + strings.Repeat(row+",", rows-1) + row
	preparer, ok := c.(driver.ConnPrepareContext)
	if !ok {
		return nil, fmt.Errorf("the SQLite driver cannot prepare statements")
	}
	return preparer.PrepareContext(ctx, query)
}

func execute(ctx context.Context, stmt driver.Stmt, args []driver.NamedValue) error {
	e, ok := stmt.(driver.StmtExecContext)
	if !ok {
		return fmt.Errorf("the SQLite driver cannot run statements")
	}
	_, err := e.ExecContext(ctx, args)
	return err
}

// close frees the statement.
func (b *bulk) close() error {
	if b.stmt == nil {
		return nil
	}
	defer func() { b.stmt = nil }()
	return b.conn.Raw(func(any) error { return b.stmt.Close() })
}
