package analyze

import (
	"slices"
	"time"
)

// intervals says what the times between repeats look like, for whoever looks for what repeats: a program at equal intervals, a queue
// that backs off, or neither, as a person's clicks. It takes two intervals at least, and proves nothing.
func (w words) intervals(gaps []time.Duration) string {
	if len(gaps) < 2 || slices.Min(gaps) <= 0 {
		return ""
	}
	texts := w.List(w.few(gapTexts(gaps), 6, "more interval"))
	if most := slices.Max(gaps); most-slices.Min(gaps) <= max(most/20, 2*time.Second) {
		return w.Say("it came at equal intervals (%s), as a program repeats", texts)
	}
	growing := true
	for i := 1; i < len(gaps); i++ {
		growing = growing && gaps[i] >= gaps[i-1]*5/4
	}
	if growing {
		return w.Say("the intervals grow (%s), as a queue backs off", texts)
	}
	return w.Say("the intervals are irregular (%s), as a person's are, or several causes'", texts)
}

func gapTexts(gaps []time.Duration) []string {
	var texts []string
	for _, g := range gaps {
		texts = append(texts, g.Round(time.Millisecond).String())
	}
	return texts
}

// timesBetween are the times between deliveries in their order, nil where one of them is not known.
func timesBetween(ds []*delivery) []time.Duration {
	var gaps []time.Duration
	for i := 1; i < len(ds); i++ {
		if ds[i].begin() == 0 || ds[i-1].begin() == 0 {
			return nil
		}
		gaps = append(gaps, time.Duration(ds[i].begin()-ds[i-1].begin()))
	}
	return gaps
}

// also joins two sentences of which the second may be empty.
func also(says, more string) string {
	if more == "" {
		return says
	}
	return says + "; " + more
}
