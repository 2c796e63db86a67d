package analyze

import (
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// otherCaller tells that a request is no delivery: its lines name a path, or a method, that deliveries do not come by, and
// nothing that a sender of webhooks puts into a request. Both are needed: a receiver that logs no header is no proof.
func (t *tree) otherCaller(x *receipt) bool {
	path, method := "", ""
	for _, r := range x.records {
		if r.WebhookID != "" || r.DeliveryID != "" || r.EventID != "" || r.Topic != "" || r.Provider != "" || r.Signature != (profile.Mark{}) {
			return false
		}
		if r.URL != "" {
			path = pathOf(r.URL)
		}
		if r.Method != "" {
			method = r.Method
		}
	}
	return method == "GET" || path != "" && len(t.world.hooks) > 0 && !t.world.hooks[path]
}

// otherPath judges an operation that a request carried out which is no delivery: the customer's return page, an admin, an API
// client. It needs that caller in the evidence, with work of its own beside a delivery's. The webhook is not to blame for it.
func (t *tree) otherPath(o *operation) *node {
	if !o.logged {
		return nil
	}
	n := &node{class: OtherPath, boundary: Boundary{profile.LayerChange, profile.LayerExecution}, operation: o}
	var hooks branch
	var callers []*receipt
	for _, x := range o.receipts {
		if !x.delivery.other {
			one := t.belowReceipt(x)
			if !one.reached() {
				continue
			}
			hooks.deliveries = appendNew(hooks.deliveries, one.deliveries)
			hooks.receipts = append(hooks.receipts, x)
			hooks.jobs, hooks.runs = append(hooks.jobs, one.jobs...), append(hooks.runs, one.runs...)
			hooks.effects = appendNew(hooks.effects, one.effects)
			continue
		}
		b := t.belowReceipt(x)
		b.deliveries = nil
		if b.reached() {
			n.branches = append(n.branches, b)
			callers = append(callers, x)
		}
	}
	if len(callers) == 0 || len(hooks.receipts) == 0 {
		return nil
	}
	n.branches = append(n.branches, hooks)
	n.cause = callerOf(callers[0])
	t.judgeOutcome(n)
	n.race()
	n.causeBecause = "request " + orUnknown(callers[0].requestID) + " carried out the same operation, and it is no delivery: " + describe(callers[0])
	n.headline = sentence("%s: the webhook and another request (%s) carried out one operation", t.resultOf(n), describe(callers[0]))
	n.next = []string{adviceClaim(n), "let both paths use that claim; the webhook itself came as it should"}
	return n
}

// callerOf names who made a request, by its path.
func callerOf(x *receipt) string {
	for _, r := range x.records {
		path := lower(pathOf(r.URL))
		switch {
		case contains(path, "wp-admin"), contains(path, "/admin"):
			return "manual"
		case contains(path, "cron"), contains(path, "schedule"):
			return "scheduled_task"
		case contains(path, "return"), contains(path, "thank"), contains(path, "order-received"), contains(path, "success"),
			contains(path, "confirm"), contains(path, "checkout"), contains(path, "complete"):
			return "browser_return"
		}
	}
	return "unattributed"
}

func describe(x *receipt) string {
	for _, r := range x.records {
		if r.URL != "" {
			return strings.TrimSpace(r.Method + " " + pathOf(r.URL))
		}
	}
	return "it carries no webhook header"
}

// hookPaths are the paths at which requests with webhook headers arrive.
func hookPaths(rs []*record) map[string]bool {
	paths := map[string]bool{}
	for _, r := range rs {
		if r.URL != "" && r.Event == profile.EventRegistration {
			paths[pathOf(r.URL)] = true
		}
		if r.URL != "" && (r.DeliveryID != "" || r.Signature != (profile.Mark{})) &&
			slices.Contains([]profile.Layer{profile.LayerReceipt, profile.LayerDelivery}, r.Event.Layer()) {
			paths[pathOf(r.URL)] = true
		}
	}
	return paths
}
