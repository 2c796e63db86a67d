package analyze_test

import (
	"crypto/sha256"
	"fmt"
	"testing"
	"time"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// storm makes a history of n deliveries over a number of resources; each state is delivered twice, and each delivery's job
// makes a record.
func storm(n, resources int) analyze.History {
	h := analyze.History{Sources: []profile.Source{{Name: "receiver.log"}, {Name: "worker.log"}}}
	start := time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC).UnixNano()
	var work []profile.Observation
	for i := range n {
		resource := fmt.Sprint(i / 2 % resources)
		state := fmt.Sprint(i / 2)
		body := sha256.Sum256([]byte(state))
		o := profile.Observation{
			Precision: time.Millisecond, Lines: 1, Line: int64(3*i + 1), Offset: int64(3 * i * 100), Provider: "woocommerce",
			Shop: "http://shop.example.test/", Topic: "order.updated", ResourceType: "order", ResourceID: resource,
			WebhookID: "3", DeliveryID: fmt.Sprintf("%032d", i), RequestID: fmt.Sprintf("request-%d", i),
			OperationKey: "shipment:create:" + resource + ":" + state, Body: body, Signature: profile.Mark(body[:16]),
		}
		at := start + int64(i)*int64(time.Second)
		for k, e := range []profile.Event{profile.EventReceived, profile.EventClaimed, profile.EventEnqueued} {
			r := o
			r.Event, r.Time, r.Line, r.Offset = e, at+int64(k)*int64(time.Millisecond), o.Line+int64(k), o.Offset+int64(k)*100
			if e == profile.EventEnqueued {
				r.JobID = fmt.Sprint(i + 1)
			}
			h.Observations = append(h.Observations, r)
		}
		for k, e := range []profile.Event{profile.EventStarted, profile.EventCalled, profile.EventResult} {
			r := o
			r.Source, r.Event, r.Time = 1, e, at+int64(10+k)*int64(time.Millisecond)
			r.JobID, r.Worker, r.Attempt, r.Signature, r.Body = fmt.Sprint(i+1), "worker-1", 1, profile.Mark{}, profile.Hash{}
			if e == profile.EventResult {
				r.Code, r.DownstreamID = 201, fmt.Sprintf("SHIP-%d", i)
			}
			work = append(work, r)
		}
	}
	for i := range work {
		work[i].Line, work[i].Offset = int64(i+1), int64(i*100)
	}
	h.Observations = append(h.Observations, work...)
	return h
}

// BenchmarkDiagnose shows how cost grows: with the number of resources, and with the history of one resource. The figure to
// look at is ns/observation, which must not grow.
func BenchmarkDiagnose(b *testing.B) {
	for _, shape := range []struct {
		name      string
		resources func(n int) int
	}{
		{"many resources", func(n int) int { return n / 8 }},
		{"one resource", func(int) int { return 1 }},
	} {
		for _, n := range []int{2000, 8000, 32000} {
			b.Run(fmt.Sprintf("%s/%d deliveries", shape.name, n), func(b *testing.B) {
				h := storm(n, shape.resources(n))
				b.ReportAllocs()
				for b.Loop() {
					d := analyze.Diagnose(h, analyze.Options{})
					if d.Summary.Deliveries != n {
						b.Fatalf("%d deliveries, want %d", d.Summary.Deliveries, n)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(h.Observations)), "ns/observation")
			})
		}
	}
}

// crowd makes a history of one event that was told n times, which differ in what of asks.
func crowd(n int, of func(i int, o *profile.Observation), work func(i int, o *profile.Observation)) analyze.History {
	h := analyze.History{Sources: []profile.Source{{Name: "receiver.log"}}}
	start := time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC).UnixNano()
	for i := range n {
		o := profile.Observation{
			Precision: time.Millisecond, Lines: 1, Line: int64(2*i + 1), Offset: int64(200 * i), Event: profile.EventReceived, Provider: "stripe",
			EventID: "evt_1QxYz9LkdIwHu7ix", Topic: "invoice.paid", ResourceType: "invoice", ResourceID: "in_1QxYz9LkdIwHu7ix",
			RequestID: fmt.Sprintf("request-%d", i), Time: start + int64(i)*int64(50*time.Millisecond),
		}
		made := profile.Observation{
			Precision: time.Millisecond, Lines: 1, Line: o.Line + 1, Offset: o.Offset + 100, Event: profile.EventResult, Code: 201,
			RequestID: o.RequestID, DownstreamID: fmt.Sprintf("INV-%d", i), Time: o.Time + int64(5*time.Millisecond),
		}
		of(i, &o)
		work(i, &made)
		h.Observations = append(h.Observations, o, made)
	}
	return h
}

// BenchmarkCrowd shows how cost grows with what one event is told to and does: endpoints, URLs, topics, jobs, effects. ns/observation
// must not grow.
func BenchmarkCrowd(b *testing.B) {
	none := func(int, *profile.Observation) {}
	for _, shape := range []struct {
		name     string
		of, work func(i int, o *profile.Observation)
	}{
		{"endpoints", func(i int, o *profile.Observation) { o.WebhookID = fmt.Sprintf("we_%08d", i) }, none},
		{"urls", func(i int, o *profile.Observation) { o.URL = fmt.Sprintf("/hooks/%d", i) }, none},
		{"topics", func(i int, o *profile.Observation) {
			o.ActID, o.EventID, o.Topic = "req_AbCdEfGhIjKlMn", fmt.Sprintf("evt_%016d", i), fmt.Sprintf("invoice.%d", i)
		}, none},
		{"jobs", none, func(i int, o *profile.Observation) {
			o.RequestID, o.JobID, o.EventID = "", fmt.Sprintf("job-%08d", i), "evt_1QxYz9LkdIwHu7ix"
		}},
		{"effects", none, func(_ int, o *profile.Observation) {
			o.RequestID, o.EventID, o.Event = "", "evt_1QxYz9LkdIwHu7ix", profile.EventEffect
		}},
	} {
		for _, n := range []int{1000, 4000, 16000} {
			b.Run(fmt.Sprintf("%s/%d", shape.name, n), func(b *testing.B) {
				h := crowd(n, shape.of, shape.work)
				for b.Loop() {
					if d := analyze.Diagnose(h, analyze.Options{}); d.Summary.Observations != 2*n {
						b.Fatalf("%d observations, want %d", d.Summary.Observations, 2*n)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(2*n), "ns/observation")
			})
		}
	}
}
