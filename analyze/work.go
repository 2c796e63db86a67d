package analyze

import (
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

// workerSide tells the events of an execution.
func workerSide(r *record) bool {
	if r.RowStatus != "" {
		return false // a row of the receiver's claim table: what it came to, not a line of the work
	}
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

// jobsFromLogs makes a job of each "enqueued" line; two lines that name one job of one receipt are one, and so are two of which one
// names none and which two logs wrote.
func (t *tree) jobsFromLogs() {
	for _, x := range slices.Concat(t.receipts, t.others) {
		for _, r := range x.records {
			if r.Event != profile.EventEnqueued {
				continue
			}
			var j *job
			for _, o := range x.jobs {
				if o.id == r.JobID && r.JobID != "" || (o.id == "" || r.JobID == "") && !t.wrote(o.records, r) {
					j = o
				}
			}
			if j == nil {
				j = &job{receipt: x}
				x.jobs = append(x.jobs, j)
				t.jobs = append(t.jobs, j)
			}
			if j.id == "" && r.JobID != "" {
				j.id = r.JobID
				t.jobsByID[j.id] = append(t.jobsByID[j.id], j)
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
		if key := t.askedByRule(x); key != "" {
			t.receiptsByKey[key] = append(t.receiptsByKey[key], x)
		}
	}
}

// wrote tells whether the log that has a line has one of these as well.
func (t *tree) wrote(rs []*record, r *record) bool {
	return slices.ContainsFunc(rs, func(o *record) bool { return t.world.logs[o.Source] == t.world.logs[r.Source] })
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
		xs := t.receiptsByKey[r.OperationKey]
		if r.OperationKey == "" || len(xs) != 1 {
			continue
		}
		if r.RequestID != "" && xs[0].requestID != "" && r.RequestID != xs[0].requestID && r.JobID == "" {
			continue // work of another request, whose own lines are not in the evidence
		}
		if t.before(r, xs[0]) || slices.ContainsFunc(rs, func(r *record) bool { return called(r) != "" }) {
			continue // something else set it going
		}
		return xs[0], xs[0].delivery
	}
	return nil, nil
}

// before tells work that was under way before a request came, by one clock.
func (t *tree) before(r *record, x *receipt) bool {
	at, known := x.arrived()
	return at != nil && known && at.timed() && r.timed() && r.end()+int64(r.Precision)+tolerance < at.begin()
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
