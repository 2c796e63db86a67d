package analyze

import (
	"cmp"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// arrival is one request for an order, as every log of it could tell it.
type arrival struct {
	order, delivery, request string
	at                       time.Duration
	copied                   bool // the receiver leaves it as a repeat
}

// logger writes the lines of an arrival into a log of its own, or of another's.
type logger struct {
	file   string
	events []profile.Event
	after  time.Duration // how much later than the others it writes
	names  func(o *profile.Observation, a arrival)
}

// logged makes the history of arrivals as these loggers tell it.
func logged(arrivals []arrival, loggers ...logger) History {
	type line struct {
		file string
		o    profile.Observation
	}
	var lines []line
	for _, a := range arrivals {
		for _, l := range loggers {
			for _, e := range l.events {
				o := profile.Observation{Event: e, Precision: time.Millisecond, Lines: 1, Process: "41"}
				step := map[profile.Event]time.Duration{
					profile.EventReceived: 0, profile.EventClaimed: 2, profile.EventEnqueued: 3, profile.EventStarted: 4, profile.EventCalled: 5,
					profile.EventResult: 60, profile.EventDone: 61, profile.EventResponded: 65,
				}[e]
				if a.copied && step != 0 && e != profile.EventResponded && e != profile.EventProxied {
					continue
				}
				switch e {
				case profile.EventProxied:
					o.Provider, o.Process, o.Code, o.Took, o.Ends, step = "woocommerce", "", 200, 70*time.Millisecond, true, 68
				case profile.EventResponded:
					o.Code, o.Took, o.Ends = 200, 65*time.Millisecond, true
				case profile.EventResult:
					o.Code, o.DownstreamID = 201, "SHIP-"+a.order
				case profile.EventDone:
					o.DownstreamID = "SHIP-" + a.order
				}
				o.Time = int64(24*time.Hour + a.at + step*time.Millisecond + l.after)
				l.names(&o, a)
				lines = append(lines, line{l.file, o})
				if a.copied && e == profile.EventReceived && slices.Contains(l.events, profile.EventClaimed) {
					o.Event, o.Time = profile.EventDuplicate, o.Time+int64(time.Millisecond)
					lines = append(lines, line{l.file, o})
				}
			}
		}
	}
	slices.SortStableFunc(lines, func(a, b line) int { return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.o.Time, b.o.Time)) })
	var h History
	for i, l := range lines {
		if n := len(h.Sources); n == 0 || h.Sources[n-1].Name != l.file {
			h.Sources = append(h.Sources, profile.Source{Name: l.file})
		}
		l.o.Source, l.o.Line, l.o.Offset = len(h.Sources)-1, int64(i+1), int64(100*i)
		h.Observations = append(h.Observations, l.o)
	}
	return h
}

// What loggers name.

func byRequest(o *profile.Observation, a arrival)  { o.RequestID = a.request }
func byDelivery(o *profile.Observation, a arrival) { o.DeliveryID = a.delivery }
func byOrder(o *profile.Observation, a arrival) {
	o.ResourceType, o.ResourceID, o.OperationKey = "order", a.order, "shipment:create:"+a.order+":full"
}
func byOwnNumber(o *profile.Observation, a arrival) { o.RequestID = "own-number-of-" + a.request }
func byHook(o *profile.Observation, _ arrival)      { o.WebhookID, o.Topic = "3", "order.updated" }
func byHookFirst(o *profile.Observation, a arrival) {
	if o.Event == profile.EventReceived {
		byHook(o, a)
	}
}
func noProcess(o *profile.Observation, _ arrival) { o.Process = "" }
func bySignature(o *profile.Observation, a arrival) {
	copy(o.Signature[:], "signature of "+a.order)
}

func byInstance(name string) func(*profile.Observation, arrival) {
	return func(o *profile.Observation, _ arrival) { o.Instance = name }
}

func bySecond(o *profile.Observation, _ arrival) {
	o.Time, o.Precision = o.Time/int64(time.Second)*int64(time.Second), time.Second
}

func noDuration(o *profile.Observation, _ arrival) { o.Took = 0 }

func allOf(names ...func(*profile.Observation, arrival)) func(*profile.Observation, arrival) {
	return func(o *profile.Observation, a arrival) {
		for _, n := range names {
			n(o, a)
		}
	}
}

