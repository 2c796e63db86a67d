package analyze

import (
	"cmp"
	"slices"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// What came once may be told of many times: by two loggers of one process, by a service and one behind it, by the log of the
// application and that of its framework. Each log counts by itself, and across logs the count is the largest, not the sum.

// oneArrival makes one receipt of those that several logs have of one request, unless a proxy shows that it passed on as many.
func (t *tree) oneArrival() {
	gone := map[*receipt]bool{}
	for _, d := range t.deliveries {
		if len(d.receipts) < 2 {
			continue
		}
		a := t.arrivalsOf(d)
		if a.came >= len(d.receipts) {
			continue
		}
		d.receipts = a.withAnswers(d.receipts, gone)
		for _, a.strict = range []bool{false, true} {
			groups := matched(d.receipts, sighted[*receipt]{
				log: func(x *receipt) string { w := t.witnessOf(x); return w.log + "\x00" + w.instance }, at: (*receipt).extent, id: func(x *receipt) string { return x.requestID }, same: a.mayBeOne,
			})
			if len(groups) == len(d.receipts) || len(groups) < a.came {
				continue
			}
			d.receipts = d.receipts[:0]
			for _, g := range groups {
				d.receipts = append(d.receipts, merged(g, gone))
			}
			break
		}
	}
	if len(gone) > 0 {
		t.receipts = slices.DeleteFunc(t.receipts, func(x *receipt) bool { return gone[x] })
	}
}

// arrivals is what is known of how often a delivery came, beside its receipts.
type arrivals struct {
	t      *tree
	came   int             // as often as the proxies passed it on
	once   map[string]bool // the request IDs of those that a proxy is known to have passed on once
	strict bool            // two processes or instances are two receivers
}

func (t *tree) arrivalsOf(d *delivery) *arrivals {
	a := &arrivals{t: t, once: map[string]bool{}}
	for _, q := range t.proxiedRequests(d.proxied) {
		a.came += q.tries
		for _, p := range q.lines {
			a.once[p.RequestID] = q.exact && q.tries == 1
		}
	}
	return a
}

// withAnswers gives the lines of a logger that only tells of answers (an access log's, a framework's) to the requests that another
// one saw come. What it tells of others stays: their beginning is not in the log.
func (a *arrivals) withAnswers(xs []*receipt, gone map[*receipt]bool) []*receipt {
	var whole, rest []*receipt
	for _, x := range xs {
		if x.has(profile.EventReceived) {
			whole = append(whole, x)
		} else {
			rest = append(rest, x)
		}
	}
	seen := len(whole)
	for _, x := range rest {
		var best *receipt
		for _, o := range whole[max(0, seen-64):seen] {
			if a.meets(o, x) && a.mayBeOne(o, x) && (best == nil || best.has(profile.EventResponded) && !o.has(profile.EventResponded)) {
				best = o
			}
		}
		if best == nil {
			whole = append(whole, x)
			continue
		}
		merged([]*receipt{best, x}, gone)
	}
	return whole
}

// meets tells whether the lines of two receipts lie in one stretch of time.
func (a *arrivals) meets(x, y *receipt) bool {
	from, to, timed := x.extent()
	f, l, known := y.extent()
	slack := int64(0)
	if a.t.logOf(x) != a.t.logOf(y) {
		slack = tolerance
	}
	return timed && known && max(f-to, from-l) <= slack
}

// mayBeOne tells whether two receipts of one delivery may be two logs' lines of one request. Of two that both saw it come, another
// process or instance is another receiver, unless the two logs tell of every request alike: the one hands it to the other, or both
// belong to one.
func (a *arrivals) mayBeOne(x, y *receipt) bool {
	beside := !a.strict && a.t.world.beside[sidesOf(a.t.witnessOf(x), a.t.witnessOf(y))]
	switch {
	case x.requestID != "" && y.requestID != "" && x.requestID != y.requestID:
		return beside && !a.t.world.numberAlike(x.records[0], y.records[0])
	case x.differ(y, connectionOf), opposite(x, y):
		return false
	case !x.has(profile.EventReceived) || !y.has(profile.EventReceived):
		return true
	case x.differ(y, processOf), x.differ(y, instanceOf):
		return beside || !a.strict && x.requestID == y.requestID && a.once[x.requestID]
	}
	return true
}

// merged makes one receipt of several, the first of them.
func merged(xs []*receipt, gone map[*receipt]bool) *receipt {
	x := xs[0]
	for _, o := range xs[1:] {
		for _, r := range o.records {
			x.add(r)
		}
		x.requestID = cmp.Or(x.requestID, o.requestID)
		x.worker = cmp.Or(x.worker, o.worker)
		x.invalid = x.invalid || o.invalid
		gone[o] = true
	}
	if len(xs) > 1 {
		inTime(x.records)
	}
	return x
}

func (t *tree) logOf(x *receipt) string { return t.world.logs[x.records[0].Source] }

// extent is the time from the first to the last of a receipt's lines.
func (x *receipt) extent() (from, to int64, timed bool) {
	for _, r := range x.records {
		if !r.timed() {
			continue
		}
		if !timed || r.begin() < from {
			from = r.begin()
		}
		if end := r.end() + int64(r.Precision); !timed || end > to {
			to = end
		}
		timed = true
	}
	return from, to, timed
}

// named is the first value that a receipt's lines give.
func (x *receipt) named(of func(*record) string) string {
	for _, r := range x.records {
		if s := of(r); s != "" {
			return s
		}
	}
	return ""
}

func processOf(r *record) string    { return r.Process }
func instanceOf(r *record) string   { return r.Instance }
func connectionOf(r *record) string { return r.Connection }

// differ tells whether both receipts give a value, and not the same.
func (x *receipt) differ(o *receipt, of func(*record) string) bool {
	a, b := x.named(of), o.named(of)
	return a != "" && b != "" && a != b
}

// opposite tells whether one receipt took the operation and the other was left as a repeat of it.
func opposite(a, b *receipt) bool {
	return a.skipped() != nil && b.tookOn() || b.skipped() != nil && a.tookOn()
}
