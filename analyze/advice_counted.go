package analyze

import (
	"slices"
	"strings"
)

// total counts what the filter left.
func (s *stream) total() Replayed {
	r := Replayed{Arrivals: "deliveries", ByOrigin: map[string]int{"logged": 0, "rule": 0, "derived": 0}}
	if s.receipts {
		r.Arrivals = "receipts"
	}
	asked := make([]bool, len(s.deeds))
	for i := range s.arrivals {
		a := &s.arrivals[i]
		repeat := true
		for _, n := range a.deeds {
			repeat = repeat && asked[n]
			asked[n] = asked[n] || !a.failed
		}
		s.repeats += one(repeat)
		if !a.selected {
			continue
		}
		r.Requests++
		r.Failed += one(a.failed)
		r.Untimed += one(!a.timed)
		r.Repeats += one(repeat)
		if by := a.seenBy(); a.timed && by != nil {
			r.LastSeen = Time{Nano: a.at, Precision: by.Precision}
			if r.FirstSeen.Precision == 0 {
				r.FirstSeen = r.LastSeen
			}
		}
	}
	for i := range s.deeds {
		if s.deeds[i].selected {
			r.Operations++
			r.ByOrigin[s.deeds[i].KeyOrigin]++
		}
	}
	for _, d := range s.double {
		if s.deeds[d.deed].selected {
			r.EffectsTwice += len(d.made) - 1
		}
	}
	return r
}

// seenBy is the record that says when the request came.
func (a *incoming) seenBy() *record {
	if a.x != nil {
		by, _ := a.x.arrived()
		return by
	}
	if a.d.logged != nil && a.d.logged.timed() {
		return a.d.logged
	}
	return firstOf(a.d.records)
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// lets tells whether a filter lets a request through.
func (s *stream) lets(f Filter, a *incoming) bool {
	return f.resource(a.t.component.resource) && (f.DeliveryID == "" || f.DeliveryID == a.deliveryID) &&
		(f.OperationKey == "" || slices.ContainsFunc(a.deeds, func(n int) bool { return s.deeds[n].Key == f.OperationKey })) &&
		(!a.timed || (f.Since == 0 || a.at >= f.Since) && (f.Until == 0 || a.at <= f.Until))
}

// set tells whether the filter leaves anything out.
func (f Filter) set() bool {
	return f.ResourceType != "" || f.ResourceID != "" || f.OperationKey != "" || f.DeliveryID != "" || f.Since != 0 || f.Until != 0 || len(f.Classes) > 0
}

// among returns the filter with its resource type written as one of those that there are: people write Order for order.
func (f Filter) among(all []verdicts) Filter {
	out := f
	for _, v := range all {
		switch t := v.tree.component.resource.Type; {
		case t == f.ResourceType:
			return f
		case strings.EqualFold(t, f.ResourceType) && (out.ResourceType == f.ResourceType || t < out.ResourceType):
			out.ResourceType = t
		}
	}
	return out
}
