package analyze

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// Step is one record on the way of something from the change to the effect.
type Step struct {
	// Time is the record's, by the sender's clock; of a request as the sender or a proxy logged it at its end, when it began, so that
	// it comes before its receipt. It is no moment where the record has none.
	Time         Time
	Source       string
	Line, Offset int64
	Layer        profile.Layer // "" where the record tells of no step
	Says         string
}

// Trace returns all that concerns one thing, in the order of time: every record that is joined to one that names id. Records
// without a time come last.
//
// A bare id is a resource's if there is such a resource, since small numbers name many things; else it is whatever names it: an
// operation key, a delivery, request, event, job, action or downstream ID. "order:14" is the resource of that type, and
// "job:14", "delivery:…" and so on only what their first word says. An operation key that no record has may be one that a rule
// gives. There are no steps where nothing names id.
func Trace(h History, id string, opt Options) []Step {
	var w *world // of any affair: they have the sources in common
	var records []*record
	var all []*component
	ruled := map[*record]ruling{}
	for x := range affairsOf(h, opt, h.Len()) {
		w = x.piece(0)
		own := joined(w)
		maps.Copy(ruled, ruledRecords(w, own))
		records, all = append(records, w.records...), append(all, own...)
	}
	named := naming(records, id)
	if named == nil {
		named = ruledBy(ruled, id)
	}
	if named == nil {
		return nil
	}
	var traced []*record
	var once once[*record]
	for _, c := range all {
		if slices.ContainsFunc(c.records, named) {
			traced = once.add(traced, c.records...)
		}
	}
	for _, r := range records { // what names it and is judged with nothing, such as a ping
		if named(r) {
			traced = once.add(traced, r)
		}
	}
	traced = inTime(traced)
	timed := slices.IndexFunc(traced, func(r *record) bool { return !r.timed() })
	if timed < 0 {
		timed = len(traced)
	}
	at := moments(traced[:timed])
	slices.SortStableFunc(traced[:timed], func(a, b *record) int { return cmp.Compare(at[a], at[b]) })
	steps := make([]Step, len(traced))
	for i, r := range traced {
		steps[i] = w.step(r, at[r])
		if by, ok := ruled[r]; ok {
			steps[i].Says += ", asks for " + by.key + " by the rule " + by.rule.String()
		}
	}
	return steps
}

// identifiers are the words before a colon with which one kind of identifier is meant.
var identifiers = []struct {
	word string
	of   func(*record) string
}{
	{"operation", func(r *record) string { return r.OperationKey }},
	{"delivery", func(r *record) string { return r.DeliveryID }},
	{"request", func(r *record) string { return r.RequestID }},
	{"event", func(r *record) string { return r.EventID }},
	{"downstream", func(r *record) string { return r.DownstreamID }},
	{"job", func(r *record) string { return r.JobID }},
	{"action", func(r *record) string { return r.ActionID }},
}

// naming tells which records name id, nil if none does. The first reading that any record fits is the one meant.
func naming(rs []*record, id string) func(*record) bool {
	if id == "" {
		return nil
	}
	kind, value, colon := strings.Cut(id, ":")
	readings := []func(*record) bool{
		func(r *record) bool { return r.ResourceID == id },
		func(r *record) bool {
			for _, x := range identifiers {
				if x.of(r) == id {
					return true
				}
			}
			return false
		},
	}
	if colon && value != "" {
		readings = append(readings, func(r *record) bool { return r.ResourceID == value && r.ResourceType == kind })
		for _, x := range identifiers {
			if x.word == kind {
				readings = append(readings, func(r *record) bool { return x.of(r) == value })
			}
		}
	}
	for _, named := range readings {
		if slices.ContainsFunc(rs, named) {
			return named
		}
	}
	return nil
}

// moments says where each record stands in a trace. What a sender or a proxy logged at the end of a request stands where that began:
// with a stamp of whole seconds, as late in its second as it may, since its action was started before, but before its receipt.
func moments(rs []*record) map[*record]int64 {
	at := make(map[*record]int64, len(rs))
	arrived := map[string]int64{} // when a delivery's first receipt began
	for _, r := range rs {
		switch r.Event {
		case profile.EventDelivery:
			continue
		case profile.EventRelayed, profile.EventProxied:
			at[r] = r.begin()
		default:
			at[r] = r.at()
		}
		if first, ok := arrived[r.DeliveryID]; r.DeliveryID != "" && r.Event.Layer() == profile.LayerReceipt && (!ok || at[r] < first) {
			arrived[r.DeliveryID] = at[r]
		}
	}
	for _, r := range rs {
		if r.Event != profile.EventDelivery {
			continue
		}
		at[r] = r.begin() + int64(r.Precision) - 1
		if first, ok := arrived[r.DeliveryID]; ok {
			at[r] = max(r.begin(), min(at[r], first-1))
		}
	}
	return at
}

func (w *world) step(r *record, at int64) Step {
	s := Step{Source: w.sources[r.Source].Name, Line: r.Line, Offset: r.Offset, Layer: r.Event.Layer(), Says: traceSays(r)}
	if !r.timed() {
		return s
	}
	s.Time = Time{Nano: at, Precision: r.Precision}
	if r.shift != 0 {
		s.Says += ", " + Time{Nano: at + r.shift, Precision: r.Precision}.String() + " by its own clock"
	}
	return s
}

// traceSays is what a record says, with the request that tells it from its neighbours in a trace.
func traceSays(r *record) string {
	says := (&proof{}).says(r)
	switch r.Event {
	case profile.EventActionCreated, profile.EventActionIgnored, profile.EventActionReset, profile.EventActionNoted, profile.EventActionClaim:
		says = join("queued action "+orUnknown(r.ActionID)+" "+strings.TrimPrefix(string(r.Event), "action_"), at("via", r.Via))
	case profile.EventPing:
		says = join("ping", answered(r))
	case profile.EventWorkerUp:
		says = join("worker came up", at("as", r.Worker))
	case profile.EventNoted:
		says = join("noted", r.OperationKey, r.DownstreamID)
	}
	if r.RequestID != "" && !contains(says, r.RequestID) {
		says += ", request " + r.RequestID
	}
	return says
}
