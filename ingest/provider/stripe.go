package provider

import (
	"strings"
	"time"
)

// Stripe sends each event to every endpoint that asks for its type. Sources: docs.stripe.com/webhooks/process-undelivered-events
// (three days of repeats; three in a sandbox), stripe/stripe-go webhook/client.go (signature, its tolerance of 300 s), Stripe's API
// reference (the event and its objects). That a repeat keeps the event's ID, that the order is not guaranteed and that any 2xx
// counts is known at second hand only. How long it waits for an answer is not published, and second-hand sources contradict each
// other. pending_webhooks counts endpoints that have not answered; it is no attempt.
var Stripe = Provider{
	Name:  "stripe",
	Title: "Stripe",
	Headers: map[string]Field{
		"stripe-signature": Signature,
	},
	Body: []BodyField{
		{"id", EventID},
		{"type", Topic},
		{"data.object.id", ResourceID},
		{"data.object.object", ResourceType},
		{"account", Shop}, // of Connect: the account that the event is of
		{"livemode", Livemode},
		{"api_version", APIVersion},
		{"request.id", ActID}, // the API call that led to the event; several events of one act share it
		{"request", ActID},    // as versions before 2017-05-25 have it
		{"data.object.payment_intent", Related},
		{"data.object.latest_charge", Related},
		{"data.object.charge", Related},
		{"data.object.invoice", Related},
		{"data.object.subscription", Related},
		{"data.object.setup_intent", Related},
	},
	UserAgent: func(agent string) bool { return strings.HasPrefix(agent, "Stripe/1.0") }, // seen, not documented
	Signs:     []Sign{{"object", "event"}, {"id", "evt_"}},
	IDs:       stripeID,
	Resource:  stripeResource,
	Occurred:  "created",
	Success:   accepted,
	// In live mode; the intervals grow and are not published.
	Retries: &Retries{Within: 3 * 24 * time.Hour},
	Linked:  []string{"cs_", "pi_", "ch_", "py_", "in_", "seti_"},
	Acts: map[string]string{
		"checkout.session.completed": "paid", "checkout.session.async_payment_succeeded": "paid", "payment_intent.succeeded": "paid",
		"charge.succeeded": "paid", "invoice.paid": "paid", "invoice.payment_succeeded": "paid", "invoice_payment.paid": "paid",
		"payment_intent.payment_failed": "failed", "charge.failed": "failed", "invoice.payment_failed": "failed",
		"checkout.session.async_payment_failed": "failed", "charge.refunded": "refunded", "refund.created": "refunded",
	},
	OneURL:          true, // the secret that verifies tells the endpoint
	SignatureTimed:  true,
	BytesCarryState: true,
	Registrations:   "stripe webhook_endpoints list",
	Attempts:        "the attempts of the event in the Dashboard, at its endpoint",
	// An endpoint may ask for another version of the API than the next.
	Volatile: []string{"pending_webhooks", "api_version"},
	Personal: []string{
		"data.object.billing_details", "data.object.customer_details", "data.object.shipping", "data.object.shipping_details",
		"data.object.address", "data.object.customer_address", "data.object.customer_shipping",
	},
}

// stripeID knows evt_…, but Paddle's is one too.
func stripeID(id string) Field {
	prefix, rest, _ := strings.Cut(id, "_")
	if len(rest) < 8 || !isWord(rest) || paddleID(id) != "" {
		return ""
	}
	switch prefix {
	case "evt":
		return EventID
	case "we":
		return WebhookID
	case "acct":
		return Shop
	case "req":
		return ActID
	}
	return ""
}

// stripeObjects are the types of objects by the prefix of their IDs, for logs that do not name the type.
var stripeObjects = map[string]string{
	"pi": "payment_intent", "ch": "charge", "py": "charge", "in": "invoice", "sub": "subscription", "seti": "setup_intent",
	"cs": "checkout.session", "re": "refund", "pyr": "refund", "cus": "customer", "pm": "payment_method", "po": "payout",
	"du": "dispute", "dp": "dispute", "price": "price", "prod": "product",
}

func stripeResource(id, _ string) (plain, kind string) {
	prefix, _, ok := strings.Cut(id, "_")
	if !ok {
		return id, ""
	}
	return id, stripeObjects[prefix]
}

// isWord tells letters, digits and _.
func isWord(s string) bool {
	for _, c := range []byte(s) {
		if c != '_' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			return false
		}
	}
	return s != ""
}
