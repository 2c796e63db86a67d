package format

import (
	"fmt"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// textReader reads the records of one form. Of the lines that go on with a record it takes the objects that are printed over them.
type textReader struct {
	maxDepth int
	zone     *time.Location
	starts   recordStart
	head     func(dst, line []byte) (textHead, bool)
}

func (t textReader) Frame(data []byte, eof bool) int { return t.starts.frame(data, eof) }

func (t textReader) Parse(c Chunk, out *Batch) { t.parse(c, newRecordReader(out, t.zone)) }

func (t textReader) parse(c Chunk, r *recordReader) {
	r.spelled = true
	defer func() { r.spelled = false }() // other formats may read on with r
	p := textParser{recordReader: r, maxDepth: t.maxDepth}
	places := map[string]*time.Location{}
	t.starts.each(c, r.out, func(text []byte, no, off, lines int64) {
		o := profile.Observation{Line: no, Offset: off, Lines: lines}
		h := p.fill(t, text)
		zone := r.zone
		if len(h.stamp.place) > 1 {
			zone = placeOf(places, string(h.stamp.place[1:]))
		}
		r.zone, zone = zone, r.zone
		keeps := p.observation(&o)
		r.zone = zone
		switch {
		case text[0] == '{' && isLoggedHAR(text):
			r.out.problem(no, off, lines, harInLog, harInLogHint)
			return
		case !keeps:
			r.out.skip(lines) // says nothing of webhooks
			return
		}
		if h.printed && o.Time == 0 && o.Event == profile.EventReceived && !namesRequest(&o) {
			o.Event = profile.EventNoted // of a request that is printed by parts, its headers tell that it came
		}
		r.recordJob(o)
		if p.cut != "" {
			r.out.problem(no, off, 0, fmt.Sprintf("the line has no end, so its %s may be cut off and is left out", p.cut), noEndHint)
		}
		r.out.undated(localTime{lack: h.stamp.lack}, no, off, h.stamp.text)
	})
}

// startsWithRequest tells the time of Apache's %{%d/%b/%Y:%T}t.%{usec_frac}t, which is when the request began. nginx has no fraction in a time
// of this form.
func startsWithRequest(line []byte) bool {
	const stamp = "[30/Nov/2026:08:26:24."
	return len(line) > len(stamp) && line[0] == '[' && line[3] == '/' && line[7] == '/' && line[12] == ':' && line[len(stamp)-1] == '.' && month(line[4:7]) > 0
}

// namesRequest tells whether a record names the request, or the delivery or event that it brought.
func namesRequest(o *profile.Observation) bool {
	return o.DeliveryID != "" || o.WebhookID != "" || o.RequestID != "" || o.EventID != "" || o.Signature != profile.Mark{}
}

// placeOf returns a zone by the name of its place, or nil.
func placeOf(places map[string]*time.Location, name string) *time.Location {
	at, known := places[name]
	if !known {
		at, _ = LoadZone(name)
		if len(places) < maxKeys {
			places[name] = at
		}
	}
	return at
}

// fill reads the fields of one record.
func (p *textParser) fill(t textReader, text []byte) textHead {
	p.plain = append(p.plain[:0], withoutTerminal(text)...)
	p.json, p.cut = p.json[:0], ""
	p.endless = text[len(text)-1] != '\n'
	text = p.plain
	first := lineAt(text, 0)
	h, _ := t.head(p.stampBuf[:0], first)
	p.reset()
	p.text = "msg"
	switch {
	case h.stamp.lack != "":
	case h.atStart, startsWithRequest(first): // Rails
		p.say("start_utc", h.stamp.text)
	case h.console: // by these names durations are known to be zerolog's
		p.text = "message"
		p.say("time", h.stamp.text)
	default: // a better name than any that the message gives to some other time
		p.say("@timestamp", h.stamp.text)
	}
	p.say("level", h.level)
	p.say("logger", h.logger)
	p.say("thread", h.thread)
	p.say("pid", h.process)
	p.say("request_id", h.request)
	p.stamped = h.stamp.text != nil && !h.atStart
	p.pretty, p.bare = h.pretty, h.level == nil && h.logger == nil
	p.message(text[h.size:])
	return h
}
