package analyze

import "slices"

// doubled is an operation that was carried out more than once: each of its effects, with the requests that it was made for.
type doubled struct {
	deed int
	made []oneEffect
}

// oneEffect is one effect: below requests, or below one that is no delivery, or tied to nothing but the operation.
type oneEffect struct {
	arrivals []int
	other    *receipt
}

// doubledEffects finds the effects of operations that have more than one. It goes by keys that are logged or a rule's: a derived
// key cannot tell a second parcel from one that was sent twice.
func (s *stream) doubledEffects(all []verdicts) {
	byTree := map[*tree][]int{}
	for i := range s.arrivals {
		t := s.arrivals[i].t
		byTree[t] = append(byTree[t], i)
	}
	for _, v := range all {
		var twice []*operation
		for _, o := range v.tree.operations {
			if originOf(o) != "derived" && len(downstreamIDs(o.effects)) > 1 {
				twice = append(twice, o)
			}
		}
		if len(twice) == 0 {
			continue
		}
		of, others := s.effectsOf(v.tree, byTree[v.tree])
		for _, o := range twice {
			n, ok := s.at[deedKey{t: v.tree, key: o.key}]
			if !ok {
				continue // no request of this history asked for it
			}
			d := doubled{deed: n}
			seen := map[string]int{}
			for _, e := range o.effects {
				i, ok := seen[e.id]
				if !ok {
					i = len(d.made)
					seen[e.id] = i
					d.made = append(d.made, oneEffect{other: others[e]})
				}
				d.made[i].arrivals = append(d.made[i].arrivals, of[e]...)
			}
			s.double = append(s.double, d)
		}
	}
}

// effectsOf ties a tree's effects to the requests that they lie below. Effects that name only a delivery which arrived more than
// once are dealt to its receipts in turn: they are as many ways to the result, which is which is not told.
func (s *stream) effectsOf(t *tree, requests []int) (of map[*effect][]int, others map[*effect]*receipt) {
	of, others = map[*effect][]int{}, map[*effect]*receipt{}
	byDelivery := map[*delivery][]int{}
	for _, i := range requests {
		a := &s.arrivals[i]
		byDelivery[a.d] = append(byDelivery[a.d], i)
		if a.x == nil {
			continue
		}
		for _, e := range t.belowReceipt(a.x).effects {
			of[e] = append(of[e], i)
		}
	}
	for d, arrivals := range byDelivery {
		loose := slices.Clone(t.effectsOf[d])
		for _, n := range t.runsOf[d] {
			loose = append(loose, n.effects...)
		}
		for i, e := range loose {
			of[e] = append(of[e], arrivals[i%len(arrivals)])
		}
	}
	for _, x := range t.others {
		for _, e := range t.belowReceipt(x).effects {
			others[e] = x
		}
	}
	return of, others
}

// count says what became of the effects beyond the first.
func (d *doubled) count(fates []fate, e *Effects) {
	left, requests, callers, loose := 0, map[int]bool{}, map[*receipt]bool{}, 0
	below := 0
	for _, m := range d.made {
		passed := slices.IndexFunc(m.arrivals, func(i int) bool { return !fates[i].stopped })
		switch {
		case passed >= 0:
			below += one(requests[m.arrivals[passed]])
			requests[m.arrivals[passed]] = true
		case m.other != nil:
			below += one(callers[m.other])
			callers[m.other] = true
		case len(m.arrivals) == 0:
			loose++
		default:
			continue // its request was stopped
		}
		left++
	}
	extra := max(left-1, 0)
	e.Stopped += len(d.made) - 1 - extra
	for _, cause := range []struct {
		n  int
		to *int
	}{{below, &e.BelowOneRequest}, {len(requests) - 1, &e.LetThrough}, {len(callers), &e.OtherCaller}, {loose, &e.NotTied}} {
		n := min(max(cause.n, 0), extra)
		*cause.to += n
		extra -= n
	}
}
