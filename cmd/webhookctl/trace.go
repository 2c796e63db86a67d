package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/report"
)

func newTrace(a *app) *cobra.Command {
	width := 0
	var rules ruleFlags
	cmd := &cobra.Command{
		Use:   "trace ID",
		Short: "Show every record of one order, delivery or operation",
		Example: `  webhookctl trace order:18452
  webhookctl trace shipment:create:18452:full
  webhookctl trace d3c083808682eaa2caa0570c7364f283    # a delivery or request
  webhookctl trace SHIP-987                            # a downstream record
  webhookctl trace job:41`,
		Long: `The ID is that of a resource, an operation key, or a delivery, request, event,
job, action or downstream ID. All that is joined to it is shown, from the change
to the effect, with the line that says it. A bare number is a resource's, if
there is one; "job:", "delivery:", "request:", "event:", "action:",
"downstream:" or "operation:" before it says what else is meant. Of what reports
call hidden-1 ("webhookctl help profile"), that name and the value itself are
both taken.

Times are by the sender's clock: where a machine's clock runs apart, its records
are put where they belong, and their own time is said. A request stands where it
began, even if it was logged at its end. Stamps of whole seconds prove no order
within one second.

In a large profile the first trace makes an index beside it (FILE.trace), so
that later ones answer at once. It may be deleted.`,
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) != 1:
				return usage("trace takes one ID, but was given %d", len(args)).hint("for example: webhookctl trace order:18452")
			case args[0] == "":
				return usage("the ID is empty").hint("for example: webhookctl trace order:18452")
			}
			return nil
		},
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := (&look{width: width}).check(); err != nil {
				return err
			}
			opt, err := rules.options(a.terminal)
			if err != nil {
				return err
			}
			return runTrace(cmd.Context(), a, args[0], opt, width)
		},
	}
	cmd.Flags().IntVar(&width, "width", 0, "`COLUMNS` of the table, if not the terminal's; tab-separated values in a pipe without it")
	rules.flags(cmd)
	cmd.Flags().SortFlags = false
	return cmd
}

func runTrace(ctx context.Context, a *app, id string, judge analyze.Options, width int) error {
	p, err := a.openProfile(ctx, profile.ReadOnly)
	if err != nil {
		return err
	}
	defer p.Close()
	steps, err := (&tracer{a: a, p: p, judge: judge}).steps(ctx, id)
	if err != nil {
		return err
	}
	if len(steps) == 0 {
		return usage("no record names %q", id).
			hint("IDs are compared whole, with upper and lower case").hint("webhookctl operations lists the operation keys and downstream IDs")
	}
	var rows [][]string
	for _, s := range steps {
		rows = append(rows, []string{s.Time.String(), string(s.Layer), s.Source + ":" + number(s.Line), s.Says})
	}
	header := a.heads(a.outTTY || width > 0, "time", "layer", "where", "says")
	opt := report.TableOptions{Terminal: a.outTTY || width > 0, Width: width, Prose: []int{3}}
	if width == 0 {
		opt.Width = a.columns
	}
	return report.Table(a.out, header, rows, opt)
}
