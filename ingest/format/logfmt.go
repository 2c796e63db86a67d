package format

import (
	"bytes"
	"fmt"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// logfmt is key=value key="quoted value" …: Go's slog and logrus as text, go-kit, structlog, Python formatters, Rails' lograge,
// Heroku's router with its time before the pairs.
//
// A line that does not begin with two pairs goes on with the one before it (a traceback) and is skipped.
var logfmt = Format{
	Name:    "logfmt",
	Title:   "application log of key=value pairs: slog, logrus, structlog, lograge, Heroku router, …",
	Open:    openLogfmt,
	Samples: logfmtSamples,
}

func openLogfmt(head []byte, opt Options) Reader {
	if !mostLines(withoutTraces(head), isLogfmtRecord) || several(head, opt) || envelopeOf(head, opt) != nil || rivals(head, opt) {
		return nil
	}
	return logfmtReader{zone: opt.Zone}
}

// withoutTraces leaves out what follows a record when something was thrown, so that a log of many errors is still known.
func withoutTraces(head []byte) []byte {
	var kept []byte
	trace := false
	eachLine(Chunk{Data: head}, func(line []byte, _, _ int64) {
		pairs := isLogfmt(line)
		indented := len(line) > 0 && isBlank(line[0])
		switch {
		case pairs:
			trace = false
		case indented, bytes.HasPrefix(line, []byte("Traceback (")):
			trace = true
			return
		case trace: // the exception that a trace ends with
			trace = false
			return
		case len(line) > 0 && line[0] == '#': // Ruby's "# Logfile created on …"
			return
		}
		kept = append(append(kept, line...), '\n')
	})
	return kept
}

// isLogfmtRecord wants a name that a log record has, since pairs alone are also what configurations are written in.
func isLogfmtRecord(line []byte) bool {
	if !isLogfmt(line) {
		return false
	}
	_, rest := routerTime(line)
	pairs, _ := logfmtPairs(nil, rest)
	for _, p := range pairs {
		if m := names[placeTop][normal(string(p.key))]; m != nil && !p.bare {
			switch m.field {
			case fieldMessage, fieldEvent, fieldLevel, fieldMethod:
				return true
			}
		}
	}
	return false
}

// isLogfmt tells a line that begins with two pairs.
func isLogfmt(line []byte) bool {
	_, line = routerTime(line)
	n := logfmtKey(line)
	if n == 0 {
		return false
	}
	for i := n + 1; i < len(line); i++ {
		if isBlank(line[i]) && logfmtKey(line[i+1:]) > 0 {
			return true
		}
	}
	return false
}

// routerTime splits off "2026-11-30T08:26:47.250763+00:00 heroku[router]: ", where a line begins with it.
func routerTime(line []byte) (stamp, rest []byte) {
	if len(line) == 0 || line[0] < '0' || line[0] > '9' {
		return nil, line
	}
	stamp, after, _ := bytes.Cut(line, []byte{' '})
	if _, n := stampAt(nil, stamp); n != len(stamp) {
		return nil, line
	}
	source, pairs, _ := bytes.Cut(after, []byte{' '})
	if !bytes.HasSuffix(source, []byte("]:")) {
		return nil, line
	}
	return stamp, pairs
}

type logfmtReader struct{ zone *time.Location }

func (logfmtReader) Frame(data []byte, eof bool) int { return recordStart(isLogfmt).frame(data, eof) }

func (l logfmtReader) Parse(c Chunk, out *Batch) { l.parse(c, newRecordReader(out, l.zone)) }

func (logfmtReader) parse(c Chunk, r *recordReader) {
	out := r.out
	r.spelled = true
	defer func() { r.spelled = false }() // other formats may read on with r
	var pairs []logfmtPair
	recordStart(isLogfmt).each(c, out, func(text []byte, no, off, lines int64) {
		line := lineAt(text, 0)
		stamp, rest := routerTime(line)
		bad := -1
		pairs, bad = logfmtPairs(pairs[:0], rest)
		cut := ""
		if n := len(pairs) - 1; n >= 0 && len(line) == len(text) && endsOpen(line, pairs[n]) {
			cut, pairs = shownKey(pairs[n].key), pairs[:n]
		}
		o := profile.Observation{Line: no, Offset: off, Lines: 1}
		switch {
		case bad >= 0: // not quoted: a payload may stand in it
			out.problem(no, off, 1, fmt.Sprintf("column %d: a quoted value that begins here has no end", len(line)-len(rest)+bad+1),
				"the line was cut, by a full disk, a log limit or two writers at once; or its writer does not escape line breaks")
		case r.pairs(stamp, pairs).observation(&o):
			out.record(o)
			if cut != "" {
				out.problem(no, off, 0, fmt.Sprintf("the line has no end, so its %s may be cut off and is left out", cut), noEndHint)
			}
		default:
			out.skip(1) // says nothing of webhooks
		}
		out.skip(lines - 1)
	})
}

// endsOpen tells a last pair of a line that has no line end, whose value does not show whether it is whole.
func endsOpen(line []byte, p logfmtPair) bool {
	switch line[len(line)-1] {
	case '"', '\'', '}', ']', ' ', '\t':
		return false
	}
	return !p.bare
}

// pairs fills the reader's fields from a line.
func (r *recordReader) pairs(stamp []byte, pairs []logfmtPair) *recordReader {
	r.reset()
	if stamp != nil {
		r.add([]byte("@timestamp"), jsonValue{raw: stamp, kind: jsonString})
	}
	lograge := isLograge(pairs)
	for _, p := range pairs {
		key := p.key
		switch {
		case p.bare: // structlog writes a true value as its name alone
			if isFlag(p.key) {
				r.add(p.key, jsonValue{raw: []byte("true"), kind: jsonTrue})
			}
			continue
		case lograge && string(key) == "action": // a method of the controller
			continue
		case lograge && string(key) == "duration", string(key) == "service" && appDuration(p.value, 0) > 0: // lograge; Heroku
			key = []byte("duration_ms")
		case string(key) == "t": // log15
			key = []byte("time")
		}
		value, flags := trailingFlags(p.value)
		if m := names[placeTop][normal(string(key))]; m != nil && m.field == fieldBody && bytes.HasPrefix(value, []byte("{'")) { // structlog
			if json, size, lost := looseJSON(nil, value, headDepth); size == len(value) {
				value, r.inexact = json, r.inexact || lost
			}
		}
		r.pair(key, jsonValue{raw: value, kind: jsonString})
		for _, flag := range flags {
			r.add(flag, jsonValue{raw: []byte("true"), kind: jsonTrue})
		}
	}
	if lograge && !r.has(fieldMessage) {
		// The receiver itself, at the end of a request, not what stands before it.
		r.add([]byte("msg"), jsonValue{raw: []byte("request completed"), kind: jsonString})
	}
	return r
}

// isLograge knows Rails by what no other writer names.
func isLograge(pairs []logfmtPair) bool {
	found := 0
	for _, p := range pairs {
		switch string(p.key) {
		case "controller", "action":
			found++
		}
	}
	return found == 2
}

// isFlag tells a name whose value is true or false. One of a single word may as well be the end of a sentence.
func isFlag(word []byte) bool {
	if bytes.IndexByte(word, '_') < 0 {
		return false
	}
	m := names[placeTop][normal(string(word))]
	if m == nil {
		return false
	}
	switch m.field {
	case fieldSignatureValid, fieldCreated, fieldReplayed, fieldDuplicate:
		return true
	}
	return false
}

// trailingFlags splits names that stand alone off a value that runs up to the next key.
func trailingFlags(value []byte) (rest []byte, flags [][]byte) {
	for {
		i := bytes.LastIndexByte(value, ' ')
		if i < 0 || !isFlag(value[i+1:]) {
			return value, flags
		}
		value, flags = bytes.TrimRight(value[:i], " "), append(flags, value[i+1:])
	}
}
