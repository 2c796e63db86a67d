package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/webhookctl/webhookctl/docs"
	"github.com/webhookctl/webhookctl/report"
)

// helpTemplate opens with what the command is for and real examples; the rest comes after.
const helpTemplate = `{{.Short}}
{{if .HasExample}}
{{.Example}}
{{end}}{{with .Long}}
{{. | trimTrailingWhitespaces}}
{{end}}
{{.UsageString}}`

// usageTemplate fits into 80 columns.
const usageTemplate = `Usage:
{{- if .HasAvailableSubCommands}}
  {{.CommandPath}} COMMAND

Commands:
{{- range .Commands}}{{if .IsAvailableCommand}}
  {{rpad .Name .NamePadding }} {{.Short}}
{{- end}}{{end}}
{{- else}}
  {{.UseLine}}
{{- end}}
{{- if .HasAvailableLocalFlags}}

Flags:
{{.LocalFlags.FlagUsagesWrapped 80 | trimTrailingWhitespaces}}
{{- end}}
{{- if .HasAvailableInheritedFlags}}

Flags of every command:
{{.InheritedFlags.FlagUsagesWrapped 80 | trimTrailingWhitespaces}}
{{- end}}
{{- if .HasAvailableSubCommands}}

"{{.CommandPath}} COMMAND --help" tells more about a command.
{{- if not .HasParent}}
"{{.CommandPath}} help topics" lists pages on verdicts, keys, receivers and more.
{{- end}}
{{- end}}
`

// newHelp replaces cobra's own command, which does not fail on a command that does not exist. What is told of a command is followed by
// the page of its name, if there is one; other pages are topics of their own.
func newHelp(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND | TOPIC]",
		Short: "Tell more about a command or a topic",
		Example: `  webhookctl help import logs
  webhookctl help topics             # what there is to read
  webhookctl help verdicts | less    # what each word of a report means`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: cobra.FixedCompletions(topics(), cobra.ShellCompDirectiveNoFileComp),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && args[0] == "topics" {
				return listTopics(a)
			}
			name := strings.Join(args, " ")
			page, isTopic := docs.Find(name)
			page = page.In(a.language().Code())
			of, rest, err := cmd.Root().Find(args)
			switch {
			case err == nil && len(rest) == 0: // a command
			case isTopic:
				return report.Manual(a.out, page.Text, a.columns)
			case err == nil && of.HasParent() && of.HasSubCommands():
				return noCommand(of, rest)
			default:
				p := usage("there is no command and no topic %q", name)
				if like := nearest(name, append(topics(), commandNames(cmd.Root())...)); like != "" {
					return p.hint("did you mean webhookctl help %s?", like)
				}
				return p.hint("webhookctl --help lists the commands, webhookctl help topics the topics")
			}
			of.InitDefaultHelpFlag()
			if err := of.Help(); err != nil || !isTopic {
				return err
			}
			out := printer{w: a.out}
			out.print("\n")
			if out.err != nil {
				return out.err
			}
			return report.Manual(a.out, page.Text, a.columns)
		},
	}
}

func topics() []string {
	var names []string
	for _, p := range docs.All() {
		names = append(names, p.Name)
	}
	return names
}

func listTopics(a *app) error {
	var rows [][]string
	for _, p := range docs.All() {
		rows = append(rows, []string{p.Name, p.Title})
	}
	return a.list([]string{"topic", "tells"}, rows, 1)
}
