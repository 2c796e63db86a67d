package analyze

import (
	"cmp"
	"slices"
)

// sighted says what of a thing tells whether two logs saw the same one.
type sighted[T any] struct {
	log  func(T) string
	at   func(T) (from, to int64, timed bool)
	id   func(T) string
	same func(a, b T) bool // nothing tells them apart but perhaps their times
}

// matched puts together what several logs saw of one thing. What one log has twice was there twice, so a group has at most one of each
// log: first those that carry one ID, then of those that were there at the same time the nearest.
func matched[T any](list []T, s sighted[T]) [][]T {
	byLog := map[string][]T{}
	for _, x := range list {
		byLog[s.log(x)] = append(byLog[s.log(x)], x)
	}
	if len(byLog) < 2 {
		groups := make([][]T, len(list))
		for i, x := range list {
			groups[i] = []T{x}
		}
		return groups
	}
	logs := make([]string, 0, len(byLog))
	for log := range byLog {
		logs = append(logs, log)
	}
	slices.SortFunc(logs, func(a, b string) int { return cmp.Or(cmp.Compare(len(byLog[b]), len(byLog[a])), cmp.Compare(a, b)) })
	g := groups[T]{sighted: s, byID: map[string][]int{}}
	for _, log := range logs {
		g.add(byLog[log])
	}
	return g.of
}

type groups[T any] struct {
	sighted[T]
	of   [][]T
	byID map[string][]int
}

// add gives what one log saw to the groups, each to another one.
func (g *groups[T]) add(list []T) {
	taken := map[int]bool{}
	var rest []T
	for _, x := range list {
		if i := g.named(x, taken); i >= 0 {
			g.put(i, x, taken)
		} else {
			rest = append(rest, x)
		}
	}
	order := g.inTime()
	for _, x := range rest {
		if i := g.nearest(order, x, taken); i >= 0 {
			g.put(i, x, taken)
		} else {
			g.of = append(g.of, nil)
			g.put(len(g.of)-1, x, taken)
		}
	}
}

// named is, of the groups with x's ID, the nearest that may be the same. Negative: none.
func (g *groups[T]) named(x T, taken map[int]bool) int {
	const most = 64 // an ID that more have is told apart by times
	best, least := -1, unbounded
	for _, i := range g.byID[g.id(x)][:min(len(g.byID[g.id(x)]), most)] {
		if d := g.distance(i, x); !taken[i] && (best < 0 || d < least) && g.fits(i, x) {
			best, least = i, d
		}
	}
	return best
}

func (g *groups[T]) put(i int, x T, taken map[int]bool) {
	g.of[i], taken[i] = append(g.of[i], x), true
	if id := g.id(x); id != "" && !slices.Contains(g.byID[id], i) {
		g.byID[id] = append(g.byID[id], i)
	}
}

func (g *groups[T]) fits(i int, x T) bool {
	return !slices.ContainsFunc(g.of[i], func(o T) bool { return !g.same(o, x) })
}

// inTime lists the groups by when their first was there.
func (g *groups[T]) inTime() []int {
	order := make([]int, len(g.of))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(g.from(a), g.from(b)) })
	return order
}

func (g *groups[T]) from(i int) int64 {
	from, _, _ := g.at(g.of[i][0])
	return from
}

// nearest is the group, of those around x in time, that was there when x was and may be the same. Negative: none.
func (g *groups[T]) nearest(order []int, x T, taken map[int]bool) int {
	const around = 16
	from, to, timed := g.at(x)
	at, _ := slices.BinarySearchFunc(order, from, func(i int, from int64) int { return cmp.Compare(g.from(i), from) })
	best, least := -1, unbounded
	for _, i := range order[max(0, at-around):min(len(order), at+around)] {
		f, t, known := g.at(g.of[i][0])
		apart := max(f-to, from-t, 0)
		if taken[i] || timed && known && apart > tolerance || !g.fits(i, x) {
			continue
		}
		if d := g.distance(i, x); best < 0 || d < least {
			best, least = i, d
		}
	}
	return best
}

// distance is how far the middles of two stretches of time lie apart.
func (g *groups[T]) distance(i int, x T) int64 {
	a, b, _ := g.at(g.of[i][0])
	from, to, _ := g.at(x)
	d := (a - from + b - to) / 2
	return max(d, -d)
}
