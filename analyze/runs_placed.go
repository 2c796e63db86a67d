package analyze

import (
	"slices"
)

// receiptsFor are the receipts that lines of work may be of, where they name more than one.
func (t *tree) receiptsFor(k workKey, d *delivery) []*receipt {
	var xs []*receipt
	switch {
	case k.request != "":
		xs = t.receiptsOf[k.request]
	case d != nil:
		xs = d.receipts
	case k.key != "":
		xs = t.receiptsByKey[k.key]
	}
	if len(xs) < 2 {
		return nil
	}
	return xs
}

// among is, of several receipts, the one that a run is of: the only one of its process, or the only one that was there, in the same
// log, when it began. Nil: the lines do not tell.
func (t *tree) among(n *run, xs []*receipt) *receipt {
	first := n.handedOut()
	if first == nil {
		return nil
	}
	only := func(fits func(*receipt) bool) *receipt {
		var found *receipt
		for _, x := range xs {
			switch {
			case !fits(x):
			case found != nil:
				return nil
			default:
				found = x
			}
		}
		return found
	}
	own := func(x *receipt) bool { return n.process != "" && x.named(processOf) == n.process }
	if x := only(own); x != nil {
		return x
	}
	if slices.ContainsFunc(xs, own) {
		xs = slices.DeleteFunc(slices.Clone(xs), func(x *receipt) bool { return !own(x) })
	}
	return only(func(x *receipt) bool {
		from, to, timed := x.extent()
		return timed && first.timed() && t.logOf(x) == t.world.logs[first.Source] && from <= first.begin() && first.begin() <= to
	})
}
