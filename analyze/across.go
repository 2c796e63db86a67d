package analyze

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
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
		d.DeliveryIDs, d.RequestIDs = append(d.DeliveryIDs, e.DeliveryIDs...), append(d.RequestIDs, e.RequestIDs...)
		d.JobIDs, d.DownstreamIDs = append(d.JobIDs, e.JobIDs...), append(d.DownstreamIDs, e.DownstreamIDs...)
		for l := range d.Layers {
			d.Layers[l].Count = sum(d.Layers[l].Count, e.Layers[l].Count)
		}
		d.Headline = sentence("Registrations %s were told of the same changes; whether they lead to one operation or to two is not in the evidence (%s).",
			strings.TrimPrefix(e.pair, e.Shop+" "), d.Confidence)
		if e.to > out[i].to {
			out[i].to, d.LastSeen = e.to, e.LastSeen
		}
	}
	for i := range out {
		if d := &out[i].Duplicate; out[i].pair != "" {
			d.DeliveryIDs, d.RequestIDs, d.JobIDs, d.DownstreamIDs = distinctIDs(d.DeliveryIDs), distinctIDs(d.RequestIDs), distinctIDs(d.JobIDs), distinctIDs(d.DownstreamIDs)
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
		g.WebhookIDs, g.DeliveryIDs = append(g.WebhookIDs, f.WebhookIDs...), append(g.DeliveryIDs, f.DeliveryIDs...)
		g.RequestIDs, g.DownstreamIDs = append(g.RequestIDs, f.RequestIDs...), append(g.DownstreamIDs, f.DownstreamIDs...)
		if len(g.Evidence) < 50 {
			g.Evidence = append(g.Evidence, f.Evidence...)
		}
	}
	for i := range out {
		if f := &out[i]; f.Kind == kind {
			f.WebhookIDs, f.DeliveryIDs, f.RequestIDs, f.DownstreamIDs = distinctIDs(f.WebhookIDs), distinctIDs(f.DeliveryIDs), distinctIDs(f.RequestIDs), distinctIDs(f.DownstreamIDs)
		}
	}
	return out
}

// distinctIDs sorts identifiers and drops repeats.
func distinctIDs(ids []string) []string { return sorted(ids, func(s string) string { return s }) }

// use is one component's deliveries under an ID.
type use struct {
	t  *tree
	ds []*delivery
}

// told tells whether the uses of an ID differ in what name gives of them, which must be known of at least two.
func told(us []use, name func(resource string, signature profile.Mark) string) bool {
	seen := map[string]bool{}
	for _, u := range us {
		for _, d := range u.ds {
			if n := name(u.t.component.resource.ID, d.signature); n != "" && n != string(make([]byte, 16)) {
				seen[n] = true
			}
		}
	}
	return len(seen) > 1
}

// collisions finds delivery IDs that different resources share: WooCommerce makes the ID from registration and second.
func collisions(all []verdicts) []Finding {
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
	byBytes := map[place]bool{} // some of its collisions show only in the bytes
	for _, n := range names {
		if !told(uses[n], func(u string, _ profile.Mark) string { return u }) {
			if !told(uses[n], func(_ string, m profile.Mark) string { return string(m[:]) }) {
				continue // neither a resource nor bytes tell the requests apart
			}
			byBytes[place{n.shop, n.webhook}] = true
		}
		p := place{n.shop, n.webhook}
		f := found[p]
		if f == nil {
			f = &Finding{Kind: "delivery_id_collision", WebhookIDs: []string{n.webhook}, DownstreamIDs: []string{}, Evidence: []Evidence{}}
			found[p] = f
			order = append(order, p)
		}
		f.DeliveryIDs = append(f.DeliveryIDs, n.id)
		us := uses[n]
		slices.SortStableFunc(us, func(a, b use) int { return byNumber(a.t.component.resource.ID, b.t.component.resource.ID) })
		for _, u := range us {
			pr := &proof{t: u.t, at: map[*record]int{}}
			for _, d := range u.ds {
				for _, x := range d.receipts {
					f.RequestIDs = append(f.RequestIDs, x.requestID)
				}
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
		f.RequestIDs = distinctIDs(f.RequestIDs)
		what := "of different resources"
		if byBytes[p] {
			what = "with different payloads"
		}
		f.Says = sentence("registration %s gave %s to deliveries %s in one second; a guard that goes by delivery ID drops all but the first",
			p.webhook, count(len(f.DeliveryIDs), "delivery ID"), what)
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
