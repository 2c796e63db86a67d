package analyze

import (
	"cmp"
	"slices"

	"github.com/webhookctl/webhookctl/analyze/language"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// effect is one record that the downstream system made, named by its ID together with the operation or resource.
type effect struct {
	id       string
	key      string
	made     *record // the downstream system's own record
	replayed []*record
	records  []*record
	by       language.Text // what ties it to its run or request: "downstream ID", "request ID", "operation key", "elimination"
	placed   bool
}

// effectsFromLogs makes one effect of each downstream ID and operation, and hangs it on the run that names it; else on the
// run that called and has no answer, if only one can be; else on the request; else it stays with the operation.
func (t *tree) effectsFromLogs() {
	type name struct{ id, key string }
	named := map[name]*effect{}
	key := func(r *record) string {
		if r.OperationKey != "" {
			return r.OperationKey
		}
		return t.keyOfDownstream[r.DownstreamID] // "shipment replayed" names no operation
	}
	for _, r := range t.component.records {
		if r.DownstreamID != "" && r.OperationKey != "" {
			t.keyOfDownstream[r.DownstreamID] = r.OperationKey
		}
	}
	get := func(r *record) *effect {
		n := name{r.DownstreamID, key(r)}
		e := named[n]
		if e == nil {
			e = &effect{id: n.id, key: n.key}
			named[n] = e
			t.effects = append(t.effects, e)
		}
		e.records = append(e.records, r)
		return e
	}
	for _, n := range t.runs {
		answered := slices.ContainsFunc(n.records, func(r *record) bool { return r.Event == profile.EventResult && r.DownstreamID != "" })
		for _, r := range n.records {
			if r.DownstreamID == "" || answered && r.Event == profile.EventDone && !n.answeredWith(r.DownstreamID) {
				continue // beside an answer that names the record, another number on the last line is something else
			}
			e := get(r)
			e.placed, e.by = true, "downstream ID"
			if !slices.Contains(n.effects, e) {
				n.effects = append(n.effects, e)
			}
		}
	}
	for _, r := range t.component.records {
		if r.DownstreamID == "" || workerSide(r) {
			continue
		}
		switch r.Event {
		case profile.EventEffect:
			e := get(r)
			if e.made == nil {
				e.made = r
			}
		case profile.EventEffectReplayed:
			e := get(r)
			e.replayed = append(e.replayed, r)
		case profile.EventNoted, profile.EventPing:
		default:
			get(r) // a line of the request itself names the record
		}
	}
	open := map[string][]*run{} // by the request that they name, "" for none; anyRequest for all
	for _, n := range t.runs {
		if len(n.effects) == 0 && slices.ContainsFunc(n.calls, func(c *call) bool { return !c.succeeded() && !c.refused() }) {
			open[requestOf(n.records)] = append(open[requestOf(n.records)], n)
			open[anyRequest] = append(open[anyRequest], n)
		}
	}
	for _, e := range t.effects {
		if !e.placed {
			t.place(e, open)
		}
	}
	slices.SortStableFunc(t.effects, func(a, b *effect) int {
		return cmp.Or(cmp.Compare(a.id, b.id), cmp.Compare(a.key, b.key))
	})
}

// answeredWith tells whether an answer of the run names this record.
func (n *run) answeredWith(id string) bool {
	return slices.ContainsFunc(n.records, func(r *record) bool { return r.Event == profile.EventResult && r.DownstreamID == id })
}

// place hangs an effect that no run names. open are the runs that called and know of no result.
func (t *tree) place(e *effect, open map[string][]*run) {
	var fit []*run
	candidates := open[anyRequest]
	if request := requestOf(e.records); request != "" {
		candidates = slices.Concat(open[request], open[""])
	}
	for _, n := range candidates {
		if len(fit) > 1 {
			break // more than one can be it: it is nobody's
		}
		if (e.key == "" || n.key == "" || n.key == e.key) && len(n.effects) == 0 && e.sharesRequest(n) && !e.before(n) {
			fit = append(fit, n)
		}
	}
	if len(fit) == 1 {
		fit[0].effects = append(fit[0].effects, e)
		e.placed, e.by = true, "elimination"
		if n := fit[0]; e.made != nil && t.wrote(n.records, e.made) && requestOf(e.records) == requestOf(n.records) {
			n.records = append(n.records, e.made) // the worker's own line, which answers its call
			if c := n.waiting(0); c != nil {
				c.result = e.made
			}
		}
		return
	}
	for _, r := range e.records {
		if xs := t.receiptsOf[r.RequestID]; r.RequestID != "" && len(xs) > 0 {
			x := xs[0]
			if len(xs) == 1 {
				x.effects = append(x.effects, e)
			} else {
				t.effectsOf[x.delivery] = append(t.effectsOf[x.delivery], e)
			}
			e.placed, e.by = true, "request ID"
			return
		}
	}
	for _, r := range e.records {
		if d := t.deliveryOf(r); d != nil {
			t.effectsOf[d] = append(t.effectsOf[d], e)
			e.placed, e.by = true, "delivery ID"
			return
		}
	}
	if xs := t.receiptsByKey[e.key]; e.key != "" && len(xs) == 1 {
		xs[0].effects = append(xs[0].effects, e)
		e.placed, e.by = true, "operation key"
		return
	}
	t.loose[e.key] = append(t.loose[e.key], e)
}

// anyRequest stands for every request in the list of open runs; no request ID is like it.
const anyRequest = "\x00"

// requestOf is the request ID that the lines name first, or "".
func requestOf(rs []*record) string {
	for _, r := range rs {
		if r.RequestID != "" {
			return r.RequestID
		}
	}
	return ""
}

// sharesRequest tells whether nothing says that the effect was asked for by another request than the run's.
func (e *effect) sharesRequest(n *run) bool {
	for _, r := range e.records {
		for _, o := range n.records {
			if r.RequestID != "" && o.RequestID != "" && r.RequestID != o.RequestID {
				return false
			}
		}
	}
	return true
}

// before tells whether the effect was made before the run made its first call, beyond what the stamps leave open.
func (e *effect) before(n *run) bool {
	if e.made == nil || !e.made.timed() || len(n.calls) == 0 || n.calls[0].at == nil {
		return false
	}
	return e.made.at()+int64(resolution(e.made, n.calls[0].at)) < n.calls[0].at.at()
}
