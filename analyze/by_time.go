package analyze

import "slices"

// dealByTime gives records of the downstream system that name only the resource to the requests of a node in whose time each was made,
// if that is one request for each, and all of them. Two requests that overlap, or a record between two, tell nothing.
func (t *tree) dealByTime(n *node) {
	loose := t.loose[""]
	if len(loose) == 0 || slices.ContainsFunc(t.operations, func(o *operation) bool { return o.logged }) {
		return
	}
	of := make([]int, len(loose))
	used := make([]bool, len(n.branches))
	for k, e := range loose {
		of[k] = -1
		for i := range n.branches {
			if !n.branches[i].madeWithin(e) {
				continue
			}
			if of[k] >= 0 {
				return
			}
			of[k] = i
		}
		if of[k] < 0 || used[of[k]] {
			return
		}
		used[of[k]] = true
	}
	for k, e := range loose {
		n.branches[of[k]].effects = append(n.branches[of[k]].effects, e)
	}
	n.byTime = true
}

// madeWithin tells whether a record was made while one of the branch's requests was under way.
func (b *branch) madeWithin(e *effect) bool {
	if e.made == nil || !e.made.timed() {
		return false
	}
	for _, d := range b.deliveries {
		from, to, timed := d.extent()
		if timed && from-tolerance <= e.made.at() && e.made.at() <= to+tolerance {
			return true
		}
	}
	return false
}

// extent is the time from the first to the last line of a delivery, as the receiver's side has it.
func (d *delivery) extent() (from, to int64, timed bool) {
	x := receipt{records: slices.Clone(d.proxied)}
	for _, r := range d.receipts {
		x.records = append(x.records, r.records...)
	}
	return x.extent()
}
