package format

import (
	"bytes"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// nginxJSON is an access log by a log_format with escape=json. The fields' names are the administrator's, mostly those of the
// variables. nginx writes the line when the request ends.
var nginxJSON = Format{
	Name:    "nginx-json",
	Title:   "nginx access log, log_format with escape=json",
	Open:    openNginxJSON,
	Samples: nginxJSONSamples,
}

func openNginxJSON(head []byte, opt Options) Reader {
	r := newRecordReader(nil, nil)
	if !mostLines(head, r.isNginx) {
		return nil
	}
	return nginxJSONReader{maxDepth: opt.MaxDepth}
}

// isNginx tells an access line with something in it that only nginx calls so. A line with a message is an application's.
func (r *recordReader) isNginx(line []byte) bool {
	if len(line) == 0 || line[0] != '{' || r.json(line, headDepth) != nil {
		return false
	}
	request := r.has(fieldURL) || r.has(fieldRequestLine)
	took := r.has(fieldTook) && r.by(fieldTook).name == "requesttime"
	own := r.has(fieldEndTime) || r.has(fieldUpstreamStatus) || r.has(fieldUpstreamTime) || took ||
		r.has(fieldTime) && (r.by(fieldTime).name == "timeiso8601" || r.by(fieldTime).name == "timelocal")
	return r.has(fieldStatus) && request && own && !r.has(fieldMessage) && !r.has(fieldEvent)
}

type nginxJSONReader struct{ maxDepth int }

func (nginxJSONReader) Frame(data []byte, eof bool) int { return frameLines(data, eof) }

func (n nginxJSONReader) Parse(c Chunk, out *Batch) {
	r := newRecordReader(out, nil)
	var o profile.Observation
	eachJSONLine(c, r, n.maxDepth, func(no, off int64) {
		o = profile.Observation{Line: no, Offset: off, Lines: 1}
		r.accessLine(&o)
		switch {
		case o.Code == 0:
			out.problem(no, off, 1, "an access line without a status", `log "status":$status`)
		case reads(o.Method), o.Method == "" && o.URL == "": // a health check, a page, or what nginx could not read
			out.skip(1)
		default:
			out.record(o)
		}
	})
}

// accessLine fills o with the request that nginx has finished.
func (r *recordReader) accessLine(o *profile.Observation) {
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
		o.Time, o.Precision = nano, precision
	}
	o.Ends = true
	o.Upstream = r.upstream(o.Code)
	o.Event = profile.EventProxied
	if r.ping(o) {
		o.Event = profile.EventPing
		return
	}
	if body := r.values[fieldBody]; body.kind == jsonString { // escape=json keeps every byte
		r.out.body(o, r.raw(body.jsonValue), prov)
	}
	r.check(o, true)
}

// upstream pairs $upstream_status with $upstream_response_time: "504, 202" and "3.004, 0.086" are "504/3.004, 202/0.086". Both
// are empty where the location answered by itself. Where no status is logged, a single upstream's is the client's, unless that
// is one that nginx makes itself.
func (r *recordReader) upstream(code int) string {
	status, took := tried(r.bytes(fieldUpstreamStatus)), tried(r.bytes(fieldUpstreamTime))
	logged := len(status) > 0
	var b strings.Builder
	for i := range max(len(status), len(took)) {
		if i > 0 {
			b.WriteString(", ")
		}
		switch {
		case i < len(status):
			b.WriteString(status[i])
		case !logged && len(took) == 1 && code != 499 && code != 502 && code != 504:
			b.Write(r.bytes(fieldStatus))
		default:
			b.WriteByte('-')
		}
		b.WriteByte('/')
		if i < len(took) {
			b.WriteString(took[i])
		} else {
			b.WriteByte('-')
		}
	}
	return r.intern([]byte(b.String()))
}

// tried splits a list over upstreams. nginx puts a colon where an internal redirect went to another group of them.
func tried(list []byte) []string {
	if len(bytes.TrimSpace(list)) == 0 {
		return nil
	}
	all := strings.FieldsFunc(string(list), func(c rune) bool { return c == ',' || c == ':' })
	for i := range all {
		all[i] = strings.TrimSpace(all[i])
	}
	return all
}
