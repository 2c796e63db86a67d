package analyze_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// works adds a job's run that made a record.
func (l *log) works(seconds float64, o profile.Observation, job, worker, made string) {
	o.JobID, o.Worker, o.Body, o.DeliveryID = job, worker, profile.Hash{}, ""
	l.line(seconds, profile.EventStarted, o)
	l.line(seconds+0.01, profile.EventCalled, o)
	o.Code, o.DownstreamID = 201, made
	l.line(seconds+0.1, profile.EventResult, o)
	l.line(seconds+0.2, profile.EventDone, o)
}

// TestAdviseEffects: three shipments of one operation are two too many. What made them decides what a claim by the logged key
// could have done.
func TestAdviseEffects(t *testing.T) {
	for _, test := range []struct {
		name  string
		build func(*log)
		key   analyze.Effects // by the logged key
		id    analyze.Effects // by delivery ID, which is another for each request
	}{
		{"three requests", func(l *log) {
			for i := range 3 {
				o := order(fmt.Sprint(i), "1", fmt.Sprint("d", i), "processing", "ship:1")
				l.arrives(float64(10*i), o)
				l.works(float64(10*i)+1, o, fmt.Sprint("job", i), "w1", fmt.Sprint("SHIP-", i))
			}
		}, analyze.Effects{Stopped: 2}, analyze.Effects{LetThrough: 2}},
		{"one request, three runs of one job", func(l *log) {
			o := order("1", "1", "d1", "processing", "ship:1")
			l.arrives(0, o)
			for i := range 3 {
				l.works(float64(1+10*i), o, "job", "w1", fmt.Sprint("SHIP-", i))
			}
		}, analyze.Effects{BelowOneRequest: 2}, analyze.Effects{BelowOneRequest: 2}},
		{"one request with two runs, and another request", func(l *log) {
			first, second := order("1", "1", "d1", "processing", "ship:1"), order("2", "1", "d2", "processing", "ship:1")
			l.arrives(0, first)
			l.works(1, first, "job1", "w1", "SHIP-1")
			l.works(11, first, "job1", "w1", "SHIP-2")
			l.arrives(20, second)
			l.works(21, second, "job2", "w1", "SHIP-3")
		}, analyze.Effects{Stopped: 1, BelowOneRequest: 1}, analyze.Effects{BelowOneRequest: 1, LetThrough: 1}},
		{"a webhook, the same again, and the customer's return", func(l *log) {
			for i := range 2 {
				o := order(fmt.Sprint(i), "1", fmt.Sprint("d", i), "processing", "ship:1")
				o.URL, o.Method = "/woo/shipments", "POST"
				l.arrives(float64(10*i), o)
				l.works(float64(10*i)+1, o, fmt.Sprint("job", i), "w1", fmt.Sprint("SHIP-", i))
			}
			back := profile.Observation{RequestID: "request-back", URL: "/checkout/return", Method: "GET", ResourceType: "order", ResourceID: "1", OperationKey: "ship:1"}
			l.arrives(30, back)
			l.works(31, back, "job-back", "w1", "SHIP-9")
		}, analyze.Effects{Stopped: 1, OtherCaller: 1}, analyze.Effects{LetThrough: 1, OtherCaller: 1}},
		{"records that name the operation alone", func(l *log) {
			for i := range 2 {
				l.arrives(float64(10*i), order(fmt.Sprint(i), "1", fmt.Sprint("d", i), "processing", "ship:1"))
			}
			for i := range 3 {
				l.line(float64(100+i), profile.EventEffect, profile.Observation{OperationKey: "ship:1", DownstreamID: fmt.Sprint("SHIP-", i), ResourceType: "order", ResourceID: "1"})
			}
		}, analyze.Effects{NotTied: 2}, analyze.Effects{NotTied: 2}},
	} {
		t.Run(test.name, func(t *testing.T) {
			l := newLog()
			test.build(l)
			a := l.advise(t)
			equal(t, "effects made twice", 2, a.Replayed.EffectsTwice)
			equal(t, "by the logged key", test.key, find(t, a, "logged_key", 0).Effects)
			equal(t, "by delivery ID", test.id, find(t, a, "delivery_id", 0).Effects)
			if !strings.Contains(a.Answer, "Of 2 effects made twice") {
				t.Errorf("the answer does not tell of the effects: %s", a.Answer)
			}
		})
	}
}