// waysToLog are sets of loggers that tell of the same requests.
var waysToLog = func() map[string][]logger {
	application := []profile.Event{
		profile.EventReceived, profile.EventClaimed, profile.EventCalled, profile.EventResult, profile.EventResponded,
	}
	around := []profile.Event{profile.EventReceived, profile.EventResponded}
	work := []profile.Event{profile.EventStarted, profile.EventCalled, profile.EventResult, profile.EventDone}
	proxied := []profile.Event{profile.EventProxied}
	app := func(names ...func(*profile.Observation, arrival)) logger {
		return logger{file: "receiver/receiver.log", events: application, names: allOf(append(names, byOrder)...)}
	}
	other := func(file string, events []profile.Event, after time.Duration, names ...func(*profile.Observation, arrival)) logger {
		return logger{file: file, events: events, after: after, names: allOf(names...)}
	}
	json := other("nginx/access.json.log", proxied, 0, byDelivery, byHook, bySignature, byRequest)
	return map[string][]logger{
		"the application":                               {app(byDelivery, byHook)},
		"the hook on the first line alone":              {app(byDelivery, byHookFirst)},
		"the same behind a proxy":                       {app(byDelivery, byHookFirst), json},
		"request IDs of its own":                        {app(byDelivery, byHookFirst, byOwnNumber), json},
		"request IDs of its own, on every line but one": {app(byDelivery, byHookFirst, byOwnNumber), other("receiver/receiver.log", around[1:], time.Millisecond, byDelivery), json},
		"two proxies, each with numbers of its own": {
			app(byDelivery, byHookFirst, byRequest), json,
			other("edge/access.log", proxied, time.Millisecond, byDelivery, byHook, bySignature, byOwnNumber, byInstance("edge")),
		},
		"two access logs of one proxy, neither with request IDs": {
			other("nginx/access.json.log", proxied, 0, byDelivery, byHook, bySignature),
			other("nginx/access.log", proxied, 0, byDelivery, byHook, bySignature, bySecond, noDuration),
		},
		"two access logs of one proxy, one with request IDs": {
			json, other("nginx/access.log", proxied, 0, byDelivery, byHook, bySignature, bySecond, noDuration),
		},
		"two loggers in two files": {
			app(byDelivery, byHookFirst), other("receiver/http.log", around, 20*time.Millisecond, byDelivery),
		},
		"two loggers in two files, one without a process": {
			app(byDelivery, byHookFirst, byRequest), other("receiver/http.log", around, 20*time.Millisecond, byRequest, noProcess, byInstance("http")),
		},
		"two loggers in two files, of other names": {
			app(byDelivery, byHookFirst, byInstance("webhooks")), other("receiver/http.log", around, 20*time.Millisecond, byDelivery, byInstance("http")),
		},
		"two loggers in one file, the second of the answer": {
			app(byDelivery, byHookFirst, byRequest, byInstance("webhooks")), other("receiver/receiver.log", around[1:], time.Millisecond, byRequest, byInstance("access")),
		},
		"two loggers in one file, the second of the answer, with a process alone": {
			app(byDelivery, byHookFirst, byInstance("webhooks")), other("receiver/receiver.log", around[1:], time.Millisecond, byDelivery, byInstance("access")),
		},
		"two loggers in one file": {
			app(byDelivery, byHookFirst), other("receiver/receiver.log", around, time.Millisecond, byDelivery),
		},
		"two loggers in one file, of other names": {
			app(byDelivery, byHookFirst, byRequest, byInstance("webhooks")), other("receiver/receiver.log", around, time.Millisecond, byRequest, byInstance("http")),
		},
		"two loggers of the work": {
			app(byDelivery, byHookFirst, byRequest), other("receiver/client.log", work[1:3], time.Millisecond, byRequest, byOrder),
		},
		"two loggers of a worker": {
			{file: "receiver/receiver.log", events: []profile.Event{profile.EventReceived, profile.EventClaimed, profile.EventEnqueued, profile.EventResponded}, names: allOf(byDelivery, byHookFirst, byRequest, byOrder)},
			other("worker/worker.log", work, 0, byRequest, byOrder), other("worker/framework.log", []profile.Event{work[0], work[3]}, time.Millisecond, byRequest, byOrder),
		},
		"two loggers of the queue": {
			app(byDelivery, byHookFirst, byRequest), other("receiver/receiver.log", []profile.Event{profile.EventEnqueued}, 0, byRequest, byOrder),
			other("receiver/queue.log", []profile.Event{profile.EventEnqueued}, time.Millisecond, byRequest, byOrder),
		},
		"a service behind the receiver": {
			app(byDelivery, byHookFirst, byRequest), other("service/service.log", around, 10*time.Millisecond, byRequest, func(o *profile.Observation, _ arrival) { o.Process = "77" }), json,
		},
	}
}()

// TestOneArrivalInManyLines: whoever writes of a request, and however often, it came once.
func TestOneArrivalInManyLines(t *testing.T) {
	var arrivals []arrival
	for i, order := range []string{"14", "15", "16"} {
		arrivals = append(arrivals, arrival{order: order, delivery: "delivery-of-order-" + order, request: "request-of-order-" + order, at: time.Duration(i) * time.Second / 2})
	}
	for name, loggers := range waysToLog {
		t.Run(name, func(t *testing.T) {
			d := Diagnose(logged(arrivals, loggers...), Options{})
			for _, x := range d.Duplicates {
				t.Errorf("%s/%s of %s, %s, %s: %s; doubts %q", x.Class, x.Cause, x.Resource.ID, x.Confidence, x.Outcome, x.Headline, x.Doubts)
			}
			if d.Summary.Receipts != 3 || d.Summary.Deliveries != 3 {
				t.Errorf("%d receipts of %d deliveries, want 3 of 3", d.Summary.Receipts, d.Summary.Deliveries)
			}
		})
	}
}

