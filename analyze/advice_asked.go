package analyze

import (
	"cmp"
	"slices"
)

// What a request asks for, as far as the evidence says. Two requests ask for one operation only if a key says so, or equal
// bytes that came to one place, or the provider's own event ID. Else each asks for something of its own: a replay that took too
// much for one would praise a guard for what it lost.

// deedKey names a deed: by a key that is logged or a rule's, or by a place.
type deedKey struct {
	t   *tree
	key string
	place
}

// place is one state, arriving at one place of the receiver. Two registrations with other URLs are two consumers until a key
// says otherwise, so that a shop that tells its ERP and its CRM loses nothing. A delivery or receipt stands for what nothing
// ties to another.
type place struct {
	state *change
	topic string
	where endpoint
	d     *delivery
	x     *receipt
}

// learnt is what is known of all requests of a delivery.
type learnt struct {
	status   string
	resource Resource
	where    endpoint
	one      bool // its receipts are known to be of one delivery
}

func (t *tree) learntOf(d *delivery) *learnt {
	k := &learnt{one: d.id != "" && sameDelivery(d.receipts)}
	if s, ok := t.world.history.state(d.state); ok {
		k.status = s.Clear.Status
	}
	url := endpoint{}
	for _, r := range d.records {
		k.status = cmp.Or(k.status, r.Status)
		if k.resource.ID == "" {
			k.resource = r.resource()
		}
		if url.url == "" && r.URL != "" {
			url = endpoint{pathOf(r.URL), r.Query}
		}
	}
	if !facts(d.provider).BytesCarryState { // the receiver asks for it
		k.status = cmp.Or(k.status, t.fetched(d))
	}
	if k.resource.ID == "" && t.component.resourceBy == "" { // what was found by time is not named
		k.resource = t.component.resource
	}
	switch urls := t.registrationOf(d.registration).urls; {
	case d.registration != "" && len(urls) == 1:
		k.where = urls[0]
	case url.url != "":
		k.where = url
	default:
		k.where = endpoint{url: d.registration}
	}
	return k
}

// learn takes the request's names from its own lines, else from its delivery's.
func (a *incoming) learn(k *learnt) {
	if a.x != nil {
		for _, r := range a.x.records {
			a.deliveryID, a.eventID, a.actID = cmp.Or(a.deliveryID, r.DeliveryID), cmp.Or(a.eventID, r.EventID), cmp.Or(a.actID, r.ActID)
		}
	}
	a.deliveryID, a.eventID, a.actID = cmp.Or(a.deliveryID, a.d.id), cmp.Or(a.eventID, a.d.event), cmp.Or(a.actID, a.d.act)
	a.status, a.resource = k.status, k.resource
}

// place is where the request's state arrived.
func (a *incoming) place(k *learnt) place {
	switch {
	case a.d.change != nil && a.d.change.known:
		return place{state: a.d.change, topic: a.d.topic, where: k.where}
	case k.one || a.x == nil:
		return place{d: a.d}
	}
	return place{x: a.x}
}

// keysAsked are the keys of the operations that a request's lines, and its work, name, in their order.
func (t *tree) keysAsked(a *incoming) []string {
	var keys []string
	var once once[string]
	add := func(key string) {
		if o := t.byKey[key]; key != "" && (o == nil || originOf(o) != "derived") {
			keys = once.add(keys, key)
		}
	}
	runs := t.runsOf[a.d]
	if a.x != nil {
		if o := t.asks[a.x]; o != nil {
			add(o.key)
			a.byRule = a.x.rule != nil
		}
		for _, r := range a.x.records {
			add(r.OperationKey)
		}
		if len(a.d.receipts) > 1 { // which of them started these is not told
			runs = nil
		}
		runs = slices.Concat(t.runsBelow(a.x), runs)
	}
	for _, n := range runs {
		add(n.key)
	}
	if a.x == nil && len(keys) == 0 {
		add(a.d.ruling.key)
		a.byRule = len(keys) > 0
	}
	slices.Sort(keys)
	return keys
}

// agreed is what several requests ask for, as long as they ask for the same.
type agreed struct {
	keys    []string
	differs bool
}

func (g *agreed) with(keys []string) *agreed {
	if g == nil {
		return &agreed{keys: keys}
	}
	g.differs = g.differs || !slices.Equal(g.keys, keys)
	return g
}

func (g *agreed) all() []string {
	if g == nil || g.differs {
		return nil
	}
	return g.keys
}
