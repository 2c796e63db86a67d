package main

import (
	"strings"

	"github.com/spf13/cobra"
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
{{- end}}
`

// newHelp replaces cobra's own command, which does not fail on a command that does not exist.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "Tell more about a command",
		Example: `  webhookctl help import logs`,
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			of, rest, err := cmd.Root().Find(args)
			if err != nil || of == nil {
				return usage("unknown command %q", strings.Join(args, " ")).hint("webhookctl --help lists them")
			}
			if len(rest) > 0 && of.HasSubCommands() {
				return noCommand(of, rest)
			}
			of.InitDefaultHelpFlag()
			return of.Help()
		},
	}
}
