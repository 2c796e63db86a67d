package analyze

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// run is one execution: one worker's go at a job, or the work that a request did itself.
type run struct {
	jobID    string
	job      *job
	receipt  *receipt
	delivery *delivery
	key      string // operation
	worker   string
	process  string
	instance string
	attempt  int
	started  *record
	calls    []*call
	done     *record
	failed   *record
	mixed    bool    // another run was open, and the lines do not tell whose they are
	left     *record // its worker's line that it left the operation as a repeat
	stalled  *record // the line that put its job back since it had not finished
	records  []*record
	effects  []*effect
	logs     []string // by source, as the world has them
}

// call is one request to the downstream system.
type call struct {
	at     *record
	result *record // its answer
	failed *record // an error instead: whether it took effect is not known
}

// workKey is what the lines of one job's executions have in common.
type workKey struct{ job, request, webhook, delivery, key, via string }

func (t *tree) keyOfWork(r *record) workKey {
	k := workKey{job: r.JobID, request: cmp.Or(r.RequestID, t.requestOfJob[r.JobID])}
	if k.request == "" {
		k.webhook, k.delivery = t.webhookOf(r), r.DeliveryID
		if k.delivery == "" && k.job != "" {
			k.delivery = t.deliveryOfJob[k.job]
			if k.delivery != "" && k.webhook == "" {
				k.webhook = t.webhookOfJob[k.job]
			}
		}
		if k.delivery == "" {
			k.key = cmp.Or(r.OperationKey, t.operationOfJob[k.job])
		}
		if k.job == "" {
			k.via = called(r) // a page and the webhook each do work of their own
		}
	}
	return k
}

// ofJobs gives what the lines of each job name, where they name one alone: not every line of a worker does.
func ofJobs(rs []*record, named func(*record) string) map[string]string {
	const several = "\x00"
	of := map[string]string{}
	for _, r := range rs {
		name := named(r)
		if !workerSide(r) || r.JobID == "" || name == "" {
			continue
		}
		if o, known := of[r.JobID]; known && o != name {
			of[r.JobID] = several
		} else if !known {
			of[r.JobID] = name
		}
	}
	maps.DeleteFunc(of, func(_, name string) bool { return name == several })
	return of
}

func (t *tree) runsFromLogs() {
	t.requestOfJob = ofJobs(t.component.records, func(r *record) string { return r.RequestID })
	t.deliveryOfJob = ofJobs(t.component.records, func(r *record) string { return r.DeliveryID })
	t.webhookOfJob = ofJobs(t.component.records, t.webhookOf)
	t.operationOfJob = ofJobs(t.component.records, func(r *record) string { return r.OperationKey })
	groups := map[workKey][]*record{}
	var order []workKey
	for _, r := range t.component.records {
		if !workerSide(r) {
			continue
		}
		k := t.keyOfWork(r)
		if groups[k] == nil {
			order = append(order, k)
		}
		groups[k] = append(groups[k], r)
	}
	for _, k := range order {
		rs := t.world.inOrder(groups[k])
		x, d := t.placeOf(rs)
		several := t.receiptsFor(k, d)
		runs, requeued := t.splitRuns(rs, len(several) > 1)
		j := t.jobOf(k.job, x, d, rs)
		if j != nil {
			j.requeued = append(j.requeued, requeued...)
			if j.receipt != nil {
				x, d = j.receipt, j.receipt.delivery
			}
		}
		for _, n := range runs {
			n.logs = t.world.logs
			n.jobID, n.job, n.receipt, n.delivery = k.job, j, x, d
			n.key = cmp.Or(n.key, t.keyOfJob(k.job))
			if j == nil && x == nil {
				n.receipt = t.among(n, several)
			}
			if n.receipt != nil && d == nil {
				n.delivery = n.receipt.delivery
			}
			switch {
			case j != nil:
				j.runs = append(j.runs, n)
			case n.receipt != nil:
				n.receipt.runs = append(n.receipt.runs, n)
			case d != nil:
				t.runsOf[d] = append(t.runsOf[d], n)
			}
			t.runs = append(t.runs, n)
		}
	}
	t.leftByWorkers()
}

