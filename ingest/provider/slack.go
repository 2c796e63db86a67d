package provider

import "strings"

// Slack's Events API names the event in the body, and in a header which repeat of it a request is (seen in issues; its own page was
// not read, so neither its 3 s nor its schedule are here).
var Slack = Provider{
	Name:  "slack",
	Title: "Slack Events API",
	Headers: map[string]Field{
		"x-slack-signature":         Signature,
		"x-slack-retry-num":         Retry,
		"x-slack-retry-reason":      "",
		"x-slack-request-timestamp": "",
	},
	Body: []BodyField{
		{"event_id", EventID},
		{"event.type", Topic},
		{"team_id", Shop},
	},
	UserAgent:       func(agent string) bool { return strings.HasPrefix(agent, "Slackbot 1.0") },
	Signs:           []Sign{{"type", "event_callback"}, {"event_id", ""}, {"team_id", ""}},
	Success:         accepted,
	Retries:         &Retries{},
	OneURL:          true,
	SignatureTimed:  true,
	BytesCarryState: true,
}
