package report

import (
	"math"
	"slices"
	"time"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// warp maps time to a place on paper. It is monotone, so order is always true, and it is not linear: milliseconds can be told
// apart and an hour between two of them does not push the second off the page. How long a stretch is drawn grows with the
// logarithm of how long it lasted.
type warp struct {
	moments []int64 // Unix nanoseconds, ascending, each once
	at      []float64
}

// extent is something that lasted, and how wide its drawing must be at least.
type extent struct {
	from, to int64
	width    float64
}

// newWarp places the beginnings and ends of all extents from left to right. The end of one is put so far right that its text
// fits; what begins or ends within it lies between.
func newWarp(list []extent, scale float64) warp {
	var w warp
	ending := map[int64][]extent{}
	for _, e := range list {
		w.moments = append(w.moments, e.from, e.to)
		if e.to > e.from {
			ending[e.to] = append(ending[e.to], e)
		}
	}
	slices.Sort(w.moments)
	w.moments = slices.Compact(w.moments)
	w.at = make([]float64, len(w.moments))
	for i := 1; i < len(w.moments); i++ {
		w.at[i] = w.at[i-1] + scale*stride(w.moments[i]-w.moments[i-1])
		for _, e := range ending[w.moments[i]] {
			w.at[i] = max(w.at[i], w.x(e.from)+e.width)
		}
	}
	return w
}

// stride is how far apart two moments are drawn: 22 for 10 ms, 66 for a second, 158 for an hour.
func stride(nanoseconds int64) float64 {
	return 14 + 26*math.Log10(1+float64(nanoseconds)/float64(10*time.Millisecond))
}

// x is the place of a moment; of one that is no beginning and no end, a place between its neighbours.
func (w *warp) x(moment int64) float64 {
	i, found := slices.BinarySearch(w.moments, moment)
	switch {
	case len(w.moments) == 0:
		return 0
	case found:
		return w.at[i]
	case i == 0:
		return 0
	case i == len(w.moments):
		return w.at[i-1]
	}
	share := float64(moment-w.moments[i-1]) / float64(w.moments[i]-w.moments[i-1])
	return w.at[i-1] + share*(w.at[i]-w.at[i-1])
}

// width is how wide everything is.
func (w *warp) width() float64 {
	if len(w.at) == 0 {
		return 0
	}
	return w.at[len(w.at)-1]
}

// stretch makes a narrow drawing as wide as the paper.
func (w *warp) stretch(width float64) {
	if have := w.width(); have > 0 && have < width {
		for i := range w.at {
			w.at[i] *= width / have
		}
	}
}

// longer is a stretch of time in words: 8 ms, 1.48 s, 2 min 3 s, 5 h, 12 d 3 h.
func longer(d time.Duration) string {
	switch {
	case d < 0:
		return "−" + longer(-d)
	case d < 10*time.Millisecond && d%time.Millisecond != 0:
		return trimZeros(d.Seconds()*1000, 1) + " ms"
	case d < time.Second:
		return trimZeros(d.Seconds()*1000, 0) + " ms"
	case d < 10*time.Second:
		return trimZeros(d.Seconds(), 2) + " s"
	case d < time.Minute:
		return trimZeros(d.Seconds(), 1) + " s"
	case d < time.Hour:
		return twoUnits(d, time.Minute, "min", time.Second, "s")
	case d < 24*time.Hour:
		return twoUnits(d, time.Hour, "h", time.Minute, "min")
	}
	return twoUnits(d, 24*time.Hour, "d", time.Hour, "h")
}

// spansOf says from when to when each box lasts. A thing without a time of its own begins with what hangs on it, or follows what
// it hangs on.
func spansOf(d *analyze.Duplicate) (spans [][2]int64, timed []bool) {
	spans, timed = make([][2]int64, len(d.Boxes)), make([]bool, len(d.Boxes))
	placed := make([]bool, len(d.Boxes))
	for i, b := range d.Boxes {
		if timed[i] = b.From.Precision != 0; timed[i] {
			spans[i], placed[i] = [2]int64{b.From.Nano, max(b.From.Nano, b.To.Nano)}, true
		}
	}
	begins := map[int]int64{} // by branch
	for i, b := range d.Boxes {
		if at, ok := begins[b.Branch]; timed[i] && (!ok || spans[i][0] < at) {
			begins[b.Branch] = spans[i][0]
		}
	}
	for i, b := range d.Boxes {
		if at, ok := begins[b.Branch]; ok && !timed[i] && b.Branch >= 0 && above(b.Layer) {
			spans[i], placed[i] = [2]int64{at, at}, true
		}
	}
	for range profile.Layers { // a box may have to wait for one that has to wait
		for _, l := range d.Links {
			if up, low := l.Upper, l.Lower; placed[low] && !timed[up] && (!placed[up] || d.Boxes[up].Branch < 0 && spans[low][0] < spans[up][0]) {
				spans[up], placed[up] = [2]int64{spans[low][0], spans[low][0]}, true
			}
		}
	}
	for _, l := range d.Links {
		if placed[l.Upper] && !placed[l.Lower] {
			spans[l.Lower], placed[l.Lower] = [2]int64{spans[l.Upper][1], spans[l.Upper][1]}, true
		}
	}
	first := int64(0)
	for i := range spans {
		if placed[i] && (first == 0 || spans[i][0] < first) {
			first = spans[i][0]
		}
	}
	for i := range spans {
		if !placed[i] {
			spans[i] = [2]int64{first, first}
		}
	}
	return spans, timed
}

// above tells the layers of which things begin with what hangs on them.
func above(l profile.Layer) bool { return l == profile.LayerChange || l == profile.LayerRegistration }
