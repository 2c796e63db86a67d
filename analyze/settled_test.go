package analyze

import (
	"testing"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

func sender(name string) func(*profile.Observation) {
	return func(o *profile.Observation) { o.Provider = name }
}

func eventID(id string) func(*profile.Observation) {
	return func(o *profile.Observation) { o.EventID = id }
}

func from(upstream string) func(*profile.Observation) {
	return func(o *profile.Observation) { o.Upstream = upstream }
}

// TestUnserved: a request that the proxy answered by itself did nothing, unless its sender may have followed a redirect.
func TestUnserved(t *testing.T) {
	for _, tt := range []struct {
		name string
		code int
		by   string
		want Outcome
	}{
		{"a redirect of one who does not follow", 301, "stripe", Contained},
		{"a redirect of anybody", 301, "", Unknown},
		{"nothing listened", 502, "stripe", Contained},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := &handmade{}
			one := all(order("14"), sender(tt.by), eventID("evt_1"), body("b"))
			h.add("nginx/access.log", profile.EventProxied, 0, one, request("request-a"), code(tt.code))
			h.add("nginx/access.log", profile.EventProxied, 2*time.Hour, one, request("request-b"), code(200), from("200/0.1"))
			h.add("app/app.log", profile.EventReceived, 2*time.Hour, one, request("request-b"), key("ship:14"))
			h.add("app/app.log", profile.EventResult, 2*time.Hour+time.Millisecond, request("request-b"), key("ship:14"), made("SHIP-1"))
			h.add("app/app.log", profile.EventDone, 2*time.Hour+2*time.Millisecond, request("request-b"), key("ship:14"))
			h.add("app/app.log", profile.EventResponded, 2*time.Hour+3*time.Millisecond, request("request-b"), code(200))
			d := h.diagnose()
			if len(d.Duplicates) != 1 || d.Duplicates[0].Outcome != tt.want {
				t.Errorf("%d duplicates %v, want one, %s", len(d.Duplicates), d.Summary.ByOutcome, tt.want)
			}
		})
	}
}

// TestLeftByWorker: the line with which a worker leaves its job as a repeat ends its run, and no other's.
func TestLeftByWorker(t *testing.T) {
	for _, tt := range []struct {
		name, job string
		want      Outcome
	}{{"its own job", "job-00002", Contained}, {"another's", "job-00009", Unknown}} {
		t.Run(tt.name, func(t *testing.T) {
			h := &handmade{}
			one := all(order("14"), key("ship:14"), request("request-a"))
			h.add("app/web.log", profile.EventReceived, 0, one, webhook("3", "delivery-000000000000001"))
			h.add("app/web.log", profile.EventEnqueued, time.Millisecond, one, jobID("job-00001"))
			h.add("app/web.log", profile.EventEnqueued, 2*time.Millisecond, one, jobID("job-00002"))
			h.add("app/web.log", profile.EventResponded, 3*time.Millisecond, one, code(202))
			h.add("app/worker.log", profile.EventStarted, time.Second, one, jobID("job-00001"))
			h.add("app/worker.log", profile.EventCalled, time.Second+time.Millisecond, one, jobID("job-00001"))
			h.add("app/worker.log", profile.EventResult, time.Second+2*time.Millisecond, one, jobID("job-00001"), made("SHIP-1"), code(201))
			h.add("app/worker.log", profile.EventDone, time.Second+3*time.Millisecond, one, jobID("job-00001"))
			h.add("app/worker.log", profile.EventStarted, 2*time.Second, one, jobID("job-00002"))
			h.add("app/worker.log", profile.EventDuplicate, 2*time.Second+time.Millisecond, one, jobID(tt.job))
			d := h.diagnose()
			if len(d.Duplicates) != 1 || d.Duplicates[0].Outcome != tt.want {
				t.Errorf("%d duplicates %v, want one, %s", len(d.Duplicates), d.Summary.ByOutcome, tt.want)
			}
		})
	}
}

// TestCountedBySender: a request that numbers itself as a further attempt is the sender's own repeat where the attempt before failed, and
// is not where it did not, or where both are numbered alike.
func TestCountedBySender(t *testing.T) {
	attempt := func(n int) func(*profile.Observation) { return func(o *profile.Observation) { o.Attempt = n } }
	for _, tt := range []struct {
		name    string
		code    int
		attempt int
		want    Class
	}{{"after a failure", 503, 2, Replay}, {"after a success", 200, 2, Undetermined}, {"not counted", 503, 1, Undetermined}} {
		t.Run(tt.name, func(t *testing.T) {
			h := &handmade{}
			state := func(o *profile.Observation) { o.State = profile.Mark{1} }
			for i, n := range []int{1, tt.attempt} {
				at, r := time.Duration(i)*time.Minute, request("request-"+string(rune('a'+i)))
				h.add("app/web.log", profile.EventReceived, at, order("14"), state, r, attempt(n))
				answer := tt.code
				if i == 1 {
					answer = 200
				}
				h.add("app/web.log", profile.EventResponded, at+time.Millisecond, r, code(answer))
			}
			history := h.history()
			history.States = map[profile.Mark]profile.State{{1}: {Mark: profile.Mark{1}, Stable: profile.Mark{1}}}
			d := Diagnose(history, Options{})
			if len(d.Duplicates) != 1 || d.Duplicates[0].Class != tt.want {
				t.Errorf("%d duplicates %v, want one, %s", len(d.Duplicates), d.Summary.ByClass, tt.want)
			}
		})
	}
}

// TestTwoCallersOfOneLog: a page's work and the webhook's are two runs where the lines say what set them going, and one where they do not.
func TestTwoCallersOfOneLog(t *testing.T) {
	for _, tt := range []struct {
		name  string
		via   string
		class Class
	}{{"a browser's", profile.ViaBrowser, OtherPath}, {"nobody's", "", DownstreamDuplication}} {
		t.Run(tt.name, func(t *testing.T) {
			h := &handmade{}
			started := func(via string) func(*profile.Observation) { return func(o *profile.Observation) { o.Via = via } }
			one := all(order("14"), key("charge:14"))
			h.add("shop/plugin.log", profile.EventCalled, 0, one, started(tt.via))
			h.add("shop/plugin.log", profile.EventReceived, time.Second, order("14"), sender("stripe"), eventID("evt_1w6kHaNBzEEIqQNO4yjtRPD"))
			h.add("shop/plugin.log", profile.EventCalled, time.Second, one, sender("stripe"), eventID("evt_1w6kHaNBzEEIqQNO4yjtRPD"))
			h.add("shop/plugin.log", profile.EventResult, 2*time.Second, one, started(tt.via), made("ch_1bWfKXDZ1yt8sBRA"))
			h.add("shop/plugin.log", profile.EventResult, 3*time.Second, one, made("ch_1bWfKXDZ1yt8sBRA"))
			d := h.diagnose()
			if len(d.Duplicates) != 1 || d.Duplicates[0].Class != tt.class || d.Duplicates[0].Outcome == Duplicated || d.Duplicates[0].Confidence == Proven {
				t.Errorf("%d duplicates, %v, %v; want one, %s", len(d.Duplicates), d.Summary.ByClass, d.Summary.ByOutcome, tt.class)
			}
		})
	}
}
