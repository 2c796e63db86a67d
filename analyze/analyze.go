package analyze

import (
	"cmp"
	"errors"

	"github.com/webhookctl/webhookctl/analyze/language"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// History is what a profile holds.
type History struct {
	Sources      []profile.Source               // in name order
	Observations []profile.Observation          // in the order of their sources and offsets
	Packed       *profile.Packed                // the same where there may be many, in place of Observations
	States       map[profile.Mark]profile.State // by the mark that observations carry
	PackedStates *profile.States                // the same where there may be many, in place of States
}

// Err is what went wrong with the temporary files of what is packed: what was judged since is worth nothing.
func (h *History) Err() error {
	var errs [2]error
	if h.Packed != nil {
		errs[0] = h.Packed.Err()
	}
	if h.PackedStates != nil {
		errs[1] = h.PackedStates.Err()
	}
	return errors.Join(errs[:]...)
}

// Close lets go of those files.
func (h *History) Close() error {
	var errs [2]error
	if h.Packed != nil {
		errs[0] = h.Packed.Close()
	}
	if h.PackedStates != nil {
		errs[1] = h.PackedStates.Close()
	}
	return errors.Join(errs[:]...)
}

// state gives the payload state that a record or delivery carries, without its fields.
func (h *History) state(m profile.Mark) (profile.State, bool) {
	switch {
	case m == profile.Mark{}:
		return profile.State{}, false
	case h.PackedStates != nil:
		return h.PackedStates.Get(m)
	}
	s, ok := h.States[m]
	return s, ok
}

// stable is the mark of what a payload state tells, without what only tells how or when its body was made.
func (h *History) stable(m profile.Mark) (stable profile.Mark, ok bool) {
	if h.PackedStates != nil && m != (profile.Mark{}) {
		return h.PackedStates.Stable(m)
	}
	s, ok := h.state(m)
	return s.Stable, ok
}

// fields are those of a payload state.
func (h *History) fields(m profile.Mark) []profile.Field {
	if h.PackedStates != nil {
		return h.PackedStates.Fields(m)
	}
	return h.States[m].Fields
}

// Len is how many observations the history has.
func (h *History) Len() int {
	if h.Packed != nil {
		return h.Packed.Len()
	}
	return len(h.Observations)
}

// At gives an observation.
func (h *History) At(i int) profile.Observation {
	if h.Packed != nil {
		return h.Packed.At(i)
	}
	return h.Observations[i]
}

// Options shape a diagnosis.
type Options struct {
	// Rules name the operations that no log names. Of several that fit a request, the first does.
	Rules []Rule
	// Baseline is the diagnosis of an earlier history. What came after it is judged beside it: did a fix work?
	Baseline *Diagnosis
	Since    int64 // Unix nanoseconds: the moment of the fix, if it is after the baseline; 0: not given

	Language *language.Language // of the sentences; nil: English. It changes no verdict

	// AtOnce is how many observations are judged at once, where they do not all hang together; 0: as many as suit. It takes memory and
	// changes no result.
	AtOnce int
	// Examples is of how many duplicates of one pattern and outcome the proof is kept, the first in the order of the report; 0: of all.
	// Of the others it is known what they are, of what, and what they led to.
	Examples int
}

// Diagnose judges a history, each of its affairs by itself. That has three parts: what spans the affair is surveyed once (clocks,
// coverage, registrations); observations are joined into components, one for each resource; each component is judged by itself,
// seeing nothing else. So a long history is judged in parts, one after the other, each with all that hangs together by its names.
func Diagnose(h History, opt Options) Diagnosis {
	var all []judgedAffair
	for x := range affairsOf(h, opt, cmp.Or(opt.AtOnce, PieceSize)) {
		var t *tally
		eachPiece(len(x.pieces), func(i int) *tally { return x.tally(i, opt) }, func(o *tally) { t = t.plus(o, opt) })
		all = append(all, judgedAffair{x.span, t})
	}
	return diagnosisOf(all, opt)
}

// judged gives the trees and verdicts of the components of one part.
func (x *whole) judged(i int) (*world, []verdicts) {
	w := x.piece(i)
	var all []verdicts
	for _, c := range joined(w) {
		all = append(all, judge(w, c))
	}
	return w, all
}

// tally is what the verdicts of one part add up to.
func (x *whole) tally(i int, opt Options) *tally {
	w, all := x.judged(i)
	return tallyOf(w, all, opt)
}

// judged is every affair of a history in one part, with its verdicts.
func judged(h History, opt Options) (worlds []*world, all [][]verdicts) {
	for x := range affairsOf(h, opt, h.Len()) {
		w, of := x.judged(0)
		worlds, all = append(worlds, w), append(all, of)
	}
	return worlds, all
}

// verdicts is what judging one component gives.
type verdicts struct {
	tree       *tree
	duplicates []*element
	findings   []Finding
	operations []Operation
}
