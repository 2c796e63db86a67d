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
	seen := map[ident][]witness{}
	for _, r := range w.records {
		if r.Event != profile.EventReceived {
			continue
		}
		who := witness{w.logs[r.Source], r.Instance}
		request := ident{kind: 'q', a: r.RequestID}
		if shortID(r.RequestID) {
			request.b = r.Process
		}
		for _, k := range []ident{request, {kind: 'v', a: r.DeliveryID}} {
			if k.a != "" && !slices.Contains(seen[k], who) && len(seen[k]) < 8 {
				seen[k] = append(seen[k], who)
			}
		}
	}
	for k, who := range seen {
		for i, x := range who {
			b.alone[besideCount{k.kind, sidesOf(x, x)}]++
			for _, y := range who[i+1:] {
				b.both[besideCount{k.kind, sidesOf(x, y)}]++
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

// numberedAlike gives the pairs of sources of a part that have a request's ID in common.
func numberedAlike(w *world) map[[2]int]bool {
	pairs, first := map[[2]int]bool{}, map[ident]int{}
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
