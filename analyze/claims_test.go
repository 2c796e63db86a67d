package analyze

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

const shipment = "shipment:create:14:full"

// row writes a row of the receiver's claim table as an import reads it: the claim, and its end where the state is one.
func (h *handmade) row(k, state string, began, ended time.Duration, set ...func(*profile.Observation)) {
	fields := append([]func(*profile.Observation){key(k), func(o *profile.Observation) {
		o.RowStatus, o.RowID, o.Precision = state, "row of "+k, time.Second
	}}, set...)
	h.add("db/claims.csv", profile.EventClaimed, began, fields...)
	switch state {
	case "succeeded":
		h.add("db/claims.csv", profile.EventDone, ended, fields...)
	case "failed":
		h.add("db/claims.csv", profile.EventFailed, ended, fields...)
	}
}

// asked writes what the receiver logs of a request for the shipment of order 14, beside its answer.
func (h *handmade) asked(id string, at time.Duration, answer int, steps ...profile.Event) {
	of := all(order("14"), key(shipment), webhook("3", "delivery-id-of-"+id), request("request-"+id), body("one state"))
	h.add("receiver/receiver.log", profile.EventReceived, at, of)
	for i, e := range steps {
		h.add("receiver/receiver.log", e, at+time.Duration(i+1)*time.Millisecond, of)
	}
	h.add("receiver/receiver.log", profile.EventResponded, at+10*time.Millisecond, of, code(answer))
}

// TestClaimTableContains: two deliveries of one state, no worker's log and none of the downstream system. The table alone says what
// became of the request that made its row.
func TestClaimTableContains(t *testing.T) {
	const first, second = 8 * time.Hour, 8*time.Hour + time.Minute
	passed := []profile.Event{profile.EventClaimed, profile.EventEnqueued}
	left := []profile.Event{profile.EventDuplicate}
	succeeded := func(h *handmade) { h.row(shipment, "succeeded", first, first+3*time.Second, made("SHIP-1")) }
	tests := []struct {
		name   string
		first  []profile.Event
		second []profile.Event
		answer int // to the second
		rows   func(*handmade)
		want   Outcome
	}{
		{"the row is the first's, the second was left", passed, left, 200, succeeded, Contained},
		{"the first has no line of its own", nil, left, 200, succeeded, Contained},
		{"the second was refused with 409", passed, nil, 409, succeeded, Contained},
		{"the second was told that it is known", passed, nil, 208, succeeded, Contained},
		{"the row has no external ID", passed, left, 200, func(h *handmade) { h.row(shipment, "succeeded", first, first+3*time.Second) }, Contained},
		{"the row names the first's delivery", passed, left, 200, func(h *handmade) {
			h.row(shipment, "succeeded", first, first+3*time.Second, made("SHIP-1"), func(o *profile.Observation) { o.DeliveryID = "delivery-id-of-1" })
		}, Contained},
		{"a table of deliveries", passed, left, 200, func(h *handmade) {
			h.row("", "processed", first, 0, func(o *profile.Observation) { o.DeliveryID = "delivery-id-of-1" })
			h.add("db/claims.csv", profile.EventDone, first+3*time.Second, func(o *profile.Observation) {
				o.DeliveryID, o.RowStatus, o.RowID = "delivery-id-of-1", "processed", "row of "
			})
		}, Contained},
		{"both passed: the row may have been written over", passed, passed, 202, succeeded, Unknown},
		{"the second has no line and was answered as the first", passed, nil, 202, succeeded, Unknown},
		{"the second came when the row was done, and left it as it was", passed, nil, 202, func(h *handmade) {
			succeeded(h)
			h.row("shipment:create:15:full", "processing", second+time.Minute, 0)
		}, Contained},
		{"the same, but its row was written later", passed, nil, 202, func(h *handmade) {
			h.row(shipment, "succeeded", first, second+time.Second, made("SHIP-1"))
			h.row("shipment:create:15:full", "processing", second+time.Minute, 0)
		}, Unknown},
		{"the same, but it claimed as well", passed, passed, 202, func(h *handmade) {
			succeeded(h)
			h.row("shipment:create:15:full", "processing", second+time.Minute, 0)
		}, Unknown},
		{"no table", passed, left, 200, func(*handmade) {}, Unknown},
		{"no row for it", passed, left, 200, func(h *handmade) {
			h.row("shipment:create:13:full", "succeeded", first-time.Hour, first)
			h.row("shipment:create:15:full", "succeeded", first+time.Hour, first+2*time.Hour)
		}, Unknown},
		{"the row is processing", passed, left, 200, func(h *handmade) { h.row(shipment, "processing", first, 0) }, Unknown},
		{"the row is older than the first", passed, left, 200, func(h *handmade) { h.row(shipment, "succeeded", first-time.Hour, first+3*time.Second, made("SHIP-1")) }, Unknown},
		{"the key is not unique", passed, left, 200, func(h *handmade) {
			succeeded(h)
			h.row(shipment, "succeeded", first, first+3*time.Second, func(o *profile.Observation) { o.RowID = "another" })
		}, Unknown},
		{"two rows without an ID", passed, left, 200, func(h *handmade) {
			for range 2 {
				h.row(shipment, "succeeded", first, first+3*time.Second, func(o *profile.Observation) { o.RowID = "" })
			}
		}, Unknown},
		{"the same row in two exports", passed, left, 200, func(h *handmade) {
			succeeded(h)
			h.add("db/claims-2.csv", profile.EventClaimed, first, key(shipment), func(o *profile.Observation) {
				o.RowStatus, o.RowID, o.Precision = "processing", "row of "+shipment, time.Second
			})
		}, Contained},
		{"another row in another export", passed, left, 200, func(h *handmade) {
			succeeded(h)
			h.add("db/claims-2.csv", profile.EventClaimed, first, key(shipment), func(o *profile.Observation) {
				o.RowStatus, o.RowID, o.Precision = "processing", "another", time.Second
			})
		}, Unknown},
		{"the row is of another delivery", passed, left, 200, func(h *handmade) {
			h.row(shipment, "succeeded", first, first+3*time.Second, func(o *profile.Observation) { o.DeliveryID = "delivery-id-of-9" })
		}, Unknown},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := &handmade{}
			h.asked("1", first, 202, tt.first...)
			h.asked("2", second, tt.answer, tt.second...)
			tt.rows(h)
			d := h.diagnose()
			i := slices.IndexFunc(d.Duplicates, func(x Duplicate) bool { return x.Class == Replay })
			if i < 0 {
				t.Fatalf("no replay among %+v", d.Duplicates)
			}
			x := d.Duplicates[i]
			if x.Outcome != tt.want {
				t.Errorf("outcome %s, want %s", x.Outcome, tt.want)
			}
			cited := slices.ContainsFunc(x.Evidence, func(e Evidence) bool { return e.Source == "db/claims.csv" })
			if tt.want == Contained && tt.name != "a table of deliveries" && !cited {
				t.Error("the row is not in the evidence")
			}
		})
	}
}

