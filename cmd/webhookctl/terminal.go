package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/webhookctl/webhookctl/analyze/language"
	"github.com/webhookctl/webhookctl/report"
)

// terminal is where a command reads and writes. The answer goes to out, everything else to err.
type terminal struct {
	in      io.Reader
	out     io.Writer
	err     io.Writer
	outTTY  bool
	errTTY  bool // and takes escape sequences
	colours bool // of out: it takes escape sequences
	columns int  // of out, 0 if it is no terminal
	getenv  func(string) string
	lang    string                                                   // of reports, by the flag
	ask     func(ctx context.Context, prompt string) (string, error) // for a line that is not shown; nil: nobody is there to ask
}

// systemTerminal returns the process's own streams.
func systemTerminal() terminal {
	out := int(os.Stdout.Fd())
	t := terminal{
		in: os.Stdin, out: os.Stdout, err: os.Stderr,
		outTTY: term.IsTerminal(out),
		errTTY: term.IsTerminal(int(os.Stderr.Fd())) && understandsColour(os.Stderr.Fd()),
		getenv: os.Getenv,
	}
	t.colours = t.outTTY && understandsColour(os.Stdout.Fd())
	if columns, _, err := term.GetSize(out); err == nil && t.outTTY {
		t.columns = columns
	}
	if term.IsTerminal(int(os.Stdin.Fd())) {
		t.ask = askHidden
	}
	return t
}

// askHidden reads a line from the terminal without showing it. When ctx ends, the terminal is as it was before.
func askHidden(ctx context.Context, prompt string) (string, error) {
	in := int(os.Stdin.Fd())
	before, err := term.GetState(in)
	if err != nil {
		return "", err
	}
	fmt.Fprint(os.Stderr, prompt)
	defer fmt.Fprintln(os.Stderr)
	type answer struct {
		line []byte
		err  error
	}
	answered := make(chan answer, 1)
	go func() {
		line, err := term.ReadPassword(in)
		answered <- answer{line, err}
	}()
	select {
	case a := <-answered:
		if errors.Is(a.err, io.EOF) { // Ctrl-D is an empty line
			a.err = nil
		}
		return string(a.line), a.err
	case <-ctx.Done():
		return "", errors.Join(interrupted{}, term.Restore(in, before))
	}
}

// language is the reader's: by the flag, else by the environment.
func (t terminal) language() *language.Language {
	if l, err := language.Of(t.lang); err == nil {
		return l
	}
	return language.FromEnvironment(t.getenv)
}

// heads are the heads of a table: for a person in the reader's language, in a pipe as programs know them.
func (t terminal) heads(person bool, words ...language.Text) []string {
	out := make([]string, len(words))
	for i, w := range words {
		if out[i] = string(w); person {
			out[i] = t.language().Say(w)
		}
	}
	return out
}

// saidTo is the language of a form of report. What programs read is in English unless they ask for another: the environment of whoever runs
// them must not change it.
func (t terminal) saidTo(programs bool) *language.Language {
	if programs && t.lang == "" {
		return nil
	}
	return t.language()
}

// look is how a report for people is drawn.
type look struct {
	width int
	color string
}

func (l *look) flags(cmd *cobra.Command) {
	colors := []string{"auto", "always", "never"}
	f := cmd.Flags()
	f.IntVar(&l.width, "width", 0, "`COLUMNS` of the text report, if not the terminal's")
	f.Var(newChoice(&l.color, "auto", colors...), "color", "colour the text report")
	complete(cmd, "color", colors)
}

// check refuses a width that no report fits into.
func (l *look) check() error {
	if l.width < 0 || l.width > 0 && l.width < 40 {
		return usage("--width: %d is too narrow for a report", l.width).hint("give at least 40 columns, or leave the flag out")
	}
	return nil
}

// options says how to draw on the terminal, or into a file.
func (l *look) options(t terminal, toFile bool) report.Options {
	opt := report.Options{Width: l.width, Language: t.language()}
	if opt.Width == 0 && !toFile {
		opt.Width = t.columns
	}
	switch l.color {
	case "always":
		opt.Color = true
	case "auto":
		// NO_COLOR is the convention of no-color.org: any value but the empty one turns colour off.
		opt.Color = t.colours && !toFile && t.getenv("NO_COLOR") == "" && t.getenv("TERM") != "dumb"
	}
	return opt
}

// list prints rows: a fitted table on a terminal, in which the columns of sentences may be broken into lines; tab-separated
// values with a header in a pipe.
func (t terminal) list(header []string, rows [][]string, sentences ...int) error {
	return report.Table(t.out, header, rows, report.TableOptions{Terminal: t.outTTY, Width: t.columns, Prose: sentences})
}

// printer collects the first error of several writes.
type printer struct {
	w   io.Writer
	err error
}

func (p *printer) print(parts ...string) {
	if p.err == nil {
		_, p.err = io.WriteString(p.w, strings.Join(parts, ""))
	}
}
