package report

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/analyze/language"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// timeline draws when what lies below a node happened, a line for each layer and branches as letters, in at most width columns:
//
//	Timeline from 2026-11-30T08:26:28.000Z, 573 ms, not to scale; ! is the second effect
//	  delivery    ├b─────┤  ├a───┤
//	  execution                   ├b─┤ ├a─┤
//	  effect                       b    a!
//
// Time is warped as in the picture of the HTML report. It returns nothing where there are no two moments, or too many boxes for
// letters.
func timeline(l *language.Language, d *analyze.Duplicate, width int) []string {
	spans, timed := spansOf(d)
	names := timelineNames
	for _, layer := range profile.Layers {
		if n := columns(word(l, string(layer))); n > names {
			names = n + 1
		}
	}
	cells := float64(width - names - 2)
	var list []extent
	for i, s := range spans {
		if timed[i] {
			list = append(list, extent{s[0], s[1], 60})
		}
	}
	if len(list) < 2 || len(d.Boxes) > 60 || d.BoxesLeft > 0 {
		return nil
	}
	w := newWarp(list, 1)
	if len(w.moments) < 2 {
		return nil
	}
	for i := range w.at {
		w.at[i] *= (cells - 4) / w.at[len(w.at)-1]
	}
	first, last := w.moments[0], w.moments[len(w.moments)-1]
	lines := []string{l.Say("Timeline from %s, %s, not to scale", analyze.Time{Nano: first, Precision: time.Millisecond}, longer(time.Duration(last-first)))}
	if slices.ContainsFunc(d.Boxes, func(b analyze.Box) bool { return b.Again }) {
		lines[0] += l.Say("; ! is a second effect")
	}
	for _, layer := range profile.Layers {
		for n, row := range timelineRows(d, layer, spans, timed, &w) {
			name := word(l, string(layer))
			if n > 0 {
				name = ""
			}
			lines = append(lines, strings.TrimRight("  "+pad(name, names)+row, " "))
		}
	}
	return lines
}

const timelineNames = 12

// timelineRows are the lines of one layer: as many as it takes for no two boxes to stand on each other.
func timelineRows(d *analyze.Duplicate, layer profile.Layer, spans [][2]int64, timed []bool, w *warp) []string {
	type piece struct {
		x    int
		text string
	}
	var pieces []piece
	for i, b := range d.Boxes {
		if b.Layer != layer || !timed[i] {
			continue
		}
		from, to := int(w.x(spans[i][0])), int(w.x(spans[i][1]))
		pieces = append(pieces, piece{from, segment(letter(&b), to-from)})
	}
	slices.SortStableFunc(pieces, func(a, b piece) int { return cmp.Or(cmp.Compare(a.x, b.x), strings.Compare(a.text, b.text)) })
	var rows []string
	for _, p := range pieces {
		n := slices.IndexFunc(rows, func(row string) bool { return columns(row) < p.x || columns(row) == 0 })
		if n < 0 {
			n = len(rows)
			rows = append(rows, "")
		}
		rows[n] = pad(rows[n], p.x) + p.text
	}
	return rows
}

// letter names the branch of a box, and marks an effect beside the first.
func letter(b *analyze.Box) string {
	s := "·"
	if b.Branch >= 0 {
		s = string(rune('a' + b.Branch%26))
	}
	if b.Again {
		s += "!"
	}
	return s
}

// segment draws what lasts for some columns: ├a──┤.
func segment(name string, length int) string {
	if length < 2 {
		return name
	}
	return "├" + name + strings.Repeat("─", max(0, length-1-columns(name))) + "┤"
}
