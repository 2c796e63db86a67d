package format

import (
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/ingest/provider"
)

// deliveryIsWebhookID holds the providers whose header for the delivery is called "webhook ID".
var deliveryIsWebhookID = func() map[*provider.Provider]bool {
	those := map[*provider.Provider]bool{}
	for _, p := range provider.All {
		for name, f := range p.Headers {
			if f == provider.DeliveryID && strings.HasSuffix(name, "webhook-id") {
				those[p] = true
			}
		}
	}
	return those
}()

// isEvent tells a record that is, or holds, an event as Stripe's API has it.
func (r *recordReader) isEvent() bool { return string(r.bytes(fieldObject)) == "event" }

// isEventID tells the ID of an event by its form alone.
func isEventID(id string) bool {
	return strings.HasPrefix(id, "evt_") || strings.HasPrefix(id, "WH-") && providerOf(id, provider.EventID) != nil
}

// providerOf returns the provider whose IDs for a field have this form, or nil.
func providerOf(id string, f provider.Field) *provider.Provider {
	if id == "" {
		return nil
	}
	for _, p := range provider.All {
		if p.IDs != nil && p.IDs(id) == f {
			return p
		}
	}
	return nil
}

// senderByID goes by the form of identifiers, where nothing else names the sender. known may be nil.
func (r *recordReader) senderByID(o *profile.Observation, known *provider.Provider) *provider.Provider {
	p := providerOf(o.EventID, provider.EventID)
	if p == nil {
		p = providerOf(r.text(fieldNotification), provider.DeliveryID)
	}
	if p == nil && r.by(fieldResourceID).name == "pspreference" {
		p = &provider.Adyen
	}
	if p == nil {
		return known
	}
	o.Provider = p.Name
	return p
}

// ofProvider takes what only a provider's events have.
func (r *recordReader) ofProvider(o *profile.Observation, prov *provider.Provider) {
	if o.DeliveryID == "" && prov == &provider.Paddle {
		o.DeliveryID = r.text(fieldNotification)
	}
	if o.ActID == "" {
		o.ActID = r.text(fieldActID)
	}
	if r.isEvent() && r.by(fieldRequestID).name == "id" { // {"object":"event","request":{"id":"req_…","idempotency_key":"…"}}
		o.ActID, o.RequestID = o.RequestID, ""
		if r.by(fieldOperationKey).name == "idempotencykey" {
			r.values[fieldOperationKey] = found{}
		}
	}
	namedByID(o, prov)
	r.objects(o, prov)
	if account := r.text(fieldAccount); account != "" && isAccount(prov, account, r.by(fieldAccount).name) {
		setShop(o, account)
	}
	if hasModes[prov] {
		setMode(o, r.truth(fieldLivemode))
	}
	// Adyen's event has no ID beside what it says: see provider.Adyen.
	if success := r.truth(fieldSuccess); prov == &provider.Adyen && o.EventID == "" && o.ResourceID != "" && o.Topic != "" && success != "" {
		o.EventID = o.ResourceID + ":" + o.Topic + ":" + success
	}
}

// truth is flag as JSON writes it, or "" where it is not said.
func (r *recordReader) truth(f field) string {
	switch r.flag(f) {
	case profile.Yes:
		return "true"
	case profile.No:
		return "false"
	}
	return ""
}

// objects takes the other objects of the provider that a record names. The one that the topic is of is the resource.
func (r *recordReader) objects(o *profile.Observation, prov *provider.Provider) {
	for i := range r.related {
		f := &r.related[i]
		id := r.textOf(f.jsonValue)
		if id == "" {
			continue
		}
		kind := ""
		if prov.Resource != nil {
			_, kind = prov.Resource(id, "")
		}
		switch f.name {
		case "charge", "invoice", "subscription":
			if kind == "" {
				continue // a word, a number of the shop's
			}
		}
		if o.ResourceID == "" && kind != "" && isOf(o.Topic, kind) {
			o.ResourceID, o.ResourceType = id, kind
			continue
		}
		addRelated(o, id)
	}
}

// isOf tells whether a topic is of that kind of object: customer.subscription.updated is of a subscription.
func isOf(topic, kind string) bool {
	i := strings.LastIndexByte(topic, '.')
	return i > 0 && (topic[:i] == kind || strings.HasSuffix(topic[:i], "."+kind))
}

// accountNames are the names under which a provider's bodies have the account.
var accountNames, hasModes = func() (map[*provider.Provider][]string, map[*provider.Provider]bool) {
	names, modes := map[*provider.Provider][]string{}, map[*provider.Provider]bool{}
	for _, p := range provider.All {
		for _, b := range p.Body {
			switch b.Field {
			case provider.Shop:
				names[p] = append(names[p], normal(b.Path[strings.LastIndexByte(b.Path, '.')+1:]))
			case provider.Livemode:
				modes[p] = true
			}
		}
	}
	return names, modes
}()

// isAccount tells whether a value under a name is an account at the provider: "account" may be a person's.
func isAccount(prov *provider.Provider, value, name string) bool {
	if prov.IDs != nil && prov.IDs(value) == provider.Shop {
		return true
	}
	if prov == &provider.Stripe {
		return false
	}
	for _, n := range accountNames[prov] {
		if n == name || strings.HasPrefix(n, name) {
			return true
		}
	}
	return false
}
