package analyze

import "github.com/webhookctl/webhookctl/ingest/profile"

// leftByWorkers ends the runs whose worker found that the operation was done or taken.
func (t *tree) leftByWorkers() {
	runs := map[string][]*run{}
	for _, n := range t.runs {
		if n.jobID != "" && !n.ended() && n.started != nil {
			runs[n.jobID] = append(runs[n.jobID], n)
		}
	}
	for _, r := range t.component.records {
		if r.Event != profile.EventDuplicate || r.JobID == "" || r.RowStatus != "" || !r.timed() {
			continue
		}
		var last *run
		for _, n := range runs[r.JobID] {
			if n.started.timed() && n.started.at() <= r.at() && !differ(n.worker, r.Worker) && !differ(n.process, r.Process) && (n.receipt == nil || r.RequestID == "" || n.receipt.requestID == r.RequestID) {
				last = n
			}
		}
		if last != nil && last.left == nil {
			last.left = r
		}
	}
}
