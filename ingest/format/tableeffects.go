package format

import (
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
)

var effectColumns = meaningsOf([]string{
	effectID:       "downstream_id " + madeIDs,
	effectRow:      "id",
	effectResource: "resource_id",
	effectOrder: "order_id wc_order_id woocommerce_order_id shop_order_id order_number order_no order order_reference order_ref " +
		"external_order_id merchant_reference customer_reference reference",
	effectTime: "created_at created_at_utc created_at_gmt date_created_gmt date_created created created_on creation_date created_date created_time " +
		"booked_at issued_at shipped_at label_created_at inserted_at timestamp date time",
	effectKey:     "operation_key idempotency_key idempotence_key op_key idem_key",
	effectRequest: "request_id correlation_id",
	effectStatus:  "status state",
	effectType:    "resource_type",
})

// isEffects wants the ID of a record, beside what it was made for; an ID of no name only beside an order and a time.
func isEffects(have columnSet) bool {
	c := &effectColumns
	if have.has(notEffects...) || isSentTable(have) {
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
		return order || have.has(c.of(effectKey)...) || have.has(c.of(effectRequest)...)
	case have.has("id"):
		return order && have.has(c.of(effectTime)...)
	}
	return false
}

// notEffects are columns of webhook tables, and of the parts that an order has.
var notEffects = []string{
	"webhook_id", "delivery_id", "webhook_delivery_id", "event_id", "topic", "event_type", "payload", "action_id",
	"line_items", "payment_method", "product_id", "quantity", "sku", "meta_key", "note", "customer_note",
}

func readEffect(v []value, in reader) (r reading) {
	c := &effectColumns
	id := c.pick(v, effectID)
	row := c.pick(v, effectRow)
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
	}
	resourceOf{resource, c.pick(v, effectType)}.set(&o)
	in.stamp(&o, c.pick(v, effectTime), &r)
	r.record = o
	return r
}
