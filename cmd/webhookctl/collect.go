package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/webhookctl/webhookctl/docs"
	"github.com/webhookctl/webhookctl/report"
)

func newCollect(a *app) *cobra.Command {
	stacks := collectable()
	var names []string
	for _, s := range stacks {
		names = append(names, s.Name)
	}
	return &cobra.Command{
		Use:   "collect [STACK]",
		Short: "Tell how to gather the evidence, for each kind of stack",
		Example: `  webhookctl collect                  # what there is to collect
  webhookctl collect woocommerce      # the shop's logs, webhooks and queue
  webhookctl collect nginx            # a log format that decides the next one`,
		Long: "It prints commands for you to run, and runs none.",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usage("collect takes one name, but was given %d", len(args)).hint("see webhookctl collect")
			}
			return nil
		},
		ValidArgsFunction: cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				var rows [][]string
				for _, s := range stacks {
					rows = append(rows, []string{s.Name, strings.TrimSuffix(s.About, ".")})
				}
				return a.list([]string{"stack", "is"}, rows, 1)
			}
			for _, s := range stacks {
				if s.Name == args[0] {
					return report.Manual(a.out, s.Text, a.columns)
				}
			}
			return noneOf(args[0], names)
		},
	}
}

// collectable is what the page on collecting tells of, part by part.
func collectable() []docs.Section {
	page, _ := docs.Find("collect") // it is one of ours, and a test asks for it
	return page.Sections()
}
