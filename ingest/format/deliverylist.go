package format

import (
	"strings"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/ingest/provider"
)

// deliveryList is what an API says of the requests that were made: GitHub's deliveries of a hook, Svix's message attempts and Convoy's
// delivery attempts, which are the sender's own record, and the attempts of Hookdeck, a hop that passes on what it was sent.
var deliveryList = Format{
	Name:    "delivery-list",
	Title:   "requests as the API of who made them lists them, as JSON: GitHub hook deliveries, Svix message attempts, Convoy delivery attempts, Hookdeck attempts",
	Open:    openDeliveryList,
	Samples: deliveryListSamples,
}

var deliveryListNames = []string{"data", "models"}

func openDeliveryList(head []byte, opt Options) Reader {
	columns := listedColumns(head, deliveryListNames)
	for i := range listedDeliveries {
		if hasAll(columns, listedDeliveries[i].must) {
			return newAPIList(head, opt, apiList{names: deliveryListNames, read: listedDeliveries[i].read})
		}
	}
	return nil
}

// listedDelivery says where a sender's API has what of a delivery.
type listedDelivery struct {
	of   *provider.Provider // nil: a hop, whose own event names no delivery of a sender's
	name string             // of who lists it
	must []string           // members without which an object is none of these

	row, delivery, webhook, event, topic, attempt string
	at, took, code, why, url, method              string
	unit                                          time.Duration // of took
	headers, payload                              string        // of the request
	// asked is the member that says that somebody asked for a repeat, and the values that say so.
	asked  string
	values []string
	ends   bool // at is when the request had ended
	failed bool // a text of why without a code says that no answer came
}

// Sources: docs.github.com (REST API, repository webhooks: hook delivery); Svix's API (MessageAttemptOut: a trigger of 1 is a manual
// resend); frain-dev/convoy, worker/task (parseAttemptFromResponse: made when the request is over); Hookdeck's API (attempt: body is the answer's).
var listedDeliveries = []listedDelivery{
	{
		of: &provider.GitHub, name: "GitHub", must: []string{"guid", "delivered_at", "redelivery"},
		row: "id", delivery: "guid", topic: "event", at: "delivered_at", took: "duration", unit: time.Second, code: "status_code", why: "status",
		url: "url", headers: "request.headers", payload: "request.payload", asked: "redelivery", values: []string{"true"},
	},
	{
		of: &provider.Svix, name: "Svix", must: []string{"msgId", "endpointId", "responseStatusCode"},
		row: "id", delivery: "msgId", webhook: "endpointId", event: "msg.eventId", topic: "msg.eventType", at: "timestamp",
		took: "responseDurationMs", unit: time.Millisecond, code: "responseStatusCode", why: "response", url: "url", payload: "msg.payload",
		asked: "triggerType", values: []string{"1"},
	},
	{
		of: &provider.Convoy, name: "Convoy", must: []string{"uid", "event_delivery_id", "endpoint_id", "http_status"},
		row: "uid", delivery: "event_delivery_id", webhook: "endpoint_id", at: "created_at", ends: true, code: "http_status", why: "error",
		failed: true, url: "url", method: "method", headers: "request_http_header",
	},
	{
		name: "Hookdeck", must: []string{"event_id", "attempt_number", "response_status", "trigger"},
		row: "id", event: "event_id", attempt: "attempt_number", at: "created_at", code: "response_status", why: "error_code",
		url: "requested_url", method: "http_method", asked: "trigger", values: []string{"MANUAL", "BULK_RETRY"},
	},
}

func (l *listedDelivery) read(e listedElement, out *Batch) (r listedReading) {
	t, wrong := e.tree("delivery")
	if wrong.reason != "" {
		return wrong
	}
	at := t.short
	for _, name := range l.must {
		if t.find(name) < 0 {
			return listedReading{reason: "an object that is no delivery as " + l.name + " lists them", hint: "the other objects of this file are; remove what is none in a copy"}
		}
	}
	o := e.at(profile.EventDelivery)
	if l.of == nil {
		o.Event, o.Instance = profile.EventProxied, l.name
	}
	q := captured{}
	q.take(&t, t.find(l.headers))
	for _, h := range q.headers {
		out.header(&o, h.name, h.value)
	}
	if l.of != nil {
		o.Provider = l.of.Name
	}
	if n := t.find(l.payload); l.payload != "" && n > rootNode && t.nodes[n].kind == '{' {
		o.Topic = string(at(l.topic)) // says where in the payload the resource is
		out.read(&o, t.raw[t.nodes[n].from:t.nodes[n].to], l.of, false)
	}
	for _, f := range []struct {
		to   *string
		path string
	}{{&o.DeliveryID, l.delivery}, {&o.WebhookID, l.webhook}, {&o.EventID, l.event}, {&o.Topic, l.topic}, {&o.RowID, l.row}} {
		if v := at(f.path); len(v) > 0 && (f.to != &o.DeliveryID || o.DeliveryID == "") { // what was sent in a header comes first
			*f.to = string(v)
		}
	}
	if o.DeliveryID == "" && o.EventID == "" {
		return listedReading{reason: "a delivery without an ID", hint: exportHint}
	}
	e.when(&o, at(l.at), &r)
	o.Took, o.Ends = appDuration(at(l.took), l.unit), l.ends
	setURL(&o, string(at(l.url)), out.Marker)
	o.Method = harMethod(at(l.method))
	if o.Code = httpCode(at(l.code)); o.Code == 0 && (len(at(l.code)) > 0 || l.failed && len(at(l.why)) > 0) {
		o.Failure = failureIn(strings.ToLower(string(at(l.why))), harFailures)
	}
	if n, ok := wholeNumber(at(l.attempt)); ok && n < 1<<16 {
		o.Attempt = int(n)
	}
	for _, v := range l.values {
		if string(at(l.asked)) == v {
			o.Via = profile.ViaAsked
		}
	}
	r.found = append(r.found, o)
	return r
}
