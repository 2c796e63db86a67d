package main

import (
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

func newProblems(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "problems",
		Short:   "List every line that could not be used, with its reason",
		Example: `  webhookctl problems`,
		Long: `A line that cannot be used is never dropped in silence and never guessed at. If
the lines listed here matter, say how to read them, or mend a copy of the file,
and import it again. Of each file the first 1000 problems are listed, or as many
as import's --max-problems says; a last line counts the others.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runProblems(cmd.Context(), a) },
	}
}

func runProblems(ctx context.Context, a *app) error {
	p, err := a.openProfile(ctx, profile.ReadOnly)
	if err != nil {
		return err
	}
	defer p.Close()
	sources, err := p.Sources(ctx)
	if err != nil {
		return err
	}
	problems, err := p.Problems(ctx)
	if err != nil {
		return err
	}
	var rows [][]string
	for _, b := range problems {
		if b.Source < 0 || b.Source >= len(sources) {
			return failure("the profile names a source that it does not hold: " + strconv.Itoa(b.Source))
		}
		rows = append(rows, []string{sources[b.Source].Name + ":" + number(b.Line), number(b.Lines), b.Reason, b.Hint})
	}
	if len(rows) == 0 && a.outTTY {
		out := printer{w: a.out}
		out.print("No problems: every line of ", count(int64(len(sources)), "source"), " was used or skipped by rule.\n")
		return out.err
	}
	return a.list([]string{"where", "lines", "problem", "hint"}, rows, 2, 3)
}
