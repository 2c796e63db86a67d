package format

import (
	"bytes"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// frameworkJob is what the worker of a queue says of a job in words of its own, whatever the application logs besides:
//
//	Task shop.ship[268a26a3-…] succeeded in 0.23s: 'SHIP-1'            Celery
//	Performed ShipJob (Job ID: f5af3237-…) from Async(default) in 10ms  Rails' Active Job
//	default: shop.ship(18452) (14cf5a9e-…)                             RQ
type frameworkJob struct {
	id, took []byte
	says     word
	whole    bool // it tells of a whole run, whose beginning no line tells
}

// frameworkJobIn reads such a line. Celery says "received" when its main process takes a task off the queue, of a repeat that waits for its
// time as well: no run has begun then.
func frameworkJobIn(text []byte) (j frameworkJob, ok bool) {
	switch first := text[:wordLen(text)]; {
	case string(first) == "Task":
		return celeryTask(text[len("Task"):])
	case bytes.HasPrefix(text, []byte("[Job ")):
		id, rest, found := bytes.Cut(text[len("[Job "):], []byte("]: "))
		return frameworkJob{id: id, says: wordFailed}, found && isUUID(string(id)) && bytes.HasPrefix(rest, []byte("exception raised"))
	case len(first) > 1 && first[len(first)-1] == ':' && len(text) > 0 && text[len(text)-1] == ')':
		return rqJob(text[len(first):])
	}
	return activeJob(text)
}

// celeryTask reads " NAME[ID] received" and what else Celery says of a task.
func celeryTask(text []byte) (j frameworkJob, ok bool) {
	text = bytes.TrimLeft(text, " ")
	open := bytes.IndexByte(text, '[')
	end := bytes.IndexByte(text, ']')
	if open <= 0 || end < open || bytes.IndexByte(text[:open], ' ') >= 0 || !isUUID(string(text[open+1:end])) {
		return j, false
	}
	j.id = text[open+1 : end]
	rest := bytes.TrimLeft(text[end+1:], " ")
	verb := rest[:wordLen(rest)]
	switch string(bytes.TrimRight(verb, ":")) {
	case "received":
	case "succeeded":
		j.says = profile.EventDone
		j.took, j.whole = wordAfter(rest, "in"), true
	case "retry":
		j.says = profile.EventRequeued
	case "raised", "failed":
		j.says = wordFailed
	default:
		return j, false
	}
	return j, true
}

// activeJob reads what Rails says of a job that it names: "Performing NAME (Job ID: ID) from …".
func activeJob(text []byte) (j frameworkJob, ok bool) {
	before, rest, ok := bytes.Cut(text, []byte(" (Job ID: "))
	end := bytes.IndexByte(rest, ')')
	if !ok || end < 0 || !isUUID(string(rest[:end])) {
		return j, false
	}
	name := bytes.LastIndexByte(before, ' ')
	if name < 0 {
		return j, false
	}
	j.id = rest[:end]
	switch string(before[:name]) {
	case "Enqueued":
		j.says = profile.EventEnqueued
	case "Performing":
		j.says = profile.EventStarted
	case "Performed":
		j.says = profile.EventDone
		j.took = wordAfter(rest[end:], "in")
	case "Error performing", "Discarded", "Stopped retrying":
		j.says = wordFailed
	case "Retrying":
		j.says = profile.EventRequeued
	default:
		return j, false
	}
	return j, true
}

// rqJob reads " FUNCTION(…) (ID)", with which RQ begins a job, and " Job OK (ID)", with which it ends one.
func rqJob(text []byte) (j frameworkJob, ok bool) {
	open := bytes.LastIndexByte(text, '(')
	j.id = text[open+1 : len(text)-1]
	if open < 0 || !isUUID(string(j.id)) {
		return j, false
	}
	what := bytes.TrimSpace(text[:open])
	switch {
	case string(what) == "Job OK":
		j.says = profile.EventDone
	case len(what) > 2 && what[len(what)-1] == ')' && bytes.IndexByte(what, '(') > 0:
		j.says = profile.EventStarted
	default:
		return j, false
	}
	return j, true
}

// wordAfter returns the word behind another, without what ends it.
func wordAfter(text []byte, before string) []byte {
	fields := bytes.Fields(text[:min(len(text), 200)])
	for i := range fields[:max(0, len(fields)-1)] {
		if string(fields[i]) == before {
			return bytes.TrimRight(fields[i+1], ":,;")
		}
	}
	return nil
}

// celeryLogger cuts NAME[ID]: from a message, with which Celery begins what a task logs.
func celeryLogger(text []byte) (id, rest []byte) {
	const longest = 200
	end := bytes.Index(text[:min(len(text), longest)], []byte("]: "))
	open := bytes.IndexByte(text[:max(end, 0)], '[')
	if open <= 0 || bytes.IndexByte(text[:open], ' ') >= 0 || !isUUID(string(text[open+1:end])) {
		return nil, text
	}
	return text[open+1 : end], text[end+len("]: "):]
}

// frameworkJob notes what a queue's worker says. A job that has an ID already, as Sidekiq's has, keeps it.
func (r *recordReader) frameworkJob(j frameworkJob) {
	if id := r.bytes(fieldJobID); len(id) > 0 && string(id) != string(j.id) { // Sidekiq's own lines say when its job began and ended
		switch j.says {
		case profile.EventEnqueued, profile.EventStarted, profile.EventDone:
			j.says, j.took = wordNone, nil
		}
	}
	r.job = &j
	if string(r.bytes(fieldRequestID)) == string(j.id) { // Rails' tag, where other lines have the request's
		r.values[fieldRequestID] = found{}
	}
	if !r.has(fieldJobID) {
		r.add([]byte("job_id"), jsonValue{raw: bytes.Clone(j.id), kind: jsonString})
	}
	if len(j.took) > 0 {
		r.add([]byte("took"), jsonValue{raw: bytes.Clone(j.took), kind: jsonString})
	}
}

// recordJob records what a line says; of one that tells when a run ended, and how long it took, and of whose beginning its writer says
// nothing, that as well.
func (r *recordReader) recordJob(o profile.Observation) {
	if j := r.job; j != nil && j.whole && o.Event == profile.EventDone && o.Took > 0 && o.Time != 0 {
		began := o
		began.Event, began.Time, began.Took, began.Ends = profile.EventStarted, o.Time-int64(o.Took), 0, false
		r.out.record(began)
		r.out.InRecords -= o.Lines
	}
	r.out.record(o)
}

const activeJobTag = "ActiveJob"

// activeJobTags reads the tags that Rails puts before what is said in a job, [ActiveJob] [ShipJob] [ID], and returns their length.
func (p *textParser) activeJobTags(line []byte) int {
	if !bytes.HasPrefix(line, []byte("["+activeJobTag+"] ")) {
		return 0
	}
	size := jobTags(line)
	tags := line[:size]
	if open := bytes.LastIndexByte(tags, '['); open > 0 && isUUID(string(bytes.Trim(tags[open:], "[] "))) {
		p.say("job_id", bytes.Trim(tags[open:], "[] "))
	}
	return size
}

// jobTags returns the length of Rails' tags before what it says of a job: [ActiveJob] [ShipJob] [ID].
func jobTags(text []byte) int {
	at := 0
	for at < len(text) && text[at] == '[' && !bytes.HasPrefix(text[at:], []byte("[Job ")) {
		end := bytes.IndexByte(text[at:], ']')
		if end < 0 || at+end+2 > len(text) || text[at+end+1] != ' ' {
			return 0
		}
		at += end + 2
	}
	return at
}
