package analyze

import (
	"cmp"
	"maps"
	"slices"

	"github.com/webhookctl/webhookctl/analyze/language"
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
	name  language.Text
	value func(*ask) string // "" where no line tells it
}

// hypotheses lists all. Payloads are told apart by their hash; where that is not known of all, by signatures of one registration.
var hypotheses = []hypothesis{
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
	{"delivery ID", deliveryOf},
	{"event ID", func(a *ask) string { return a.named(func(r *record) string { return r.EventID }, "") }},
	{"payload hash", func(a *ask) string {
		if body := a.x.delivery.body; body != (profile.Hash{}) {
			return string(body[:])
		}
		return ""
	}},
	{"payload hash", func(a *ask) string {
		if d := a.x.delivery; d.signature != (profile.Mark{}) && !facts(d.provider).SignatureTimed && d.webhook != "" {
			return string(d.signature[:])
		}
		return ""
	}},
}

// The hypotheses that are asked for by their place.
const (
	goesByOperation = 0
	goesByDelivery  = 2
	goesByHash      = 4
	goesBySignature = 5
)

func deliveryOf(a *ask) string {
	return a.named(func(r *record) string { return r.DeliveryID }, a.x.delivery.id)
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

// pair is a request and the one before it that was let through under the same value.
type pair struct{ before, after *askShown }

func (p pair) gap() int64 { return p.after.decided - p.before.decided }

// fit is how a hypothesis fares.
type fit struct {
	name      language.Text
	bad       bool // some request contradicts it, or does not tell its value
	held      pair // the longest time after which one was left
	forgotten pair // the shortest after which one was let through again; nil for none
	unkept    bool // the receiver's table has no row for some request that was let through
}

// holds tells whether it fits all of the receiver's requests.
func (f *fit) holds() bool {
	return !f.bad && f.held.after != nil && (f.forgotten.after == nil || f.held.gap()+f.held.after.precision < f.forgotten.gap())
}

func (f *fit) add(o *fit) {
	f.bad, f.unkept = f.bad || o.bad, f.unkept || o.unkept
	if longer := o.held; longer.after != nil && (f.held.after == nil || cmp.Or(cmp.Compare(f.held.gap(), longer.gap()), longer.after.compare(f.held.after)) < 0) {
		f.held = longer
	}
	if shorter := o.forgotten; shorter.after != nil && (f.forgotten.after == nil || cmp.Or(cmp.Compare(shorter.gap(), f.forgotten.gap()), shorter.after.compare(f.forgotten.after)) < 0) {
		f.forgotten = shorter
	}
}

// overlapping bounds how far back a request that was let through before this one came is looked for.
const overlapping = 32

// fitOf tells how a hypothesis fares with requests in order of time. left notes the request before each that was left.
func fitOf(h hypothesis, list []*ask, left func(a, before *ask)) fit {
	f := fit{name: h.name}
	passed := map[string][]*ask{}
	type two struct{ before, after *ask }
	var held, forgotten two
	gap := func(p two) int64 { return p.after.decided - p.before.decided }
	for _, a := range list {
		if a.x == nil && h.name != "operation key" {
			continue // a row names the operation alone
		}
		v := h.value(a)
		before := passed[v]
		if v == "" || a.left && len(before) == 0 {
			return fit{name: h.name, bad: true}
		}
		if a.left {
			p := two{before[len(before)-1], a}
			left(a, p.before)
			if held.after == nil || gap(p) > gap(held) {
				held = p
			}
			continue
		}
		passed[v] = append(before, a)
		f.unkept = f.unkept || a.x != nil && !a.kept()
		for i := len(before) - 1; i >= max(0, len(before)-overlapping); i-- {
			if before[i].decided+int64(before[i].by.Precision) > a.came {
				continue // under way at once: the check of one could not see the other
			}
			p := two{before[i], a}
			if !oneMemory(p.before, a) {
				return fit{name: h.name, bad: true}
			}
			if forgotten.after == nil || gap(p) < gap(forgotten) {
				forgotten = p
			}
			break
		}
	}
	if held.after != nil {
		f.held = pair{held.before.shown(), held.after.shown()}
	}
	if forgotten.after != nil {
		f.forgotten = pair{forgotten.before.shown(), forgotten.after.shown()}
	}
	return f
}

// kept tells whether the receiver's table has a row for the request's delivery.
func (a *ask) kept() bool {
	return slices.ContainsFunc(a.t.claimTables, func(c *claimTable) bool { return c.ids[deliveryOf(a)] })
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
			out = append(out, pair{before.shown(), a.shown()})
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

// guardTally is what a receiver's guard let through and left.
type guardTally struct {
	untimed bool // some of its lines have no time, so its requests have no order
	told    bool // its own log says by what it goes
	said    map[language.Text]bool
	signers map[string]bool // registrations of which there are requests
	fits    []fit           // by hypothesis
	again   []pair          // let through although their operation was done
	never   []stop
	repeats repeats
}

// stop is a request that was left although nothing had carried out its operation, and by each hypothesis the one before it.
type stop struct {
	*askShown
	before []*askShown
}

// guardsOf reads the guards of one part of the history. All requests that have a value of some hypothesis in common are in it.
func guardsOf(w *world, all []verdicts) map[guard]*guardTally {
	told := map[*tree]bool{}
	for _, v := range all {
		told[v.tree] = slices.ContainsFunc(v.findings, func(f Finding) bool { return f.Kind == "weak_key" })
	}
	out := map[guard]*guardTally{}
	for g, list := range asks(w, all) {
		x := &guardTally{said: map[language.Text]bool{}, signers: map[string]bool{}}
		out[g] = x
		if x.untimed = slices.ContainsFunc(list, func(a *ask) bool { return a.decided == 0 }); x.untimed {
			continue
		}
		list = asksInOrder(append(list, claimsOnly(w, list)...))
		for _, a := range list {
			if a.left {
				x.told = x.told || told[a.t]
				x.said[guardSaid(a.by.DedupBy)] = true
			}
			if a.x != nil {
				x.signers[a.x.delivery.webhook] = true
			}
		}
		before := make([]map[*ask]*ask, len(hypotheses))
		for i, h := range hypotheses {
			before[i] = map[*ask]*ask{}
			x.fits = append(x.fits, fitOf(h, list, func(a, b *ask) { before[i][a] = b }))
		}
		x.again = repeated(list)
		for _, a := range stopped(list) {
			n := stop{askShown: a.shown(), before: make([]*askShown, len(hypotheses))}
			for i := range hypotheses {
				if b := before[i][a]; b != nil {
					n.before[i] = b.shown()
				}
			}
			x.never = append(x.never, n)
		}
		x.repeats = repeatsOf(list)
	}
	return out
}

// plus adds what another part of the history has of the guard.
func (x *guardTally) plus(o *guardTally) *guardTally {
	if x == nil {
		return o
	}
	x.untimed, x.told = x.untimed || o.untimed, x.told || o.told
	if x.untimed {
		*x = guardTally{untimed: true}
		return x
	}
	maps.Copy(x.said, o.said)
	maps.Copy(x.signers, o.signers)
	for i := range x.fits {
		x.fits[i].add(&o.fits[i])
	}
	x.again, x.never = append(x.again, o.again...), append(x.never, o.never...)
	x.repeats.add(o.repeats)
	return x
}

// weakKeys says of each receiver by what it seems to recognise repeats, where that is not the operation.
func weakKeys(w words, guards map[guard]*guardTally) []Finding {
	var out []Finding
	for _, x := range guards {
		if x.untimed || x.told {
			continue
		}
		slices.SortStableFunc(x.again, func(a, b pair) int { return a.after.compare(b.after) })
		slices.SortStableFunc(x.never, func(a, b stop) int { return a.compare(b.askShown) })
		fits := x.fitting()
		switch left := x.leftByTable(fits); {
		case len(fits) > 0 && len(x.again)+len(x.never) > 0:
			out = append(out, x.weakKey(w, fits))
		case left != nil:
			out = append(out, tableOfDeliveries(w, left))
		}
	}
	return out // in no order, which the caller's is
}

// fitting are the hypotheses that fit, by their places. Where the log says by what repeats were recognised, none but that is one.
func (x *guardTally) fitting() []int {
	var out []int
	for i := range x.fits {
		f := &x.fits[i]
		switch {
		case !x.said[""] && (len(x.said) > 1 || !x.said[f.name]), !f.holds():
		case i == goesByOperation && f.forgotten.after == nil:
		case i == goesBySignature && (!x.fits[goesByHash].bad || len(x.signers) > 1):
		default:
			out = append(out, i)
		}
	}
	return out
}

// guardSaid is the hypothesis that a log's own word for its guard means, "" for none that is known.
func guardSaid(by string) language.Text {
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
func (x *guardTally) leftByTable(fits []int) *pair {
	if !slices.Contains(fits, goesByDelivery) {
		return nil
	}
	f := &x.fits[goesByDelivery]
	sender := provider.ByName(f.held.after.provider)
	if f.forgotten.after != nil || f.unkept || !f.held.after.kept || sender == nil || sender.DeliveryStays {
		return nil
	}
	return &f.held
}
