package analyze

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// ruleFields are what a profile holds of a request that may name an operation or choose among requests. All are read of the
// delivery, from its own records and its payload: two requests of one delivery ask for the same.
var ruleFields = []ruleField{
	{"topic", "what the sender tells of: order.updated", false, func(_ *tree, d *delivery) string {
		return d.only(func(r *record) string { return r.Topic })
	}},
	{"status", "the business status in the payload, else the one in the request's log lines", false, (*tree).ruleStatus},
	{"resource.type", "order", false, func(t *tree, d *delivery) string { return t.ruleResource(d).Type }},
	{"resource.id", "the order's number", true, func(t *tree, d *delivery) string { return t.ruleResource(d).ID }},
	{"provider", "woocommerce, stripe, …", false, func(t *tree, d *delivery) string { return cmp.Or(d.provider, t.component.provider) }},
	{"shop", "the sender's site", false, func(t *tree, d *delivery) string { return cmp.Or(d.shop, t.component.shop) }},
	{"webhook_id", "the registration: two of them may lead to two systems", false, func(_ *tree, d *delivery) string { return d.webhook }},
	{"delivery_id", "the delivery: a repeat by the sender has another", true, func(_ *tree, d *delivery) string { return d.id }},
	{"event_id", "the event, where the provider names it: evt_…", true, func(_ *tree, d *delivery) string {
		return d.only(func(r *record) string { return r.EventID })
	}},
	{"act_id", "the act that several events tell of, where the provider names it", true, func(_ *tree, d *delivery) string {
		return d.only(func(r *record) string { return r.ActID })
	}},
	{"transaction_id", "the payment, in the payload", true, func(t *tree, d *delivery) string { return t.clear(d).TransactionID }},
	{"date_paid", "when it was paid, in the payload", false, func(t *tree, d *delivery) string { return t.clear(d).DatePaid }},
	{"refunds", "how many refunds the payload lists, if any", false, func(t *tree, d *delivery) string {
		if n := t.clear(d).Refunds; n > 0 {
			return strconv.Itoa(n)
		}
		return ""
	}},
	{"state", "the payload state: the SHA-256 of its bytes, else the first delivery that had it", true, (*tree).ruleState},
}

// only is what the delivery's records say, "" where they say nothing or two things.
func (d *delivery) only(of func(*record) string) string {
	said := ""
	for _, r := range d.records {
		switch s := of(r); {
		case s == "" || s == said:
		case said != "":
			return ""
		default:
			said = s
		}
	}
	return said
}

// clear are the business fields of the delivery's own payload, where it is in the evidence.
func (t *tree) clear(d *delivery) profile.ClearFields {
	s, _ := t.world.history.state(d.state)
	return s.Clear
}

// ruleStatus prefers the payload: a log line may tell what the receiver fetched later.
func (t *tree) ruleStatus(d *delivery) string {
	if s := t.clear(d).Status; s != "" {
		return s
	}
	return d.only(func(r *record) string { return r.Status })
}

// ruleResource is what the delivery's records name, else what the records name that identifiers join it with. That the time of a
// queued action fits is not enough to name an operation.
func (t *tree) ruleResource(d *delivery) Resource {
	named := slices.ContainsFunc(d.records, func(r *record) bool { return r.ResourceID != "" })
	if !named && t.component.resourceBy == "" {
		return t.component.resource
	}
	return Resource{
		Type: d.only(func(r *record) string { return r.ResourceType }),
		ID:   d.only(func(r *record) string { return r.ResourceID }),
	}
}

func (t *tree) ruleState(d *delivery) string {
	if d.change == nil || !d.change.known {
		return ""
	}
	return strings.TrimPrefix(d.change.stateName(), "?")
}
