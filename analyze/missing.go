package analyze

import (
	"cmp"

	"github.com/webhookctl/webhookctl/ingest/provider"
)

// missingSecret is what tells the endpoints of a provider apart whose requests do not name theirs.
func missingSecret(p *provider.Provider) Missing {
	return Missing{
		What:        "the secret that verifies each request (import logs --secret-file), or " + cmp.Or(p.Title, "the sender") + "'s list of endpoints with their URLs",
		WouldDecide: "whether one endpoint sent it twice or two endpoints sent it once each",
	}
}

// What would decide, with the command or file that supplies it.
var (
	missingRegistrations = Missing{
		What:        "the shop's webhook configuration: wp wc webhook list --user=1 --format=json, or SELECT * FROM wp_wc_webhooks",
		WouldDecide: "whether the registrations share a URL",
	}
	missingWebhookID = Missing{
		What:        "the webhook ID of each delivery: the sender's delivery log, or X-WC-Webhook-ID in the access log or the receiver's log",
		WouldDecide: "whether one registration sent twice or two registrations sent once each",
	}
	missingAccessLog = Missing{
		What:        "the access log of the proxy in front of the receiver, with $request_id and $upstream_status (webhookctl formats nginx-json has a log_format)",
		WouldDecide: "whether the request arrived once or was passed on twice",
	}
	missingReceiverLog = Missing{
		What:        "the receiver's application log for these requests, with the operation key in each line",
		WouldDecide: "whether the requests meet in one operation, and what became of them",
	}
	missingWorkerLog = Missing{
		What:        "the worker's log, with job ID, attempt number, downstream call and result",
		WouldDecide: "which run made which record, and whether the runs overlapped",
	}
	missingBodies = Missing{
		What:        "the bodies: WP_DEBUG's delivery log, a HAR capture, or payload_sha256 in the receiver's log",
		WouldDecide: "whether the deliveries carry one state or two",
	}
	missingQueue = Missing{
		What:        "the sender's queue: SELECT * FROM wp_actionscheduler_actions and wp_actionscheduler_logs",
		WouldDecide: "whether one action ran twice, two actions were queued, or the delivery was made outside the queue",
	}
	missingSenderLog = Missing{
		What:        "the sender's delivery log: wp-content/uploads/wc-logs/webhooks-delivery-*.log",
		WouldDecide: "whether the sender made one delivery or two, and how each was answered",
	}
	missingShop = Missing{
		What:        "the sender's delivery log, or a receiver's log with the shop's address (X-WC-Webhook-Source) in its lines",
		WouldDecide: "whether the logs speak of one shop: equal numbers do not show it",
	}
	missingEffects = Missing{
		What:        "the downstream system's own list of records: ID, order, operation key or request ID, time",
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
