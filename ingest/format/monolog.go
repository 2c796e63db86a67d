package format

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// monolog is what Monolog's LineFormatter writes, which is the default of Symfony, Laravel and most PHP applications:
//
//	[2026-11-30T08:31:20.955653+00:00] webhooks.INFO: Webhook received {"webhook_id":7} []
//
// that is a time, a channel, a level, a message, and two JSON texts, of which the first is the context that the application
// gave and the second what a processor added. Laravel leaves out a text that is empty, with its blank before it, and writes
// the time without a zone; such a record has no time unless the import names one (--assume-tz).
//
// The line breaks of an exception may stand raw in the context, so a record goes on up to the line that begins the next one.
// Whoever can put a raw line break into a message can write what looks like another record; nothing in the file tells it
// from one.
var monolog = Format{
	Name:    "monolog",
	Title:   "PHP application log of Monolog's line formatter: Symfony, Laravel, …",
	Open:    openMonolog,
	Samples: monologSamples,
}

func openMonolog(head []byte, opt Options) Reader {
	text := head
	for len(text) > 0 && isPHPTrace(lineAt(text, 0)) { // of a record in the file that was rotated away
		i := bytes.IndexByte(text, '\n') + 1
		if i == 0 {
			return nil
		}
		text = text[i:]
	}
	if !isMonolog(lineAt(text, 0)) && !mostLines(text, isMonolog) || several(text, opt) || rivals(head, opt) {
		return nil
	}
	return monologReader{maxDepth: opt.MaxDepth, zone: opt.Zone}
}

// isPHPTrace tells a line of an exception's text, and a blank one.
func isPHPTrace(line []byte) bool {
	for _, start := range []string{"#", "[stacktrace]", "[previous exception]", `"}`, " ", "\t"} {
		if bytes.HasPrefix(line, []byte(start)) {
			return true
		}
	}
	return len(line) == 0
}

func isMonolog(line []byte) bool {
	_, ok := monologHead(line)
	return ok
}

// monologLine is what stands before a record's message.
type monologLine struct {
	time, channel []byte
	size          int // up to the message
}

// monologHead reads "[TIME] CHANNEL.LEVEL: ".
func monologHead(line []byte) (h monologLine, ok bool) {
	const day, longest = len("[2026-11-30T08:31:20"), 200
	if len(line) < day || line[0] != '[' || line[5] != '-' || line[8] != '-' || line[11] != 'T' && line[11] != ' ' || line[14] != ':' {
		return h, false
	}
	line = line[:min(len(line), longest)]
	end := bytes.Index(line, []byte("] "))
	if end < day || digits(line[1:5]) < 0 {
		return h, false
	}
	name, _, ok := bytes.Cut(line[end+2:], []byte(": "))
	dot := bytes.LastIndexByte(name, '.')
	if !ok || dot < 0 {
		return h, false
	}
	switch string(name[dot+1:]) {
	case "DEBUG", "INFO", "NOTICE", "WARNING", "ERROR", "CRITICAL", "ALERT", "EMERGENCY":
		return monologLine{line[1:end], name[:dot], end + 2 + len(name) + 2}, true
	}
	return h, false
}

type monologReader struct {
	maxDepth int
	zone     *time.Location
}

func (monologReader) Frame(data []byte, eof bool) int { return recordStart(isMonolog).frame(data, eof) }

func (m monologReader) Parse(c Chunk, out *Batch) { m.parse(c, newRecordReader(out, m.zone)) }

func (m monologReader) parse(c Chunk, r *recordReader) {
	out := r.out
	recordStart(isMonolog).each(c, out, func(text []byte, no, off, lines int64) {
		h, err := m.fill(r, text)
		if err != nil { // not quoted: a payload may stand in it
			out.problem(no, off, lines, fmt.Sprintf("column %d: the JSON that begins here cannot be read: %s", err.at+1, err.reason), err.hint())
			return
		}
		o := profile.Observation{Line: no, Offset: off, Lines: lines}
		if !r.observation(&o) {
			out.skip(lines) // says nothing of webhooks
			return
		}
		o.Instance = r.intern(h.channel) // not a "name" in the context, which may be a customer's
		out.record(o)
	})
}

