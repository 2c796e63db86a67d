package analyze

import (
	"testing"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// line makes a record n milliseconds after midnight.
func line(e profile.Event, ms int64, precision time.Duration) *record {
	at := ms * int64(time.Millisecond)
	return &record{Observation: profile.Observation{Event: e, Time: at - at%int64(precision), Precision: precision}}
}

func TestOverlap(t *testing.T) {
	const ms = time.Millisecond
	// A run of a job: when it was handed out and when its result came; 0 for no result.
	job := func(started, result int64, precision time.Duration) *run {
		n := &run{logs: []string{"worker"}}
		n.add(line(profile.EventStarted, started, precision))
		n.add(line(profile.EventCalled, started, precision))
		if result > 0 {
			n.add(line(profile.EventResult, result, precision))
		}
		return n
	}
	for _, test := range []struct {
		name string
		a, b *run
		want profile.Tri
	}{
		{"one inside the other", job(1000, 9000, ms), job(2000, 3000, ms), profile.Yes},
		{"one after the other", job(1000, 2000, ms), job(3000, 4000, ms), profile.No},
		{"in the other order", job(3000, 4000, ms), job(1000, 2000, ms), profile.No},
		{"they touch within a stamp", job(1000, 2000, ms), job(2000, 3000, ms), profile.NotSaid},
		{"the first has no end", job(1000, 0, ms), job(3000, 4000, ms), profile.NotSaid},
		{"no end, but its call lies inside the other", job(2000, 0, ms), job(1000, 4000, ms), profile.Yes},
		{"stamps of one second, one apart", job(1000, 2000, time.Second), job(2900, 3900, time.Second), profile.NotSaid},
		{"stamps of one second, far apart", job(1000, 2000, time.Second), job(5000, 6000, time.Second), profile.No},
		{"stamps of one second, long runs", job(1000, 9000, time.Second), job(3000, 12000, time.Second), profile.Yes},
		{"two stamps of one second prove no order", job(1200, 1300, time.Second), job(1500, 1600, time.Second), profile.NotSaid},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := overlap(test.a, test.b, true); got != test.want {
				t.Errorf("overlap = %v, want %v", got, test.want)
			}
			if got := overlap(test.b, test.a, true); got != test.want {
				t.Errorf("turned round: overlap = %v, want %v", got, test.want)
			}
		})
	}
}

func TestRunsOfOneJob(t *testing.T) {
	at := func(e profile.Event, ms int64, worker string, attempt int) *record {
		r := line(e, ms, time.Millisecond)
		r.Worker, r.Attempt = worker, attempt
		return r
	}
	again := func(ms int64, worker string) *record {
		r := at(profile.EventStarted, ms, worker, 0)
		r.Via = profile.ViaBroker
		return r
	}
	for _, test := range []struct {
		name  string
		lines []*record
		runs  int
		calls []int // of each run
		mixed bool
	}{
		{
			name: "two workers, interleaved",
			lines: []*record{
				at(profile.EventStarted, 1, "a", 1), at(profile.EventCalled, 1, "a", 1), at(profile.EventStarted, 2, "b", 1), at(profile.EventCalled, 2, "b", 1),
				at(profile.EventResult, 9, "b", 1), at(profile.EventResult, 10, "a", 1), at(profile.EventDone, 11, "b", 1), at(profile.EventDone, 12, "a", 1),
			},
			runs: 2, calls: []int{1, 1},
		},
		{
			name: "interleaved, and the lines name nobody",
			lines: []*record{
				at(profile.EventStarted, 1, "", 0), at(profile.EventCalled, 1, "", 0), at(profile.EventStarted, 2, "", 0), at(profile.EventCalled, 2, "", 0),
				at(profile.EventResult, 9, "", 0), at(profile.EventResult, 10, "", 0),
			},
			runs: 2, calls: []int{0, 2}, mixed: true,
		},
		{
			name: "handed out again by a broker that had taken it back; only the starts name who",
			lines: []*record{
				at(profile.EventStarted, 1, "a", 1), at(profile.EventCalled, 2, "", 0), at(profile.EventResult, 3, "", 0), again(5, "b"),
				at(profile.EventCalled, 6, "", 0), at(profile.EventResult, 7, "", 0), at(profile.EventDone, 8, "", 0),
			},
			runs: 2, calls: []int{1, 1},
		},
		{
			name: "a second attempt of one worker",
			lines: []*record{
				at(profile.EventStarted, 1, "a", 1), at(profile.EventCalled, 1, "a", 1), at(profile.EventCallFailed, 5, "a", 1),
				at(profile.EventStarted, 6, "a", 2), at(profile.EventCalled, 6, "a", 2), at(profile.EventResult, 9, "a", 2),
			},
			runs: 2, calls: []int{1, 1},
		},
		{
			name: "a call repeated inside one run, without a start line",
			lines: []*record{
				at(profile.EventCalled, 1, "", 1), at(profile.EventCallFailed, 5, "", 1), at(profile.EventCalled, 6, "", 2), at(profile.EventResult, 9, "", 2),
				at(profile.EventDone, 10, "", 0),
			},
			runs: 1, calls: []int{2},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			for i, r := range test.lines {
				r.Offset = int64(i)
			}
			runs, _ := (&tree{world: &world{span: &span{logs: []string{"worker"}}}}).splitRuns(inTime(test.lines), false)
			if len(runs) != test.runs {
				t.Fatalf("%d runs, want %d", len(runs), test.runs)
			}
			mixed := false
			for i, n := range runs {
				mixed = mixed || n.mixed
				if len(n.calls) != test.calls[i] && !test.mixed {
					t.Errorf("run %d made %d calls, want %d", i, len(n.calls), test.calls[i])
				}
			}
			if mixed != test.mixed {
				t.Errorf("mixed = %v, want %v", mixed, test.mixed)
			}
		})
	}
}
