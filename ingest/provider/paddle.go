package provider

import (
	"strings"
	"time"
)

// Paddle Billing names the event and, for each destination, the notification of it. Sources: developer.paddle.com (events,
// notifications, 5 s for an answer; 60 repeats in three days, and 3 in 15 minutes in a sandbox). The User-Agent was observed
// (kossnocorp/paddle-billing#7).
var Paddle = Provider{
	Name:  "paddle",
	Title: "Paddle Billing",
	Headers: map[string]Field{
		"paddle-signature": Signature,
		"paddle-version":   APIVersion,
	},
	Body: []BodyField{
		{"event_id", EventID},
		{"notification_id", DeliveryID},
		{"event_type", Topic},
		{"data.id", ResourceID},
		{"data.transaction_id", Related},
		{"data.subscription_id", Related},
	},
	UserAgent: func(agent string) bool { return agent == "Paddle" || strings.HasPrefix(agent, "Paddle/") },
	Signs:     []Sign{{"event_id", "evt_01"}, {"event_type", ""}},
	IDs:       paddleID,
	Resource:  paddleResource,
	Deadline:  5 * time.Second,
	Occurred:  "occurred_at",
	Success:   accepted,
	Retries:   &Retries{Most: 60, Within: 3 * 24 * time.Hour},

	DeliveryOwn:     true,
	DeliveryStays:   true,
	OneURL:          true,
	SignatureTimed:  true,
	BytesCarryState: true,
	Volatile:        []string{"notification_id"},
	Registrations:   "GET /notification-settings",
	Attempts:        "GET /notifications, and GET /notifications/ID/logs of each",
}

// paddleID knows evt_01hv8wptq8987qeep44cyrewp9 by the ULID in it; Stripe's evt_ has none.
func paddleID(id string) Field {
	prefix, rest, _ := strings.Cut(id, "_")
	if len(rest) != 26 || rest[:2] != "01" || strings.Trim(rest, "0123456789abcdefghjkmnpqrstvwxyz") != "" {
		return ""
	}
	switch prefix {
	case "evt":
		return EventID
	case "ntf":
		return DeliveryID
	}
	return ""
}

func paddleResource(id, topic string) (plain, kind string) {
	kind, _, ok := strings.Cut(topic, ".")
	if !ok {
		return id, ""
	}
	return id, kind
}
