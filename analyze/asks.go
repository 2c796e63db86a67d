package analyze

import (
	"cmp"
	"slices"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// ask is one request for an operation, with what the receiver's guard made of it: it let it through, or left it as a repeat.
type ask struct {
	t             *tree
	x             *receipt // nil for a claim of which only the receiver's table tells
	o             *operation
	by            *record // the line that says what the guard made of it
	came, decided int64
	left          bool

	as *askShown // what a finding says of it, made when one may
}

// guard is one receiver: the log that it writes and the path at which it is asked. Two paths may have guards of their own.
type guard struct{ log, path string }

// asks gathers, by receiver, the requests of which its log says what the guard made of them. A request of which the lines say both is of
// two that nothing tells apart, and left out.
func asks(w *world, all []verdicts) map[guard][]*ask {
	out := map[guard][]*ask{}
	for _, v := range all {
		for _, x := range v.tree.receipts {
			if a := v.tree.ask(x); a != nil {
				g := guard{w.logs[a.by.Source], x.path()}
				out[g] = append(out[g], a)
			}
		}
	}
	return out
}

func asksInOrder(list []*ask) []*ask {
	slices.SortFunc(list, func(a, b *ask) int { return cmp.Or(cmp.Compare(a.decided, b.decided), byPlace(a.by, b.by)) })
	return list
}

// ask reads what the guard made of a request, nil where its lines do not say.
func (t *tree) ask(x *receipt) *ask {
	if x.invalid || x.proxyOnly {
		return nil
	}
	a := &ask{t: t, x: x, o: t.asks[x], by: x.skipped()}
	if a.left = a.by != nil; !a.left {
		if x.has(profile.EventDuplicate) || x.has(profile.EventRejected) || x.has(profile.EventThrottled) {
			return nil
		}
		a.by = cmp.Or(x.first(profile.EventClaimed), x.first(profile.EventEnqueued))
		for _, n := range t.runsBelow(x) {
			a.by = cmp.Or(a.by, n.handedOut())
		}
	}
	if a.by == nil {
		return nil
	}
	a.decided, a.came = a.by.at(), a.by.at()
	if r := x.came(); r != nil {
		a.came = min(a.came, r.begin())
	}
	return a
}

// path is where the request arrived, "" if no line says.
func (x *receipt) path() string {
	for _, r := range x.records {
		if r.URL != "" {
			return pathOf(r.URL)
		}
	}
	return ""
}

// claimsOnly are the rows of the receiver's claim table for operations that it was asked for, as far as no request in its log made
// them: the requests that did lie before the log, or in a hole of it.
func claimsOnly(w *world, list []*ask) []*ask {
	made := map[string][]int64{} // when requests were let through, by operation
	first := map[string]*ask{}
	var order []string
	for _, a := range list {
		if a.o == nil || !a.o.logged {
			continue
		}
		if first[a.o.key] == nil {
			first[a.o.key] = a
			order = append(order, a.o.key)
		}
		if !a.left && len(made[a.o.key]) < rowsKept {
			made[a.o.key] = append(made[a.o.key], a.by.Time)
		}
	}
	var out []*ask
	for _, k := range order {
		a := first[k]
		for _, r := range a.t.near(w.claimRows.keys[k]) {
			near := func(at int64) bool { return at-r.Time <= tolerance && r.Time-at <= tolerance+int64(r.Precision) }
			if r.Event == profile.EventClaimed && r.timed() && !slices.ContainsFunc(made[k], near) {
				at := r.Time - a.by.shift // the table's clock is the receiver's
				out = append(out, &ask{t: a.t, o: a.o, by: r, came: at, decided: at})
			}
		}
	}
	return out
}

// ran tells whether what was let through did not end at another guard: it was claimed, or its work reached the downstream system.
func (a *ask) ran() bool {
	return a.x == nil || a.x.has(profile.EventClaimed) || slices.ContainsFunc(a.t.runsBelow(a.x), (*run).reached)
}

// oneMemory tells whether a guard that remembers in its process alone would know, at b, what it did at a. It forgets when the process
// ends, which is no window.
func oneMemory(a, b *ask) bool {
	return (a.by.Process == "" || b.by.Process == "" || a.by.Process == b.by.Process) &&
		(a.by.Instance == "" || b.by.Instance == "" || a.by.Instance == b.by.Instance)
}

// doneAt is when the operation is first known to have been carried out, 0 if never. What failed may be let through again.
func (o *operation) doneAt() int64 {
	first := int64(0)
	note := func(r *record) {
		if r != nil && r.timed() && (first == 0 || r.end()+int64(r.Precision) < first) {
			first = r.end() + int64(r.Precision)
		}
	}
	for _, n := range o.runs {
		note(n.done)
		for _, c := range n.calls {
			if c.succeeded() {
				note(c.result)
			}
		}
	}
	for _, e := range o.effects {
		note(e.made)
	}
	for _, r := range o.rows {
		if r.Event == profile.EventDone {
			note(r)
		}
	}
	return first
}

// neverBegun tells whether nothing in the evidence let the operation through, or did it.
func (t *tree) neverBegun(o *operation) bool {
	return len(o.runs)+len(o.effects)+len(o.rows) == 0 && !slices.ContainsFunc(o.receipts, func(x *receipt) bool {
		return x.tookOn() || x.proxyOnly
	})
}
