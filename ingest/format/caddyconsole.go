package format

import (
	"bytes"
	"fmt"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// caddyConsole is what Caddy writes with "format console": time, level, logger and message between tabs, and the rest as JSON. On a
// terminal the level is coloured. The time is local, and has no zone.
var caddyConsole = Format{
	Name:  "caddy-console",
	Title: "Caddy log, format console",
	Open:  openLines("caddy-console"),
	Samples: []Sample{
		{Text: "2026/11/30 08:28:06.883\t\x1b[34mINFO\x1b[0m\thttp.log.access.log1\thandled request\t" +
			`{"request": {"remote_ip": "203.0.113.7", "method": "POST", "host": "hooks.example.test", "uri": "/webhooks/woo", "headers": {"X-Wc-Webhook-Id": ["7"], "X-Wc-Webhook-Delivery-Id": ["3f2c1f0a9d3b4e6f8a7b6c5d4e3f2a1b"]}}, "duration": 0.0167, "size": 62, "status": 200}` + "\n" +
			"2026/11/30 08:28:07.001\tINFO\tserving initial configuration\n", Records: 1},
		{Text: "2026/11/30 08:30:07 [req-a1] \"POST http://host/webhooks/woo HTTP/1.1\" from 127.0.0.1:34008 - 200 2B in 69.711µs\n", Refused: true},
		{Text: "2026-11-30T08:30:04.946Z\tINFO\tapp/main.go:52\twebhook received\t{\"delivery_id\": \"1\"}\n", Refused: true},
	},
}

// splitCaddy returns the time, level and what follows, or nil.
func splitCaddy(line []byte) [][]byte {
	const stamp = "2026/11/30 08:28:06.883"
	if len(line) <= len(stamp) || line[len(stamp)] != '\t' || line[4] != '/' || line[7] != '/' || line[10] != ' ' || line[19] != '.' {
		return nil
	}
	parts := bytes.SplitN(line, []byte{'\t'}, 5)
	if len(parts) < 3 {
		return nil
	}
	return parts
}

type caddyReader struct {
	maxDepth int
	zone     *time.Location
}

func (caddyReader) Frame(data []byte, eof bool) int { return frameLines(data, eof) }

func (y caddyReader) Parse(c Chunk, out *Batch) { y.parse(c, newRecordReader(out, y.zone)) }

func (y caddyReader) parse(c Chunk, r *recordReader) {
	out := r.out
	var o profile.Observation
	eachLine(c.fromLine(), func(line []byte, no, off int64) {
		parts := splitCaddy(line)
		switch {
		case len(line) == 0:
			out.skip(1)
			return
		case parts == nil:
			out.problem(no, off, 1, "no time, level and message between tabs", "the line was cut, or written by something else")
			return
		case len(parts) < 5 || len(parts[4]) == 0 || parts[4][0] != '{': // a message and nothing more
			out.skip(1)
			return
		}
		if err := r.json(parts[4], y.maxDepth); err != nil {
			out.problem(no, off, 1, fmt.Sprintf("column %d and what follows: %v", len(line)-len(parts[4])+1, err), "the line was cut, by a full disk, a log limit or two writers at once")
			return
		}
		stamp := append(bytes.ReplaceAll(parts[0][:10:10], []byte{'/'}, []byte{'-'}), parts[0][10:]...)
		r.add([]byte("ts"), jsonValue{raw: stamp, kind: jsonString})
		r.add([]byte("logger"), jsonValue{raw: parts[2], kind: jsonString})
		r.add([]byte("msg"), jsonValue{raw: parts[3], kind: jsonString})
		if took := r.values[fieldTook]; took.meaning != nil && took.kind == jsonNumber && took.unit == 0 {
			r.values[fieldTook].meaning = &caddyTook
		}
		r.addObservation(&o, no, off)
	})
}

// caddyTook is the meaning of Caddy's "duration", which is in seconds.
var caddyTook = meaning{field: fieldTook, unit: time.Second, name: "duration"}