// TestTwoArrivalsInManyLines: a copy that comes one and a half seconds later is one, whoever writes of it.
func TestTwoArrivalsInManyLines(t *testing.T) {
	var arrivals []arrival
	for i, order := range []string{"14", "15", "15", "16"} {
		a := arrival{order: order, delivery: "delivery-of-order-" + order, request: fmt.Sprint("request-number-", i), at: time.Duration(i) * 1500 * time.Millisecond}
		a.copied = i == 2
		arrivals = append(arrivals, a)
	}
	for name, loggers := range waysToLog {
		t.Run(name, func(t *testing.T) {
			d := Diagnose(logged(arrivals, loggers...), Options{})
			if len(d.Duplicates) != 1 || d.Duplicates[0].Resource.ID != "15" && d.Duplicates[0].Resource.ID != "" ||
				d.Duplicates[0].Class != Replay || d.Duplicates[0].Outcome == Duplicated {
				for _, x := range d.Duplicates {
					t.Errorf("%s/%s of %s, %s, %s: %s; doubts %q", x.Class, x.Cause, x.Resource.ID, x.Confidence, x.Outcome, x.Headline, x.Doubts)
				}
				t.Errorf("%d elements, want one replay of order 15", len(d.Duplicates))
			}
			if d.Summary.Receipts != 4 || d.Summary.Deliveries != 3 {
				t.Errorf("%d receipts of %d deliveries, want 4 of 3", d.Summary.Receipts, d.Summary.Deliveries)
			}
		})
	}
}

// TestOneDeliveryInSeveralLogs: the shop's file, its table and what a proxy on the way captured tell of one delivery.
func TestOneDeliveryInSeveralLogs(t *testing.T) {
	delivered := func(file string, names ...func(*profile.Observation, arrival)) logger {
		return logger{file: file, events: []profile.Event{profile.EventDelivery}, names: allOf(append(names, byDelivery, byHook, bySignature, noProcess,
			func(o *profile.Observation, _ arrival) {
				o.Provider, o.Shop, o.Code, o.Ends = "woocommerce", "http://shop.example.test/", 200, true
			})...)}
	}
	withBody := func(o *profile.Observation, a arrival) {
		copy(o.Body[:], "body of "+a.order)
		o.Took = 70 * time.Millisecond
	}
	for name, loggers := range map[string][]logger{
		"a file and a table":            {delivered("wc-logs/webhooks-delivery.log", withBody, bySecond), delivered("db/woocommerce_log.csv", bySecond)},
		"a file and a finer table":      {delivered("wc-logs/webhooks-delivery.log", withBody, bySecond), delivered("db/woocommerce_log.csv")},
		"a file, a table and a dump":    {delivered("wc-logs/webhooks-delivery.log", bySecond), delivered("db/log.csv", withBody), delivered("db/log.sql", withBody, bySecond)},
		"a file that was cut to a part": {delivered("wc-logs/webhooks-delivery.log", withBody, bySecond), delivered("wc-logs/grep.txt", bySecond)},
	} {
		t.Run(name, func(t *testing.T) {
			arrivals := []arrival{
				{order: "14", delivery: "delivery-of-order-14"},
				{order: "15", delivery: "delivery-of-order-15", at: 2 * time.Second},
				{order: "16", delivery: "delivery-of-order-16", at: 2200 * time.Millisecond},
			}
			d := Diagnose(logged(arrivals, loggers...), Options{})
			for _, x := range d.Duplicates {
				t.Errorf("%s/%s, %s, %s: %s; doubts %q", x.Class, x.Cause, x.Confidence, x.Outcome, x.Headline, x.Doubts)
			}
			if d.Summary.Deliveries != 3 {
				t.Errorf("%d deliveries, want 3", d.Summary.Deliveries)
			}
			// And one state that the shop sent twice in one second is twice in each log.
			arrivals = append(arrivals, arrivals[2])
			d = Diagnose(logged(arrivals, loggers...), Options{})
			if len(d.Duplicates) != 1 || d.Duplicates[0].Class != Replay || d.Summary.Deliveries != 4 {
				t.Errorf("%d elements of %d deliveries, want a replay of 4", len(d.Duplicates), d.Summary.Deliveries)
			}
		})
	}
}

// TestSaidAgain: two lines without a request ID, within a second. One statement that ran twice is asked about; two loggers' are not.
func TestSaidAgain(t *testing.T) {
	event := stripeEvent("evt_1", "invoice.paid", "in_1AAAA")
	tests := []struct {
		name   string
		second func(*profile.Observation)
		after  time.Duration
		asked  bool
	}{
		{"the same again", event, 100 * time.Millisecond, true},
		{"printed twice", event, 0, false},
		{"another logger's", all(event, url("/hooks/stripe")), 100 * time.Millisecond, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var h handmade
			h.add("app/receiver.log", profile.EventReceived, 0, event)
			h.add("app/receiver.log", profile.EventReceived, tt.after, tt.second)
			d := h.diagnose()
			if got := len(d.Duplicates) == 1 && d.Duplicates[0].Class == Undetermined; got != tt.asked {
				t.Errorf("asked %v, want %v: %+v", got, tt.asked, d.Duplicates)
			}
		})
	}
}
