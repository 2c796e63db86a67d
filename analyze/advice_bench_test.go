package analyze

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// BenchmarkReplay shows how the cost of replaying all candidates grows, without that of the diagnosis before it: with the number of resources, and
// with the history of each. The figure to look at is ns/request, which must not grow.
func BenchmarkReplay(b *testing.B) {
	for _, n := range []int{20_000, 200_000} {
		for _, resources := range []int{n / 8, n / 1000} {
			b.Run(fmt.Sprintf("%d requests/%d resources", n, resources), func(b *testing.B) {
				worlds, each := judged(requestsOnly(n, resources), Options{})
				b.ReportAllocs()
				for b.Loop() {
					s := streamOf(words{}, worlds, slices.Concat(each...), Filter{})
					if best := choose(s.candidates(), s.repeats); best == nil || best.RepeatsStopped != n/2 {
						b.Fatalf("the best is %+v, want one that stops %d repeats", best, n/2)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/request")
			})
		}
	}
}

// requestsOnly makes a history of n requests, each state of a resource twice.
func requestsOnly(n, resources int) History {
	h := History{Sources: []profile.Source{{Name: "receiver.log"}}}
	start := time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC).UnixNano()
	for i := range n {
		resource, state := fmt.Sprint(i/2%resources), fmt.Sprint(i/2)
		h.Observations = append(h.Observations, profile.Observation{
			Event: profile.EventReceived, Time: start + int64(i)*int64(time.Second), Precision: time.Millisecond,
			Line: int64(i + 1), Lines: 1, Offset: int64(i) * 100, Provider: "woocommerce", Shop: "http://shop.example.test/",
			Topic: "order.updated", ResourceType: "order", ResourceID: resource, WebhookID: "3",
			DeliveryID: fmt.Sprintf("%032d", i), RequestID: fmt.Sprintf("request-%d", i),
			OperationKey: "shipment:create:" + resource + ":" + state, Body: sha256.Sum256([]byte(state)), Status: "processing",
		})
	}
	return h
}
