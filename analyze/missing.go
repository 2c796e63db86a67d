package analyze

import (
	"cmp"

	"github.com/webhookctl/webhookctl/ingest/provider"
)

// What would decide, with the command or file that supplies it. What the sender has is named in its own words; a sender that the
// evidence does not name is taken for WooCommerce, for which this is written.

// senderOf holds the facts of the provider of that name.
func senderOf(name string) *provider.Provider { return facts(cmp.Or(name, provider.WooCommerce.Name)) }

func (t *tree) sender() *provider.Provider { return senderOf(t.component.provider) }

func (t *tree) ofWooCommerce() bool { return t.sender() == &provider.WooCommerce }

// has begins what a sender has: "the shop's webhook configuration", "Stripe's list of endpoints".
func has(p *provider.Provider, shop, others string) string {
	switch {
	case p == &provider.WooCommerce:
		return shop
	case p.Scheme, p.Title == "":
		return "the sender's " + others
	}
	return p.Title + "'s " + others
}

// shownAt adds the place at which a sender shows something, if it is known.
func shownAt(what, place string) string {
	if place == "" {
		return what
	}
	return what + ": " + place
}

// collected names the part of "collect" that tells how what a sender has is gathered.
func collected(p *provider.Provider) string {
	switch p {
	case &provider.WooCommerce:
		return " (webhookctl collect woocommerce)"
	case &provider.Stripe:
		return " (webhookctl collect stripe)"
	case &provider.Shopify:
		return " (webhookctl collect shopify)"
	case &provider.GitHub:
		return " (webhookctl collect github)"
	}
	return " (webhookctl collect senders)"
}

// missingSecret is what tells the endpoints of a provider apart whose requests do not name theirs.
func missingSecret(p *provider.Provider) Missing {
	return Missing{
		What: "the secret that verifies each request (import logs --secret-file), or " +
			shownAt(has(p, "the shop's webhook configuration", "list of endpoints with their URLs"), p.Registrations) + collected(p),
		WouldDecide: "whether one endpoint sent it twice or two endpoints sent it once each",
	}
}

// missingEndpoint asks for what says which registration sent a request: its header, where the provider has one.
func missingEndpoint(p *provider.Provider) Missing {
	m := missingSecret(p)
	if name := p.HeaderOf(provider.WebhookID); name != "" {
		m.What = "the header " + name + " of each request, in the receiver's log or a proxy's"
	}
	return m
}

func missingRegistrations(p *provider.Provider) Missing {
	return Missing{
		What:        shownAt(has(p, "the shop's webhook configuration", "registrations with their URLs"), p.Registrations) + collected(p),
		WouldDecide: "whether the registrations share a URL",
	}
}

func missingBodies(p *provider.Provider) Missing {
	what := "the bodies: a HAR capture, or payload_sha256 in the receiver's log"
	if p == &provider.WooCommerce {
		what = "the bodies: WP_DEBUG's delivery log, a HAR capture, or payload_sha256 in the receiver's log"
	}
	return Missing{What: what, WouldDecide: "whether the deliveries carry one state or two"}
}

func missingSenderLog(p *provider.Provider) Missing {
	return Missing{
		What:        shownAt(has(p, "the sender's delivery log", "own record of its requests and how each was answered"), p.Attempts) + collected(p),
		WouldDecide: "whether the sender made one delivery or two, and how each was answered",
	}
}

func missingShop(p *provider.Provider) Missing {
	what := "a log that names the sender's account or site beside what it tells of"
	if p == &provider.WooCommerce {
		what = "the sender's delivery log, or a receiver's log with the shop's address (X-WC-Webhook-Source) in its lines"
	}
	return Missing{What: what, WouldDecide: "whether the logs speak of one shop: equal numbers do not show it"}
}

// missingSwitch is when a registration was switched off.
func missingSwitch(p *provider.Provider, id string) Missing {
	return Missing{
		What:        "when registration " + id + " was switched off: " + has(p, "the shop's audit log", "audit log") + ", or the configuration's history",
		WouldDecide: "whether it still fired after that",
	}
}

var (
	missingWebhookID = Missing{
		What:        "the webhook ID of each delivery: the sender's delivery log, or X-WC-Webhook-ID in the access log or the receiver's log",
		WouldDecide: "whether one registration sent twice or two registrations sent once each",
	}
	missingQueue = Missing{
		What:        "the sender's queue: wp_actionscheduler_actions and wp_actionscheduler_logs (webhookctl collect woocommerce)",
		WouldDecide: "whether one action ran twice, two actions were queued, or the delivery was made outside the queue",
	}
	missingAccessLog = Missing{
		What:        "the access log of the proxy in front of the receiver, with $request_id and $upstream_status (webhookctl collect nginx)",
		WouldDecide: "whether the request arrived once or was passed on twice",
	}
	missingReceiverLog = Missing{
		What:        "the receiver's application log for these requests, with the operation key in each line (webhookctl collect receiver)",
		WouldDecide: "whether the requests meet in one operation, and what became of them",
	}
	missingWorkerLog = Missing{
		What:        "the worker's log, with job ID, attempt number, downstream call and result (webhookctl collect receiver)",
		WouldDecide: "which run made which record, and whether the runs overlapped",
	}
	missingEffects = Missing{
		What:        "the downstream system's own list of records: ID, order, operation key or request ID, time (webhookctl collect downstream)",
		WouldDecide: "whether a second record exists",
	}
	missingPrecision = Missing{
		What:        "time stamps of milliseconds in the worker's and the receiver's log",
		WouldDecide: "whether the runs overlapped",
	}
	missingKey = Missing{
		What:        "the operation key in the receiver's and the downstream system's logs (shipment:create:ORDER:SCOPE), or a rule that names it (--operation)",
		WouldDecide: "whether both records are one intended operation",
	}
)
