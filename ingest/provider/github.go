package provider

import (
	"strings"
	"time"
)

// GitHub gives an event one GUID, which all hooks and apps that are told of it share, and which a redelivery keeps. It never repeats
// by itself: within three days, a person or an API call can. Sources: docs.github.com (webhook events and payloads; handling
// failed deliveries; 10 s, and 30 s on GitHub Enterprise Server), github/docs#32822.
var GitHub = Provider{
	Name:  "github",
	Title: "GitHub",
	Headers: map[string]Field{
		"x-github-delivery":                      DeliveryID,
		"x-github-hook-id":                       WebhookID,
		"x-github-event":                         Topic,
		"x-hub-signature-256":                    Signature,
		"x-github-hook-installation-target-id":   "", // of the hook's owner: hooks of one event may have several
		"x-github-hook-installation-target-type": "",
	},
	UserAgent:       func(agent string) bool { return strings.HasPrefix(agent, "GitHub-Hookshot/") },
	Success:         accepted,
	Deadline:        10 * time.Second,
	DeliveryStays:   true,
	Redelivers:      true,
	BytesCarryState: true,
	Registrations:   "gh api repos/OWNER/REPO/hooks",
	Attempts:        "gh api repos/OWNER/REPO/hooks/ID/deliveries",
	Resource:        func(id, topic string) (plain, kind string) { return id, topic },
	ResourceID:      githubResource,
}

// githubResource is where the object of an event has its ID, for those that are mostly acted upon.
func githubResource(topic string) string {
	switch topic {
	case "issues":
		return "issue.id"
	case "issue_comment", "commit_comment", "pull_request_review_comment":
		return "comment.id"
	case "pull_request_review":
		return "review.id"
	case "push", "ping", "":
		return "" // a ref, or nothing
	}
	return topic + ".id" // pull_request, release, check_run, workflow_run, deployment, …
}
