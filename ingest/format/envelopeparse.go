package format

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

func (r envelopeReader) Parse(c Chunk, out *Batch) {
	c = c.fromLine()
	u := unwrapper{inner: r.inner, year: r.year, out: out, chunk: c}
	streams := newStreams(r)
	var order []*stream
	nth := int64(0)
	for n, at := 0, 0; at < len(c.Data); n++ {
		entry := c.Data[at:]
		if size := r.next(entry, true); size > 0 {
			entry = entry[:size]
		}
		from := streamLine{nth: nth, lines: countLines(entry), line: c.Line + nth, off: c.Offset + int64(at)}
		at, nth = at+len(entry), nth+from.lines
		u.state = append(u.state, make([]lineState, from.lines)...)
		s, _, is := streams.take(entry, n)
		if is == entryBare || is == entryUnknown || is == entryRepeats {
			r.unread(&u, from, entry, is, streams)
			continue
		}
		if !s.listed {
			s.listed = true
			order = append(order, s)
		}
		if is == entryPart {
			u.read(&s.said)
		}
		from.wrapped, from.goesOn = streams.w.kept(), streams.goesOn
		s.said.add(trimCR(streams.text), from)
		if last := entry[len(entry)-1]; last != '\n' && last != '}' && !s.said.open { // a line that may be cut off has no end in its stream either
			s.said.data = bytes.TrimSuffix(s.said.data, []byte{'\n'})
		}
	}
	for _, s := range order {
		u.read(&s.said)
	}
	u.done()
}

// unread accounts for an entry that no record has. What programs say of which no line in the head was known is skipped: a file of the
// whole machine holds those of many.
func (r envelopeReader) unread(u *unwrapper, from streamLine, entry []byte, is entryIs, t *streams) {
	line := lineAt(entry, 0)
	switch {
	case is == entryRepeats:
		u.problem(from, fmt.Sprintf("%q stands for records that were not written out", outline(line)),
			"have rsyslog write each message ($RepeatedMsgReduction off): what was repeated may be what came twice")
	case is == entryUnknown && r.logs[string(t.w.instance)] && len(bytes.TrimSpace(t.text)) > 0:
		u.problem(from, fmt.Sprintf("text %q is of no format that is known, and goes on with no record", outline(line)), "a banner or a program's own output between its records can be left as it is")
	case is == entryBare && len(bytes.TrimSpace(entry)) > 0 && !bytes.HasPrefix(line, []byte("-- ")): // "-- Boot …", "-- No entries --"
		u.problem(from, fmt.Sprintf("%q is not in the envelope of this file's other lines", outline(line)),
			"the other lines of this file are those of "+r.name+"; a banner between them can be left as it is")
	}
}

func (u *unwrapper) problem(at streamLine, reason, hint string) {
	u.mark(at, lineProblem)
	u.out.problem(at.line, at.off, at.lines, reason, hint)
}

// unwrapper reads what streams say, and puts it where it stands in the file.
type unwrapper struct {
	inner mixedReader
	year  int
	out   *Batch
	chunk Chunk
	state []lineState // of the chunk's lines
	r     *recordReader
}

type lineState byte

const (
	lineSkipped lineState = iota
	lineRecord
	lineProblem
)

// inner is a batch for what stands inside something else, which is then put where that is.
func (b *Batch) inner() Batch {
	return Batch{Marker: b.Marker, Secrets: b.Secrets, Unplaced: b.Unplaced}
}

// read reads the text of a stream and empties it.
func (u *unwrapper) read(t *streamText) {
	if len(t.lines) == 0 {
		return
	}
	if t.open {
		t.data = append(t.data, '\n')
	}
	sub := u.out.inner()
	at := func(line int64) *streamLine { return &t.lines[min(int(line)-1, len(t.lines)-1)] }
	if check := u.out.Check; check != nil {
		sub.Check = func(o *profile.Observation, q Request) {
			line, off := o.Line, o.Offset
			o.Line, o.Offset = at(line).line, at(line).off
			check(o, q)
			o.Line, o.Offset = line, off
		}
	}
	if u.r == nil {
		u.r = newRecordReader(&sub, u.inner.zone)
	}
	u.r.use(&sub)
	u.inner.parse(Chunk{Data: t.data, Line: 1, From: 1 << 30, inside: t.inside}, u.r)
	for i := range sub.Observations {
		o := &sub.Observations[i]
		first, last := int(o.Line), int(o.Line+o.Lines-1)
		l := at(o.Line)
		u.stamp(o, l)
		if o.Instance == "" {
			o.Instance = u.r.intern(l.instance)
		}
		if o.Process == "" {
			o.Process = u.r.intern(l.process)
		}
		o.Line, o.Offset, o.Lines = l.line, l.off, l.lines
		for k := first; k <= last && k <= len(t.lines); k++ {
			x := t.lines[k-1]
			if x.line == l.line+o.Lines { // else a line of another stream stands between
				o.Lines += x.lines
			}
			for _, part := range x.parts {
				if part.line == l.line+o.Lines {
					o.Lines += part.lines
				}
			}
			u.mark(x, lineRecord)
		}
		u.out.Observations = append(u.out.Observations, *o)
	}
	for _, p := range sub.Problems {
		l := at(p.Line)
		lines := int64(0)
		for k := int(p.Line); k < int(p.Line+p.Lines) && k <= len(t.lines); k++ {
			if x := t.lines[k-1]; u.state[x.nth] == lineSkipped {
				u.mark(x, lineProblem)
				lines += x.lines
				for _, part := range x.parts {
					lines += part.lines
				}
			}
		}
		u.out.problem(l.line, l.off, lines, p.Reason, p.Hint)
	}
	if z := sub.Zoneless; z.Line != 0 && len(at(z.Line).stamp) == 0 {
		lack, text := z.lacking()
		u.out.undated(lack, at(z.Line).line, at(z.Line).off, text)
	}
	u.out.States = append(u.out.States, sub.States...)
	*t = streamText{}
}

// mark notes what became of the lines of an entry.
func (u *unwrapper) mark(x streamLine, is lineState) {
	for i := x.nth; i < x.nth+x.lines; i++ {
		u.state[i] = is
	}
	for _, part := range x.parts {
		u.mark(part, is)
	}
}

// stamp gives a record that shows no time of its own the envelope's.
func (u *unwrapper) stamp(o *profile.Observation, l *streamLine) {
	if o.Precision != 0 || len(l.stamp) == 0 {
		return
	}
	o.Ends = o.Ends || o.Took > 0 // a line is written when what it tells of is over
	stamp := l.stamp
	if l.lack == "year" && u.year != 0 {
		stamp = yearly(stamp, u.year)
	} else if l.lack != "" {
		u.out.undated(localTime{lack: l.lack}, l.line, l.off, l.stamp)
		return
	}
	local, _ := readTime(stamp, u.inner.zone)
	o.Time, o.Precision = local.nano, local.precision
	u.out.undated(local, l.line, l.off, stamp)
}

// done counts the chunk's lines and puts what was read of its streams in the order of the file.
func (u *unwrapper) done() {
	for _, s := range u.state {
		switch s {
		case lineRecord:
			u.out.InRecords++
		case lineSkipped:
			u.out.Skipped++
		}
	}
	slices.SortStableFunc(u.out.Observations, func(a, b profile.Observation) int { return int(a.Offset - b.Offset) })
	slices.SortStableFunc(u.out.Problems, func(a, b profile.Problem) int { return int(a.Offset - b.Offset) })
}
