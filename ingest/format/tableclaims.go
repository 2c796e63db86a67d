package format

import (
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// claimsTable is the receiver's own table of what it has taken on: one row for each operation key with its state, or one for each
// event that it has seen. Everybody makes his own, so it goes by what its columns are called.
//
// A row is the claim, and says once more how it ended where its state does. It is written over as things go on: what happened in
// between (a failed attempt, a claim that was taken over) cannot be told from it.
//
// What a row says is no line of a request: its observations have a RowStatus, which those of a request's lines never have.
var claimsTable = table{
	name:     "claim-table",
	title:    "the receiver's table of claims, idempotency keys or processed events, as JSON, TSV, CSV or in a dump",
	optional: claimColumns.names,
	loose:    isClaims,
	read:     readClaim,
}

const (
	claimKey = iota
	claimStatus
	claimResult
	claimBegan
	claimEnded
	claimDelivery
	claimEvent
	claimResource
	claimType
	claimRow
)

var claimColumns = meaningsOf([]string{
	claimKey:      "operation_key idempotency_key op_key idem_key idempotence_key dedup_key dedupe_key deduplication_key claim_key lock_key key",
	claimStatus:   "status state",
	claimResult:   "downstream_id external_id result_id " + madeIDs,
	claimBegan:    "created_at created_at_utc created_at_gmt claimed_at claimed_at_utc locked_at reserved_at started_at inserted_at created created_on date_created_gmt date_created",
	claimEnded:    "updated_at updated_at_utc updated_at_gmt completed_at finished_at processed_at processed_at_utc done_at failed_at modified_at updated date_modified_gmt date_modified",
	claimDelivery: "delivery_id webhook_delivery_id",
	claimEvent:    "event_id webhook_event_id provider_event_id stripe_event_id",
	claimResource: "resource_id order_id wc_order_id order_number order",
	claimType:     "resource_type",
	claimRow:      "id",
})

// madeIDs name the record that a downstream system made.
const madeIDs = "shipment_id shipment_no shipment_number tracking_number tracking_no tracking_id tracking_code awb_number awb " +
	"consignment_id parcel_id label_id fulfillment_id fulfilment_id invoice_id invoice_number payment_id charge_id refund_id " +
	"credit_note_id ticket_id crm_id crm_record_id external_record_id remote_id"

// isClaims wants a key with a state; or the ID of an event or delivery with the time at which it was processed, or with little
// else than one at which it was written down. Beside the ID of a shipment, the first of the two says whose list it is.
func isClaims(have columnSet) bool {
	c := &claimColumns
	if isSentTable(have) {
		return false
	}
	if key := have.any(c.of(claimKey)...); key > 0 && have.has(c.of(claimStatus)...) {
		if id := have.any(effectColumns.of(effectID)...); isEffects(have) && id > 0 && id < key {
			return false
		}
		// A column "key" may be anything's, such as that of a licence.
		return key != have.any("key") || have.has(c.of(claimResult)...) || have.has(c.of(claimDelivery)...) ||
			have.has(c.of(claimEvent)...) || have.has(c.of(claimResource)...)
	}
	if !have.has(c.of(claimDelivery)...) && !have.has(c.of(claimEvent)...) {
		return false
	}
	if have.has("processed_at", "processed_at_utc") {
		return true
	}
	for name := range have {
		if !claimNames[name] {
			return false
		}
	}
	return have.has(c.of(claimBegan)...)
}

// claimNames are the columns that a table of seen events has at most.
var claimNames = func() map[string]bool {
	names := map[string]bool{}
	for _, n := range claimColumns.names {
		names[normal(n)] = true
	}
	for _, n := range []string{"type", "event_type", "topic", "source", "provider", "webhook_id", "expires_at"} {
		names[normal(n)] = true
	}
	return names
}()

// isSentTable tells the tables in which deliveries are kept with all that was sent and answered, which are no claims.
func isSentTable(have columnSet) bool {
	return have.has("delivery_url", "request_headers", "response_status", "response_code", "response_body", "request_body", "hook", "args")
}

func readClaim(v []value, in reader) (r reading) {
	c := &claimColumns
	status := c.pick(v, claimStatus)
	o := profile.Observation{
		Event:        profile.EventClaimed,
		OperationKey: c.pick(v, claimKey).String(),
		DeliveryID:   c.pick(v, claimDelivery).String(),
		EventID:      c.pick(v, claimEvent).String(),
		DownstreamID: c.pick(v, claimResult).String(),
		RowID:        c.pick(v, claimRow).String(),
		RowStatus:    status.String(),
	}
	if o.OperationKey == "" && o.DeliveryID == "" && o.EventID == "" {
		return reading{
			reason: "the row names neither an operation key nor an event",
			hint:   "say which column holds the key, for example --column operation_key=NAME",
		}
	}
	resourceOf{c.pick(v, claimResource), c.pick(v, claimType)}.set(&o)
	began, ended := c.pick(v, claimBegan), c.pick(v, claimEnded)
	end := endOf(status.text)
	if status.text == nil && began.text != nil && strings.HasPrefix(normal(ended.name), "processedat") {
		end = profile.EventDone // the table says so by the column's name
	}
	if began.text == nil && end == "" {
		began = ended // of processed_events, with one time only: the row is written when the event is taken
	}
	if o.RowStatus == "" {
		o.RowStatus = statusOf(end)
	}
	in.stamp(&o, began, &r)
	r.record = o
	if end != "" {
		second := o
		second.Event, second.Time, second.Precision = end, 0, 0
		in.stamp(&second, ended, &r)
		r.second = &second
	}
	return r
}

// statusOf is the state of a row that tells none in words: that of a row which is there, or whose time says that it was processed.
func statusOf(end profile.Event) string {
	if end == profile.EventDone {
		return "processed"
	}
	return "claimed"
}

// endOf says how an operation ended whose row has this state, or "" if it has not, or if nobody knows the word.
func endOf(status []byte) profile.Event {
	switch normal(string(status)) {
	case "succeeded", "success", "successful", "done", "complete", "completed", "finished", "processed", "handled", "ok", "fulfilled", "delivered", "shipped":
		return profile.EventDone
	case "failed", "failure", "error", "errored", "dead", "deadletter", "deadlettered", "terminalfailed", "retryablefailed", "permanentlyfailed", "exhausted", "aborted":
		return profile.EventFailed
	}
	return ""
}
