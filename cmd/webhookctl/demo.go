package main

import (
	"context"
	"errors"
	"os"

	"github.com/spf13/cobra"

	"github.com/webhookctl/webhookctl/fixtures"
)

func newDemo(a *app) *cobra.Command {
	var l look
	cmd := &cobra.Command{
		Use:     "demo",
		Short:   "Diagnose a recorded incident: one order, two shipments",
		Example: `  webhookctl demo`,
		Long: `The files are part of the program: the delivery log, webhook table and queue of
a WooCommerce shop, and the nginx, receiver, worker and fulfilment logs behind
it. They are written to a temporary folder, read and judged. Nothing is kept.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := l.check(); err != nil {
				return err
			}
			return runDemo(cmd.Context(), a, l)
		},
	}
	l.flags(cmd.Flags())
	complete(cmd, "color", []string{"auto", "always", "never"})
	return cmd
}

// runDemo is diagnose over the embedded files.
func runDemo(ctx context.Context, a *app, l look) (err error) {
	files, err := fixtures.Demo()
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "webhookctl-demo-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	if err := os.CopyFS(folder, files); err != nil {
		return err
	}
	return runDiagnose(ctx, a, diagnoseOptions{importOptions: importOptions{paths: []string{folder}}, look: l, format: "text"})
}
