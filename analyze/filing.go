package analyze

import (
	"slices"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// file gives each receipt to its delivery: first those whose lines name it, then the others, of which one may have their request ID.
func (t *tree) file(all []*receipt) {
	byID := map[string]*delivery{}
	for _, x := range all {
		d := t.deliveryNamed(x)
		if d == nil && slices.ContainsFunc(x.records, namesDelivery) {
			d = t.newDelivery()
		}
		if d == nil {
			continue
		}
		t.give(x, d)
		if o, ok := byID[x.requestID]; ok && o != d {
			byID[x.requestID] = nil // one ID of two deliveries names neither
		} else if !ok {
			byID[x.requestID] = d
		}
	}
	byID[""] = nil
	passed := t.passedOn()
	for _, x := range all {
		switch {
		case x.delivery != nil:
		case byID[x.requestID] != nil:
			t.give(x, byID[x.requestID])
		case passed[x.requestID] && !t.otherCaller(x):
			byID[x.requestID] = t.newDelivery()
			t.give(x, byID[x.requestID])
		default:
			t.give(x, t.deliveryUnnamed(x))
		}
	}
}

// passedOn are the IDs of requests that a proxy passed to several upstreams and that nothing but the proxy's ID names: with it
// in two receivers' logs, the two have one request.
func (t *tree) passedOn() map[string]bool {
	ids := map[string]bool{}
	for _, r := range t.component.records {
		if r.Event == profile.EventProxied && r.RequestID != "" && !shortID(r.RequestID) && !namesDelivery(r) && len(tryStatuses(r)) > 1 {
			ids[r.RequestID] = true
		}
	}
	return ids
}

// give makes a receipt one of a delivery.
func (t *tree) give(x *receipt, d *delivery) {
	x.delivery = d
	d.receipts = append(d.receipts, x)
	if d.other {
		t.others = append(t.others, x)
	} else {
		t.receipts = append(t.receipts, x)
	}
	t.learn(x)
}

// learn tells the delivery what the receipt's lines say of it.
func (t *tree) learn(x *receipt) {
	for _, r := range x.records {
		if !x.delivery.other {
			t.take(x.delivery, r)
		}
		x.invalid = x.invalid || r.SignatureValid == profile.No
	}
}

// namesDelivery tells whether a line has what deliveries are known by.
func namesDelivery(r *record) bool {
	return r.DeliveryID != "" || r.EventID != "" || r.Signature != (profile.Mark{}) || r.Body != (profile.Hash{})
}

// deliveryNamed finds the receipt's delivery through its own lines, else through the access line with its request ID.
func (t *tree) deliveryNamed(x *receipt) *delivery {
	for _, r := range x.records {
		if d := t.deliveryOf(r); d != nil {
			return t.idlest(d, x)
		}
	}
	return t.byRequest[x.requestID]
}

// deliveryUnnamed is for a receipt whose delivery nothing names: it gets one of its own, without an ID.
func (t *tree) deliveryUnnamed(x *receipt) *delivery {
	if t.otherCaller(x) {
		return &delivery{other: true}
	}
	return t.newDelivery()
}

// idlest is, of several deliveries that the sender's log has with one ID and equal bytes in one second, the first with the
// fewest receipts: as many receipts as deliveries are no copies.
//
// Where the sender's repeats keep the ID, its log has each of them with it, at its own time: a receipt is that one's in whose time it
// came.
func (t *tree) idlest(d *delivery, x *receipt) *delivery {
	if d.logged == nil {
		return d
	}
	alike := t.byName[ident{kind: 'v', a: d.id}]
	if facts(d.provider).DeliveryStays {
		at, _ := x.arrived()
		if o := d.inTimeOf(alike, at); o != d {
			return o
		}
	}
	best := d
	for _, o := range alike {
		if o.logged != nil && o.webhook == d.webhook && o.signature == d.signature && len(o.receipts) < len(best.receipts) {
			best = o
		}
	}
	return best
}

// inTimeOf returns the one of the sender's deliveries in whose time a request arrived; d if there is none, or it does not fit.
func (d *delivery) inTimeOf(logged []*delivery, at *record) *delivery {
	if at == nil || !at.timed() {
		return d
	}
	for _, o := range logged {
		if o.logged != nil && o.logged.timed() && (o.webhook == "" || d.webhook == "" || o.webhook == d.webhook) &&
			at.begin() >= o.logged.begin()-tolerance && at.begin() <= o.logged.end()+int64(o.logged.Precision)+tolerance {
			return o
		}
	}
	return d
}
