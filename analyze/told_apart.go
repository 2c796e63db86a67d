package analyze

import (
	"cmp"
	"slices"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// How two receipts of one delivery are known to be two requests.
type telling int

const (
	notTold telling = iota
	toldByTime
	toldByProcess
	toldForSure
)

// toldApart says how the receipts of a delivery are known to be as many requests, by the weakest of the signs between neighbours.
func (t *tree) toldApart(d *delivery, xs []*receipt) telling {
	if t.arrivalsOf(d).came >= len(valid(d.receipts)) {
		return toldForSure
	}
	xs = slices.DeleteFunc(slices.Clone(xs), func(x *receipt) bool { return x.proxyOnly })
	slices.SortStableFunc(xs, func(a, b *receipt) int {
		x, _ := a.arrived()
		y, _ := b.arrived()
		return inOrder(x, y)
	})
	weakest := toldForSure
	for i := 1; i < len(xs); i++ {
		weakest = min(weakest, t.told(xs[i-1], xs[i]))
	}
	return weakest
}

// inOrder compares two lines by time, and in one file by place.
func inOrder(a, b *record) int {
	if a == nil || b == nil {
		return 0
	}
	if a.Source == b.Source && (a.at() == b.at() || !a.timed() || !b.timed()) {
		return cmp.Compare(a.Offset, b.Offset)
	}
	return cmp.Compare(a.at(), b.at())
}

func (t *tree) told(a, b *receipt) telling {
	x, _ := a.arrived()
	y, known := b.arrived()
	switch {
	case a.requestID != "" && b.requestID != "" && a.requestID != b.requestID, a.differ(b, connectionOf), opposite(a, b), a.worker != "" && b.worker != "" && a.worker != b.worker:
		return toldForSure
	case t.logOf(a) == t.logOf(b) && known && a.answeredBefore(y):
		return toldForSure // a request has one answer, so what comes behind it is another
	case a.differ(b, processOf), a.differ(b, instanceOf):
		return toldByProcess
	case x != nil && y != nil && x.timed() && y.timed() && y.begin()-x.begin() >= int64(time.Second):
		return toldByTime
	}
	return notTold
}

// answeredBefore tells whether the request had its answer before a line was written.
func (x *receipt) answeredBefore(r *record) bool {
	return slices.ContainsFunc(x.records, func(o *record) bool {
		return (o.Event == profile.EventResponded || o.Event == profile.EventAborted) && inOrder(o, r) < 0
	})
}
