package provider

import (
	"strings"
	"time"
)

// Shopify names the delivery and the merchant's act behind it, which deliveries of other topics and subscriptions share. Sources:
// shopify.dev/docs/apps/build/webhooks/delivery-structure and /ignore-duplicates (headers, what the IDs mean),
// shopify.dev/docs/apps/build/events/verify-deliveries (the names without X-), shopify.dev/changelog/updates-to-webhook-retry-mechanism
// (8 repeats in 4 hours with the first payload and address, since 2024-09-10; articles that tell of 19 in 48 hours are older).
// That it gives up after 5 s (1 s for the connection) is known at second hand only, so there is no Deadline here.
var Shopify = Provider{
	Name:  "shopify",
	Title: "Shopify",
	Headers: map[string]Field{
		"x-shopify-webhook-id":   DeliveryID,
		"x-shopify-event-id":     ActID,
		"x-shopify-topic":        Topic,
		"x-shopify-shop-domain":  Shop,
		"x-shopify-name":         WebhookID, // of a subscription that was given a name
		"x-shopify-api-version":  APIVersion,
		"x-shopify-hmac-sha256":  Signature,
		"x-shopify-triggered-at": "",
		"shopify-webhook-id":     DeliveryID,
		"shopify-event-id":       ActID,
		"shopify-topic":          Topic,
		"shopify-shop-domain":    Shop,
		"shopify-name":           WebhookID,
		"shopify-api-version":    APIVersion,
		"shopify-hmac-sha256":    Signature,
		"shopify-triggered-at":   "",
	},
	Body: []BodyField{
		{"admin_graphql_api_id", ResourceID}, // first: a logger that rounds big numbers leaves this text as it is
		{"id", ResourceID},
	},
	UserAgent: func(agent string) bool { return strings.HasPrefix(agent, "Shopify-Captain-Hook") }, // seen, not documented
	Signs:     []Sign{{"admin_graphql_api_id", shopifyID}},
	Resource:  shopifyResource,
	Success:   accepted,
	Retries:   &Retries{Most: 8, Within: 4 * time.Hour},

	DeliveryStays:   true,
	DeliveryOwn:     true,
	OneURL:          true,
	BytesCarryState: true,
	Registrations:   "GET /admin/api/VERSION/webhooks.json, of each app",
	Volatile:        []string{"updated_at"},
	Personal:        []string{"billing_address", "shipping_address", "customer", "default_address", "client_details", "payment_details"},
}

const shopifyID = "gid://shopify/"

// shopifyResource takes orders/create for an order's, and gid://shopify/Order/820982911946154508 too.
func shopifyResource(id, topic string) (plain, kind string) {
	if rest, ok := strings.CutPrefix(id, shopifyID); ok {
		rest, _, _ = strings.Cut(rest, "?")
		if kind, plain, ok := strings.Cut(rest, "/"); ok && plain != "" {
			return plain, snake(kind)
		}
		return id, ""
	}
	kind, _, ok := strings.Cut(topic, "/")
	switch {
	case !ok:
		return id, ""
	case strings.HasSuffix(kind, "ies"):
		return id, strings.TrimSuffix(kind, "ies") + "y"
	}
	return id, strings.TrimSuffix(kind, "s")
}

// snake makes DraftOrder draft_order.
func snake(name string) string {
	var b strings.Builder
	for i, c := range []byte(name) {
		if c >= 'A' && c <= 'Z' {
			if i > 0 {
				b.WriteByte('_')
			}
			c |= 0x20
		}
		b.WriteByte(c)
	}
	return b.String()
}
