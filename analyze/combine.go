package analyze

import (
	"cmp"
	"slices"
	"strings"
)

// compareElements is the order of the report: what did harm first, then what is open, then what was contained, then what
// must get through; within these by time.
func compareElements(a, b *element) int {
	return cmp.Or(
		cmp.Compare(weight(a), weight(b)), cmp.Compare(a.from, b.from), byNumber(a.Resource.ID, b.Resource.ID),
		cmp.Compare(slices.Index(Classes, a.Class), slices.Index(Classes, b.Class)), cmp.Compare(a.Shop, b.Shop),
		cmp.Compare(strings.Join(a.DeliveryIDs, " "), strings.Join(b.DeliveryIDs, " ")),
		cmp.Compare(strings.Join(a.RequestIDs, " "), strings.Join(b.RequestIDs, " ")), cmp.Compare(a.Cause, b.Cause),
	)
}

func weight(e *element) int {
	switch {
	case e.Outcome == Duplicated && e.Class != Undetermined:
		return 0
	case e.Outcome == Lost:
		return 1
	case e.Class == Undetermined:
		return 2
	case e.Class == LegitimateUpdate:
		return 5
	case e.Outcome == Unknown:
		return 3
	}
	return 4
}

func compareFindings(a, b Finding) int {
	return cmp.Or(
		cmp.Compare(findingOrder(a.Kind), findingOrder(b.Kind)), cmp.Compare(a.Resource.Type, b.Resource.Type),
		byNumber(a.Resource.ID, b.Resource.ID), cmp.Compare(a.OperationKey, b.OperationKey), cmp.Compare(a.Says, b.Says),
	)
}

func findingOrder(kind string) int {
	order := []string{
		"safety_violation", "suppressed_update", "uncertain_operation", "claim_without_effect", "weak_key", "accepted_invalid",
		"invalid_signature", "failed_delivery_succeeded", "acknowledged_unrecorded", "abandoned_claim", "delivery_id_collision",
		"slow_response", "out_of_order", "evidence_gap", "clock_offset",
	}
	if i := slices.Index(order, kind); i >= 0 {
		return i
	}
	return len(order)
}

func sourcesOf(w *span) []Source {
	out := make([]Source, 0, len(w.sources))
	for _, s := range w.sources {
		out = append(out, Source{
			Name: s.Name, Format: s.Format, SHA256: s.SHA256, Size: s.Size, Records: s.Records, Problems: s.Problems,
			Skipped: s.Skipped, FirstSeen: Time(s.FirstSeen), LastSeen: Time(s.LastSeen),
		})
	}
	return out
}

// kindOfCase is what the duplicates of a pattern have in common.
type kindOfCase struct {
	class                   Class
	cause, webhooks, topics string
}

func patternOf(d *Duplicate) kindOfCase {
	return kindOfCase{d.Class, d.Cause, strings.Join(d.WebhookIDs, ","), strings.Join(d.Topics, ",")}
}

// patternsOf counts duplicates of one class, cause and set of registrations and topics.
func patternsOf(ds []Duplicate) []Pattern {
	out := []Pattern{}
	at := map[kindOfCase]int{}
	for _, d := range ds {
		if d.Class == LegitimateUpdate {
			continue
		}
		key := patternOf(&d)
		i, ok := at[key]
		if !ok {
			i = len(out)
			at[key] = i
			out = append(out, Pattern{
				Class: d.Class, Cause: d.Cause, WebhookIDs: d.WebhookIDs, Topics: d.Topics, FirstSeen: d.FirstSeen,
				LastSeen: d.LastSeen, Outcomes: map[Outcome]int{}, Duplicates: []string{}, NextSteps: d.NextSteps,
			})
		}
		p := &out[i]
		p.Count++
		p.Outcomes[d.Outcome]++
		p.Duplicates = append(p.Duplicates, d.ID)
		if d.FirstSeen.Precision != 0 && (p.FirstSeen.Precision == 0 || d.FirstSeen.Nano < p.FirstSeen.Nano) {
			p.FirstSeen = d.FirstSeen
		}
		if d.LastSeen.Precision != 0 && d.LastSeen.Nano > p.LastSeen.Nano {
			p.LastSeen = d.LastSeen
		}
	}
	slices.SortStableFunc(out, func(a, b Pattern) int { return cmp.Compare(b.Count, a.Count) })
	return out
}

// tally counts duplicates by class and outcome. Each class and outcome has a number, if only 0.
func (s *Summary) tally(ds []Duplicate) {
	s.ByClass, s.ByOutcome, s.Duplicates = map[Class]int{}, map[Outcome]int{}, 0
	for _, c := range Classes {
		s.ByClass[c] = 0
	}
	for _, o := range Outcomes {
		s.ByOutcome[o] = 0
	}
	for _, x := range ds {
		s.ByClass[x.Class]++
		s.ByOutcome[x.Outcome]++
		if x.Class != LegitimateUpdate {
			s.Duplicates++
		}
	}
}
