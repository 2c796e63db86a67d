package provider

// Gitea stands for Forgejo and Gogs as well, which are of one stock. Each webhook that is told of an event makes a delivery of its own, with a
// UUID of its own; a redelivery, which somebody asks for, is a new one. Nothing is repeated by itself. How long an answer may take says the
// server's DELIVER_TIMEOUT, and nothing names the webhook. Sources: go-gitea/gitea services/webhook/deliver.go (headers) and
// models/webhook/hooktask.go (CreateHookTask, ReplayHookTask); forgejo.org/docs, "Webhooks".
//
// Its requests bear GitHub's headers as well, so that receivers written for those understand them.
var Gitea = Provider{
	Name:  "gitea",
	Title: "Gitea",
	Over:  "github",
	Headers: map[string]Field{
		"x-gitea-delivery":     DeliveryID,
		"x-forgejo-delivery":   DeliveryID,
		"x-gogs-delivery":      DeliveryID,
		"x-gitea-event":        Topic,
		"x-forgejo-event":      Topic,
		"x-gogs-event":         Topic,
		"x-gitea-signature":    Signature,
		"x-forgejo-signature":  Signature,
		"x-gogs-signature":     Signature,
		"x-gitea-event-type":   "", // finer than the event: pull_request_label
		"x-forgejo-event-type": "",
		"x-gogs-event-type":    "",
	},
	Success:         accepted,
	OneURL:          true,
	BytesCarryState: true,
	Registrations:   "GET /api/v1/repos/OWNER/REPO/hooks",
	Resource:        func(id, topic string) (plain, kind string) { return id, topic },
	ResourceID:      githubResource,
}
