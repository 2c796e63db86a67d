package format

import (
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// effectsTable is a list of the records that the downstream system made: shipments out of a carrier's portal, invoices out of the
// accounting. It is the one evidence of how many there are that the receiver had no hand in.
//
// A list does not say what made its records, nor whether one was cancelled since, unless a column does.
var effectsTable = table{
	name:     "effect-list",
	title:    "the downstream system's list of shipments, invoices or other records, as CSV, TSV or JSON",
	optional: effectColumns.names,
	loose:    isEffects,
	guess:    guessEffects,
	noDump:   true, // the shop's own database has tables with such columns
	read:     readEffect,
}

const (
	effectID = iota
	effectRow
	effectResource
	effectOrder
	effectTime
	effectKey
	effectRequest
	effectStatus
	effectType
	effectEvent
	effectPayment
)

var effectColumns = meaningsOf([]string{
	effectID:       "downstream_id " + madeIDs,
	effectRow:      "id",
	effectResource: "resource_id",
	effectOrder: "order_id wc_order_id woocommerce_order_id shop_order_id order_number order_no order order_reference order_ref " +
		"external_order_id merchant_reference customer_reference reference",
	effectTime: "created_at created_at_utc created_at_gmt date_created_gmt date_created created created_on creation_date created_date created_time " +
		"booked_at issued_at shipped_at label_created_at inserted_at bought_at purchased_at sent_at printed_at made_at recorded_at posted_at timestamp date time",
	effectKey:     "operation_key idempotency_key idempotence_key op_key idem_key",
	effectRequest: "request_id correlation_id",
	effectStatus:  "status state",
	effectType:    "resource_type",
	effectEvent:   "event_id",
	effectPayment: "transaction_id payment_id payment_intent payment charge_id sale_id capture_id",
})

// isEffects wants the ID of a record, beside what it was made for; an ID of no name only beside an order and a time.
func isEffects(have columnSet) bool {
	c := &effectColumns
	if (have.has(sentColumns...) || have.has(partColumns...) || have.has(stateColumns...)) && !have.has("downstream_id") || isSentTable(have) {
		return false
	}
	for name := range have {
		if strings.HasPrefix(name, "billing") {
			return false // a list of orders
		}
	}
	order := have.has(c.of(effectOrder)...) || have.has(c.of(effectResource)...)
	switch {
	case have.has(c.of(effectID)...):
		return order || have.has(c.of(effectKey)...) || have.has(c.of(effectRequest)...) || have.has("downstream_id") && have.has(c.of(effectEvent)...)
	case have.has("id"):
		return order && have.has(c.of(effectTime)...)
	}
	return false
}

// guessEffects takes a short list whose first column is an ID with a name of its own (build_id, mail_id), with a time and something
// that each record was made for, for a list of records. A shop's own tables have more columns, or begin with an order's ID.
func guessEffects(columns []string) []Column {
	const most = 8
	if len(columns) < 3 || len(columns) > most || !ownID(normal(columns[0])) {
		return nil
	}
	have := columnsMeaning(columns, nil)
	c := &effectColumns
	if !have.has(c.of(effectTime)...) || have.has("comment", "note", "text", "content") { // what somebody wrote
		return nil
	}
	guess := []Column{{Means: "downstream_id", Name: columns[0]}}
	if have.has(c.of(effectOrder)...) || have.has(c.of(effectResource)...) || have.has(c.of(effectKey)...) || have.has(c.of(effectRequest)...) {
		return guess
	}
	for _, known := range []func(string) bool{func(name string) bool { return slices.Contains(madeFor, name) }, ownID} {
		for _, name := range columns[1:] {
			if known(normal(name)) {
				return append(guess, Column{Means: "resource_id", Name: name})
			}
		}
	}
	return nil
}

// ownID tells the name of an ID that is a record's own, and none of a webhook, a person or a shop's thing.
func ownID(name string) bool {
	return strings.HasSuffix(name, "id") && len(name) > len("id") && !slices.Contains(notOwn, name)
}

var (
	notOwn = normalWords("webhook_id delivery_id event_id action_id request_id order_id customer_id user_id product_id variation_id session_id " +
		"post_id process_id thread_id trace_id span_id item_id cart_id claim_id group_id log_id entity_id account_id " +
		"note_id line_id attachment_id address_id")
	madeFor = normalWords("product_id deal_id payment_id payment payment_intent psp_reference external_id external_reference transaction_id " +
		"charge_id repository_id subscription_id stripe_id processor_id quote_id cart_id order_transaction_id case_id")
)

// normalWords gives words as normal does.
func normalWords(text string) []string {
	words := strings.Fields(text)
	for i := range words {
		words[i] = normal(words[i])
	}
	return words
}

// sentColumns are those of webhook tables, partColumns those of the parts that an order has.
var sentColumns = []string{
	"webhook_id", "delivery_id", "webhook_delivery_id", "event_id", "topic", "event_type", "event_code", "payload", "action_id",
}

// stateColumns are those of a history of states: a row tells what became of something, and makes no record of its own.
var stateColumns = []string{"from_state", "to_state", "from_status", "to_status", "old_state", "new_state", "old_status", "new_status"}

var partColumns = []string{
	"line_items", "payment_method", "product_id", "quantity", "sku", "meta_key", "note", "customer_note",
}

func readEffect(v []value, in reader) (r reading) {
	c := &effectColumns
	id, payment := c.pick(v, effectID), c.pick(v, effectPayment)
	row := c.pick(v, effectRow)
	if id.text == nil {
		id, payment = payment, cell{} // a list of payments
	}
	if id.text == nil {
		id, row = row, cell{}
	}
	if id.text == nil {
		return reading{
			reason: "the row names no record",
			hint:   "say which column holds its ID, for example --column downstream_id=NAME",
		}
	}
	resource := c.pick(v, effectResource)
	if resource.text == nil {
		resource = c.pick(v, effectOrder)
	}
	o := profile.Observation{
		Event:        profile.EventEffect,
		DownstreamID: id.String(),
		RowID:        row.String(),
		OperationKey: c.pick(v, effectKey).String(),
		RequestID:    c.pick(v, effectRequest).String(),
		RowStatus:    c.pick(v, effectStatus).String(),
		EventID:      c.pick(v, effectEvent).String(),
	}
	resourceOf{resource, c.pick(v, effectType)}.set(&o)
	if id := payment.String(); id != "" && id != o.ResourceID {
		addRelated(&o, id)
	}
	in.stamp(&o, c.pick(v, effectTime), &r)
	r.record = o
	return r
}
