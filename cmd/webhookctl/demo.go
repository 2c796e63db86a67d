package main

import (
	"context"
	"errors"
	"os"

	"github.com/spf13/cobra"

	"github.com/webhookctl/webhookctl/fixtures"
)

func newDemo(a *app) *cobra.Command {
	o := diagnoseOptions{format: "text", again: "webhookctl demo"}
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Diagnose a recorded incident: one order, two shipments",
		Example: `  webhookctl demo
  webhookctl demo --explain D1      # every join of D1, with its original lines`,
		Long: `The files are part of the program: the delivery log, webhook table and queue of
a WooCommerce shop, and the nginx, receiver, worker and fulfilment logs behind
it. They are written to a temporary folder, read and judged. Nothing is kept.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := o.look.check(); err != nil {
				return err
			}
			return runDemo(cmd.Context(), a, o)
		},
	}
	cmd.Flags().StringVar(&o.explain, "explain", "", "show every join of the duplicate `ID` with its original lines")
	o.look.flags(cmd)
	cmd.Flags().SortFlags = false
	return cmd
}

// runDemo is diagnose over the embedded files.
func runDemo(ctx context.Context, a *app, o diagnoseOptions) (err error) {
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
	o.paths = []string{folder}
	return runDiagnose(ctx, a, o)
}
