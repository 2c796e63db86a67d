package analyze

import (
	"cmp"
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/analyze/language"
)

// Every sentence that a report quotes from here is said in the reader's language, in the user's words and with the full identifiers. What is
// put into another sentence has no article and one form in all cases.

// words says things in the reader's language.
type words struct{ *language.Language }

// sure says a confidence in words.
func (w words) sure(c Confidence) string {
	switch c {
	case Proven:
		return w.Say("proven")
	case Likely:
		return w.Say("likely")
	case Possible:
		return w.Say("possible")
	}
	return string(c)
}

// few writes at most most items and counts the rest.
func (w words) few(items []string, most int, more language.Noun) []string {
	if len(items) <= most {
		return items
	}
	return append(slices.Clone(items[:most]), w.Count(len(items)-most, more))
}

// orUnknown is an identifier, or says that there is none.
func (w words) orUnknown(id string) string {
	if id == "" {
		return w.Say("(no ID)")
	}
	return id
}

// said says a text of a value, nothing where there is none.
func (w words) said(text language.Text, value string) string {
	if value == "" {
		return ""
	}
	return w.Say(text, value)
}

// toldOf names what a request tells of by the first of its names: the event, the delivery, or the resource alone.
func (t *tree) toldOf(d *delivery) string {
	switch {
	case d.event != "":
		return t.Say("event %s", d.event)
	case d.id != "":
		return t.Say("delivery %s", d.id)
	case d.object != "":
		return t.Say("a call for %s", d.object)
	}
	return t.Say("one state")
}

func lower(s string) string        { return strings.ToLower(s) }
func contains(s, part string) bool { return strings.Contains(s, part) }

// title is how a provider is called in a sentence. A scheme that many use names none.
func (w words) title(providerName string) string {
	if p := facts(providerName); !p.Scheme && p.Title != "" {
		return p.Title
	}
	return w.Say("the sender")
}

// subject names what the component is about: "order 14".
func (t *tree) subject() string {
	r := t.component.resource
	switch {
	case r.ID != "" && r.Type != "":
		return t.typeWord(r.Type) + " " + r.ID
	case r.ID != "":
		return t.Say("resource %s", r.ID)
	case len(t.component.candidates) > 0:
		return t.Say("one of the resources %s", t.List(t.component.candidates))
	}
	for _, d := range t.deliveries {
		if d.id != "" {
			return t.Say("the resource of delivery %s", d.id)
		}
	}
	return t.Say("a resource that no record names")
}

// typeWord is how a type of resource is called in a sentence; one that is not known keeps its own name.
func (w words) typeWord(kind string) string {
	if noun := language.Noun(kind); slices.Contains(knownTypes, noun) {
		return w.Plural(1, noun)
	}
	return kind
}

// knownTypes have a word in each language.
var knownTypes = []language.Noun{"order", "product", "customer", "coupon", "payment", "invoice", "refund", "subscription", "charge", "checkout"}

// opened begins a sentence with a capital letter, unless it begins with an identifier, which is left as it is.
func (t *tree) opened(s string) string {
	if r := t.component.resource; r.Type != "" && strings.HasPrefix(s, t.subject()) ||
		slices.ContainsFunc([]string{"the ", "a ", "resource ", "die ", "eine "}, func(word string) bool { return strings.HasPrefix(s, word) }) {
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
		return t.Say("%s for %s", t.Count(len(ids), "record"), t.subject())
	}
	return t.Say("%s for %s", t.List(ids), t.subject())
}

func downstreamIDs(es []*effect) []string { return sorted(es, func(e *effect) string { return e.id }) }

// because says what a cause means.
func (w words) because(cause string) string {
	switch cause {
	case "duplicate_registration":
		return w.Say("two registrations of one topic were told of one change")
	case "overlapping_topics":
		return w.Say("registrations of different topics were told of one act")
	case "action_rerun":
		return w.Say("one queued action ran more than once")
	case "sender_double_emission":
		return w.Say("the sender emitted one unchanged state more than once")
	case "manual_resend":
		return w.Say("the sender delivered again outside its queue")
	case "resent_by_intermediary":
		return w.Say("the sender makes a new ID for each delivery, so what arrived with one ID was copied after it")
	case "check_then_act":
		return w.Say("two requests passed one check before either had claimed the operation")
	case "two_workers_one_job":
		return w.Say("two workers took one job under one attempt number")
	case "lease_expired":
		return w.Say("the queue handed the job out again while its first run was still going")
	case "crash_recovery":
		return w.Say("the first run stopped after its downstream call, without an answer on record, and the job was run again")
	case "retry_after_uncertain_outcome":
		return w.Say("a call whose outcome was not known was made again")
	case "queue_duplicated":
		return w.Say("one request put more than one job into the queue")
	case "handler_ran_twice":
		return w.Say("one run made the call more than once")
	case "state_changed":
		return w.Say("each delivery carries another state of the resource")
	case "metadata_only":
		return w.Say("the resource was saved again; only date_modified, meta_data or the form of the body differ")
	}
	return ""
}

