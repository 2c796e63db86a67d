package analyze

import (
	"testing"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// TestStandsTwice: a line that stands twice is of two requests, of which nothing but the line tells, where its stamp has only the second; two
// loggers of one process write at one moment.
func TestStandsTwice(t *testing.T) {
	for _, tt := range []struct {
		name      string
		precision time.Duration
		receipts  int
	}{{"in one second", time.Second, 2}, {"in one millisecond", time.Millisecond, 1}} {
		t.Run(tt.name, func(t *testing.T) {
			h := &handmade{}
			for range 2 {
				h.add("app/app.log", profile.EventReceived, 0, order("14"), webhook("3", "3e9b1f70c24d58a6b7e0912f4c6d83ab"), func(o *profile.Observation) { o.Precision = tt.precision })
			}
			d := h.diagnose()
			if d.Summary.Receipts != tt.receipts || len(d.Duplicates) != tt.receipts-1 {
				t.Fatalf("%d receipts, %d duplicates; want %d receipts", d.Summary.Receipts, len(d.Duplicates), tt.receipts)
			}
			for _, x := range d.Duplicates {
				if x.Class != Undetermined || x.Confidence != Possible {
					t.Errorf("%s, %s; want %s, %s", x.Class, x.Confidence, Undetermined, Possible)
				}
			}
		})
	}
}

// TestShippedTwice: what ships logs delivers a line at least once. One that names its request, or a worker at a job, at a moment finer than
// a second is of one thing, however often it stands there, and also where another log says it too.
func TestShippedTwice(t *testing.T) {
	for _, tt := range []struct {
		name      string
		precision time.Duration
		request   string
		log       string
		open      bool
	}{
		{"one request", time.Millisecond, "409731a49d20b3c2", "nginx/access.log", false},
		{"in another log, too", time.Millisecond, "409731a49d20b3c2", "nginx/access.log.1", false},
		{"in one second", time.Second, "", "nginx/access.log", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := &handmade{}
			for _, log := range []string{"nginx/access.log", "nginx/access.log", tt.log} {
				h.add(log, profile.EventProxied, 0, order("14"), webhook("3", "3e9b1f70c24d58a6b7e0912f4c6d83ab"), func(o *profile.Observation) {
					o.Precision, o.RequestID, o.Code = tt.precision, tt.request, 200
				})
			}
			d := h.diagnose()
			if (len(d.Duplicates) > 0) != tt.open {
				t.Errorf("%d duplicates: %+v", len(d.Duplicates), d.Duplicates)
			}
		})
	}
}

// TestWorkerLinesShippedTwice: the same of a worker's log. A worker that took a job twice at one moment would be two workers.
func TestWorkerLinesShippedTwice(t *testing.T) {
	runs := func(workers ...string) int {
		h := &handmade{}
		for _, worker := range workers {
			h.add("receiver/worker.log", profile.EventStarted, 0, order("14"), func(o *profile.Observation) {
				o.Precision, o.JobID, o.Worker, o.OperationKey = time.Millisecond, "7", worker, "shipment:create:14:full"
			})
		}
		n := 0
		for _, op := range h.diagnose().Operations {
			n += op.Executions
		}
		return n
	}
	if n := runs("worker-1", "worker-1"); n != runs("worker-1") {
		t.Errorf("a line that stands twice: %d executions", n)
	}
}

// TestDeliveryLogShippedTwice: the same of the sender's log. WooCommerce's has whole seconds, and how long a delivery took to ten microseconds;
// two that took as long to the millisecond may be two.
func TestDeliveryLogShippedTwice(t *testing.T) {
	for took, want := range map[time.Duration]int{404570 * time.Microsecond: 1, 404 * time.Millisecond: 2} {
		var obs []profile.Observation
		for line := range int64(2) {
			obs = append(obs, profile.Observation{
				Event: profile.EventDelivery, Line: line + 1, Time: int64(time.Hour), Precision: time.Second, DeliveryID: "3e9b1f70c24d58a6", WebhookID: "3", Code: 200, Took: took,
			})
		}
		if got := len(distinct(obs, new(rows))); got != want {
			t.Errorf("took %s: %d records, want %d", took, got, want)
		}
	}
}

// TestHandlerLinesShippedTwice: of a call that a request's handler made, two equal lines may be of two calls in one millisecond, and are of one
// in one microsecond.
func TestHandlerLinesShippedTwice(t *testing.T) {
	for precision, want := range map[time.Duration]int{time.Microsecond: 1, time.Millisecond: 2} {
		var obs []profile.Observation
		for line := range int64(2) {
			obs = append(obs, profile.Observation{Event: profile.EventCalled, Line: line + 1, Time: int64(time.Hour), Precision: precision, RequestID: "d00b37ea93fc7315"})
		}
		if got := len(distinct(obs, new(rows))); got != want {
			t.Errorf("stamps of %s: %d records, want %d", precision, got, want)
		}
	}
}