// TestAdviseByRule: the receiver names the operation in its lines about the first of three requests only, and a rule names it for all.
func TestAdviseByRule(t *testing.T) {
	rule, err := analyze.ParseRule("ship:{resource.id}", "topic=order.updated")
	if err != nil {
		t.Fatal(err)
	}
	l := newLog()
	for i, status := range []string{"processing", "packed", "completed"} {
		key := ""
		if i == 0 {
			key = "ship:1"
		}
		l.arrives(float64(10*i), order(fmt.Sprint(i), "1", fmt.Sprint("d", i), status, key))
	}
	a := analyze.Advise(l.History, analyze.Options{Rules: []analyze.Rule{rule}}, analyze.Filter{})
	equal(t, "origins", map[string]int{"logged": 0, "rule": 1, "derived": 0}, a.Replayed.ByOrigin)
	equal(t, "by the rule", "rule_key recommended 2 0 0 0", short(find(t, a, "rule_key", 0)))
	equal(t, "by the log", "logged_key stops_nothing 0 2 0 2", short(find(t, a, "logged_key", 0)))
	if len(a.Rules) != 1 || a.Rules[0].Requests != 2 {
		t.Errorf("rules are %+v, want one that names the operation of 2 requests", a.Rules)
	}
}

// TestAdviseWhileWorking: the second request comes half a second after the first, whose work lasts until 1.2 s; the third after it.
func TestAdviseWhileWorking(t *testing.T) {
	l := newLog()
	for i, at := range []float64{0, 0.5, 5} {
		l.arrives(at, order(fmt.Sprint(i), "1", fmt.Sprint("d", i), "processing", "ship:1"))
	}
	l.works(1, order("0", "1", "d0", "processing", "ship:1"), "job", "w1", "SHIP-1")
	c := find(t, l.advise(t), "logged_key", 0)
	equal(t, "stopped, while the first was working", []int{2, 1}, []int{c.RepeatsStopped, c.WhileWorking})
}

// TestAdviseFromDeliveries: with nothing but the sender's log, what was answered with success stands for what arrived.
func TestAdviseFromDeliveries(t *testing.T) {
	l := newLog()
	for i, code := range []int{202, 202, 500} {
		o := order("", "1", fmt.Sprint("d", i), "processing", "")
		o.RequestID, o.Code, o.Took, o.Ends = "", code, 50*time.Second, true
		l.line(float64(100*i), profile.EventDelivery, o)
	}
	a := l.advise(t)
	equal(t, "arrivals, requests, repeats", []any{"deliveries", 2, 1}, []any{a.Replayed.Arrivals, a.Replayed.Requests, a.Replayed.Repeats})
	equal(t, "payload hash", "payload_hash recommended 1 0 0 0", short(find(t, a, "payload_hash", 0)))
	// WooCommerce waits for 60 s: four fifths of them are 48.
	if len(a.Responses) != 1 {
		t.Fatalf("responses are %+v, want one sender's", a.Responses)
	}
	r := a.Responses[0]
	equal(t, "answers", []any{"woocommerce", int64(60_000), 3, 3, 0, int64(50_000)}, []any{r.Provider, r.DeadlineMS, r.Measured, r.Near, r.Over, r.LongestMS})
	if !strings.HasPrefix(r.Step, "Answer first") {
		t.Errorf("the step is %q", r.Step)
	}
}

// TestAdviseFilter: counts are of what the filter leaves, the guard and the recommendation see all. Orders 1 and 2 share a delivery
// ID; of order 1 alone it would look harmless.
func TestAdviseFilter(t *testing.T) {
	l := newLog()
	l.arrives(0, order("1", "1", "d1", "processing", "ship:1"))
	l.arrives(0.1, order("2", "2", "d1", "processing", "ship:2"))
	l.arrives(10, order("3", "1", "d3", "processing", "ship:1"))
	for _, test := range []struct {
		name     string
		filter   analyze.Filter
		requests int
		repeats  int
		want     string
	}{
		{"none", analyze.Filter{}, 3, 1, "delivery_id drops 0 1 1 0"},
		{"an order", analyze.Filter{ResourceType: "Order", ResourceID: "1"}, 2, 1, "delivery_id drops 0 1 0 0"},
		{"an operation", analyze.Filter{OperationKey: "ship:2"}, 1, 0, "delivery_id drops 0 0 1 0"},
		{"a delivery", analyze.Filter{DeliveryID: "d3"}, 1, 1, "delivery_id drops 0 1 0 0"},
		{"a time", analyze.Filter{Since: l.Observations[4].Time}, 1, 1, "delivery_id drops 0 1 0 0"},
		{"nothing", analyze.Filter{ResourceType: "order", ResourceID: "9"}, 0, 0, "delivery_id drops 0 0 0 0"},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := analyze.Advise(l.History, analyze.Options{}, test.filter)
			equal(t, "requests, repeats", []int{test.requests, test.repeats}, []int{a.Replayed.Requests, a.Replayed.Repeats})
			equal(t, "delivery ID", test.want, short(find(t, a, "delivery_id", 0)))
			equal(t, "recommended", "logged_key", a.Recommended)
			equal(t, "answer", "Claim by the logged key: of 1 repeat it would have stopped 1, and dropped no operation.", a.Answer)
		})
	}
}

