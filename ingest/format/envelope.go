package format

import (
	"bytes"
	"slices"
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

// kept is what is known of a line besides its text.
func (w wrapped) kept() wrapped {
	w.text, w.stream = nil, nil
	return w
}
