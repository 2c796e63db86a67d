package format

import (
	"bytes"
	"fmt"
)

// uwsgiLog is what uWSGI writes of each request by default. Source: uwsgi-docs.readthedocs.io, core/logging.c, and uWSGI 2.0.21. The time is when the
// request came, and has no zone.
var uwsgiLog = Format{
	Name:  "uwsgi",
	Title: "uWSGI request log",
	Open:  openLines("uwsgi"),
	Samples: []Sample{
		{Text: "[pid: 31|app: 0|req: 1/1] 203.0.113.7 () {40 vars in 612 bytes} [Mon Nov 30 08:26:47 2026] POST /webhooks/woo => generated 11 bytes in 129 msecs (HTTP/1.1 200) 3 headers in 104 bytes (1 switches on core 0)\n" +
			"[pid: 31|app: 0|req: 2/2] 203.0.113.7 () {40 vars in 612 bytes} [Mon Nov 30 08:26:48 2026] GET /healthz => generated 2 bytes in 68 micros (HTTP/1.1 200) 3 headers in 104 bytes (1 switches on core 0)\n", Records: 1},
		{Text: "[Mon Nov 30 08:31:21 2026] 127.0.0.1:44242 Accepted\n", Refused: true},
	},
}

func isUWSGI(line []byte) bool {
	return bytes.HasPrefix(line, []byte("[pid: ")) && bytes.Contains(line, []byte(" => generated "))
}

func uwsgiFields(r *recordReader, line []byte) (wrong, hint string) {
	const due = "a line looks like: [pid: 31|app: 0|req: 1/1] … [Mon Nov 30 08:26:47 2026] POST /path => generated 11 bytes in 129 msecs (HTTP/1.1 200) …"
	if !isUWSGI(line) {
		return "no request behind a [pid: …]", due
	}
	before, after, _ := bytes.Cut(line, []byte(" => generated "))
	if bytes.Contains(after, []byte(" => generated ")) {
		return "two requests in one line: one of them is what a caller gave for his name", due
	}
	// A path holds no blank, so the time is in the last brackets before it.
	open := bytes.LastIndex(before, []byte("} ["))
	if open < 0 {
		return "no [time] before the request", due
	}
	stamp, request, ok := bytes.Cut(before[open+3:], []byte("] "))
	if !ok || len(stamp) != len("Mon Nov 30 08:26:47 2026") || month(stamp[4:7]) < 0 {
		return "no [time] before the request", due
	}
	_, took, ok := bytes.Cut(after, []byte(" bytes in "))
	took, answer, more := bytes.Cut(took, []byte(" ("))
	protocol, _, whole := bytes.Cut(answer, []byte(")"))
	_, status, coded := bytes.Cut(protocol, []byte{' '})
	if !ok || !more || !whole || !coded {
		return "no duration and status behind the request", due
	}
	r.reset()
	add := func(key string, value []byte) { r.add([]byte(key), jsonValue{raw: value, kind: jsonString}) }
	add("time", fmt.Appendf(nil, "%s-%02d-%s %s", stamp[20:], month(stamp[4:7]), bytes.ReplaceAll(stamp[8:10], []byte{' '}, []byte{'0'}), stamp[11:19]))
	add("request", request)
	add("status", status)
	add("duration", took)
	return "", ""
}
