package format

import (
	"encoding/json"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

var webhooksTable = table{
	name:     "woocommerce-webhooks-table",
	title:    "WooCommerce wc_webhooks table: the registrations, as JSON, TSV or CSV",
	columns:  []string{"webhook_id", "status", "delivery_url", "topic"},
	optional: []string{"secret", "api_version"},
	read: func(v []value, m reader) reading {
		o, bad := registration(v[0], v[1], v[2], v[3], m)
		if len(v[4].text) > 0 {
			o.Secret = m.Mark("secret", v[4].text)
		}
		o.APIVersion = string(v[5].text)
		return reading{record: o, reason: bad.reason, hint: bad.hint}
	},
}

// The REST API shows neither secret nor failure count.
var restWebhooks = table{
	name:     "woocommerce-rest-webhooks",
	title:    "WooCommerce REST API answer to GET /wc/v3/webhooks: the registrations, as JSON",
	columns:  []string{"id", "status", "topic", "delivery_url", "hooks"},
	optional: []string{"_links"},
	noDump:   true,
	read: func(v []value, m reader) reading {
		o, bad := registration(v[0], v[1], v[3], v[2], m)
		o.Shop = shopOf(v[5].text)
		return reading{record: o, reason: bad.reason, hint: bad.hint}
	},
}

// registration makes no use of date_created and date_modified: WooCommerce saves the row after each delivery, so its date is
// no evidence of a change of the configuration.
func registration(id, status, url, topic value, m Marker) (o profile.Observation, bad reading) {
	if !isID(id.text) {
		return o, refuse("webhook ID %q is not a number", id.text)
	}
	o = profile.Observation{
		Event:     profile.EventRegistration,
		Provider:  "woocommerce",
		WebhookID: string(id.text),
		Topic:     string(topic.text),
		RowStatus: string(status.text),
	}
	setURL(&o, string(url.text), m)
	return o, bad
}

// shopOf returns the site whose REST API made these _links: "http://shop.example.test:8080/", as X-WC-Webhook-Source has it.
func shopOf(links []byte) string {
	var l struct {
		Self []struct {
			Href string `json:"href"`
		} `json:"self"`
	}
	if json.Unmarshal(links, &l) != nil || len(l.Self) == 0 {
		return ""
	}
	href := l.Self[0].Href
	// The second is how a site without pretty permalinks spells it.
	for _, mark := range []string{"wp-json/", "index.php?rest_route="} {
		if site, _, ok := strings.Cut(href, mark); ok {
			site, _ = splitURL(site)
			return site
		}
	}
	return ""
}
