package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"slices"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/ingest"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// readBaseline judges the earlier profile, by the same rules, so that what came since can be held against it. It is only read.
func (o *diagnoseOptions) readBaseline(ctx context.Context, a *app) error {
	if err := o.checkBaseline(a); err != nil {
		return err
	}
	p, err := profile.Open(ctx, o.baseline, profile.ReadOnly)
	if err != nil {
		return err
	}
	defer p.Close()
	h, err := load(ctx, p, o.hidden, o.memory)
	if err != nil {
		return err
	}
	if len(h.Sources) == 0 {
		return failure("--baseline: "+o.baseline+" holds nothing", "import the logs of the time before the fix into it: "+o.intoBaseline("./logs"))
	}
	before := analyze.Diagnose(h, o.judge)
	o.judge.Baseline, o.judge.Since = &before, o.filter.Since
	return nil
}

// checkBaseline refuses what is no earlier profile.
func (o *diagnoseOptions) checkBaseline(a *app) error {
	info, err := os.Stat(o.baseline)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return failure("--baseline: there is no profile at "+o.baseline, "import the logs of the time before the fix into one: "+o.intoBaseline("./logs"))
	case err != nil:
		return failure("--baseline: " + err.Error())
	case info.IsDir():
		before := *o
		before.baseline = "before.db"
		return failure("--baseline: "+o.baseline+" is a folder, and an earlier profile is wanted", "make one of it: "+before.intoBaseline(o.baseline))
	}
	if current, err := os.Stat(a.profilePath()); err == nil && len(o.paths) == 0 && os.SameFile(info, current) {
		return failure("--baseline: "+o.baseline+" is the profile that is judged", "name one of the time before the fix, or name the new one with --profile")
	}
	return nil
}

func (o *diagnoseOptions) intoBaseline(path string) string {
	return "webhookctl --profile " + ingest.ShellQuote(o.baseline) + " import logs " + ingest.ShellQuote(path)
}

// failed is what --exit-code looks for: something duplicated or lost. With a baseline, only what is not of before counts.
func failed(d analyze.Diagnosis) bool {
	if d.Baseline.Verdict == "" {
		return found(d)
	}
	return d.Baseline.Verdict == analyze.NotWorked || slices.ContainsFunc(d.Duplicates, func(dup analyze.Duplicate) bool {
		return harmful(dup) && (slices.Contains(d.Baseline.Across, dup.ID) || slices.Contains(d.Baseline.Undated, dup.ID))
	})
}
