package analyze

import (
	"slices"

	"github.com/webhookctl/webhookctl/analyze/language"
)

// dropped tells whether an operation was asked for, every request for it was left as a repeat, and nothing carried it out.
// A guard that goes by the operation itself may know it from before the log begins, so that alone is no loss: it must be known to go by
// something else, or the operation not to have been asked for before.
func (t *tree) dropped(o *operation) bool {
	if !o.logged || o.done() {
		return false
	}
	skips, weak, claims := 0, 0, 0
	for _, x := range o.receipts {
		s := x.skipped()
		switch {
		case s != nil:
			skips++
			if guard := weakGuard(s.DedupBy); guard != "" && t.comparedWithAnother(guard, x, o) {
				weak++
			}
		case x.tookOn() || x.proxyOnly:
			claims++
		}
	}
	if claims > 0 || len(o.runs) > 0 || len(o.rows) > 0 { // it was begun: lost only if all its runs are known to have done nothing
		return skips > 0 && t.gaveUp(o)
	}
	return weak > 0 || skips > 0 && t.fresh(o)
}

// comparedWithAnother tells whether what the guard took for the same is in the evidence and is not: another resource under the
// delivery ID, an earlier request of another operation. Else the first one may stand in the part of the log that is not here.
func (t *tree) comparedWithAnother(guard language.Text, x *receipt, o *operation) bool {
	if guard == "delivery ID" {
		return t.world.sharedDeliveries[ident{kind: 'v', a: x.delivery.webhook, b: x.delivery.id}]
	}
	at, _ := x.arrived()
	if at == nil || slices.ContainsFunc(t.deliveries, func(d *delivery) bool { return len(d.receipts) == 0 && d.begin() != 0 && d.begin() < at.begin() }) {
		return false // an earlier delivery's receipt is not in the evidence: it may have been the one
	}
	return slices.ContainsFunc(t.receipts, func(y *receipt) bool {
		before, _ := y.arrived()
		return y != x && t.asks[y] != o && y.skipped() == nil && before != nil && before.begin() <= at.begin()
	})
}

// gaveUp tells whether an operation was begun and each of its runs ended without any effect: it failed before its call, or
// the downstream system refused. Where no run is in the evidence, the receiver's table and what covers the time may show it.
func (t *tree) gaveUp(o *operation) bool {
	if len(o.runs) == 0 {
		return t.rowGaveUp(o)
	}
	return !slices.ContainsFunc(o.runs, func(n *run) bool {
		return n.reached() || !n.ended() && !t.stopped(n)
	})
}

// weakGuard names what a receiver goes by if it cannot tell operations apart: a resource, a delivery, a payload, a time. ""
// for the operation itself and for words that are not known.
func weakGuard(by string) language.Text {
	by = lower(by)
	switch {
	case by == "", contains(by, "operation"), contains(by, "idempot"):
		return ""
	case contains(by, "deliver"), contains(by, "webhook_id"), contains(by, "webhookid"):
		return "delivery ID"
	case contains(by, "payload"), contains(by, "hash"), contains(by, "body"), contains(by, "sha"):
		return "payload hash"
	case contains(by, "window"), contains(by, "ttl"), contains(by, "time"), contains(by, "recent"):
		return "time window"
	case contains(by, "order"), contains(by, "resource"), contains(by, "seen"), contains(by, "entity"):
		return "resource ID"
	}
	return ""
}
