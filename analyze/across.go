package analyze

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

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