// resendAdvice says what to look at, by cause.
func (t *tree) resendAdvice(cause string) string {
	switch cause {
	case "action_rerun":
		return t.Say("find out who set the finished action back: wp action-scheduler, a plugin, or a change in the database")
	case "manual_resend":
		if !t.ofWooCommerce() {
			return t.Say("ask who sent the webhook again")
		}
		return t.Say("ask who delivered the webhook again, and search custom code for WC_Webhook::deliver")
	case "sender_double_emission":
		if !t.ofWooCommerce() {
			return t.Say("find what at %s sends one change twice", t.title(t.component.provider))
		}
		return t.Say("search plugins and custom code that save the resource or call WC_Webhook::deliver twice for one change")
	case "resent_by_intermediary":
		if t.ofWooCommerce() {
			return t.Say("look at every hop between shop and receiver: a proxy must not pass a POST to the next upstream after a time-out (nginx: proxy_next_upstream without non_idempotent), a relay must not replay")
		}
		return t.Say("look at every hop between sender and receiver: a proxy must not pass a POST to the next upstream after a time-out (nginx: proxy_next_upstream without non_idempotent), a relay must not replay")
	}
	switch {
	case t.component.provider == "":
		return t.Say("find what sends again after a failure: the sender itself, custom code, a plugin or a relay")
	case t.sender().Retries != nil:
		return t.Say("find what sends again, a relay or a person: the answers before give %s no reason to", t.title(t.component.provider))
	}
	return t.Say("look for custom code, a plugin or a relay that sends again after a failure: %s itself does not", t.title(t.component.provider))
}

// thing is what a guard by resource would go by: "order", or "resource" where the evidence names no type.
func (t *tree) thing() string { return cmp.Or(t.component.resource.Type, "resource") }

// keepUpdates warns of the guard that comes to mind first.
func (t *tree) keepUpdates() string {
	return t.Say("do not de-duplicate by %[1]s ID: a later update of the same %[1]s must get through", t.thing())
}

func (t *tree) adviceClaim(n *node) string {
	for _, x := range n.all().receipts {
		if s := x.skipped(); s != nil && n.outcome == Contained && weakGuard(s.DedupBy) == "" {
			if s.DedupBy == "" {
				return t.Say("keep the receiver's guard: it stopped the repeat")
			}
			return t.Say("keep the receiver's guard by %s: it stopped the repeat", s.DedupBy)
		}
	}
	if n.operation != nil && n.operation.logged {
		return t.Say("claim %s once: a UNIQUE key on the operation, in one transaction with the work", n.operation.key)
	}
	return t.Say("claim the operation once: a UNIQUE key that names the business act (such as shipment:create:ORDER:SCOPE), in one transaction with the work")
}

func (t *tree) workAdvice(n *node) []string {
	switch n.cause {
	case "two_workers_one_job":
		return []string{t.Say("make taking a job atomic: one UPDATE that checks the state it changes, or SELECT … FOR UPDATE SKIP LOCKED"), t.adviceDownstream(n)}
	case "lease_expired":
		return []string{t.Say("make the lease longer than the longest run, or renew it while the run goes on"), t.adviceDownstream(n)}
	case "crash_recovery":
		return []string{t.Say("before a job is run again, look up downstream whether the first call took effect"), t.adviceDownstream(n)}
	case "retry_after_uncertain_outcome":
		return []string{t.Say("treat a call without an answer as uncertain: look it up before it is made again"), t.adviceDownstream(n)}
	case "handler_ran_twice":
		return []string{t.Say("look for a handler that is registered twice in one process"), t.adviceDownstream(n)}
	}
	return []string{t.adviceClaim(n)}
}

func (t *tree) adviceDownstream(n *node) string {
	if n.operation != nil && n.operation.logged {
		return t.Say("send %s as the downstream system's idempotency key, and store the ID that it answers", n.operation.key)
	}
	return t.Say("send the operation's key as the downstream system's idempotency key, and store the ID that it answers")
}
