package analyze

import (
	"encoding/hex"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// guardLog is the log of a receiver that does the work in the request itself, and says neither by what it recognises repeats nor anything
// of that sort unless a test does.
type guardLog struct {
	handmade
	n int
}

// knock is one request.
type knock struct {
	order, key, delivery, body string
	set                        func(*profile.Observation) // on every line
}

func (h *guardLog) lines(at time.Duration, k knock, steps ...profile.Event) {
	h.n++
	of := all(order(k.order), key(k.key), webhook("3", k.delivery), body(k.body), request("request-"+string(rune('0'+h.n))))
	if k.set != nil {
		of = all(of, k.set)
	}
	for i, e := range steps {
		fields := []func(*profile.Observation){of}
		if e == profile.EventResult {
			fields = append(fields, code(201), made("SHIP-"+k.order+"-"+string(rune('0'+h.n))))
		}
		h.add("receiver/receiver.log", e, at+time.Duration(i)*10*time.Millisecond, fields...)
	}
}

// pass is a request that is let through and done 30 ms later; fail one that is let through and refused downstream; leave one that is
// left as a repeat.
func (h *guardLog) pass(at time.Duration, k knock) {
	h.lines(at, k, profile.EventReceived, profile.EventClaimed, profile.EventCalled, profile.EventResult)
}

func (h *guardLog) leave(at time.Duration, k knock) {
	h.lines(at, k, profile.EventReceived, profile.EventDuplicate)
}

func (h *guardLog) fail(at time.Duration, k knock) {
	h.lines(at, k, profile.EventReceived, profile.EventClaimed, profile.EventFailed)
}

// digits are those with which a key may name a payload.
func digits(text string) string {
	h := hashOf(text)
	return hex.EncodeToString(h[:6])
}

func TestWeakKeyFromBehaviour(t *testing.T) {
	const m = time.Minute
	ship := func(delivery, body string) knock { return knock{"14", "shipment:create:14:full", delivery, body, nil} }
	with := func(k knock, f func(*profile.Observation)) knock { k.set = f; return k }
	created := func(k knock) knock {
		return with(k, func(o *profile.Observation) { o.Topic = "order.created" })
	}
	sync := knock{"14", "order:sync:14:pending", "d-0000001", "pending", nil}
	tests := []struct {
		name string
		log  func(*guardLog)
		want []string // what the finding says; nil: there is none
		not  []string // what it does not say
	}{
		{name: "by resource: a later operation of an order that was made in the log", log: func(h *guardLog) {
			h.pass(0, created(sync))
			h.leave(m, ship("d-0000002", "processing"))
			h.pass(2*m, knock{"15", "shipment:create:15:full", "d-0000003", "15", nil})
		}, want: []string{"by resource ID, and not", "request-2 was left after request request-1", "nothing had carried out shipment:create:14:full"}, not: []string{"delivery ID", "window"}},
		{name: "the order may be older than the log, and its shipment too", log: func(h *guardLog) {
			h.pass(0, sync)
			h.leave(m, ship("d-0000002", "processing"))
			h.pass(2*m, knock{"15", "shipment:create:15:full", "d-0000003", "15", nil})
		}},
		{name: "another operation of the order was let through as well", log: func(h *guardLog) {
			h.pass(0, created(sync))
			h.pass(m/2, knock{"14", "order:sync:14:completed", "d-0000003", "completed", nil})
			h.leave(m, ship("d-0000002", "processing"))
		}},
		{name: "the same, after longer: by resource, for a while", log: func(h *guardLog) {
			h.pass(0, created(sync))
			h.leave(m, ship("d-0000002", "processing"))
			h.pass(2*m, knock{"14", "order:sync:14:completed", "d-0000003", "completed", nil})
		}, want: []string{"by resource ID within a time window of between 1m0s and 2m0s, and not"}, not: []string{"came"}},
		{name: "the work may be in a log that is not here", log: func(h *guardLog) {
			for _, k := range []knock{created(sync), {"15", "shipment:create:15:full", "d-0000003", "15", nil}} {
				h.lines(0, k, profile.EventReceived, profile.EventClaimed, profile.EventEnqueued)
			}
			h.leave(m, ship("d-0000002", "processing"))
		}},
		{name: "the key names the new state", log: func(h *guardLog) {
			h.pass(0, knock{"14", "order:sync:14:" + digits("old"), "d-0000001", "old", nil})
			h.leave(m, knock{"14", "order:sync:14:" + digits("new"), "d-0000002", "new", nil})
			h.pass(2*m, knock{"15", "shipment:create:15:full", "d-0000003", "15", nil})
		}, want: []string{"by resource ID, and not", "nothing had carried out order:sync:14:" + digits("new")}},
		{name: "the key names the state, of which none came before", log: func(h *guardLog) {
			h.pass(0, knock{"14", "order:note:14", "d-0000001", "new", nil})
			h.leave(m, knock{"14", "order:sync:14:" + digits("new"), "d-0000002", "new", nil})
			h.pass(2*m, knock{"15", "shipment:create:15:full", "d-0000003", "15", nil})
			h.leave(3*m, ship("d-0000004", "newer"))
		}},
		{name: "the order was made in the log of another receiver", log: func(h *guardLog) {
			h.add("receiver/crm.log", profile.EventReceived, 0, order("14"), webhook("3", "d-0000009"), request("request-9"), func(o *profile.Observation) { o.Topic = "order.created" })
			h.pass(5*m, sync)
			h.leave(6*m, ship("d-0000002", "processing"))
			h.pass(7*m, knock{"15", "shipment:create:15:full", "d-0000003", "15", nil})
		}},
		{name: "another receiver has claimed it", log: func(h *guardLog) {
			h.pass(0, created(sync))
			h.add("receiver/crm.log", profile.EventReceived, 0, order("99"), webhook("4", "d-0000099"), request("request-99"))
			for i, e := range []profile.Event{profile.EventReceived, profile.EventClaimed} {
				h.add("receiver/crm.log", e, m/2+time.Duration(i)*time.Millisecond, order("14"), key(shipment), webhook("4", "d-0000009"), request("request-9"))
			}
			h.leave(m, ship("d-0000002", "processing"))
			h.pass(2*m, knock{"15", "shipment:create:15:full", "d-0000003", "15", nil})
		}},
		{name: "by delivery: one that is sent anew is done again", log: func(h *guardLog) {
			h.pass(0, ship("d-0000001", "one"))
			h.leave(m, ship("d-0000001", "one"))
			h.pass(5*m, ship("d-0000002", "one"))
		}, want: []string{"by delivery ID, or by operation key, resource ID or payload hash within a time window of between 1m0s and 5m0s, and not", "request-3 was let through 5m0s after request request-1, though shipment:create:14:full was done"}},
		{name: "by delivery: no window, since one was left after longer", log: func(h *guardLog) {
			h.pass(0, ship("d-0000001", "one"))
			h.pass(m, ship("d-0000002", "one"))
			h.leave(5*m, ship("d-0000001", "one"))
		}, want: []string{"by delivery ID, and not"}, not: []string{"payload", "resource", "window"}},
		{name: "by delivery or by payload: nothing tells which", log: func(h *guardLog) {
			h.pass(0, ship("d-0000001", "one"))
			h.leave(m, ship("d-0000001", "one"))
			h.pass(5*m, ship("d-0000002", "two"))
			h.leave(20*m, ship("d-0000001", "one"))
		}, want: []string{"by delivery ID or payload hash, and not"}, not: []string{"resource", "window"}},
		{name: "by payload", log: func(h *guardLog) {
			h.pass(0, ship("d-0000001", "one"))
			h.leave(m, ship("d-0000002", "one"))
			h.pass(5*m, ship("d-0000003", "two"))
		}, want: []string{"by payload hash, or by operation key or resource ID within a time window of between 1m0s and 5m0s"}, not: []string{"delivery ID"}},
		{name: "a window", log: func(h *guardLog) {
			h.pass(0, ship("d-0000001", "one"))
			h.leave(40*time.Second, ship("d-0000002", "one"))
			h.pass(11*m, ship("d-0000003", "one"))
		}, want: []string{
			"by operation key, resource ID or payload hash within a time window of between 40s and 11m0s",
			"request-2 was left 40s after request request-1", "request-3 let through again 11m0s after", "came 40s to 10m20s apart",
		}, not: []string{"delivery ID"}},
		{name: "a window, and the log says by what", log: func(h *guardLog) {
			h.pass(0, ship("d-0000001", "one"))
			h.leave(40*time.Second, with(ship("d-0000002", "one"), func(o *profile.Observation) { o.DedupBy = "operation_key" }))
			h.pass(11*m, ship("d-0000003", "one"))
		}, want: []string{"by operation key within a time window of between 40s and 11m0s"}, not: []string{"resource", "payload"}},
		{name: "no window: one was left after longer", log: func(h *guardLog) {
			h.pass(0, ship("d-0000001", "one"))
			h.leave(40*time.Second, ship("d-0000002", "one"))
			h.pass(11*m, ship("d-0000003", "one"))
			h.pass(12*m, knock{"15", "shipment:create:15:full", "d-0000004", "15", nil})
			h.leave(40*m, knock{"15", "shipment:create:15:full", "d-0000005", "15", nil})
		}},
		{name: "the operation itself: nothing is weak", log: func(h *guardLog) {
			h.pass(0, ship("d-0000001", "one"))
			h.leave(m, ship("d-0000001", "one"))
			h.leave(5*m, ship("d-0000002", "two"))
			h.pass(6*m, sync)
		}},
		{name: "it failed, so it was let through again", log: func(h *guardLog) {
			h.fail(0, ship("d-0000001", "one"))
			h.leave(10*time.Millisecond, ship("d-0000001", "one"))
			h.pass(5*m, ship("d-0000002", "two"))
		}},
		{name: "at once: a race, no key", log: func(h *guardLog) {
			h.pass(0, ship("d-0000001", "one"))
			h.pass(5*time.Millisecond, ship("d-0000002", "two"))
			h.leave(m, ship("d-0000001", "one"))
		}},
		{name: "nothing is ever stopped: there is no guard", log: func(h *guardLog) {
			h.pass(0, ship("d-0000001", "one"))
			h.pass(5*m, ship("d-0000002", "two"))
		}},
		{name: "another process, which may have forgotten", log: func(h *guardLog) {
			pid := func(id string) func(*profile.Observation) {
				return func(o *profile.Observation) { o.Process = id }
			}
			h.pass(0, with(ship("d-0000001", "one"), pid("100")))
			h.leave(m, with(ship("d-0000001", "one"), pid("100")))
			h.pass(5*m, with(ship("d-0000002", "one"), pid("200")))
		}},
		{name: "an ID that another process lets through again fits nothing", log: func(h *guardLog) {
			pid := func(id string) func(*profile.Observation) {
				return func(o *profile.Observation) { o.Process = id }
			}
			h.pass(0, with(ship("d-0000001", "one"), pid("100")))
			h.pass(m, with(ship("d-0000002", "two"), pid("100")))
			h.leave(5*m, with(ship("d-0000001", "one"), pid("100")))
			for i, p := range []string{"100", "200"} {
				h.pass(time.Duration(6+10*i)*m, with(knock{"15", "shipment:create:15:full", "d-0000003", "15", nil}, pid(p)))
			}
		}},
		{name: "two of one delivery at once: neither could see the other", log: func(h *guardLog) {
			h.pass(0, ship("d-0000001", "one"))
			h.pass(m, ship("d-0000002", "one"))
			h.leave(5*m, ship("d-0000001", "one"))
			h.pass(6*m, knock{"15", "shipment:create:15:full", "d-0000003", "15", nil})
			h.pass(6*m+5*time.Millisecond, knock{"15", "shipment:create:15:full", "d-0000003", "15", nil})
		}, want: []string{"by delivery ID, and not"}},
		{name: "queued, and perhaps stopped by a guard behind the queue", log: func(h *guardLog) {
			h.pass(0, ship("d-0000001", "one"))
			h.leave(m, ship("d-0000001", "one"))
			h.lines(5*m, ship("d-0000002", "one"), profile.EventReceived, profile.EventEnqueued)
		}},
		{name: "two paths, each with a guard of its own", log: func(h *guardLog) {
			path := func(p string) func(*profile.Observation) {
				return func(o *profile.Observation) { o.URL = p }
			}
			h.pass(0, with(ship("d-0000001", "one"), path("/ship")))
			h.leave(m, with(ship("d-0000001", "one"), path("/ship")))
			h.pass(5*m, with(ship("d-0000002", "one"), path("/ship-again")))
		}},
		{name: "left under a colliding delivery ID, and done when sent anew", log: func(h *guardLog) {
			h.pass(0, knock{"13", "shipment:create:13:full", "d-0000000", "13", nil})
			h.pass(20*m, knock{"15", "shipment:create:15:full", "d-0000001", "15", nil})
			h.leave(20*m+time.Second, ship("d-0000001", "one"))
			h.pass(30*m, ship("d-0000002", "one"))
		}, want: []string{"by delivery ID, and not", "request-3 was left after request request-2"}, not: []string{"payload", "resource"}},
		{name: "the same, soon after the log begins: it may have been claimed and given up", log: func(h *guardLog) {
			h.pass(0, knock{"15", "shipment:create:15:full", "d-0000001", "15", nil})
			h.leave(time.Second, ship("d-0000001", "one"))
			h.pass(30*m, ship("d-0000002", "one"))
		}},
		{name: "the claim table has no row for what was left", log: func(h *guardLog) {
			h.pass(5*m, sync)
			h.leave(6*m, ship("d-0000002", "processing"))
			for i, at := range []time.Duration{0, 10 * m} {
				k := knock{"1" + string(rune('5'+i)), "shipment:create:1" + string(rune('5'+i)) + ":full", "d-000001" + string(rune('0'+i)), at.String(), nil}
				h.pass(at, k)
				h.row(k.key, "succeeded", at, at+time.Second)
			}
		}, want: []string{"by resource ID, and not", "nothing had carried out shipment:create:14:full"}},
		{name: "the first claim is in the table alone", log: func(h *guardLog) {
			h.leave(m+40*time.Second, ship("d-0000002", "one"))
			h.pass(12*m, ship("d-0000003", "two"))
			h.row(shipment, "succeeded", m, m+time.Second)
		}, want: []string{"by operation key within a time window of between 40s and 11m0s", "after the table's claim of shipment:create:14:full"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := &guardLog{}
			tt.log(h)
			found := findingsOf(h.diagnose(), "weak_key")
			if tt.want == nil {
				if len(found) > 0 {
					t.Fatalf("said though nothing shows it: %s", found[0].Says)
				}
				return
			}
			if len(found) != 1 {
				t.Fatalf("%d findings", len(found))
			}
			for _, w := range tt.want {
				if !strings.Contains(found[0].Says, w) {
					t.Errorf("does not say %q: %s", w, found[0].Says)
				}
			}
			for _, w := range tt.not {
				if strings.Contains(found[0].Says, w) {
					t.Errorf("says %q: %s", w, found[0].Says)
				}
			}
			if len(found[0].Evidence) < 4 || len(found[0].RequestIDs) < 2 {
				t.Errorf("names %v by %d lines", found[0].RequestIDs, len(found[0].Evidence))
			}
		})
	}
}

// TestLostByBehaviour: what was left though nothing can have carried it out is lost, whatever the guard goes by.
func TestLostByBehaviour(t *testing.T) {
	h := &guardLog{}
	created := func(o *profile.Observation) { o.Topic = "order.created" }
	h.pass(0, knock{"14", "order:sync:14", "d-0000001", "pending", created})
	h.leave(time.Minute, knock{"14", "shipment:create:14:full", "d-0000002", "processing", nil})
	h.pass(2*time.Minute, knock{"15", "shipment:create:15:full", "d-0000003", "15", nil})
	d := h.diagnose()
	if f := findingsOf(d, "suppressed_update"); len(f) != 1 || f[0].OperationKey != "shipment:create:14:full" {
		t.Errorf("suppressed_update %+v", f)
	}
	if !slices.ContainsFunc(d.Duplicates, func(x Duplicate) bool { return x.Class == LegitimateUpdate && x.Outcome == Lost }) {
		t.Errorf("no legitimate_update is lost: %+v", d.Duplicates)
	}
}

// TestWeakKeyByTable: nothing but copies under one delivery ID came again. The receiver's table shows by what they were left.
func TestWeakKeyByTable(t *testing.T) {
	const m = time.Minute
	tests := []struct {
		name     string
		provider string
		row      func(delivery string) func(*profile.Observation)
		rows     []string // deliveries that have one
		want     bool
	}{
		{"delivery IDs", "woocommerce", deliveryRow, []string{"d-0000001", "d-0000003"}, true},
		{"delivery IDs in a column event_id", "woocommerce", eventRow, []string{"d-0000001", "d-0000003"}, true},
		{"one that was let through has none", "woocommerce", deliveryRow, []string{"d-0000001"}, false},
		{"a sender whose repeats keep the ID", "github", deliveryRow, []string{"d-0000001", "d-0000003"}, false},
		{"nobody knows the sender", "", deliveryRow, []string{"d-0000001", "d-0000003"}, false},
		{"operations, with the delivery that claimed each", "woocommerce", func(delivery string) func(*profile.Observation) {
			return all(deliveryRow(delivery), key(map[string]string{"d-0000001": "shipment:create:14:full", "d-0000003": "invoice:create:14"}[delivery]))
		}, []string{"d-0000001", "d-0000003"}, false},
		{"operations and deliveries, in two tables", "woocommerce", func(delivery string) func(*profile.Observation) {
			if delivery == "" {
				return func(o *profile.Observation) { o.OperationKey, o.RowStatus = "shipment:create:14:full", "processing" }
			}
			return deliveryRow(delivery)
		}, []string{"d-0000001", "d-0000003", ""}, false},
		{"no table", "woocommerce", deliveryRow, nil, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := &guardLog{}
			from := func(o *profile.Observation) { o.Provider = tt.provider }
			h.pass(0, knock{"14", "shipment:create:14:full", "d-0000001", "one", from})
			h.leave(m, knock{"14", "shipment:create:14:full", "d-0000001", "one", from})
			h.pass(2*m, knock{"14", "invoice:create:14", "d-0000003", "three", from})
			for i, delivery := range tt.rows {
				h.add("db/processed.csv", profile.EventClaimed, time.Duration(2*i%4)*m, tt.row(delivery))
			}
			found := findingsOf(h.diagnose(), "weak_key")
			if len(found) == 1 != tt.want {
				t.Fatalf("%+v", found)
			}
			if tt.want && (!strings.Contains(found[0].Says, "request-2 was left after request request-1") || !slices.ContainsFunc(found[0].Evidence, func(e Evidence) bool { return e.Source == "db/processed.csv" })) {
				t.Errorf("%+v", found[0])
			}
		})
	}
}

func deliveryRow(id string) func(*profile.Observation) {
	return func(o *profile.Observation) { o.DeliveryID, o.RowStatus = id, "claimed" }
}

func eventRow(id string) func(*profile.Observation) {
	return func(o *profile.Observation) { o.EventID, o.RowStatus = id, "claimed" }
}
