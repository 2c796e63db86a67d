package main

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/webhookctl/webhookctl/analyze/language"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// defaultProfile is where a profile lies unless --profile or WEBHOOKCTL_PROFILE says otherwise.
const defaultProfile = "./webhookctl.db"

// app is what the commands share: the terminal and the flags that all of them have.
type app struct {
	terminal
	profile string
}

// newRoot returns the whole tree of commands.
func newRoot(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "webhookctl",
		Short: "webhookctl says where one webhook, and one business operation, became two.",
		Example: `  webhookctl demo                         # a recorded incident: two shipments
  webhookctl collect woocommerce          # how to get the files
  webhookctl import logs ./incident/      # any mix of files, known by content
  webhookctl diagnose                     # where did one become two?
  webhookctl diagnose -o ticket.md        # the same, as Markdown for a ticket
  webhookctl diagnose ./incident/         # in one go, nothing kept
  webhookctl trace order:18452            # all that is known of one order`,
		Long: `It reads log files that other software wrote: WooCommerce delivery logs, Action
Scheduler exports, access logs, the logs of the receiver. It joins their records
by the identifiers in them and names the layer at which the branches part, with
the lines that prove it. It never sends anything, never changes a log, and
stores no payload.

Exit codes:
  0    done
  1    something was duplicated or lost (only with diagnose --exit-code)
  2    could not run
  3    ran, but some input could not be used
  130  interrupted`,
		Args:              noCommand,
		RunE:              printHelp,
		SilenceErrors:     true,
		SilenceUsage:      true,
		Version:           thisBuild().String(),
		DisableAutoGenTag: true,
	}
	cmd.SetHelpTemplate(helpTemplate)
	cmd.SetUsageTemplate(usageTemplate)
	cmd.SetVersionTemplate("{{.Version}}\n")
	cmd.SetHelpCommand(newHelp(a))
	cmd.CompletionOptions.DisableDefaultCmd = true
	cmd.Flags().Bool("version", false, "print which build this is") // ours, so that -v stays free
	cmd.SetFlagErrorFunc(flagError)
	cmd.PersistentFlags().StringVar(&a.profile, "profile", "",
		"the profile to use (`FILE`); else WEBHOOKCTL_PROFILE, else "+defaultProfile)
	cmd.PersistentFlags().Var(newChoice(&a.lang, "", language.Codes()...), "lang", "the language of reports; else that of LC_ALL, LC_MESSAGES or LANG, else English")
	complete(cmd, "lang", language.Codes())
	cmd.AddCommand(
		newImport(a), newDiagnose(a), newTrace(a), newOperations(a), newAdvise(a), newVerify(a), newBundle(a), newSources(a), newProblems(a), newPurge(a), newFormats(a), newCollect(a),
		newDemo(a), newCompletion(a), newVersion(a),
	)
	return cmd
}

// printHelp is what a command does that only holds others.
func printHelp(cmd *cobra.Command, _ []string) error { return cmd.Help() }

// profilePath says which profile is meant: by the flag, else the environment, else the default.
func (a *app) profilePath() string {
	switch {
	case a.profile != "":
		return a.profile
	case a.getenv("WEBHOOKCTL_PROFILE") != "":
		return a.getenv("WEBHOOKCTL_PROFILE")
	}
	return defaultProfile
}

// openProfile opens the profile of earlier imports.
func (a *app) openProfile(ctx context.Context, mode profile.Mode) (*profile.Profile, error) {
	path := a.profilePath()
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, failure("there is no profile at "+path,
			"import logs first: webhookctl import logs ./logs",
			"or look at a recorded incident: webhookctl demo")
	}
	return profile.Open(ctx, path, mode)
}
