package analyze

import (
	"cmp"
	"slices"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// queuedTwice judges receipt → queue: one request that put two jobs into the receiver's own queue.
func (t *tree) queuedTwice(x *receipt) []*node {
	jobs := slices.DeleteFunc(slices.Clone(x.jobs), func(j *job) bool {
		return !slices.ContainsFunc(j.records, func(r *record) bool { return r.Event == profile.EventEnqueued })
	})
	if len(jobs) < 2 {
		return nil
	}
	if slices.ContainsFunc(x.delivery.receipts, func(o *receipt) bool { return o.proxyOnly && o.requestID == x.requestID }) {
		return nil // the proxy sent this request twice, and the log shows one arrival: either may have queued either job
	}
	once := x.hasOwn() || t.cameOnce(x) || slices.ContainsFunc(x.delivery.proxied, func(p *record) bool {
		return p.RequestID == x.requestID && p.Upstream != "" && t.world.tries(p) == 1
	})
	var out []*node
	for _, same := range byKey(jobs, (*job).key) { // jobs of different operations are different work
		if len(same) > 1 {
			out = append(out, t.queuedTwiceFor(x, same, once))
		}
	}
	return out
}

// cameOnce tells whether one log has the whole request, from its arrival to its answer, once: a second arrival would have left
// lines of its own in it.
func (t *tree) cameOnce(x *receipt) bool {
	received, answered, log := 0, 0, ""
	for _, r := range x.records {
		switch r.Event {
		case profile.EventReceived:
			received++
			log = t.world.logs[r.Source]
		case profile.EventResponded:
			answered++
		}
	}
	return received == 1 && answered == 1 && !slices.ContainsFunc(x.records, func(r *record) bool { return t.world.logs[r.Source] != log })
}

// queuedTwiceFor is the node. once tells that the request is known to have arrived once: its lines carry one connection, or the
// proxy shows one try. Else a proxy's second try under the same request ID would look the same.
func (t *tree) queuedTwiceFor(x *receipt, jobs []*job, once bool) *node {
	n := &node{class: DownstreamDuplication, cause: "queue_duplicated", boundary: Boundary{profile.LayerReceipt, profile.LayerQueue}}
	for _, j := range jobs {
		b := t.belowJob(j)
		n.branches = append(n.branches, b)
	}
	if n.operation = t.byKey[jobs[0].key()]; n.operation == nil {
		n.operation = t.common([]*receipt{x})
	}
	t.judgeOutcome(n)
	if n.operation == nil || !n.operation.logged {
		return t.perhapsMeant(n, t.Say("%s: one request was queued as jobs %s, and no log names the operation: two jobs that were meant look the same", t.resultOf(n), t.jobNames(jobs)))
	}
	n.race()
	if !once {
		return &node{
			class: Undetermined, branches: n.branches, operation: n.operation, outcome: n.outcome, missing: []Missing{t.lack(missingAccessLog)}, next: []string{t.adviceClaim(n)},
			headline: t.Say("%s: jobs %s were queued under one request ID; whether it arrived once or twice is not in the evidence", t.resultOf(n), t.jobNames(jobs)),
		}
	}
	n.causeBecause = t.because(n.cause)
	n.headline = t.Say("%s: one request was queued as jobs %s", t.resultOf(n), t.jobNames(jobs))
	n.next = []string{t.Say("make enqueuing part of the claim, with a UNIQUE key for the operation in the queue"), t.adviceClaim(n)}
	return n
}

// perhapsMeant turns a node into the question that stays open where no log names the operation: two parcels of one order look
// like one parcel shipped twice.
func (t *tree) perhapsMeant(n *node, headline string) *node {
	return &node{class: Undetermined, branches: n.branches, outcome: Unknown, headline: headline, missing: []Missing{t.lack(missingKey)}, next: []string{t.adviceClaim(n)}}
}

// key is the operation that the job's own lines, or its runs', name.
func (j *job) key() string {
	if key := keyOf(j.records); key != "" {
		return key
	}
	for _, n := range j.runs {
		if n.key != "" {
			return n.key
		}
	}
	return ""
}

// byKey parts things by the operation that they name. Where some name none, nothing tells them from the others.
func byKey[T any](list []T, key func(T) string) [][]T {
	at := map[string]int{}
	var out [][]T
	for _, x := range list {
		k := key(x)
		if k == "" {
			return [][]T{list}
		}
		i, ok := at[k]
		if !ok {
			i = len(out)
			at[k] = i
			out = append(out, nil)
		}
		out[i] = append(out[i], x)
	}
	return out
}

func (t *tree) jobNames(jobs []*job) string {
	var ids []string
	for _, j := range jobs {
		ids = append(ids, t.orUnknown(j.id))
	}
	return t.List(ids)
}

// madeTwo judges execution → effect: one run that asked the downstream system twice.
func (t *tree) madeTwo(r *run) []*node {
	calls := slices.DeleteFunc(slices.Clone(r.calls), (*call).refused)
	calls = t.inOneLog(ofOneKind(calls))
	if len(calls) == 2 && quick(calls) && calls[0].open() != calls[1].open() {
		return nil // two loggers wrote one call: it has one answer
	}
	if len(calls) < 2 || r.mixed || !t.oneRun(r) || len(byKey(r.effects, func(e *effect) string { return e.key })) > 1 {
		return nil // one call, or one for each of several operations
	}
	n := &node{class: DownstreamDuplication, boundary: Boundary{profile.LayerExecution, profile.LayerEffect}}
	n.cause = "handler_ran_twice"
	if slices.ContainsFunc(calls, func(c *call) bool { return c.failed != nil || c.result != nil && !c.succeeded() }) || calls[0].open() {
		n.cause = "retry_after_uncertain_outcome"
	} else if !quick(calls) {
		n.doubts = append(n.doubts, t.Say("why one run called twice is not in its lines"))
	}
	for range len(calls) {
		b := t.belowRun(r)
		b.effects = nil
		n.branches = append(n.branches, b)
	}
	t.spread(n, calls, r.effects)
	n.operation = t.operationOfRuns([]*run{r})
	t.judgeOutcome(n)
	if n.operation == nil || !n.operation.logged {
		return []*node{t.perhapsMeant(n, t.Say("%s: one run called the downstream system %s, and no log names the operation: two records that were meant look the same", t.resultOf(n), t.Times(len(n.branches))))}
	}
	if n.outcome == Unknown && len(r.effects) == 1 && slices.ContainsFunc(calls, (*call).succeeded) && t.effectsCovered(r) {
		n.outcome = Contained
	}
	n.causeBecause = t.because(n.cause)
	n.headline = t.Say("%s: one run called the downstream system %s", t.resultOf(n), t.Times(len(n.branches)))
	n.next = t.workAdvice(n)
	return []*node{n}
}

// ofOneKind keeps the calls to the address that was called most: a run that asks a shipping and a billing system made two
// calls, and nothing twice.
func ofOneKind(calls []*call) []*call {
	by := map[string][]*call{}
	most := ""
	for _, c := range calls {
		url := ""
		if c.at != nil {
			url = c.at.URL
		}
		by[url] = append(by[url], c)
		if len(by[url]) > len(by[most]) {
			most = url
		}
	}
	return by[most]
}

// inOneLog keeps the calls of the log that tells of most: the client's log beside the application's tells of the same ones.
func (t *tree) inOneLog(calls []*call) []*call {
	by := map[string][]*call{}
	most := ""
	for _, c := range calls {
		log := t.world.logs[cmp.Or(c.at, c.result, c.failed).Source]
		by[log] = append(by[log], c)
		if len(by[log]) > len(by[most]) {
			most = log
		}
	}
	return by[most]
}

// oneRun tells whether the run's lines are known to be of one: they name a job, a request or its start, or one request alone can have
// led to them.
func (t *tree) oneRun(r *run) bool {
	return r.job != nil || r.jobID != "" || r.started != nil || r.receipt != nil || requestOf(r.records) != ""
}

// spread gives each effect to the call whose answer names it, and the rest to calls without one, in order.
func (t *tree) spread(n *node, calls []*call, effects []*effect) {
	used := map[int]bool{}
	var rest []*effect
	for _, e := range effects {
		at := -1
		for i, c := range calls {
			if c.result != nil && c.result.DownstreamID == e.id {
				at = i
			}
		}
		if at < 0 {
			rest = append(rest, e)
			continue
		}
		used[at] = true
		n.branches[at].effects = appendNew(n.branches[at].effects, []*effect{e})
	}
	for _, e := range rest {
		for i := range n.branches {
			if !used[i] {
				used[i] = true
				n.branches[i].effects = []*effect{e}
				break
			}
		}
	}
}

// effectsCovered tells whether the downstream system's own log would have shown a second record.
func (t *tree) effectsCovered(r *run) bool {
	last := r.last()
	return last != nil && t.covers(effectLog, last.at()) != nil
}

// quick tells whether the calls come within a tenth of a second: a handler that ran twice, not a decision.
func quick(calls []*call) bool {
	for i := 1; i < len(calls); i++ {
		a, b := calls[i-1].at, calls[i].at
		if a == nil || b == nil || !a.timed() || !b.timed() || b.at()-a.at() > int64(100*time.Millisecond) {
			return false
		}
	}
	return true
}
