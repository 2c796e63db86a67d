package format

import (
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/ingest/provider"
)

// wordsOfWebhook are names under which a number is a webhook's, and anything else may be its topic or what came with it.
var wordsOfWebhook = map[string]bool{"webhook": true, "hook": true}

// sender reads the provider's headers.
func (r *recordReader) sender(o *profile.Observation) *provider.Provider {
	if agent := r.bytes(fieldUserAgent); len(agent) > 0 {
		o.Provider = r.agents.provider(agent)
	}
	for _, h := range r.headers {
		r.out.header(o, h.name, r.raw(h.value))
	}
	if o.Provider == "" {
		if p := provider.ByName(strings.ToLower(r.text(fieldProvider))); p != nil {
			o.Provider = p.Name
		}
	}
	return provider.ByName(o.Provider)
}

// identifiers takes what the record names itself where the headers did not say it: they are what really arrived. It returns the
// provider, which may be known by an identifier alone.
func (r *recordReader) identifiers(o *profile.Observation, prov *provider.Provider) *provider.Provider {
	fill := func(to *string, f field) {
		if *to == "" {
			*to = r.text(f)
		}
	}
	fill(&o.DeliveryID, fieldDeliveryID)
	if webhook := r.text(fieldWebhookID); webhook != "" && o.WebhookID == "" && (!wordsOfWebhook[r.by(fieldWebhookID).name] || digits([]byte(webhook)) >= 0) {
		if deliveryIsWebhookID[prov] { // Shopify's X-Shopify-Webhook-Id names the delivery
			fill(&o.DeliveryID, fieldWebhookID)
		} else {
			o.WebhookID = webhook
		}
	}
	if !r.kindOfEvent() {
		fill(&o.EventID, fieldEventID)
	}
	if id := r.text(fieldEvent); o.EventID == "" && isEventID(id) {
		o.EventID = id
	}
	if id := r.text(fieldID); o.EventID == "" && id != "" && (r.isEvent() || isEventID(id)) {
		o.EventID = id
	}
	for _, other := range []*string{&o.DeliveryID, &o.WebhookID} {
		if o.EventID == "" && *other != "" && isEventID(*other) {
			o.EventID, *other = *other, ""
		}
	}
	if prov == nil || prov.Scheme {
		prov = r.senderByID(o, prov)
	}
	if topic := r.text(fieldTopic); o.Topic == "" && (r.by(fieldTopic).rank < 4 || r.by(fieldTopic).name == "eventcode" || looksLikeTopic(topic)) {
		o.Topic = topic
	}
	setShop(o, r.text(fieldShop))
	fill(&o.ResourceType, fieldResourceType)
	fill(&o.ResourceID, fieldResourceID)
	r.numbered(o)
	if o.ResourceType == "" && o.ResourceID != "" {
		o.ResourceType = wooResource(o.Topic)
	}
	o.RequestID = r.requestID()
	if prov != nil && prov != &provider.WooCommerce {
		r.ofProvider(o, prov)
	} else {
		for i := range r.related { // of whom the line speaks is told by the form of the ID
			if id := r.textOf(r.related[i].jsonValue); provider.Payment(id) {
				addRelated(o, id)
			}
		}
	}
	fill(&o.OperationKey, fieldOperationKey)
	fill(&o.JobID, fieldJobID)
	r.queued(o)
	fill(&o.DownstreamID, fieldDownstreamID)
	fill(&o.Worker, fieldWorker)
	fill(&o.Process, fieldProcess)
	if r.fromNode() { // several machines run what has one name
		fill(&o.Instance, fieldName)
		if host := r.text(fieldHostname); host != "" && o.Instance != "" {
			o.Instance = r.onHost(o.Instance, host)
		}
	}
	fill(&o.Instance, fieldInstance)
	if r.by(fieldHost).rank >= bareHost {
		fill(&o.Instance, fieldHost)
	}
	fill(&o.Instance, fieldHostname)
	fill(&o.Connection, fieldConnection)
	fill(&o.DedupBy, fieldDedupBy)
	fill(&o.APIVersion, fieldAPIVersion)
	if o.Attempt == 0 {
		o.Attempt = int(r.number(fieldAttempt))
	}
	if o.Attempt == 0 && r.has(fieldRetries) {
		o.Attempt = int(r.number(fieldRetries)) + 1
	}
	o.SignatureValid = r.flag(fieldSignatureValid)
	return prov
}

// kindOfEvent knows a small number that a logger has for each kind of line that it writes, as .NET's EventId is: it names no event.
func (r *recordReader) kindOfEvent() bool {
	const most = 5 // digits
	return r.by(fieldEventID).name == "eventid" && r.values[fieldEventID].kind == jsonNumber && len(r.bytes(fieldEventID)) <= most
}

// numbered takes fields that say what kind of resource they number.
func (r *recordReader) numbered(o *profile.Observation) {
	for _, named := range []struct {
		field field
		kind  string
	}{{fieldOrderID, "order"}, {fieldProductID, "product"}} {
		id := r.text(named.field)
		if o.EventID == "" && strings.HasPrefix(id, "evt_") { // who takes body.id for the order's, gets Stripe's event
			o.EventID = id
		}
		if id == "" || id == o.EventID || o.ResourceID != "" && o.ResourceID != id {
			continue
		}
		o.ResourceID = id
		if o.ResourceType == "" {
			o.ResourceType = named.kind
		}
	}
}

// fromNode knows pino and bunyan, whose "name" is the logger's, by a level that is a number and the process or its host. Anywhere
// else it may be a person's.
func (r *recordReader) fromNode() bool {
	return r.values[fieldLevel].kind == jsonNumber && (r.has(fieldProcess) || r.has(fieldHostname))
}

// fromEcho knows the access lines of Go's Echo, whose "id" is the request's, by what they have and have not: no message, and a latency for people beside
// method, path and status.
func (r *recordReader) fromEcho() bool {
	return r.by(fieldTook).name == "latencyhuman" && r.has(fieldMethod) && r.has(fieldURL) && r.values[fieldID].kind == jsonString &&
		!r.has(fieldMessage) && !r.has(fieldLevel)
}

// fromRails knows lograge, which writes a line when Rails has answered, by what no other writer names.
func (r *recordReader) fromRails() bool {
	return r.has(fieldController) && r.by(fieldEvent).name == "action"
}

// wooResource returns the resource of a topic of WooCommerce's own form, RESOURCE.created and so on; else "".
func wooResource(topic string) string {
	resource, event, _ := strings.Cut(topic, ".")
	switch event {
	case "created", "updated", "deleted", "restored":
		switch resource {
		case "order", "product", "customer", "coupon":
			return resource
		}
	}
	return ""
}

// requestID prefers what the application calls it, unless that is a number that starts again with the process (pino's
// req.id) and the proxy sent one of its own.
func (r *recordReader) requestID() string {
	id, sent := r.text(fieldRequestID), r.text(fieldHeaderRequestID)
	if id == "" && r.fromEcho() {
		id = r.text(fieldID)
	}
	counter := r.values[fieldRequestID].kind == jsonNumber
	const correlation = 8 // from here on the names are those of traces and correlations
	if sent != "" && (id == "" || counter || r.by(fieldRequestID).rank >= correlation) {
		return strings.TrimPrefix(sent, "Root=")
	}
	return id
}

// onHost names one of several machines that run what has one name.
func (r *recordReader) onHost(name, host string) string {
	if last := &r.machine; last.name != name || last.host != host {
		last.name, last.host, last.both = name, host, name+" on "+host
	}
	return r.machine.both
}
