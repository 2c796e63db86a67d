package analyze

import "time"

// Clock is a source whose clock does not agree with the sender's.
type Clock struct {
	Source   string
	Ahead    time.Duration // how far it runs ahead; taken off every corrected time
	Requests int           // that both saw
}

// clocksTold lists the sources with another clock, in name order.
func clocksTold(w *span) []Clock {
	var out []Clock
	for i, c := range w.clocks {
		if c.offset != 0 {
			out = append(out, Clock{Source: w.sources[i].Name, Ahead: time.Duration(c.offset), Requests: c.support})
		}
	}
	return out
}

// Gap is a time of which a receiver's log tells nothing, though others saw requests that it should have.
type Gap struct {
	Log      string
	From, To Time // zero: since the beginning, until the end
	Requests int
}

// gapsTold lists the gaps by log and time.
func gapsTold(w *span) []Gap {
	var out []Gap
	for _, g := range w.gaps {
		told := Gap{Log: g.stem, Requests: g.count}
		if g.before != nil {
			told.From = Time{Nano: g.from, Precision: g.before.Precision}
		}
		if g.after != nil {
			told.To = Time{Nano: g.to, Precision: g.after.Precision}
		}
		out = append(out, told)
	}
	return out
}
