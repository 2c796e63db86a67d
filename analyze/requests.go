package analyze

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// delivery is one request that the sender made, with everything that arrived of it.
type delivery struct {
	provider, shop string
	webhook, id    string
	registration   string // the webhook ID, or what stands for it; with the shop where two shops' deliveries tell of one change
	event, act     string // the provider's names of the event and of the act behind it
	object         string // the resource of this request: siblings of one act tell of several
	topic          string
	attempt        int // as the sender counts it, 1 for the first; 0: it does not say
	signature      profile.Mark
	body           profile.Hash
	state          profile.Mark

	logged   *record   // the sender's own entry
	relayed  []*record // a proxy on the way saw it
	proxied  []*record // the receiver's access log
	records  []*record
	receipts []*receipt
	run      *actionRun
	change   *change
	answered *answerList
	invalid  bool   // its signature was refused: no delivery of the sender's unless its log says so
	other    bool   // no delivery at all: a request of somebody else that asked for the same operation
	ruling   ruling // for those of its requests whose operation no log names
}

// requests builds the component's deliveries and receipts.
func (t *tree) requests() {
	t.deliveriesLogged()
	for _, r := range t.component.records {
		switch r.Event {
		case profile.EventRelayed, profile.EventProxied:
			d := t.deliveryOf(r)
			if d == nil {
				if r.DeliveryID == "" && r.Signature == (profile.Mark{}) && r.EventID == "" {
					continue // an access line without webhook headers: an upper bound, no request of its own
				}
				d = t.newDelivery()
			}
			t.take(d, r)
			if r.Event == profile.EventProxied {
				d.proxied = append(d.proxied, r)
				if r.RequestID != "" {
					t.byRequest[r.RequestID] = d
				}
			} else {
				d.relayed = append(d.relayed, r)
			}
		}
	}
	t.receiptsFromLogs()
	t.namelessAccess()
	t.oneArrival()
	t.receiptsFromProxy()
	t.attempts()
	t.copies()
	for _, d := range t.deliveries {
		d.invalid = d.logged == nil && len(d.receipts) > 0 && !slices.ContainsFunc(d.receipts, func(x *receipt) bool { return !x.invalid })
		inTime(d.records)
		inTime(d.proxied)
	}
	slices.SortStableFunc(t.deliveries, func(a, b *delivery) int {
		return cmp.Or(cmp.Compare(a.begin(), b.begin()), cmp.Compare(a.webhook, b.webhook), cmp.Compare(a.id, b.id))
	})
}

func (t *tree) newDelivery() *delivery {
	d := &delivery{}
	t.deliveries = append(t.deliveries, d)
	return d
}

// take adds a record to a delivery, learns from it, and makes the delivery findable by what it now carries.
func (t *tree) take(d *delivery, r *record) {
	before, unnamed := ident{kind: 'v', a: d.id, b: d.event, m: d.signature, h: d.body}, d.webhook == ""
	d.records = append(d.records, r)
	d.provider = cmp.Or(d.provider, r.Provider)
	d.shop = cmp.Or(d.shop, r.Shop)
	d.webhook = cmp.Or(d.webhook, r.WebhookID)
	d.id = cmp.Or(d.id, r.DeliveryID)
	d.topic = cmp.Or(d.topic, r.Topic)
	d.event = cmp.Or(d.event, r.EventID)
	d.act = cmp.Or(d.act, r.ActID)
	d.object = cmp.Or(d.object, r.ResourceID)
	if l := r.Event.Layer(); l == profile.LayerDelivery || r.Event == profile.EventReceived {
		d.attempt = max(d.attempt, r.Attempt)
	}
	if d.signature == (profile.Mark{}) {
		d.signature = r.Signature
	}
	if d.body == (profile.Hash{}) {
		d.body = r.Body
	}
	if d.state == (profile.Mark{}) {
		d.state = r.State
	}
	registered := unnamed && d.webhook != "" // by this record
	for _, k := range []struct{ was, is ident }{
		{ident{kind: 'v', a: before.a}, ident{kind: 'v', a: d.id}},
		{ident{kind: 's', m: before.m}, ident{kind: 's', m: d.signature}},
		{ident{kind: 'b', h: before.h}, ident{kind: 'b', h: d.body}},
		{ident{kind: 'e', a: before.b}, ident{kind: 'e', a: d.event}},
	} {
		fresh := k.is != k.was
		if !fresh && (!registered || k.is == (ident{kind: k.is.kind})) {
			continue
		}
		t.index(k.is, d, fresh)
		if d.id == "" && k.is.kind != 'e' {
			k.is.a = nameless
			t.index(k.is, d, fresh)
		}
	}
}

// index makes a delivery findable by a name, if that is fresh, and by it and the registration: one event may be told to a hundred
// thousand.
func (t *tree) index(k ident, d *delivery, fresh bool) {
	if fresh {
		t.byName[k] = append(t.byName[k], d)
	}
	k.c = cmp.Or(d.webhook, nameless)
	t.byName[k] = append(t.byName[k], d)
}

// nameless marks the index of deliveries that had no ID when they became known: a state that was sent a million times is not
// gone through for each of them.
const nameless = "\x00nameless"

