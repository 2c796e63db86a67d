package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// The first trace of anything in a large profile makes an index of what hangs together in it, and later ones read only that.
const (
	tracedAtOnce = 200_000 // observations that a trace goes through within a second, so that no index is worth its file
	tracedByRow  = 100_000 // observations that are read one by one sooner than all are read
)

// tracer traces IDs in a profile.
type tracer struct {
	a     *app
	p     *profile.Profile
	judge analyze.Options

	least int // observations of a profile that is given an index; 0: tracedAtOnce
}

func (t *tracer) steps(ctx context.Context, id string) ([]analyze.Step, error) {
	sources, err := t.p.Sources(ctx)
	if err != nil {
		return nil, err
	}
	total := int64(0)
	for _, s := range sources {
		total += s.Records
	}
	indexed := total >= int64(cmp.Or(t.least, tracedAtOnce)) && len(t.judge.Rules) == 0 // rules join what the index does not
	if indexed {
		if steps, ok, err := t.byIndex(ctx, sources, id); ok || err != nil {
			return steps, err
		}
	}
	h, hidden, err := historyOf(ctx, t.p)
	if err != nil {
		return nil, err
	}
	defer h.Close()
	if indexed && t.makeIndex(ctx, h, hidden) == nil {
		if steps, ok, err := t.byIndex(ctx, sources, id); ok || err != nil {
			return steps, err
		}
	}
	return analyze.Trace(h, naming(hidden, t.p)(id), t.judge), ctx.Err()
}

// byIndex traces by the index, if there is one and it is not damaged, and if what is asked for is a small part of the history.
func (t *tracer) byIndex(ctx context.Context, sources []profile.Source, id string) (steps []analyze.Step, ok bool, err error) {
	ix, err := t.p.TraceIndex(ctx, thisBuild().String())
	if err != nil || ix == nil {
		return nil, false, err
	}
	defer ix.Close()
	spans, err := analyze.ParseTraceSpans(ix.Spans, len(sources), ix.Len())
	if err != nil {
		return nil, false, nil
	}
	id = naming(spans.Hidden, t.p)(id)
	asked, few, err := ix.Named(analyze.TraceNames(id), tracedByRow)
	if err != nil || !few {
		return nil, false, nil
	}
	places := slices.Concat(asked, spans.Telling())
	slices.Sort(places)
	places = slices.Compact(places)
	parts, err := ix.Observations(ctx, places)
	if err != nil {
		return nil, false, ctx.Err()
	}
	is := func(i int) bool {
		_, found := slices.BinarySearch(asked, places[i])
		return found
	}
	return spans.Trace(sources, parts, is, id, t.judge), true, nil
}

// makeIndex makes the index beside the profile, and says so. Where it cannot, as in a folder that may only be read, a trace goes through all.
func (t *tracer) makeIndex(ctx context.Context, h analyze.History, hidden analyze.Hidden) error {
	made, err := analyze.IndexTrace(h, hidden)
	if err != nil {
		return err
	}
	err = t.p.WriteTraceIndex(ctx, thisBuild().String(), profile.TraceParts{
		Groups: made.Groups,
		Names: func(place int, each func(string)) {
			o := h.At(place)
			made.Names(&o, each)
		},
		Spans: made.Spans,
	})
	if err == nil {
		fmt.Fprintf(t.a.err, "webhookctl: %s.trace is made, so that later traces need not read all of the profile; it may be deleted\n", t.p.Path())
	}
	return err
}
