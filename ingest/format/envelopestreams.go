package format

import "bytes"

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
