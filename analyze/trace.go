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
	return words{opt.Language}.traceOf(&h, piecesNaming(h, id, opt), id)
}

// traceOf traces an ID in the pieces in which something may name it.
func (w words) traceOf(h *History, pieces []pieceAt, id string) []Step {
	readings := readingsOf(id)
	first := len(readings) // of those that any record fits
	eachPiece(len(pieces), func(i int) int {
		return fitted(pieces[i].world().records, readings)
	}, func(n int) { first = min(first, n) })
	var traced []*record
	ruled := map[*record]ruling{}
	eachPiece(len(pieces), func(i int) tracedPiece {
		if first < len(readings) {
			return pieces[i].world().traced(func(r *record, _ ruling) bool { return readings[first](r) })
		}
		return pieces[i].world().traced(func(_ *record, x ruling) bool { return x.key != "" && x.key == strings.TrimPrefix(id, "operation:") })
	}, func(p tracedPiece) {
		traced = append(traced, p.records...)
		maps.Copy(ruled, p.ruled)
	})
	slices.SortFunc(traced, func(a, b *record) int { return cmp.Compare(a.index, b.index) })
	traced = inTime(traced)
	timed := slices.IndexFunc(traced, func(r *record) bool { return !r.timed() })
	if timed < 0 {
		timed = len(traced)
	}
	at := moments(traced[:timed])
	slices.SortStableFunc(traced[:timed], func(a, b *record) int { return cmp.Compare(at[a], at[b]) })
	var steps []Step
	for _, r := range traced {
		s := w.traceStep(h.Sources, r, at[r])
		if by, ok := ruled[r]; ok {
			s.Says += w.Say(", asks for %s by the rule %s", by.key, by.rule.String())
		}
		steps = append(steps, s)
	}
	return steps
}

// pieceAt is one piece of an affair.
type pieceAt struct {
	of *whole
	i  int
}

func (p pieceAt) world() *world { return p.of.piece(p.i) }

// piecesNaming lists the pieces in which anything names id, as it stands in the logs; all of them where a rule may say what a record asks for.
func piecesNaming(h History, id string, opt Options) (out []pieceAt) {
	kind, value, _ := strings.Cut(id, ":")
	if kind == id {
		value = id
	}
	names := func(i int32) bool {
		o := h.At(int(i))
		for _, text := range o.Texts() {
			if *text != "" && (*text == id || *text == value) {
				return true
			}
		}
		return false
	}
	for x := range affairsOf(h, opt, cmp.Or(opt.AtOnce, PieceSize)) {
		for i, p := range x.pieces {
			if len(opt.Rules) > 0 || slices.ContainsFunc(p, names) {
				out = append(out, pieceAt{x, i})
			}
		}
	}
	return out
}

// tracedPiece is what a piece adds to a trace, and what the rules say of it.
type tracedPiece struct {
	records []*record
	ruled   map[*record]ruling
}

// traced gives the records that are joined to one that is named, and those that are named and judged with nothing, such as a ping.
func (w *world) traced(named func(*record, ruling) bool) tracedPiece {
	all := joined(w)
	ruled := ruledRecords(w, all)
	is := func(r *record) bool { return named(r, ruled[r]) }
	var out []*record
	var once once[*record]
	for _, c := range all {
		if slices.ContainsFunc(c.records, is) {
			out = once.add(out, c.records...)
		}
	}
	for _, r := range w.records {
		if is(r) {
			out = once.add(out, r)
		}
	}
	return tracedPiece{out, ruled}
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

// readingsOf is what id may mean: the first that any record fits is the one meant.
func readingsOf(id string) []func(*record) bool {
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
	return readings
}

// fitted is the first reading that any record fits, else how many there are.
func fitted(rs []*record, readings []func(*record) bool) int {
	for n, named := range readings {
		if slices.ContainsFunc(rs, named) {
			return n
		}
	}
	return len(readings)
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

func (w words) traceStep(sources []profile.Source, r *record, at int64) Step {
	s := Step{Source: sources[r.Source].Name, Line: r.Line, Offset: r.Offset, Layer: r.Event.Layer(), Says: w.traceSays(r)}
	if !r.timed() {
		return s
	}
	s.Time = Time{Nano: at, Precision: r.Precision}
	if r.shift != 0 {
		s.Says += w.Say(", %s by its own clock", Time{Nano: at + r.shift, Precision: r.Precision}.String())
	}
	return s
}

// traceSays is what a record says, with the request that tells it from its neighbours in a trace.
func (w words) traceSays(r *record) string {
	says := w.says(r)
	switch r.Event {
	case profile.EventActionCreated, profile.EventActionIgnored, profile.EventActionReset, profile.EventActionNoted, profile.EventActionClaim:
		says = join(w.Say("queued action %s %s", w.orUnknown(r.ActionID), strings.TrimPrefix(string(r.Event), "action_")), w.said("via %s", w.via(r.Via)))
	case profile.EventPing:
		says = join(w.Say("ping"), w.answered(r))
	case profile.EventWorkerUp:
		says = join(w.Say("worker came up"), w.said("as %s", r.Worker))
	case profile.EventNoted:
		says = join(w.Say("noted"), r.OperationKey, r.DownstreamID)
	}
	if r.RequestID != "" && !contains(says, r.RequestID) {
		says += w.Say(", request %s", r.RequestID)
	}
	return says
}
