package analyze

import (
	"cmp"
	"slices"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// receiptsIn parts the lines of one key into receipts, each log by itself where several say that requests came: see oneArrival.
// Lines of a log that never does go with those of the log that does most often.
func (t *tree) receiptsIn(rs []*record) []*receipt {
	came := map[string]int{}
	for _, r := range rs {
		if r.Event == profile.EventReceived {
			came[t.world.logs[r.Source]]++
		}
	}
	if len(came) < 2 {
		return splitReceipts(inTime(rs))
	}
	logs := make([]string, 0, len(came))
	for log := range came {
		logs = append(logs, log)
	}
	slices.SortFunc(logs, func(a, b string) int { return cmp.Or(cmp.Compare(came[b], came[a]), cmp.Compare(a, b)) })
	byLog := map[string][]*record{}
	for _, r := range rs {
		log := t.world.logs[r.Source]
		if came[log] == 0 {
			log = logs[0]
		}
		byLog[log] = append(byLog[log], r)
	}
	var out []*receipt
	for _, log := range logs {
		out = append(out, splitReceipts(inTime(byLog[log]))...)
	}
	return out
}

// splitReceipts parts the lines of one key in one log.
func splitReceipts(rs []*record) []*receipt {
	begins := map[*record]bool{}
	for i, episode := range episodes(rs) {
		begins[episode[0]] = i > 0
		beginnings(episode, begins)
	}
	var out []*receipt
	for _, r := range rs {
		if len(out) == 0 || begins[r] {
			out = append(out, &receipt{worker: r.Worker})
		}
		x := out[len(out)-1]
		for _, o := range out[max(0, len(out)-8):] { // an earlier one that still waits for this step, and whose thread this is
			if !o.has(r.Event) && !o.excludes(r.Event) && (o.worker == r.Worker || o.worker == "" || r.Worker == "") && !o.has(profile.EventResponded) {
				x = o
				break
			}
		}
		x.add(r)
		x.worker = cmp.Or(x.worker, r.Worker)
	}
	return out
}

// excludes tells whether a step is none of a request that has taken its operation, or that was left as a repeat.
func (x *receipt) excludes(e profile.Event) bool {
	switch e {
	case profile.EventDuplicate:
		return x.tookOn()
	case profile.EventClaimed, profile.EventEnqueued:
		return x.has(profile.EventDuplicate)
	}
	return false
}

// episodes parts lines at each "received" behind an answer: a request has one answer, so it is another request's. An episode tells of
// one request, of several at once, or of one that several loggers write of.
func episodes(rs []*record) [][]*record {
	var out [][]*record
	from, answered, came := 0, false, false
	for i, r := range rs {
		if r.Event == profile.EventReceived && answered && came {
			out = append(out, rs[from:i])
			from, answered, came = i, false, false
		}
		answered = answered || r.Event == profile.EventResponded || r.Event == profile.EventAborted
		came = came || r.Event == profile.EventReceived
	}
	return append(out, rs[from:])
}

// beginnings notes the lines of an episode, beside its first, with which a further request came. A second "received" alone is none: two
// loggers may each write one. How many there were, the receiver's own steps tell: it takes a request, or leaves it as a repeat. Where
// it says neither, each answer may be another request's. Those that came are then the ones that came latest behind the one before;
// and two that came a second apart are two. Where it says nothing else at all, a line that says the same again is another's. Over one connection, and with one request ID, it is one request.
func beginnings(rs []*record, begins map[*record]bool) {
	var came []*record
	counts := map[profile.Event]int{}
	for _, r := range rs {
		counts[r.Event]++
		if r.Event == profile.EventReceived {
			came = append(came, r)
		}
	}
	if len(came) == 0 {
		answersApart(rs, begins)
		return
	}
	if len(came) < 2 || rs[0].RequestID != "" && rs[0].Connection != "" {
		return
	}
	requests := counts[profile.EventClaimed] + counts[profile.EventDuplicate]
	if requests == 0 {
		requests = max(counts[profile.EventResponded], counts[profile.EventAborted], counts[profile.EventEnqueued])
	}
	gap := map[*record]int64{}
	for i := 1; i < len(came); i++ {
		if came[i-1].timed() && came[i].timed() {
			gap[came[i]] = came[i].at() - came[i-1].at()
		}
	}
	again := map[*record]bool{}
	if requests == 0 {
		again = saidAgain(came)
	}
	later := slices.Clone(came[1:])
	slices.SortStableFunc(later, func(a, b *record) int { return cmp.Compare(gap[b], gap[a]) })
	for i, r := range later {
		begins[r] = i < requests-1 || gap[r] >= int64(time.Second) || again[r]
	}
}

// answersApart notes each answer that is another request's, where no line says that one came, as in an access log: a request has one answer,
// of which two loggers tell within a second. Where lines have no time, one that says the same again is another's.
func answersApart(rs []*record, begins map[*record]bool) {
	var last *record
	said := map[profile.Observation]bool{}
	for _, r := range rs {
		if r.Event != profile.EventResponded && r.Event != profile.EventAborted {
			continue
		}
		o := blank(r.Observation)
		o.Time, o.Took = 0, 0
		switch {
		case last == nil:
		case r.timed() && last.timed():
			begins[r] = r.begin()-last.begin() >= int64(time.Second)
		default:
			begins[r] = said[o]
		}
		last, said[o] = r, true
	}
}

// saidAgain are lines that say what an earlier one says, at another time, at none, or in a second of which the stamps show no part: one
// statement, run for another request. Two loggers' lines of one request differ in what they name; one that is set up twice writes each line
// twice, at one moment as far as fine stamps show it.
func saidAgain(rs []*record) map[*record]bool {
	first := map[profile.Observation]int64{}
	again := map[*record]bool{}
	for _, r := range rs {
		o := blank(r.Observation)
		o.Time = 0
		if at, said := first[o]; !said {
			first[o] = r.at()
		} else {
			again[r] = r.at() != at || !r.timed() || r.Precision >= time.Second
		}
	}
	return again
}
