package report

import (
	"math"
	"reflect"
	"unicode/utf8"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// filled returns a copy in which everything that JSON promises is there: lists that are not nil, every class and outcome,
// all layers and questions. What the diagnosis does not say stays unsaid: a layer gets no count, a question "unknown".
func filled(d analyze.Diagnosis) analyze.Diagnosis {
	d = copied(reflect.ValueOf(d)).Interface().(analyze.Diagnosis)
	if d.Schema == "" {
		d.Schema = analyze.Schema
	}
	for _, c := range analyze.Classes {
		d.Summary.ByClass[c] += 0
	}
	fillOutcomes(d.Summary.ByOutcome)
	for i := range d.Patterns {
		fillOutcomes(d.Patterns[i].Outcomes)
	}
	for i := range d.Baseline.Patterns {
		fillOutcomes(d.Baseline.Patterns[i].Before)
		fillOutcomes(d.Baseline.Patterns[i].Since)
	}
	for i := range d.Duplicates {
		d.Duplicates[i].Layers = allLayers(d.Duplicates[i].Layers)
		d.Duplicates[i].Questions = allQuestions(d.Duplicates[i].Questions)
	}
	return d
}

func fillOutcomes(counts map[analyze.Outcome]int) {
	for _, o := range analyze.Outcomes {
		counts[o] += 0
	}
}

// allLayers returns the eight layers in their order.
func allLayers(known []analyze.LayerCount) []analyze.LayerCount {
	out := make([]analyze.LayerCount, len(profile.Layers))
	for i, layer := range profile.Layers {
		out[i].Layer = layer
		for _, k := range known {
			if k.Layer == layer {
				out[i].Count = k.Count
			}
		}
	}
	return out
}

// allQuestions returns the nine questions in their order, then those that this package does not know.
func allQuestions(known []analyze.Question) []analyze.Question {
	out := make([]analyze.Question, 0, len(questions))
	listed := map[string]bool{}
	for _, q := range questions {
		listed[q.id] = true
		answer := analyze.Question{ID: q.id, Answer: "unknown", Evidence: []int{}}
		for _, k := range known {
			if k.ID == q.id {
				answer = k
			}
		}
		out = append(out, answer)
	}
	for _, k := range known {
		if !listed[k.ID] {
			out = append(out, k)
		}
	}
	return out
}

// copied returns a deep copy without nil lists and maps, without numbers and bytes that JSON cannot hold. By reflection,
// so that a field added to the diagnosis tomorrow keeps the promise too.
func copied(v reflect.Value) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			out.Field(i).Set(copied(v.Field(i)))
		}
	case reflect.Slice:
		out.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		for i := range v.Len() {
			out.Index(i).Set(copied(v.Index(i)))
		}
	case reflect.Map:
		out.Set(reflect.MakeMap(v.Type()))
		for it := v.MapRange(); it.Next(); {
			out.SetMapIndex(copied(it.Key()), copied(it.Value()))
		}
	case reflect.String:
		out.SetString(utf8Only(v.String()))
	case reflect.Float64:
		if f := v.Float(); !math.IsNaN(f) && !math.IsInf(f, 0) {
			out.SetFloat(f)
		}
	default:
		out.Set(v)
	}
	return out
}

// utf8Only writes bytes that are not UTF-8 as \xff and leaves the rest.
func utf8Only(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var out []byte
	for s != "" {
		r, n := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError && n == 1 {
			out = append(out, Visible(s[:1])...)
		} else {
			out = append(out, s[:n]...)
		}
		s = s[n:]
	}
	return string(out)
}
