package main

import (
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func newVersion(a *app) *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print which build this is",
		Example: `  webhookctl version
  webhookctl version --json     # for programs`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error {
			b := thisBuild()
			if asJSON {
				e := json.NewEncoder(a.out)
				e.SetIndent("", "  ")
				return e.Encode(b)
			}
			_, err := fmt.Fprintln(a.out, b)
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print it as JSON")
	return cmd
}

// build says which build this is.
type build struct {
	Version string `json:"version"`
	Commit  string `json:"commit"`  // "" where the build does not know it
	Changed bool   `json:"changed"` // from what the commit has
	Go      string `json:"go"`
	OS      string `json:"os"`
	Arch    string `json:"arch"`
}

// thisBuild is what the linker and Go have written into the program.
func thisBuild() build {
	b := build{Version: version, Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
		if b.Version == "" {
			b.Version = info.Main.Version
		}
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				b.Commit = s.Value
			case "vcs.modified":
				b.Changed = s.Value == "true"
			}
		}
	}
	if b.Version == "" {
		b.Version = "(devel)"
	}
	return b
}

// String is one line.
func (b build) String() string {
	commit := ""
	if b.Commit != "" {
		commit = " commit " + b.Commit
	}
	if b.Changed {
		commit += " (changed)"
	}
	return fmt.Sprintf("webhookctl %s%s %s %s/%s", b.Version, commit, b.Go, b.OS, b.Arch)
}
