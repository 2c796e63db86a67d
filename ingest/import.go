package ingest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/webhookctl/webhookctl/ingest/format"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// importer reads one file into the profile.
type importer struct {
	ctx      context.Context
	p        *profile.Profile
	opt      Options
	progress func(done int64) // of this file's bytes
}

// file reads one file. The error is for what ends the whole import; what is wrong with this file alone is in File.
func (i *importer) file(in *input) (File, error) {
	file := File{Name: in.name, Status: Failed}
	fail := func(err error) (File, error) {
		if stop := i.ctx.Err(); stop != nil {
			return file, stop
		}
		var fe *FileError
		if !errors.As(err, &fe) {
			fe = fileError(in.name, err)
		}
		file.Err = fe
		return file, nil
	}

	earlier, err := i.p.Readings(i.ctx, in.path)
	if err != nil {
		return file, err
	}
	if same, err := i.unchanged(in, earlier); err != nil {
		return fail(err)
	} else if same != nil {
		return i.same(file, *same)
	}
	o, err := open(i.ctx, in, i.opt, sizesOf(earlier))
	if err != nil {
		return fail(err)
	}
	defer o.Close()
	cut, err := newCutter(o.text, i.opt.MaxLine)
	if err != nil {
		return fail(err)
	}
	if cut.damage != nil && len(cut.buf) == 0 {
		return fail(&FileError{Name: in.name, Msg: cut.damage.msg, Hint: cut.damage.hint})
	}
	if in.path == "-" && archiveIn(cut.head()) != noArchive {
		return fail(&FileError{
			Name: in.name, Msg: "is an archive, which can only be read from a file",
			Hint: "save it and name the file",
		})
	}
	name, reader, wrong := reader(in, cut.head(), i.opt)
	if wrong != nil {
		return fail(wrong)
	}
	cut.reader, file.Format = reader, name

	src := profile.Source{Name: in.name, Format: name, Options: i.opt.canonical(in)}
	tx, err := i.p.Import(i.ctx, in.path, src)
	if err != nil {
		return file, err
	}
	storing, zoneless := false, false
	err = i.parse(cut, in.path == "-", func(p *piece) error {
		if z := p.batch.Zoneless; z.Line > 0 && !zoneless {
			zoneless = true
			b := noZone(in, z)
			p.batch.Problems = append(p.batch.Problems, b)
			file.NoZone = &FileError{Name: in.name, Line: b.Line, Msg: b.Reason, Hint: b.Hint}
		}
		file.Noted += count(&src, p)
		i.progress(o.raw.size.Load())
		if err := tx.Add(p.batch.Observations, p.batch.States, p.batch.Problems); err != nil {
			storing = true
			return err
		}
		return nil
	})
	if err == nil {
		src.SHA256, err = o.sum()
	}
	if err != nil {
		if back := tx.Rollback(); storing || back != nil {
			return file, errors.Join(orCancelled(i.ctx.Err(), err), back)
		}
		return fail(err)
	}
	src.Lines, src.Size = src.InRecords+src.Problems+src.Skipped, o.raw.size.Load()
	if d := cut.damage; d != nil {
		file.Err = &FileError{Name: in.name, Line: cut.lastLine(), Msg: d.msg, Hint: d.hint}
	}
	return i.keep(file, src, tx, earlier, o.raw.prefixes)
}

// orCancelled prefers the cancellation over the error that came of it.
func orCancelled(cancelled, err error) error {
	if cancelled != nil {
		return cancelled
	}
	return err
}

// keep commits what was read, unless it was in the profile before.
func (i *importer) keep(file File, src profile.Source, tx *profile.Import, earlier []profile.Source, prefixes map[int64]string) (File, error) {
	status := Imported
	for _, e := range earlier {
		switch {
		case e.SHA256 == src.SHA256 && e.Options == src.Options:
			if err := tx.Rollback(); err != nil {
				return file, err
			}
			file.NoZone = nil
			return i.same(file, e)
		case e.SHA256 == src.SHA256:
			status = Replaced
		case e.Size > 0 && e.Size < src.Size && prefixes[e.Size] == e.SHA256:
			tx.Replaces, status = e.SHA256, Replaced
		}
	}
	if err := tx.Commit(src); err != nil {
		return file, orCancelled(i.ctx.Err(), err)
	}
	return as(file, status, src), nil
}

