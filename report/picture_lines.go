package report

import (
	"path"
	"slices"
	"strings"
	"time"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// lines draws each join from the upper box to the beginning of the lower one.
func (p *drawing) lines(d *analyze.Duplicate) {
	for _, l := range d.Links {
		up, low := &p.Boxes[l.Upper], &p.Boxes[l.Lower]
		to := float64(low.X) + min(10, float64(low.Width)/2)
		from := max(float64(up.X)+min(8, float64(up.Width)/2), min(to, float64(up.X+up.Width)-min(8, float64(up.Width)/2)))
		a, b := float64(up.Y+up.Height), float64(low.Y)
		one := line{Hue: low.Hue, Marked: up.Parts, X: px(to + 5), Y: px(b - 4)}
		if from == to {
			one.Path = "M" + px(from).String() + " " + px(a).String() + "V" + px(b).String()
		} else {
			mid := px((a + b) / 2).String()
			one.Path = "M" + px(from).String() + " " + px(a).String() + "C" + px(from).String() + " " + mid + " " + px(to).String() + " " + mid + " " + px(to).String() + " " + px(b).String()
		}
		if !p.Dense {
			one.Text = joinText(d, l)
		}
		p.Lines = append(p.Lines, one)
	}
}

// axis writes the time above the lanes: of the first moment the date, of others how much later they are; and marks the
// stretches that are drawn much shorter than they lasted.
func (p *drawing) axis(w *warp) {
	first := w.moments[0]
	precise := analyze.Time{Nano: first, Precision: time.Millisecond}
	p.Ticks = append(p.Ticks, tick{X: px(p.lanesFrom()), Text: precise.String()})
	free := p.lanesFrom() + textWidth(precise.String(), 11) + 14
	whole := w.moments[len(w.moments)-1] - first
	for i := 1; i < len(w.moments); i++ {
		x := p.lanesFrom() + w.at[i]
		text := "+" + longer(time.Duration(w.moments[i]-first))
		if x >= free && x+textWidth(text, 11) < float64(p.Width) {
			p.Ticks = append(p.Ticks, tick{X: px(x), Text: text})
			free = x + textWidth(text, 11) + 14
		}
		lasted := time.Duration(w.moments[i] - w.moments[i-1])
		if from := p.lanesFrom() + w.at[i-1]; lasted >= 5*time.Second && int64(lasted)*8 >= whole && len(p.Breaks) < 8 {
			p.Breaks = append(p.Breaks, stretched{X: px(from), Width: px(x - from), Middle: px((x + from) / 2), Text: longer(lasted)})
		}
	}
}

// holes draws the times of which a log that this duplicate rests on tells nothing.
func (p *drawing) holes(d *analyze.Duplicate, all *analyze.Diagnosis, w *warp) {
	first, last := w.moments[0], w.moments[len(w.moments)-1]
	for _, g := range all.Gaps {
		from, to := first, last
		if g.From.Precision != 0 {
			from = max(from, g.From.Nano)
		}
		if g.To.Precision != 0 {
			to = min(to, g.To.Nano)
		}
		if from > to || from == to && first != last || !slices.ContainsFunc(d.Evidence, func(e analyze.Evidence) bool { return strings.HasPrefix(e.Source, g.Log) }) {
			continue
		}
		top, bottom := p.lane(profile.LayerReceipt), p.lane(profile.LayerExecution)
		x := p.lanesFrom() + w.x(from)
		width := max(p.lanesFrom()+w.x(to)-x, 12)
		p.Gaps = append(p.Gaps, hole{
			X: px(x), Width: px(width), Y: top.Y, Height: bottom.Y + bottom.Height - top.Y, TextX: px(x + 4), TextY: bottom.Y + bottom.Height - 5,
			Text: gapText(p.l, path.Base(g.Log), g.Requests),
		})
	}
}
