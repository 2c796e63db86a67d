package report

import (
	"fmt"
	"strings"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// chain draws the eight layers with their counts and marks the boundary:
//
//	change 1 → registration 2 → schedule 2 → delivery 2 → receipt 2 → queue 2 → execution 2 → effect 2
//	         └── here one became two
//
// "?" stands for a count that the evidence does not give. A boundary that leaps layers is drawn below all of them. It
// returns nothing where no count is known.
func chain(d *analyze.Duplicate, width int) []string {
	layers := allLayers(d.Layers)
	known := false
	for _, l := range layers {
		known = known || l.Count != nil
	}
	if !known {
		return nil
	}
	var lines []string
	line, column := "", 0
	left := -1 // where the boundary begins in this line
	mark := func(right int, text string) {
		lines = append(lines, line, marker(left, right, width, text))
		line, column, left = "", 0, -1
	}
	pending := "" // the mark's text, once its right end is known
	right := 0
	for i, l := range layers {
		name := fmt.Sprintf("%s %s", l.Layer, counted(l.Count))
		if i > 0 {
			arrow := column + 1
			if column+3+len(name) > width {
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
			if d.Boundary.From == layers[i-1].Layer {
				left = arrow
			}
			if d.Boundary.To == l.Layer && left >= 0 {
				right, pending = arrow, became(d, layers)
			}
			line += "→ "
			column = arrow + 2
		}
		line += name
		column += len(name)
	}
	if pending != "" {
		mark(right, pending)
		return lines
	}
	return append(lines, line)
}

// marker draws the line below the chain, from the arrow at left to the arrow at right.
func marker(left, right, width int, text string) string {
	bracket := "└"
	if right > left {
		bracket += strings.Repeat("─", right-left-1) + "┴"
	}
	if right+4+len(text) <= width || len(text)+3 > left {
		return strings.Repeat(" ", left) + bracket + "── " + text
	}
	bracket = "┘"
	if right > left {
		bracket = "┴" + strings.Repeat("─", right-left-1) + "┘"
	}
	return strings.Repeat(" ", left-len(text)-3) + text + " ──" + bracket
}

// became says how many came of one, and between which layers where the boundary leaps some.
func became(d *analyze.Duplicate, layers []analyze.LayerCount) string {
	from, to := at(layers, d.Boundary.From), at(layers, d.Boundary.To)
	s := "here one became two"
	switch {
	case from != nil && *from > 1:
		s = "here one operation became two"
	case to != nil && *to > 2:
		s = "here one became " + numeral(*to)
	}
	for i := 1; i < len(layers); i++ {
		if layers[i-1].Layer == d.Boundary.From && layers[i].Layer != d.Boundary.To {
			s += fmt.Sprintf(", between %s and %s", d.Boundary.From, d.Boundary.To)
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

func counted(n *int) string {
	if n == nil {
		return "?"
	}
	return fmt.Sprint(*n)
}
