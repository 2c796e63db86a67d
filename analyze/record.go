package analyze

import (
	"cmp"
	"hash/maphash"
	"slices"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// record is one observation on the common clock. Its own Time stays as the file has it, since that is what a reader finds
// there; begin and end are corrected by the offset of its source's clock.
type record struct {
	profile.Observation
	index int   // its place in the history
	shift int64 // nanoseconds that its source's clock runs ahead of the sender's

	ruling ruling // what a rule says of its delivery
	asks   string // the operation by that rule, on one record of each request that the rule names
}

// operation is what the record names: the key that it has, else that of a rule.
func (r *record) operation() string { return cmp.Or(r.OperationKey, r.asks) }

func (r *record) timed() bool { return r.Precision != 0 }

func (r *record) begin() int64 {
	if !r.timed() {
		return 0
	}
	return r.Begin() - r.shift
}

func (r *record) end() int64 {
	if !r.timed() {
		return 0
	}
	return r.End() - r.shift
}

// at is the corrected moment that the record itself states.
func (r *record) at() int64 {
	if !r.timed() {
		return 0
	}
	return r.Time - r.shift
}

func (r *record) stamp() Time {
	if !r.timed() {
		return Time{}
	}
	return Time{Nano: r.Time, Precision: r.Precision}
}

func (r *record) resource() Resource { return Resource{Type: r.ResourceType, ID: r.ResourceID} }

// steps orders events of several sources that carry one time stamp the way a request goes.
var steps = func() map[profile.Event]int {
	m := map[profile.Event]int{}
	for i, e := range []profile.Event{
		profile.EventActionCreated, profile.EventAction, profile.EventActionStarted, profile.EventDelivery,
		profile.EventRelayed, profile.EventProxied, profile.EventReceived, profile.EventRejected, profile.EventThrottled,
		profile.EventDuplicate, profile.EventClaimed, profile.EventEnqueued, profile.EventFailed, profile.EventResponded,
		profile.EventAborted, profile.EventWorkerUp, profile.EventRequeued, profile.EventStarted, profile.EventCalled,
		profile.EventEffect, profile.EventEffectReplayed, profile.EventCallFailed, profile.EventResult, profile.EventDone,
		profile.EventActionCompleted, profile.EventActionFailed, profile.EventActionLost,
	} {
		m[e] = i + 1
	}
	return m
}()

// inTime sorts records by corrected time. Within a source, equal stamps keep the order of the file, which a logger writes as
// things happen; between sources, equal stamps go by step. So one second's lines of one worker are not shuffled, and two
// halves of a log give one order. Records without a time come last, in the order of their files.
func inTime(rs []*record) []*record {
	slices.SortStableFunc(rs, func(a, b *record) int {
		if a.timed() != b.timed() {
			if a.timed() {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(a.at(), b.at()), byPlace(a, b))
	})
	for i := 0; i < len(rs); { // each run of equal stamps: merge its sources by the step of their next record
		j := i + 1
		for j < len(rs) && rs[j].timed() && rs[i].timed() && rs[j].at() == rs[i].at() {
			j++
		}
		if j-i > 1 && rs[i].Source != rs[j-1].Source {
			mergeSources(rs[i:j])
		}
		i = j
	}
	return rs
}

// mergeSources merges records that are sorted by source.
func mergeSources(rs []*record) {
	var queues [][]*record
	for i := 0; i < len(rs); {
		j := i + 1
		for j < len(rs) && rs[j].Source == rs[i].Source {
			j++
		}
		queues = append(queues, slices.Clone(rs[i:j]))
		i = j
	}
	for i := range rs {
		next := -1
		for q := range queues {
			if len(queues[q]) > 0 && (next < 0 || steps[queues[q][0].Event] < steps[queues[next][0].Event]) {
				next = q
			}
		}
		rs[i], queues[next] = queues[next][0], queues[next][1:]
	}
}

// byPlace is the total order of records: source, then offset, then line.
func byPlace(a, b *record) int {
	return cmp.Or(cmp.Compare(a.Source, b.Source), cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.RowID, b.RowID), cmp.Compare(a.Event, b.Event))
}

// distinct drops what several sources say alike: a delivery log and its rotated copy, one table exported twice. Identical
// records within one source are separate events, so of each record as many stay as the source with the most of them has; but of those that
// can only be one line written twice (see saysOnce), one. Of the rows of a claim table one stays, though its exports may say it in other ways.
func distinct(obs []profile.Observation, in *rows) []*record {
	stays := staying(obs)
	rows := rowsOf(obs)
	out := make([]*record, 0, len(obs))
	in.records = sized(in.records, len(obs))
	for i := range obs {
		switch {
		case claimRow(&obs[i]):
			if r := rows[i]; r != nil {
				out = append(out, r)
			}
		case stays(i):
			r := &in.records[i]
			*r = record{Observation: obs[i], index: i}
			out = append(out, r)
		}
	}
	return out
}

// staying tells of which observations another source does not say the same more often.
func staying(obs []profile.Observation) func(i int) bool {
	first := firstAlike(obs)
	again := func(i int) bool { return int(first[i]) != i && saysOnce(&obs[i]) }
	if !slices.ContainsFunc(obs, func(o profile.Observation) bool { return o.Source != obs[0].Source }) {
		return func(i int) bool { return !again(i) }
	}
	type said struct {
		source int         // the source whose records stay
		counts map[int]int // by source, only once there are several
	}
	several := map[int32]*said{} // by the first that says it
	for i := range obs {
		if f := first[i]; obs[i].Source != obs[f].Source && several[f] == nil {
			several[f] = &said{source: obs[f].Source, counts: map[int]int{}}
		}
	}
	for i := range obs {
		if s := several[first[i]]; s != nil {
			s.counts[obs[i].Source]++
		}
	}
	for _, s := range several {
		for source, n := range s.counts {
			if m := s.counts[s.source]; n > m || n == m && source < s.source {
				s.source = source
			}
		}
	}
	had := map[int32]bool{} // of those that are said once, and by several sources
	return func(i int) bool {
		switch s := several[first[i]]; {
		case s == nil:
			return !again(i)
		case s.source != obs[i].Source, had[first[i]]:
			return false
		}
		had[first[i]] = saysOnce(&obs[i])
		return true
	}
}

// saysOnce tells a record that no two events have alike, so that the line that says it was written twice where it stands twice: shippers of
// logs deliver at least once. It names a request, or a worker at a job, at a moment finer than a second; or a delivery that took so long to less
// than a millisecond. A process that does one thing in two handlers may say the same twice in a millisecond, but not in a microsecond.
func saysOnce(o *profile.Observation) bool {
	if o.Event == profile.EventDelivery && o.DeliveryID != "" && o.Took%time.Millisecond != 0 {
		return true
	}
	if o.Precision == 0 || o.Precision >= time.Second {
		return false
	}
	switch o.Event.Layer() {
	case profile.LayerReceipt, profile.LayerQueue:
		return o.RequestID != ""
	case profile.LayerExecution, profile.LayerEffect:
		return o.JobID != "" && o.Worker != "" || o.RequestID != "" && o.Precision <= time.Microsecond
	}
	return false
}

// firstAlike gives for each observation the index of the first that says the same. Rows of claim tables are left out.
func firstAlike(obs []profile.Observation) []int32 {
	seed := maphash.MakeSeed() // in what order equal hashes are compared does not show
	last := make(map[uint64]int32, len(obs))
	before := make([]int32, len(obs)) // of one hash, the first of the group before; -1 for none
	first := make([]int32, len(obs))
	for i := range obs {
		first[i] = int32(i)
		if claimRow(&obs[i]) {
			continue
		}
		k := blank(obs[i])
		h := maphash.Comparable(seed, k)
		head, known := last[h]
		if !known {
			head = -1
		}
		at := head
		for at >= 0 && blank(obs[at]) != k {
			at = before[at]
		}
		if at >= 0 {
			first[i] = at
			continue
		}
		before[i], last[h] = head, int32(i)
	}
	return first
}

// blank is what an observation says, wherever it stands.
func blank(o profile.Observation) profile.Observation {
	o.Source, o.Line, o.Offset, o.Lines = 0, 0, 0, 0
	return o
}

// resolution is the coarser of two precisions.
func resolution(a, b *record) time.Duration { return max(a.Precision, b.Precision) }
