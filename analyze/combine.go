package analyze

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// combine puts the components' verdicts together. Each step counts or sorts, so the components may come in any order.
func combine(w *world, all []verdicts) Diagnosis {
	d := Diagnosis{
		Schema: Schema, Sources: sourcesOf(w), Patterns: []Pattern{}, Duplicates: []Duplicate{}, Operations: []Operation{},
		Findings: []Finding{},
	}
	var elements []element
	for _, v := range all {
		elements = append(elements, v.duplicates...)
		d.Operations = append(d.Operations, v.operations...)
		d.Findings = append(d.Findings, v.findings...)
	}
	slices.SortStableFunc(elements, compareElements)
	elements = onePerPair(elements)
	for i := range elements {
		elements[i].ID = "D" + strconv.Itoa(i+1)
		d.Duplicates = append(d.Duplicates, elements[i].Duplicate)
	}
	slices.SortStableFunc(d.Operations, func(a, b Operation) int {
		return cmp.Or(cmp.Compare(a.Resource.Type, b.Resource.Type), byNumber(a.Resource.ID, b.Resource.ID), cmp.Compare(a.Key, b.Key))
	})
	d.Findings = append(merge(d.Findings, "weak_key"), collisions(all)...)
	d.Findings = append(d.Findings, clockFindings(w)...)
	slices.SortStableFunc(d.Findings, compareFindings)
	d.Patterns = patternsOf(d.Duplicates)
	d.Registrations = registrationsTable(w, all)
	d.Summary = summarise(w, all, &d)
	return d
}

// onePerPair keeps the first of the questions that are one for a pair of registrations, with the identifiers of all.
func onePerPair(elements []element) []element {
	first := map[string]int{}
	var out []element
	for _, e := range elements {
		i, ok := first[e.pair]
		if e.pair == "" || !ok {
			if e.pair != "" {
				first[e.pair] = len(out)
			}
			out = append(out, e)
			continue
		}
		d := &out[i].Duplicate
		if d.Resource != e.Resource {
			d.Resource.ID = ""
		}
		if d.OperationKey != e.OperationKey {
			d.OperationKey = ""
		}
		d.DeliveryIDs, d.RequestIDs = unite(d.DeliveryIDs, e.DeliveryIDs), unite(d.RequestIDs, e.RequestIDs)
		d.JobIDs, d.DownstreamIDs = unite(d.JobIDs, e.JobIDs), unite(d.DownstreamIDs, e.DownstreamIDs)
		for l := range d.Layers {
			d.Layers[l].Count = sum(d.Layers[l].Count, e.Layers[l].Count)
		}
		d.Headline = sentence("Registrations %s were told of the same changes; whether they lead to one operation or to two is not in the evidence (%s).",
			strings.TrimPrefix(e.pair, e.Shop+" "), d.Confidence)
		if e.to > out[i].to {
			out[i].to, d.LastSeen = e.to, e.LastSeen
		}
	}
	return out
}

func sum(a, b *int) *int {
	if a == nil || b == nil {
		return nil
	}
	n := *a + *b
	return &n
}

// compareElements is the order of the report: what did harm first, then what is open, then what was contained, then what
// must get through; within these by time.
func compareElements(a, b element) int {
	return cmp.Or(
		cmp.Compare(weight(a), weight(b)), cmp.Compare(a.from, b.from), byNumber(a.Resource.ID, b.Resource.ID),
		cmp.Compare(slices.Index(Classes, a.Class), slices.Index(Classes, b.Class)), cmp.Compare(a.Shop, b.Shop),
		cmp.Compare(strings.Join(a.DeliveryIDs, " "), strings.Join(b.DeliveryIDs, " ")),
		cmp.Compare(strings.Join(a.RequestIDs, " "), strings.Join(b.RequestIDs, " ")), cmp.Compare(a.Cause, b.Cause),
	)
}

