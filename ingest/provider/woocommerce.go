package provider

import (
	"strings"
	"time"
)

// WooCommerce core sends from its own queue, never retries, and has no event ID. Source of these facts:
// woocommerce/woocommerce, plugins/woocommerce/includes/class-wc-webhook.php (log_delivery, deliver, generate_signature).
var WooCommerce = Provider{
	Name:  "woocommerce",
	Title: "WooCommerce",
	Headers: map[string]Field{
		"x-wc-webhook-id":          WebhookID,
		"x-wc-webhook-delivery-id": DeliveryID,
		"x-wc-delivery-id":         DeliveryID, // as older REST documentation spelt it
		"x-wc-webhook-topic":       Topic,
		"x-wc-webhook-resource":    ResourceType,
		"x-wc-webhook-source":      Shop,
		"x-wc-webhook-signature":   Signature,
	},
	UserAgent: func(agent string) bool {
		return strings.HasPrefix(agent, "WooCommerce/") && strings.Contains(agent, " Hookshot")
	},
	Deadline: 60 * time.Second,
	// 301 and 302 count as success although nobody followed them; 303 and above do not.
	Success:         func(code int) bool { return code >= 200 && code < 303 },
	BytesCarryState: true,
	Registrations:   "the table wp_wc_webhooks",
	Attempts:        "wp-content/uploads/wc-logs/webhooks-delivery-*.log",
	ResourceID:      func(string) string { return "id" },
	Volatile:        []string{"date_modified", "date_modified_gmt", "meta_data", "_links"},
	Personal:        []string{"billing", "shipping"},
}
