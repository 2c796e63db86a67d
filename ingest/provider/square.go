package provider

import (
	"strings"
	"time"
)

// Square names the event in the body. Sources: developer.squareup.com/docs/webhooks/step2subscribe (headers), /troubleshooting
// (repeats for 24 hours; an older copy says 72, and 10 s for an answer), developer.squareup.com/reference (bodies). The headers of
// a repeat, that 11 repeats come after 1, 2, 4, 8, 16, 32 and 60 minutes and 2, 4, 8 and 8 hours, and that the URL is signed with
// the body, are known from third parties that quote the documentation: so Delays are not here.
var Square = Provider{
	Name:  "square",
	Title: "Square",
	Headers: map[string]Field{
		"x-square-hmacsha256-signature":     Signature,
		"x-square-signature":                "", // HMAC-SHA1, beside the other
		"square-environment":                Livemode,
		"square-retry-number":               Retry,
		"square-retry-reason":               "",
		"square-initial-delivery-timestamp": "",
	},
	Body: []BodyField{
		{"event_id", EventID},
		{"type", Topic},
		{"data.id", ResourceID},
		{"data.type", ResourceType},
		{"merchant_id", Shop},
		{"data.object.payment.order_id", Related},
		{"data.object.refund.payment_id", Related},
	},
	UserAgent: func(agent string) bool {
		return strings.HasPrefix(agent, "Square Connect") || strings.HasPrefix(agent, "Square-Webhooks") // seen, not documented
	},
	Signs:           []Sign{{"event_id", ""}, {"merchant_id", ""}, {"type", ""}, {"data.type", ""}},
	Occurred:        "created_at",
	Success:         accepted,
	Retries:         &Retries{Within: 24 * time.Hour},
	OneURL:          true,
	BytesCarryState: true,
	Registrations:   "GET /v2/webhooks/subscriptions",
	Personal:        []string{"data.object.customer", "data.object.payment.billing_address", "data.object.payment.shipping_address"},
}