func as(file File, status string, src profile.Source) File {
	file.Status, file.Source, file.Format = status, src, src.Format
	return file
}

// same is a file of which an earlier reading stands, with what could not be used then.
func (i *importer) same(file File, earlier profile.Source) (File, error) {
	var err error
	file.Noted, err = i.p.ProblemsWithoutLines(i.ctx, earlier)
	return as(file, Unchanged, earlier), err
}

// unchanged returns the earlier reading that a file is still equal to, or nil. It reads the file only if its size is that of
// one; and never stdin or a file in an archive, which cannot be read twice.
func (i *importer) unchanged(in *input, earlier []profile.Source) (*profile.Source, error) {
	options := i.opt.canonical(in)
	possible := func(e profile.Source) bool { return e.Size == in.size && e.Options == options }
	if in.path == "-" || in.archive != nil || !slices.ContainsFunc(earlier, possible) {
		return nil, nil
	}
	sha, err := hashFile(i.ctx, in)
	if err != nil {
		return nil, err
	}
	for _, e := range earlier {
		if possible(e) && e.SHA256 == sha {
			return &e, nil
		}
	}
	return nil, nil
}

// sizesOf lists the sizes of earlier readings, smallest first, so that the largest that is a beginning is the last to be tried.
func sizesOf(earlier []profile.Source) []int64 {
	slices.SortFunc(earlier, func(a, b profile.Source) int { return int(min(max(a.Size-b.Size, -1), 1)) })
	sizes := make([]int64, len(earlier))
	for n, e := range earlier {
		sizes[n] = e.Size
	}
	return sizes
}

// count adds what came of one piece to what is said of its file. noted is how many of its problems cover no line.
func count(src *profile.Source, p *piece) (noted int64) {
	b := &p.batch
	src.Records += int64(len(b.Observations))
	src.InRecords += b.InRecords
	src.Skipped += b.Skipped
	for _, x := range b.Problems {
		src.Problems += x.Lines
		if x.Lines == 0 {
			noted++
		}
	}
	for n := range b.Observations {
		if o := &b.Observations[n]; o.Precision > 0 {
			at := profile.Stamp{Nano: o.Time, Precision: o.Precision}
			src.FirstSeen, src.LastSeen = earlierOf(src.FirstSeen, at), laterOf(src.LastSeen, at)
		}
	}
	return noted
}

// noZone is the one problem of a file whose times have no zone. Its records are there, but in no order.
func noZone(in *input, z format.Zoneless) profile.Problem {
	name, file := in.name, shellQuote(in.name)
	if in.path == "-" {
		name, file = "-", "-"
	}
	return profile.Problem{
		Line: z.Line, Offset: z.Offset,
		Reason: fmt.Sprintf("time %q has no zone; this and all such records of the file are kept without a time", z.Text),
		Hint: "say in which zone the file was written, for example: webhookctl import logs --assume-tz " +
			shellQuote(name+"=Europe/Berlin") + " " + file,
	}
}

// shellQuote quotes an argument for a shell, where it has to be.
func shellQuote(arg string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=+:,@%"
	if arg != "" && strings.Trim(arg, plain) == "" {
		return arg
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}

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
	order := make(chan *piece, i.opt.Parsers)
	var cutErr error // to be read when order is closed
	cutting.Go(func() {
		defer close(order)
		defer close(work)
		for {
			p, err := cut.next()
			if err != nil {
				if !errors.Is(err, io.EOF) {
					cutErr = err
				}
				return
			}
			select {
			case order <- p:
			case <-ctx.Done():
				return
			}
			if p.parsed {
				continue
			}
			select {
			case work <- p:
			case <-ctx.Done():
				return
			}
		}
	})
	for range i.opt.Parsers {
		parsers.Go(func() {
			for {
				select {
				case <-ctx.Done():
					return
				case p, ok := <-work:
					if !ok {
						return
					}
					p.batch.Marker = i.p
					cut.reader.Parse(p.Chunk, &p.batch)
					p.batch.Private()
					p.err = balance(p)
					close(p.done)
				}
			}
		})
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
