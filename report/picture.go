package report

import (
	"cmp"
	"slices"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/analyze/language"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// drawing is the swim-lane picture of one duplicate with everything placed: one lane for each layer, time from left to right,
// a box for each thing and a line for each join. All lengths are in CSS pixels.
type drawing struct {
	l                   *language.Language
	Width, Height, Left px // Left is where the lanes begin, right of their names
	Lanes               []lane
	Boxes               []shape
	Lines               []line
	Ticks               []tick
	Breaks              []stretched
	Gaps                []hole
	Edge                px     // the line at which one became two
	EdgeText            string // "": none is marked
	Dense               bool   // too many boxes for words in them
	Untimed             bool   // some box has no time of its own
	left                int    // boxes that are not drawn
}

// lane is one layer.
type lane struct {
	Y, Height, NameY, ClockY px
	Name, Count, Clock       string
	Silent                   bool // the evidence says nothing of it
	Even                     bool
	rows                     int
	box                      float64 // height of its boxes
}

// shape is one box, with at most two lines of text in it.
type shape struct {
	X, Y, Width, Height px
	TextX, TitleY, IDY  px
	Tag                 string
	TagX, TagY          px
	Title, ID           string
	Long                bool // its identifier is too long for the picture
	Hue                 int  // of its branch; 0: of several branches
	Parts, Again        bool
	Untimed, Moment     bool
	Number              int
	Evidence            []int
	Spoken              string // everything about it in words
	row                 int
	taken, joined       float64
}

// line is one join.
type line struct {
	Path   string
	X, Y   px // of its words
	Text   string
	Hue    int
	Marked bool
}

type tick struct {
	X    px
	Text string
	End  bool
}

type stretched struct {
	X, Width, Middle px
	Text             string
}

type hole struct {
	X, Y, Width, Height, TextX, TextY px
	Text                              string
}

const (
	laneNames = 118.0 // width of the column of the lanes' names, where they are as long as "registration" and have a digit beside them
	axis      = 40.0
	joinWords = 14.0 // room above a box for how it was joined
	worded    = 90   // boxes with words in them; more are drawn small
	paper     = 1188.0
	idsFit    = 40 // runes of an identifier that are drawn in a box
)

// draw places a duplicate's boxes. It returns nil where there is nothing to see.
func draw(l *language.Language, d *analyze.Duplicate, all *analyze.Diagnosis) *drawing {
	if len(d.Boxes) == 0 {
		return nil
	}
	p := &drawing{l: l, Left: nameColumn(l, d), Dense: len(d.Boxes) > worded, left: d.BoxesLeft}
	spans, timed := spansOf(d)
	p.shapes(d, timed)
	list := make([]extent, len(spans))
	for i, s := range spans {
		list[i] = extent{s[0], s[1], p.Boxes[i].taken}
	}
	w, room := p.fitted(list)
	p.place(d, spans, &w)
	p.lanes(d, all)
	p.lines(d)
	p.Width = px(p.lanesFrom() + w.width() + room + 12)
	if any := slices.Contains(timed, true); any {
		p.axis(&w)
		p.holes(d, all, &w)
	}
	return p
}

// nameColumn is how wide the column of the lanes' names is: the longest name has room beside its count.
func nameColumn(l *language.Language, d *analyze.Duplicate) px {
	wide := laneNames
	for _, lane := range allLayers(d.Layers) {
		name, count := columns(word(l, string(lane.Layer))), columns(laneCount(lane))
		wide = max(wide, laneNames+float64(14*(name-len("registration"))+7*(count-1)))
	}
	return px(wide)
}

// lanesFrom is where the time begins, right of the lanes' names.
func (p *drawing) lanesFrom() float64 { return float64(p.Left) + 12 }

// fitted warps the time so that the drawing is as wide as the paper, if its words leave that room. room is what the words of the
// last moments need right of them.
func (p *drawing) fitted(list []extent) (w warp, room float64) {
	for _, scale := range []float64{1, 0.6, 0.35, 0.2} {
		if p.Dense {
			scale = min(scale, 60/float64(len(list)))
		}
		w, room = newWarp(list, scale), 12
		for _, e := range list {
			if e.from == e.to {
				room = max(room, e.width-(w.width()-w.x(e.from)))
			}
		}
		if w.width()+room+12+p.lanesFrom() <= paper {
			break
		}
	}
	w.stretch(paper - p.lanesFrom() - room - 12)
	return w, room
}

// shapes gives each box its words and the width that they need.
func (p *drawing) shapes(d *analyze.Duplicate, timed []bool) {
	joined := make([]float64, len(d.Boxes))
	for _, l := range d.Links {
		joined[l.Lower] = max(joined[l.Lower], textWidth(joinText(d, l), 9.5))
	}
	for i := range d.Boxes {
		b := &d.Boxes[i]
		s := shape{
			Number: i, Hue: hue(b), Parts: b.Parts, Again: b.Again, Untimed: !timed[i], Evidence: b.Evidence,
			Moment: timed[i] && b.From.Nano == b.To.Nano,
		}
		p.Untimed = p.Untimed || s.Untimed
		if p.Dense {
			s.taken = 4
		} else {
			s.Title, s.ID, s.Long = boxTitle(p.l, d, b)
			s.taken = max(boldWidth(s.Title, 12), monoWidth(s.ID, 10.5)) + 18
			if s.joined = joined[i]; s.Again {
				s.Tag = p.l.Say("A second effect")
				joined[i] += boldWidth(s.Tag, 11) + 8
			}
			s.taken = max(s.taken, joined[i]+10)
		}
		s.Spoken = s.inWords(p.l, d, b)
		p.Boxes = append(p.Boxes, s)
	}
}

// place finds each box its row within its lane: the first that is free.
func (p *drawing) place(d *analyze.Duplicate, spans [][2]int64, w *warp) {
	order := make([]int, len(p.Boxes))
	for i := range order {
		order[i] = i
		s := &p.Boxes[i]
		s.X = px(p.lanesFrom() + w.x(spans[i][0]))
		s.Width = px(w.x(spans[i][1]) - w.x(spans[i][0]))
		if spans[i][0] == spans[i][1] || float64(s.Width) < s.taken {
			s.Width = px(s.taken)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(p.Boxes[i].X, p.Boxes[j].X), cmp.Compare(p.Boxes[i].Hue, p.Boxes[j].Hue), cmp.Compare(i, j))
	})
	ends := map[profile.Layer][]float64{}
	gap, most := 8.0, 1000
	if p.Dense {
		gap, most = 1, 40
	}
	for _, i := range order {
		s, l := &p.Boxes[i], d.Boxes[i].Layer
		row := slices.IndexFunc(ends[l], func(end float64) bool { return end+gap <= float64(s.X) })
		switch {
		case row >= 0:
		case len(ends[l]) < most:
			row = len(ends[l])
			ends[l] = append(ends[l], 0)
		default: // more at one time than rows: on top of each other
			row = i % most
		}
		ends[l][row] = float64(s.X) + max(float64(s.Width), s.taken)
		s.row = row
	}
}

