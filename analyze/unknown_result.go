package analyze

import (
	"slices"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// notToReceiver are the records of an operation that the downstream system alone knows of: the receiver made the call, and neither its
// log, which tells results and goes on, nor its table says what came of it. The operation is done, and a receiver that tries again
// does it twice.
func (t *tree) notToReceiver(o *operation) []*effect {
	knows := slices.ContainsFunc(o.rows, func(r *record) bool { return r.Event != profile.EventClaimed }) ||
		slices.ContainsFunc(o.effects, func(e *effect) bool {
			return e.made == nil || slices.ContainsFunc(e.records, func(r *record) bool { return r.Event.Layer() != profile.LayerEffect })
		})
	if !o.logged || knows || len(o.effects) == 0 || len(o.runs) == 0 || slices.ContainsFunc(o.runs, func(n *run) bool { return !t.wouldTell(n, o.effects) }) {
		return nil
	}
	return o.effects
}

// wouldTell tells whether the log of a run, whose call has no answer, would have had it: it has that of a later one.
func (t *tree) wouldTell(n *run, made []*effect) bool {
	last := n.last()
	if last == nil || n.succeeded() || !slices.ContainsFunc(n.calls, func(c *call) bool { return !c.refused() }) {
		return false
	}
	told := t.world.telling[t.world.logs[last.Source]]
	return !slices.ContainsFunc(made, func(e *effect) bool { return !e.made.timed() || told <= e.made.at()+int64(e.made.Precision) })
}
