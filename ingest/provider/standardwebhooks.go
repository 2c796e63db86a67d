package provider

// StandardWebhooks is a scheme that many senders follow: a message keeps its ID over all attempts, and the time that is signed is the
// attempt's. Source: standard-webhooks/standard-webhooks, spec/standard-webhooks.md 1.0.0. Deadline (15 to 30 s are advised) and
// schedule are the sender's choice; a 3xx is a failure.
var StandardWebhooks = Provider{
	Name:  "standard-webhooks",
	Title: "Standard Webhooks",
	Headers: map[string]Field{
		"webhook-id":        DeliveryID,
		"webhook-signature": Signature,
		"webhook-timestamp": "",
	},
	Scheme: true,
	Body: []BodyField{
		{"type", Topic},
		{"data.id", ResourceID},
	},
	Success:         accepted,
	Retries:         &Retries{},
	DeliveryStays:   true,
	OneURL:          true,
	SignatureTimed:  true,
	BytesCarryState: true,
}
