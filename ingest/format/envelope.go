package format

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// envelope is what a collector of logs puts around each line that programs write: Docker, Kubernetes, the journal, syslog. The lines are
// taken out of it and read as lineFormats read them, those of each stream (a container, a process) by itself: streams interleave.
//
// The time that a line shows itself counts; where it shows none, the envelope's is when it was written.
type envelope struct {
	name  string // of the Format
	split func(line []byte, w *wrapped) bool
	// indented tells that a line of blanks and text goes on with the one before, as journalctl prints them.
	indented bool
	// size returns the length of the next entry, whose end is in data, or 0; nil: an entry is a line.
	size func(data []byte, eof bool) int
}

// next returns the length of the entry that data begins with, or 0 if its end is not there.
func (e *envelope) next(data []byte, eof bool) int {
	if e.size != nil {
		return e.size(data, eof)
	}
	if i := bytes.IndexByte(data, '\n'); i >= 0 || !eof {
		return i + 1
	}
	return len(data)
}

// wrapped is a line in its envelope.
type wrapped struct {
	text     []byte // of the program; may be several lines
	stream   []byte // whose it is
	instance []byte // what runs the program
	process  []byte
	stamp    []byte // as appStamp or readLocal reads it
	lack     string // what the stamp lacks
	more     bool   // the line goes on in the next one of its stream
}

// envelopes are in the order in which they are tried.
var envelopes = []envelope{
	{name: "docker-log", split: splitDockerJSON},
	{name: "journal-log", split: splitJournalJSON},
	{name: "kubernetes-log", split: splitCRI},
	{name: "cloud-log", split: splitTail},
	{name: "syslog", split: splitSyslog, indented: true},
	{name: "docker-log", split: splitCompose},
}

// exportEnvelope is the one whose entries are not lines.
var exportEnvelope = &envelope{name: "journal-log", split: splitExport, size: exportSize}

// maxApart is how many lines of other streams may stand between two lines of one record. A chunk of a file must end where none is open.
const maxApart = 50

// envelopeOf returns the envelope in which most of the first lines are, or nil.
func envelopeOf(head []byte, opt Options) *envelope {
	return once(opt, head, "envelope", func() *envelope { return findEnvelope(head) })
}

func findEnvelope(head []byte) *envelope {
	if bytes.HasPrefix(head, []byte("__CURSOR=")) && bytes.Contains(head, []byte("\n__REALTIME_TIMESTAMP=")) {
		return exportEnvelope
	}
	for i := range envelopes {
		e := &envelopes[i]
		own := false // Heroku's router alone is logfmt
		if mostLines(head, func(line []byte) bool {
			var w wrapped
			if !e.split(line, &w) {
				return e.indented && len(line) > 0 && line[0] == ' '
			}
			own = own || string(w.stream) != "heroku[router]:"
			return true
		}) && own {
			return e
		}
	}
	return nil
}

// openEnvelope opens a file whose lines are in envelopes of one name.
func openEnvelope(name string) func(head []byte, opt Options) Reader {
	return func(head []byte, opt Options) Reader {
		e := envelopeOf(head, opt)
		if e == nil || e.name != name || rivals(head, opt) {
			return nil
		}
		r := envelopeReader{envelope: *e, year: opt.Year, logs: map[string]bool{}}
		texts := map[string][]byte{} // of the instances
		for at := 0; at < len(head); {
			size := e.next(head[at:], true)
			var w wrapped
			if e.split(withoutEnd(head[at:at+size]), &w) {
				texts[string(w.instance)] = append(append(texts[string(w.instance)], w.text...), '\n')
			}
			at += size
		}
		var seen []int
		for instance, text := range texts {
			found := formatsOfLines(text)
			if hasPrinted(text) || tellsWebhooks(text) {
				found = append(found, console)
			}
			r.logs[instance] = len(found) > 0
			seen = append(seen, found...)
		}
		slices.Sort(seen)
		r.inner = newMixed(slices.Compact(seen), opt)
		r.inner.rails = false // how many requests are open is not known of a stream
		return r
	}
}

// formatsOfLines returns which of lineFormats know a line of text, however many others it has.
func formatsOfLines(text []byte) (found []int) {
	eachLine(Chunk{Data: text}, func(line []byte, _, _ int64) {
		if i := formatOfLine(withoutTerminal(line), false); i >= 0 && !slices.Contains(found, i) {
			found = append(found, i)
		}
	})
	slices.Sort(found)
	return found
}

type envelopeReader struct {
	envelope
	inner mixedReader
	year  int
	logs  map[string]bool // the instances that the head names, and whether a format knows a line of theirs
}

// Formats names what the head holds inside its envelopes.
func (r envelopeReader) Formats() []string { return r.inner.Formats() }

// begins tells whether a record begins with a line of a program.
func (r envelopeReader) begins(text []byte) bool {
	return len(text) > 0 && r.inner.starts(lineAt(text, 0))
}

// repeated returns the line of which rsyslog says that it came again, or nil: message repeated 2 times: [ INFO:hooks:webhook received]
func repeated(text []byte) []byte {
	rest, says := bytes.CutPrefix(text, []byte("message repeated "))
	n := digitRun(rest)
	line, times := bytes.CutPrefix(rest[n:], []byte(" times: ["))
	line, whole := bytes.CutSuffix(bytes.TrimLeft(line, " "), []byte{']'})
	if !says || !times || !whole || n == 0 {
		return nil
	}
	return line
}

