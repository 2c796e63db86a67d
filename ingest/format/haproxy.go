package format

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// haproxyLog is what HAProxy writes with "option httplog". Source of its fields: docs.haproxy.org, "8.2.3. HTTP log format". The time is when
// the request came, and has no zone.
//
// Headers that the administrator captured stand in {a|b} without their names, each cut at the length that he gave it. So a value
// counts only where its form shows that it is whole: see haproxyCaptured.
var haproxyLog = Format{
	Name:  "haproxy",
	Title: "HAProxy access log (option httplog or httpslog), with or without JSON lines of another frontend among it",
	Open:  openHAProxy,
	Why: func(head []byte, _ Options) string {
		_, wrong := splitHAProxy(firstLine(head))
		return whyFirst(wrong)
	},
	Samples: []Sample{
		{Text: `203.0.113.7:45540 [30/Nov/2026:08:26:54.618] hooks~ app/s1 0/0/0/5/5 200 272 - - ---- 1/1/0/0/0 0/0 {7|3f2c1f0a9d3b4e6f8a7b6c5d4e3f2a1b|WooCommerce/9.4.2 Hookshot (WordPre} {application/json} "POST /webhooks/woo HTTP/1.1"` + "\n" +
			`203.0.113.7:45541 [30/Nov/2026:08:26:54.701] hooks~ app/<NOSRV> 0/-1/-1/-1/0 503 212 - - SC-- 1/1/0/0/0 0/0 "POST /webhooks/woo HTTP/1.1"` + "\n" +
			`203.0.113.7:45600 [30/Nov/2026:08:26:54.773] hooks~ app/s1 0/0/1/1/2 200 272 - - ---- 1/1/0/0/0 0/0 "GET /healthz HTTP/1.1"` + "\n", Records: 2},
		{Text: `203.0.113.7:45540 [30/Nov/2026:08:26:54.618] hooks app/s1 0/0/0/5/5 200 272 - - ---- 1/1/0/0/0 0/0 "POST /webhooks/woo HTTP/1.1"` + "\n" +
			`{"time":"2026-11-30T08:26:54Z","frontend":"f2","Tt":2,"status":200,"method":"POST","uri":"\/webhooks\/woo"}` + "\n", Records: 2},
		{Text: `127.0.0.1 - - [30/Nov/2026:08:26:51 +0000] "POST /webhooks/woo HTTP/1.1" 200 62` + "\n", Refused: true},
		{Text: `{"time":"2026-11-30T08:26:54Z","frontend":"f2","Tt":2,"status":200,"method":"POST","uri":"\/webhooks\/woo"}` + "\n", Refused: true},
	},
}

func openHAProxy(head []byte, opt Options) Reader {
	own := false
	most := mostLines(head, func(line []byte) bool {
		if isHAProxy(line) {
			own = true
			return true
		}
		return isJSONLine(line)
	})
	if !most || !own || opt.As != "haproxy" && foreign(head, "haproxy", "json-lines") {
		return nil
	}
	return newHAProxy(opt)
}

func isHAProxy(line []byte) bool {
	_, wrong := splitHAProxy(line)
	return wrong == ""
}

func newHAProxy(opt Options) haproxyReader {
	return haproxyReader{requestLines{zone: opt.Zone, fields: haproxyFields}, opt.MaxDepth, opt.Paths}
}

// haproxyReader reads the lines of a frontend that logs JSON as any other JSON.
type haproxyReader struct {
	requestLines
	maxDepth int
	paths    []FieldPath
}

func (h haproxyReader) Parse(c Chunk, out *Batch) { h.parse(c, newRecordReader(out, h.zone)) }

func (h haproxyReader) parse(c Chunk, r *recordReader) {
	r.mapping = newMapping(&r.fields, h.paths)
	defer func() { r.mapping = nil }() // other formats may read on with r
	var o profile.Observation
	eachLine(c.fromLine(), func(line []byte, no, off int64) {
		switch {
		case len(line) == 0 || line[0] != '{':
			h.line(r, line, no, off)
		case r.jsonOr(line, h.maxDepth, no, off):
			r.addObservation(&o, no, off)
		}
	})
}

// haproxyLine is one line, cut up.
type haproxyLine struct {
	stamp                             []byte // as haproxyTime has it
	frontend, server, status, request []byte
	timers                            [5][]byte // TR/Tw/Tc/Tr/Ta, or of old ones Tq/Tw/Tc/Tr/Tt
	captured                          []byte    // request headers, or of the answer where only those are captured
}

