package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// newCompletion replaces cobra's own command, which accepts any word and answers it with help.
func newCompletion(a *app) *cobra.Command {
	shells := []string{"bash", "fish", "powershell", "zsh"}
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print the completion script of a shell",
		Example: `  source <(webhookctl completion bash)        # for this session
  webhookctl completion bash > /etc/bash_completion.d/webhookctl
  webhookctl completion zsh > "${fpath[1]}/_webhookctl"
  webhookctl completion fish > ~/.config/fish/completions/webhookctl.fish`,
		Long:      "The shells are " + strings.Join(shells, ", ") + ".",
		ValidArgs: shells,
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) != 1:
				return usage("completion takes the name of one shell").hint("it is one of %s", strings.Join(shells, ", "))
			case !slices.Contains(shells, args[0]):
				return noneOf(args[0], shells)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(a.out, true)
			case "fish":
				return root.GenFishCompletion(a.out, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(a.out)
			default:
				return root.GenZshCompletion(a.out)
			}
		},
	}
}
