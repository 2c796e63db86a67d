package profile

import (
	"context"
	"errors"
	"fmt"
)

// Copy writes the profile to a new file at path, without its key: whoever gets it can read the verdicts' material and cannot try
// values. It is written anew, so it holds nothing that was removed, and two copies of one profile are the same bytes.
func (p *Profile) Copy(ctx context.Context, path string) (err error) {
	conn, err := p.read.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	// The pragma keeps this connection from changing anything, a new file included.
	if _, err := conn.ExecContext(ctx, "PRAGMA query_only = 0"); err != nil {
		return p.explain(ctx, err)
	}
	defer func() {
		_, again := conn.ExecContext(context.WithoutCancel(ctx), "PRAGMA query_only = 1")
		err = errors.Join(err, again)
	}()
	if _, err := conn.ExecContext(ctx, "VACUUM INTO ?", path); err != nil {
		return fmt.Errorf("copy the profile: %w", p.explain(ctx, err))
	}
	return nil
}
