package analyze

import (
	"cmp"
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/ingest/provider"
)

// eventIdents are the names that a provider gives: of the event, of the act behind several events, and of the objects of its
// own that an event concerns. A checkout, its payment and its charge are three objects and one act.
func eventIdents(ks []ident, w *world, r *record) []ident {
	if r.EventID != "" && !shortID(r.EventID) {
		ks = append(ks, w.eventIdent(r.EventID, r.Provider, r.Shop))
	}
	sender := r.Provider
	if sender == "" {
		sender = w.senders[r.DeliveryID]
	}
	if p := provider.ByName(sender); p != nil && p.DeliveryStays && !shortID(r.DeliveryID) {
		ks = append(ks, ident{kind: 'm', a: sender, b: r.DeliveryID}) // the message, however often it is sent
	}
	if r.ActID != "" {
		ks = append(ks, ident{kind: 'A', a: r.Provider, b: r.ActID})
	}
	if r.Related != "" {
		for id := range strings.FieldsSeq(r.Related) {
			if facts(r.Provider).Links(id) || provider.Payment(id) {
				ks = append(ks, ident{kind: 'l', a: id})
			}
		}
	}
	if r.ResourceID != "" && (facts(r.Provider).Links(r.ResourceID) || provider.Payment(r.ResourceID)) {
		ks = append(ks, ident{kind: 'l', a: r.ResourceID})
	}
	return ks
}

// eventIdent names an event by its ID; where several senders use the ID, by that of one of them.
func (w *world) eventIdent(id, provider, shop string) ident {
	k := ident{kind: 'e', a: id}
	if w.eventsApart[id] {
		k.b, k.c = provider, account(shop)
	}
	return k
}

// sendersOf gives the sender of each message that one sender alone names, for the lines of a receiver that names the message and not who
// sent it.
func sendersOf(rs []*record) map[string]string {
	of := map[string]string{}
	for _, r := range rs {
		if p := provider.ByName(r.Provider); p == nil || !p.DeliveryStays || r.DeliveryID == "" || shortID(r.DeliveryID) {
			continue
		}
		if was, known := of[r.DeliveryID]; known && was != r.Provider {
			of[r.DeliveryID] = "" // two senders' by chance, or one that goes by two names
		} else {
			of[r.DeliveryID] = r.Provider
		}
	}
	return of
}

// eventsApart finds the event IDs that several providers use, or several shops that count their events.
func eventsApart(rs []*record) map[string]bool {
	type sender struct{ provider, shop string }
	first := map[string]sender{}
	apart := map[string]bool{}
	for _, r := range rs {
		if r.EventID == "" || shortID(r.EventID) || r.Provider == "" && r.Shop == "" {
			continue
		}
		of, shop := first[r.EventID], account(r.Shop)
		if differ(of.provider, r.Provider) || number(r.EventID) && differ(of.shop, shop) {
			apart[r.EventID] = true
		}
		first[r.EventID] = sender{cmp.Or(of.provider, r.Provider), cmp.Or(of.shop, shop)}
	}
	return apart
}

// differ tells whether both values are known, and not the same.
func differ(a, b string) bool { return a != "" && b != "" && a != b }

// byAttempt tells the deliveries of which each request is an attempt of its own: the sender's repeats carry the name of the
// first, be it that of a message or of an event, or no name at all. Where a sender names each request (WooCommerce, PayPal),
// a second one with the name is a copy.
func (d *delivery) byAttempt() bool {
	p := provider.ByName(d.provider)
	switch {
	case d.logged != nil || d.other:
		return false
	case p == nil:
		return d.id == "" && (d.event != "" || d.webhook != "")
	case p == &provider.WooCommerce:
		return false
	}
	return d.id == "" || p.DeliveryStays
}

// byEvent tells the deliveries that are judged by the event, or the act, that they tell of: all but WooCommerce's, which has
// neither.
func (d *delivery) byEvent() bool {
	p := provider.ByName(d.provider)
	return d.byAttempt() || p != nil && p != &provider.WooCommerce && !d.other
}

// attempts makes a delivery of each request, where requests of several attempts came under one name.
func (t *tree) attempts() {
	t.headerless()
	var out []*delivery
	for _, d := range t.deliveries {
		if !d.byAttempt() {
			out = append(out, d)
			continue
		}
		out = append(out, t.splitByRequest(d)...)
	}
	t.deliveries = out
}

