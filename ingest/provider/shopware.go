package provider

import "time"

// Shopware 6 names the event in the body (since 6.4.11.0) and, in newer versions, in a header with the number of the attempt, which
// begins at 0. Sources: shopware/docs, guides/plugins/apps/lifecycle/webhook.md and webhook-delivery.md (repeats, what stays the same; an
// app has "a few seconds" to answer).
var Shopware = Provider{
	Name:  "shopware",
	Title: "Shopware 6",
	Headers: map[string]Field{
		"x-shopware-event-id":     EventID,
		"x-shopware-attempt":      Retry,
		"x-shopware-sequence":     "",
		"x-shopware-shop":         "", // what it holds was not found; the body names the shop
		"shopware-shop-signature": Signature,
		"sw-version":              APIVersion,
	},
	Body: []BodyField{
		{"source.eventId", EventID},
		{"data.event", Topic},
		{"data.payload[].primaryKey", ResourceID},
		{"data.payload[].entity", ResourceType},
		{"source.shopId", Shop},
	},
	Signs:   []Sign{{"source.shopId", ""}, {"data.event", ""}},
	Success: accepted,
	Retries: &Retries{
		Delays: []time.Duration{5 * time.Second, 30 * time.Second, 5 * time.Minute, 30 * time.Minute, 4 * time.Hour},
		Most:   5,
	},
	OneURL:          true,
	BytesCarryState: true,
	Volatile:        []string{"timestamp"},
}
