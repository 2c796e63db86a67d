package analyze

import (
	"cmp"
	"slices"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// ranTwice judges queue → execution, or receipt → execution where jobs are not in the evidence: one piece of work that ran
// twice. Runs that overlap are a race of workers; runs one after the other a recovery or a retry. Only runs that reached a
// downstream call count: a retry after a failure before it is none.
func (t *tree) ranTwice(j *job, x *receipt, runs []*run) []*node {
	runs = slices.DeleteFunc(slices.Clone(runs), func(n *run) bool { return !n.reached() })
	if len(runs) < 2 || j == nil && x != nil && len(x.jobs) > 1 {
		return nil // of several jobs without a name each may have run once
	}
	if parts := byKey(runs, func(n *run) string { return n.key }); len(parts) > 1 {
		var out []*node
		for _, same := range parts {
			out = append(out, t.ranTwice(j, x, same)...)
		}
		return out
	}
	slices.SortStableFunc(runs, func(a, b *run) int { return cmp.Compare(a.handedOut().at(), b.handedOut().at()) })
	n := &node{boundary: Boundary{profile.LayerQueue, profile.LayerExecution}}
	if j == nil || j.id == "" && len(j.records) == 0 {
		n.boundary.From = profile.LayerReceipt
	}
	for _, r := range runs {
		n.branches = append(n.branches, t.belowRun(r))
	}
	n.operation = t.operationOfRuns(runs)
	how := t.order(j, runs)
	again := recovered(j, runs)
	switch sameAttempt := twoStarts(runs); {
	case slices.ContainsFunc(runs, func(r *run) bool { return r.mixed }):
		how = profile.NotSaid
	case sameAttempt && !again, how == profile.Yes:
		n.class, n.cause = ReceiverRace, "two_workers_one_job"
		if !sameAttempt || again {
			n.cause = "lease_expired"
		}
	case how == profile.No:
		n.class, n.cause = DownstreamDuplication, "retry_after_uncertain_outcome"
		if endedWell(runs[0]) {
			n.cause = "queue_duplicated"
		} else if !runs[0].gaveBack() && (again || crashed(runs)) {
			n.cause = "crash_recovery"
			if byBroker(runs) {
				n.doubts = append(n.doubts, t.Say("that the first run stopped rests on the broker's having taken its job back"))
			}
			if !t.sawRestart(runs) {
				n.doubts = append(n.doubts, t.Say("that the first run stopped rests on its log, which goes on for %s and more without a further line of it", quiet.String()))
			}
		}
	}
	if n.class != "" && !slices.ContainsFunc(runs, func(r *run) bool { return r.handedOut().timed() }) {
		n.doubts = append(n.doubts, t.Say("how the runs lie in time rests on the lines of one log, whose times have no zone"))
	}
	if n.class == "" {
		n.class, n.boundary = Undetermined, Boundary{}
		n.missing = append(n.missing, t.lack(missingWorkerLog))
	}
	t.judgeOutcome(n)
	n.causeBecause = t.because(n.cause)
	if n.cause == "queue_duplicated" {
		n.causeBecause = t.Say("the job was run again although its first run had ended, and nothing in it failed")
	}
	if n.cause == "crash_recovery" && slices.ContainsFunc(runs[0].calls, (*call).succeeded) {
		n.causeBecause = t.Say("the first run stopped after its downstream call had been answered, before its own end was on record, and the job was run again")
	}
	what := t.Say("one request")
	if j != nil && j.id != "" {
		what = t.Say("job %s", j.id)
	}
	if n.class == Undetermined {
		n.next = []string{t.adviceDownstream(n)}
		n.headline = t.Say("%s: %s ran %s; whether at once or one after the other is not in the evidence", t.resultOf(n), what, t.Times(len(runs)))
		return []*node{n}
	}
	n.headline = t.Say("%s: %s ran %s", t.resultOf(n), what, t.Times(len(runs))) + t.howTheyRan(n, runs)
	n.next = t.workAdvice(n)
	return []*node{n}
}

// twoStarts tells whether two runs carry one attempt number and different workers: the queue handed the job out twice, which
// is an overlap whatever the times say.
func twoStarts(runs []*run) bool {
	for i := 1; i < len(runs); i++ {
		a, b := runs[i-1], runs[i]
		if a.started != nil && b.started != nil && a.attempt > 0 && a.attempt == b.attempt && otherWorker(a, b) &&
			a.failed == nil && !a.callFailed() && a.stalled == nil {
			return true
		}
	}
	return false
}

// otherWorker tells whether two runs are of two workers: by name, or by process where they have none. One name with another
// process is a worker that came up anew.
func otherWorker(a, b *run) bool {
	if a.worker != "" || b.worker != "" {
		return a.worker != b.worker
	}
	return a.process != b.process
}

func (n *run) callFailed() bool {
	return slices.ContainsFunc(n.calls, func(c *call) bool { return c.failed != nil })
}

// recovered tells whether a line says that the job was put back.
func recovered(j *job, runs []*run) bool {
	return j != nil && len(j.requeued) > 0 || slices.ContainsFunc(runs, func(n *run) bool { return n.stalled != nil })
}

// byBroker tells whether nothing says that the first run's job was put back but the broker's word when it handed it out again.
func byBroker(runs []*run) bool {
	return runs[0].stalled != nil && runs[0].stalled.Via == profile.ViaBroker
}

// endedWell tells of a run that ended, and of whose calls none was refused or failed: nothing in it asks for another.
func endedWell(n *run) bool {
	return n.done != nil && n.failed == nil && !slices.ContainsFunc(n.calls, func(c *call) bool { return !c.open() && !c.succeeded() })
}

// crashed tells whether the first run simply stops: it called, and neither an answer nor an end was logged.
func crashed(runs []*run) bool {
	return len(runs[0].calls) > 0 && !runs[0].ended()
}

// order tells whether neighbouring runs of one job were under way at once. A run that never ends in the log has stopped or is
// still going: that it was put back, or that its worker started anew, says that it stopped. A higher attempt number does not:
// a queue that hands out too early counts up as well, and the line that says how the attempt failed may be in another log.
func (t *tree) order(j *job, runs []*run) profile.Tri {
	how := profile.No
	for i := 1; i < len(runs); i++ {
		a, b := runs[i-1], runs[i]
		switch compare(a, b, true, true) {
		case profile.Yes:
			return profile.Yes
		case profile.NotSaid:
			how = profile.NotSaid
			continue
		}
		putBack := a.stalled != nil || j != nil && len(j.requeued) > 0
		if !a.ended() && !a.gaveBack() && !t.restarted(a, b) && !(putBack && t.silentAfter(b)) {
			how = profile.NotSaid
		}
	}
	return how
}

// quiet is how long the worker's log must go on after a job was run again before the silence of its first run counts.
const quiet = 10 * time.Minute

// silentAfter tells whether the worker's log covers that time after run n.
func (t *tree) silentAfter(n *run) bool {
	last := n.last()
	return last != nil && t.covers(workerLog, last.end()+int64(quiet)) != nil
}

// sawRestart tells whether a line shows that each run but the last stopped: an end of its own, or its worker coming up anew.
func (t *tree) sawRestart(runs []*run) bool {
	for i := 1; i < len(runs); i++ {
		if !runs[i-1].ended() && !t.restarted(runs[i-1], runs[i]) {
			return false
		}
	}
	return true
}

// ended tells whether the run's own lines say how it came out.
func (n *run) ended() bool {
	return n.done != nil || n.failed != nil || n.left != nil || len(n.calls) > 0 && !n.calls[len(n.calls)-1].open()
}

// succeeded tells whether the run's own lines say that its work was done.
func (n *run) succeeded() bool {
	return n.done != nil || slices.ContainsFunc(n.calls, (*call).succeeded)
}

// restarted tells whether the worker of run a came up anew between a's last line and b's start.
func (t *tree) restarted(a, b *run) bool {
	first := b.handedOut()
	return first != nil && first.timed() && t.cameUp(a, first.at())
}

// stopped tells whether a line shows that the run did not go on: its job was put back, or its worker came up anew after it.
func (t *tree) stopped(n *run) bool { return n.stalled != nil || t.cameUp(n, unbounded) }

func (t *tree) cameUp(n *run, until int64) bool {
	last := n.last()
	return n.worker != "" && last != nil && slices.ContainsFunc(t.world.workerStarts[n.worker], func(r *record) bool {
		return r.at() >= last.end() && r.at() <= until
	})
}

func (t *tree) operationOfRuns(runs []*run) *operation {
	if o := t.byKey[runs[0].key]; o != nil && o.logged {
		return o
	}
	if runs[0].receipt != nil {
		return t.common([]*receipt{runs[0].receipt})
	}
	return t.byKey[runs[0].ruled()]
}

func (t *tree) howTheyRan(n *node, runs []*run) string {
	switch n.cause {
	case "two_workers_one_job":
		return t.Say(", by %s at once", t.List(t.workers(runs)))
	case "lease_expired":
		return t.Say(", the second time while the first run was still going")
	case "crash_recovery":
		return t.Say(": %s stopped after its downstream call, and the job was run again", t.orUnknown(runs[0].worker))
	case "retry_after_uncertain_outcome":
		return t.Say(": the first call got no answer, and was made again")
	}
	return ""
}

func (t *tree) workers(runs []*run) []string {
	var out []string
	for _, n := range runs {
		if w := t.orUnknown(n.worker); !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}