// deliveryOf finds the delivery that a record names: by delivery ID, registration and bytes; or by what it has of these, as
// long as one delivery alone fits. Two deliveries of one second share their ID, so bytes decide where they are known.
func (t *tree) deliveryOf(r *record) *delivery {
	for _, k := range []ident{
		{kind: 'v', a: r.DeliveryID}, {kind: 's', m: r.Signature}, {kind: 'b', h: r.Body}, {kind: 'e', a: r.EventID},
	} {
		if k == (ident{kind: k.kind}) {
			continue
		}
		if r.DeliveryID != "" && k.kind != 'v' && k.kind != 'e' {
			k.a = nameless // of equal bytes only one without an ID can be this one's
		}
		lists := [][]*delivery{t.byName[k]}
		if r.WebhookID != "" {
			own, none := k, k
			own.c, none.c = r.WebhookID, nameless
			lists = [][]*delivery{t.byName[own], t.byName[none]}
		}
		var found *delivery
		for _, list := range lists {
			for _, d := range list {
				if !d.fits(r) {
					continue
				}
				if found != nil && !found.oneName(d) {
					return nil
				}
				if found == nil {
					found = d // one state sent twice in one second: nothing tells the two apart, the first stands for both
				}
			}
		}
		if found != nil {
			return found
		}
	}
	return nil
}

// dropAlike leaves of deliveries that nothing tells apart by name the first, once all are known: it stands for them all, and of one event
// there may be a hundred thousand.
func (t *tree) dropAlike() {
	type name struct {
		provider, webhook, id, event string
		signature                    profile.Mark
		body                         profile.Hash
		logged                       bool
	}
	for k, ds := range t.byName {
		if len(ds) < 2 {
			continue
		}
		seen := map[name]bool{}
		t.byName[k] = slices.DeleteFunc(ds, func(d *delivery) bool {
			n := name{d.provider, d.webhook, d.id, d.event, d.signature, d.body, d.logged != nil}
			had := seen[n]
			seen[n] = true
			return had
		})
	}
}

// oneName tells two deliveries that nothing tells apart by name: of those that the sender's log has with one message's ID, one may
// have its receipt already, which says more than the log.
func (d *delivery) oneName(o *delivery) bool {
	if d.logged == nil || o.logged == nil || d.id == "" || !facts(d.provider).DeliveryStays {
		return d.id == o.id && d.signature == o.signature && d.webhook == o.webhook
	}
	none := profile.Mark{}
	return d.id == o.id && (d.signature == o.signature || d.signature == none || o.signature == none) &&
		(d.webhook == o.webhook || d.webhook == "" || o.webhook == "")
}

func (d *delivery) fits(r *record) bool {
	switch {
	case r.DeliveryID == "" && r.Signature == (profile.Mark{}) && r.Body == (profile.Hash{}) && r.EventID == "":
		return false
	case r.EventID != "" && d.event != "" && r.EventID != d.event:
		return false
	case r.DeliveryID != "" && d.id != "" && r.DeliveryID != d.id:
		return false
	case r.WebhookID != "" && d.webhook != "" && r.WebhookID != d.webhook:
		return false
	case r.Signature != (profile.Mark{}) && d.signature != (profile.Mark{}) && r.Signature != d.signature:
		return false
	case r.Body != (profile.Hash{}) && d.body != (profile.Hash{}) && r.Body != d.body:
		return false
	}
	return r.DeliveryID != "" && r.DeliveryID == d.id ||
		r.Signature != (profile.Mark{}) && r.Signature == d.signature ||
		r.Body != (profile.Hash{}) && r.Body == d.body ||
		r.EventID != "" && r.EventID == d.event
}

// copies gives the receipts of a request that the sender never made to the delivery that it copies: the sender's log covers
// the time and does not have its ID, but has its registration and bytes under another.
func (t *tree) copies() {
	logged := map[ident]*delivery{}
	for _, d := range t.deliveries {
		if k := (ident{kind: 's', a: d.webhook, m: d.signature}); d.logged != nil && logged[k] == nil {
			logged[k] = d
		}
	}
	kept := t.deliveries[:0]
	for _, d := range t.deliveries {
		o := logged[ident{kind: 's', a: d.webhook, m: d.signature}]
		if d.logged == nil && d.id != "" && d.webhook != "" && o != nil && t.senderCovers(d) {
			o.receipts = append(o.receipts, d.receipts...)
			o.records = append(o.records, d.records...)
			o.proxied = append(o.proxied, d.proxied...)
			o.relayed = append(o.relayed, d.relayed...)
			for _, x := range d.receipts {
				x.delivery = o
			}
			continue
		}
		kept = append(kept, d)
	}
	t.deliveries = kept
}

// senderCovers tells whether the sender's log would have shown this delivery.
func (t *tree) senderCovers(d *delivery) bool {
	return d.signature != (profile.Mark{}) && d.begin() != 0 && t.covers(senderLog, d.begin()) != nil
}

// begin is when the delivery left or was first seen, end when its answer came or it was last seen.
func (d *delivery) begin() int64 {
	if d.logged != nil && d.logged.timed() {
		return d.logged.begin()
	}
	for _, r := range d.records {
		if r.timed() {
			return r.begin()
		}
	}
	return 0
}

func (d *delivery) end() int64 {
	if d.logged != nil && d.logged.timed() {
		return d.logged.end()
	}
	return d.begin()
}

// answerText is the answer as people write it.
func answerText(code int, failure string) string {
	switch {
	case failure != "":
		return failure
	case code != 0:
		return strconv.Itoa(code)
	}
	return ""
}
