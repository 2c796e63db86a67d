package main

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/report"
)

func newPurge(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "purge SOURCE",
		Short: "Remove a source, and all that came from it, from the profile",
		Example: `  webhookctl sources                     # the names
  webhookctl purge receiver/receiver.log`,
		Long: `Only the profile changes: the log file itself stays. To have it back, import it
again.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usage("purge takes the name of one source, but was given %d", len(args)).hint("webhookctl sources lists them")
			}
			return nil
		},
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return a.sourceNames(cmd.Context()), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error { return runPurge(cmd.Context(), a, args[0]) },
	}
}

func runPurge(ctx context.Context, a *app, name string) error {
	p, err := a.openProfile(ctx, profile.ReadWrite)
	if err != nil {
		return err
	}
	defer p.Close()
	sources, err := p.Sources(ctx)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(sources, func(s profile.Source) bool { return s.Name == name })
	if i < 0 {
		bad := usage("the profile has no source %q", name)
		if like := nearest(name, names(sources)); like != "" {
			return bad.hint("did you mean %s?", like)
		}
		return bad.hint("webhookctl sources lists them")
	}
	if err := p.Purge(ctx, name); err != nil {
		return err
	}
	if err := p.Close(); err != nil {
		return err
	}
	out := printer{w: a.out}
	out.print("removed ", report.Visible(name), " (", count(sources[i].Records, "record"), "); the profile now holds ",
		count(int64(len(sources)-1), "source"), "\n")
	return out.err
}

func names(sources []profile.Source) []string {
	var list []string
	for _, s := range sources {
		list = append(list, s.Name)
	}
	return list
}

// sourceNames offers the profile's sources to the shell. A shell wants no error messages between its words.
func (a *app) sourceNames(ctx context.Context) []string {
	p, err := a.openProfile(ctx, profile.ReadOnly)
	if err != nil {
		return nil
	}
	defer p.Close()
	sources, err := p.Sources(ctx)
	if err != nil {
		return nil
	}
	return names(sources)
}
