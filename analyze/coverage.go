package analyze

import (
	"cmp"
	"path"
	"regexp"
	"slices"

	"github.com/webhookctl/webhookctl/analyze/language"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// Absence proves something only where a source that would have shown the thing covers the moment. kind says what a source
// would have shown.
type kind string

const (
	senderLog   kind = "the sender's delivery log"
	queueLog    kind = "the sender's queue log"
	proxyLog    kind = "the receiver's access log"
	receiverLog kind = "the receiver's log"
	workerLog   kind = "the worker's log"
	effectLog   kind = "the downstream system's log"
)

var kindWords = map[kind]language.Text{
	senderLog: "the sender's delivery log", queueLog: "the sender's queue log", proxyLog: "the receiver's access log",
	receiverLog: "the receiver's log", workerLog: "the worker's log", effectLog: "the downstream system's log",
}

var kinds = []kind{senderLog, queueLog, proxyLog, receiverLog, workerLog, effectLog}

// kindOf tells what kind of source a record makes of the one it is in; "" if none.
func kindOf(e profile.Event) kind {
	switch e {
	case profile.EventDelivery:
		return senderLog
	case profile.EventActionCreated, profile.EventActionStarted, profile.EventActionCompleted, profile.EventActionFailed,
		profile.EventActionIgnored, profile.EventActionReset, profile.EventActionLost, profile.EventActionNoted:
		return queueLog
	case profile.EventProxied:
		return proxyLog
	case profile.EventReceived, profile.EventResponded, profile.EventAborted, profile.EventRejected:
		return receiverLog
	case profile.EventWorkerUp, profile.EventStarted, profile.EventCalled, profile.EventResult, profile.EventCallFailed:
		return workerLog
	case profile.EventEffect, profile.EventEffectReplayed:
		return effectLog
	}
	return ""
}

// stretch is the time from the first to the last record of a source, or of several that continue each other.
type stretch struct {
	kind        kind
	from, to    int64
	first, last *record
	stem        string
	root        string
}

// coverage lists the stretches of each kind in order of time.
type coverage map[kind][]stretch

// sourceKind is what a source is a log of.
type sourceKind struct {
	kind   kind
	source int
}

// stretchesOf gives the stretch of each source of a part, as its own clock shows it.
func stretchesOf(w *world) map[sourceKind]*stretch {
	m := map[sourceKind]*stretch{}
	for _, r := range w.records {
		k := sourceKind{kindOf(r.Event), r.Source}
		if k.kind == "" || !r.timed() {
			continue
		}
		s := m[k]
		if s == nil {
			s = &stretch{kind: k.kind, from: r.Begin(), to: r.End(), first: r, last: r}
			m[k] = s
		}
		if r.Begin() < s.from {
			s.from, s.first = r.Begin(), r
		}
		if r.End() > s.to {
			s.to, s.last = r.End(), r
		}
	}
	for _, s := range m {
		s.first, s.last = s.first.copied(), s.last.copied()
	}
	return m
}

// or is both stretches of one source as one. Of equal moments the one that stands first in the source counts.
func (s *stretch) or(o *stretch) *stretch {
	if s == nil {
		return o
	}
	if cmp.Or(cmp.Compare(o.from, s.from), cmp.Compare(o.first.index, s.first.index)) < 0 {
		s.from, s.first = o.from, o.first
	}
	if cmp.Or(cmp.Compare(s.to, o.to), cmp.Compare(o.last.index, s.last.index)) < 0 {
		s.to, s.last = o.to, o.last
	}
	return s
}

// coverageOf puts together those that continue each other, on the common clock.
func coverageOf(w *span, sources map[sourceKind]*stretch) coverage {
	type group struct {
		kind kind
		stem string
	}
	m := map[group]*stretch{}
	for source := range w.sources {
		for _, k := range kinds {
			s := sources[sourceKind{k, source}]
			if s == nil {
				continue
			}
			shift := w.clocks[source].offset
			s.from, s.to, s.stem, s.root = s.from-shift, s.to-shift, w.logs[source], root(w.sources[source].Name)
			s.first.shift, s.last.shift = shift, shift
			g := group{k, s.stem}
			all := m[g]
			if all == nil {
				m[g] = s
				continue
			}
			if s.from < all.from {
				all.from, all.first = s.from, s.first
			}
			if s.to > all.to {
				all.to, all.last = s.to, s.last
			}
		}
	}
	c := coverage{}
	for _, s := range m {
		c[s.kind] = append(c[s.kind], *s)
	}
	for k := range c {
		slices.SortFunc(c[k], func(a, b stretch) int {
			return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to), cmp.Compare(a.stem, b.stem))
		})
	}
	return c
}

// rotated takes apart the name of a log: what it is called, and what rotation and compression add. A digit that belongs to the
// name (node1.log, receiver-2.log) stays: it is another machine's.
var rotated = regexp.MustCompile(`^(.*?)(?:\.\d+)?(?:[.-]\d{4}-?\d{2}-?\d{2}(?:-[0-9a-f]{32})?)?(?:\.(?:log|txt|json|ndjson|jsonl|out))?(?:\.\d+)?(?:\.(?:gz|zst|bz2|xz))?$`)

// stem names the log that a file is a part of. receiver.log and receiver.log.1 continue each other, and so do
// webhooks-delivery-2026-11-30-… and webhooks-delivery.0-2026-11-30-….
func stem(name string) string {
	dir, base := path.Split(name)
	if m := rotated.FindStringSubmatch(base); m != nil && m[1] != "" {
		base = m[1]
	}
	return dir + base
}

// root is the folder above a log's own: what lies below one root (receiver/, nginx/, wc-logs/) was collected together.
func root(name string) string { return path.Dir(path.Dir(name)) }

// covers returns a stretch of a kind that includes the moment and was collected with the component's own files, or nil.
// Another shop's or another incident's log shows nothing of this one.
func (t *tree) covers(k kind, at int64) *stretch {
	for i := range t.world.coverage[k] {
		s := &t.world.coverage[k][i]
		if s.from <= at && at <= s.to && t.roots[s.root] && !t.world.hides(s.stem, at) && (k != senderLog || s.first.Shop == "" || t.component.shop == "" || s.first.Shop == t.component.shop) {
			return s
		}
	}
	return nil
}

// writes tells whether one log, as a source of that kind, covers the moment.
func (w *span) writes(k kind, log string, at int64) bool {
	return slices.ContainsFunc(w.coverage[k], func(s stretch) bool { return s.stem == log && s.from <= at && at <= s.to }) && !w.hides(log, at)
}

// has tells whether there is any source of a kind.
func (c coverage) has(k kind) bool { return len(c[k]) > 0 }
