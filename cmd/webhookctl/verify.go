package main

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/ingest"
	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/report"
)

type verifyOptions struct {
	importOptions
	format string
}

func newVerify(a *app) *cobra.Command {
	var o verifyOptions
	cmd := &cobra.Command{
		Use:   "verify PATH…",
		Short: "Check signatures: which of several secrets signed each request",
		Example: `  webhookctl verify --secret-file secrets.txt ./incident/
  webhookctl verify requests.har                # asks for the secrets
  pass show hooks | webhookctl verify --secret-file - ./incident/
  webhookctl verify --secret-file secrets.txt --format json ./incident/`,
		Long: `The signed bytes are those in the files: a HAR's request bodies, request_body
of nginx, WooCommerce's delivery log with WP_DEBUG, raw_body in the receiver's
log. What a logger has parsed and written again is not what was signed: of it
verify says "bytes not in this file", and never that a signature is false.
Whether a request is old or a copy, a signature does not tell.

A secret is never printed, stored or sent. It is called by its number over all
files and, where there is a profile, as in diagnose: secret:1f0c9a77, a keyed
hash with which nobody can try values who has not the profile's key.
"webhookctl help verify" lists the senders whose signatures can be checked.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("nothing to check").hint("name files or folders, for example: webhookctl verify --secret-file secrets.txt ./logs")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			o.paths = args
			return runVerify(cmd.Context(), a, o)
		},
	}
	f := cmd.Flags()
	secretsFlag(cmd, &o.secrets)
	f.Var(newChoice(&o.format, "text", "json", "text"), "format", "form of the answer")
	asFlag(cmd, &o.as)
	o.given.linesFlags(cmd)
	o.limits.flags(f)
	f.SortFlags = false
	complete(cmd, "format", []string{"json", "text"})
	return cmd
}

func runVerify(ctx context.Context, a *app, o verifyOptions) error {
	known, err := o.verifySecrets(ctx, a)
	if err != nil {
		return err
	}
	fingerprints, err := a.fingerprintsOf(ctx, known)
	if err != nil {
		return err
	}
	p, err := profile.Temporary(ctx)
	if err != nil {
		return err
	}
	defer p.Close()
	var requests []analyze.VerifiedRequest
	o.signers = known.numbered()
	o.checked = func(file string, c ingest.Checked) { requests = append(requests, verifiedRequest(file, c)) }
	result, err := importLogs(ctx, a, p, o.importOptions)
	if err != nil {
		return err
	}
	if failed := allFailed(result); failed != nil {
		return failed
	}
	if len(result.Files) == 0 {
		return failure("nothing was read, so nothing could be checked")
	}
	v := analyze.Verify(fingerprints, requests, nothingIn(result, requests))
	if o.format == "json" {
		err = report.VerificationJSON(a.out, v)
	} else {
		opt := report.TableOptions{Terminal: true, Width: wide}
		if a.outTTY {
			opt.Width = a.columns
		}
		err = report.Verification(a.out, v, a.language(), opt)
	}
	if err != nil {
		return err
	}
	return unused(result, "to list them, import the files (webhookctl import logs PATH…), then run: webhookctl problems")
}

// verifySecrets reads the files that were named, or asks.
func (o *verifyOptions) verifySecrets(ctx context.Context, a *app) (secrets, error) {
	switch {
	case len(o.secrets) > 0:
		return o.secrets.read(a, o.paths)
	case a.ask == nil:
		return nil, usage("no secret to check signatures with").hint("write one on each line of a file: --secret-file secrets.txt")
	}
	return a.askSecrets(ctx)
}

// fingerprintsOf gives the secrets their numbers and, where there is a profile with its key, what its diagnosis calls them.
func (a *app) fingerprintsOf(ctx context.Context, known secrets) ([]analyze.Secret, error) {
	list := make([]analyze.Secret, len(known))
	for i := range list {
		list[i].Number = i + 1
	}
	if _, err := os.Stat(a.profilePath()); errors.Is(err, fs.ErrNotExist) && a.profile == "" {
		return list, nil
	}
	p, err := a.openProfile(ctx, profile.ReadOnly)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	if !p.HasKey() {
		return list, nil
	}
	for i, s := range known.fingerprints(p) {
		list[i].Fingerprint = s.Registration
	}
	return list, nil
}

func verifiedRequest(file string, c ingest.Checked) analyze.VerifiedRequest {
	x := &c.Observation
	r := analyze.VerifiedRequest{
		Source: file, Line: x.Line, Offset: x.Offset, Time: analyze.Time{Nano: x.Time, Precision: x.Precision},
		Provider: x.Provider, Scheme: c.Scheme, WebhookID: x.WebhookID, EventID: x.EventID, DeliveryID: x.DeliveryID,
		Result: string(c.Answer), Detail: c.Detail, OneEndpoint: c.OneEndpoint,
	}
	if r.Provider == "" {
		r.Provider = c.Scheme
	}
	for _, i := range c.Secrets {
		r.Secrets = append(r.Secrets, i+1)
	}
	return r
}

// nothingIn lists the files that were read without a request to check in them.
func nothingIn(result ingest.Result, requests []analyze.VerifiedRequest) []string {
	some := map[string]bool{}
	for _, r := range requests {
		some[r.Source] = true
	}
	var list []string
	for _, f := range result.Files {
		if f.Err == nil && !some[f.Name] {
			list = append(list, f.Name)
		}
	}
	return list
}
