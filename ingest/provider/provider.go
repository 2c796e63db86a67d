// Package provider holds the facts of webhook providers: which header or body field carries what, what is stable over what,
// when a delivery counts as answered, and whether the sender repeats. One file for each provider.
//
// It is data and small functions on it; it imports nothing of ours.
package provider

import "time"

// Field is what a header carries.
type Field string

// The fields that headers carry.
const (
	WebhookID    Field = "webhook_id"
	DeliveryID   Field = "delivery_id"
	EventID      Field = "event_id"
	Topic        Field = "topic"
	ResourceType Field = "resource_type"
	Shop         Field = "shop"
	Signature    Field = "signature"
)

// Provider is what is known of one sender of webhooks.
type Provider struct {
	Name  string // "woocommerce"
	Title string // "WooCommerce"

	Headers map[string]Field // by lower-case name: "x-wc-webhook-id"
	// UserAgent tells a request of this provider by its User-Agent header, for logs that hold nothing else.
	UserAgent func(agent string) bool

	Deadline time.Duration       // after which the sender gives up on an answer; 0: not published
	Success  func(code int) bool // which HTTP answers the sender counts as success
	Retries  []time.Duration     // delays of its own retries; nil: the sender never retries

	// SignatureTimed tells that the signature covers the time of the attempt, so that it changes on every retry.
	SignatureTimed bool
	// BytesCarryState tells that equal bytes mean one state of the resource. Mollie's classic calls carry only an ID.
	BytesCarryState bool

	ResourceID func(topic string) string // JSON path of the resource's ID in the body: "id"
	Volatile   []string                  // JSON paths that tell only how or when the body was made
	Personal   []string                  // JSON objects that are hashed as one field
}

// All lists the providers in name order.
var All = []*Provider{&WooCommerce}

// ByName returns the provider of that name, or nil.
func ByName(name string) *Provider {
	for _, p := range All {
		if p.Name == name {
			return p
		}
	}
	return nil
}