// Frame cuts before a line where no stream has a record that may go on behind it.
func (r envelopeReader) Frame(data []byte, eof bool) int {
	if eof {
		return len(data)
	}
	at := 0
	var starts, joins []int // of each line: where it begins, and the line with which it goes on, or itself
	streams := newStreams(r)
	for at < len(data) {
		size := r.next(data[at:], false)
		if size == 0 {
			break
		}
		n := len(starts)
		join := n
		s, before, is := streams.take(data[at:at+size], n)
		if streams.goesOn {
			join = n - 1
		}
		if is == entryGoesOn {
			join = min(join, before)
			s.last = n
		}
		starts, joins = append(starts, at), append(joins, join)
		at += size
	}
	most, first := streams.closed(len(starts)), len(starts)
	for i := len(starts) - 1; i > 0; i-- {
		if first = min(first, joins[i]); first >= i && i <= most {
			return starts[i]
		}
	}
	return 0
}

// streams are those of an envelope's lines, and how far each has come.
type streams struct {
	envelopeReader
	known map[string]*stream
	of    *stream // of the last line, which one without an envelope may go on with
	w     wrapped
	text  []byte

	goesOn bool // the line has no envelope, and what it is tells the line before
}

type stream struct {
	last   int  // the last entry of its record
	rest   int  // how many more may go on with it
	more   bool // the last line goes on in the next entry
	indent int  // what stands before the text of its last entry
	said   streamText
	listed bool
}

func newStreams(r envelopeReader) *streams {
	return &streams{envelopeReader: r, known: map[string]*stream{}}
}

// entryIs is what an entry is to its stream.
type entryIs byte

const (
	entryBare    entryIs = iota // it has no envelope
	entryBegins                 // a record
	entryPart                   // the first part of a line, of which only the whole tells what it is: it stands for itself
	entryGoesOn                 // with the record before
	entryUnknown                // no format knows it, and it goes on with nothing
	entryRepeats                // rsyslog says in it how often a record came again
)

// maxRest is how many entries may go on with a record.
const maxRest = 1000

// take tells what the n-th entry is, of which stream, and which entry of that was the last. What is in its envelope is then in w and
// text. An indented line without an envelope is of the message of the line before: no record begins with it, whatever it looks like.
func (t *streams) take(entry []byte, n int) (s *stream, last int, is entryIs) {
	line := withoutEnd(entry)
	if t.w, t.goesOn = (wrapped{}), false; !t.split(line, &t.w) {
		s = t.of
		t.goesOn = t.indented && s != nil && (len(line) == 0 || line[0] == ' ')
		if !t.goesOn {
			t.of = nil
		}
		if !t.goesOn || len(line) == 0 {
			return nil, 0, entryBare
		}
		blanks := blankLen(line)
		t.text = line[min(blanks, s.indent):]
	} else {
		if s = t.known[string(t.w.stream)]; s == nil {
			s = &stream{}
			t.known[string(t.w.stream)] = s
		}
		t.text, s.indent = t.w.text, len(line)-len(t.w.text)
	}
	t.of, last = s, s.last
	near := s.rest > 0 && n-s.last <= maxApart
	more := s.more
	s.more = t.w.more
	switch {
	case near && (more || t.goesOn):
		is = entryGoesOn
	case t.goesOn:
		s.rest = 0
		return s, last, entryUnknown
	case !t.w.more && t.begins(repeated(t.text)):
		s.rest = 0
		return s, last, entryRepeats
	case t.w.more:
		is = entryPart
	case t.begins(t.text):
		is = entryBegins
	case near:
		is = entryGoesOn
	default:
		s.rest = 0
		return s, last, entryUnknown
	}
	if is == entryGoesOn {
		s.rest--
	} else {
		s.rest = maxRest
	}
	s.last = n
	return s, last, is
}

// closed returns the line before which a chunk may end at most: streams that were heard of lately may go on behind the n lines.
func (t *streams) closed(n int) int {
	most := n
	for _, s := range t.known {
		if s.rest > 0 && n-s.last <= maxApart {
			most = min(most, s.last)
		}
	}
	return most
}

// streamText is what one stream says, as if it were a file.
type streamText struct {
	data   []byte
	lines  []streamLine // where each of its lines is in the file
	open   bool         // the last one goes on
	inside []int64      // where lines begin that go on with a message
}

type streamLine struct {
	nth, lines int64 // in the chunk, of its entry
	line       int64
	off        int64
	wrapped                 // without its text
	goesOn     bool         // with the message of the line before
	parts      []streamLine // the entries that the line goes on in
}

func (t *streamText) add(text []byte, at streamLine) {
	for first := true; first || len(text) > 0; first = false {
		line, rest, more := bytes.Cut(text, []byte{'\n'})
		if !t.open {
			t.lines = append(t.lines, at)
			if !first || at.goesOn {
				t.inside = append(t.inside, int64(len(t.data)))
			}
		} else if last := &t.lines[len(t.lines)-1]; first {
			last.parts = append(last.parts, at)
		}
		t.data = append(t.data, line...)
		if t.open = at.more && len(rest) == 0 && !more; !t.open {
			t.data = append(t.data, '\n')
		}
		text = rest
	}
}

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

// kept is what is known of a line besides its text.
func (w wrapped) kept() wrapped {
	w.text, w.stream = nil, nil
	return w
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