// fill reads the fields of one record.
func (m monologReader) fill(r *recordReader, text []byte) (monologLine, *jsonError) {
	h, _ := monologHead(lineAt(text, 0))
	first := lineAt(text, h.size)
	message, blobs, err := m.split(r, first)
	if whole := bytes.TrimRight(text[h.size:], "\r\n"); len(blobs) == 0 && len(whole) > len(first) {
		// The formatter wrote line breaks raw that JSON had escaped.
		whole = bytes.ReplaceAll(whole, []byte("\r\n"), []byte("\n"))
		message, blobs, err = m.split(r, bytes.ReplaceAll(whole, []byte("\n"), []byte(`\n`)))
		message = message[:min(len(message), len(first))] // no more than its first line
	}
	if err != nil {
		err.at += h.size
		return h, err
	}
	r.reset()
	// "@timestamp" is a better name than any that a context gives to some other time.
	r.add([]byte("@timestamp"), jsonValue{raw: h.time, kind: jsonString})
	if len(blobs) == 0 && len(message) >= shortestEvent && message[0] == '{' {
		if n, wrong := m.value(r, message); wrong == nil && n == len(message) {
			blobs, message = [][]byte{message}, nil // both contexts are left out, and the message is a JSON text
		}
	}
	r.add([]byte("msg"), jsonValue{raw: message, kind: jsonString})
	r.context = true
	for _, blob := range blobs {
		_ = r.scan.scan(blob, m.maxDepth, &r.fields) // split has checked it
	}
	if len(blobs) > 0 && len(bytes.TrimSpace(message)) == 0 && len(blobs[0]) >= shortestEvent {
		r.whole, r.alone = blobs[0], true
	}
	return h, nil
}

// maxBraces is how many braces of a message are tried that begin no JSON.
const maxBraces = 64

// split finds the JSON texts at the end of a record. The message may hold braces and JSON of its own, so it is the texts
// farthest to the left that reach the end, and no more than two: a blank at the end stands for each that Laravel left out.
// The error is that of a text which should have been one and cannot be read; at is where it begins.
func (m monologReader) split(r *recordReader, text []byte) (message []byte, blobs [][]byte, err *jsonError) {
	body := bytes.TrimRight(text, " ")
	want := 2 - min(len(text)-len(body), 2)
	if want == 0 {
		return body, nil, nil
	}
	failed := 0
	for at := 0; at < len(body) && failed < maxBraces; {
		i := bytes.IndexAny(body[at:], "{[")
		if i < 0 {
			break
		}
		if at += i; at > 0 && body[at-1] != ' ' {
			at++
			continue
		}
		size, wrong := m.value(r, body[at:])
		if wrong != nil {
			if failed++; err == nil && bytes.HasPrefix(body[at:], []byte(`{"`)) {
				err = &jsonError{at, wrong.reason}
			}
			at++
			continue
		}
		blobs = append(blobs[:0], body[at:at+size])
		if rest := bytes.TrimPrefix(body[at+size:], []byte(" ")); want == 2 && len(rest) > 0 {
			if n, wrong := m.value(r, rest); wrong == nil && n == len(rest) {
				return body[:at], append(blobs, rest), nil
			}
		}
		if at+size == len(body) {
			if want == 1 {
				err = nil
			}
			return body[:at], blobs, err
		}
		at += size
	}
	return body, nil, err
}

// value returns the length of the object or array that text begins with.
func (m monologReader) value(r *recordReader, text []byte) (int, *jsonError) {
	s := &r.scan
	s.reset(text, m.maxDepth, nil)
	if text[0] != '{' && text[0] != '[' {
		return 0, s.fail("no object").(*jsonError)
	}
	var wrong *jsonError
	if errors.As(s.value(nil, false), &wrong) {
		return 0, wrong
	}
	return s.pos, nil
}
