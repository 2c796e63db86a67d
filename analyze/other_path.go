package analyze

import (
	"cmp"
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/ingest/provider"
)

// otherCaller tells that a request is no delivery: its lines say who called, or name a path or a method that deliveries do not
// come by, and nothing that a sender of webhooks puts into a request. A receiver that logs no header is no proof.
func (t *tree) otherCaller(x *receipt) bool {
	path, method, via := "", "", ""
	for _, r := range x.records {
		if r.WebhookID != "" || r.DeliveryID != "" || r.EventID != "" || r.Signature != (profile.Mark{}) {
			return false
		}
		via = cmp.Or(via, called(r))
		if r.URL != "" && !outward(r) {
			path = pathOf(r.URL)
		}
		if r.Method != "" && !outward(r) {
			method = r.Method
		}
	}
	if via != "" {
		return true
	}
	if slices.ContainsFunc(x.records, func(r *record) bool { return r.Topic != "" || r.Provider != "" }) {
		return false
	}
	return method == "GET" || path != "" && len(t.world.hooks) > 0 && !t.world.hooks[path] && !hookish(path)
}

// hookish tells a path that is named as those of webhooks are, whether one with its headers is in the evidence or not.
func hookish(path string) bool {
	path = lower(path)
	return contains(path, "hook") || contains(path, "callback") || contains(path, "notif") || contains(path, "/ipn")
}

// outward tells a line whose URL is that of a call which the receiver makes.
func outward(r *record) bool { return r.Event == profile.EventCalled || r.Event == profile.EventResult }

// called is who a line says set its work going, if that is not a webhook.
func called(r *record) string {
	switch r.Via {
	case profile.ViaWebhook, profile.ViaAsked, profile.ViaBroker:
		return ""
	}
	if r.Event.Layer() == profile.LayerSchedule {
		return ""
	}
	return r.Via
}

// otherPath judges an operation that something else than a delivery carried out: the customer's return page, a cron run, an admin,
// an API client. It needs that caller in the evidence, with work of its own beside another's. The webhook is not to blame for it.
// Where each of the callers made, or speaks of, a payment of its own, the customer bought twice.
//
// A run whose lines do not say what started it is nobody's: it stays an open question.
func (t *tree) otherPath(o *operation) *node {
	if !o.logged {
		return nil
	}
	return t.severalPaths(o, t.callers(o), t.hooksOf(o))
}

// severalPaths makes the node of the callers and the deliveries that carried an operation out, nil where a delivery alone did.
func (t *tree) severalPaths(o *operation, callers []caller, hooks branch) *node {
	if len(callers) == 0 {
		if n := t.secondPurchase(o); n != nil {
			return n
		}
		return t.triedAgain(o, hooks)
	}
	if len(callers) == 1 && len(hooks.receipts) == 0 {
		return nil
	}
	n := &node{class: OtherPath, boundary: Boundary{profile.LayerChange, profile.LayerExecution}, operation: o, cause: callers[0].cause}
	for _, c := range callers {
		n.branches = append(n.branches, c.branch)
	}
	if len(hooks.receipts) > 0 {
		n.branches = append(n.branches, hooks)
	}
	if slices.ContainsFunc(callers, func(c caller) bool {
		return len(c.branch.receipts) == 0 && slices.ContainsFunc(c.branch.runs, namesNoRequest)
	}) {
		n.doubts = append(n.doubts, t.Say("no line names a request: whose each is rests on the word that says what set it going"))
	}
	t.judgeOutcome(n)
	n.race()
	who := callers[0].who
	n.causeBecause = t.Say("the same operation was carried out by %s, which is no delivery", who)
	n.headline = t.Say("%s: the webhook and another caller (%s) carried out one operation", t.resultOf(n), who)
	n.next = []string{t.adviceClaim(n), t.Say("let both paths use that claim; the webhook itself came as it should")}
	if len(hooks.receipts) == 0 {
		n.headline = t.Say("%s: two calls that are no deliveries (%s) carried out one operation", t.resultOf(n), who)
		n.next = []string{t.adviceClaim(n), t.Say("the webhooks are not to blame: nothing of them must be blocked")}
	}
	if payments := paymentsApart(n.branches); payments != nil {
		n.cause = "second_purchase"
		n.causeBecause = t.Say("each call made a payment of its own: %s", t.List(payments))
		n.headline = t.Say("%s: one operation was paid twice, by %s", t.resultOf(n), t.List(payments))
		n.next = t.payTwiceAdvice()
	}
	return n
}

// namesNoRequest tells a run whose lines name neither a request nor a job.
func namesNoRequest(n *run) bool { return n.jobID == "" && requestOf(n.records) == "" }

