package report

import (
	"cmp"
	"slices"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// enough is how many records of a case are shown. All of them are in the JSON and in --explain.
const enough = 14

// share says how many of the shown records a layer may have, the proof before the scaffolding.
var share = []struct {
	layer profile.Layer
	most  int
}{
	{profile.LayerEffect, 3},
	{profile.LayerExecution, 4},
	{profile.LayerReceipt, 3},
	{profile.LayerDelivery, 2},
	{profile.LayerRegistration, 2},
	{profile.LayerQueue, 1},
	{profile.LayerSchedule, 1},
	{profile.LayerChange, 1},
}

// shown chooses the records of a case that a person is shown and returns their indices: by layer, two more of those at the
// boundary, what one layer leaves free for the others. They come in order of time, those without one first, and what shows
// only that a source covers the time last.
func shown(d *analyze.Duplicate) []int {
	cited := map[int]bool{} // by an answer: that is the proof
	for _, q := range d.Questions {
		for _, i := range q.Evidence {
			cited[i] = true
		}
	}
	var coverage []int
	of := map[profile.Layer][]int{}
	for i, e := range d.Evidence {
		if e.Layer == "" {
			coverage = append(coverage, i)
		} else {
			of[e.Layer] = append(of[e.Layer], i)
		}
	}
	var chosen, passed []int
	for _, s := range share {
		most := s.most
		if s.layer == d.Boundary.From || s.layer == d.Boundary.To {
			most += 2
		}
		take := pick(of[s.layer], cited, min(most, enough-len(chosen)))
		chosen = append(chosen, take...)
		for _, i := range of[s.layer] {
			if !slices.Contains(take, i) {
				passed = append(passed, i)
			}
		}
	}
	rest := append(passed, coverage...)
	chosen = append(chosen, rest[:min(len(rest), enough-len(chosen))]...)
	slices.SortFunc(chosen, func(i, j int) int {
		a, b := d.Evidence[i], d.Evidence[j]
		return cmp.Or(
			cmp.Compare(last(a), last(b)), cmp.Compare(a.Time.Nano, b.Time.Nano),
			cmp.Compare(slices.Index(profile.Layers, a.Layer), slices.Index(profile.Layers, b.Layer)), cmp.Compare(i, j),
		)
	})
	return chosen
}

func last(e analyze.Evidence) int {
	if e.Layer == "" {
		return 1
	}
	return 0
}

// pick takes n of a list, those that are cited before the others.
func pick(list []int, cited map[int]bool, n int) []int {
	var first, others []int
	for _, i := range list {
		if cited[i] {
			first = append(first, i)
		} else {
			others = append(others, i)
		}
	}
	first = spread(first, n)
	return slices.Concat(first, spread(others, n-len(first)))
}

// spread takes n of a list, evenly: the records of one branch stand together, and each branch is to be seen.
func spread(list []int, n int) []int {
	if n >= len(list) {
		return list
	}
	out := make([]int, 0, max(0, n))
	for k := range max(0, n) {
		out = append(out, list[k*len(list)/n])
	}
	return out
}

// wholeStory says how all records of a case can be seen, where not all are shown. mark writes a command.
func wholeStory(d *analyze.Duplicate, left int, opt Options, mark func(string) string) string {
	if left <= 0 {
		return ""
	}
	l := opt.Language
	s := l.Say("and %d more; all of them: %s", left, mark(opt.diagnose()+" --explain "+d.ID))
	if trace := opt.sibling("trace"); trace != "" && d.Resource.Type != "" && d.Resource.ID != "" {
		s += l.Say("; all of %s: %s", mark(named(l, d.Resource)), mark(trace+" "+d.Resource.Type+":"+d.Resource.ID))
	}
	return s
}
