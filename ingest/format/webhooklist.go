package format

import (
	"bytes"

	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/ingest/provider"
)

// webhookList is what a provider's API says of its registrations: `stripe webhook_endpoints list`, PayPal's GET
// /v1/notifications/webhooks, `gh api repos/…/hooks`, Shopify's GET webhooks.json, Square's webhook subscriptions, BigCommerce's hooks.
// WooCommerce's has a format of its own.
var webhookList = Format{
	Name:    "webhook-list",
	Title:   "webhook registrations as a provider's API lists them, as JSON: Stripe, PayPal, GitHub, Shopify, Square, BigCommerce",
	Open:    openWebhookList,
	Samples: webhookListSamples,
}

var webhookListNames = []string{"data", "webhooks", "subscriptions"}

func openWebhookList(head []byte, opt Options) Reader {
	first, around := firstListed(head, webhookListNames)
	if first == nil && !bytes.Contains(around, []byte(`"/v1/webhook_endpoints`)) || first != nil && !isListedWebhook(first) {
		return nil
	}
	return newAPIList(head, opt, apiList{names: webhookListNames, read: readListedWebhook})
}

func isListedWebhook(text []byte) bool {
	var t jsonTree
	return t.parse(text) && listedOf(&t) != nil
}

// listedWebhook says where a provider's API has what of a registration.
type listedWebhook struct {
	of     *provider.Provider
	must   []string // members without which it is none of these
	url    string
	topics string // a text, or an array of texts, or of objects with a name
	status string
	on     string // member that is true or false, where there is no status
	secret string
	shop   string
}

// listedWebhooks come from the APIs' references: Stripe's webhook_endpoint, PayPal's webhook, GitHub's hook, Shopify's webhook,
// Square's WebhookSubscription, BigCommerce's hook.
var listedWebhooks = []listedWebhook{
	{of: &provider.Stripe, must: []string{"enabled_events"}, url: "url", topics: "enabled_events", status: "status", secret: "secret"},
	{of: &provider.Square, must: []string{"event_types"}, url: "notification_url", topics: "event_types", on: "enabled", secret: "signature_key"},
	{of: &provider.PayPal, must: []string{"event_types"}, url: "url", topics: "event_types"},
	{of: &provider.Shopify, must: []string{"topic"}, url: "address", topics: "topic"},
	{of: &provider.GitHub, must: []string{"events", "active"}, url: "config.url", topics: "events", on: "active", secret: "config.secret"},
	{of: &provider.BigCommerce, must: []string{"scope"}, url: "destination", topics: "scope", on: "is_active", shop: "store_hash"},
}

func listedOf(t *jsonTree) *listedWebhook {
next:
	for i := range listedWebhooks {
		l := &listedWebhooks[i]
		for _, path := range append([]string{"id", l.url}, l.must...) {
			if t.find(path) <= rootNode {
				continue next
			}
		}
		return l
	}
	return nil
}

func readListedWebhook(e listedElement, out *Batch) (r listedReading) {
	t, wrong := e.tree("webhook")
	if wrong.reason != "" {
		return wrong
	}
	l := listedOf(&t)
	if l == nil {
		return listedReading{reason: "an object that is no webhook of a provider whose lists can be read", hint: "the other objects of this file are webhooks; remove what is none in a copy"}
	}
	o := l.registration(&t, out)
	if o.WebhookID == "" {
		return listedReading{reason: "a webhook without an ID", hint: exportHint}
	}
	for _, topic := range l.topicsOf(&t) {
		o.Topic = topic
		r.found = append(r.found, o)
	}
	return r
}

func (l *listedWebhook) registration(t *jsonTree, out *Batch) profile.Observation {
	at := func(path string) string {
		if n := t.find(path); path != "" && n > rootNode {
			return string(t.plain(int32(n), maxValue))
		}
		return ""
	}
	o := profile.Observation{
		Event: profile.EventRegistration, Provider: l.of.Name, WebhookID: at("id"), RowStatus: at(l.status),
		APIVersion: at("api_version"),
	}
	setURL(&o, at(l.url), out.Marker)
	switch at(l.on) {
	case "true":
		o.RowStatus = "enabled"
	case "false":
		o.RowStatus = "disabled"
	}
	if secret := at(l.secret); secret != "" && !redacted([]byte(secret)) {
		o.Secret = out.Marker.Mark("secret", []byte(secret))
	}
	if shop := at(l.shop); shop != "" {
		setShop(&o, "stores/"+shop) // as BigCommerce's events name their producer
	}
	if hasModes[l.of] {
		setMode(&o, at("livemode"))
	}
	return o
}

// topicsOf returns the topics of a registration, each once; one that is empty where it has none.
func (l *listedWebhook) topicsOf(t *jsonTree) (topics []string) {
	n := t.find(l.topics)
	if text := t.plain(int32(n), maxValue); len(text) > 0 {
		return []string{string(text)}
	}
	seen := map[string]bool{}
	for c := t.nodes[n].first; c >= 0; c = t.nodes[c].next {
		of := c
		if name := t.child(int(c), "name"); name >= 0 {
			of = int32(name)
		}
		if topic := string(t.plain(of, maxValue)); topic != "" && !seen[topic] {
			seen[topic] = true
			topics = append(topics, topic)
		}
	}
	if len(topics) == 0 {
		return []string{""}
	}
	return topics
}
