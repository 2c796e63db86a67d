package analyze

import (
	"slices"
	"testing"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// shows gives a line a stamp without a zone.
func shows(stamp string) func(*profile.Observation) {
	return func(o *profile.Observation) {
		at, err := time.Parse(time.DateTime, stamp)
		if err != nil {
			panic(err)
		}
		o.Time, o.Precision = at.UnixNano(), 0
	}
}

// TestApartInLog: when the stamps of lines without a zone tell how much time lies between them.
func TestApartInLog(t *testing.T) {
	const wednesday = "2026-11-25 13:00:00"
	for _, tt := range []struct {
		name, a, b, in string
		want           time.Duration
		known          bool
	}{
		{"one file", wednesday, "2026-11-25 14:00:05", "app.log", time.Hour + 5*time.Second, true},
		{"over a night of the week", wednesday, "2026-11-26 05:00:00", "app.log", 16 * time.Hour, true},
		{"a rotated file", wednesday, "2026-11-25 14:00:05", "app.log.1", time.Hour + 5*time.Second, true},
		{"another log", wednesday, "2026-11-25 14:00:05", "worker.log", 0, false},
		{"backwards", wednesday, "2026-11-25 12:59:00", "app.log", 0, false},
		{"over a Sunday's night", "2026-10-24 23:50:00", "2026-10-25 05:00:00", "app.log", 0, false},
		{"over a Saturday's night in summer", "2026-07-03 23:50:00", "2026-07-04 05:00:00", "app.log", 5*time.Hour + 10*time.Minute, true},
		{"over a Saturday's night in autumn", "2026-10-30 23:50:00", "2026-10-31 05:00:00", "app.log", 0, false},
		{"over two weeks", wednesday, "2026-12-09 13:00:00", "app.log", 0, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := &handmade{}
			h.add("app.log", profile.EventReceived, 0, shows(tt.a))
			h.add(tt.in, profile.EventReceived, 0, shows(tt.b))
			history := h.history()
			var logs []string
			for _, s := range history.Sources {
				logs = append(logs, stem(s.Name))
			}
			a, b := &record{Observation: history.Observations[0]}, &record{Observation: history.Observations[1]}
			if gap, known := apartInLog(a, b, logs); gap != tt.want || known != tt.known {
				t.Errorf("%v, %v; want %v, %v", gap, known, tt.want, tt.known)
			}
		})
	}
	if _, known := apartInLog(&record{}, &record{}, nil); known {
		t.Error("lines without a stamp lie some time apart")
	}
}

// TestRetryWithoutZone: a retry is the provider's own where the lines of one log show that it came in time, and unattributed where they are of
// two logs.
func TestRetryWithoutZone(t *testing.T) {
	for _, tt := range []struct{ name, second, cause string }{
		{"one log", "app/app.log", "provider_retry"},
		{"two logs", "app/other.log", "unattributed"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := &handmade{}
			one := all(sender("stripe"), eventID("evt_1ScHbBmTKXPD8fYvaaaaaaaa"), order("14"), url("/hooks"))
			h.add("app/app.log", profile.EventReceived, 0, one, request("request-a"), shows("2026-11-25 13:00:00"))
			h.add("app/app.log", profile.EventResponded, 0, request("request-a"), code(500), shows("2026-11-25 13:00:01"))
			h.add(tt.second, profile.EventReceived, 0, one, request("request-b"), shows("2026-11-25 14:00:05"))
			h.add(tt.second, profile.EventResponded, 0, request("request-b"), code(200), shows("2026-11-25 14:00:06"))
			d := h.diagnose()
			if !slices.ContainsFunc(d.Duplicates, func(x Duplicate) bool { return x.Class == Replay && x.Cause == tt.cause }) {
				t.Errorf("%d duplicates, %v; want a replay, %s", len(d.Duplicates), d.Summary.ByClass, tt.cause)
			}
			for _, x := range d.Duplicates {
				for _, e := range x.Evidence {
					if e.Time.String() != "" {
						t.Errorf("%s:%d has the time %s", e.Source, e.Line, e.Time)
					}
				}
			}
		})
	}
}

// TestOverlapWithoutZone: two runs of one job overlap where the lines of one file show it, and may do anything where they are of two files.
func TestOverlapWithoutZone(t *testing.T) {
	for _, tt := range []struct {
		name, second, called string
		want                 Class
	}{
		{"at once", "app/worker.log", "2026-11-25 13:00:30", ReceiverRace},
		{"one after the other", "app/worker.log", "2026-11-25 14:00:30", DownstreamDuplication},
		{"in two files", "app/worker-2.log", "2026-11-25 13:00:30", Undetermined},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := &handmade{}
			job := all(order("14"), key("ship:14"), jobID("job-00001"))
			run := func(file, worker, from, to, record string) {
				of := func(o *profile.Observation) { o.Worker = worker }
				h.add(file, profile.EventStarted, 0, job, of, shows(from))
				h.add(file, profile.EventCalled, 0, job, of, shows(from))
				h.add(file, profile.EventResult, 0, job, of, shows(to), made(record), code(201))
				h.add(file, profile.EventDone, 0, job, of, shows(to))
			}
			run("app/worker.log", "worker-1", "2026-11-25 13:00:00", "2026-11-25 13:10:00", "SHIP-1")
			run(tt.second, "worker-2", tt.called, "2026-11-25 15:00:00", "SHIP-2")
			d := h.diagnose()
			if len(d.Duplicates) != 1 || d.Duplicates[0].Class != tt.want {
				t.Errorf("%d duplicates, %v; want one, %s", len(d.Duplicates), d.Summary.ByClass, tt.want)
			}
		})
	}
}
