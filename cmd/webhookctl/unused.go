package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/ingest"
)

// allFailed returns an error if there were files, and not one of them could be used.
func allFailed(result ingest.Result) error {
	if len(result.Files) == 0 || slices.ContainsFunc(result.Files, func(f ingest.File) bool { return f.Err == nil }) {
		return nil
	}
	return errors.Join(append(failures(result), failure("nothing could be read"))...)
}

// unused returns a partial error if any of the files, or any line of them, could not be used.
func unused(result ingest.Result, hint string) error {
	some := partial{failures(result)}
	var lines, files, noted, notedFiles int64
	for _, f := range result.Files {
		if f.Err != nil {
			continue
		}
		if f.Source.Problems > 0 {
			lines, files = lines+f.Source.Problems, files+1
		}
		if f.NoZone != nil {
			some.problems = append(some.problems, fileError(f.NoZone))
			f.Noted--
		}
		if f.Noted > 0 {
			noted, notedFiles = noted+f.Noted, notedFiles+1
		}
	}
	if lines > 0 {
		some.problems = append(some.problems, failure(count(lines, "line")+" of "+count(files, "file")+" could not be used", hint))
	}
	if noted > 0 {
		some.problems = append(some.problems, failure(count(noted, "more problem")+" in "+count(notedFiles, "file")+", although the lines are used", hint))
	}
	if len(some.problems) == 0 {
		return nil
	}
	return &some
}

// unrecognised tells a file that was left out because no format fits it: it is whole, and somebody may know what it is.
func unrecognised(f ingest.File) bool {
	var bad *ingest.FileError
	return errors.As(f.Err, &bad) && bad.Line == 0 && strings.HasPrefix(bad.Msg, ingest.Unknown)
}

// unread names the files of no known format.
func unread(result ingest.Result) []string {
	var list []string
	for _, f := range result.Files {
		if unrecognised(f) {
			list = append(list, f.Name)
		}
	}
	return list
}

// failures says why files could not be used. Those of no known format are one line: a folder may hold hundreds. Of a few tables among
// them each is told by itself, with its columns.
func failures(result ingest.Result) []error {
	var list []error
	var names []string
	var first *problem
	tables := 0
	for _, f := range result.Files {
		var bad *ingest.FileError
		table := errors.As(f.Err, &bad) && bad.Msg != ingest.Unknown
		switch {
		case f.Err == nil:
			continue
		case unrecognised(f) && table && tables < 3:
			tables++
		case unrecognised(f):
			if names = append(names, f.Name); first == nil {
				first = fileError(f.Err)
				list = append(list, first)
			}
			continue
		}
		list = append(list, fileError(f.Err))
	}
	if len(names) > 1 {
		first.message = nameSome(names) + ": none is of" + strings.TrimPrefix(ingest.Unknown, "not")
	}
	return list
}

// nameSome names up to five files and counts the others.
func nameSome(names []string) string {
	if len(names) <= 5 {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:5], ", ") + " and " + number(int64(len(names)-5)) + " more"
}

// fileError says why a file could not be used, with the hint that ingest gives.
func fileError(err error) *problem {
	p := failure(err.Error())
	var e *ingest.FileError
	if errors.As(err, &e) && e.Hint != "" {
		p.hints = append(p.hints, e.Hint)
	}
	return p
}
