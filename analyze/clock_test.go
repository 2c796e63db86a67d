package analyze

import (
	"testing"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

func TestAgree(t *testing.T) {
	s := int64(time.Second)
	for _, test := range []struct {
		name      string
		intervals [][2]int64
		offset    int64
		support   int
	}{
		{"equal clocks", [][2]int64{{-s, s}, {-2 * s, s / 2}}, 0, 2},
		{"within the tolerance", [][2]int64{{s, 2 * s}}, 0, 1},
		{"ninety seconds ahead", [][2]int64{{89 * s, 91 * s}, {88 * s, 92 * s}, {89 * s, 95 * s}}, 90 * s, 3},
		{"one stray among many", [][2]int64{{89 * s, 91 * s}, {89 * s, 91 * s}, {-900 * s, -800 * s}}, 90 * s, 2},
		{"only a lower bound", [][2]int64{{60 * s, unbounded}}, 60 * s, 1},
		{"only an upper bound", [][2]int64{{-unbounded, -60 * s}}, -60 * s, 1},
		{"no bound at all", [][2]int64{{-unbounded, unbounded}}, 0, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			offset, support := agree(test.intervals)
			if offset != test.offset || support != test.support {
				t.Errorf("agree = %v by %d, want %v by %d", time.Duration(offset), support, time.Duration(test.offset), test.support)
			}
		})
	}
}

// TestClocksOfOneMachine puts a receiver and its worker 90 s ahead of the shop: the worker, which only comes afterwards, takes
// the receiver's offset, and the two halves of its rotated log have one.
func TestClocksOfOneMachine(t *testing.T) {
	const ahead = int64(90 * time.Second)
	sources := []profile.Source{{Name: "receiver/receiver.log"}, {Name: "receiver/worker.log"}, {Name: "receiver/worker.log.1"}, {Name: "wc-logs/webhooks-delivery-1.log"}}
	var obs []profile.Observation
	for i := range int64(6) {
		at := i * int64(time.Minute)
		o := profile.Observation{WebhookID: "3", DeliveryID: string(rune('a' + i)), ResourceID: "14", RequestID: "request-" + string(rune('a'+i)), Precision: time.Millisecond}
		sent, got, ran := o, o, o
		sent.Source, sent.Event, sent.Time, sent.Took, sent.Ends = 3, profile.EventDelivery, at, 300*time.Millisecond, true
		sent.RequestID = ""
		got.Source, got.Event, got.Time = 0, profile.EventReceived, at+ahead-int64(100*time.Millisecond)
		ran.Source, ran.Event, ran.Time = 1, profile.EventStarted, at+ahead+int64(time.Second)
		if i < 3 {
			ran.Source = 2
		}
		obs = append(obs, sent, got, ran)
	}
	w := survey(History{Sources: sources, Observations: obs})
	for i, c := range w.clocks {
		want := ahead
		if i == 3 {
			want = 0
		}
		if off := c.offset - want; off > int64(time.Second) || off < -int64(time.Second) {
			t.Errorf("%s: offset %v, want about %v", sources[i].Name, time.Duration(c.offset), time.Duration(want))
		}
	}
	if w.clocks[1].offset != w.clocks[2].offset {
		t.Errorf("two halves of one log: %v and %v", time.Duration(w.clocks[1].offset), time.Duration(w.clocks[2].offset))
	}
}
