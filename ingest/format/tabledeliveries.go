package format

import (
	"strings"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// deliveriesTable is the table in which a sender of webhooks keeps the requests that it made: webhook_deliveries, webhook_attempts, a list
// of calls that a provider's pages give. Everybody makes his own, so it goes by what its columns are called.
//
// It cannot be told from a table of the calls that a receiver makes, but by its columns: it names the URL, the answer and the time, and
// of what webhook, event, topic or resource the request told.
var deliveriesTable = table{
	name:     "delivery-table",
	title:    "a sender's own table of the webhooks that it sent, with URL, answer and time, as CSV, TSV or JSON",
	optional: deliveryColumns.names,
	loose:    isDeliveries,
	noDump:   true, // a shop's dump has tables of other calls
	read:     readDelivery,
}

const (
	deliveryURL = iota
	deliveryCode
	deliveryTime
	deliveryOwnID
	deliveryRow
	deliveryHook
	deliveryEvent
	deliveryTopic
	deliveryResource
	deliveryOrder
	deliveryType
	deliveryAttempt
	deliveryTook
	deliveryProvider
)

var deliveryColumns = meaningsOf([]string{
	deliveryURL:      "delivery_url url endpoint_url target_url webhook_url request_url callback_url endpoint",
	deliveryCode:     "response_status response_code response_status_code http_status http_code status_code",
	deliveryTime:     "sent_at delivered_at attempted_at requested_at created_at created_at_utc created_at_gmt timestamp created time date",
	deliveryOwnID:    "delivery_id webhook_delivery_id message_id",
	deliveryRow:      "id attempt_id",
	deliveryHook:     "webhook_id subscription_id endpoint_id hook_id",
	deliveryEvent:    "event_id webhook_event_id",
	deliveryTopic:    "topic event_type event event_name",
	deliveryResource: "resource_id",
	deliveryOrder:    "order_id order_number",
	deliveryType:     "resource_type",
	deliveryAttempt:  "attempt attempt_number attempts attempt_count attempt_no",
	deliveryTook:     "duration_ms response_time_ms latency_ms took_ms response_duration_ms",
	deliveryProvider: "provider",
})

func isDeliveries(have columnSet) bool {
	c := &deliveryColumns
	told := have.has(c.of(deliveryOwnID)...) || have.has(c.of(deliveryHook)...) || have.has(c.of(deliveryEvent)...) ||
		have.has(c.of(deliveryTopic)...) || have.has(c.of(deliveryResource)...)
	return told && have.has(c.of(deliveryURL)...) && have.has(c.of(deliveryCode)...) && have.has(c.of(deliveryTime)...) &&
		!have.has("hook", "action_id", "guid", "msg_id", "trigger") // Action Scheduler's, and the lists of GitHub, Svix and Hookdeck
}

func readDelivery(v []value, in reader) (r reading) {
	c := &deliveryColumns
	o := profile.Observation{
		Event:      profile.EventDelivery,
		DeliveryID: c.pick(v, deliveryOwnID).String(),
		RowID:      c.pick(v, deliveryRow).String(),
		WebhookID:  c.pick(v, deliveryHook).String(),
		EventID:    c.pick(v, deliveryEvent).String(),
		Topic:      c.pick(v, deliveryTopic).String(),
		Provider:   strings.ToLower(c.pick(v, deliveryProvider).String()),
		Method:     "POST",
	}
	resource := c.pick(v, deliveryResource)
	if resource.text == nil {
		resource = c.pick(v, deliveryOrder)
	}
	resourceOf{resource, c.pick(v, deliveryType)}.set(&o)
	if o.DeliveryID == "" && o.WebhookID == "" && o.EventID == "" && o.ResourceID == "" {
		return reading{reason: "the row does not say what its request told of", hint: "say which column does, for example --column event_id=NAME"}
	}
	setURL(&o, c.pick(v, deliveryURL).String(), in.Marker)
	code := c.pick(v, deliveryCode)
	if o.Code = httpCode(code.text); o.Code == 0 {
		o.Failure = "other" // no answer came
	}
	if n, ok := wholeNumber(c.pick(v, deliveryAttempt).text); ok && n < 1<<16 {
		o.Attempt = int(n)
	}
	o.Took = appDuration(c.pick(v, deliveryTook).text, time.Millisecond)
	in.stamp(&o, c.pick(v, deliveryTime), &r)
	r.record = o
	return r
}
