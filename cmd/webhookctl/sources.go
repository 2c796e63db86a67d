package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

func newSources(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "sources",
		Short: "List the files that the profile was made from",
		Example: `  webhookctl sources
  webhookctl sources | cut -f1,9        # names and hashes, tab-separated`,
		Long: `Of a file that has more problems than import lists (--max-problems), the column
"unlisted" says how many are counted and not listed.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runSources(cmd.Context(), a) },
	}
}

func runSources(ctx context.Context, a *app) error {
	p, err := a.openProfile(ctx, profile.ReadOnly)
	if err != nil {
		return err
	}
	defer p.Close()
	sources, err := p.Sources(ctx)
	if err != nil {
		return err
	}
	unlisted, err := p.Unlisted(ctx)
	if err != nil {
		return err
	}
	var rows [][]string
	for i, s := range sources {
		rows = append(rows, []string{
			s.Name, s.Format, number(s.Size), number(s.Records), number(s.Problems), number(s.Skipped),
			analyze.Time(s.FirstSeen).String(), analyze.Time(s.LastSeen).String(), s.SHA256,
			number(unlisted[i]),
		})
	}
	return a.list([]string{"name", "format", "bytes", "records", "problems", "skipped", "first", "last", "sha256", "unlisted"}, rows)
}
