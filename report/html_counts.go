package report

import (
	"slices"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/analyze/language"
)

// matrix counts elements by class and outcome.
type matrix struct {
	Outcomes []analyze.Outcome
	Rows     []matrixRow
	Foot     []int
	All      int
}

type matrixRow struct {
	Class   analyze.Class
	Meaning string
	Counts  []int
	All     int
}

func matrixOf(l *language.Language, d *analyze.Diagnosis) matrix {
	m := matrix{Outcomes: analyze.Outcomes, Foot: make([]int, len(analyze.Outcomes))}
	for _, c := range analyze.Classes {
		row := matrixRow{Class: c, Meaning: l.Say(meanings[c]), Counts: make([]int, len(analyze.Outcomes))}
		for i := range d.Duplicates {
			if d.Duplicates[i].Class != c {
				continue
			}
			row.All++
			if k := slices.Index(analyze.Outcomes, d.Duplicates[i].Outcome); k >= 0 {
				row.Counts[k]++
				m.Foot[k]++
			}
		}
		m.All += row.All
		if row.All > 0 {
			m.Rows = append(m.Rows, row)
		}
	}
	return m
}
