package analyze

import (
	"cmp"
	"slices"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// A stamp without a zone is no moment: it cannot be compared with another log's. But the lines of one log follow one another, be it in
// one file or in its rotated ones, and its stamps are of one zone, so that they tell how much time lies between two of them, unless clocks
// may have been changed in it.

// inOrder is inTime; lines of one log none of which has a moment go by what their stamps show, wherever the log was cut into files.
func (w *span) inOrder(rs []*record) []*record {
	rs = inTime(rs)
	if len(rs) > 1 && !slices.ContainsFunc(rs, func(r *record) bool { return !r.Zoneless() || w.logs[r.Source] != w.logs[rs[0].Source] }) {
		slices.SortStableFunc(rs, byArrival)
	}
	return rs
}

// apartInLog is the time from a line to a later one of its log, of two that show times without a zone. false: it is not known.
func apartInLog(a, b *record, logs []string) (time.Duration, bool) {
	if a == nil || b == nil || !a.Zoneless() || !b.Zoneless() || a.Source != b.Source && (logs == nil || logs[a.Source] != logs[b.Source]) ||
		a.Source == b.Source && b.Offset < a.Offset || b.Time < a.Time || clocksMayChange(a.Time, b.Time) {
		return 0, false
	}
	return time.Duration(b.Time - a.Time), true
}

// clocksMayChange tells whether somewhere on earth clocks are set forward or back between two times that local clocks show: in the first
// hours of a Sunday, and in spring and autumn of a Friday or Saturday as well.
func clocksMayChange(from, to int64) bool {
	const hour = int64(time.Hour)
	if to-from > 7*24*hour {
		return true
	}
	const last = 4 // o'clock
	for at := from; at <= to; at += hour {
		if nightOfChange(at, last) {
			return true
		}
	}
	return nightOfChange(to, last)
}

func nightOfChange(at int64, last int) bool {
	t := time.Unix(0, at).UTC()
	if t.Hour() >= last {
		return false
	}
	switch t.Weekday() {
	case time.Sunday:
		return true
	case time.Friday, time.Saturday:
		m := t.Month()
		return m >= time.February && m <= time.May || m >= time.August && m <= time.November
	}
	return false
}

// shownPrecision is how finely two stamps show their times.
func shownPrecision(a, b *record) time.Duration {
	if a.Time%int64(time.Second) != 0 || b.Time%int64(time.Second) != 0 {
		return time.Millisecond
	}
	return time.Second
}

// shownArrival is the line that says when the request came, be it without a zone.
func (x *receipt) shownArrival() *record {
	if at, known := x.arrived(); known {
		return at
	}
	for _, r := range x.records {
		if r.Event == profile.EventReceived && r.Zoneless() {
			return r
		}
	}
	return nil
}

// compareInLog is compare of two runs all of whose lines stand in one log and show times without a zone.
func compareInLog(a, b *run, ofJob, stopped bool) profile.Tri {
	x, ok := a.shownSpan(ofJob)
	y, ok2 := b.shownSpan(ofJob)
	if !ok || !ok2 || x.log != y.log || clocksMayChange(min(x.from, y.from), max(x.to, y.to)) {
		return profile.NotSaid
	}
	return x.meets(y, stopped)
}

// shownSpan is span as the run's stamps show it, if all of them are of one log.
func (n *run) shownSpan(ofJob bool) (iv interval, ok bool) {
	of := n.handedOut()
	if of == nil {
		return iv, false
	}
	lines := n.records
	if n.left != nil {
		lines = append(slices.Clone(lines), n.left)
	}
	iv = interval{log: n.logs[of.Source], from: of.Time, to: of.Time, openTo: !n.ended(), openFrom: n.started == nil}
	if !ofJob && n.receipt != nil {
		came := n.receipt.shownArrival()
		if came != nil {
			lines = append(slices.Clone(lines), came)
		}
		iv.openFrom = came == nil
	}
	fine := time.Second
	for _, r := range lines {
		if !r.Zoneless() || n.logs[r.Source] != iv.log {
			return iv, false
		}
		iv.from, iv.to = min(iv.from, r.Time), max(iv.to, r.Time)
		fine = min(fine, shownPrecision(r, r))
	}
	iv.late, iv.later = int64(fine), int64(fine)
	return iv, true
}

// cameFirst orders the arrivals of one state: those that have a moment before the others, which go by what they show.
func cameFirst(a, b *record) bool {
	if a.timed() != b.timed() {
		return a.timed()
	}
	return byArrival(a, b) < 0
}

// byArrival orders lines that all have a moment, or all have none.
func byArrival(a, b *record) int {
	if a.timed() {
		return cmp.Or(cmp.Compare(a.begin(), b.begin()), byPlace(a, b))
	}
	return cmp.Or(cmp.Compare(a.Time, b.Time), byPlace(a, b))
}

// inArrival sorts the attempts of one event: by their moments, or by what the lines of one log show where none has any.
func inArrival(ds []*delivery) {
	at := map[*delivery]*record{}
	for _, d := range ds {
		for _, x := range d.receipts {
			if r := x.shownArrival(); at[d] == nil && r != nil && r.Zoneless() {
				at[d] = r
			}
		}
	}
	shown := !slices.ContainsFunc(ds, func(d *delivery) bool { return d.begin() != 0 || at[d] == nil })
	slices.SortStableFunc(ds, func(a, b *delivery) int {
		if shown {
			return byArrival(at[a], at[b])
		}
		return cmp.Compare(a.begin(), b.begin())
	})
}
