package analyze

import (
	"slices"

	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/ingest/provider"
)

// weak_key where the log does not say by what its receiver recognises repeats: it is told from what the guard let through and what it
// left, over the whole history of one receiver. A hypothesis fits if every request that was left had one with an equal value before
// it that was let through, and none that was let through had; or if all that were left came sooner after it than any that was let
// through again, which is a window.
//
// A guard that goes by the operation itself fits as well, as a rule. So nothing is said unless it cannot be that: an operation was
// let through again after it was done, or a request was left although nothing can have carried out its operation. What fits then
// is named, all of it; that nothing else would fit is not said.

// hypothesis is something by which a receiver may recognise repeats.
type hypothesis struct {
	name  string
	value func(*ask) string // "" where no line tells it
}

func hypotheses(list []*ask) []hypothesis {
	return []hypothesis{
		{"operation key", func(a *ask) string {
			if a.o == nil || !a.o.logged {
				return ""
			}
			return a.o.key
		}},
		{"resource ID", func(a *ask) string {
			if r := a.t.component.resource; r.ID != "" && a.t.component.resourceBy == "" {
				return a.t.component.shop + " " + r.Type + " " + r.ID
			}
			return ""
		}},
		{"delivery ID", func(a *ask) string { return a.named(func(r *record) string { return r.DeliveryID }, a.x.delivery.id) }},
		{"event ID", func(a *ask) string { return a.named(func(r *record) string { return r.EventID }, "") }},
		{"payload hash", payloads(list)},
	}
}

// named is what the request's own lines have, else what its delivery is known to have.
func (a *ask) named(of func(*record) string, else_ string) string {
	for _, r := range a.x.records {
		if v := of(r); v != "" {
			return v
		}
	}
	return else_
}

// payloads tells requests' bytes apart: by their hash; where that is not known, by signatures of one registration.
func payloads(list []*ask) func(*ask) string {
	hashed, signed := true, true
	webhook := ""
	for i, a := range list {
		if a.x == nil {
			continue
		}
		d := a.x.delivery
		hashed = hashed && d.body != (profile.Hash{})
		signed = signed && d.signature != (profile.Mark{}) && !facts(d.provider).SignatureTimed && (i == 0 || webhook == "" || d.webhook == webhook)
		webhook = d.webhook
	}
	return func(a *ask) string {
		switch d := a.x.delivery; {
		case hashed:
			return string(d.body[:])
		case signed && webhook != "":
			return string(d.signature[:])
		}
		return ""
	}
}

// pair is a request and the one before it that was let through under the same value.
type pair struct{ before, after *ask }

func (p pair) gap() int64 { return p.after.decided - p.before.decided }

// fit is how a hypothesis fares.
type fit struct {
	hypothesis
	left      map[*ask]*ask // what was left, with what had been let through before
	passed    []*ask        // what was let through
	held      pair          // the longest time after which one was left
	forgotten pair          // the shortest after which one was let through again; nil for none
}

// overlapping bounds how far back a request that was let through before this one came is looked for.
const overlapping = 32

// fits tells whether a hypothesis fits all of the receiver's requests.
func fits(h hypothesis, list []*ask) (f fit, ok bool) {
	f = fit{hypothesis: h, left: map[*ask]*ask{}}
	passed := map[string][]*ask{}
	for _, a := range list {
		if a.x == nil && h.name != "operation key" {
			continue // a row names the operation alone
		}
		v := h.value(a)
		if v == "" {
			return f, false
		}
		before := passed[v]
		if a.left {
			if len(before) == 0 {
				return f, false
			}
			p := pair{before[len(before)-1], a}
			f.left[a] = p.before
			if f.held.after == nil || p.gap() > f.held.gap() {
				f.held = p
			}
			continue
		}
		passed[v] = append(before, a)
		f.passed = append(f.passed, a)
		for i := len(before) - 1; i >= max(0, len(before)-overlapping); i-- {
			if before[i].decided+int64(before[i].by.Precision) > a.came {
				continue // under way at once: the check of one could not see the other
			}
			p := pair{before[i], a}
			if !oneMemory(p.before, a) {
				return f, false
			}
			if f.forgotten.after == nil || p.gap() < f.forgotten.gap() {
				f.forgotten = p
			}
			break
		}
	}
	if f.held.after == nil {
		return f, false
	}
	return f, f.forgotten.after == nil || f.held.gap()+int64(f.held.after.by.Precision) < f.forgotten.gap()
}

