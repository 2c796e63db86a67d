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

// besideOf finds the pairs of witnesses that tell of the same requests, every one and at least three. Two receivers behind a proxy
// share only those that it passed to both.
func besideOf(w *world) map[sides]bool {
	seen := map[ident][]witness{}
	for _, r := range w.records {
		if r.Event != profile.EventReceived {
			continue
		}
		who := witness{w.logs[r.Source], r.Instance}
		for _, k := range []ident{{kind: 'q', a: r.RequestID}, {kind: 'v', a: r.DeliveryID}} {
			if k.a != "" && !slices.Contains(seen[k], who) && len(seen[k]) < 8 {
				seen[k] = append(seen[k], who)
			}
		}
	}
	type count struct {
		kind byte
		sides
	}
	both, alone := map[count]int{}, map[count]int{}
	for k, who := range seen {
		for i, a := range who {
			alone[count{k.kind, sidesOf(a, a)}]++
			for _, b := range who[i+1:] {
				both[count{k.kind, sidesOf(a, b)}]++
			}
		}
	}
	out := map[sides]bool{}
	for c, n := range both {
		a, b := c.sides[0], c.sides[1]
		fewer := min(alone[count{c.kind, sidesOf(a, a)}], alone[count{c.kind, sidesOf(b, b)}])
		if n >= 3 && n == fewer {
			out[c.sides] = true
		}
	}
	return out
}

// numbersOf groups the logs that give requests the same IDs: each of a group shares one with another of it. Two logs of different
// groups each count by themselves, so that their IDs differ says nothing.
func numbersOf(w *world) []int {
	u := newUnion(len(w.logs))
	first := map[ident]int{}
	byLog := map[string]int{}
	for i, log := range w.logs {
		if j, ok := byLog[log]; ok {
			u.join(i, j)
		} else {
			byLog[log] = i
		}
	}
	for _, r := range w.records {
		if r.RequestID != "" && !shortID(r.RequestID) && (r.Event == profile.EventProxied || r.Event == profile.EventRelayed || receiverSide(r.Event)) {
			u.joinBy(first, r.Source, ident{kind: 'q', a: r.RequestID})
		}
	}
	numbers := make([]int, len(w.logs))
	for i := range numbers {
		numbers[i] = u.find(i)
	}
	return numbers
}

// numberAlike tells whether the logs of two lines give requests the same IDs.
func (w *world) numberAlike(a, b *record) bool { return w.numbers[a.Source] == w.numbers[b.Source] }
