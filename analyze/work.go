package analyze

import (
	"cmp"
	"slices"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// job is one piece of work in the receiver's own queue.
type job struct {
	id       string // "" where lines name none
	receipt  *receipt
	delivery *delivery // where the receipt is not known
	records  []*record
	requeued []*record
	runs     []*run
}

// run is one execution: one worker's go at a job, or the work that a request did itself.
type run struct {
	jobID    string
	job      *job
	receipt  *receipt
	delivery *delivery
	key      string // operation
	worker   string
	process  string
	attempt  int
	started  *record
	calls    []*call
	done     *record
	failed   *record
	mixed    bool    // another run was open, and the lines do not tell whose they are
	stalled  *record // the line that put its job back since it had not finished
	records  []*record
	effects  []*effect
}

// call is one request to the downstream system.
type call struct {
	at     *record
	result *record // its answer
	failed *record // an error instead: whether it took effect is not known
}

// effect is one record that the downstream system made, named by its ID together with the operation or resource.
type effect struct {
	id       string
	key      string
	made     *record // the downstream system's own record
	replayed []*record
	records  []*record
	by       string // what ties it to its run or request: "downstream ID", "request ID", "operation key", "elimination"
	placed   bool
}

// workerSide tells the events of an execution.
func workerSide(r *record) bool {
	switch r.Event {
	case profile.EventStarted, profile.EventCalled, profile.EventResult, profile.EventCallFailed, profile.EventDone,
		profile.EventRequeued:
		return true
	case profile.EventFailed:
		return ofWorker(r)
	}
	return false
}

// ofWorker tells a failure that a worker logs from one that a request's handler does.
func ofWorker(r *record) bool {
	return r.JobID != "" || r.Attempt > 0 || r.Worker != "" && r.Connection == "" && r.URL == "" && r.Code == 0
}

// work builds jobs, runs and effects, and hangs each on what its lines name.
func (t *tree) work() {
	t.jobsFromLogs()
	t.runsFromLogs()
	t.effectsFromLogs()
}

// jobsFromLogs makes a job of each "enqueued" line; two lines that name one job of one receipt are one.
func (t *tree) jobsFromLogs() {
	for _, x := range slices.Concat(t.receipts, t.others) {
		for _, r := range x.records {
			if r.Event != profile.EventEnqueued {
				continue
			}
			var j *job
			for _, o := range x.jobs {
				if o.id == r.JobID && r.JobID != "" {
					j = o
				}
			}
			if j == nil {
				j = &job{id: r.JobID, receipt: x}
				x.jobs = append(x.jobs, j)
				t.jobs = append(t.jobs, j)
				if j.id != "" {
					t.jobsByID[j.id] = append(t.jobsByID[j.id], j)
				}
			}
			j.records = append(j.records, r)
		}
	}
	for _, x := range slices.Concat(t.receipts, t.others) {
		t.receiptsOf[x.requestID] = append(t.receiptsOf[x.requestID], x)
		for _, r := range x.records {
			if xs := t.receiptsByKey[r.OperationKey]; r.OperationKey != "" && (len(xs) == 0 || xs[len(xs)-1] != x) {
				t.receiptsByKey[r.OperationKey] = append(xs, x)
			}
		}
	}
}

// workKey is what the lines of one job's executions have in common.
type workKey struct{ job, request, webhook, delivery, key string }

func keyOfWork(r *record) workKey {
	k := workKey{job: r.JobID, request: r.RequestID}
	if k.request == "" {
		k.webhook, k.delivery = r.WebhookID, r.DeliveryID
		if k.delivery == "" {
			k.key = r.OperationKey
		}
	}
	return k
}

func (t *tree) runsFromLogs() {
	groups := map[workKey][]*record{}
	var order []workKey
	for _, r := range t.component.records {
		if !workerSide(r) {
			continue
		}
		k := keyOfWork(r)
		if groups[k] == nil {
			order = append(order, k)
		}
		groups[k] = append(groups[k], r)
	}
	for _, k := range order {
		rs := inTime(groups[k])
		x, d := t.placeOf(rs)
		requests := 0
		if k.request != "" {
			requests = len(t.receiptsOf[k.request])
		}
		runs, requeued := splitRuns(rs, requests > 1)
		j := t.jobOf(k.job, x, d, rs)
		if j != nil {
			j.requeued = append(j.requeued, requeued...)
			if j.receipt != nil {
				x, d = j.receipt, j.receipt.delivery
			}
		}
		for _, n := range runs {
			n.jobID, n.job, n.receipt, n.delivery = k.job, j, x, d
			if d == nil && x != nil {
				n.delivery = x.delivery
			}
			switch {
			case j != nil:
				j.runs = append(j.runs, n)
			case x != nil:
				x.runs = append(x.runs, n)
			case d != nil:
				t.runsOf[d] = append(t.runsOf[d], n)
			}
			t.runs = append(t.runs, n)
		}
	}
}

// placeOf finds the receipt that a group of work lines belongs to, or only the delivery: a request ID that two receipts
// share names neither.
func (t *tree) placeOf(rs []*record) (*receipt, *delivery) {
	for _, r := range rs {
		if r.RequestID == "" {
			continue
		}
		switch xs := t.receiptsOf[r.RequestID]; len(xs) {
		case 0:
		case 1:
			return xs[0], xs[0].delivery
		default:
			return nil, xs[0].delivery
		}
	}
	for _, r := range rs {
		if d := t.deliveryOf(r); d != nil {
			if len(d.receipts) == 1 {
				return d.receipts[0], d
			}
			return nil, d
		}
	}
	for _, r := range rs {
		if xs := t.receiptsByKey[r.OperationKey]; r.OperationKey != "" && len(xs) == 1 {
			return xs[0], xs[0].delivery
		}
	}
	return nil, nil
}

// jobOf finds the job of a group of work lines, or makes the one that its lines name and no request was seen to enqueue.
func (t *tree) jobOf(id string, x *receipt, d *delivery, rs []*record) *job {
	if id == "" {
		if x != nil && len(x.jobs) == 1 {
			return x.jobs[0] // the one job that the request enqueued, under no name
		}
		return nil
	}
	var fit []*job
	for _, j := range t.jobsByID[id] {
		if x != nil && j.receipt != x || x == nil && d != nil && j.receipt != nil && j.receipt.delivery != d {
			continue // the same number in another receiver, or of another request
		}
		if j.receipt != nil && j.receipt.key() != "" && keyOf(rs) != "" && j.receipt.key() != keyOf(rs) {
			continue
		}
		fit = append(fit, j)
	}
	if len(fit) == 1 {
		return fit[0]
	}
	j := &job{id: id, receipt: x, delivery: d}
	if x != nil {
		x.jobs = append(x.jobs, j)
	}
	t.jobs = append(t.jobs, j)
	t.jobsByID[id] = append(t.jobsByID[id], j)
	return j
}

func keyOf(rs []*record) string {
	for _, r := range rs {
		if r.OperationKey != "" {
			return r.OperationKey
		}
	}
	return ""
}

// key is the operation that the receipt asks for, "" if its lines name none.
func (x *receipt) key() string { return keyOf(x.records) }

// splitRuns parts the work lines of one job into runs: each "started" begins one, and a line belongs to the last run of its
// worker. Where nothing says "started", a call begins a run unless the run before it can still go on: PHP and Python repeat
// the call inside one run after an error.
func splitRuns(rs []*record, severalRequests bool) (runs []*run, requeued []*record) {
	for _, r := range rs {
		if r.Event == profile.EventRequeued {
			requeued = append(requeued, r)
			if n := len(runs); n > 0 && runs[n-1].done == nil && runs[n-1].failed == nil {
				runs[n-1].stalled = r
			}
			continue
		}
		n := ownRun(runs, r)
		switch {
		case r.Event == profile.EventStarted, n == nil:
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

// ownRun is the run that a line belongs to: that of its worker and attempt where lines name them, else the one that can still
// go on. Where two can, the lines do not tell, and both runs are mixed. nil asks for a new run.
func ownRun(runs []*run, r *record) *run {
	var named, open []*run
	for _, n := range runs[max(0, len(runs)-32):] {
		switch {
		case r.Worker != "" && n.worker != "" && r.Worker != n.worker, r.Process != "" && n.process != "" && r.Process != n.process,
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
	switch {
	case len(open) == 1:
		return open[0]
	case len(open) > 1:
		for _, n := range open {
			n.mixed = n.mixed || r.Worker == "" && r.Process == "" && r.Attempt == 0 || !apart(open)
		}
		return open[len(open)-1]
	case len(named) > 0:
		return named[len(named)-1]
	}
	return nil
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
	return &run{worker: r.Worker, process: r.Process, attempt: r.Attempt}
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
		n.started = r
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

// refused tells whether the downstream system answered that it did nothing (4xx: too many requests, invalid). An answer of
// 5xx or none leaves open whether it did.
func (c *call) refused() bool {
	r := cmp.Or(c.result, c.failed)
	return r != nil && refusedCode(r.Code)
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

// begin is when the run's request arrived, or, for runs of a job, when the job was handed out.
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

// effectsFromLogs makes one effect of each downstream ID and operation, and hangs it on the run that names it; else on the
// run that called and has no answer, if only one can be; else on the request; else it stays with the operation.
func (t *tree) effectsFromLogs() {
	type name struct{ id, key string }
	named := map[name]*effect{}
	key := func(r *record) string {
		if r.OperationKey != "" {
			return r.OperationKey
		}
		return t.keyOfDownstream[r.DownstreamID] // "shipment replayed" names no operation
	}
	for _, r := range t.component.records {
		if r.DownstreamID != "" && r.OperationKey != "" {
			t.keyOfDownstream[r.DownstreamID] = r.OperationKey
		}
	}
	get := func(r *record) *effect {
		n := name{r.DownstreamID, key(r)}
		e := named[n]
		if e == nil {
			e = &effect{id: n.id, key: n.key}
			named[n] = e
			t.effects = append(t.effects, e)
		}
		e.records = append(e.records, r)
		return e
	}
	for _, n := range t.runs {
		for _, r := range n.records {
			if r.DownstreamID == "" {
				continue
			}
			e := get(r)
			e.placed, e.by = true, "downstream ID"
			if !slices.Contains(n.effects, e) {
				n.effects = append(n.effects, e)
			}
		}
	}
	for _, r := range t.component.records {
		if r.DownstreamID == "" || workerSide(r) {
			continue
		}
		switch r.Event {
		case profile.EventEffect:
			e := get(r)
			if e.made == nil {
				e.made = r
			}
		case profile.EventEffectReplayed:
			e := get(r)
			e.replayed = append(e.replayed, r)
		case profile.EventNoted, profile.EventPing:
		default:
			get(r) // a line of the request itself names the record
		}
	}
	var open []*run
	for _, n := range t.runs {
		if len(n.effects) == 0 && slices.ContainsFunc(n.calls, func(c *call) bool { return !c.succeeded() && !c.refused() }) {
			open = append(open, n)
		}
	}
	for _, e := range t.effects {
		if !e.placed {
			t.place(e, open)
		}
	}
	slices.SortStableFunc(t.effects, func(a, b *effect) int {
		return cmp.Or(cmp.Compare(a.id, b.id), cmp.Compare(a.key, b.key))
	})
}

// place hangs an effect that no run names. open are the runs that called and know of no result.
func (t *tree) place(e *effect, open []*run) {
	var fit []*run
	for _, n := range open {
		if (e.key == "" || n.key == "" || n.key == e.key) && len(n.effects) == 0 && e.sharesRequest(n) && !e.before(n) {
			fit = append(fit, n)
		}
	}
	if len(fit) == 1 {
		fit[0].effects = append(fit[0].effects, e)
		e.placed, e.by = true, "elimination"
		return
	}
	for _, r := range e.records {
		if xs := t.receiptsOf[r.RequestID]; r.RequestID != "" && len(xs) > 0 {
			x := xs[0]
			if len(xs) == 1 {
				x.effects = append(x.effects, e)
			} else {
				t.effectsOf[x.delivery] = append(t.effectsOf[x.delivery], e)
			}
			e.placed, e.by = true, "request ID"
			return
		}
	}
	for _, r := range e.records {
		if d := t.deliveryOf(r); d != nil {
			t.effectsOf[d] = append(t.effectsOf[d], e)
			e.placed, e.by = true, "delivery ID"
			return
		}
	}
	if xs := t.receiptsByKey[e.key]; e.key != "" && len(xs) == 1 {
		xs[0].effects = append(xs[0].effects, e)
		e.placed, e.by = true, "operation key"
		return
	}
	t.loose[e.key] = append(t.loose[e.key], e)
}

// sharesRequest tells whether nothing says that the effect was asked for by another request than the run's.
func (e *effect) sharesRequest(n *run) bool {
	for _, r := range e.records {
		for _, o := range n.records {
			if r.RequestID != "" && o.RequestID != "" && r.RequestID != o.RequestID {
				return false
			}
		}
	}
	return true
}

// before tells whether the effect was made before the run made its first call, beyond what the stamps leave open.
func (e *effect) before(n *run) bool {
	if e.made == nil || !e.made.timed() || len(n.calls) == 0 || n.calls[0].at == nil {
		return false
	}
	return e.made.at()+int64(resolution(e.made, n.calls[0].at)) < n.calls[0].at.at()
}
