package analyze

import (
	"cmp"
	"path"
	"regexp"
	"slices"

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

func coverageOf(w *world) coverage {
	type group struct {
		kind kind
		stem string
	}
	m := map[group]*stretch{}
	for _, r := range w.records {
		k := kindOf(r.Event)
		if k == "" || !r.timed() {
			continue
		}
		g := group{k, w.logs[r.Source]}
		s := m[g]
		if s == nil {
			s = &stretch{kind: k, stem: g.stem, root: root(w.history.Sources[r.Source].Name), from: r.begin(), to: r.end(), first: r, last: r}
			m[g] = s
		}
		if r.begin() < s.from {
			s.from, s.first = r.begin(), r
		}
		if r.end() > s.to {
			s.to, s.last = r.end(), r
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
func (w *world) writes(k kind, log string, at int64) bool {
	return slices.ContainsFunc(w.coverage[k], func(s stretch) bool { return s.stem == log && s.from <= at && at <= s.to }) && !w.hides(log, at)
}

// has tells whether there is any source of a kind.
func (c coverage) has(k kind) bool { return len(c[k]) > 0 }
