package analyze

import (
	"slices"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// secondPurchase judges an operation that deliveries alone carried out, each for a payment of its own: the customer paid twice, and each
// event tells of one payment. It needs the two payments by name in the events that say that they were made, and a record of each request's
// own; runs that overlapped or followed each other are judged where they are told of.
func (t *tree) secondPurchase(o *operation) *node {
	if len(o.runs) > 0 || len(o.changes) < 2 {
		return nil
	}
	n := &node{class: OtherPath, cause: "second_purchase", boundary: Boundary{profile.LayerChange, profile.LayerExecution}, operation: o}
	for i, c := range o.changes {
		if !paid(c.topic()) || slices.ContainsFunc(o.changes[:i], func(before *change) bool { return !before.otherPayment(c) }) {
			return nil
		}
		var b branch
		for _, x := range o.receipts {
			if x.delivery.change == c {
				one := t.belowReceipt(x)
				b.receipts, b.effects = append(b.receipts, one.receipts...), append(b.effects, one.effects...)
				b.deliveries = appendOnce(b.deliveries, x.delivery)
			}
		}
		if len(b.receipts) != 1 || len(b.effects) == 0 {
			return nil
		}
		n.branches = append(n.branches, b)
	}
	payments := paymentsApart(n.branches)
	if payments == nil {
		return nil
	}
	t.judgeOutcome(n)
	if n.outcome != Duplicated {
		return nil
	}
	n.causeBecause = t.Say("each event tells of a payment of its own: %s", t.List(payments))
	n.headline = t.Say("%s: one operation was paid twice, by %s", t.resultOf(n), t.List(payments))
	n.next = t.payTwiceAdvice()
	return n
}

// paid tells a topic that says that money was taken.
func paid(topic string) bool {
	topic = lower(topic)
	return slices.ContainsFunc([]string{"succeeded", "paid", "completed", "captured"}, func(word string) bool { return contains(topic, word) })
}

func appendOnce[T comparable](list []T, x T) []T {
	if slices.Contains(list, x) {
		return list
	}
	return append(list, x)
}