// splitRuns parts the work lines of one job into runs: each "started" begins one, unless it is another log's line of one that goes on,
// and a line belongs to the last run of its worker. Where nothing says "started", a call begins a run unless the run before it can still go on: PHP and Python repeat
// the call inside one run after an error.
func (t *tree) splitRuns(rs []*record, severalRequests bool) (runs []*run, requeued []*record) {
	for _, r := range rs {
		if r.Event == profile.EventRequeued || r.Via == profile.ViaBroker {
			requeued = append(requeued, r)
			if n := len(runs); n > 0 && runs[n-1].done == nil && runs[n-1].failed == nil {
				runs[n-1].stalled = r
			}
		}
		if r.Event == profile.EventRequeued {
			continue
		}
		var n *run
		if r.Event != profile.EventStarted {
			if n = t.ownRun(runs, r); n != nil && n.putBack(r) {
				n = nil
			}
		} else if len(runs) > 0 && t.startsAgain(runs[len(runs)-1], r) {
			n = runs[len(runs)-1]
		}
		switch {
		case n == nil:
			n = newRun(r)
			runs = append(runs, n)
		case r.Event == profile.EventCalled && n.started == nil && len(n.calls) > 0:
			last := n.calls[len(n.calls)-1]
			again := last.failed != nil || r.Attempt > 1 || last.result != nil && refusedCode(last.result.Code)
			if n.done != nil || severalRequests && !again {
				n = newRun(r)
				runs = append(runs, n)
			}
		}
		n.add(r)
	}
	return runs, requeued
}

// gaveBack tells of a run that itself gave its job back since something failed, and so was over: Celery's "retry".
func (n *run) gaveBack() bool {
	return n.stalled != nil && n.stalled.Failure != "" && n.stalled.Process != "" && n.stalled.Process == n.process
}

// putBack tells that a call is of another run than one that gave its job back, where no line says that the next one starts.
func (n *run) putBack(r *record) bool {
	return r.Event == profile.EventCalled && n.started == nil && n.gaveBack()
}

// startsAgain tells whether a "started" is another log's line of a run that goes on: that of the framework beside the worker's own. Where
// the framework tells the start with the end, that may come out a little later than the first line of the worker.
func (t *tree) startsAgain(n *run, r *record) bool {
	const little = 100 * time.Millisecond
	if n.started == nil {
		first := n.records[0]
		return !n.ended() && n.stalled == nil && n.process != "" && n.process == r.Process && !differ(n.worker, r.Worker) &&
			first.timed() && r.timed() && r.at()-first.at() < int64(little)
	}
	return !n.ended() && n.stalled == nil && !t.wrote(n.records, r) && !differ(n.worker, r.Worker) && !differ(n.process, r.Process) &&
		(n.attempt == 0 || r.Attempt == 0 || n.attempt == r.Attempt) &&
		n.started.timed() && r.timed() && r.at()-n.started.at() < int64(time.Second)
}

// ownRun is the run that a line belongs to: that of its worker and attempt where lines name them, else the one that can still
// go on. Where two can, the lines do not tell, and both runs are mixed. nil asks for a new run.
func (t *tree) ownRun(runs []*run, r *record) *run {
	var named, open []*run
	recent := runs[max(0, len(runs)-32):]
	worker := r.Worker
	if worker == "" && r.Instance != "" && slices.ContainsFunc(recent, func(n *run) bool { return n.worker == r.Instance }) {
		worker = r.Instance // workers are called as the containers that they run in
	}
	// Workers of one log may be told apart by their loggers alone, where the one that began a run writes of it.
	byLogger := worker == "" && r.Process == "" && r.Instance != "" && slices.ContainsFunc(recent, func(n *run) bool { return n.instance == r.Instance && t.wrote(n.records, r) })
	for _, n := range recent {
		switch {
		case byLogger && n.instance != r.Instance:
			continue
		case worker != "" && n.worker != "" && worker != n.worker, r.Process != "" && n.process != "" && r.Process != n.process,
			r.Process != "" && r.Instance != "" && n.instance != "" && r.Instance != n.instance, // one number on two machines
			r.Attempt != 0 && n.attempt != 0 && n.started != nil && r.Attempt != n.attempt:
			continue // another worker's, or another attempt
		}
		named = append(named, n)
		if n.done == nil && n.failed == nil && n.stalled == nil {
			open = append(open, n)
		}
	}
	if len(open) > 1 { // a run whose call failed goes on only if no other does
		going := slices.DeleteFunc(slices.Clone(open), (*run).callFailed)
		if len(going) > 0 {
			open = going
		}
	}
	if len(open) > 1 { // what began in this log goes on in it
		if own := slices.DeleteFunc(slices.Clone(open), func(n *run) bool { return !t.wrote(n.records, r) }); len(own) == 1 {
			return own[0]
		}
	}
	switch {
	case len(open) == 1:
		return open[0]
	case len(open) > 1:
		for _, n := range open {
			n.mixed = n.mixed || worker == "" && r.Process == "" && r.Attempt == 0 || !apart(open)
		}
		return open[len(open)-1]
	case len(named) > 0:
		return named[len(named)-1]
	case r.JobID == "" && answers(r):
		return onlyOpen(runs)
	}
	return nil
}

