package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// choice is a flag with a fixed set of values, which help, completion and the error all take from here.
type choice struct {
	value  *string
	values []string
}

func newChoice(value *string, start string, values ...string) *choice {
	*value = start
	return &choice{value: value, values: values}
}

func (c *choice) String() string {
	if c.value == nil {
		return ""
	}
	return *c.value
}

func (c *choice) Type() string { return strings.Join(c.values, "|") }

func (c *choice) Set(s string) error {
	if !slices.Contains(c.values, s) {
		return noneOf(s, c.values)
	}
	*c.value = s
	return nil
}

// reportFormat is the choice of a report's form, which md names as well: it is the ending of the file.
type reportFormat struct{ *choice }

// Type names no values: those of a diagnosis would make the line too long, and the flag's own text names them.
func (r reportFormat) Type() string { return "FORMAT" }

func (r reportFormat) Set(s string) error {
	if s == "md" {
		s = "markdown"
	}
	return r.choice.Set(s)
}

// choices is a flag that takes several values of a fixed set, separated by commas or given again.
type choices struct {
	chosen []string
	values []string
	kind   string // what one is, as help shows it: the values would make the line too long, and the flag's own text names them
}

func (c *choices) String() string { return strings.Join(c.chosen, ",") }

func (c *choices) Type() string { return c.kind }

func (c *choices) Set(s string) error {
	for v := range strings.SplitSeq(s, ",") {
		if !slices.Contains(c.values, v) {
			return noneOf(v, c.values)
		}
		if !slices.Contains(c.chosen, v) {
			c.chosen = append(c.chosen, v)
		}
	}
	return nil
}

// noneOf is a value that is not in a fixed set.
func noneOf(s string, values []string) *problem {
	p := usage("%q is none of %s", s, strings.Join(values, ", "))
	if like := nearest(s, values); like != "" {
		return p.hint("did you mean %s?", like)
	}
	return p
}

// complete offers the values of a flag to the shell.
func complete(cmd *cobra.Command, flag string, values []string) {
	// The only error is an unknown or repeated flag name, which every test would show as a missing completion.
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}
