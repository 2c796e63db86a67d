package analyze

import (
	"time"

	"github.com/webhookctl/webhookctl/analyze/language"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// guardKey is one candidate: what a guard would take for the name of what it has seen.
type guardKey struct {
	name       string
	title      language.Text
	of         func(*incoming) string // "": the request is not known to carry it
	ofDeed     func(*deed) string     // instead: each operation of a request is claimed by itself
	not        func(*incoming) bool   // requests that do not carry it whatever they ask for; it may be nil
	windows    []time.Duration        // after which a value is forgotten; 0: never
	simplicity int                    // the lower, the simpler
	measure    bool                   // it is what operations are told apart by
	unsafe     bool                   // it is known to take different things for one, whatever it did here
}

// forEver is a guard that forgets nothing; windows are those that people set.
var (
	forEver = []time.Duration{0}
	windows = []time.Duration{0, time.Minute, 5 * time.Minute, 10 * time.Minute, time.Hour, 24 * time.Hour}
)

// keys lists the candidates, the simplest first. A rule's key is one where a rule names an operation, a key together with the
// shop where there are several shops.
func (s *stream) keys() []guardKey {
	rules := false
	for i := range s.arrivals {
		rules = rules || s.arrivals[i].byRule
	}
	named := func(d *deed) string {
		if d.KeyOrigin == "derived" {
			return ""
		}
		return d.Key
	}
	list := []guardKey{{
		name: "logged_key", title: "logged key", ofDeed: named, windows: windows, measure: true,
		not: func(a *incoming) bool { return a.byRule },
	}}
	if rules {
		list = append(list, guardKey{name: "rule_key", title: "key by rule", ofDeed: named, windows: windows, measure: true})
	}
	if severalShops(s.worlds) {
		list = append(list, guardKey{name: "key_and_shop", title: "operation key and shop", ofDeed: func(d *deed) string {
			if named(d) == "" || d.shop == "" {
				return ""
			}
			return d.shop + "\x00" + named(d)
		}, windows: forEver, measure: true})
	}
	resource := func(a *incoming, more string) string {
		if a.resource.ID == "" {
			return ""
		}
		return a.resource.Type + "\x00" + a.resource.ID + "\x00" + more
	}
	list = append(list,
		guardKey{name: "event_id", title: "event ID", of: func(a *incoming) string { return a.eventID }, windows: forEver},
		guardKey{name: "act_id", title: "act ID", of: func(a *incoming) string { return a.actID }, windows: forEver},
		guardKey{name: "delivery_id", title: "delivery ID", of: func(a *incoming) string { return a.deliveryID }, windows: forEver, unsafe: s.sharedIDs()},
		guardKey{name: "payload_hash", title: "payload hash", of: s.payload, windows: windows},
		guardKey{name: "transaction_id", title: "transaction ID", of: func(a *incoming) string {
			return a.t.clear(a.d).TransactionID
		}, windows: forEver},
		guardKey{name: "resource_state", title: "resource and state", of: func(a *incoming) string {
			if a.status == "" {
				return ""
			}
			return resource(a, a.status)
		}, windows: forEver},
		guardKey{name: "resource_transition", title: "resource and transition", of: func(a *incoming) string {
			if a.move == "" {
				return ""
			}
			return resource(a, a.move)
		}, windows: forEver},
		guardKey{name: "resource_id", title: "resource ID", of: func(a *incoming) string { return resource(a, "") }, windows: windows, unsafe: true},
	)
	for i := range list {
		list[i].simplicity = i
	}
	return list
}

// sharedIDs tells whether some sender's delivery ID does not name what was sent: WooCommerce gives one to all that it delivers in
// a second, and another one to the same thing sent again.
func (s *stream) sharedIDs() bool {
	for i := range s.arrivals {
		if a := &s.arrivals[i]; a.deliveryID != "" && !facts(a.d.provider).DeliveryStays {
			return true
		}
	}
	return false
}

// payload names a request's bytes: by their hash, else by the signature that was made of them, unless it covers the time too.
func (s *stream) payload(a *incoming) string {
	body := a.d.body
	if body == (profile.Hash{}) {
		body = s.bodies[a.d.signature]
	}
	switch {
	case body != (profile.Hash{}):
		return string(body[:])
	case a.d.signature != (profile.Mark{}) && !facts(a.d.provider).SignatureTimed:
		return string(a.d.signature[:])
	}
	return ""
}

// severalShops tells whether more than one site speaks in some affair, or in several.
func severalShops(worlds []*world) bool {
	var shops []string
	for _, w := range worlds {
		shops = appendNew(shops, w.shops)
	}
	return len(shops) > 1
}
