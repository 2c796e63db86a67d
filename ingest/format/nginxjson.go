package format

import (
	"bytes"
	"strings"
)

// nginxJSON is an access log by a log_format with escape=json. The fields' names are the administrator's, mostly those of the
// variables. nginx writes the line when the request ends.
var nginxJSON = Format{
	Name:    "nginx-json",
	Title:   "nginx access log, log_format with escape=json",
	Open:    openNginxJSON,
	Why:     func(head []byte, _ Options) string { return whyNoRequest(head) },
	Samples: nginxJSONSamples,
}

func openNginxJSON(head []byte, opt Options) Reader {
	return once(opt, head, "nginx-json", func() Reader { return findNginxJSON(head, opt) })
}

func findNginxJSON(head []byte, opt Options) Reader {
	r := newRecordReader(nil, nil)
	r.scan.server = true
	if !mostLines(head, r.isNginx) || opt.As != "nginx-json" && foreign(head, "nginx-json", "json-lines", "apache-json") {
		return nil
	}
	return requestJSONReader{maxDepth: opt.MaxDepth, zone: opt.Zone, paths: opt.Paths, ends: true}
}

// isNginx tells an access line with something in it that only nginx calls so. A line with a message is an application's.
func (r *recordReader) isNginx(line []byte) bool {
	if !r.isRequestJSON(line) {
		return false
	}
	took := r.has(fieldTook) && r.by(fieldTook).name == "requesttime"
	if took { // API Gateway calls a date so
		seconds := r.bytes(fieldTook)
		took = decimalSize(seconds) == len(seconds)
	}
	return r.has(fieldEndTime) || r.has(fieldUpstreamStatus) || r.has(fieldUpstreamTime) || took ||
		r.has(fieldTime) && (r.by(fieldTime).name == "timeiso8601" || r.by(fieldTime).name == "timelocal")
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
