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
"unlisted" says how many are counted and not listed. Of a log that had grown,
"resumed" says at which byte the last import read on: what is before that byte
was kept from an earlier import, and only its hash was checked.`,
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
	sources, err := p.AllReadings(ctx)
	if err != nil {
		return err
	}
	unlisted, err := p.Unlisted(ctx)
	if err != nil {
		return err
	}
	var rows [][]string
	for i, s := range sources {
		resumed := int64(0)
		if s.Resume != nil {
			resumed = s.Resume.From
		}
		rows = append(rows, []string{
			s.Name, s.Format, number(s.Size), number(s.Records), number(s.Problems), number(s.Skipped),
			analyze.Time(s.FirstSeen).String(), analyze.Time(s.LastSeen).String(), s.SHA256,
			number(unlisted[i]), number(resumed),
		})
	}
	return a.list([]string{"name", "format", "bytes", "records", "problems", "skipped", "first", "last", "sha256", "unlisted", "resumed"}, rows)
}
