package analyze

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// Every sentence that a report quotes from here is built in this file or by sentence, in the user's words and with the full
// identifiers.

func sentence(format string, args ...any) string { return fmt.Sprintf(format, args...) }

// list writes "2", "2 and 3", "2, 3 and 5".
func list(items []string) string {
	switch len(items) {
	case 0:
		return "none"
	case 1:
		return items[0]
	}
	return strings.Join(items[:len(items)-1], ", ") + " and " + items[len(items)-1]
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	if strings.HasSuffix(what, "y") {
		return strconv.Itoa(n) + " " + strings.TrimSuffix(what, "y") + "ies"
	}
	return strconv.Itoa(n) + " " + what + "s"
}

func times(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return strconv.Itoa(n) + " times"
}

func orUnknown(id string) string {
	if id == "" {
		return "(no ID)"
	}
	return id
}

// toldOf names what a request tells of by the first of its names: the event, the delivery, or the resource alone.
func toldOf(d *delivery) string {
	switch {
	case d.event != "":
		return "event " + d.event
	case d.id != "":
		return "delivery " + d.id
	case d.object != "":
		return "a call for " + d.object
	}
	return "one state"
}

func lower(s string) string        { return strings.ToLower(s) }
func contains(s, part string) bool { return strings.Contains(s, part) }

// title is how a provider is called in a sentence. A scheme that many use names none.
func title(providerName string) string {
	if p := facts(providerName); !p.Scheme && p.Title != "" {
		return p.Title
	}
	return "the sender"
}

// subject names what the component is about: "order 14".
func (t *tree) subject() string {
	r := t.component.resource
	switch {
	case r.ID != "" && r.Type != "":
		return r.Type + " " + r.ID
	case r.ID != "":
		return "resource " + r.ID
	case len(t.component.candidates) > 0:
		return "one of the resources " + list(t.component.candidates)
	}
	for _, d := range t.deliveries {
		if d.id != "" {
			return "the resource of delivery " + d.id
		}
	}
	return "a resource that no record names"
}

// opened begins a sentence with a capital letter, unless it begins with an identifier, which is left as it is.
func (t *tree) opened(s string) string {
	if r := t.component.resource; r.Type != "" && strings.HasPrefix(s, t.subject()) || strings.HasPrefix(s, "the ") || strings.HasPrefix(s, "a ") || strings.HasPrefix(s, "resource ") {
		return capital(s)
	}
	return s
}

func capital(s string) string {
	if s != "" && s[0] >= 'a' && s[0] <= 'z' {
		return string(s[0]-'a'+'A') + s[1:]
	}
	return s
}

// full makes sentences of steps.
func (t *tree) full(steps []string) []string {
	for i, s := range steps {
		steps[i] = capital(s) + "."
	}
	return steps
}

// resultOf names the node's results and their resource: "SHIP-001 and SHIP-002 for order 14".
func (t *tree) resultOf(n *node) string {
	b := n.all()
	ids := downstreamIDs(b.effects)
	if len(ids) == 0 && n.operation != nil {
		ids = downstreamIDs(n.operation.effects)
	}
	if len(ids) == 0 {
		return t.subject()
	}
	if len(ids) > 6 {
		return count(len(ids), "record") + " for " + t.subject()
	}
	return list(ids) + " for " + t.subject()
}

func downstreamIDs(es []*effect) []string { return sorted(es, func(e *effect) string { return e.id }) }

// because says what a cause means.
func because(cause string) string {
	switch cause {
	case "duplicate_registration":
		return "two registrations of one topic were told of one change"
	case "overlapping_topics":
		return "registrations of different topics were told of one act"
	case "action_rerun":
		return "one queued action ran more than once"
	case "sender_double_emission":
		return "the sender emitted one unchanged state more than once"
	case "manual_resend":
		return "the sender delivered again outside its queue"
	case "resent_by_intermediary":
		return "the sender makes a new ID for each delivery, so what arrived with one ID was copied after it"
	case "check_then_act":
		return "two requests passed one check before either had claimed the operation"
	case "two_workers_one_job":
		return "two workers took one job under one attempt number"
	case "lease_expired":
		return "the queue handed the job out again while its first run was still going"
	case "crash_recovery":
		return "the first run stopped after its downstream call, without an answer on record, and the job was run again"
	case "retry_after_uncertain_outcome":
		return "a call whose outcome was not known was made again"
	case "queue_duplicated":
		return "one request put more than one job into the queue"
	case "handler_ran_twice":
		return "one run made the call more than once"
	case "state_changed":
		return "each delivery carries another state of the resource"
	case "metadata_only":
		return "the resource was saved again; only date_modified, meta_data or the form of the body differ"
	}
	return ""
}

