package provider

import "time"

// Klarna names the event and the webhook in the body. Source: docs.klarna.com, "setup your webhooks". Whether a repeat keeps its ID
// was not found.
var Klarna = Provider{
	Name:  "klarna",
	Title: "Klarna",
	Headers: map[string]Field{
		"klarna-signature":      Signature,
		"klarna-signing-key-id": "",
	},
	Body: []BodyField{
		{"metadata.event_id", EventID},
		{"metadata.event_type", Topic},
		{"metadata.webhook_id", WebhookID},
		{"metadata.live", Livemode},
	},
	Signs:   []Sign{{"metadata.event_id", ""}, {"metadata.event_type", ""}, {"metadata.webhook_id", ""}},
	Success: func(code int) bool { return code == 200 || code == 201 || code == 202 || code == 204 },
	Retries: &Retries{
		Delays: []time.Duration{
			10 * time.Second, 2 * time.Minute, 15 * time.Minute, 3 * time.Hour, 6 * time.Hour, 12 * time.Hour,
		},
		Most: 6,
	},
	BytesCarryState: true,
}