// lanes stacks the lanes and puts the boxes into them.
func (p *drawing) lanes(d *analyze.Duplicate, all *analyze.Diagnosis) {
	counts := allLayers(d.Layers)
	edge, text := marked(p.l, d, counts)
	y := axis
	for n, layer := range profile.Layers {
		l := lane{Y: px(y), NameY: px(y + 16), ClockY: px(y + 30), Even: n%2 == 0, box: 22, Name: word(p.l, string(layer)), Count: laneCount(counts[n]), Clock: p.clock(d, layer, all)}
		for i := range p.Boxes {
			if s := &p.Boxes[i]; d.Boxes[i].Layer == layer {
				if l.rows = max(l.rows, s.row+1); s.ID != "" {
					l.box = 34
				}
			}
		}
		top, words := 3.0, joinWords
		if p.Dense {
			l.box, words = 6, 2
		}
		if edge.To == layer && edge.From != "" {
			p.Edge, p.EdgeText = px(y), text
			top += 16
		}
		l.Silent = l.rows == 0 && counts[n].Count == nil
		height := max(24, top+7+float64(l.rows)*(l.box+words+2))
		if l.Clock != "" {
			height = max(height, 38)
		}
		l.Height = px(height)
		for i := range p.Boxes {
			if s := &p.Boxes[i]; d.Boxes[i].Layer == layer {
				s.Y, s.Height = px(y+top+words+float64(s.row)*(l.box+words+2)), px(l.box)
				s.TextX, s.TitleY, s.IDY = s.X+9, s.Y+15, s.Y+28
				s.TagX, s.TagY = s.X+15+px(s.joined), s.Y-4
				if s.joined > 0 {
					s.TagX += 8
				}
			}
		}
		p.Lanes = append(p.Lanes, l)
		y += height
	}
	p.Height = px(y + 4)
}

// EdgeX and the others place the words at the line where one became two.
func (p *drawing) EdgeX() px     { return p.Left + 12 }
func (p *drawing) EdgeY() px     { return p.Edge + 2 }
func (p *drawing) EdgeWidth() px { return px(boldWidth(p.EdgeText, 11) + 18) }
func (p *drawing) EdgeTextX() px { return p.EdgeX() + 9 }
func (p *drawing) EdgeTextY() px { return p.EdgeY() + 12 }

// CountX is where the counts of the lanes end, SilentX where it is said that the evidence is silent.
func (p *drawing) CountX() px  { return p.Left - 10 }
func (p *drawing) SilentX() px { return p.Left + 18 }

// clock says how far the clock of a lane's source is off, "" where it is not.
func (p *drawing) clock(d *analyze.Duplicate, layer profile.Layer, all *analyze.Diagnosis) string {
	for _, c := range all.Clocks {
		if slices.ContainsFunc(d.Boxes, func(b analyze.Box) bool { return b.Layer == layer && b.Source == c.Source }) {
			return clockText(p.l, c.Ahead)
		}
	}
	return ""
}

func (p *drawing) lane(layer profile.Layer) lane { return p.Lanes[slices.Index(profile.Layers, layer)] }
