package main

import (
	"context"
	"errors"
	"os"
	"slices"
	"sync"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// nothingRead is a diagnosis without a single source: there is no answer, not even "no duplicates".
func nothingRead(paths []string, incomplete error) error {
	none := failure("nothing has been read, so there is nothing to judge")
	if len(paths) == 0 {
		return none.hint("import logs first: webhookctl import logs ./logs").hint("or look at a recorded incident: webhookctl demo")
	}
	var some *partial
	if errors.As(incomplete, &some) {
		return errors.Join(append(slices.Clone(some.problems), error(none))...)
	}
	return none
}

// load reads a whole history from a profile, with names for what the profile hides. hidden gets those that it has not yet.
func load(ctx context.Context, p *profile.Profile, hidden analyze.Hidden, m memory) (analyze.History, error) {
	var h analyze.History
	var err error
	if h.Sources, err = p.Sources(ctx); err != nil {
		return h, err
	}
	var states error
	var both sync.WaitGroup
	both.Go(func() { h.PackedStates, states = p.States(ctx, m.rows()) })
	h.Packed, err = p.Packed(ctx, m.rows())
	both.Wait()
	if err = errors.Join(err, states); err != nil {
		var full *profile.SpillError
		if errors.As(err, &full) {
			err = failure("cannot keep what does not fit into memory: "+full.Error()).hint("make room in %s, or give more with --memory", os.TempDir())
		}
		return h, errors.Join(err, h.Close())
	}
	hidden.Name(&h)
	return h, nil
}

// history is what the profile on disk holds, for commands that have nothing to say of an empty one. name gives what a person asks for
// the name that it has in the history.
func (a *app) history(ctx context.Context) (h analyze.History, name func(id string) string, err error) {
	p, err := a.openProfile(ctx, profile.ReadOnly)
	if err != nil {
		return h, nil, err
	}
	defer p.Close()
	h, hidden, err := historyOf(ctx, p)
	return h, naming(hidden, p), err
}

// historyOf is what a profile holds, and the names of what is hidden in it.
func historyOf(ctx context.Context, p *profile.Profile) (analyze.History, analyze.Hidden, error) {
	hidden := analyze.Hidden{}
	h, err := load(ctx, p, hidden, 0)
	if err == nil && len(h.Sources) == 0 {
		err = nothingRead(nil, nil)
	}
	return h, hidden, err
}
