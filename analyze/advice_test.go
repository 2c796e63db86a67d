package analyze_test

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// log makes a history of one receiver's log, line by line.
type log struct{ analyze.History }

func newLog() *log {
	return &log{analyze.History{Sources: []profile.Source{{Name: "receiver.log"}}, States: map[profile.Mark]profile.State{}}}
}

// line adds a line n seconds after eight o'clock.
func (l *log) line(seconds float64, e profile.Event, o profile.Observation) {
	n := int64(len(l.Observations) + 1)
	o.Event, o.Line, o.Offset, o.Lines = e, n, n*100, 1
	o.Time = time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC).UnixNano() + int64(seconds*float64(time.Second))
	o.Precision = time.Millisecond
	l.Observations = append(l.Observations, o)
}

// order is what the lines of a request about an order say: its number, the delivery, the status, and the operation.
func order(request, number, delivery, status, key string) profile.Observation {
	return profile.Observation{
		Provider: "woocommerce", Shop: "http://shop.example.test/", Topic: "order.updated", ResourceType: "order", ResourceID: number,
		WebhookID: "3", DeliveryID: delivery, RequestID: "request-" + request, Status: status, OperationKey: key,
		Body: sha256.Sum256([]byte(number + status)),
	}
}

// arrives adds a request that was answered with success.
func (l *log) arrives(seconds float64, o profile.Observation) {
	l.line(seconds, profile.EventReceived, o)
	o.Code = 202
	l.line(seconds+0.01, profile.EventResponded, o)
}

func (l *log) advise(t *testing.T) analyze.Advice {
	t.Helper()
	return analyze.Advise(l.History, analyze.Options{}, analyze.Filter{})
}

// short writes a candidate as its name and window, verdict, repeats stopped and let through, operations dropped, requests not
// covered.
func short(c analyze.Candidate) string {
	name := c.Name
	if c.WindowSeconds > 0 {
		name += "/" + fmt.Sprint(c.WindowSeconds)
	}
	return fmt.Sprintf("%s %s %d %d %d %d", name, c.Verdict, c.RepeatsStopped, c.RepeatsLetThrough, c.OperationsDropped, c.NotCovered)
}

func shorts(a analyze.Advice) []string {
	var out []string
	for _, c := range a.Candidates {
		if c.Verdict != analyze.NoValue {
			out = append(out, short(c))
		}
	}
	return out
}

func find(t *testing.T, a analyze.Advice, name string, window int64) analyze.Candidate {
	t.Helper()
	i := slices.IndexFunc(a.Candidates, func(c analyze.Candidate) bool { return c.Name == name && c.WindowSeconds == window })
	if i < 0 {
		t.Fatalf("there is no candidate %s with a window of %d s", name, window)
	}
	return a.Candidates[i]
}

