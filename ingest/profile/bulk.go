package profile

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"math/bits"
	"strings"
)

// rowsAStatement is how many rows one INSERT takes. More gains nothing.
const rowsAStatement = 100

// bulk writes many rows of one table with few statements. It speaks to the driver directly: database/sql would look at
// every one of the thousands of values of a statement again.
//
// Most columns of most files stay empty, and each value that a statement takes costs as much as a tenth of a row. So a statement names
// only the columns that some row of this import has filled, and is prepared again when one more is.
type bulk struct {
	conn    *sql.Conn
	table   string
	columns []string
	said    uint64         // columns that a row has filled, by their bits
	stmt    driver.Stmt    // takes rowsAStatement rows; nil until there are so many
	takes   uint64         // its columns
	rows    []driver.Value // that wait, with all columns
	at      int            // the column that is next
	args    []driver.NamedValue
	arena   []byte // what the BLOBs among rows point into
	id      int64  // of the next row
	first   int64
	numbers bool // SQLite numbers the rows, which is quicker than to be told: one more than the last, as we do
}

func newBulk(ctx context.Context, conn *sql.Conn, table, columns string) (*bulk, error) {
	b := &bulk{conn: conn, table: table, columns: strings.Split(columns, ", "), numbers: table != "shape"}
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
	b.rows = append(b.rows, v)
	b.said |= 1 << b.at
	b.at++
}

func (b *bulk) null() {
	b.rows = append(b.rows, nil)
	b.at++
}

// int writes NULL for 0, as the others do for their empty value.
func (b *bulk) int(v int64) {
	if v == 0 {
		b.null()
		return
	}
	b.put(v)
}

func (b *bulk) bool(v bool) {
	if v {
		b.put(int64(1))
		return
	}
	b.null()
}

func (b *bulk) text(s string) {
	if s == "" {
		b.null()
		return
	}
	b.put(s)
}

func (b *bulk) mark(m *Mark) {
	if *m == (Mark{}) {
		b.null()
		return
	}
	b.bytes(m[:])
}

func (b *bulk) hash(h *Hash) {
	if *h == (Hash{}) {
		b.null()
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

// keep returns n bytes, all zero, that are good until the row is sent.
func (b *bulk) keep(n int) []byte {
	from := len(b.arena)
	b.arena = append(b.arena, make([]byte, n)...)
	return b.arena[from:len(b.arena):len(b.arena)]
}

// end ends a row, and sends the rows once there are enough.
func (b *bulk) end(ctx context.Context) error {
	if b.at != len(b.columns) {
		return fmt.Errorf("table %s: %d values do not fill its %d columns", b.table, b.at, len(b.columns))
	}
	b.at = 0
	if len(b.rows) < rowsAStatement*len(b.columns) {
		return nil
	}
	return b.flush(ctx)
}

// flush sends the rows that wait.
func (b *bulk) flush(ctx context.Context) error {
	if len(b.rows) == 0 {
		return nil
	}
	b.compact()
	n := len(b.rows) / len(b.columns)
	args := b.args[:n*bits.OnesCount64(b.sent())]
	if b.takes != b.sent() {
		if err := b.close(); err != nil {
			return err
		}
		b.takes = b.sent()
	}
	ctx = context.WithoutCancel(ctx) // the driver would start a goroutine for every statement; Add looks at the context
	err := b.conn.Raw(func(c any) error {
		if n < rowsAStatement {
			stmt, err := b.prepare(ctx, c, n)
			if err != nil {
				return err
			}
			defer stmt.Close()
			return b.execute(ctx, stmt, args)
		}
		if b.stmt == nil {
			var err error
			if b.stmt, err = b.prepare(ctx, c, rowsAStatement); err != nil {
				return err
			}
		}
		return b.execute(ctx, b.stmt, args)
	})
	b.rows, b.arena = b.rows[:0], b.arena[:0]
	return err
}

// sent are the columns that a statement takes.
func (b *bulk) sent() uint64 {
	if id := uint64(1); b.numbers && b.said != id {
		return b.said &^ id
	}
	return b.said
}

// compact makes the arguments of the rows that wait.
func (b *bulk) compact() {
	sent := b.sent()
	for n := len(b.args); n < rowsAStatement*bits.OnesCount64(sent); n++ {
		b.args = append(b.args, driver.NamedValue{Ordinal: n + 1})
	}
	n := 0
	for row := b.rows; len(row) > 0; row = row[len(b.columns):] {
		for left := sent; left != 0; left &= left - 1 {
			b.args[n].Value = row[bits.TrailingZeros64(left)]
			n++
		}
	}
}

func (b *bulk) prepare(ctx context.Context, c any, rows int) (driver.Stmt, error) {
	var names []string
	for i, name := range b.columns {
		if b.sent()&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	row := "(" + strings.Repeat("?,", len(names)-1) + "?)"
	query := "INSERT INTO " + b.table + " (" + strings.Join(names, ", ") + ") VALUES " + strings.Repeat(row+",", rows-1) + row
	preparer, ok := c.(driver.ConnPrepareContext)
	if !ok {
		return nil, fmt.Errorf("the SQLite driver cannot prepare statements")
	}
	return preparer.PrepareContext(ctx, query)
}

func (b *bulk) execute(ctx context.Context, stmt driver.Stmt, args []driver.NamedValue) error {
	e, ok := stmt.(driver.StmtExecContext)
	if !ok {
		return fmt.Errorf("the SQLite driver cannot run statements")
	}
	res, err := e.ExecContext(ctx, args)
	if err != nil || !b.numbers {
		return err
	}
	if last, err := res.LastInsertId(); err != nil || last != b.rows[len(b.rows)-len(b.columns)] {
		return fmt.Errorf("table %s: row %v was numbered %d: %w", b.table, b.rows[len(b.rows)-len(b.columns)], last, err)
	}
	return nil
}

// close frees the statement.
func (b *bulk) close() error {
	if b.stmt == nil {
		return nil
	}
	defer func() { b.stmt = nil }()
	return b.conn.Raw(func(any) error { return b.stmt.Close() })
}