// headerless adds to a request the access line that names no more of it than its request ID.
func (t *tree) headerless() {
	of := map[string]*delivery{}
	for _, x := range t.receipts {
		if x.requestID != "" && x.delivery.byAttempt() {
			of[x.requestID] = x.delivery
		}
	}
	if len(of) == 0 {
		return
	}
	had := map[*record]bool{} // by the delivery of its request
	for _, d := range of {
		for _, r := range d.proxied {
			had[r] = true
		}
	}
	for _, r := range t.component.records {
		if d := of[r.RequestID]; r.Event == profile.EventProxied && r.RequestID != "" && d != nil && !had[r] {
			d.records = append(d.records, r)
			d.proxied = append(d.proxied, r)
		}
	}
}

// splitByRequest makes one delivery of each request under d's name; d stays the first. The lines of one request have its ID, or lie
// within its time.
func (t *tree) splitByRequest(d *delivery) []*delivery {
	whole := *d
	d.records, d.receipts, d.proxied, d.relayed, d.attempt, d.signature = nil, nil, nil, nil, 0, profile.Mark{}
	if whole.toldBySecret() {
		d.webhook = ""
	}
	var parts []*delivery
	byRequest := map[string]*delivery{}
	taken := map[*record]bool{}
	take := func(p *delivery, r *record) {
		if !taken[r] {
			taken[r] = true
			t.take(p, r)
		}
	}
	part := func(id string) *delivery {
		p := d
		if len(parts) > 0 {
			p = &delivery{}
		}
		parts = append(parts, p)
		if id != "" {
			byRequest[id] = p
		}
		return p
	}
	for _, r := range whole.proxied {
		p := byRequest[r.RequestID]
		if p == nil {
			p = part(r.RequestID)
		}
		p.proxied = append(p.proxied, r)
		take(p, r)
	}
	full := 0 // so many of the first have a receipt already
	for _, x := range whole.receipts {
		p := byRequest[x.requestID]
		if at, _ := x.arrived(); p == nil && at != nil {
			for full < len(parts) && len(parts[full].receipts) > 0 {
				full++
			}
			p = during(parts[full:], at, func(p *delivery) bool { return len(p.proxied) > 0 && len(p.receipts) == 0 })
		}
		if p == nil {
			p = part(x.requestID)
		}
		x.delivery = p
		p.receipts = append(p.receipts, x)
		for _, r := range x.records {
			take(p, r)
		}
	}
	full = 0
	for _, r := range whole.relayed {
		for full < len(parts) && len(parts[full].relayed) > 0 {
			full++
		}
		p := during(parts[full:], r, func(p *delivery) bool { return len(p.relayed) == 0 })
		if p == nil {
			p = part("")
		}
		p.relayed = append(p.relayed, r)
		take(p, r)
	}
	for _, p := range parts {
		p.inherit(&whole)
		for _, r := range p.proxied {
			if r.RequestID != "" {
				t.byRequest[r.RequestID] = p
			}
		}
	}
	return parts
}

// during finds the request, among those that fit, in whose time a record lies.
func during(parts []*delivery, r *record, fit func(*delivery) bool) *delivery {
	for _, p := range parts {
		if !fit(p) {
			continue
		}
		for _, o := range p.records {
			if !r.timed() && r.URL != "" && o.URL != "" && pathOf(o.URL) == pathOf(r.URL) {
				return p // without a time: the first that came by its path
			}
			if o.timed() && r.timed() && r.begin() >= o.begin()-tolerance && r.begin() <= o.end()+tolerance {
				return p
			}
		}
	}
	if !r.timed() { // or the first of which no line says by which path, nor when, it came
		for _, p := range parts {
			if fit(p) && !slices.ContainsFunc(p.records, func(o *record) bool { return o.timed() || o.URL != "" }) {
				return p
			}
		}
	}
	return nil
}

// inherit takes the names that hold for every request of an event.
func (d *delivery) inherit(whole *delivery) {
	d.provider, d.shop = cmp.Or(d.provider, whole.provider), cmp.Or(d.shop, whole.shop)
	if !whole.toldBySecret() { // which says it of one request
		d.webhook = cmp.Or(d.webhook, whole.webhook)
	}
	d.id, d.event, d.act = cmp.Or(d.id, whole.id), cmp.Or(d.event, whole.event), cmp.Or(d.act, whole.act)
	d.topic, d.object = cmp.Or(d.topic, whole.topic), cmp.Or(d.object, whole.object)
}
