package format

import (
	"bytes"
	"strings"
	"sync"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// cloudLog is what services that keep logs give back of them: a list of entries, each with a line of a program or with fields, and
// with the time at which it was written, which counts where the line shows none. Each entry stands by itself.
var cloudLog = Format{
	Name: "cloud-log",
	Title: "log entries as a cloud gives them back: CloudWatch (filter-log-events, get-query-results, tail), Google Cloud Logging, Vercel, " +
		"OpenTelemetry, Loki; the lines inside are read as the formats of this list",
	Open: func(head []byte, opt Options) Reader {
		if r := openCloudTail(head, opt); r != nil {
			return r
		}
		return openCloudLog(head, opt)
	},
	Samples: cloudLogSamples,
}

var (
	openCloudTail  = openEnvelope("cloud-log")
	cloudListNames = []string{"events", "entries", "resourceLogs"}
)

// cloudEntry says where an entry of one service has what.
type cloudEntry struct {
	must []string // members without which an object is none

	lines func(t *jsonTree) []cloudLine
}

// cloudLine is one line of an entry, or its fields as a JSON object.
type cloudLine struct {
	text, stamp, instance, request []byte
	asked                          int // the node of a request that Google's proxy answered; 0: none
}

// Sources: docs.aws.amazon.com (FilterLogEvents, GetQueryResults), cloud.google.com (LogEntry), vercel.com (log drains), opentelemetry.io
// (OTLP/JSON), grafana.com (logcli -o jsonl).
var cloudEntries = []cloudEntry{
	{must: []string{"message", "timestamp", "ingestionTime"}, lines: oneLine("message", "timestamp", "logStreamName")},
	{must: []string{"timestamp", "logName"}, lines: googleLine},
	{must: []string{"message", "timestampInMs"}, lines: vercelLine},
	{must: []string{"message", "deploymentId", "source"}, lines: vercelLine},
	{must: []string{"line", "timestamp", "labels"}, lines: oneLine("line", "timestamp", "")},
	{must: []string{"line", "timestamp", "date", "fields"}, lines: oneLine("line", "timestamp", "")}, // Grafana's export
	{must: []string{"scopeLogs"}, lines: otlpLines},
	{must: []string{"results", "statistics"}, lines: queryLines},
}

func openCloudLog(head []byte, opt Options) Reader {
	columns := listedColumns(head, cloudListNames)
	if len(head) == HeadSize && hasAll(columns, []string{"results"}) && bytes.Contains(head, []byte(`"field"`)) && bytes.Contains(head, []byte(`"@message"`)) {
		columns = append(columns, "statistics") // a query's, which stand behind its results
	}
	for i := range cloudEntries {
		c := &cloudEntries[i]
		if hasAll(columns, c.must) {
			inner := newMixed(nil, opt)
			readers := &sync.Pool{New: func() any { return newRecordReader(nil, opt.Zone) }} // each remembers what keys mean
			return newAPIList(head, opt, apiList{names: cloudListNames, read: func(e listedElement, out *Batch) listedReading {
				r := readers.Get().(*recordReader)
				defer readers.Put(r)
				return c.read(e, inner, r, out)
			}})
		}
	}
	return nil
}

// read reads the lines of an entry. One that no format knows says nothing of webhooks.
func (c *cloudEntry) read(e listedElement, inner mixedReader, fields *recordReader, out *Batch) (r listedReading) {
	t, wrong := e.tree("entry")
	if wrong.reason != "" {
		return wrong
	}
	for _, l := range c.lines(&t) {
		if l.asked > rootNode {
			if o := e.at(profile.EventProxied); t.googleRequest(l.asked, &o, out) {
				o.RequestID = string(l.request)
				e.when(&o, l.stamp, &r)
				r.found = append(r.found, o)
			}
		}
		text := append(bytes.TrimRight(bytes.Clone(l.text), "\r\n"), '\n')
		if !inner.starts(lineAt(text, 0)) {
			continue
		}
		sub := out.inner()
		sub.Check = out.checkAt(e.line, e.off, e.lines)
		fields.use(&sub)
		inner.parse(Chunk{Data: text, Line: 1, From: 1 << 30, inside: laterLines(text)}, fields)
		if len(sub.Problems) > 0 && len(sub.Observations) == 0 && r.reason == "" {
			r.reason, r.hint = sub.Problems[0].Reason, sub.Problems[0].Hint
		}
		for _, o := range sub.Observations {
			o.Line, o.Offset, o.Lines = e.line, e.off, e.lines
			if o.Precision == 0 {
				o.Ends = o.Ends || o.Took > 0 // a line is written when what it tells of is over
				e.when(&o, l.stamp, &r)
			}
			if o.RequestID == "" {
				o.RequestID = string(l.request)
			}
			if o.Instance == "" {
				o.Instance = string(l.instance)
			}
			r.found = append(r.found, o)
		}
		if z := sub.Zoneless; z.Line != 0 && len(l.stamp) == 0 {
			lack, text := z.lacking()
			r.undated = append(r.undated, undated{lack, text})
		}
		out.States = append(out.States, sub.States...)
	}
	if len(r.found) > 0 {
		r.reason, r.hint = "", ""
	}
	return r
}

// laterLines returns where the lines behind the first begin: an entry is one message, and no record begins inside it.
func laterLines(text []byte) (all []int64) {
	for at := 0; ; {
		i := bytes.IndexByte(text[at:], '\n')
		if at += i + 1; i < 0 || at == len(text) {
			return all
		}
		all = append(all, int64(at))
	}
}

func oneLine(text, stamp, instance string) func(t *jsonTree) []cloudLine {
	return func(t *jsonTree) []cloudLine {
		return []cloudLine{{text: t.long(text), stamp: t.short(stamp), instance: t.short(instance)}}
	}
}

// vercelLine splits a message of several lines, each of which the program wrote by itself.
func vercelLine(t *jsonTree) (all []cloudLine) {
	stamp := t.short("timestampInMs")
	if stamp == nil {
		stamp = t.short("timestamp")
	}
	for text := range bytes.SplitSeq(bytes.TrimRight(t.long("message"), "\n"), []byte{'\n'}) {
		all = append(all, cloudLine{text: text, stamp: stamp, request: t.short("requestId")})
	}
	return all
}

// googleLine takes an entry of Cloud Logging, whose trace joins the proxy's entry of a request to the program's.
func googleLine(t *jsonTree) []cloudLine {
	l := cloudLine{text: t.long("textPayload"), stamp: t.short("timestamp"), asked: max(t.find("httpRequest"), 0)}
	for _, path := range []string{"resource.labels.service_name", "resource.labels.container_name", "resource.labels.function_name"} {
		if l.instance == nil {
			l.instance = t.short(path)
		}
	}
	if trace := t.short("trace"); trace != nil {
		l.request = trace[bytes.LastIndexByte(trace, '/')+1:]
	}
	if n := t.find("jsonPayload"); n > rootNode && t.nodes[n].kind == '{' {
		l.text = oneLineOf(t.raw[t.nodes[n].from:t.nodes[n].to])
	}
	return []cloudLine{l}
}

// oneLineOf takes the line breaks out of a JSON text, which has none in its strings.
func oneLineOf(json []byte) []byte {
	return bytes.Map(func(c rune) rune {
		if c == '\n' || c == '\r' {
			return ' '
		}
		return c
	}, json)
}

// googleRequest takes the request that a load balancer or Cloud Run's proxy answered. Its entry's time is when the request came.
func (t *jsonTree) googleRequest(n int, o *profile.Observation, out *Batch) bool {
	at := func(name string) []byte {
		if c := t.child(n, name); c > rootNode {
			return t.plain(int32(c), maxHeaderValue)
		}
		return nil
	}
	o.Method, o.Code = string(at("requestMethod")), httpCode(at("status"))
	if o.Method == "" || o.Code == 0 || reads(o.Method) {
		return false
	}
	setURL(o, string(at("requestUrl")), out.Marker)
	o.Took = appDuration(at("latency"), time.Second)
	o.Provider = new(agents).provider(at("userAgent"))
	return true
}

// otlpLines takes the records of one resource. A body that is a text with attributes beside it is a record of fields.
func otlpLines(t *jsonTree) (all []cloudLine) {
	instance := []byte(nil)
	for _, a := range t.elements(t.find("resource.attributes")) {
		if t.member(a, "key") == "service.name" {
			instance = t.otlpValue(t.child(a, "value"))
		}
	}
	for _, scope := range t.elements(t.find("scopeLogs")) {
		for _, record := range t.elements(t.child(scope, "logRecords")) {
			l := cloudLine{instance: instance, stamp: []byte(t.member(record, "timeUnixNano")), request: []byte(t.member(record, "traceId"))}
			body := t.otlpValue(t.child(record, "body"))
			attributes := t.elements(t.child(record, "attributes"))
			if len(attributes) == 0 && !bytes.HasPrefix(body, []byte("{")) && formatOfLine(lineAt(body, 0), false) >= 0 || bytes.HasPrefix(body, []byte("{")) {
				l.text = body
			} else {
				l.text = t.otlpFields(body, attributes)
			}
			all = append(all, l)
		}
	}
	return all
}

// otlpFields writes a record's attributes as a logger writes its fields. One that stands twice counts once.
func (t *jsonTree) otlpFields(body []byte, attributes []int) []byte {
	l := loose{out: []byte(`{"msg":"`)}
	l.plain(body)
	l.out = append(l.out, '"')
	seen := map[string]bool{"msg": true}
	for _, a := range attributes {
		key := t.member(a, "key")
		if seen[key] || key == "" {
			continue
		}
		seen[key] = true
		l.out = append(l.out, `,"`...)
		l.plain([]byte(key))
		l.out = append(l.out, `":"`...)
		l.plain(t.otlpValue(t.child(a, "value")))
		l.out = append(l.out, '"')
	}
	return append(l.out, '}')
}

// otlpValue returns {"stringValue": …}, {"intValue": …} and the like.
func (t *jsonTree) otlpValue(n int) []byte {
	for _, kind := range []string{"stringValue", "intValue", "boolValue", "doubleValue"} {
		if c := t.child(n, kind); c > rootNode && t.nodes[c].kind != '{' && t.nodes[c].kind != '[' {
			return t.text(c)
		}
	}
	return nil
}

// queryLines takes the rows of CloudWatch Logs Insights, each a list of {"field": …, "value": …}.
func queryLines(t *jsonTree) (all []cloudLine) {
	for _, row := range t.elements(t.find("results")) {
		var l cloudLine
		for _, cell := range t.elements(row) {
			n := t.child(cell, "value")
			if n <= rootNode || t.nodes[n].kind != '"' {
				continue
			}
			switch t.member(cell, "field") {
			case "@message":
				l.text = t.text(n)
			case "@timestamp": // in UTC, and without a zone
				l.stamp = append(bytes.Clone(t.text(n)), 'Z')
			case "@logStream":
				l.instance = t.text(n)
			case "@requestId":
				l.request = t.text(n)
			}
		}
		all = append(all, l)
	}
	return all
}

// splitTail takes "TIME STREAM text" apart, as aws logs tail prints it.
func splitTail(line []byte, w *wrapped) bool {
	stamp, rest, ok := bytes.Cut(line, []byte{' '})
	if !ok || len(stamp) < len("2026-11-30T08:26:47Z") || len(stamp) > len("2026-11-30T08:26:47.123456+00:00") {
		return false
	}
	if _, _, ok := isoStamp(stamp); !ok {
		return false
	}
	stream, text, _ := bytes.Cut(rest, []byte{' '})
	// 2026/11/30/[$LATEST]0123…, or a task's name/container/ID.
	if strings.Count(string(stream), "/") < 2 || bytes.ContainsAny(stream, "=\"{(:") {
		return false
	}
	w.stamp, w.stream, w.instance, w.text = stamp, stream, stream, text
	return true
}

var cloudLogSamples = []Sample{
	{Records: 1, Text: `{"events":[{"logStreamName":"receiver/web/1","timestamp":1796027207888,"message":"INFO:hooks:webhook received delivery=0c4b7f\n","ingestionTime":1796027208000,"eventId":"39"},
{"logStreamName":"receiver/web/1","timestamp":1796027207889,"message":"listening\n","ingestionTime":1796027208000,"eventId":"40"}]}
`},
	{Records: 1, Text: `{"results":[[{"field":"@timestamp","value":"2026-11-30 08:26:47.888"},{"field":"@message","value":"{\"msg\":\"webhook received\",\"delivery_id\":\"0c4b7f\"}"}]],"statistics":{"recordsMatched":1.0},"status":"Complete"}` + "\n"},
	{Records: 2, Text: "2026-11-30T08:26:47.888000+00:00 2026/11/30/[$LATEST]0c4b START RequestId: 0f8fad5b-d9cb-469f-a165-70867728950e Version: $LATEST\n" +
		"2026-11-30T08:26:47.889000+00:00 2026/11/30/[$LATEST]0c4b 2026-11-30T08:26:47.889Z\t0f8fad5b-d9cb-469f-a165-70867728950e\tINFO\twebhook received delivery=0c4b7f\n" +
		"2026-11-30T08:26:47.890000+00:00 2026/11/30/[$LATEST]0c4b [INFO]\t2026-11-30T08:26:47.890Z\t0f8fad5b-d9cb-469f-a165-70867728950e\tjob done job_id=7\n"},
	{Records: 2, Text: `[{"insertId":"a","logName":"projects/p/logs/run.googleapis.com%2Frequests","timestamp":"2026-11-30T08:26:47.888Z","trace":"projects/p/traces/0c4b","httpRequest":{"requestMethod":"POST","requestUrl":"https://h.example/hooks?a=1","status":200,"latency":"0.011s"}},
{"insertId":"b","logName":"projects/p/logs/run.googleapis.com%2Fstdout","timestamp":"2026-11-30T08:26:47.889Z","trace":"projects/p/traces/0c4b","jsonPayload":{"msg":"webhook received","delivery_id":"0c4b7f"}}]
`},
	{Records: 2, Text: `{"id":"1","message":"info: webhook received delivery=0c4b7f\nPOST /hooks 200 5ms","timestamp":1796027207888,"requestId":"r1","projectId":"p","deploymentId":"d","source":"lambda"}` + "\n"},
	{Records: 1, Text: `{"resourceLogs":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"receiver"}}]},"scopeLogs":[{"logRecords":[{"timeUnixNano":"1796027207888000000","body":{"stringValue":"webhook received"},"attributes":[{"key":"delivery_id","value":{"stringValue":"0c4b7f"}},{"key":"attempt","value":{"intValue":"2"}}],"traceId":"0af7651916cd43dd8448eb211c80319c"}]}]}]}` + "\n"},
	{Records: 1, Text: `{"labels":{"job":"web"},"line":"POST /hooks 200 5ms","timestamp":"2026-11-30T08:26:47.888Z"}` + "\n"},
	{Refused: true, Text: `{"timestamp":"2026-11-30T08:26:47Z","message":"webhook received","delivery_id":"0c4b7f"}` + "\n"},
	{Refused: true, Text: `{"timestamp":1796027207888,"message":"webhook received","eventId":"evt_1","projectId":"p"}` + "\n"},
	{Refused: true, Text: `{"entries":[]}` + "\n"},
}
