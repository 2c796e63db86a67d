package provider

import (
	"strings"
	"time"
)

// PayPal names the event in the body and each transmission of it in a header. Sources: developer.paypal.com/api/rest/webhooks/rest
// (25 repeats in three days, what is signed: transmission ID, time, webhook ID, checksum of the body), PayPal's reference of events.
// That repeats keep the event's ID, and come 30 to 40 s after a slow answer, was observed (paypal/PayPal-PHP-SDK#1217,
// woocommerce-paypal-payments#3976); how long it waits for an answer is not published.
var PayPal = Provider{
	Name:  "paypal",
	Title: "PayPal",
	Headers: map[string]Field{
		"paypal-transmission-id":   DeliveryID, // new for each transmission
		"paypal-transmission-sig":  Signature,
		"paypal-transmission-time": "",
		"paypal-auth-algo":         "",
		"paypal-auth-version":      "",
		"paypal-cert-url":          "",
	},
	Body: []BodyField{
		{"id", EventID},
		{"event_type", Topic},
		{"resource.id", ResourceID},
		{"resource_type", ResourceType},
		{"resource_version", APIVersion},
		{"resource.supplementary_data.related_ids.order_id", Related},
		{"resource.supplementary_data.related_ids.authorization_id", Related},
		{"resource.supplementary_data.related_ids.capture_id", Related},
		{"resource.parent_payment", Related}, // of sales of the older API
	},
	UserAgent: func(agent string) bool { return strings.HasPrefix(agent, "PayPal/AUHD-") }, // seen, not documented
	Signs:     []Sign{{"id", "WH-"}, {"event_type", ""}, {"resource_type", ""}},
	IDs:       paypalID,
	Resource:  paypalResource,
	Occurred:  "create_time",
	Success:   accepted,
	Retries:   &Retries{Most: 25, Within: 3 * 24 * time.Hour},

	OneURL:          true, // the webhook's ID is signed and not sent
	SignatureTimed:  true,
	BytesCarryState: true,
	Registrations:   "GET /v1/notifications/webhooks",
	Attempts:        "GET /v1/notifications/webhooks-events",
	Volatile:        []string{"links"},
	Personal:        []string{"resource.payer", "resource.shipping", "resource.subscriber", "resource.payment_source"},
}

// paypalID knows WH-58D329510W468432D-8HN650336L201105X.
func paypalID(id string) Field {
	rest, ok := strings.CutPrefix(id, "WH-")
	one, two, both := strings.Cut(rest, "-")
	const shortest = 10
	if !ok || !both || len(one) < shortest || len(two) < shortest || !isWord(one+two) || strings.ToUpper(rest) != rest {
		return ""
	}
	return EventID
}

// paypalResource takes the type out of the topic as resource_type would name it: PAYMENT.CAPTURE.COMPLETED is of a capture, but
// PAYMENT.CAPTURE.REFUNDED of the refund.
func paypalResource(id, topic string) (plain, kind string) {
	parts := strings.Split(strings.ToLower(topic), ".")
	switch {
	case len(parts) < 3:
		return id, ""
	case parts[0] == "payment" && (parts[2] == "refunded" || parts[2] == "reversed"):
		return id, "refund"
	case parts[0] == "checkout":
		return id, "checkout-" + parts[1]
	}
	return id, parts[1]
}
