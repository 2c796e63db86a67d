package main

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/report"
)

// operationStates are the states of an operation, in the order of its life.
var operationStates = []string{"received", "processing", "succeeded", "retryable_failed", "terminal_failed", "uncertain"}

type operationsOptions struct {
	filter analyze.Filter
	rules  ruleFlags
	states choices
	format string
}

func newOperations(a *app) *cobra.Command {
	o := operationsOptions{states: choices{values: operationStates, kind: "STATE"}}
	cmd := &cobra.Command{
		Use:   "operations",
		Short: "List the operations: delivery accepted, operation done",
		Example: `  webhookctl operations
  webhookctl operations --state uncertain          # look these up downstream
  webhookctl operations --resource order:18452
  webhookctl operations --format json | jq -r '.[].downstream_ids[]'`,
		Long: `That a delivery was answered with success and that its operation was done are
two things, and two columns. The key comes from the receiver's own log (logged),
from --operation (rule), or from what the provider says of the resource
(derived). A derived key cannot tell two parcels of one order from one that was
sent twice.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runOperations(cmd.Context(), a, o) },
	}
	f := cmd.Flags()
	f.Var(newChoice(&o.format, "table", "json", "table"), "format", "a table (tab-separated in a pipe) or JSON")
	f.Var(&resourceFlag{&o.filter}, "resource", "only those of this resource, as order:18452")
	f.StringVar(&o.filter.OperationKey, "operation-key", "", "only the one of this `KEY`")
	f.Var(&o.states, "state", "only these: "+strings.Join(operationStates, ", "))
	o.rules.flags(cmd)
	f.SortFlags = false
	complete(cmd, "format", []string{"json", "table"})
	complete(cmd, "state", operationStates)
	return cmd
}

func runOperations(ctx context.Context, a *app, o operationsOptions) error {
	opt, err := o.rules.options(a.terminal)
	if err != nil {
		return err
	}
	history, name, err := a.history(ctx)
	if err != nil {
		return err
	}
	chosen := filter{o.filter}
	chosen.name(name)
	opt.Examples = 1 // of the duplicates nothing is told
	d := analyze.Diagnose(history, opt)
	printError(a.err, idle(d.Rules))
	all := analyze.Diagnosis{Operations: d.Operations}
	list := all.Select(chosen.among(resources(all))).Operations
	if len(o.states.chosen) > 0 {
		list = slices.DeleteFunc(list, func(x analyze.Operation) bool { return !slices.Contains(o.states.chosen, x.State) })
	}
	switch {
	case o.format == "json":
		return report.OperationsJSON(a.out, list)
	case len(list) == 0 && a.outTTY:
		return noOperations(a, len(all.Operations))
	}
	var rows [][]string
	for _, x := range list {
		key := x.Key
		if a.outTTY {
			key = report.OperationName(a.language(), x)
		}
		rows = append(rows, []string{
			key, x.KeyOrigin, resourceName(x.Resource), x.State, x.Accepted, x.Succeeded, number(int64(x.Executions)),
			strings.Join(x.DownstreamIDs, ", "),
		})
	}
	return a.list(a.heads(a.outTTY, "key", "origin", "resource", "state", "delivery accepted", "operation succeeded", "executions", "downstream IDs"), rows)
}

// noOperations says on a terminal why the table would be empty.
func noOperations(a *app, all int) error {
	out := printer{w: a.out}
	if all == 0 {
		out.print(a.language().Say("No operation is in the evidence: no record shows a request, or work that one asked for."), "\n")
	} else {
		out.print(a.language().Say("None of %s passes the filters.", a.language().Count(all, "operation")), "\n")
	}
	return out.err
}

// resourceName writes a resource as --resource takes it.
func resourceName(r analyze.Resource) string {
	if r.Type == "" {
		return r.ID
	}
	return r.Type + ":" + r.ID
}
