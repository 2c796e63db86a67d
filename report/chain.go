package report

import (
	"slices"
	"strconv"
	"strings"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/analyze/language"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// chain draws the eight layers with their counts and marks the boundary, or where updates were lost:
//
//	1 change → 2 registrations → 2 scheduled → 2 deliveries → 2 receipts → 2 jobs → 2 runs → 2 effects
//	         └── here one became two
//
// "?" stands for a count that the evidence does not give. A boundary that leaps layers is drawn below all of them. It
// returns nothing where no count is known.
func chain(l *language.Language, d *analyze.Duplicate, width int) []string {
	layers := allLayers(d.Layers)
	known := false
	for _, l := range layers {
		known = known || l.Count != nil
	}
	if !known {
		return nil
	}
	edge, text := marked(l, d, layers)
	var lines []string
	line, column := "", 0
	left := -1 // where the boundary begins in this line
	mark := func(right int, text string) {
		lines = append(append(lines, line), marker(left, right, width, text)...)
		line, column, left = "", 0, -1
	}
	pending := "" // the mark's text, once its right end is known
	right := 0
	for i, layer := range layers {
		name := counted(l, layer)
		if i > 0 {
			arrow := column + 1
			if column+3+columns(name) > width {
				if pending != "" {
					mark(right, pending)
					pending = ""
				} else {
					lines = append(lines, line)
				}
				line, column, arrow = "", 0, 0
				if left >= 0 { // the boundary leaps over the end of the line
					left = 0
				}
			} else {
				line += " "
			}
			if edge.From == layers[i-1].Layer {
				left = arrow
			}
			if edge.To == layer.Layer && left >= 0 {
				right, pending = arrow, text
			}
			line += "→ "
			column = arrow + 2
		}
		line += name
		column += columns(name)
	}
	if pending != "" {
		mark(right, pending)
		return lines
	}
	return append(lines, line)
}

// marker draws the line below the chain, from the arrow at left to the arrow at right. Words that do not fit there go on below.
func marker(left, right, width int, text string) []string {
	bracket := "└"
	if right > left {
		bracket += strings.Repeat("─", right-left-1) + "┴"
	}
	if right+4+columns(text) <= width || columns(text)+3 > left {
		return wrap(text, width, strings.Repeat(" ", left)+bracket+"── ", strings.Repeat(" ", min(left+4, max(0, width-24))))
	}
	bracket = "┘"
	if right > left {
		bracket = "┴" + strings.Repeat("─", right-left-1) + "┘"
	}
	return []string{strings.Repeat(" ", left-columns(text)-3) + text + " ──" + bracket}
}

// marked returns the edge to mark, and its words.
func marked(l *language.Language, d *analyze.Duplicate, layers []analyze.LayerCount) (analyze.Boundary, string) {
	if d.Outcome != analyze.Lost || d.Boundary != (analyze.Boundary{}) {
		return d.Boundary, became(l, d, layers)
	}
	var above *analyze.LayerCount
	for i := range layers {
		x := &layers[i]
		if x.Count == nil || slices.Index(profile.Layers, x.Layer) < slices.Index(profile.Layers, profile.LayerReceipt) {
			continue
		}
		if above != nil && *x.Count < *above.Count {
			return analyze.Boundary{From: above.Layer, To: x.Layer}, l.Say("here updates were dropped")
		}
		above = x
	}
	return analyze.Boundary{}, ""
}

// became says how many came of one, and between which layers where the boundary leaps some.
func became(l *language.Language, d *analyze.Duplicate, layers []analyze.LayerCount) string {
	from, to := at(layers, d.Boundary.From), at(layers, d.Boundary.To)
	s := l.Say("here one became two")
	switch {
	case from != nil && *from > 1:
		s = l.Say("here one operation became two")
	case to != nil && *to > 2:
		s = l.Say("here one became %s", numeral(l, *to))
	}
	for i := 1; i < len(layers); i++ {
		if layers[i-1].Layer == d.Boundary.From && layers[i].Layer != d.Boundary.To {
			s += l.Say(", between %s and %s", word(l, string(d.Boundary.From)), word(l, string(d.Boundary.To)))
		}
	}
	return s
}

func at(layers []analyze.LayerCount, layer profile.Layer) *int {
	for _, l := range layers {
		if l.Layer == layer {
			return l.Count
		}
	}
	return nil
}

// things are what a layer holds.
var things = map[profile.Layer]language.Noun{
	profile.LayerChange: "change", profile.LayerRegistration: "registration", profile.LayerDelivery: "delivery",
	profile.LayerReceipt: "receipt", profile.LayerQueue: "job", profile.LayerExecution: "run", profile.LayerEffect: "effect",
}

// counted writes 1 change, 2 deliveries, ? jobs.
func counted(l *language.Language, of analyze.LayerCount) string {
	n, count := 2, "?"
	if of.Count != nil {
		n, count = *of.Count, strconv.Itoa(*of.Count)
	}
	if noun, ok := things[of.Layer]; ok {
		return count + " " + l.Plural(n, noun)
	}
	return l.Say("%s scheduled", count)
}