func splitHAProxy(line []byte) (l haproxyLine, wrong string) {
	client, rest, ok := bytes.Cut(line, []byte(" ["))
	if !ok || bytes.IndexByte(client, ' ') >= 0 || bytes.IndexByte(client, ':') < 0 {
		return l, "no [time] behind the client's address and port"
	}
	stamp, rest, ok := bytes.Cut(rest, []byte("] "))
	if l.stamp = haproxyTime(stamp); !ok || l.stamp == nil {
		return l, "no time of the form 30/Nov/2026:08:26:54.618 in brackets"
	}
	var words [10][]byte // frontend, backend/server, timers, status, size, two cookies, state, connections, queues
	for i := range words {
		if words[i], rest, ok = bytes.Cut(rest, []byte{' '}); !ok {
			return l, "fewer than ten words between the time and the request"
		}
	}
	l.frontend, l.status = words[0], words[3]
	_, l.server, ok = bytes.Cut(words[1], []byte{'/'})
	timers := bytes.Split(words[2], []byte{'/'})
	if !ok || len(timers) != len(l.timers) || bytes.Count(words[8], []byte{'/'}) != 4 || bytes.Count(words[9], []byte{'/'}) != 1 {
		return l, "no backend/server with five timers behind it, five counts of connections and two of queues"
	}
	if copy(l.timers[:], timers); len(l.server) == 0 || slices.ContainsFunc(timers, func(t []byte) bool { return len(t) == 0 }) {
		return l, "an empty server or timer"
	}
	if httpCode(l.status) == 0 && !unanswered(l.status) {
		return l, fmt.Sprintf("%q is no status of three digits", outline(l.status))
	}
	for first := true; len(rest) > 0 && rest[0] == '{'; first = false {
		group, behind, ok := bytes.Cut(rest[1:], []byte("} "))
		if !ok {
			return l, "a { has no } behind it"
		}
		if first {
			l.captured = group
		}
		rest = behind
	}
	rest = withoutTLS(rest)
	// HAProxy escapes quotes within as #22.
	if len(rest) < 2 || rest[0] != '"' || rest[len(rest)-1] != '"' {
		return l, "no request in quotes at the end: the line was cut"
	}
	if l.request = rest[1 : len(rest)-1]; bytes.IndexByte(l.request, '"') >= 0 {
		return l, "a quote within the request, which HAProxy escapes: a captured cookie imitates what stands behind it"
	}
	return l, ""
}

// withoutTLS leaves out what "option httpslog" adds behind the request: 0/-/-/-/0 hooks.example/TLSv1.3/TLS_AES_128_GCM_SHA256.
func withoutTLS(rest []byte) []byte {
	end := bytes.LastIndexByte(rest, '"')
	if end < 1 {
		return rest
	}
	words := bytes.Fields(rest[end+1:])
	if len(words) != 2 || bytes.Count(words[0], []byte{'/'}) != 4 || bytes.Count(words[1], []byte{'/'}) != 2 {
		return rest
	}
	return rest[:end+1]
}

// haproxyTime brings 30/Nov/2026:08:26:54.618 to the form 2026-11-30 08:26:54.618, or returns nil.
func haproxyTime(t []byte) []byte {
	if len(t) != len("30/Nov/2026:08:26:54.618") || t[2] != '/' || t[6] != '/' || t[11] != ':' || month(t[3:6]) < 0 {
		return nil
	}
	out := fmt.Appendf(nil, "%s-%02d-%s %s", t[7:11], month(t[3:6]), t[:2], t[12:])
	if clockAt(out[11:]) != len("08:26:54.618") || digits(out[:4]) < 0 || digits(out[8:10]) < 0 {
		return nil
	}
	return out
}

func haproxyFields(r *recordReader, line []byte) (wrong, hint string) {
	l, wrong := splitHAProxy(line)
	if wrong != "" {
		return wrong, `a line looks like: 192.0.2.1:45540 [30/Nov/2026:08:26:54.618] web app/s1 0/0/0/5/5 200 272 - - ---- 1/1/0/0/0 0/0 "POST /path HTTP/1.1"`
	}
	r.reset()
	add := func(key string, value []byte) { r.add([]byte(key), jsonValue{raw: value, kind: jsonString}) }
	add("time", l.stamp)
	add("server_name", bytes.TrimSuffix(l.frontend, []byte{'~'}))
	add("status", l.status)
	total := bytes.TrimPrefix(l.timers[4], []byte{'+'}) // with "option logasap", so far
	if len(total) == len(l.timers[4]) {
		add("duration_ms", total)
	}
	// The server had the request only if there was a connection to it.
	if l.server[0] != '<' && l.timers[2][0] != '-' {
		add("upstream_status", l.status)
		if ms, ok := wholeNumber(l.timers[3]); ok {
			add("upstream_response_time", strconv.AppendFloat(nil, (time.Duration(ms)*time.Millisecond).Seconds(), 'f', 3, 64))
		}
	}
	if bytes.Contains(l.request, []byte(" HTTP/")) { // else it was cut, or none
		add("request", unescapeHex(l.request, '#'))
	} else if method, _, ok := bytes.Cut(l.request, []byte{' '}); ok {
		add("method", method)
	}
	haproxyCaptured(l.captured, add)
	return "", ""
}

// haproxyCaptured takes what its form shows to be whole. A User-Agent tells the sender by how it begins. A topic of WooCommerce ends with
// one of four words. WooCommerce's delivery ID has 32 hex digits: the only such value is one beside its topic, or beside its User-Agent
// and the webhook's number, which show that WooCommerce's headers are captured at all. A proxy's request ID may have as many digits. The number
// itself may be cut: 7 may have been 71.
func haproxyCaptured(group []byte, add func(key string, value []byte)) {
	values := bytes.Split(group, []byte{'|'})
	var agent, delivery, topic []byte
	ids, others := 0, 0
	for _, v := range values {
		switch {
		case bytes.HasPrefix(v, []byte("WooCommerce/")) && bytes.Contains(v, []byte(" Hookshot")):
			agent = v
		case len(v) == 32 && isHex(v):
			delivery = v
			ids++
		case wooResource(string(v)) != "":
			topic = v
			others++
		case digitRun(v) == len(v) && len(v) > 0:
			others++
		}
	}
	if agent == nil && topic == nil {
		return
	}
	add("user_agent", agent)
	add("topic", topic)
	if ids == 1 && others > 0 {
		add("delivery_id", delivery)
	}
}