func (t *tree) payTwiceAdvice() []string {
	return []string{
		t.Say("look at both payments: a refund may be due; block no webhook, each tells of a payment that was really made"),
		t.Say("claim the purchase before the payment is made, by the cart or invoice that both share"),
	}
}

// caller is something that is no delivery and carried an operation out.
type caller struct {
	branch branch
	cause  string
	who    string // in words
}

// callers are the requests and runs of an operation that are known to hang on no delivery.
func (t *tree) callers(o *operation) []caller {
	var out []caller
	for _, x := range o.receipts {
		if !x.delivery.other {
			continue
		}
		b := t.belowReceipt(x)
		b.deliveries = nil
		if b.called() {
			out = append(out, caller{b, callerOf(x.records), t.Say("request %s, %s", t.orUnknown(x.requestID), t.describe(x))})
		}
	}
	for _, n := range o.runs {
		via := viaOf(n)
		if b := t.belowRun(n); n.receipt == nil && n.delivery == nil && via != "" && b.called() && !t.mayDrain(o, via) {
			out = append(out, caller{b, callerOf(n.records), t.runStarted(n.jobID, via)})
		}
	}
	slices.SortStableFunc(out, func(a, b caller) int { // the one that is known names the cause
		switch {
		case a.cause == b.cause:
		case a.cause == "unattributed":
			return 1
		case b.cause == "unattributed":
			return -1
		}
		return cmp.Or(cmp.Compare(a.branch.begin(), b.branch.begin()), strings.Compare(a.who, b.who))
	})
	return out
}

// runStarted says what a run that no delivery set going was started by.
func (t *tree) runStarted(job, via string) string {
	if job == "" {
		return t.Say("a run, started by %s", t.via(via))
	}
	return t.Say("a run of %s, started by %s", job, t.via(via))
}

// hooksOf is what an operation's deliveries came to.
func (t *tree) hooksOf(o *operation) branch {
	var hooks branch
	var deliveries once[*delivery]
	var effects once[*effect]
	for _, x := range o.receipts {
		one := t.belowReceipt(x)
		if x.delivery.other || !one.called() {
			continue
		}
		hooks.deliveries = deliveries.add(hooks.deliveries, one.deliveries...)
		hooks.receipts = append(hooks.receipts, x)
		hooks.jobs, hooks.runs = append(hooks.jobs, one.jobs...), append(hooks.runs, one.runs...)
		hooks.effects = effects.add(hooks.effects, one.effects...)
	}
	return hooks
}

// called tells whether any run of the branch reached a downstream call, whatever came of it.
func (b *branch) called() bool {
	return b.reached() || slices.ContainsFunc(b.runs, func(n *run) bool { return len(n.calls) > 0 })
}

// paymentsApart are the payments of branches that each have one of their own, nil if any two share one or one has none.
func paymentsApart(branches []branch) []string {
	var all []string
	for i := range branches {
		own := paymentsOf(&branches[i])
		if len(own) == 0 || slices.ContainsFunc(own, func(id string) bool { return slices.Contains(all, id) }) {
			return nil
		}
		all = append(all, own...)
	}
	slices.Sort(all)
	return all
}

func paymentsOf(b *branch) []string {
	var out []string
	note := func(rs []*record) {
		for _, r := range rs {
			for id := range strings.FieldsSeq(r.ResourceID + " " + r.Related + " " + r.DownstreamID) {
				if provider.Payment(id) {
					out = appendNew(out, []string{id})
				}
			}
		}
	}
	for _, x := range b.receipts {
		note(x.records)
	}
	for _, n := range b.runs {
		note(n.records)
	}
	for _, e := range b.effects {
		note(e.records)
	}
	return out
}

// callerOf names the cause: by what the lines say of who called, else by the path.
func callerOf(rs []*record) string {
	cause := ""
	for _, r := range rs {
		path := lower(pathOf(r.URL))
		switch {
		case called(r) == profile.ViaCron:
			return "scheduled_task"
		case called(r) == profile.ViaPerson, r.URL != "" && !outward(r) && (contains(path, "wp-admin") || contains(path, "/admin")):
			return "manual"
		case r.URL == "" || outward(r):
			if called(r) == profile.ViaBrowser {
				cause = "browser_return"
			}
		case contains(path, "cron"), contains(path, "schedule"):
			return "scheduled_task"
		case contains(path, "return"), contains(path, "thank"), contains(path, "order-received"), contains(path, "success"),
			contains(path, "confirm"), contains(path, "checkout"), contains(path, "complete"), called(r) == profile.ViaBrowser:
			cause = "browser_return"
		}
	}
	return cmp.Or(cause, "unattributed")
}

func (t *tree) describe(x *receipt) string {
	for _, r := range x.records {
		if r.URL != "" {
			return strings.TrimSpace(r.Method + " " + pathOf(r.URL))
		}
	}
	return t.Say("it carries no webhook header")
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
