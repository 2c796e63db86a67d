package provider

import (
	"strings"
	"time"
)

// BigCommerce tells which resource changed and not how, so its bytes carry no state. Sources: bigcommerce/docs,
// docs/integrations/webhooks/https-webhook-overview.mdx (headers of Standard Webhooks) and overview.mdx (body, repeats, which come
// while any hook of the domain fails; equal hashes are one event told twice). The API's schema calls the hash one of the payload:
// of two events whose payload is the same, long after one another, it may be the same too.
var BigCommerce = Provider{
	Name:  "bigcommerce",
	Title: "BigCommerce",
	Headers: map[string]Field{
		"webhook-id":        DeliveryID,
		"webhook-signature": Signature,
		"webhook-timestamp": "",
	},
	Body: []BodyField{
		{"hash", EventID},
		{"scope", Topic},
		{"data.id", ResourceID},
		{"data.type", ResourceType},
		{"producer", Shop}, // stores/abcde
		{"store_id", Shop},
	},
	Signs:    []Sign{{"scope", "store/"}, {"producer", "stores/"}, {"hash", ""}},
	Resource: bigcommerceResource,
	Success:  accepted,
	Retries: &Retries{
		Delays: []time.Duration{
			time.Minute, 3 * time.Minute, 5 * time.Minute, 10 * time.Minute, 15 * time.Minute, 30 * time.Minute, time.Hour,
			2 * time.Hour, 6 * time.Hour, 14 * time.Hour, 24 * time.Hour,
		},
		Most: 11,
	},
	DeliveryStays:  true,
	OneURL:         true,
	SignatureTimed: true,
	Volatile:       []string{"created_at"},
	Registrations:  "GET /v3/hooks",
}

// bigcommerceResource takes store/order/updated for an order's.
func bigcommerceResource(id, topic string) (plain, kind string) {
	parts := strings.Split(topic, "/")
	if len(parts) < 3 || parts[0] != "store" {
		return id, ""
	}
	return id, parts[1]
}