// TestTwoRequestsOneRow: within one second either may have made the row, so neither is settled by it.
func TestTwoRequestsOneRow(t *testing.T) {
	h := &handmade{}
	h.asked("1", 8*time.Hour, 202)
	h.asked("2", 8*time.Hour+50*time.Millisecond, 202)
	h.row(shipment, "succeeded", 8*time.Hour, 8*time.Hour+3*time.Second, made("SHIP-1"))
	for _, x := range h.diagnose().Duplicates {
		if x.Class == Replay && x.Outcome != Unknown {
			t.Errorf("outcome %s, want unknown: both may have passed", x.Outcome)
		}
	}
}

// TestClaimTableStates: the state of an operation that only the table tells of, and whether a finding follows from it.
func TestClaimTableStates(t *testing.T) {
	const at = 8 * time.Hour
	none := func(*handmade) {}
	worker := func(until time.Duration) func(*handmade) { // does another operation at its beginning and its end
		return func(h *handmade) {
			for i, from := range []time.Duration{at - time.Minute, until} {
				of := all(key("shipment:create:9:full"), jobID("9"), func(o *profile.Observation) { o.Worker, o.Attempt = "w", i+1 })
				h.add("receiver/worker.log", profile.EventStarted, from, of)
				h.add("receiver/worker.log", profile.EventCalled, from, of)
				h.add("receiver/worker.log", profile.EventResult, from+time.Second, of, code(201), made("SHIP-9"))
			}
		}
	}
	queued := func(h *handmade) { // the receiver logs what it queues
		h.add("receiver/receiver.log", profile.EventEnqueued, at-2*time.Minute, key("shipment:create:9:full"), request("request-9"), jobID("9"))
	}
	downstream := func(h *handmade) {
		for _, from := range []time.Duration{at - time.Hour, at + time.Hour} {
			h.add("receiver/fulfilment.log", profile.EventEffect, from, key("shipment:create:8:full"), made("SHIP-8"))
		}
	}
	tests := []struct {
		name     string
		state    string // of the row
		second   bool   // a later request was left as a repeat
		queued   bool   // the first's job
		more     []func(*handmade)
		want     string // state of the operation
		findings []string
		lost     bool
	}{
		{name: "succeeded", state: "succeeded", second: true, want: "succeeded"},
		{name: "processing, and nothing else", state: "processing", want: "processing"},
		{name: "processing, and later requests were left", state: "processing", second: true, want: "processing"},
		{name: "failed", state: "failed", want: "retryable_failed"},
		{name: "dead", state: "dead", want: "terminal_failed"},
		{name: "failed, and later requests were left", state: "failed", second: true, want: "retryable_failed", findings: []string{"claim_without_effect"}},
		{
			name: "the same, and the downstream system's log has nothing", state: "failed", second: true, more: []func(*handmade){downstream},
			want: "retryable_failed", findings: []string{"claim_without_effect", "suppressed_update"}, lost: true,
		},
		{
			name: "processing, and the worker never had it", state: "processing", more: []func(*handmade){worker(at + time.Hour), queued},
			want: "processing", findings: []string{"abandoned_claim"},
		},
		{
			name: "processing, the worker never had it, and later requests were left", state: "processing", second: true,
			more: []func(*handmade){worker(at + time.Hour), queued}, want: "processing", findings: []string{"claim_without_effect", "suppressed_update"}, lost: true,
		},
		{name: "processing, and its job is queued", state: "processing", queued: true, more: []func(*handmade){worker(at + time.Hour), queued}, want: "processing"},
		{name: "processing, and the worker's log ends soon", state: "processing", more: []func(*handmade){worker(at + time.Minute), queued}, want: "processing"},
		{name: "processing, and what is queued is not logged", state: "processing", more: []func(*handmade){worker(at + time.Hour)}, want: "processing"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := &handmade{}
			first := []profile.Event{profile.EventClaimed}
			if tt.queued {
				first = append(first, profile.EventEnqueued)
			}
			h.asked("1", at, 202, first...)
			if tt.second {
				h.asked("2", at+30*time.Minute, 200, profile.EventDuplicate)
			}
			h.row(shipment, tt.state, at, at+time.Minute)
			for _, more := range append(tt.more, none) {
				more(h)
			}
			d := h.diagnose()
			o := operationNamed(t, d, shipment)
			if o.State != tt.want || o.Accepted != "yes" {
				t.Errorf("state %s, accepted %s, want %s and yes", o.State, o.Accepted, tt.want)
			}
			var got []string
			for _, f := range d.Findings {
				if f.OperationKey == shipment {
					got = append(got, f.Kind)
				}
			}
			slices.Sort(got)
			if !slices.Equal(got, tt.findings) {
				t.Errorf("findings %v, want %v", got, tt.findings)
			}
			if lost := slices.ContainsFunc(d.Duplicates, func(x Duplicate) bool { return x.Outcome == Lost }); lost != tt.lost {
				t.Errorf("lost: %v, want %v", lost, tt.lost)
			}
		})
	}
}

