package analyze

import (
	"maps"
	"slices"
	"time"
)

// outOfOrder finds states of the resource that arrived after a newer one, by the times that the bodies carry. Whoever writes each
// over the last ends with the older state.
//
// It speaks of the first arrival of each state: a state that is sent again later is a repeat, and judged as one. Which write came
// last in the receiver is not told by the order of arrival.
func (t *tree) outOfOrder() []Finding {
	type arrival struct {
		receipt *receipt
		at      *record
		state   time.Time
		text    string
	}
	if len(t.changes) < 2 {
		return nil
	}
	lines := map[string][]arrival{}
	for _, c := range t.changes {
		modified := t.stateOf(c).Clear.DateModified
		state, ok := stateTime(modified)
		if !ok {
			continue
		}
		var first arrival
		for _, d := range c.deliveries {
			for _, x := range d.receipts {
				if at := x.shownArrival(); at != nil && !x.invalid && (first.at == nil || cameFirst(at, first.at)) {
					first = arrival{x, at, state, modified}
				}
			}
		}
		if first.at == nil {
			continue
		}
		for _, line := range c.lines() {
			lines[line] = append(lines[line], first)
		}
	}
	var out []Finding
	for _, line := range slices.Sorted(maps.Keys(lines)) {
		as := lines[line]
		if slices.ContainsFunc(as, func(a arrival) bool { return a.at.timed() }) { // those without a time compare with none of these
			as = slices.DeleteFunc(as, func(a arrival) bool { return !a.at.timed() })
		}
		slices.SortStableFunc(as, func(a, b arrival) int {
			return byArrival(a.at, b.at)
		})
		newest := 0
		for i := 1; i < len(as); i++ {
			a, b := as[newest], as[i]
			if !b.state.Before(a.state) {
				newest = i
				continue
			}
			if !t.world.cameAfter(b.at, a.at) {
				continue
			}
			if !b.at.timed() {
				out = append(out, t.finding("out_of_order", nil, []*receipt{a.receipt, b.receipt},
					t.Say("a state of %s of %s arrived %s after the newer one of %s, as the lines of one log have it, whose times have no zone; written over it, the older one stays", t.subject(), b.text, time.Duration(b.at.Time-a.at.Time), a.text)))
				continue
			}
			out = append(out, t.finding("out_of_order", nil, []*receipt{a.receipt, b.receipt},
				t.Say("a state of %s of %s arrived at %s, after the newer one of %s, which arrived at %s; written over it, the older one stays", t.subject(), b.text, beganAt(b.at), a.text, beganAt(a.at))))
		}
	}
	return out
}

// cameAfter tells whether one line was written after another for certain: one second's stamps do not say so, nor do those of two
// machines whose clocks no request ties together, or of one second or two where some does.
func (w *world) cameAfter(b, a *record) bool {
	if gap, ok := apartInLog(a, b, w.logs); ok {
		return gap >= shownPrecision(a, b)
	} else if !a.timed() || !b.timed() {
		return false
	}
	doubt := int64(a.Precision)
	if w.logs[a.Source] != w.logs[b.Source] || differ(a.Instance, b.Instance) {
		if !w.clocks[a.Source].known || !w.clocks[b.Source].known {
			return false
		}
		doubt += tolerance
	}
	return b.begin() >= a.begin()+doubt
}

// stateTime reads the time of a state as the bodies have it: with a zone, or, as WooCommerce writes it, without. Times of one
// resource and registration have one form.
func stateTime(text string) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05", "2006-01-02 15:04:05"} {
		if at, err := time.Parse(layout, text); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}
