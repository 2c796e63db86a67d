package report

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/analyze/language"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// px is a length in a picture.
type px float64

// String writes at most one decimal.
func (v px) String() string { return trimZeros(float64(v), 1) }

func trimZeros(v float64, decimals int) string {
	s := strconv.FormatFloat(v, 'f', decimals, 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if s == "-0" {
		return "0"
	}
	return s
}

// twoUnits writes 2 min 3 s; the second unit only where it is not none.
func twoUnits(d, big time.Duration, bigName string, small time.Duration, smallName string) string {
	s := fmt.Sprintf("%d %s", d/big, bigName)
	if rest := d % big / small; rest > 0 {
		s += fmt.Sprintf(" %d %s", rest, smallName)
	}
	return s
}

// textWidth estimates how wide words are drawn: nothing measures fonts here, so it errs on the wide side.
func textWidth(s string, size float64) float64 { return float64(columns(s)) * size * 0.6 }

func boldWidth(s string, size float64) float64 { return float64(columns(s)) * size * 0.66 }

func monoWidth(s string, size float64) float64 { return float64(columns(s)) * size * 0.61 }

// hue numbers the colours of branches from 1; 0 is that of what several branches share.
func hue(b *analyze.Box) int {
	if b.Branch < 0 {
		return 0
	}
	return b.Branch%6 + 1
}

// boxTitle is the text in a box: what it is, and below it an identifier that is too long to stand beside it. One that is too
// long for any box is not shortened: it is left to the list of the chain.
func boxTitle(l *language.Language, d *analyze.Duplicate, b *analyze.Box) (title, id string, long bool) {
	id = Visible(b.ID)
	n := utf8.RuneCountInString(id)
	lasted := ""
	if b.Took > 0 {
		lasted = longer(b.Took)
	}
	noun := boxNoun(l, b.Layer)
	switch {
	case b.Layer == profile.LayerChange:
		noun = Visible(named(l, d.Resource))
		if noun == "" || utf8.RuneCountInString(noun) > idsFit {
			noun = boxNoun(l, b.Layer)
		}
	case b.Layer == profile.LayerExecution && b.Detail != "":
		noun = ""
	case n == 0 && b.Layer != profile.LayerExecution:
		noun = l.Say("%s without an ID", noun)
	}
	if n > idsFit {
		id, long = "", true
	}
	if b.Layer == profile.LayerEffect && id != "" && n <= idsFit {
		return both(id, " · ", fitting(b.Detail)), "", false
	}
	if n <= 14 {
		noun, id = both(noun, " ", id), ""
	}
	return both(both(noun, " · ", fitting(b.Detail)), " · ", lasted), id, long
}

// fitting is a detail that has room in a box.
func fitting(s string) string {
	if s = Visible(s); utf8.RuneCountInString(s) > idsFit {
		return ""
	}
	return s
}

// joinText says by what two boxes are joined, with the identifier where neither box shows it.
func joinText(d *analyze.Duplicate, l analyze.Link) string {
	value := Visible(l.Value)
	if l.Value == d.Boxes[l.Upper].ID || l.Value == d.Boxes[l.Lower].ID || utf8.RuneCountInString(value) > idsFit {
		value = ""
	}
	return both(fitting(l.By), " ", value)
}

// inWords says everything of a box in one line, for who cannot see the picture or points at the box: what stands in it first, as it
// stands there.
func (s *shape) inWords(l *language.Language, d *analyze.Duplicate, b *analyze.Box) string {
	text := both(both(s.Title, " ", s.ID), " ", s.Tag)
	if s.Title == "" || s.Long {
		text = both(both(text, " ", boxNoun(l, b.Layer)), " ", Visible(b.ID))
	}
	if s.Title == "" {
		text = both(text, ", ", Visible(b.Detail))
	}
	text = both(text, ", ", span(l, b.From, b.To))
	switch {
	case b.Again && s.Tag == "":
		text += ". " + l.Say("A second effect")
	case b.Parts:
		text += ". " + l.Say("The branches part here")
	}
	if b.Source != "" {
		text += fmt.Sprintf(" (%s:%d)", Visible(b.Source), b.Line)
	}
	return text
}

func laneCount(l analyze.LayerCount) string {
	if l.Count == nil {
		return "?"
	}
	return strconv.Itoa(*l.Count)
}

// clockText says how far a clock is off: clock +1.2 s.
func clockText(l *language.Language, ahead time.Duration) string {
	sign := "+"
	if ahead < 0 {
		sign = ""
	}
	return l.Say("clock") + " " + sign + longer(ahead.Round(time.Millisecond))
}

func gapText(l *language.Language, log string, requests int) string {
	return l.Say("%s has no line here (%d requests)", Visible(log), requests)
}
