package profile

import (
	"context"
	"database/sql"
	"errors"
)

// together is one transaction of the imports of many small files: for each of them alone, the disk would be waited for several times. A
// file is still imported as a whole or not at all, and all of those that are in the profile were committed before a later one.
type together struct {
	conn  *sql.Conn
	begun bool
	files int
	rows  int64
}

// How much one transaction takes before it is committed: so much is read again after a computer's failure, or where the disk is full. More
// files gain little: the disk is then no longer what most of the time goes to.
const (
	filesTogether = 8
	rowsTogether  = 20_000
)

// Together lets the imports that follow share transactions. settle commits what waits, and is to be called before a large file; end does and
// ends it, and must be called before the profile is changed in any other way.
func (p *Profile) Together() (settle, end func() error) {
	t := &together{}
	p.mu.Lock()
	p.together = t
	p.mu.Unlock()
	settle = func() error { return p.explain(context.Background(), t.commit()) }
	end = func() error {
		err := settle()
		p.mu.Lock()
		p.together = nil
		p.mu.Unlock()
		if t.conn != nil {
			err = errors.Join(err, t.conn.Close())
		}
		return err
	}
	return settle, end
}

// begin starts the transaction of an import, which is a part of t's where t is not nil.
func (i *Import) begin() error {
	t := i.together
	if t == nil || !t.begun {
		if _, err := i.conn.ExecContext(i.ctx, "BEGIN IMMEDIATE"); err != nil {
			return err
		}
	}
	if t == nil {
		return nil
	}
	t.begun = true
	_, err := i.conn.ExecContext(i.ctx, "SAVEPOINT file")
	return err
}

// keep ends the transaction of an import, or its part, and keeps what it did.
func (i *Import) keep() error {
	t := i.together
	if t == nil {
		_, err := i.conn.ExecContext(i.ctx, "COMMIT")
		return err
	}
	if _, err := i.conn.ExecContext(i.ctx, "RELEASE file"); err != nil {
		return err
	}
	t.files++
	for _, b := range i.bulks() {
		t.rows += b.id - b.first
	}
	if t.files < filesTogether && t.rows < rowsTogether {
		return nil
	}
	return t.commit()
}

// undo ends it and forgets what it did. An error that the driver answers with a rollback of its own leaves nothing to roll back.
func (i *Import) undo() {
	ctx := context.WithoutCancel(i.ctx)
	if i.together == nil {
		_, _ = i.conn.ExecContext(ctx, "ROLLBACK")
		return
	}
	_, _ = i.conn.ExecContext(ctx, "ROLLBACK TO file")
	_, _ = i.conn.ExecContext(ctx, "RELEASE file")
}

func (t *together) commit() error {
	if !t.begun {
		return nil
	}
	_, err := t.conn.ExecContext(context.Background(), "COMMIT")
	if err != nil {
		_, _ = t.conn.ExecContext(context.Background(), "ROLLBACK") // the first error is the one to tell
	}
	t.begun, t.files, t.rows = false, 0, 0
	return err
}