// TestOperationsOfTables lists what nothing but a table tells of.
func TestOperationsOfTables(t *testing.T) {
	h := &handmade{}
	h.row("shipment:create:20:full", "succeeded", time.Hour, time.Hour, made("SHIP-20"), order("20"))
	h.row("shipment:create:21:full", "processing", 2*time.Hour, 0)
	h.add("db/events.csv", profile.EventClaimed, time.Hour, func(o *profile.Observation) { o.EventID, o.RowStatus = "evt_1RabcDEF", "claimed" })
	h.add("db/events.csv", profile.EventClaimed, time.Hour, func(o *profile.Observation) { o.DeliveryID, o.RowStatus = "delivery-id-of-7", "claimed" })
	d := h.diagnose()
	want := []Operation{
		{Key: "delivery-id-of-7", KeyOrigin: "derived", State: "processing", Succeeded: "unknown"},
		{Key: "evt_1RabcDEF", KeyOrigin: "derived", State: "processing", Succeeded: "unknown"},
		{Key: "shipment:create:20:full", KeyOrigin: "logged", State: "succeeded", Succeeded: "yes", DownstreamIDs: []string{"SHIP-20"}},
		{Key: "shipment:create:21:full", KeyOrigin: "logged", State: "processing", Succeeded: "unknown"},
	}
	if len(d.Operations) != len(want) {
		t.Errorf("%d operations, want %d", len(d.Operations), len(want))
	}
	for _, w := range want {
		o := operationNamed(t, d, w.Key)
		if o.KeyOrigin != w.KeyOrigin || o.State != w.State || o.Succeeded != w.Succeeded || o.Accepted != "unknown" || !slices.Equal(o.DownstreamIDs, w.DownstreamIDs) {
			t.Errorf("%+v, want %+v", o, w)
		}
	}
}