// repeated are the requests that were let through although their operation had been let through before and was done, each with that one.
func repeated(list []*ask) []pair {
	var out []pair
	first := map[*operation]*ask{}
	done := map[*operation]int64{}
	for _, a := range list {
		if a.left || a.o == nil || !a.o.logged {
			continue
		}
		before := first[a.o]
		if before == nil {
			first[a.o], done[a.o] = a, a.o.doneAt()
		} else if done[a.o] != 0 && done[a.o] <= a.came && a.ran() && oneMemory(before, a) {
			out = append(out, pair{before, a})
		}
	}
	return out
}

// stopped are the requests that were left although nothing had carried out their operation, in the log or before it: it was let
// through later, or never.
func stopped(list []*ask) []*ask {
	first := map[*operation]*ask{}
	for _, a := range list {
		if a.o != nil && !a.left && first[a.o] == nil {
			first[a.o] = a
		}
	}
	fresh := map[*operation]bool{}
	known := map[*operation]bool{}
	var out []*ask
	for _, a := range list {
		if !a.left || a.o == nil || !a.o.logged {
			continue
		}
		if later := first[a.o]; later != nil {
			if later.decided > a.decided && a.t.world.goesBack(a) {
				out = append(out, a)
			}
			continue
		}
		if !known[a.o] {
			known[a.o], fresh[a.o] = true, a.t.neverBegun(a.o) && a.t.fresh(a.o)
		}
		if fresh[a.o] {
			out = append(out, a)
		}
	}
	return out
}

// goesBack tells whether the receiver's log begins so long before the request that no claim from before it, given up since, can have
// stopped it.
func (w *world) goesBack(a *ask) bool {
	return w.writes(receiverLog, w.logs[a.by.Source], a.came-int64(quiet))
}

// weakKeys says of each receiver by what it seems to recognise repeats, where that is not the operation.
func weakKeys(w *world, all []verdicts) []Finding {
	told := map[*tree]bool{} // by its own log
	for _, v := range all {
		told[v.tree] = slices.ContainsFunc(v.findings, func(f Finding) bool { return f.Kind == "weak_key" })
	}
	var out []Finding
	for _, list := range asks(w, all) {
		if slices.ContainsFunc(list, func(a *ask) bool { return a.left && told[a.t] }) {
			continue
		}
		fits := fitting(list)
		again, never := repeated(list), stopped(list)
		switch left := leftByTable(fits); {
		case len(fits) > 0 && len(again)+len(never) > 0:
			out = append(out, weakKey(list, fits, again, never))
		case left != nil:
			out = append(out, tableOfDeliveries(left))
		}
	}
	return out // in no order, which the caller's is
}

// fitting are the hypotheses that fit. Where the log says by what repeats were recognised, none but that is one.
func fitting(list []*ask) []fit {
	said := map[string]bool{}
	for _, a := range list {
		if a.left {
			said[guardSaid(a.by.DedupBy)] = true
		}
	}
	var out []fit
	for _, h := range hypotheses(list) {
		if !said[""] && (len(said) > 1 || !said[h.name]) {
			continue
		}
		if f, ok := fits(h, list); ok && (h.name != "operation key" || f.forgotten.after != nil) {
			out = append(out, f)
		}
	}
	return out
}

// guardSaid is the hypothesis that a log's own word for its guard means, "" for none that is known.
func guardSaid(by string) string {
	switch weak := weakGuard(by); {
	case contains(lower(by), "operation"), contains(lower(by), "idempot"):
		return "operation key"
	case weak != "time window":
		return weak
	}
	return ""
}

// leftByTable gives a request that was left under its delivery ID, and the one before it, where the receiver's table shows that it goes by
// that: it has the ID of each delivery that was let through, and no operation's key. Nil where it does not, or where the sender's
// repeats keep the ID.
func leftByTable(fits []fit) *pair {
	i := slices.IndexFunc(fits, func(f fit) bool { return f.name == "delivery ID" && f.forgotten.after == nil })
	if i < 0 {
		return nil
	}
	p := &fits[i].held
	sender := provider.ByName(p.after.x.delivery.provider)
	tables := p.after.t.claimTables
	if sender == nil || sender.DeliveryStays || len(tables) == 0 {
		return nil
	}
	kept := func(a *ask) bool {
		return slices.ContainsFunc(tables, func(c *claimTable) bool { return c.ids[fits[i].value(a)] })
	}
	if slices.ContainsFunc(tables, func(c *claimTable) bool { return len(c.keys) > 0 }) || !kept(p.after) ||
		slices.ContainsFunc(fits[i].passed, func(a *ask) bool { return !kept(a) }) {
		return nil
	}
	return p
}
