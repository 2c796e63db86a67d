package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/webhookctl/webhookctl/ingest"
	"github.com/webhookctl/webhookctl/ingest/format"
	"github.com/webhookctl/webhookctl/report"
)

func newFormats(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "formats [NAME]",
		Short: "List the log formats that can be read, or show a sample of one",
		Example: `  webhookctl formats
  webhookctl formats woocommerce-log
  webhookctl formats check access.log     # what is this file taken for?`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usage("formats takes one name, but was given %d", len(args)).hint("webhookctl formats lists them")
			}
			return nil
		},
		ValidArgsFunction: cobra.FixedCompletions(formatList(), cobra.ShellCompDirectiveNoFileComp),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 {
				return showFormat(a, args[0])
			}
			return listFormats(a)
		},
	}
	cmd.AddCommand(newFormatsCheck(a))
	return cmd
}

func formatList() []string {
	var list []string
	for _, f := range format.All {
		list = append(list, f.Name)
	}
	return list
}

func listFormats(a *app) error {
	var rows [][]string
	for _, f := range format.All {
		rows = append(rows, []string{f.Name, f.Title + restsOn(f)})
	}
	return a.list([]string{"name", "reads"}, rows, 1)
}

// restsOn tells formats that nobody has seen a file of.
func restsOn(f format.Format) string {
	if f.Documented {
		return " (from documentation, not from a file that was seen)"
	}
	return ""
}

// showFormat prints the first sample that must be read.
func showFormat(a *app, name string) error {
	i := slices.IndexFunc(format.All, func(f format.Format) bool { return f.Name == name })
	if i < 0 {
		return noneOf(name, formatList())
	}
	f := format.All[i]
	out := printer{w: a.out}
	out.print(f.Name, ": ", f.Title, restsOn(f), "\n")
	for _, s := range f.Samples {
		if s.Refused {
			continue
		}
		if s.Given != "" {
			out.print("\nWith --", f.Name, " ", report.Visible(ingest.ShellQuote(s.Given)), ":\n")
		}
		out.print("\nA sample, which gives ", count(int64(s.Records), "record"), ":\n\n")
		for line := range strings.Lines(s.Text) {
			out.print("  ", report.Visible(strings.TrimRight(line, "\r\n")), "\n")
		}
		break
	}
	if how := howToWrite[f.Name]; how != "" {
		out.print("\n", how)
	}
	return out.err
}

// howToWrite says where it is told how software is made to write a format, where it does not do so by itself.
var howToWrite = map[string]string{
	"apache-json": "To have Apache write it: webhookctl collect apache\n",
	"claim-table": "To export it: webhookctl collect claims\n",
	"json-lines":  "Which fields decide: webhookctl collect receiver\n",
	"nginx-json":  "To have nginx write it: webhookctl collect nginx\n",
}
