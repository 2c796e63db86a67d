package report

import (
	"slices"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/analyze/language"
)

// A rank is a section of the report. The first that is not empty holds the answer.
type rank int

const (
	rankDuplicated rank = iota
	rankLost
	rankOpen // effects or the deciding layer are not in the evidence
	rankContained
	rankLegitimate // and nothing was lost or doubled by it
	ranks
)

// rankWords name the sections after a number: 3 duplicated.
var rankWords = [ranks]language.Text{"duplicated", "lost", "not decided", "contained", "legitimate updates"}

func rankOf(d *analyze.Duplicate) rank {
	switch {
	case d.Outcome == analyze.Duplicated:
		return rankDuplicated
	case d.Outcome == analyze.Lost:
		return rankLost
	case d.Class == analyze.LegitimateUpdate:
		return rankLegitimate
	case d.Outcome == analyze.Contained && d.Class != analyze.Undetermined:
		return rankContained
	}
	return rankOpen
}

// ordered is a diagnosis in the order in which it is read.
type ordered struct {
	l        *language.Language
	sections [ranks][]*analyze.Duplicate
	patterns []*analyze.Pattern          // those that count more than one
	pattern  map[string]*analyze.Pattern // by the ID of a duplicate
	untold   []findings                  // the urgent ones (see urgent) that no case tells already
	other    []findings
}

// findings are all of one kind.
type findings struct {
	kind string
	list []*analyze.Finding
}

func order(l *language.Language, d *analyze.Diagnosis) ordered {
	o := ordered{l: l, pattern: map[string]*analyze.Pattern{}}
	for i := range d.Duplicates {
		dup := &d.Duplicates[i]
		r := rankOf(dup)
		o.sections[r] = append(o.sections[r], dup)
	}
	for i := range d.Patterns {
		p := &d.Patterns[i]
		if p.Count < 2 || p.Class == analyze.LegitimateUpdate {
			continue
		}
		o.patterns = append(o.patterns, p)
		for _, id := range p.Duplicates {
			if o.pattern[id] == nil {
				o.pattern[id] = p
			}
		}
	}
	var all []findings
	for _, k := range urgent {
		if list := ofKind(d.Findings, k); len(list) > 0 {
			all = append(all, findings{k, list})
		}
	}
	o.untold = o.untoldOf(all)
	for i := range d.Findings {
		k := d.Findings[i].Kind
		if slices.Contains(urgent, k) || slices.ContainsFunc(o.other, func(f findings) bool { return f.kind == k }) {
			continue
		}
		o.other = append(o.other, findings{k, ofKind(d.Findings, k)})
	}
	return o
}

func ofKind(all []analyze.Finding, kind string) []*analyze.Finding {
	var list []*analyze.Finding
	for i := range all {
		if all[i].Kind == kind {
			list = append(list, &all[i])
		}
	}
	return list
}

// many is from how many duplicates of one pattern only the first few are drawn, fewest how many those are.
const (
	many   = 10
	fewest = 3
)

// drawn returns the duplicates of a section that are drawn in full, and how many are left to their patterns.
func (o *ordered) drawn(r rank) (list []*analyze.Duplicate, left int) {
	seen := map[*analyze.Pattern]int{}
	for _, d := range o.sections[r] {
		if p := o.pattern[d.ID]; p != nil && len(p.Duplicates) > many {
			seen[p]++
			if seen[p] > fewest {
				left++
				continue
			}
		}
		list = append(list, d)
	}
	return list, left
}

// firstFew returns the findings of a kind that are shown, those that are alike as one, and tells whether there are more.
func (f findings) firstFew(l *language.Language) (list []alike, more bool) {
	list = f.folded(l)
	if len(list) <= many {
		return list, false
	}
	return list[:fewest], true
}

// lead returns the duplicate that the report opens with, or nil where none was lost, doubled, open or contained.
func (o *ordered) lead() *analyze.Duplicate {
	for r := range rankLegitimate {
		if len(o.sections[r]) > 0 {
			return o.sections[r][0]
		}
	}
	return nil
}

// harmed tells whether a case shows that something was made twice or lost.
func (o *ordered) harmed() bool {
	return len(o.sections[rankDuplicated])+len(o.sections[rankLost]) > 0
}

// answering returns the duplicate whose sentence is the answer: the first, unless a finding is graver than any.
func (o *ordered) answering() *analyze.Duplicate {
	if !o.harmed() && len(o.untold) > 0 {
		return nil
	}
	return o.lead()
}

// among keeps the findings of some kinds.
func among(all []findings, kinds []string) []findings {
	return slices.DeleteFunc(slices.Clone(all), func(f findings) bool { return !slices.Contains(kinds, f.kind) })
}

// untoldOf leaves out the findings that a case tells: two effects of one operation, all of them among the case's.
func (o *ordered) untoldOf(all []findings) []findings {
	cases := map[string][]*analyze.Duplicate{}
	for _, d := range o.sections[rankDuplicated] {
		cases[d.OperationKey] = append(cases[d.OperationKey], d)
	}
	told := func(f *analyze.Finding) bool {
		return f.Kind == "safety_violation" && len(f.DownstreamIDs) > 0 &&
			slices.ContainsFunc(cases[f.OperationKey], func(d *analyze.Duplicate) bool {
				return !slices.ContainsFunc(f.DownstreamIDs, func(id string) bool { return !slices.Contains(d.DownstreamIDs, id) })
			})
	}
	var out []findings
	for _, f := range all {
		if list := slices.DeleteFunc(slices.Clone(f.list), told); len(list) > 0 {
			out = append(out, findings{f.kind, list})
		}
	}
	return out
}
