package provider

import (
	"strings"
	"time"
)

// Svix sends for others, by the same scheme and under two sets of names. Source: docs.svix.com/retries (schedule, 15 s), docs.svix.com/receiving.
var Svix = Provider{
	Name:  "svix",
	Title: "Svix",
	Headers: map[string]Field{
		"svix-id":           DeliveryID,
		"svix-signature":    Signature,
		"svix-timestamp":    "",
		"webhook-id":        DeliveryID,
		"webhook-signature": Signature,
		"webhook-timestamp": "",
	},
	Scheme:    true,
	UserAgent: func(agent string) bool { return strings.HasPrefix(agent, "Svix-Webhooks/") }, // seen, not documented
	Body: []BodyField{
		{"type", Topic},
		{"data.id", ResourceID},
	},
	Deadline: 15 * time.Second,
	Success:  accepted,
	Retries: &Retries{
		Delays: []time.Duration{
			5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 10 * time.Hour,
		},
		Most: 7,
	},
	DeliveryStays:   true,
	OneURL:          true,
	SignatureTimed:  true,
	BytesCarryState: true,
}
