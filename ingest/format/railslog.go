package format

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// railsLog is what Rails writes of a request in development, over several lines of which only the first shows a time and a path:
//
//	Started POST "/hooks" for 127.0.0.1 at 2026-11-30 08:33:07 +0000
//	Processing by HooksController#create as */*
//	  Parameters: {"id"=>18452, "status"=>"processing"}
//	Completed 200 OK in 1ms (Views: 0.6ms | Allocations: 304)
//
// They are one record where no other request was being worked on. Where one was, and no tag ([request ID]) says whose a line is, its
// lines say nothing. With tags each line is a record of its own; with Ruby's logger before it, it is a line of app-log.
var railsLog = Format{
	Name:    "rails-log",
	Title:   "requests as Rails logs them by default: Started, Processing, Parameters, Completed",
	Open:    openLines("rails-log"),
	Samples: railsLogSamples,
}

// railsPart tells which of Rails' lines this is, behind its tags.
type railsPart byte

const (
	railsNone railsPart = iota
	railsStarted
	railsProcessing
	railsParameters
	railsCompleted
	railsOwn // the application's, with a tag
)

// The lines of one request, with and without parameters.
var (
	railsRequest = []railsPart{railsStarted, railsProcessing, railsParameters, railsCompleted}
	railsBare    = []railsPart{railsStarted, railsProcessing, railsCompleted}
)

// railsPartOf returns what a line is, what its tags call the request, and where it begins behind them.
func railsPartOf(line []byte) (part railsPart, tag []byte, at int) {
	for at < len(line) && line[at] == '[' {
		end := bytes.IndexByte(line[at:], ']')
		if end < 0 || at+end+1 >= len(line) || line[at+end+1] != ' ' {
			return railsNone, nil, 0
		}
		if inside := line[at+1 : at+end]; tag == nil || isTraceID(inside) && !isTraceID(tag) {
			tag = inside
		}
		at += end + 2
	}
	rest := line[at:]
	own := railsNone
	if isTraceID(tag) { // of the application, in a request that Rails works on
		own = railsOwn
	}
	if len(rest) == 0 {
		return railsNone, nil, 0
	}
	if rest[0] != ' ' && rest[0] != 'S' && rest[0] != 'P' && rest[0] != 'C' {
		return own, tag, at
	}
	started, isStart := bytes.CutPrefix(rest, []byte("Started "))
	completed, isEnd := bytes.CutPrefix(rest, []byte("Completed "))
	switch {
	case isStart && methodLen(started) > 0 && bytes.Contains(started, []byte(`" for `)):
		return railsStarted, tag, at
	case bytes.HasPrefix(rest, []byte("Processing by ")) && bytes.IndexByte(rest, '#') > 0:
		return railsProcessing, tag, at
	case bytes.HasPrefix(rest, []byte("  Parameters: {")):
		return railsParameters, tag, at
	case isEnd && len(completed) > 4 && httpCode(completed[:3]) != 0 && bytes.Contains(completed, []byte(" in ")):
		return railsCompleted, tag, at
	}
	return own, tag, at
}

// isRailsRecord tells the line with which a record begins: that of a request, or any that a tag joins to one.
func isRailsRecord(line []byte) bool {
	part, tag, _ := railsPartOf(line)
	return part == railsStarted || part != railsNone && tag != nil
}

// rails reads one of Rails' lines, and returns false if it is none.
func (p *textParser) rails(line []byte) bool {
	part, tag, at := railsPartOf(line)
	if part == railsNone {
		return false
	}
	p.say("request_id", tag)
	rest := line[at:]
	switch part {
	case railsStarted:
		rest = rest[len("Started "):]
		n := methodLen(rest)
		p.say("method", rest[:n])
		target, rest, _ := quotedField(bytes.TrimLeft(rest[n:], " "))
		p.say("url", target)
		if i := bytes.LastIndex(rest, []byte(" at ")); i >= 0 {
			if s, n := stampAt(p.stampBuf[:0], rest[i+len(" at "):]); n > 0 {
				p.say("start_utc", s.text)
			}
		}
	case railsParameters:
		tries := 1
		p.object(rest[len("  Parameters: "):], []byte("parameters"), &tries)
	case railsOwn:
		p.said(rest)
	case railsCompleted:
		rest = rest[len("Completed "):]
		p.say("status_code", rest[:3])
		took := rest[bytes.Index(rest, []byte(" in "))+len(" in "):]
		p.say("took", took[:wordLen(took)])
		p.say("msg", []byte("request completed"))
	}
	return true
}

// railsOpen counts how many requests Rails is working on behind a text: those of which it says that it processes them. A process that
// starts has none.
func railsOpen(open int, text []byte) int {
	eachLine(Chunk{Data: text}, func(line []byte, _, _ int64) {
		if len(line) == 0 || line[0] != 'P' && line[0] != 'C' && line[0] != '=' && line[0] != '#' {
			return
		}
		switch part, _, _ := railsPartOf(line); {
		case part == railsProcessing:
			open++
		case part == railsCompleted:
			open = max(open-1, 0)
		case bytes.HasPrefix(line, []byte("=> Booting ")), bytes.HasPrefix(line, []byte("# Logfile created")):
			open = 0
		}
	})
	return open
}

// railsReader reads runs of such records. How many requests are open at the start of one comes with the chunk.
type railsReader struct{ textReader }

func (t railsReader) parse(c Chunk, r *recordReader) {
	p := textParser{recordReader: r, maxDepth: t.maxDepth}
	open, _ := c.From.(int)
	before := c.Data
	var at int64
	recordStart(t.starts).each(c, r.out, func(text []byte, no, off, lines int64) {
		// What stands before the record and was in none, such as a comment, counts as well.
		start := off - c.Offset
		open = railsOpen(open, before[at:start])
		at = start
		o := profile.Observation{Line: no, Offset: off, Lines: lines}
		p.fillRails(text, open == 0)
		if !p.observation(&o) {
			r.out.skip(lines)
			return
		}
		r.out.record(o)
		if p.cut != "" {
			r.out.problem(no, off, 0, fmt.Sprintf("the line has no end, so its %s may be cut off and is left out", p.cut), noEndHint)
		}
	})
}

// fillRails reads the lines of one record; where others may be among them, none but the first.
func (p *textParser) fillRails(text []byte, alone bool) {
	p.plain = append(p.plain[:0], withoutTerminal(text)...)
	p.json, p.cut = p.json[:0], ""
	p.reset()
	p.text = "msg"
	open := text[len(text)-1] != '\n' // the record's last line, and the file's
	_, tag, _ := railsPartOf(lineAt(p.plain, 0))
	if tag != nil {
		p.endless = open
		p.rails(lineAt(p.plain, 0))
		return
	}
	var parts []railsPart
	eachLine(Chunk{Data: p.plain}, func(line []byte, _, _ int64) {
		if part, tag, _ := railsPartOf(line); part != railsNone && tag == nil && len(parts) <= len(railsRequest) {
			parts = append(parts, part)
		}
	})
	alone = alone && (slices.Equal(parts, railsRequest) || slices.Equal(parts, railsBare))
	tries := maxObjects
	eachLine(Chunk{Data: p.plain}, func(line []byte, no, off int64) {
		p.endless = open && int(off)+len(line) == len(p.plain)
		if (alone || no == 0) && !p.rails(line) { // the application's own
			p.named(p.wholeWords(line[:phraseLen(line)], line))
			p.parts(line, 0, len(line), &tries)
		}
	})
}
