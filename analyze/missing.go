package analyze

import (
	"cmp"
	"slices"

	"github.com/webhookctl/webhookctl/analyze/language"
	"github.com/webhookctl/webhookctl/ingest/provider"
)

// What would decide, with the command or file that supplies it. What the sender has is named in its own words; a sender that the
// evidence does not name is taken for WooCommerce, for which this is written.

// senderOf holds the facts of the provider of that name.
func senderOf(name string) *provider.Provider { return facts(cmp.Or(name, provider.WooCommerce.Name)) }

// sender is that of the component. One that nothing names, and whose delivery IDs are UUIDs, is not WooCommerce, whose IDs have 32 hex digits.
func (t *tree) sender() *provider.Provider {
	if t.component.provider == "" && t.namedByUUIDs() {
		return &silent
	}
	return senderOf(t.component.provider)
}

func (t *tree) namedByUUIDs() bool {
	found := false
	for _, r := range t.component.records {
		if r.DeliveryID == "" {
			continue
		}
		if found = isUUID(r.DeliveryID); !found {
			return false
		}
	}
	return found
}

// isUUID tells the form 43480630-44fc-4d1e-acac-e342e7c07a82.
func isUUID(id string) bool {
	if len(id) != 36 {
		return false
	}
	for i := range len(id) {
		switch c := id[i] | 0x20; {
		case i == 8 || i == 13 || i == 18 || i == 23:
			if id[i] != '-' {
				return false
			}
		case c < '0' || c > '9' && c < 'a' || c > 'f':
			return false
		}
	}
	return true
}

func (t *tree) ofWooCommerce() bool { return t.sender() == &provider.WooCommerce }

// has begins what a sender has: "the shop's webhook configuration", "Stripe's list of endpoints".
func (w words) has(p *provider.Provider, shop, others language.Text) string {
	switch {
	case p == &provider.WooCommerce:
		return w.Say(shop)
	case p.Scheme, p.Title == "":
		return w.Say("the sender's %s", w.Say(others))
	}
	return w.Say("%s's %s", p.Title, w.Say(others))
}

// shownAt adds the place at which a sender shows something, if it is known.
func (w words) shownAt(what, place string) string {
	if place == "" {
		return what
	}
	if worded := language.Text(place); slices.Contains(wordedPlaces, worded) {
		place = w.Say(worded)
	}
	return what + ": " + place
}

// wordedPlaces are those of providers' places that hold words; the others are commands and paths.
var wordedPlaces = []language.Text{
	"GET /notifications, and GET /notifications/ID/logs of each", "GET /admin/api/VERSION/webhooks.json, of each app",
	"the attempts of the event in the Dashboard, at its endpoint", "the table wp_wc_webhooks",
}

// collected names the part of "collect" that tells how what a sender has is gathered.
func collected(p *provider.Provider) string {
	of := "senders"
	switch p {
	case &provider.WooCommerce:
		of = "woocommerce"
	case &provider.Stripe:
		of = "stripe"
	case &provider.Shopify:
		of = "shopify"
	case &provider.GitHub:
		of = "github"
	}
	return " (webhookctl collect " + of + ")"
}

// missingSecret is what tells the endpoints of a provider apart whose requests do not name theirs.
func (w words) missingSecret(p *provider.Provider) Missing {
	return Missing{
		What: w.Say("the secret that verifies each request (import logs --secret-file), or %s",
			w.shownAt(w.has(p, "the shop's webhook configuration", "list of endpoints with their URLs"), p.Registrations)) + collected(p),
		WouldDecide: w.Say("whether one endpoint sent it twice or two endpoints sent it once each"),
	}
}

// missingEndpoint asks for what says which registration sent a request: its header, where the provider has one.
func (w words) missingEndpoint(p *provider.Provider) Missing {
	m := w.missingSecret(p)
	if name := p.HeaderOf(provider.WebhookID); name != "" {
		m.What = w.Say("the header %s of each request, in the receiver's log or a proxy's", name)
	}
	return m
}

func (w words) missingRegistrations(p *provider.Provider) Missing {
	return Missing{
		What:        w.shownAt(w.has(p, "the shop's webhook configuration", "registrations with their URLs"), p.Registrations) + collected(p),
		WouldDecide: w.Say("whether the registrations share a URL"),
	}
}

func (w words) missingBodies(p *provider.Provider) Missing {
	what := w.Say("the bodies: a HAR capture, or payload_sha256 in the receiver's log")
	if p == &provider.WooCommerce {
		what = w.Say("the bodies: WP_DEBUG's delivery log, a HAR capture, or payload_sha256 in the receiver's log")
	}
	return Missing{What: what, WouldDecide: w.Say("whether the deliveries carry one state or two")}
}

func (w words) missingSenderLog(p *provider.Provider) Missing {
	return Missing{
		What:        w.shownAt(w.has(p, "the sender's delivery log", "own record of its requests and how each was answered"), p.Attempts) + collected(p),
		WouldDecide: w.Say("whether the sender made one delivery or two, and how each was answered"),
	}
}

func (w words) missingShop(p *provider.Provider) Missing {
	what := w.Say("a log that names the sender's account or site beside what it tells of")
	if p == &provider.WooCommerce {
		what = w.Say("the sender's delivery log, or a receiver's log with the shop's address (X-WC-Webhook-Source) in its lines")
	}
	return Missing{What: what, WouldDecide: w.Say("whether the logs speak of one shop: equal numbers do not show it")}
}

// missingSwitch is when a registration was switched off.
func (w words) missingSwitch(p *provider.Provider, id string) Missing {
	return Missing{
		What:        w.Say("when registration %s was switched off: %s, or the configuration's history", id, w.has(p, "the shop's audit log", "audit log")),
		WouldDecide: w.Say("whether it still fired after that"),
	}
}

// lacking is what is missing whoever the sender is.
type lacking struct{ what, wouldDecide language.Text }

func (w words) lack(m lacking) Missing {
	return Missing{What: w.Say(m.what), WouldDecide: w.Say(m.wouldDecide)}
}

var (
	missingWebhookID = lacking{
		"the webhook ID of each delivery: the sender's delivery log, or X-WC-Webhook-ID in the access log or the receiver's log",
		"whether one registration sent twice or two registrations sent once each",
	}
	missingQueue = lacking{
		"the sender's queue: wp_actionscheduler_actions and wp_actionscheduler_logs (webhookctl collect woocommerce)",
		"whether one action ran twice, two actions were queued, or the delivery was made outside the queue",
	}
	missingAccessLog = lacking{
		"the access log of the proxy in front of the receiver, with $request_id and $upstream_status (webhookctl collect nginx)",
		"whether the request arrived once or was passed on twice",
	}
	missingReceiverLog = lacking{
		"the receiver's application log for these requests, with the operation key in each line (webhookctl collect receiver)",
		"whether the requests meet in one operation, and what became of them",
	}
	missingWorkerLog = lacking{
		"the worker's log, with job ID, attempt number, downstream call and result (webhookctl collect receiver)",
		"which run made which record, and whether the runs overlapped",
	}
	missingEffects = lacking{
		"the downstream system's own list of records: ID, order, operation key or request ID, time (webhookctl collect downstream)",
		"whether a second record exists",
	}
	missingPrecision = lacking{
		"time stamps of milliseconds in the worker's and the receiver's log",
		"whether the runs overlapped",
	}
	missingKey = lacking{
		"the operation key in the receiver's and the downstream system's logs (shipment:create:ORDER:SCOPE), or a rule that names it (--operation)",
		"whether both records are one intended operation",
	}
)