// TestAcknowledgedAndInNoRow: three requests for three orders were answered with success; the table has rows for the others.
func TestAcknowledgedAndInNoRow(t *testing.T) {
	ask := func(h *handmade, log, k, id string, at time.Duration, answer int, steps ...profile.Event) {
		of := all(key(k), webhook("3", "delivery-id-of-"+id), request("request-"+id), body(id))
		h.add(log, profile.EventReceived, at, of)
		for _, e := range steps {
			h.add(log, e, at, of)
		}
		h.add(log, profile.EventResponded, at+10*time.Millisecond, of, code(answer))
	}
	const log = "receiver/receiver.log"
	usual := func(h *handmade) {
		for i, k := range []string{"shipment:create:13:full", "shipment:create:15:full"} {
			at := time.Duration(7+2*i) * time.Hour
			ask(h, log, k, k, at, 202)
			h.row(k, "succeeded", at, at+time.Second)
		}
	}
	tests := []struct {
		name string
		make func(*handmade)
		want bool
	}{
		{"no row", func(h *handmade) { usual(h); ask(h, log, shipment, "14", 8*time.Hour, 202) }, true},
		{"claimed by the log, and rolled back", func(h *handmade) { usual(h); ask(h, log, shipment, "14", 8*time.Hour, 202, profile.EventClaimed) }, true},
		{"it has a row", func(h *handmade) {
			usual(h)
			ask(h, log, shipment, "14", 8*time.Hour, 202)
			h.row(shipment, "processing", 8*time.Hour, 0)
		}, false},
		{"queued: that is written down elsewhere", func(h *handmade) { usual(h); ask(h, log, shipment, "14", 8*time.Hour, 202, profile.EventEnqueued) }, false},
		{"left as a repeat", func(h *handmade) { usual(h); ask(h, log, shipment, "14", 8*time.Hour, 200, profile.EventDuplicate) }, false},
		{"not acknowledged", func(h *handmade) { usual(h); ask(h, log, shipment, "14", 8*time.Hour, 500) }, false},
		{"after the last row: the table may be older", func(h *handmade) { usual(h); ask(h, log, shipment, "14", 10*time.Hour, 202) }, false},
		{"before the first row: older ones may be gone", func(h *handmade) { usual(h); ask(h, log, shipment, "14", 6*time.Hour, 202) }, false},
		{"an operation of a kind that the table does not keep", func(h *handmade) { usual(h); ask(h, log, "order:sync:14", "14", 8*time.Hour, 202) }, false},
		{"another receiver", func(h *handmade) { usual(h); ask(h, "receiver/crm.log", shipment, "14", 8*time.Hour, 202) }, false},
		{"a later export has it", func(h *handmade) {
			usual(h)
			ask(h, log, shipment, "14", 8*time.Hour, 202)
			h.add("db/claims-2.csv", profile.EventClaimed, 8*time.Hour, key(shipment), func(o *profile.Observation) { o.RowStatus = "processing" })
		}, false},
		{"the sender's log alone, and a table of deliveries", func(h *handmade) {
			for i, id := range []string{"13", "14", "15"} {
				at := time.Duration(i) * time.Hour
				h.add("wc-logs/deliveries.log", profile.EventDelivery, at, webhook("3", "delivery-id-of-"+id), order(id), code(202))
				if id != "14" { // the table's clock is far off
					h.add("db/claims.csv", profile.EventClaimed, at+5*time.Hour, func(o *profile.Observation) { o.DeliveryID, o.RowStatus = "delivery-id-of-"+id, "claimed" })
				}
			}
		}, true},
		{"the same, after the last request with a row, though not by the table's clock", func(h *handmade) {
			for i, id := range []string{"13", "15", "14"} {
				at := time.Duration(i) * 3 * time.Hour
				h.add("wc-logs/deliveries.log", profile.EventDelivery, at, webhook("3", "delivery-id-of-"+id), order(id), code(202))
				if id != "14" {
					h.add("db/claims.csv", profile.EventClaimed, at+5*time.Hour, func(o *profile.Observation) { o.DeliveryID, o.RowStatus = "delivery-id-of-"+id, "claimed" })
				}
			}
		}, false},
		{"the same, of another topic", func(h *handmade) {
			for i, id := range []string{"13", "14", "15"} {
				at := time.Duration(i) * time.Hour
				h.add("wc-logs/deliveries.log", profile.EventDelivery, at, webhook("3", "delivery-id-of-"+id), order(id), code(202), func(o *profile.Observation) {
					if id == "14" {
						o.Topic = "product.updated"
					}
				})
				if id != "14" {
					h.add("db/claims.csv", profile.EventClaimed, at, func(o *profile.Observation) { o.DeliveryID, o.RowStatus = "delivery-id-of-"+id, "claimed" })
				}
			}
		}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := &handmade{}
			tt.make(h)
			found := findingsOf(h.diagnose(), "acknowledged_unrecorded")
			if len(found) > 1 || len(found) == 1 != tt.want {
				t.Fatalf("%d findings: %+v", len(found), found)
			}
			if tt.want && (!slices.Contains(found[0].DeliveryIDs, "delivery-id-of-14") || !strings.Contains(found[0].Says, "table") || len(found[0].Evidence) < 3) {
				t.Errorf("%+v", found[0])
			}
		})
	}
}

