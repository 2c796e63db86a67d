package analyze

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// Extent is how far a history reaches, for a comparison with a later one.
type Extent struct {
	// FirstSeen and LastSeen are those of records of requests and work. Rows of queues and registrations may carry a time that is yet to
	// come.
	FirstSeen, LastSeen Time
	Records             int      // of these
	Kinds               []string // of sources: the sender's delivery log, the worker's log, …
	Changes             int
}

func (t *tally) extent(kinds []string) Extent {
	return Extent{FirstSeen: t.happened.from, LastSeen: t.happened.to, Records: t.happened.records, Kinds: kinds, Changes: t.changes}
}

// happened tells records of requests and work that have a time.
func happened(o *profile.Observation) bool {
	switch o.Event.Layer() {
	case "", profile.LayerRegistration, profile.LayerSchedule:
		return false
	}
	return o.Precision != 0
}

// since is what a history holds of the time after a moment.
type since struct {
	from     Time  // the moment; without precision: there is none, and all is since
	cut      int64 // what happened up to it is before
	period   Period
	undated  int // records without a time
	updates  Updates
	webhooks map[string]bool // registrations that sent something
	topics   map[string]bool
	kinds    []string
	stopped  []stoppedRepeat
}

// sinceOf looks at a history for what came after the baseline, and not before the moment from, if the user gave one.
func sinceOf(w *world, all []verdicts, before *Diagnosis, from int64) *since {
	s := &since{from: before.Extent.LastSeen, cut: math.MinInt64, webhooks: map[string]bool{}, topics: map[string]bool{}}
	if s.from.Precision != 0 {
		s.cut = s.from.Nano + int64(s.from.Precision) - 1 // its last record lies somewhere in that second
	}
	if from != 0 && from-1 > s.cut {
		s.from, s.cut = Time{Nano: from, Precision: 1}, from-1
		if from%1e9 == 0 {
			s.from.Precision = 1e9
		}
	}
	in := reachOf(w, s.cut)
	s.period.FirstSeen, s.period.LastSeen, s.period.Records = in.from, in.to, in.records
	for _, r := range w.records {
		if !r.timed() && r.Event.Layer() != "" && r.Event.Layer() != profile.LayerRegistration {
			s.undated++
		}
	}
	for k, list := range w.coverage {
		if slices.ContainsFunc(list, func(x stretch) bool { return x.to > s.cut }) {
			s.kinds = append(s.kinds, string(k))
		}
	}
	slices.Sort(s.kinds)
	known := map[Resource]bool{}
	for _, o := range before.Operations {
		known[o.Resource] = true
	}
	for _, v := range all {
		s.sent(v.tree)
		s.later(v.tree, known[v.tree.component.resource])
		for _, x := range v.tree.stoppedRepeats() {
			if x.at > s.cut {
				s.stopped = append(s.stopped, x)
			}
		}
	}
	return s
}

// reach is from when to when records begin and end, and how many the files hold of them.
type reach struct {
	from, to Time
	records  int
}

// reachOf is that of records of requests and work that begin after a moment.
func reachOf(w *world, cut int64) (in reach) {
	for _, r := range w.records {
		if happened(&r.Observation) && r.begin() > cut {
			in.widen(Time{Nano: r.begin(), Precision: r.Precision}, Time{Nano: r.end(), Precision: r.Precision})
		}
	}
	for i := range w.history.Observations {
		o := &w.history.Observations[i]
		if happened(o) && o.Begin()-w.clocks[o.Source].offset > cut {
			in.records++
		}
	}
	return in
}

// widen makes it hold what lasted from one time to another. Of equal moments the finer text stands, in whatever file.
func (in *reach) widen(from, to Time) {
	if in.from.Precision == 0 || cmp.Or(cmp.Compare(from.Nano, in.from.Nano), cmp.Compare(from.Precision, in.from.Precision)) < 0 {
		in.from = from
	}
	if in.to.Precision == 0 || cmp.Or(cmp.Compare(in.to.Nano, to.Nano), cmp.Compare(to.Precision, in.to.Precision)) < 0 {
		in.to = to
	}
}

func (in *reach) add(o reach) {
	if o.from.Precision != 0 {
		in.widen(o.from, o.to)
	}
	in.records += o.records
}

// add adds what another part of the history has.
func (s *since) add(o *since) {
	in := reach{s.period.FirstSeen, s.period.LastSeen, s.period.Records}
	in.add(reach{o.period.FirstSeen, o.period.LastSeen, o.period.Records})
	s.period.FirstSeen, s.period.LastSeen, s.period.Records = in.from, in.to, in.records
	s.period.Changes += o.period.Changes
	s.period.Deliveries += o.period.Deliveries
	s.undated += o.undated
	s.updates.sum(o.updates)
	maps.Copy(s.webhooks, o.webhooks)
	maps.Copy(s.topics, o.topics)
	s.kinds = appendNew(s.kinds, o.kinds)
	slices.Sort(s.kinds)
	s.stopped = append(s.stopped, o.stopped...)
}