// TestAdviseRegistrations: one of two registrations may go only where nothing tells them apart.
func TestAdviseRegistrations(t *testing.T) {
	for _, test := range []struct {
		name, url, topic, api, says string
	}{
		{"alike", "https://hooks.example.test/a", "order.updated", "3", "Registrations 3 and 4 agree in URL, topic and API version"},
		{"another version", "https://hooks.example.test/a", "order.updated", "2", "Remove neither of registrations 3 and 4: they differ in API version."},
		{"an unknown version", "https://hooks.example.test/a", "order.updated", "", "Whether registrations 3 and 4 agree in API version is not in the evidence"},
		{"another URL", "https://hooks.example.test/b", "order.updated", "3", "Remove neither of registrations 3 and 4: they differ in URL."},
	} {
		t.Run(test.name, func(t *testing.T) {
			l := newLog()
			for i, o := range []profile.Observation{
				{URL: "https://hooks.example.test/a", Topic: "order.updated", APIVersion: "3"}, {URL: test.url, Topic: test.topic, APIVersion: test.api},
			} {
				o.Provider, o.Shop, o.RowStatus, o.WebhookID = "woocommerce", "http://shop.example.test/", "active", fmt.Sprint(3+i)
				l.line(-1, profile.EventRegistration, o)
			}
			for i := range 2 {
				o := order(fmt.Sprint(i), "1", fmt.Sprint("d", i), "processing", "ship:1")
				o.WebhookID = fmt.Sprint(3 + i)
				l.arrives(float64(i), o)
				l.works(float64(10+i), o, fmt.Sprint("job", i), "w1", fmt.Sprint("SHIP-", i))
			}
			a := l.advise(t)
			if len(a.Classes) == 0 || a.Classes[0].Class != "config_duplication" || !strings.HasPrefix(a.Classes[0].Steps[0], test.says) {
				t.Errorf("classes are %+v, want config_duplication with the step %q", a.Classes, test.says)
			}
		})
	}
}

// TestAdviseForms: what a log says is never in the text to copy.
func TestAdviseForms(t *testing.T) {
	l := newLog()
	for i := range 2 {
		l.arrives(float64(i), order(fmt.Sprint(i), "1", fmt.Sprint("d", i), "processing", "'); DROP TABLE orders; --"))
	}
	a := l.advise(t)
	equal(t, "recommended", "logged_key", a.Recommended)
	equal(t, "forms", 5, len(a.Forms))
	for _, f := range a.Forms {
		if strings.Contains(f.Text+f.Note, "DROP") {
			t.Errorf("%s quotes the log:\n%s", f.Name, f.Text)
		}
		for line := range strings.Lines(f.Text) {
			if len(line) > 59 {
				t.Errorf("%s does not fit into 60 columns, with two before it: %q", f.Name, line)
			}
		}
		if f.Name != "second_net" && !strings.Contains(f.Text, "?") {
			t.Errorf("%s has no placeholder:\n%s", f.Name, f.Text)
		}
	}
}

// TestAdviceByFileOrder: what the files are called changes nothing.
func TestAdviceByFileOrder(t *testing.T) {
	all := incidentsToDraw(t)
	rapid.Check(t, func(r *rapid.T) {
		folder, h := all.draw(r)
		shuffled := drawOrder(r, h)
		equal(t, folder+" in another order", analyze.Advise(h, analyze.Options{}, analyze.Filter{}), analyze.Advise(shuffled, analyze.Options{}, analyze.Filter{}))
	})
}

// TestAdviceSums leaves out any files and kinds of identifiers: whatever is left, each request is covered by a candidate or not, each
// effect made twice has one reason, and nothing is recommended that drops.
func TestAdviceSums(t *testing.T) {
	all := incidentsToDraw(t)
	rapid.Check(t, func(r *rapid.T) {
		_, h := all.draw(r)
		rest := drawRest(r, h)
		rest.Observations = taken(rest, rapid.SampledFrom(ways).Draw(r, "taken away"))
		a := analyze.Advise(rest, analyze.Options{}, analyze.Filter{})
		for _, c := range a.Candidates {
			e := c.Effects
			switch {
			case c.Covered+c.NotCovered != a.Replayed.Requests:
				r.Errorf("%s: %d requests are covered and %d not, of %d", short(c), c.Covered, c.NotCovered, a.Replayed.Requests)
			case c.RepeatsStopped+c.RepeatsLetThrough > a.Replayed.Requests, c.OperationsDropped > a.Replayed.Operations, len(c.Dropped) > c.OperationsDropped:
				r.Errorf("%s: more than there is: %+v of %+v", short(c), c, a.Replayed)
			case e.Stopped+e.LetThrough+e.BelowOneRequest+e.OtherCaller+e.NotTied != a.Replayed.EffectsTwice:
				r.Errorf("%s: effects are %+v, want %d in all", short(c), e, a.Replayed.EffectsTwice)
			case (c.Verdict == analyze.Recommended || c.Verdict == analyze.Sound) && c.OperationsDropped+c.HeldBack > 0:
				r.Errorf("%s drops or holds back", short(c))
			}
		}
	})
}
