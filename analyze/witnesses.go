package analyze

import (
	"cmp"
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// witness is who logs that requests come: a file, and in it an instance or a logger.
type witness struct{ log, instance string }

func (t *tree) witnessOf(x *receipt) witness { return witness{t.logOf(x), x.named(instanceOf)} }

type sides [2]witness

func sidesOf(a, b witness) sides {
	if cmp.Or(strings.Compare(a.log, b.log), strings.Compare(a.instance, b.instance)) > 0 {
		a, b = b, a
	}
	return sides{a, b}
}

// besides counts the requests that witnesses tell of, alone and in pairs.
type besides struct{ both, alone map[besideCount]int }

type besideCount struct {
	kind byte
	sides
}

func newBesides() besides { return besides{map[besideCount]int{}, map[besideCount]int{}} }

// look adds those of one part. IDs that restart with their process name a request only within it.
func (b *besides) look(w *world) {
	place, done := firsts() // in seen
	defer done()
	type those struct {
		kind byte
		one  int   // the first
		more []int // the others
	}
	var seen []those
	var all []witness
	number := map[witness]int{}
	for _, r := range w.records {
		if r.Event != profile.EventReceived {
			continue
		}
		who := witness{w.logs[r.Source], r.Instance}
		request := ident{kind: 'q', a: r.RequestID}
		if shortID(r.RequestID) {
			request.b = r.Process
		}
		n, known := number[who]
		if !known {
			n = len(all)
			number[who], all = n, append(all, who)
		}
		for _, k := range [...]ident{request, {kind: 'v', a: r.DeliveryID}} {
			if k.a == "" {
				continue
			}
			at, known := place[k]
			if !known {
				place[k] = len(seen)
				seen = append(seen, those{kind: k.kind, one: n})
				continue
			}
			if s := &seen[at]; s.one != n && !slices.Contains(s.more, n) && len(s.more) < 7 {
				s.more = append(s.more, n)
			}
		}
	}
	var who []int
	for _, s := range seen {
		who = append(append(who[:0], s.one), s.more...)
		for i, x := range who {
			b.alone[besideCount{s.kind, sidesOf(all[x], all[x])}]++
			for _, y := range who[i+1:] {
				b.both[besideCount{s.kind, sidesOf(all[x], all[y])}]++
			}
		}
	}
}

func (b *besides) add(o besides) {
	for c, n := range o.both {
		b.both[c] += n
	}
	for c, n := range o.alone {
		b.alone[c] += n
	}
}

// all are the pairs of witnesses that tell of the same requests, every one and at least three. Two receivers behind a proxy share only
// those that it passed to both.
func (b *besides) all() map[sides]bool {
	out := map[sides]bool{}
	for c, n := range b.both {
		x, y := c.sides[0], c.sides[1]
		fewer := min(b.alone[besideCount{c.kind, sidesOf(x, x)}], b.alone[besideCount{c.kind, sidesOf(y, y)}])
		if n >= 3 && n == fewer {
			out[c.sides] = true
		}
	}
	return out
}

// severalSources tells whether the records of a part come from more than one source.
func (w *world) severalSources() bool {
	return slices.ContainsFunc(w.records, func(r *record) bool { return r.Source != w.records[0].Source })
}

// numberedAlike gives the pairs of sources of a part that have a request's ID in common.
func numberedAlike(w *world) map[[2]int]bool {
	pairs := map[[2]int]bool{}
	if !w.severalSources() {
		return pairs
	}
	first, done := firsts()
	defer done()
	for _, r := range w.records {
		if r.RequestID != "" && !shortID(r.RequestID) && (r.Event == profile.EventProxied || r.Event == profile.EventRelayed || receiverSide(r.Event)) {
			pairBy(pairs, first, r.Source, ident{kind: 'q', a: r.RequestID})
		}
	}
	return pairs
}

// pairBy notes the source with the first that had one of these names.
func pairBy(pairs map[[2]int]bool, first map[ident]int, source int, ks ...ident) {
	for _, k := range ks {
		if had, ok := first[k]; !ok {
			first[k] = source
		} else if had != source {
			pairs[[2]int{min(had, source), max(had, source)}] = true
		}
	}
}

// numbersOf groups the logs that give requests the same IDs: each of a group shares one with another of it. Two logs of different
// groups each count by themselves, so that their IDs differ says nothing.
func numbersOf(logs []string, pairs map[[2]int]bool) []int {
	u := newUnion(len(logs))
	byLog := map[string]int{}
	for i, log := range logs {
		if j, ok := byLog[log]; ok {
			u.join(i, j)
		} else {
			byLog[log] = i
		}
	}
	for p := range pairs {
		u.join(p[0], p[1])
	}
	numbers := make([]int, len(logs))
	for i := range numbers {
		numbers[i] = u.find(i)
	}
	return numbers
}

// numberAlike tells whether the logs of two lines give requests the same IDs.
func (w *world) numberAlike(a, b *record) bool { return w.numbers[a.Source] == w.numbers[b.Source] }