func weight(e element) int {
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

// merge makes one finding of those of a kind that say the same of several resources.
func merge(fs []Finding, kind string) []Finding {
	var out []Finding
	at := map[string]int{}
	for _, f := range fs {
		if f.Kind != kind {
			out = append(out, f)
			continue
		}
		i, ok := at[f.Says]
		if !ok {
			at[f.Says] = len(out)
			f.OperationKey = ""
			out = append(out, f)
			continue
		}
		g := &out[i]
		if g.Resource != f.Resource {
			g.Resource = Resource{}
		}
		g.WebhookIDs, g.DeliveryIDs = unite(g.WebhookIDs, f.WebhookIDs), unite(g.DeliveryIDs, f.DeliveryIDs)
		g.RequestIDs, g.DownstreamIDs = unite(g.RequestIDs, f.RequestIDs), unite(g.DownstreamIDs, f.DownstreamIDs)
		if len(g.Evidence) < 50 {
			g.Evidence = append(g.Evidence, f.Evidence...)
		}
	}
	return out
}

func unite(a, b []string) []string {
	out := appendNew(slices.Clone(a), b)
	slices.SortFunc(out, byNumber)
	return out
}

// collisions finds delivery IDs that different resources share: WooCommerce makes the ID from registration and second.
func collisions(all []verdicts) []Finding {
	type use struct {
		t  *tree
		ds []*delivery
	}
	type name struct{ shop, webhook, id string }
	uses := map[name][]use{}
	for _, v := range all {
		byName := map[name][]*delivery{}
		for _, d := range v.tree.deliveries {
			if d.id != "" && d.webhook != "" && !d.invalid {
				n := name{d.shop, d.webhook, d.id}
				byName[n] = append(byName[n], d)
			}
		}
		for n, ds := range byName {
			uses[n] = append(uses[n], use{v.tree, ds})
		}
	}
	type place struct{ shop, webhook string }
	found := map[place]*Finding{}
	var order []place
	var names []name
	for n, us := range uses {
		if len(us) > 1 {
			names = append(names, n)
		}
	}
	slices.SortFunc(names, func(a, b name) int {
		return cmp.Or(cmp.Compare(a.shop, b.shop), byNumber(a.webhook, b.webhook), cmp.Compare(a.id, b.id))
	})
	for _, n := range names {
		p := place{n.shop, n.webhook}
		f := found[p]
		if f == nil {
			f = &Finding{Kind: "delivery_id_collision", WebhookIDs: []string{n.webhook}, DownstreamIDs: []string{}, Evidence: []Evidence{}}
			found[p] = f
			order = append(order, p)
		}
		f.DeliveryIDs = append(f.DeliveryIDs, n.id)
		us := uses[n]
		slices.SortFunc(us, func(a, b use) int { return byNumber(a.t.component.resource.ID, b.t.component.resource.ID) })
		for _, u := range us {
			pr := &proof{t: u.t, at: map[*record]int{}}
			for _, d := range u.ds {
				f.RequestIDs = unite(f.RequestIDs, sorted(d.receipts, func(x *receipt) string { return x.requestID }))
				if r := cmp.Or(d.logged, firstOf(d.proxied), firstOf(d.records)); len(f.Evidence) < 50 {
					pr.cite(r, pr.says(r))
				}
			}
			f.Evidence = append(f.Evidence, pr.list...)
		}
	}
	var out []Finding
	for _, p := range order {
		f := found[p]
		f.RequestIDs = orEmpty(f.RequestIDs)
		f.Says = sentence("registration %s gave %s to deliveries of different resources in one second; a guard that goes by delivery ID would drop all but the first",
			p.webhook, count(len(f.DeliveryIDs), "delivery ID"))
		out = append(out, *f)
	}
	return out
}

// clockFindings says which sources' clocks differ from the sender's; every order in time was judged with this correction.
func clockFindings(w *world) []Finding {
	var out []Finding
	for i, c := range w.clocks {
		if c.offset == 0 {
			continue
		}
		direction, offset := "ahead of", time.Duration(c.offset)
		if offset < 0 {
			direction, offset = "behind", -offset
		}
		out = append(out, Finding{
			Kind: "clock_offset", WebhookIDs: []string{}, DeliveryIDs: []string{}, RequestIDs: []string{}, DownstreamIDs: []string{},
			Evidence: []Evidence{},
			Says: sentence("the clock of %s runs %s %s the sender's, by %s that both saw; orders in time are judged with this correction",
				w.history.Sources[i].Name, offset.Round(100*time.Millisecond), direction, count(c.support, "request")),
		})
	}
	return out
}

func sourcesOf(w *world) []Source {
	out := make([]Source, 0, len(w.history.Sources))
	for _, s := range w.history.Sources {
		out = append(out, Source{
			Name: s.Name, Format: s.Format, SHA256: s.SHA256, Size: s.Size, Records: s.Records, Problems: s.Problems,
			Skipped: s.Skipped, FirstSeen: Time(s.FirstSeen), LastSeen: Time(s.LastSeen),
		})
	}
	return out
}

// patternsOf counts duplicates of one class, cause and set of registrations and topics.
func patternsOf(ds []Duplicate) []Pattern {
	out := []Pattern{}
	at := map[string]int{}
	for _, d := range ds {
		if d.Class == LegitimateUpdate {
			continue
		}
		key := strings.Join([]string{string(d.Class), d.Cause, strings.Join(d.WebhookIDs, ","), strings.Join(d.Topics, ",")}, "\x00")
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

// registrationsTable says for each registration what came of its deliveries.
func registrationsTable(w *world, all []verdicts) []Registration {
	rows := map[registrationKey]*Registration{}
	changes := map[registrationKey]int{}
	row := func(k registrationKey) *Registration {
		if rows[k] == nil {
			r := &Registration{WebhookID: k.webhook, Shop: k.shop, Topics: []string{}}
			if g := w.registrations[k]; g != nil {
				r.Provider, r.Topics, r.Status = g.provider, orEmpty(g.topics), g.status
				if len(g.urls) > 0 {
					r.URL = g.urls[0].url
				}
			}
			rows[k] = r
		}
		return rows[k]
	}
	for k, g := range w.registrations {
		if len(g.rows) > 0 {
			row(k)
		}
	}
	for _, v := range all {
		counted := map[registrationKey]map[*change]bool{}
		for _, d := range v.tree.deliveries {
			if d.webhook == "" {
				continue
			}
			k := registrationKey{d.shop, d.webhook}
			r := row(k)
			if d.invalid {
				r.Receipts += len(d.receipts)
				continue
			}
			r.Deliveries++
			r.Receipts += len(d.receipts)
			if code, failure, by := d.answer(); by != nil && (failure != "" || !facts(d.provider).Success(code)) {
				r.Failed++
			}
			if limit := facts(d.provider).Deadline; limit > 0 && d.logged != nil && d.logged.Took > limit {
				r.Slow++
			}
			if counted[k] == nil {
				counted[k] = map[*change]bool{}
			}
			if d.change != nil && !counted[k][d.change] {
				counted[k][d.change] = true
				changes[k]++
			}
		}
	}
	out := make([]Registration, 0, len(rows))
	for k, r := range rows {
		r.DuplicateRatio = ratio(r.Receipts, changes[k])
		out = append(out, *r)
	}
	slices.SortFunc(out, func(a, b Registration) int {
		return cmp.Or(cmp.Compare(a.Shop, b.Shop), byNumber(a.WebhookID, b.WebhookID))
	})
	return out
}

func ratio(receipts, changes int) float64 {
	if receipts == 0 || changes > receipts {
		return 0
	}
	return float64(receipts-changes) / float64(receipts)
}

func summarise(w *world, all []verdicts, d *Diagnosis) Summary {
	s := Summary{
		Observations: len(w.history.Observations), Operations: len(d.Operations),
		ByClass: map[Class]int{}, ByOutcome: map[Outcome]int{},
	}
	for _, c := range Classes {
		s.ByClass[c] = 0
	}
	for _, o := range Outcomes {
		s.ByOutcome[o] = 0
	}
	changes := 0
	for _, v := range all {
		for _, c := range v.tree.changes {
			named, _ := c.named()
			s.Deliveries += len(named)
		}
		s.Receipts += len(v.tree.receipts)
		s.Effects += len(v.tree.effects)
		changes += len(v.tree.changes)
	}
	s.DuplicateRatio = ratio(s.Receipts, changes)
	for _, x := range d.Duplicates {
		s.ByClass[x.Class]++
		s.ByOutcome[x.Outcome]++
		if x.Class != LegitimateUpdate {
			s.Duplicates++
		}
	}
	var first, last *record
	for _, r := range w.records {
		if !r.timed() || r.Event == profile.EventRegistration {
			continue
		}
		if first == nil || r.begin() < first.begin() {
			first = r
		}
		if last == nil || r.end() > last.end() {
			last = r
		}
	}
	if first != nil {
		s.FirstSeen = Time{Nano: first.begin(), Precision: first.Precision}
		s.LastSeen = Time{Nano: last.end(), Precision: last.Precision}
	}
	return s
}
