package analyze

import (
	"slices"
	"testing"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// TestHowArrivalsAreToldApart: two "received" of one delivery are as certain as what tells them apart.
func TestHowArrivalsAreToldApart(t *testing.T) {
	const a, b = "receiver/a.log", "receiver/b.log"
	type line struct {
		file string
		e    profile.Event
		at   time.Duration // in milliseconds
		set  func(*profile.Observation)
	}
	by := func(process string) func(*profile.Observation) {
		return func(o *profile.Observation) { o.Process = process }
	}
	from := func(port string) func(*profile.Observation) {
		return func(o *profile.Observation) { o.Connection = port }
	}
	upstreams := func(text string) func(*profile.Observation) {
		return func(o *profile.Observation) {
			o.Upstream, o.Took, o.Ends, o.Process = text, 110*time.Millisecond, true, ""
		}
	}
	one := by("41")
	tests := []struct {
		name       string
		lines      []line
		class      Class
		confidence Confidence
	}{
		{"the second behind the first one's answer", []line{
			{a, profile.EventReceived, 0, one}, {a, profile.EventResponded, 90, one}, {a, profile.EventReceived, 100, one}, {a, profile.EventResponded, 150, one},
		}, Replay, Proven},
		{"both before any answer", []line{
			{a, profile.EventReceived, 0, one}, {a, profile.EventReceived, 30, one}, {a, profile.EventResponded, 90, one}, {a, profile.EventResponded, 110, one},
		}, Undetermined, Possible},
		{"both before any answer, and one left as a repeat of the other", []line{
			{a, profile.EventReceived, 0, one},
			{a, profile.EventReceived, 30, one},
			{a, profile.EventClaimed, 35, one},
			{a, profile.EventDuplicate, 40, one},
			{a, profile.EventResponded, 90, one},
			{a, profile.EventResponded, 110, one},
		}, Replay, Proven},
		{"both before any answer, over two connections", []line{
			{a, profile.EventReceived, 0, from("4001")},
			{a, profile.EventReceived, 30, from("4002")},
			{a, profile.EventResponded, 90, from("4001")},
			{a, profile.EventResponded, 110, from("4002")},
		}, Replay, Proven},
		{"no answers, and seconds between", []line{
			{a, profile.EventReceived, 0, one}, {a, profile.EventReceived, 2500, one},
		}, Replay, Likely},
		{"two processes, each in a log of its own", []line{
			{a, profile.EventReceived, 0, one}, {a, profile.EventResponded, 90, one}, {b, profile.EventReceived, 30, by("77")}, {b, profile.EventResponded, 60, by("77")},
		}, Replay, Likely},
		{"two processes, and a proxy that tried two upstreams", []line{
			{a, profile.EventReceived, 0, one},
			{a, profile.EventResponded, 90, one},
			{b, profile.EventReceived, 30, by("77")},
			{b, profile.EventResponded, 60, by("77")},
			{"nginx/access.json.log", profile.EventProxied, 100, upstreams("504/0.030, 200/0.040")},
		}, Replay, Proven},
		{"two processes, and a proxy that tried one upstream", []line{
			{a, profile.EventReceived, 0, one},
			{a, profile.EventResponded, 90, one},
			{b, profile.EventReceived, 30, by("77")},
			{b, profile.EventResponded, 60, by("77")},
			{"nginx/access.json.log", profile.EventProxied, 100, upstreams("200/0.100")},
		}, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := &handmade{}
			for _, l := range tt.lines {
				h.add(l.file, l.e, l.at*time.Millisecond, order("14"), webhook("3", "delivery-of-order-14"), request("request-of-order-14"), body("body"), func(o *profile.Observation) {
					if l.e == profile.EventResponded || l.e == profile.EventProxied {
						o.Code = 200
					}
				}, l.set)
			}
			d := h.diagnose()
			if tt.class == "" {
				if len(d.Duplicates) > 0 || d.Summary.Receipts != 1 {
					t.Errorf("%d elements of %d receipts, want none of 1", len(d.Duplicates), d.Summary.Receipts)
				}
				return
			}
			if len(d.Duplicates) != 1 {
				t.Fatalf("%d elements, want 1", len(d.Duplicates))
			}
			if x := d.Duplicates[0]; x.Class != tt.class || x.Confidence != tt.confidence {
				t.Errorf("%s, %s, want %s, %s: %s; doubts %q", x.Class, x.Confidence, tt.class, tt.confidence, x.Headline, x.Doubts)
			}
		})
	}
}

// TestProxyGaveUpOnRun: two receivers, whose clocks nothing ties closely, run one request that the proxy passed to both. Whether
// the runs overlapped, the first one's duration tells.
func TestProxyGaveUpOnRun(t *testing.T) {
	for name, tt := range map[string]struct {
		first time.Duration // of the first receiver's run
		race  bool
	}{
		"the first went on":                       {2 * time.Second, true},
		"the first was over, its answer was lost": {900 * time.Millisecond, false},
	} {
		t.Run(name, func(t *testing.T) {
			h := &handmade{}
			of := all(order("14"), key("shipment:create:14:full"), webhook("3", "delivery-of-order-14"), request("request-of-order-14"), body("body"))
			for i, took := range []time.Duration{tt.first, 80 * time.Millisecond} {
				file, process := []string{"receiver/a.log", "receiver/b.log"}[i], []string{"41", "77"}[i]
				at := time.Duration(i) * 1005 * time.Millisecond
				mine := all(of, func(o *profile.Observation) { o.Process = process })
				h.add(file, profile.EventReceived, at, mine)
				h.add(file, profile.EventCalled, at+time.Millisecond, mine)
				h.add(file, profile.EventResult, at+took, mine, made([]string{"SHIP-1", "SHIP-2"}[i]), code(201))
			}
			h.add("nginx/access.json.log", profile.EventProxied, 1090*time.Millisecond, of, code(200), func(o *profile.Observation) {
				o.Upstream, o.Took, o.Ends, o.OperationKey = "504/1.002, 200/0.085", 1090*time.Millisecond, true, ""
			})
			d := h.diagnose()
			i := slices.IndexFunc(d.Duplicates, func(x Duplicate) bool { return x.Class == Replay })
			if i < 0 {
				t.Fatalf("no replay among %d elements", len(d.Duplicates))
			}
			if race := slices.Contains(d.Duplicates[i].Contributing, string(ReceiverRace)); race != tt.race {
				t.Errorf("contributing %v, want receiver_race: %v", d.Duplicates[i].Contributing, tt.race)
			}
		})
	}
}
