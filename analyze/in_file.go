package analyze

import (
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// A stamp without a zone is no moment: it cannot be compared with another file's. But the lines of one file follow one another, and its
// stamps are of one zone, so that they tell how much time lies between two of them, unless clocks may have been changed in it.

// apartInFile is the time from a line to a later one of its file, of two that show times without a zone. false: it is not known.
func apartInFile(a, b *record) (time.Duration, bool) {
	if a == nil || b == nil || a.Source != b.Source || !a.Zoneless() || !b.Zoneless() || b.Offset < a.Offset || b.Time < a.Time ||
		clocksMayChange(a.Time, b.Time) {
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

// cameFirst orders the arrivals of one state: those that have a moment before the others, which go by their place.
func cameFirst(a, b *record) bool {
	if a.timed() != b.timed() {
		return a.timed()
	}
	if !a.timed() {
		return byPlace(a, b) < 0
	}
	return a.begin() < b.begin()
}
