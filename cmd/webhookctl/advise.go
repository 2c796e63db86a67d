package main

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/report"
)

func newAdvise(a *app) *cobra.Command {
	var o diagnoseOptions
	formats := adviceFormatNames()
	cmd := &cobra.Command{
		Use:   "advise [PATH…]",
		Short: "Say by which key repeats can be stopped, and what to do",
		Example: `  webhookctl advise                           # over the profile
  webhookctl advise ./incident/               # over these files, nothing kept
  webhookctl advise -o advice.md              # Markdown for a ticket
  webhookctl advise --resource order:18452    # counted for one order
  webhookctl advise --format json | jq -r .recommended`,
		Long: `Candidate keys (the logged operation key, event ID, delivery ID, payload hash,
resource and state, "ignore for 10 minutes" and others) are replayed over this
history, each as a guard with an atomic claim: the repeats each would have
stopped, and the legitimate operations each would have dropped. No key is
recommended that dropped one. Then what to do about each class of duplicate, and
the claim in SQL and Redis to copy. It is this history and no other: a key that
did no harm here may do some tomorrow. "webhookctl help advise" explains each
word.

Filters select what is counted: the guards see the whole history.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.paths = args
			if err := o.complete(a, cmd); err != nil {
				return err
			}
			if !slices.Contains(formats, o.format) { // the name of the file told a form that only a diagnosis has
				return noneOf(o.format, formats)
			}
			return runAdvise(cmd.Context(), a, o)
		},
	}
	f := cmd.Flags()
	f.Var(reportFormat{newChoice(&o.format, "text", formats...)}, "format", "form of the advice: "+strings.Join(formats, ", "))
	f.StringVarP(&o.output, "output", "o", "", "write the advice to `FILE`; .md, .json, .txt tell the format")
	o.filter.requestFlags(f)
	o.look.flags(cmd)
	o.judgeFlags(cmd)
	f.SortFlags = false
	complete(cmd, "format", formats)
	return cmd
}

func adviceFormatNames() []string {
	var names []string
	for _, f := range report.AdviceFormats {
		names = append(names, f.Name)
	}
	return names
}

func runAdvise(ctx context.Context, a *app, o diagnoseOptions) error {
	p, history, incomplete, err := o.read(ctx, a)
	if err != nil {
		return err
	}
	defer p.Close()
	advice := analyze.Advise(history, o.judge, o.filter.Filter)
	var buf bytes.Buffer
	for _, f := range report.AdviceFormats {
		if f.Name == o.format {
			err = f.Write(&buf, advice, o.look.options(a.terminal, o.toFile()))
		}
	}
	if err != nil {
		return err
	}
	if err := o.put(a, buf.Bytes()); err != nil {
		return err
	}
	return incomplete
}
