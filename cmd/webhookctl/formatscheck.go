package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/ingest"
	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/report"
)

func newFormatsCheck(a *app) *cobra.Command {
	var o importOptions
	cmd := &cobra.Command{
		Use:   "check FILE",
		Short: "Say what a file is taken for, and what its first lines give",
		Example: `  webhookctl formats check access.log
  webhookctl formats check --log-format '$msec "$request" $status' access.log
  webhookctl formats check --map delivery_id=data.hook.id app.ndjson`,
		Long: `The beginning of the file, up to a mebibyte, is read as an import with the same
flags would read it, and nothing is kept. Shown is which formats say yes to it
and why others say no, the first records as a profile would hold them, the
first problems, and the names of fields that mean nothing to the format: --map
or --column says what they are. Of what they hold, nothing is shown.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usage("formats check takes one file, but was given %d", len(args)).hint("webhookctl formats check access.log")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			o.paths = args
			return runFormatsCheck(cmd.Context(), a, o)
		},
	}
	asFlag(cmd, &o.as)
	o.given.flags(cmd)
	o.limits.recordFlags(cmd.Flags())
	cmd.Flags().SortFlags = false
	return cmd
}

// Of a file's beginning so much is shown.
const (
	recordsShown  = 3
	problemsShown = 3
)

func runFormatsCheck(ctx context.Context, a *app, o importOptions) error {
	look, err := ingest.LookAt(ctx, o.paths[0], o.given.options(o.limits.options(ingest.Options{As: o.as, Stdin: a.in})))
	if err != nil {
		return fileError(err)
	}
	out := printer{w: a.out}
	printVerdicts(&out, look.Verdicts)
	if look.Err != nil {
		if out.err != nil {
			return out.err
		}
		return &partial{[]error{fileError(look.Err)}}
	}
	printLook(&out, look)
	return out.err
}

// printVerdicts says what formats say to the file: yes, or why not. Of those that only say no, how many there are.
func printVerdicts(out *printer, verdicts []ingest.Verdict) {
	only := 0
	for _, v := range verdicts {
		if v.Yes {
			out.print("yes  ", v.Format, "\n")
		}
	}
	for _, v := range verdicts {
		switch {
		case v.Yes:
		case v.Why == "":
			only++
		default:
			out.print("no   ", v.Format, ": ", report.Visible(v.Why), "\n")
		}
	}
	out.print("no   ", count(int64(only), "other format"), "\n")
}

// printLook says what came of a file's beginning.
func printLook(out *printer, look *ingest.Look) {
	b := &look.Batch
	var bad int64
	for _, p := range b.Problems {
		bad += p.Lines
	}
	of := " at its beginning"
	if look.Whole {
		of = ""
	}
	out.print("\nRead as ", look.Format, ": ", count(look.Lines, "line"), of, " = ", number(b.InRecords), " in records + ", number(bad),
		" with problems + ", number(b.Skipped), " skipped by rule\n")
	if z := b.Zoneless; z.Line > 0 {
		out.print("Times have no zone, as in line ", number(z.Line), ": give --assume-tz\n")
	}
	for i := range b.Observations[:min(len(b.Observations), recordsShown)] {
		if i == 0 {
			out.print("\nThe first records, as a profile would hold them:\n")
		}
		out.print("  line ", number(b.Observations[i].Line), ": ", strings.Join(held(&b.Observations[i]), " "), "\n")
	}
	for i, p := range b.Problems[:min(len(b.Problems), problemsShown)] {
		if i == 0 {
			out.print("\nThe first problems:\n")
		}
		out.print("  line ", number(p.Line), ": ", report.Visible(p.Reason), "\n")
		if p.Hint != "" {
			out.print("    ", report.Visible(p.Hint), "\n")
		}
	}
	if len(look.Unplaced) > 0 {
		out.print("\nFields that mean nothing to ", look.Format, ": ", report.Visible(strings.Join(look.Unplaced, ", ")), "\n")
	}
}

// held lists what a record holds, as name=value. What is kept as a keyed hash is shown as such, since there is no key here.
func held(o *profile.Observation) []string {
	took := ""
	if o.Took > 0 {
		took = o.Took.String()
	}
	when := analyze.Time{Nano: o.Time, Precision: o.Precision}.String()
	if when != "" && o.Ends {
		when += " (its end)"
	}
	var list []string
	for _, f := range []struct{ name, value string }{
		{"event", string(o.Event)},
		{"time", when},
		{"took", took},
		{"provider", o.Provider},
		{"shop", o.Shop},
		{"topic", o.Topic},
		{"resource", strings.Trim(o.ResourceType+":"+o.ResourceID, ":")},
		{"webhook_id", o.WebhookID},
		{"delivery_id", o.DeliveryID},
		{"event_id", o.EventID},
		{"act_id", o.ActID},
		{"related", o.Related},
		{"request_id", o.RequestID},
		{"operation_key", o.OperationKey},
		{"job_id", o.JobID},
		{"downstream_id", o.DownstreamID},
		{"action_id", o.ActionID},
		{"row_id", o.RowID},
		{"worker", o.Worker},
		{"process", o.Process},
		{"instance", o.Instance},
		{"connection", o.Connection},
		{"attempt", positive(int64(o.Attempt))},
		{"signature", hash(o.Signature != profile.Mark{})},
		{"body", hash(o.Body != profile.Hash{})},
		{"body_size", positive(o.BodySize)},
		{"state", hash(o.State != profile.Mark{})},
		{"status", o.Status},
		{"url", o.URL},
		{"query", hash(o.Query != profile.Mark{})},
		{"method", o.Method},
		{"code", positive(int64(o.Code))},
		{"failure", o.Failure},
		{"upstream", o.Upstream},
		{"row_status", o.RowStatus},
		{"via", o.Via},
		{"secret", hash(o.Secret != profile.Mark{})},
		{"api_version", o.APIVersion},
	} {
		if f.value == "" {
			continue
		}
		if f.value[0] == '~' {
			f.value = hash(true)
		}
		value := report.Visible(f.value)
		if strings.Contains(value, " ") {
			value = "'" + value + "'"
		}
		list = append(list, f.name+"="+value)
	}
	return list
}

func hash(there bool) string {
	if there {
		return "(hash)"
	}
	return ""
}

func positive(n int64) string {
	if n <= 0 {
		return ""
	}
	return number(n)
}