func equal(t *testing.T, what string, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// fiveRequests is the history whose numbers TestAdvise works out.
func fiveRequests() *log {
	l := newLog()
	l.arrives(0, order("1", "1", "d1", "pending", "order:sync:1:pending"))
	l.arrives(10, order("2", "1", "d2", "processing", "ship:1"))
	l.arrives(12, order("3", "1", "d2", "processing", "ship:1")) // the delivery arrived again
	l.arrives(400, order("4", "1", "d3", "completed", "ship:1")) // a further state, that asks for what was asked for
	l.arrives(500, order("5", "2", "d4", "processing", "ship:2"))
	return l
}

// TestAdvise: requests 3 and 4 ask for ship:1 again, so there are two repeats.
//
//   - The logged key stops both. Forgotten after one or five minutes, it lets request 4 through, which came 390 s after request 2.
//   - Delivery ID and payload hash stop request 3, which has those of request 2, and let request 4 through.
//   - So does the status. The transition is not known for the first request of each order (1 and 5), so it covers three.
//   - The resource ID lets request 1 through and stops 2, 3 and 4: none of ship:1 gets through, and as nothing of it had got
//     through, none of these is a repeat that was stopped. So with a window of 10 minutes and more. With 1 and 5 minutes request 4
//     gets through, 400 s after request 1: nothing is dropped, but requests 2 and 3 were held back until then.
func TestAdvise(t *testing.T) {
	a := fiveRequests().advise(t)
	equal(t, "replayed", analyze.Replayed{
		Arrivals: "receipts", Requests: 5, Operations: 3, ByOrigin: map[string]int{"logged": 3, "rule": 0, "derived": 0}, Repeats: 2,
		FirstSeen: a.Replayed.FirstSeen, LastSeen: a.Replayed.LastSeen,
	}, a.Replayed)
	equal(t, "first and last", []string{"2026-11-30T08:00:00.000Z", "2026-11-30T08:08:20.000Z"}, []string{a.Replayed.FirstSeen.String(), a.Replayed.LastSeen.String()})
	equal(t, "candidates: name, verdict, stopped, through, dropped, not covered", []string{
		"logged_key recommended 2 0 0 0",
		"logged_key/86400 sound 2 0 0 0",
		"logged_key/3600 sound 2 0 0 0",
		"logged_key/600 sound 2 0 0 0",
		"payload_hash sound 1 1 0 0",
		"resource_state sound 1 1 0 0",
		"logged_key/300 sound 1 1 0 0",
		"logged_key/60 sound 1 1 0 0",
		"payload_hash/86400 sound 1 1 0 0",
		"payload_hash/3600 sound 1 1 0 0",
		"payload_hash/600 sound 1 1 0 0",
		"payload_hash/300 sound 1 1 0 0",
		"payload_hash/60 sound 1 1 0 0",
		"delivery_id unsafe 1 1 0 0",
		"resource_transition sound 1 1 0 2",
		"resource_id/300 delays 0 0 0 0",
		"resource_id/60 delays 0 0 0 0",
		"resource_id drops 0 0 1 0",
		"resource_id/86400 drops 0 0 1 0",
		"resource_id/3600 drops 0 0 1 0",
		"resource_id/600 drops 0 0 1 0",
	}, shorts(a))
	equal(t, "recommended", "logged_key", a.Recommended)

	equal(t, "held back with one minute", 2, find(t, a, "resource_id", 60).HeldBack)
	c := find(t, a, "logged_key", 0)
	equal(t, "covered, other state, while working, longest gap", []int64{5, 1, 0, 390_000}, []int64{int64(c.Covered), int64(c.OtherState), int64(c.WhileWorking), c.LongestGapMS})
	equal(t, "dropped by resource ID", []analyze.Dropped{{Key: "ship:1", KeyOrigin: "logged", Resource: analyze.Resource{Type: "order", ID: "1"}}},
		find(t, a, "resource_id", 0).Dropped)
	if !strings.HasPrefix(a.Limit, "This history and no other") {
		t.Errorf("the limit is %q", a.Limit)
	}
	equal(t, "answer", "Claim by the logged key: of 2 repeats it would have stopped 2, and dropped no operation.", a.Answer)
}

// TestAdviseFailedAttempt: the first attempt is answered 503, the second, 30 s later, does the work. It is no repeat. A claim
// that is in one transaction with the work was given back; one that a window holds stops the second, and the operation is lost.
func TestAdviseFailedAttempt(t *testing.T) {
	l := newLog()
	first := order("1", "1", "d1", "processing", "ship:1")
	l.line(0, profile.EventReceived, first)
	first.Code = 503
	l.line(1, profile.EventResponded, first)
	l.arrives(30, order("2", "1", "d2", "processing", "ship:1"))
	l.arrives(90, order("3", "1", "d3", "processing", "ship:1"))
	a := l.advise(t)
	equal(t, "failed, repeats", []int{1, 1}, []int{a.Replayed.Failed, a.Replayed.Repeats})
	for name, want := range map[string]string{
		"logged_key": "logged_key recommended 1 0 0 0", "payload_hash": "payload_hash sound 1 0 0 0", "resource_id": "resource_id unsafe 1 0 0 0",
		"delivery_id": "delivery_id unsafe 0 1 0 0",
	} {
		equal(t, name, want, short(find(t, a, name, 0)))
	}
	// One minute: request 2 is stopped, request 3 gets through 90 s after the first. Five: both are stopped.
	equal(t, "one minute", "logged_key/60 delays 0 0 0 0", short(find(t, a, "logged_key", 60)))
	equal(t, "five minutes", "logged_key/300 drops 0 0 1 0", short(find(t, a, "logged_key", 300)))
}

// TestAdviseParcels: a request for two parcels, the same again, and one for the second and a third. The logged key claims each
// parcel by itself, so the third request gets through; by resource ID the third parcel is lost.
func TestAdviseParcels(t *testing.T) {
	l := newLog()
	for i, keys := range [][]string{{"ship:1:a", "ship:1:b"}, {"ship:1:a", "ship:1:b"}, {"ship:1:b", "ship:1:c"}} {
		state := "processing"
		if i == 2 {
			state = "completed"
		}
		o := order(fmt.Sprint(i), "1", fmt.Sprint("d", i), state, keys[0])
		l.arrives(float64(10*i), o)
		o.OperationKey = keys[1]
		l.line(float64(10*i)+0.005, profile.EventEnqueued, o)
	}
	a := l.advise(t)
	equal(t, "operations, repeats", []int{3, 1}, []int{a.Replayed.Operations, a.Replayed.Repeats})
	equal(t, "logged key", "logged_key recommended 1 0 0 0", short(find(t, a, "logged_key", 0)))
	equal(t, "payload hash", "payload_hash sound 1 0 0 0", short(find(t, a, "payload_hash", 0)))
	equal(t, "resource ID", "resource_id drops 1 0 1 0", short(find(t, a, "resource_id", 0)))
}

// TestAdviseNotCovered: of three requests the second has neither delivery ID nor bytes nor status. It gets through, and what
// came before and after it is not made up.
func TestAdviseNotCovered(t *testing.T) {
	l := newLog()
	created := order("1", "1", "d1", "pending", "sync:1:pending")
	created.Topic = "order.created"
	l.arrives(0, created)
	bare := order("2", "1", "", "", "sync:1:other")
	bare.Body = profile.Hash{}
	l.arrives(10, bare)
	l.arrives(20, order("3", "1", "d3", "processing", "sync:1:processing"))
	a := l.advise(t)
	equal(t, "delivery ID", "delivery_id unsafe 0 0 0 1", short(find(t, a, "delivery_id", 0)))
	equal(t, "payload hash", "payload_hash stops_nothing 0 0 0 1", short(find(t, a, "payload_hash", 0)))
	equal(t, "status", "resource_state stops_nothing 0 0 0 1", short(find(t, a, "resource_state", 0)))
	// The first is a transition from nothing, as its topic says; that of the third is not known, since the second's status is not.
	equal(t, "transition", "resource_transition stops_nothing 0 0 0 2", short(find(t, a, "resource_transition", 0)))
	equal(t, "transaction ID", analyze.NoValue, find(t, a, "transaction_id", 0).Verdict)
}

// TestAdviseOtherKeys: two payments of one order, the second told twice, under event IDs and with transaction IDs.
func TestAdviseOtherKeys(t *testing.T) {
	l := newLog()
	for i, payment := range []string{"pay-1", "pay-2", "pay-2"} {
		o := order(fmt.Sprint(i), "1", fmt.Sprint("d", i), "processing", "book:"+payment)
		o.EventID, o.ActID = "evt-"+payment, "act"
		o.State, o.Body = profile.Mark{byte(payment[4])}, sha256.Sum256([]byte(payment))
		l.States[o.State] = profile.State{Mark: o.State, Stable: o.State, Clear: profile.ClearFields{Status: "processing", TransactionID: payment}}
		l.arrives(float64(10*i), o)
	}
	a := l.advise(t)
	for name, want := range map[string]string{
		"event_id": "event_id sound 1 0 0 0", "transaction_id": "transaction_id sound 1 0 0 0", "act_id": "act_id drops 0 0 1 0",
		"resource_state": "resource_state drops 0 0 1 0",
	} {
		equal(t, name, want, short(find(t, a, name, 0)))
	}
}

// TestAdviseInvalid: neither a ping nor a request whose signature was refused enters the replay, so the payload hash of the forged
// one does not stop the real one.
func TestAdviseInvalid(t *testing.T) {
	l := newLog()
	l.line(0, profile.EventPing, profile.Observation{Provider: "woocommerce", RequestID: "request-ping"})
	forged := order("1", "1", "d1", "processing", "")
	forged.SignatureValid, forged.Signature = profile.No, profile.Mark{9}
	l.arrives(1, forged)
	real := order("2", "1", "d2", "processing", "ship:1")
	real.SignatureValid, real.Signature = profile.Yes, profile.Mark{1}
	l.arrives(2, real)
	a := l.advise(t)
	equal(t, "requests, operations, repeats", []int{1, 1, 0}, []int{a.Replayed.Requests, a.Replayed.Operations, a.Replayed.Repeats})
	equal(t, "payload hash", "payload_hash stops_nothing 0 0 0 0", short(find(t, a, "payload_hash", 0)))
}

// TestAdviseTwoShops: both shops have an order 1 and one receiver logs one key for both. The key alone drops the second order,
// together with the shop it drops none.
func TestAdviseTwoShops(t *testing.T) {
	l := newLog()
	for i, shop := range []string{"http://a.example.test/", "http://b.example.test/"} {
		o := order(fmt.Sprint(i), "1", fmt.Sprint("d", i), "processing", "ship:1")
		o.Shop, o.Body = shop, sha256.Sum256([]byte(shop))
		l.arrives(float64(10*i), o)
	}
	a := l.advise(t)
	equal(t, "logged key", "logged_key drops 0 0 1 0", short(find(t, a, "logged_key", 0)))
	equal(t, "with the shop", "key_and_shop recommended 0 0 0 0", short(find(t, a, "key_and_shop", 0)))
}

// TestAdviseWithoutKeys: the registrations 3 and 4 deliver one state, 3 of them again. No key is logged. With one URL all three are one
// operation. With two they may be a shop that tells its ERP and its CRM: the payload hash would drop what the CRM is told.
func TestAdviseWithoutKeys(t *testing.T) {
	for _, test := range []struct {
		name, second string
		operations   int
		want         string
	}{
		{"one URL", "https://hooks.example.test/erp", 1, "payload_hash recommended 2 0 0 0"},
		{"two URLs", "https://hooks.example.test/crm", 2, "payload_hash drops 1 0 1 0"},
	} {
		t.Run(test.name, func(t *testing.T) {
			l := newLog()
			for i, url := range []string{"https://hooks.example.test/erp", test.second} {
				l.line(-1, profile.EventRegistration, profile.Observation{
					Provider: "woocommerce", Shop: "http://shop.example.test/", WebhookID: fmt.Sprint(3 + i), Topic: "order.updated", URL: url, RowStatus: "active",
				})
			}
			for i, webhook := range []string{"3", "3", "4"} {
				o := order(fmt.Sprint(i), "1", fmt.Sprint("d", i), "processing", "")
				o.WebhookID = webhook
				l.arrives(float64(10*i), o)
			}
			a := l.advise(t)
			equal(t, "operations", map[string]int{"logged": 0, "rule": 0, "derived": test.operations}, a.Replayed.ByOrigin)
			equal(t, "payload hash", test.want, short(find(t, a, "payload_hash", 0)))
			if len(a.Missing) == 0 || !strings.Contains(a.Missing[0].What, "operation key") {
				t.Errorf("missing is %v, want the operation key", a.Missing)
			}
		})
	}
}

// TestAdviseNothing: of a history without requests there is nothing to say.
func TestAdviseNothing(t *testing.T) {
	a := newLog().advise(t)
	equal(t, "answer", "No request is known to have arrived, so no key can be tried.", a.Answer)
	equal(t, "forms", 0, len(a.Forms))
	equal(t, "recommended", "", a.Recommended)
}
