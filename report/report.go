// Package report draws an analyze.Diagnosis: as text for a terminal, as a page for a browser, as Markdown for a ticket, as JSON for a program, as
// CSV for a spreadsheet.
//
// It decides nothing. What happened, how sure that is and what to do next come from package analyze; this package chooses
// the order in which a tired person reads it, and makes hostile text from log files harmless for the form it is written in.
// It reads no files and no clock: the same diagnosis and options give the same bytes.
package report

import (
	"io"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/analyze/language"
)

// Options says for what kind of reader a report is drawn.
type Options struct {
	Width    int                // columns of the terminal; 0: 80. Identifiers longer than that are not broken
	Color    bool               // colour repeats what words already say
	Language *language.Language // nil: English
	Filtered bool               // the diagnosis is what a filter left, so an empty one is not a clean history

	// Command made the report, for the commands that the report names: "webhookctl diagnose ./incident"; "": webhookctl diagnose.
	// One that does not end in "diagnose" read files and kept nothing.
	Command string
	Rules   string             // the flags that gave the user's rules, to be repeated with it
	Asked   []string           // what the filter asked for, as a person wrote it: order:99
	There   []analyze.Resource // what there was to ask for
	Unread  []string           // files that were left out because no format fits them
}

// Format is one form in which a diagnosis can be written.
type Format struct {
	Name  string // as --format takes it
	Title string // one line for help
	Write func(io.Writer, analyze.Diagnosis, Options) error

	// Examples is how many duplicates of one pattern and outcome it shows in full, at most; 0: all.
	Examples int
}
