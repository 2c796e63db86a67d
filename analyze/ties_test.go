package analyze

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// apartIncidents is two incidents, each in a folder of its own, whose shops name no address. Both have an order 18452, webhook 3 and one
// operation key; their runs overlap.
func apartIncidents(set ...func(incident string, o *profile.Observation)) *handmade {
	h := &handmade{}
	for i, incident := range []string{"a", "b"} {
		shift := time.Duration(i) * 5 * time.Second
		common := func(o *profile.Observation) {
			order("18452")(o)
			key("shipment:create:18452:full")(o)
			webhook("3", "delivery-of-incident-"+incident)(o)
			body("body of " + incident)(o)
			request("request-of-incident-" + incident)(o)
		}
		line := func(log string, e profile.Event, at time.Duration, more ...func(*profile.Observation)) {
			fields := append([]func(*profile.Observation){common}, more...)
			for _, f := range set {
				fields = append(fields, func(o *profile.Observation) { f(incident, o) })
			}
			h.add("incident-"+incident+"/"+log, e, at+shift, fields...)
		}
		line("receiver.log", profile.EventReceived, 0)
		line("receiver.log", profile.EventClaimed, time.Millisecond)
		line("receiver.log", profile.EventCalled, 2*time.Millisecond)
		line("receiver.log", profile.EventResult, 20*time.Second, made("SHIP-10"+incident), code(201))
		line("receiver.log", profile.EventDone, 21*time.Second, made("SHIP-10"+incident))
	}
	return h
}

func TestEqualNumbersAreNoProof(t *testing.T) {
	tests := []struct {
		name   string
		set    func(incident string, o *profile.Observation)
		proven bool
	}{
		{"nothing but numbers", func(string, *profile.Observation) {}, false},
		{"a worker that both call worker-1", func(_ string, o *profile.Observation) { o.Worker = "worker-1" }, false},
		{"one site, named by both", func(_ string, o *profile.Observation) { shop("http://shop.example.test/")(o) }, true},
		{"one site, in two spellings", func(i string, o *profile.Observation) {
			shop(map[string]string{"a": "http://shop.example.test", "b": "https://Shop.example.test/"}[i])(o)
		}, true},
		{"a site that one alone names", func(i string, o *profile.Observation) {
			if i == "a" {
				shop("http://shop.example.test/")(o)
			}
		}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := apartIncidents(tt.set).diagnose()
			i := slices.IndexFunc(d.Duplicates, func(x Duplicate) bool { return x.Class == ReceiverRace })
			if i < 0 {
				t.Fatalf("no receiver_race among %d elements", len(d.Duplicates))
			}
			x := d.Duplicates[i]
			if (x.Confidence == Proven) != tt.proven {
				t.Errorf("%s, want proven: %v; doubts %q", x.Confidence, tt.proven, x.Doubts)
			}
			if asked := slices.Contains(x.Missing, words{}.missingShop(senderOf(""))); asked == tt.proven {
				t.Errorf("asks for the shop: %v", asked)
			}
			safety := findingsOf(d, "safety_violation")
			if len(safety) != 1 || strings.Contains(safety[0].Says, "numbers alone") == tt.proven {
				t.Errorf("safety_violation %+v", safety)
			}
		})
	}
}

// TestTiedLogs ties two folders by one record in each.
func TestTiedLogs(t *testing.T) {
	row := func(o *profile.Observation) { o.RowStatus = "succeeded" }
	k := key("shipment:create:14:full")
	long := "0123456789abcdef"
	tests := []struct {
		name string
		a, b profile.Event
		in   func(*profile.Observation) // both
		of   [2]func(*profile.Observation)
		tied bool
	}{
		{name: "an order and a key", in: all(order("14"), k)},
		{name: "a delivery ID", in: func(o *profile.Observation) { o.DeliveryID = long }, tied: true},
		{name: "a delivery ID of a webhook", in: webhook("3", "d-000001"), tied: true},
		{name: "a delivery ID of medium length, of no webhook", in: func(o *profile.Observation) { o.DeliveryID = "d-000001" }},
		{name: "a short delivery ID of a webhook", in: webhook("3", "7")},
		{name: "a request ID", in: request("request-1"), tied: true},
		{name: "a request ID that restarts with its process", in: request("req-1")},
		{name: "an event", in: func(o *profile.Observation) { o.EventID = "evt_1RabcDEF23456789" }, tied: true},
		{name: "bytes", in: body("body"), tied: true},
		{name: "bytes that carry no state", in: all(body("body"), func(o *profile.Observation) { o.Topic = "order.deleted" })},
		{name: "a signature", in: func(o *profile.Observation) { o.Signature = profile.Mark{1} }, tied: true},
		{name: "a job that counts up", in: all(jobID("7"), k)},
		{name: "a job that counts up, queued by one and run by the other", a: profile.EventEnqueued, b: profile.EventStarted, in: all(jobID("7"), k), tied: true},
		{name: "the same without the operation", a: profile.EventEnqueued, b: profile.EventStarted, in: jobID("7")},
		{name: "a job ID of its own", in: jobID("job-0000001"), tied: true},
		{name: "a record, by the worker and by its own system", a: profile.EventResult, b: profile.EventEffect, in: all(made("SHIP-001"), k), tied: true},
		{name: "a record, by two workers", a: profile.EventResult, b: profile.EventResult, in: all(made("SHIP-001"), k)},
		{name: "a record, by two systems", a: profile.EventEffect, b: profile.EventEffect, in: all(made("SHIP-001"), k)},
		{
			name: "a record, by the worker and by the receiver's table", a: profile.EventResult, b: profile.EventDone, in: all(made("SHIP-001"), k),
			of: [2]func(*profile.Observation){func(*profile.Observation) {}, row}, tied: true,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := &handmade{}
			for i, e := range []profile.Event{tt.a, tt.b} {
				if e == "" {
					e = profile.EventReceived
				}
				fields := []func(*profile.Observation){tt.in}
				if f := tt.of[i]; f != nil {
					fields = append(fields, f)
				}
				h.add([]string{"a/x.log", "b/x.log"}[i], e, time.Duration(i)*time.Second, fields...)
			}
			ties := survey(h.history()).ties
			if tied := ties[0] == ties[1]; tied != tt.tied {
				t.Errorf("tied: %v, want %v", tied, tt.tied)
			}
		})
	}
}

// TestTwoShopsCountAlike: each of two incidents has a worker's log and the downstream system's in different folders, and both have
// SHIP-001 for order 14.
func TestTwoShopsCountAlike(t *testing.T) {
	h := &handmade{}
	for i, incident := range []string{"a", "b"} {
		at := time.Duration(i) * time.Hour
		h.add(incident+"/worker/worker.log", profile.EventResult, at, key("shipment:create:14:full"), made("SHIP-001"))
		h.add(incident+"/carrier/list.csv", profile.EventEffect, at, key("shipment:create:14:full"), made("SHIP-001"))
	}
	ties := survey(h.history()).ties
	for i := range ties {
		for j := range i {
			if ties[i] == ties[j] {
				t.Errorf("sources %d and %d are tied", j, i)
			}
		}
	}
}