// TestClaimByNumber: nothing but the proxy's log has the two requests, of registrations 3 and 5, and no line names an operation. One claim
// has the order's number.
func TestClaimByNumber(t *testing.T) {
	const first, second = 8 * time.Hour, 8*time.Hour + 100*time.Millisecond
	proxied := func(h *handmade, hook string, at time.Duration, took time.Duration) {
		h.add("nginx/access.json.log", profile.EventProxied, at+took, all(order("14"), webhook(hook, "delivery-id-of-"+hook), request("request-"+hook), body("one state"), code(200),
			shop("http://shop.example.test/")), func(o *profile.Observation) { o.Took, o.Ends, o.URL = took, true, "/hooks" })
	}
	row := func(h *handmade, k string, began, ended time.Duration) {
		for i, e := range []profile.Event{profile.EventClaimed, profile.EventDone} {
			h.add("db/claims.csv", e, []time.Duration{began, ended}[i], key(k), made("SHIP of "+k), func(o *profile.Observation) { o.RowStatus = "succeeded" })
		}
	}
	tests := []struct {
		name string
		rows func(*handmade)
		want Outcome
	}{
		{"made by the first, done before the second", func(h *handmade) { row(h, shipment, first+10*time.Millisecond, first+60*time.Millisecond) }, Contained},
		{"of another number", func(h *handmade) {
			row(h, "shipment:create:140:full", first+10*time.Millisecond, first+60*time.Millisecond)
		}, Unknown},
		{"the number is a part of a word", func(h *handmade) {
			row(h, "shipment:create:14a:full", first+10*time.Millisecond, first+60*time.Millisecond)
		}, Unknown},
		{"done after the second came", func(h *handmade) { row(h, shipment, first+10*time.Millisecond, second+5*time.Millisecond) }, Unknown},
		{"made before either came", func(h *handmade) { row(h, shipment, first-time.Second, first+60*time.Millisecond) }, Unknown},
		{"two operations of the order", func(h *handmade) {
			row(h, shipment, first+10*time.Millisecond, first+60*time.Millisecond)
			row(h, "invoice:create:14", first+20*time.Millisecond, first+60*time.Millisecond)
		}, Unknown},
		{"another operation of the order, of another time", func(h *handmade) {
			row(h, shipment, first+10*time.Millisecond, first+60*time.Millisecond)
			row(h, "invoice:create:14", first+time.Hour, first+time.Hour)
		}, Contained},
		{"some log names the operation, of which nothing is known", func(h *handmade) {
			row(h, shipment, first+10*time.Millisecond, first+60*time.Millisecond)
			h.add("worker/worker.log", profile.EventStarted, first+time.Minute, key(shipment), jobID("7"))
		}, Unknown},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := &handmade{}
			proxied(h, "3", first, 70*time.Millisecond)
			proxied(h, "5", second, 10*time.Millisecond)
			tt.rows(h)
			d := h.diagnose()
			i := slices.IndexFunc(d.Duplicates, func(x Duplicate) bool { return x.Class == ConfigDuplication })
			if i < 0 {
				t.Fatalf("no config_duplication among %+v", d.Duplicates)
			}
			x := d.Duplicates[i]
			if x.Outcome != tt.want {
				t.Errorf("outcome %s, want %s", x.Outcome, tt.want)
			}
			if tt.want == Contained && (!slices.Equal(x.DownstreamIDs, []string{"SHIP of " + shipment}) || !slices.Contains(x.Missing, words{}.lack(missingReceiverLog)) || x.OperationKeyOrigin == "logged") {
				t.Errorf("downstream %v, missing %v, key origin %s", x.DownstreamIDs, x.Missing, x.OperationKeyOrigin)
			}
		})
	}
}

