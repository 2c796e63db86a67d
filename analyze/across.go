package analyze

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/webhookctl/webhookctl/analyze/language"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// onePerPair keeps the first of the questions that are one for a pair of registrations, with the identifiers of all.
func onePerPair(w words, elements []*element) []*element {
	first := map[string]int{}
	var out []*element
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
		d.BoxesLeft += len(e.Boxes) + e.BoxesLeft // the evidence is that of the first
		for l := range d.Layers {
			d.Layers[l].Count = sum(d.Layers[l].Count, e.Layers[l].Count)
		}
		d.Headline = w.Say("Registrations %s were told of the same changes; whether they lead to one operation or to two is not in the evidence (%s).",
			strings.TrimPrefix(e.pair, e.Shop+" "), w.sure(d.Confidence))
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

// collision is a delivery ID that requests about different things carry.
type collision struct {
	shop, webhook, id string
	byBytes           bool // no resource tells them apart, but their bytes do
	requests          []string
	evidence          [][]Evidence // of each use; none behind so many uses of one registration that a finding is full
}

// evidenceShown is how many records a finding that spans components cites, in whole uses.
const evidenceShown = 50

// collisionsOf finds delivery IDs that different resources share: WooCommerce makes the ID from registration and second.
func collisionsOf(all []verdicts) []collision {
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
	var out []collision
	for n, us := range uses {
		c := collision{shop: n.shop, webhook: n.webhook, id: n.id}
		c.byBytes = !told(us, func(resource string, _ profile.Mark) string { return resource })
		if len(us) < 2 || c.byBytes && !told(us, func(_ string, m profile.Mark) string { return string(m[:]) }) {
			continue // neither a resource nor bytes tell the requests apart
		}
		out = append(out, c)
	}
	slices.SortFunc(out, compareCollisions)
	cited := map[registrationKey]int{}
	for i := range out {
		c := &out[i]
		us := uses[name{c.shop, c.webhook, c.id}]
		slices.SortStableFunc(us, func(a, b use) int { return byNumber(a.t.component.resource.ID, b.t.component.resource.ID) })
		for _, u := range us {
			pr := &proof{t: u.t, at: map[int]int{}}
			for _, d := range u.ds {
				for _, x := range d.receipts {
					c.requests = append(c.requests, x.requestID)
				}
				if r := cmp.Or(d.logged, firstOf(d.proxied), firstOf(d.records)); cited[registrationKey{c.shop, c.webhook}] < evidenceShown {
					pr.cite(r, pr.says(r))
				}
			}
			cited[registrationKey{c.shop, c.webhook}] += len(pr.list)
			c.evidence = append(c.evidence, pr.list)
		}
	}
	return out
}

func compareCollisions(a, b collision) int {
	return cmp.Or(cmp.Compare(a.shop, b.shop), byNumber(a.webhook, b.webhook), cmp.Compare(a.id, b.id))
}

// collisionFindings makes one finding of those of a registration.
func collisionFindings(w words, all []collision) []Finding {
	slices.SortFunc(all, compareCollisions)
	var out []Finding
	for len(all) > 0 {
		n := slices.IndexFunc(all, func(c collision) bool { return c.shop != all[0].shop || c.webhook != all[0].webhook })
		if n < 0 {
			n = len(all)
		}
		f := Finding{Kind: "delivery_id_collision", WebhookIDs: []string{all[0].webhook}, DownstreamIDs: []string{}, Evidence: []Evidence{}}
		byBytes := false
		for _, c := range all[:n] {
			f.DeliveryIDs, f.RequestIDs = append(f.DeliveryIDs, c.id), append(f.RequestIDs, c.requests...)
			byBytes = byBytes || c.byBytes
			for _, list := range c.evidence {
				if len(f.Evidence) < evidenceShown {
					f.Evidence = append(f.Evidence, list...)
				}
			}
		}
		f.RequestIDs = distinctIDs(f.RequestIDs)
		text := language.Text("registration %s gave %s to deliveries of different resources in one second; a guard that goes by delivery ID drops all but the first")
		if byBytes {
			text = "registration %s gave %s to deliveries with different payloads in one second; a guard that goes by delivery ID drops all but the first"
		}
		f.Says = w.Say(text, all[0].webhook, w.Count(len(f.DeliveryIDs), "delivery ID"))
		out = append(out, f)
		all = all[n:]
	}
	return out
}

// clockFindings says which sources' clocks differ from the sender's; every order in time was judged with this correction.
func clockFindings(w *span) []Finding {
	var out []Finding
	for i, c := range w.clocks {
		if c.offset == 0 {
			continue
		}
		text, offset := language.Text("the clock of %s runs %s ahead of the sender's, by %s that both saw; orders in time are judged with this correction"), time.Duration(c.offset)
		if offset < 0 {
			text, offset = "the clock of %s runs %s behind the sender's, by %s that both saw; orders in time are judged with this correction", -offset
		}
		out = append(out, Finding{
			Kind: "clock_offset", WebhookIDs: []string{}, DeliveryIDs: []string{}, RequestIDs: []string{}, DownstreamIDs: []string{},
			Evidence: []Evidence{},
			Says:     w.Say(text, w.sources[i].Name, offset.Round(100*time.Millisecond), w.Count(c.support, "request")),
		})
	}
	return out
}
