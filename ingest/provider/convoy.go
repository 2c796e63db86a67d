package provider

import "strings"

// Convoy sends for others. Its key of idempotency is that of the event, so it stays over repeats and is shared by the endpoints that are
// told. Sources: frain-dev/convoy, net/dispatcher.go (headers; the signature's name can be set); getconvoy.io/docs,
// webhook-guides/webhook-retries (who runs it chooses the schedule).
var Convoy = Provider{
	Name:  "convoy",
	Title: "Convoy",
	Headers: map[string]Field{
		"x-convoy-idempotency-key": DeliveryID,
		"x-convoy-signature":       Signature,
	},
	Scheme:          true, // the bodies are those of whom it sends for
	UserAgent:       func(agent string) bool { return strings.HasPrefix(agent, "Convoy/") },
	Success:         accepted,
	Retries:         &Retries{},
	DeliveryStays:   true,
	OneURL:          true,
	BytesCarryState: true,
}