// sent counts what was told since, and notes by which registrations and under which topics.
func (s *since) sent(t *tree) {
	for _, c := range t.changes {
		if c.begin() > s.cut {
			s.period.Changes++
		}
		named, _ := c.named()
		for _, d := range named {
			if d.begin() == 0 || d.begin() <= s.cut {
				continue
			}
			s.period.Deliveries++
			s.webhooks[d.webhook] = true
			for _, topic := range t.topicsIn([]*delivery{d}) {
				s.topics[topic] = true
			}
		}
	}
}

// later counts the changes since that are not the first of their resource, and what became of each. known tells that the baseline
// speaks of the resource.
func (s *since) later(t *tree, known bool) {
	last := map[string]*change{}
	for _, c := range t.changes {
		if !c.known {
			continue
		}
		again := known
		for _, id := range c.registrations() {
			again = again || last[id] != nil && last[id] != c && t.differ(last[id], c)
			last[id] = c
		}
		if again && c.begin() > s.cut {
			s.updates.add(t, c)
		}
	}
}

func (u *Updates) add(t *tree, c *change) {
	u.Later++
	b := t.below(c.deliveries...)
	asked := func(holds func(*operation) bool) bool {
		return slices.ContainsFunc(b.receipts, func(x *receipt) bool { return t.asks[x] != nil && holds(t.asks[x]) })
	}
	switch {
	case asked(t.dropped):
		u.Lost++
	case len(b.effects) > 0, slices.ContainsFunc(b.runs, (*run).succeeded):
		u.CarriedOut++
	case b.skipped() && asked((*operation).done):
		u.Stopped++
	default:
		u.Unknown++
	}
}

// where a case lies, seen from a moment.
type where int

const (
	placeBefore where = iota
	placeSince
	placeAcross
	placeNowhere
)

func (s *since) place(first, last Time) where {
	switch {
	case first.Precision == 0 || last.Precision == 0:
		return placeNowhere
	case last.Nano <= s.cut:
		return placeBefore
	case first.Nano > s.cut:
		return placeSince
	}
	return placeAcross
}

// stoppedRepeat is a repeat that the receiver's guard stopped before it became a case of its own: two changes that asked for one operation,
// or a delivery and another caller.
type stoppedRepeat struct {
	class    Class
	cause    string
	webhooks []string
	at       int64
}

// stoppedRepeats finds the requests that were left as repeats of an operation which another change, or another caller, had
// carried out. Where they came while that was still under way, the guard withstood a race.
func (t *tree) stoppedRepeats() []stoppedRepeat {
	var out []stoppedRepeat
	for _, o := range t.operations {
		if !o.logged || !o.done() || len(downstreamIDs(o.effects)) > 1 {
			continue
		}
		found := map[Class]bool{}
		for _, y := range o.receipts {
			at, _ := y.arrived()
			if y.skipped() == nil || at == nil {
				continue
			}
			for _, r := range o.runs {
				if x, ok := t.stoppedBy(y, r); ok && !found[x.class] {
					found[x.class] = true
					x.at = at.begin()
					out = append(out, x)
				}
			}
		}
	}
	return out
}

func (t *tree) stoppedBy(y *receipt, r *run) (stoppedRepeat, bool) {
	if !r.reached() || r.receipt == nil || r.receipt == y {
		return stoppedRepeat{}, false
	}
	by := r.receipt.delivery
	hooks := sorted([]*delivery{y.delivery, by}, func(d *delivery) string { return d.webhook })
	switch {
	case y.delivery.other != by.other:
		caller := y
		if by.other {
			caller = r.receipt
		}
		return stoppedRepeat{class: OtherPath, cause: callerOf(caller.records), webhooks: hooks}, true
	case y.delivery.change == nil || by.change == nil || y.delivery.change == by.change || !t.differ(y.delivery.change, by.change):
		return stoppedRepeat{}, false
	case y.during(r):
		return stoppedRepeat{class: ReceiverRace, cause: "check_then_act", webhooks: hooks}, true
	}
	cause := "state_changed"
	if t.sameStable(y.delivery.change, by.change) {
		cause = "metadata_only"
	}
	return stoppedRepeat{class: LegitimateUpdate, cause: cause, webhooks: hooks}, true
}

// during tells whether a request is known to have come while a run was under way.
func (x *receipt) during(r *run) bool {
	came, known := x.arrived()
	iv, ok := r.span(false)
	if !known || !ok {
		return false
	}
	doubt := int64(came.Precision)
	if r.logs[came.Source] != iv.log {
		doubt += tolerance
	}
	return iv.from+iv.late <= came.begin() && came.begin()+doubt <= iv.to
}