// resendAdvice says what to look at, by cause.
func (t *tree) resendAdvice(cause string) string {
	whose := "sender"
	if t.ofWooCommerce() {
		whose = "shop"
	}
	switch cause {
	case "action_rerun":
		return "find out who set the finished action back: wp action-scheduler, a plugin, or a change in the database"
	case "manual_resend":
		if !t.ofWooCommerce() {
			return "ask who sent the webhook again"
		}
		return "ask who delivered the webhook again, and search custom code for WC_Webhook::deliver"
	case "sender_double_emission":
		if !t.ofWooCommerce() {
			return "find what at " + title(t.component.provider) + " sends one change twice"
		}
		return "search plugins and custom code that save the resource or call WC_Webhook::deliver twice for one change"
	case "resent_by_intermediary":
		return "look at every hop between " + whose + " and receiver: a proxy must not pass a POST to the next upstream after a time-out (nginx: proxy_next_upstream without non_idempotent), a relay must not replay"
	}
	switch {
	case t.component.provider == "":
		return "find what sends again after a failure: the sender itself, custom code, a plugin or a relay"
	case t.sender().Retries != nil:
		return "find what sends again, a relay or a person: the answers before give " + title(t.component.provider) + " no reason to"
	}
	return "look for custom code, a plugin or a relay that sends again after a failure: " + title(t.component.provider) + " itself does not"
}

// thing is what a guard by resource would go by: "order", or "resource" where the evidence names no type.
func (t *tree) thing() string { return cmp.Or(t.component.resource.Type, "resource") }

// keepUpdates warns of the guard that comes to mind first.
func (t *tree) keepUpdates() string {
	return "do not de-duplicate by " + t.thing() + " ID: a later update of the same " + t.thing() + " must get through"
}

func adviceClaim(n *node) string {
	for _, x := range n.all().receipts {
		if s := x.skipped(); s != nil && n.outcome == Contained && weakGuard(s.DedupBy) == "" {
			return "keep the receiver's guard" + at(" by", s.DedupBy) + ": it stopped the repeat"
		}
	}
	if n.operation != nil && n.operation.logged {
		return "claim " + n.operation.key + " once: a UNIQUE key on the operation, in one transaction with the work"
	}
	return "claim the operation once: a UNIQUE key that names the business act (such as shipment:create:ORDER:SCOPE), in one transaction with the work"
}

func workAdvice(n *node) []string {
	switch n.cause {
	case "two_workers_one_job":
		return []string{"make taking a job atomic: one UPDATE that checks the state it changes, or SELECT … FOR UPDATE SKIP LOCKED", adviceDownstream(n)}
	case "lease_expired":
		return []string{"make the lease longer than the longest run, or renew it while the run goes on", adviceDownstream(n)}
	case "crash_recovery":
		return []string{"before a job is run again, look up downstream whether the first call took effect", adviceDownstream(n)}
	case "retry_after_uncertain_outcome":
		return []string{"treat a call without an answer as uncertain: look it up before it is made again", adviceDownstream(n)}
	case "handler_ran_twice":
		return []string{"look for a handler that is registered twice in one process", adviceDownstream(n)}
	}
	return []string{adviceClaim(n)}
}

func adviceDownstream(n *node) string {
	if n.operation != nil && n.operation.logged {
		return "send " + n.operation.key + " as the downstream system's idempotency key, and store the ID that it answers"
	}
	return "send the operation's key as the downstream system's idempotency key, and store the ID that it answers"
}
