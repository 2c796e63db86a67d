package format

import (
	"bytes"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/ingest/provider"
)

// stripeListen is what `stripe listen --forward-to URL` prints: an arrow for each event that came, and one for the answer of the
// local receiver: it is a relay, and what the receiver logs itself is the receipt. Source: stripe/stripe-cli pkg/cmd/listen.go. Its
// times are local and have no zone. What it prints of a POST that failed names no event, and the line with which it begins holds a
// secret: both are skipped.
var stripeListen = Format{
	Name:  "stripe-listen",
	Title: "what stripe listen prints: events that came to the local listener, and the local receiver's answers",
	Open: func(head []byte, opt Options) Reader {
		if !anyLine(head, func(line []byte) bool { l, ok := splitListen(line); return ok && l.what != listenNote }) {
			return nil
		}
		return openLines("stripe-listen")(head, opt)
	},
	Samples: []Sample{
		{Text: "> Ready! You are using Stripe API Version [2026-01-28]. Your webhook signing secret is whsec_0123456789abcdef (^C to quit)\n" +
			"2026-11-30 08:26:47   --> payment_intent.succeeded [evt_3QAbCdEfGhIjKl]\n" +
			"2026-11-30 08:26:47  <--  [200] POST http://localhost:4242/webhook [evt_3QAbCdEfGhIjKl]\n" +
			"2026-11-30 08:26:48   --> connect charge.succeeded [evt_3QAbCdEfGhIjKm]\n" +
			"2026-11-30 08:26:48            [ERROR] Failed to POST: Post \"http://localhost:4242/webhook\": dial tcp 127.0.0.1:4242: connect: connection refused\n\n", Records: 3},
		{Text: "\x1b[2m2026-11-30 08:26:47\x1b[0m   --> \x1b]8;;https://dashboard.stripe.com/test/events?type=charge.succeeded\x1b\\\x1b[1mcharge.succeeded\x1b[0m\x1b]8;;\x1b\\ [\x1b]8;;https://dashboard.stripe.com/test/events/evt_3QAbCdEfGhIjKl\aevt_3QAbCdEfGhIjKl\x1b]8;;\a]\n", Records: 1},
		{Text: "> Ready! Your webhook signing secret is whsec_0123456789abcdef (^C to quit)\n", Refused: true},
		{Text: "2026-11-30 08:26:47 [200] POST http://localhost:3000/x (12ms) → https://dashboard.hookdeck.com/events/evt_0\n", Refused: true},
		{Text: "2026-11-30 08:26:47 [200] POST /v1/payment_intents [req_KyZn3cA5YqHf2w]\n", Refused: true},
	},
}

type listenReader struct{ zone *time.Location }

func (listenReader) Frame(data []byte, eof bool) int { return frameLines(data, eof) }

func (r listenReader) Parse(c Chunk, out *Batch) { r.parse(c, newRecordReader(out, r.zone)) }

func (r listenReader) parse(c Chunk, read *recordReader) {
	out := read.out
	c = c.fromLine()
	eachLine(c, func(line []byte, no, off int64) {
		l, ok := splitListen(line)
		switch {
		case len(bytes.TrimSpace(line)) == 0, ok && l.what == listenNote:
			out.skip(1)
			return
		case !ok:
			out.problem(no, off, 1, "no line of stripe listen: "+outline(line), "a line looks like: 2026-11-30 08:26:47   --> payment_intent.succeeded [evt_…]")
			return
		}
		o := profile.Observation{
			Line: no, Offset: off, Lines: 1, Event: profile.EventNoted, Provider: provider.Stripe.Name, Instance: "stripe listen",
			Topic: string(l.topic), EventID: string(l.event),
		}
		if l.what == listenAnswer {
			o.Event, o.Ends = profile.EventRelayed, true
			o.Code, o.Method = httpCode(l.code), string(l.method)
			setURL(&o, string(l.url), out.Marker)
		}
		out.recordAt(o, l.stamp, r.zone)
	})
}

// isListen asks first what is cheap to know.
func isListen(line []byte) bool {
	if len(line) == 0 || line[0] != '2' && line[0] != '>' && line[0] != 'R' && line[0] != 'G' && line[0] != ' ' && line[0] != 0x1b {
		return false
	}
	_, ok := splitListen(line)
	return ok
}

// listenLine is one line, cut up.
type listenLine struct {
	what                listenWhat
	stamp, topic, event []byte
	code, method, url   []byte
}

type listenWhat byte

const (
	listenNote listenWhat = iota
	listenEvent
	listenAnswer
)

// splitListen cuts up a line, or returns false if stripe listen does not print such.
func splitListen(line []byte) (l listenLine, ok bool) {
	line = bytes.TrimSpace(withoutTerminal(line))
	if note := bytes.TrimPrefix(line, []byte("> ")); bytes.HasPrefix(note, []byte("Ready! ")) || bytes.HasPrefix(note, []byte("Getting ready")) {
		return l, true
	}
	stamp, words := listenWords(line)
	if len(words) == 0 {
		return l, false
	}
	l.stamp = stamp
	switch string(words[0]) {
	case "[ERROR]": // others write this word too
		return l, len(words) > 3 && string(words[1]) == "Failed" && string(words[2]) == "to" && string(words[3]) == "POST:"
	case "-->":
		if len(words) == 4 && string(words[1]) == "connect" {
			words = words[1:]
		}
		if len(words) != 3 {
			return l, false
		}
		l.what, l.topic, l.event = listenEvent, words[1], inBrackets(words[2])
		return l, len(l.event) > 0
	case "<--":
		if len(words) != 5 {
			return l, false
		}
		l.what, l.code, l.method, l.url, l.event = listenAnswer, inBrackets(words[1]), words[2], words[3], inBrackets(words[4])
		return l, httpCode(l.code) != 0 && len(l.event) > 0
	}
	return l, false
}

// listenWords cuts up a line that begins with a local time of whole seconds: nil if it does not.
func listenWords(line []byte) (stamp []byte, words [][]byte) {
	const n = len("2026-11-30 08:26:47")
	if len(line) <= n || line[n] != ' ' {
		return nil, nil
	}
	if _, size := stampAt(nil, line[:n]); size != n {
		return nil, nil
	}
	return line[:n], bytes.Fields(line[n:])
}

func inBrackets(word []byte) []byte {
	if len(word) < 3 || word[0] != '[' || word[len(word)-1] != ']' {
		return nil
	}
	return word[1 : len(word)-1]
}

// withoutTerminal takes out what only a terminal understands: colours (ESC[…m) and links (ESC]8;…;URL, ended by BEL or ESC\).
func withoutTerminal(line []byte) []byte {
	if bytes.IndexByte(line, 0x1b) < 0 {
		return line
	}
	var out []byte
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] != 0x1b:
			out = append(out, line[i])
		case i+1 < len(line) && line[i+1] == '[':
			for i += 2; i < len(line) && (line[i] < '@' || line[i] > '~'); i++ {
			}
		case i+1 < len(line) && line[i+1] == ']':
			for i += 2; i < len(line) && line[i] != '\a' && line[i] != 0x1b; i++ {
			}
			if i+1 < len(line) && line[i] == 0x1b && line[i+1] == '\\' {
				i++
			}
		}
	}
	return out
}
