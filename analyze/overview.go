package analyze

import (
	"cmp"
	"maps"
	"slices"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// overview is what one part of a history adds to what spans all parts. Overviews may be added in any order. Of records they hold copies,
// since a record holds on to its part.
type overview struct {
	claiming, queuing, calling map[string]bool
	making                     map[string]bool
	telling                    map[int]int64 // by source, on its own clock
	hooks                      map[string]bool
	signedAlike                map[[2]string]bool
	starts                     []*record
	clocks                     sightings
	stretches                  map[sourceKind]*stretch
	beside                     besides
	numbered, tied             map[[2]int]bool // pairs of sources
	handed                     map[handover]bool
	tables                     map[int]*claimTable
	receivers                  map[string]*receiverLines
	unseen                     []*record // requests that sender or proxy say were accepted, and no receiver's log has
}

func newOverview() *overview {
	return &overview{
		claiming: map[string]bool{}, queuing: map[string]bool{}, calling: map[string]bool{}, making: map[string]bool{}, telling: map[int]int64{}, hooks: map[string]bool{},
		signedAlike: map[[2]string]bool{}, clocks: newSightings(), stretches: map[sourceKind]*stretch{}, beside: newBesides(),
		numbered: map[[2]int]bool{}, tied: map[[2]int]bool{}, handed: map[handover]bool{}, tables: map[int]*claimTable{},
		receivers: map[string]*receiverLines{},
	}
}

// overviewOf looks at a part whose records have their names. Their times are those of their own clocks.
func overviewOf(w *world) *overview {
	v := newOverview()
	for _, r := range w.records {
		log := w.logs[r.Source]
		switch r.Event {
		case profile.EventClaimed:
			v.claiming[log] = true
		case profile.EventEnqueued:
			v.claiming[log], v.queuing[log] = true, true
		case profile.EventCalled:
			v.calling[log] = true
		case profile.EventEffect:
			v.making[log] = v.making[log] || r.RequestID != ""
		case profile.EventResult:
			if at, had := v.telling[r.Source]; r.timed() && (!had || r.Time > at) {
				v.telling[r.Source] = r.Time
			}
		case profile.EventWorkerUp:
			if r.Worker != "" && r.timed() {
				v.starts = append(v.starts, r.copied())
			}
		}
	}
	v.hooks = hookPaths(w.records)
	v.signedAlike = signedAlike(w.records)
	v.clocks.look(w)
	v.stretches = stretchesOf(w)
	v.beside.look(w)
	v.numbered = numberedAlike(w)
	if severalOf(w.folders) {
		v.tied, v.handed = tiedSources(w.history.Observations), handovers(w.history.Observations)
	}
	v.tables = claimTablesOf(w)
	for _, c := range v.tables {
		c.keys, c.ids, c.seen = nil, nil, nil // their own part's alone
		c.keep()
	}
	v.receivers, v.unseen = receiversOf(w)
	return v
}

// copied is a record that holds on to nothing.
func (r *record) copied() *record {
	c := *r
	return &c
}

func (v *overview) add(o *overview) {
	maps.Copy(v.claiming, o.claiming)
	maps.Copy(v.queuing, o.queuing)
	maps.Copy(v.calling, o.calling)
	for log, made := range o.making {
		v.making[log] = v.making[log] || made
	}
	for source, at := range o.telling {
		if had, ok := v.telling[source]; !ok || at > had {
			v.telling[source] = at
		}
	}
	maps.Copy(v.hooks, o.hooks)
	maps.Copy(v.signedAlike, o.signedAlike)
	v.starts = append(v.starts, o.starts...)
	v.clocks.add(o.clocks)
	for k, s := range o.stretches {
		v.stretches[k] = v.stretches[k].or(s)
	}
	v.beside.add(o.beside)
	maps.Copy(v.numbered, o.numbered)
	maps.Copy(v.tied, o.tied)
	maps.Copy(v.handed, o.handed)
	for source, c := range o.tables {
		v.tables[source] = v.tables[source].plus(c)
	}
	for log, lines := range o.receivers {
		v.receivers[log] = v.receivers[log].plus(lines)
	}
	v.unseen = append(v.unseen, o.unseen...)
}

// complete says what it comes to.
func (v *overview) complete(s *span) {
	s.clocks = v.clocks.clocks(s.sources)
	s.claiming, s.queuing, s.calling, s.hooks, s.signedAlike = v.claiming, v.queuing, v.calling, v.hooks, v.signedAlike
	s.making = v.making
	s.logsCalls = len(v.calling) > 0
	s.telling = map[string]int64{}
	for source, at := range v.telling {
		s.telling[s.logs[source]] = max(s.telling[s.logs[source]], at-s.clocks[source].offset)
	}
	slices.SortFunc(v.starts, func(a, b *record) int { return cmp.Compare(a.index, b.index) })
	s.workerStarts = map[string][]*record{}
	for _, r := range v.starts {
		r.shift = s.clocks[r.Source].offset
		s.workerStarts[r.Worker] = append(s.workerStarts[r.Worker], r)
	}
	s.listedAt = listedAt(s.registrations)
	s.coverage = coverageOf(s, v.stretches)
	s.beside, s.numbers = v.beside.all(), numbersOf(s.logs, v.numbered)
	s.ties = allTies(s.folders, v.tied, v.handed)
	for _, source := range slices.Sorted(maps.Keys(v.tables)) {
		s.tables = append(s.tables, v.tables[source])
	}
}
