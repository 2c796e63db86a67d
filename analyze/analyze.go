package analyze

import (
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// History is what a profile holds.
type History struct {
	Sources      []profile.Source               // in name order
	Observations []profile.Observation          // in the order of their sources and offsets
	States       map[profile.Mark]profile.State // by the mark that observations carry
}

// Options shape a diagnosis.
type Options struct {
	// Rules name the operations that no log names. Of several that fit a request, the first does.
	Rules []Rule
	// Baseline is the diagnosis of an earlier history. What came after it is judged beside it: did a fix work?
	Baseline *Diagnosis
	Since    int64 // Unix nanoseconds: the moment of the fix, if it is after the baseline; 0: not given
}

// Diagnose judges a history. It has three parts: what spans everything is surveyed once (clocks, coverage, registrations);
// observations are joined into components, one for each resource; each component is judged by itself, seeing nothing else.
func Diagnose(h History, opt Options) Diagnosis {
	w, all := judged(h, opt)
	d := combine(w, all)
	if opt.Baseline != nil {
		d.Baseline = compareBaseline(opt.Baseline, &d, sinceOf(w, all, opt.Baseline, opt.Since))
	}
	return d
}

// judged is what Diagnose combines: the survey of the history, and the trees and verdicts of its components.
func judged(h History, opt Options) (*world, []verdicts) {
	w := survey(h)
	w.rules = opt.Rules
	var all []verdicts
	for _, c := range joined(w) {
		all = append(all, judge(w, c))
	}
	return w, all
}

// verdicts is what judging one component gives.
type verdicts struct {
	tree       *tree
	duplicates []element
	findings   []Finding
	operations []Operation
}
