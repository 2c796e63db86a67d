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