// answers tells a line that ends what another began.
func answers(r *record) bool {
	return r.Event == profile.EventResult || r.Event == profile.EventCallFailed || r.Event == profile.EventDone
}

// onlyOpen is the one run that goes on, nil if several do: a request's work may go on in another thread of the same pool.
func onlyOpen(runs []*run) *run {
	var only *run
	for _, n := range runs[max(0, len(runs)-32):] {
		switch {
		case n.ended() || n.stalled != nil:
		case only != nil:
			return nil
		default:
			only = n
		}
	}
	return only
}

// apart tells whether worker, process or attempt distinguish these runs.
func apart(runs []*run) bool {
	for i := 1; i < len(runs); i++ {
		a, b := runs[i-1], runs[i]
		if a.worker == b.worker && a.process == b.process && a.attempt == b.attempt {
			return false
		}
	}
	return true
}

func newRun(r *record) *run {
	return &run{worker: r.Worker, process: r.Process, instance: r.Instance, attempt: r.Attempt}
}

func (n *run) add(r *record) {
	if n.done != nil && (r.Event == profile.EventResult || r.Event == profile.EventDone || r.Event == profile.EventCalled) {
		n.mixed = true // a run ends once: these lines are of another that nothing tells apart
	}
	n.records = append(n.records, r)
	n.key = cmp.Or(n.key, r.OperationKey)
	n.worker = cmp.Or(n.worker, r.Worker)
	n.process = cmp.Or(n.process, r.Process)
	n.attempt = cmp.Or(n.attempt, r.Attempt)
	switch r.Event {
	case profile.EventStarted:
		n.started = cmp.Or(n.started, r)
	case profile.EventCalled:
		n.calls = append(n.calls, &call{at: r})
	case profile.EventResult, profile.EventCallFailed:
		c := n.waiting(r.Attempt)
		if c == nil {
			c = &call{} // its call was not logged
			n.calls = append(n.calls, c)
		}
		if r.Event == profile.EventResult {
			c.result = r
		} else {
			c.failed = r
		}
	case profile.EventDone:
		n.done = r
	case profile.EventFailed:
		n.failed = r
	}
}

// waiting is the call that an answer belongs to: the open one with its attempt number, else the last open one.
func (n *run) waiting(attempt int) *call {
	var last *call
	for _, c := range n.calls {
		if c.open() && (last == nil || attempt == 0 || last.at == nil || last.at.Attempt != attempt || c.at != nil && c.at.Attempt == attempt) {
			last = c
		}
	}
	return last
}

func (c *call) open() bool { return c.result == nil && c.failed == nil }

// refused tells that the call took no effect: the downstream system answered so (4xx: too many requests, invalid), or no
// connection came about. An answer of 5xx or none leaves open whether it did.
func (c *call) refused() bool {
	r := cmp.Or(c.result, c.failed)
	return r != nil && (refusedCode(r.Code) || r.Failure == "refused" || r.Failure == "unresolved" || r.Failure == "blocked")
}

func refusedCode(code int) bool { return code >= 400 && code < 500 }

// succeeded tells whether the call's answer says that the work was done.
func (c *call) succeeded() bool {
	return c.result != nil && (c.result.Code == 0 || c.result.Code >= 200 && c.result.Code < 300)
}

// reached tells whether the run made a downstream call that may have taken effect. Only such runs are branches.
func (n *run) reached() bool {
	return len(n.effects) > 0 || slices.ContainsFunc(n.calls, func(c *call) bool { return !c.refused() })
}

// handedOut tells when the run's request arrived, or, for runs of a job, when the job was handed out.
func (n *run) handedOut() *record {
	if n.started != nil {
		return n.started
	}
	if len(n.records) > 0 {
		return n.records[0]
	}
	return nil
}

// last is the later of the run's claim and its result.
func (n *run) last() *record {
	var last *record
	for _, r := range n.records {
		if r.timed() && (last == nil || r.end() > last.end()) {
			last = r
		}
	}
	return last
}
