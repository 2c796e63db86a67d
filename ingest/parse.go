package ingest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"

	"github.com/webhookctl/webhookctl/ingest/format"
)

// parse cuts the text, has the pieces parsed on several processors, and gives them to store in the order of the text.
// abandon tells that a read may never return, so that nobody waits for it after an error.
func (i *importer) parse(cut *cutter, abandon bool, store func(*piece) error) error {
	ctx, cancel := context.WithCancel(i.ctx)
	var parsers, cutting sync.WaitGroup
	defer func() {
		cancel()
		parsers.Wait()
		if !abandon {
			cutting.Wait()
		}
	}()

	work := make(chan *piece)
	order := make(chan *piece, i.opt.parsers)
	var cutErr error // to be read when order is closed
	cutting.Go(func() {
		defer close(order)
		defer close(work)
		cutErr = cutAll(ctx, cut, order, work)
	})
	for range i.opt.parsers {
		parsers.Go(func() { i.parsePieces(ctx, cut.reader, work) })
	}

	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case p, ok := <-order:
			if !ok {
				// It is closed early, too, when the import is cancelled; the file is then not all there.
				return orCancelled(ctx.Err(), cutErr)
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-p.done:
			}
			if p.err != nil {
				return p.err
			}
			if err := store(p); err != nil {
				return err
			}
			p.release()
		}
	}
}

// cutAll sends the pieces of the text to order, and those that are to be parsed to work.
func cutAll(ctx context.Context, cut *cutter, order, work chan<- *piece) (err error) {
	defer caught(&err, &cut.line)
	for {
		p, err := cut.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if !send(ctx, order, p) || !p.parsed && !send(ctx, work, p) {
			return nil
		}
	}
}

func send(ctx context.Context, to chan<- *piece, p *piece) bool {
	select {
	case to <- p:
		return true
	case <-ctx.Done():
		return false
	}
}

// parsePieces parses pieces until there are no more.
func (i *importer) parsePieces(ctx context.Context, reader format.Reader, work <-chan *piece) {
	for {
		select {
		case <-ctx.Done():
			return
		case p, ok := <-work:
			if !ok {
				return
			}
			p.batch.Marker, p.batch.Secrets, p.batch.Check = i.p, i.opt.given, i.opt.checkInto(p)
			p.err = p.parse(reader)
			close(p.done)
		}
	}
}

func (p *piece) parse(reader format.Reader) (err error) {
	defer caught(&err, &p.Line)
	reader.Parse(p.Chunk, p.batch)
	p.batch.Private()
	p.private()
	return balance(p)
}

// caught makes an error of a panic in a format: a line that nobody had thought of costs its file, and not those beside it. What the
// runtime says holds nothing of the file.
func caught(err *error, line *int64) {
	switch bug := recover().(type) {
	case nil:
	case runtime.Error:
		*err = fmt.Errorf("line %d and what follows: %s; this is a bug of webhookctl, please report it", *line, bug.Error())
	default:
		panic(bug)
	}
}

// balance checks that each line of a piece is in a record, a problem, or skipped by rule. If not, the format has a bug, and
// its file is better refused than half read.
func balance(p *piece) error {
	sum := p.batch.InRecords + p.batch.Skipped
	for _, x := range p.batch.Problems {
		sum += x.Lines
	}
	if want := p.LinesIn(); sum != want {
		return fmt.Errorf("line %d and what follows: %d lines were read and %d accounted for; this is a bug of webhookctl, please report it",
			p.Line, want, sum)
	}
	return nil
}
