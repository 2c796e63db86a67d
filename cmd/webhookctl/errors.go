package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/webhookctl/webhookctl/ingest"
	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/report"
)

// The exit codes. An unlisted one is a crash.
const (
	exitFound       = 1   // only with --exit-code: something was duplicated or lost
	exitFailed      = 2   // could not run
	exitPartial     = 3   // ran, but some input could not be used
	exitInterrupted = 130 // as shells say it of Ctrl-C
)

// problem is an error for the person at the keyboard: what is wrong, and what to do.
type problem struct {
	message string
	hints   []string
}

func (p *problem) Error() string { return p.message }

// hint adds a line of advice.
func (p *problem) hint(format string, args ...any) *problem {
	p.hints = append(p.hints, fmt.Sprintf(format, args...))
	return p
}

// usage is a command line that cannot be run as it stands.
func usage(format string, args ...any) *problem {
	return &problem{message: fmt.Sprintf(format, args...)}
}

// failure is a problem with its hints.
func failure(message string, hints ...string) *problem { return &problem{message, hints} }

// interrupted stands for whatever failed because somebody pressed Ctrl-C.
type interrupted struct{ hint string }

func (interrupted) Error() string { return "interrupted" }

// errFound ends diagnose --exit-code. It says nothing: the report did.
var errFound = errors.New("something was duplicated or lost")

// partial is a run that gave its answer, although some input could not be used.
type partial struct{ problems []error }

func (p *partial) Error() string   { return errors.Join(p.problems...).Error() }
func (p *partial) Unwrap() []error { return p.problems }

// exitCode is the one place in which errors become exit codes.
func exitCode(err error) int {
	var (
		some    *partial
		stopped interrupted
	)
	switch {
	case err == nil:
		return 0
	case errors.As(err, &stopped):
		return exitInterrupted
	case errors.Is(err, errFound): // even where some input could not be used: what was found stands
		return exitFound
	case errors.As(err, &some):
		return exitPartial
	}
	return exitFailed
}

// printError prints each error once, with its hints. Its text may quote log files, so it is made visible first.
func printError(w io.Writer, err error) {
	if err == nil || err == errFound {
		return
	}
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range many.Unwrap() {
			printError(w, e)
		}
		return
	}
	fmt.Fprintf(w, "webhookctl: %s\n", report.Visible(err.Error()))
	for _, h := range hintsOf(err) {
		fmt.Fprintf(w, "hint: %s\n", report.Visible(h))
	}
}

// hintsOf returns the advice that an error carries, whichever package made it.
func hintsOf(err error) []string {
	var (
		own     *problem
		stopped interrupted
		foreign *profile.FormatError
	)
	switch {
	case errors.As(err, &own):
		return own.hints
	case errors.As(err, &stopped) && stopped.hint != "":
		return []string{stopped.hint}
	case errors.As(err, &foreign):
		return []string{"name another profile with --profile or WEBHOOKCTL_PROFILE"}
	}
	return nil
}

// flagError says in our words what is wrong with a flag.
func flagError(cmd *cobra.Command, err error) error {
	var (
		unknown *pflag.NotExistError
		invalid *pflag.InvalidValueError
		missing *pflag.ValueRequiredError
	)
	help := "see " + cmd.CommandPath() + " --help"
	switch {
	case errors.As(err, &unknown):
		name := unknown.GetSpecifiedName()
		p := usage("unknown flag --%s", name)
		if short := unknown.GetSpecifiedShortnames(); short != "" {
			p = usage("unknown flag -%s", name)
		}
		if like := nearest(name, flagNames(cmd)); like != "" {
			return p.hint("did you mean --%s?", like)
		}
		return p.hint("%s", help)
	case errors.As(err, &invalid):
		name := "--" + invalid.GetFlag().Name
		var why *problem
		if errors.As(invalid.Unwrap(), &why) {
			return failure(name+": "+why.message, why.hints...)
		}
		if invalid.GetFlag().Value.Type() == "int" {
			return usage("%s: %q is no whole number", name, invalid.GetValue())
		}
		return usage("%s: %q is not possible", name, invalid.GetValue()).hint("%s", help)
	case errors.As(err, &missing):
		return usage("--%s needs a value", missing.GetSpecifiedName()).hint("%s", help)
	}
	return usage("%v", err).hint("%s", help)
}

func flagNames(cmd *cobra.Command) []string {
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return names
}

// noCommand is the Args of a command that only holds others: whatever is left over was meant to be one of them.
func noCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	names := commandNames(cmd)
	p := usage("unknown command %q for %s", args[0], cmd.CommandPath())
	if like := nearest(args[0], names); like != "" {
		return p.hint("did you mean %s %s?", cmd.CommandPath(), like)
	}
	if len(names) == 1 { // import ./incident/
		words := []string{cmd.CommandPath(), names[0]}
		for _, arg := range args {
			words = append(words, ingest.ShellQuote(arg))
		}
		return p.hint("did you mean %s?", strings.Join(words, " "))
	}
	return p.hint("it has: %s", strings.Join(names, ", "))
}

// commandNames lists the commands that a command holds.
func commandNames(cmd *cobra.Command) []string {
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return names
}

// noArgs is the Args of a command that takes none.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return usage("%s takes no arguments, but was given %q", cmd.CommandPath(), args[0]).hint("see %s --help", cmd.CommandPath())
}