// TestCutOff: a receiver that does the work in the request was killed after its claim and before any call.
func TestCutOff(t *testing.T) {
	const at = 8 * time.Hour
	tests := []struct {
		name       string
		answer     int  // of the proxy; 0: it has no log
		calls      bool // the receiver's log shows those of others
		downstream bool // the downstream system's log covers the time
		again      bool // a second request was left as a repeat
		found      []string
	}{
		{name: "killed", answer: 502, calls: true, downstream: true, found: []string{"abandoned_claim"}},
		{name: "killed, and the second was left", answer: 502, calls: true, downstream: true, again: true, found: []string{"claim_without_effect", "suppressed_update"}},
		{name: "the proxy only gave up waiting", answer: 504, calls: true, downstream: true},
		{name: "no proxy's log", calls: true, downstream: true},
		{name: "what was made is not in the evidence", answer: 502, calls: true},
		{name: "the log shows no calls", answer: 502, downstream: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := &handmade{}
			of := all(order("14"), key(shipment), webhook("3", "delivery-id-of-14"), request("request-14"), body("one state"))
			h.add("receiver/receiver.log", profile.EventReceived, at, of)
			h.add("receiver/receiver.log", profile.EventClaimed, at+time.Millisecond, of)
			h.row(shipment, "processing", at, 0)
			if tt.answer != 0 {
				h.add("nginx/access.json.log", profile.EventProxied, at+50*time.Millisecond, of, code(tt.answer), func(o *profile.Observation) { o.OperationKey = "" })
			}
			for i, id := range []string{"13", "15"} {
				other := all(order(id), key("shipment:create:"+id+":full"), webhook("3", "delivery-id-of-"+id), request("request-"+id), body(id))
				began := at + time.Duration(2*i-1)*time.Minute
				for k, e := range []profile.Event{profile.EventReceived, profile.EventClaimed, profile.EventCalled, profile.EventResult, profile.EventResponded} {
					if tt.calls || e != profile.EventCalled && e != profile.EventResult {
						h.add("receiver/receiver.log", e, began+time.Duration(k)*time.Millisecond, other, code(200))
					}
				}
				if tt.downstream {
					h.add("carrier/shipments.csv", profile.EventEffect, began, other, made("SHIP-"+id))
				}
			}
			if tt.again {
				h.add("receiver/receiver.log", profile.EventReceived, at+2*time.Second, of, request("request-14-again"))
				h.add("receiver/receiver.log", profile.EventDuplicate, at+2*time.Second, of, request("request-14-again"))
			}
			d := h.diagnose()
			var got []string
			for _, f := range d.Findings {
				if f.OperationKey == shipment {
					got = append(got, f.Kind)
				}
			}
			slices.Sort(got)
			if !slices.Equal(got, tt.found) {
				t.Errorf("findings %v, want %v", got, tt.found)
			}
			for _, x := range d.Duplicates {
				if x.Class != Replay {
					continue
				}
				reached := x.Questions[slices.IndexFunc(x.Questions, func(q Question) bool { return q.ID == "both_reached_downstream" })]
				if x.Outcome != Lost || reached.Answer != "no" {
					t.Errorf("outcome %s, both reached: %s, want lost and no", x.Outcome, reached.Answer)
				}
			}
		})
	}
}
