package ingest

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/format"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// importer reads one file into the profile.
type importer struct {
	ctx      context.Context
	p        *profile.Profile
	opt      Options
	renames  map[string]string
	progress func(done int64) // of this file's bytes

	elsewhere map[string][]profile.Reading // that may have another name by now, by Resume.Head
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
	g, err := i.goOn(in, earlier)
	if err != nil {
		return fail(err)
	}
	var o *opened
	if g != nil {
		o = g.opened
	} else if o, err = open(i.ctx, in, i.opt, sizesOf(earlier)); err != nil {
		return fail(err)
	}
	defer o.Close()
	cut, name, err := i.recognised(in, o, g)
	if err != nil {
		return fail(err)
	}
	file.Format = name

	src := profile.Source{Name: in.name, Format: name, Options: i.opt.canonical(in)}
	tx, err := i.transaction(in, src, g)
	if err != nil {
		return file, err
	}
	storing, err := i.store(in, o, cut, tx, g, &src, &file)
	if err == nil {
		src.SHA256, err = o.sum()
	}
	if err == nil {
		err = o.check()
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
	return i.keep(file, src, tx, g, earlier, o.raw.prefixes)
}

func (i *importer) transaction(in *input, src profile.Source, g *goingOn) (*profile.Import, error) {
	if g != nil {
		return i.p.Continue(i.ctx, in.path, g.Reading)
	}
	return i.p.Import(i.ctx, in.path, src)
}

// recognised begins to read a text and finds out of which format it is.
func (i *importer) recognised(in *input, o *opened, g *goingOn) (cut *cutter, name string, err error) {
	if g != nil && !g.anew() {
		cut = cutterAt(o.text, i.opt.MaxLine, g.Resume.Offset, g.Resume.Line)
		cut.reader = g.reader
		return cut, g.Format, nil
	}
	cut, err = newCutter(o.text, i.opt.MaxLine)
	if err != nil {
		return nil, "", err
	}
	if cut.damage != nil && len(cut.buf) == 0 {
		return nil, "", &FileError{Name: in.name, Msg: cut.damage.msg, Hint: cut.damage.hint}
	}
	if in.path == "-" && archiveIn(cut.head()) != noArchive {
		return nil, "", &FileError{
			Name: in.name, Msg: "is an archive, which can only be read from a file",
			Hint: "save it and name the file",
		}
	}
	defer caught(&err, &cut.line)
	name, reader, wrong := reader(in, cut.head(), i.opt)
	if wrong != nil {
		return nil, "", wrong
	}
	cut.reader = reader
	return cut, name, nil
}

// store reads the text to its end and adds what it says to tx, src and file. storing tells that the error is one of the profile.
func (i *importer) store(in *input, o *opened, cut *cutter, tx *profile.Import, g *goingOn, src *profile.Source, file *File) (storing bool, err error) {
	far := reached{from: g}
	far.restore(src, file)
	zoneless := far.zoneless
	if zoneless.Line > 0 {
		b := noZone(in, zoneless)
		file.NoZone = &FileError{Name: in.name, Line: b.Line, Msg: b.Reason, Hint: b.Hint}
	}
	list := listing{left: max(0, i.opt.MaxProblems-far.listed)}
	err = i.parse(cut, in.path == "-", func(p *piece) error {
		if p.ending {
			far.here(p.Chunk, tx, src, file, &list, zoneless)
		}
		file.Noted += count(src, p)
		if !p.parsed { // what is wrong with the file as a whole is always told
			p.batch.Problems = list.of(p.batch.Problems)
		}
		if z := p.batch.Zoneless; z.Line > 0 && zoneless.Line == 0 {
			zoneless = z
			b := noZone(in, z)
			p.batch.Problems = append(p.batch.Problems, b)
			file.NoZone = &FileError{Name: in.name, Line: b.Line, Msg: b.Reason, Hint: b.Hint}
			file.Noted++
		}
		for _, c := range p.checked {
			i.opt.Checked(in.name, c)
		}
		i.progress(o.raw.size.Load())
		if err := tx.Add(p.batch.Observations, p.batch.States, p.batch.Problems); err != nil {
			storing = true
			return err
		}
		return nil
	})
	if err == nil && !cut.ending {
		far.here(cut.end(), tx, src, file, &list, zoneless)
	}
	if err == nil && o.plain && in.archive == nil {
		tx.Resume, err = far.resume(i, o, cut.reader)
	}
	if file.Unlisted = list.rest.Count(); err == nil && file.Unlisted > 0 {
		err = tx.Add(nil, nil, list.rest.Problems("import the file with a higher --max-problems to list them; what is wrong with the first is often what is wrong with all"))
		storing = err != nil
	}
	return storing, err
}

// listing keeps the first problems of a file and counts the others.
type listing struct {
	left   int
	listed int
	rest   profile.Unlisted
}

// of returns those that are listed.
func (l *listing) of(problems []profile.Problem) []profile.Problem {
	n := min(l.left, len(problems))
	l.left -= n
	l.listed += n
	for _, b := range problems[n:] {
		l.rest.Add(b)
	}
	return problems[:n]
}

// count adds what came of one piece to what is said of its file. noted is how many of its problems cover no line.
func count(src *profile.Source, p *piece) (noted int64) {
	b := p.batch
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
	name := in.name
	if in.path == "-" {
		name = "-"
	}
	if z.Lack == "year" {
		return profile.Problem{
			Line: z.Line, Offset: z.Offset,
			Reason: fmt.Sprintf("time %q has no year; this and all such records of the file are kept without a time", z.Text),
			Hint: "say in which year the file was written, and in which zone; add to the command, for example: --assume-year 2026 --assume-tz " +
				ShellQuote(name+"=UTC"),
		}
	}
	if z.Lack != "" {
		hint := "nothing in the file says which day it was; have the application write whole times, and give other logs of the same requests"
		if z.Lack == format.KnownForm {
			hint = "times are read as 2026-11-30T08:26:25+01:00, 2026-11-30 08:26:25, 30/Nov/2026:08:26:25 +0100 or seconds since 1970: " +
				"have the application write such, or rewrite them in a copy of the file"
		}
		return profile.Problem{
			Line: z.Line, Offset: z.Offset,
			Reason: fmt.Sprintf("time %q has no %s; this and all such records of the file are kept without a time", z.Text, z.Lack),
			Hint:   hint,
		}
	}
	return profile.Problem{
		Line: z.Line, Offset: z.Offset,
		Reason: fmt.Sprintf("time %q has no zone; this and all such records of the file are kept without a time", z.Text),
		Hint:   "say in which zone the file was written; add to the command, for example: --assume-tz " + ShellQuote(name+"=Europe/Berlin"),
	}
}

// ShellQuote quotes an argument for a shell, where it has to be.
func ShellQuote(arg string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=+:,@%"
	if arg != "" && strings.Trim(arg, plain) == "" {
		return arg
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}

// orCancelled prefers the cancellation over the error that came of it.
func orCancelled(cancelled, err error) error {
	if cancelled != nil {
		return cancelled
	}
	return err
}
