package format

import (
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// requestLines reads a log of which each line is one request that a server or proxy has answered, whatever it is written in.
type requestLines struct {
	// fields fills r from a line, or says what is wrong with it, without quoting what may be an address or a name.
	fields func(r *recordReader, line []byte) (wrong, hint string)
	zone   *time.Location
	ends   bool // a line's time is that at which the request ended; else it began then
	noCode bool // lines have no status
	open   bool // a line does not show by its end whether it is whole
}

func (requestLines) Frame(data []byte, eof bool) int { return frameLines(data, eof) }

func (q requestLines) Parse(c Chunk, out *Batch) { q.parse(c, newRecordReader(out, q.zone)) }

func (q requestLines) parse(c Chunk, r *recordReader) {
	c = c.fromLine()
	eachLine(c, func(line []byte, no, off int64) {
		if q.open && c.endsIn(line, off) {
			r.out.problem(no, off, 1, noEndReason, noEndHint)
			return
		}
		q.line(r, line, no, off)
	})
}

// endsIn tells a last line that has no line end, so that it may have been cut off.
func (c Chunk) endsIn(line []byte, off int64) bool { return int(off-c.Offset)+len(line) == len(c.Data) }

const (
	noEndReason = "the line has no end, so that it may be cut off, and with it an ID"
	noEndHint   = "import the file when it is whole; if it is, add a line break at its end in a copy"
)

func (q requestLines) line(r *recordReader, line []byte, no, off int64) {
	if len(line) == 0 {
		r.out.skip(1)
		return
	}
	if wrong, hint := q.fields(r, line); wrong != "" {
		r.out.problem(no, off, 1, wrong, hint)
		return
	}
	r.addRequest(no, off, 1, q.ends, q.noCode)
}

// requestJSONReader reads the same where each line is a JSON object.
type requestJSONReader struct {
	maxDepth int
	zone     *time.Location
	paths    []FieldPath
	ends     bool
}

func (requestJSONReader) Frame(data []byte, eof bool) int { return frameLines(data, eof) }

func (j requestJSONReader) Parse(c Chunk, out *Batch) { j.parse(c, newRecordReader(out, j.zone)) }

func (j requestJSONReader) parse(c Chunk, r *recordReader) {
	r.scan.server = true
	r.mapping = newMapping(&r.fields, j.paths)
	defer func() { r.scan.server, r.mapping = false, nil }() // other formats may read on with r
	eachJSONLine(c, r, j.maxDepth, func(no, off int64) { r.addRequest(no, off, 1, j.ends, false) })
}

// isRequestJSON tells a JSON object with a request and its status. A line with a message is an application's.
func (r *recordReader) isRequestJSON(line []byte) bool {
	if len(line) == 0 || line[0] != '{' || r.json(line, headDepth) != nil {
		return false
	}
	return r.has(fieldStatus) && (r.has(fieldURL) || r.has(fieldRequestLine)) && !r.has(fieldMessage) && !r.has(fieldEvent)
}

// whyNoRequest says what the first line lacks of a request that was answered.
func whyNoRequest(head []byte) string {
	r := newRecordReader(nil, nil)
	r.scan.server = true
	if line := firstLine(head); len(line) == 0 || line[0] != '{' || r.json(line, headDepth) != nil {
		return whyJSON(head)
	}
	switch {
	case !r.has(fieldStatus):
		return whyFirst("no status")
	case !r.has(fieldURL) && !r.has(fieldRequestLine):
		return whyFirst("no request and no path")
	case r.has(fieldMessage) || r.has(fieldEvent):
		return whyFirst("a message, as applications write it")
	}
	return whyFirst("nothing that only this server calls so")
}

// addRequest accounts for a line whose fields r has: a record, unless it only reads (a health check, a page), or is what the server
// could not read.
func (r *recordReader) addRequest(no, off, lines int64, ends, noCode bool) {
	o := profile.Observation{Line: no, Offset: off, Lines: lines}
	r.accessLine(&o, ends)
	switch {
	case reads(o.Method), o.Method == "" && o.URL == "":
		r.out.skip(lines)
		return
	case o.Code == 0 && !noCode && !unanswered(r.bytes(fieldStatus)):
		r.out.problem(no, off, lines, "an access line without a status", "have the server log the status: $status in nginx, %>s in Apache")
		return
	}
	r.out.record(o)
	r.out.undated(r.local, no, off, r.bytes(fieldTime))
}

// unanswered tells what servers write for a status where there was no answer.
func unanswered(status []byte) bool {
	switch string(status) {
	case "0", "000", "-1":
		return true
	}
	return false
}

// accessLine fills o with a request that a server has finished.
func (r *recordReader) accessLine(o *profile.Observation, ends bool) {
	prov := r.identifiers(o, r.sender(o))
	o.Instance, o.Process = r.text(fieldHost), ""
	if o.Instance == "" && r.by(fieldInstance).name == "host" {
		o.Instance = r.text(fieldInstance)
	}
	r.request(o)
	if method, target, ok := splitRequest(r.bytes(fieldRequestLine)); ok {
		if o.Method == "" {
			o.Method = r.intern(method)
		}
		if o.URL == "" {
			r.url(o, string(target), "")
		}
	}
	r.times(o)
	if nano, precision, ok := appStamp(r.bytes(fieldEndTime)); ok { // $msec resolves a thousand times what $time_iso8601 does
		r.local = localTime{}
		o.Time, o.Precision = nano, precision
	}
	o.Ends = ends
	o.Upstream = r.upstream(o.Code)
	o.Event = profile.EventProxied
	if r.ping(o) {
		o.Event = profile.EventPing
		return
	}
	if body := r.values[fieldBody]; body.kind == jsonString { // servers keep every byte
		r.out.body(o, r.raw(body.jsonValue), prov)
	}
	r.check(o, true)
}
