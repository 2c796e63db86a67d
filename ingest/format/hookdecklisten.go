package format

import (
	"bytes"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// hookdeckListen is what `hookdeck listen` prints: a line for each request that it handed to the local receiver, with the answer. The
// event that it names is Hookdeck's own, one for each request and connection. Its times are local and have
// no zone.
var hookdeckListen = Format{
	Name:  "hookdeck-listen",
	Title: "what hookdeck listen prints: requests handed to the local receiver, with its answers",
	Open:  openLines("hookdeck-listen"),
	Samples: []Sample{
		{Text: "2026-11-30 08:26:47 [200] POST http://localhost:3000/x (12ms) → https://dashboard.hookdeck.com/events/evt_5b3mzbxk83deakr\n" +
			"2026-11-30 08:26:49 [500] POST http://localhost:3000/x?a=1 (1.2s) → https://dashboard.hookdeck.com/events/evt_5b3mzbxk83deakr\n\n", Records: 2},
		{Text: "\x1b[2m2026-11-30 08:26:47\x1b[0m [\x1b[32m200\x1b[0m] POST http://localhost:3000/x (12ms) → https://dashboard.hookdeck.com/events/evt_5b3mzbxk83deakr\n", Records: 1},
		{Text: "2026-11-30 08:26:47 [200] POST /v1/payment_intents [req_KyZn3cA5YqHf2w]\n", Refused: true},
		{Text: "2026-11-30 08:26:47  <--  [200] POST http://localhost:4242/webhook [evt_3QAbCdEfGhIjKl]\n", Refused: true},
	},
}

type hookdeckReader struct{ zone *time.Location }

func (hookdeckReader) Frame(data []byte, eof bool) int { return frameLines(data, eof) }

func (r hookdeckReader) Parse(c Chunk, out *Batch) { r.parse(c, newRecordReader(out, r.zone)) }

func (r hookdeckReader) parse(c Chunk, read *recordReader) {
	out := read.out
	c = c.fromLine()
	eachLine(c, func(line []byte, no, off int64) {
		l, ok := splitHookdeck(line)
		switch {
		case len(bytes.TrimSpace(line)) == 0:
			out.skip(1)
			return
		case !ok:
			out.problem(no, off, 1, "no line of hookdeck listen: "+outline(line), "a line looks like: 2026-11-30 08:26:47 [200] POST http://localhost:3000/x (12ms) → https://dashboard.hookdeck.com/events/evt_…")
			return
		}
		o := profile.Observation{
			Line: no, Offset: off, Lines: 1, Event: profile.EventProxied, Instance: "hookdeck listen", EventID: string(l.event),
			Ends: true, Took: appDuration(l.took, 0), Code: httpCode(l.code), Method: harMethod(l.method),
		}
		setURL(&o, string(l.url), out.Marker)
		out.recordAt(o, l.stamp, r.zone)
	})
}

func isHookdeck(line []byte) bool {
	if len(line) < len("2026-11-30 08:26:47 [") || line[10] != ' ' || line[20] != '[' || !bytes.Contains(line, []byte("hookdeck.com/events/")) {
		return false
	}
	_, ok := splitHookdeck(line)
	return ok
}

// hookdeckLine is one line, cut up.
type hookdeckLine struct{ stamp, code, method, url, took, event []byte }

// splitHookdeck cuts up a line, or returns false if hookdeck listen does not print such.
func splitHookdeck(line []byte) (l hookdeckLine, ok bool) {
	line = bytes.TrimSpace(withoutTerminal(line))
	stamp, words := listenWords(line)
	if len(words) < 5 || len(words) > 6 {
		return l, false
	}
	l.stamp = stamp
	l.code, l.method, l.url = inBrackets(words[0]), words[1], words[2]
	if took := words[3]; len(took) > 2 && took[0] == '(' && took[len(took)-1] == ')' {
		l.took = took[1 : len(took)-1]
	}
	_, l.event, ok = bytes.Cut(words[len(words)-1], []byte("hookdeck.com/events/"))
	return l, ok && len(l.event) > 0 && httpCode(l.code) != 0
}
