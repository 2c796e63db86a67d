package analyze

import (
	"testing"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// TestShopifyWebhookID: beside a shop's domain of Shopify's, a webhook ID that is a UUID is a delivery's, in every line that has it; a
// number is a subscription's, and another sender's UUID may be a registration's.
func TestShopifyWebhookID(t *testing.T) {
	const id = "b4c4642a-7d5e-41af-abc1-21c45c316f1a"
	tests := []struct {
		name, shop, webhook string
		delivery            bool
	}{
		{"a UUID", "charity.myshopify.com", id, true},
		{"a number", "charity.myshopify.com", "901431234577", false},
		{"another sender's", "https://shop.example.test/", id, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := &handmade{}
			h.add("app/fly.log", profile.EventReceived, 0, order("14"), func(o *profile.Observation) {
				o.Shop, o.WebhookID, o.EventID, o.Topic = tt.shop, tt.webhook, "0fab574e-7062-4f01-a5fc-735f40d89d9e", "orders/create"
			})
			h.add("app/fly.log", profile.EventEffect, 0, order("14"), key("receipt:14"), made("TR-2026-0417"), func(o *profile.Observation) { o.WebhookID = tt.webhook })
			for _, r := range survey(h.history()).records {
				if got := r.DeliveryID == tt.webhook && r.WebhookID == ""; got != tt.delivery {
					t.Errorf("%s: webhook %q, delivery %q", r.Event, r.WebhookID, r.DeliveryID)
				}
			}
		})
	}
}
