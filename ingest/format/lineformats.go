package format

import (
	"bytes"
	"slices"
	"sync"
	"time"
)

// lineFormat is a format whose records begin with a line that is known by itself, so that it can be read wherever it stands.
type lineFormat struct {
	name   string
	starts recordStart
	goesOn bool // lines that no format knows go on with its records
	reader func(opt Options) runReader
}

// runReader reads a run of records of one format out of a file that may hold others. They share what they remember.
type runReader interface {
	parse(c Chunk, r *recordReader)
}

// lineFormats are in the order in which they are asked for a line: where two could read one, the first does. Those that want most of a
// line come first.
var lineFormats = []lineFormat{
	{"nginx-json", isNginxLine, false, func(opt Options) runReader {
		return requestJSONReader{maxDepth: opt.MaxDepth, zone: opt.Zone, paths: opt.Paths, ends: true}
	}},
	{"apache-json", isApacheLine, false, func(opt Options) runReader {
		return requestJSONReader{maxDepth: opt.MaxDepth, zone: opt.Zone, paths: opt.Paths}
	}},
	{"json-lines", func(line []byte) bool { return len(line) > 1 && line[0] == '{' && isJSONLine(line) }, false, func(opt Options) runReader {
		return jsonLinesReader{maxDepth: opt.MaxDepth, zone: opt.Zone, paths: opt.Paths}
	}},
	{"aws-alb", isALB, false, func(opt Options) runReader { return requestLines{fields: albFields, ends: true} }},
	{"apache-forensic", isForensic, false, func(opt Options) runReader { return requestLines{fields: forensicFields, noCode: true, open: true} }},
	{"hookdeck-listen", isHookdeck, false, func(opt Options) runReader { return hookdeckReader{opt.Zone} }},
	{"stripe-listen", isListen, false, func(opt Options) runReader { return listenReader{opt.Zone} }},
	{"caddy-console", func(line []byte) bool { return splitCaddy(line) != nil }, false, func(opt Options) runReader {
		return caddyReader{maxDepth: opt.MaxDepth, zone: opt.Zone}
	}},
	{"artisan-queue", isArtisanLine, false, func(opt Options) runReader { return artisanReader{opt.Zone} }},
	{"nginx-error-log", isNginxError, true, func(Options) runReader { return skippedLines{} }}, // with what a program behind it says over several
	{"monolog", isMonolog, true, func(opt Options) runReader { return monologReader{maxDepth: opt.MaxDepth, zone: opt.Zone} }},
	{"php-error-log", isPHPError, true, textForm(isPHPError, stampedHead)},
	{"logfmt", isLogfmtRecord, true, func(opt Options) runReader { return logfmtReader{zone: opt.Zone} }},
	{"uwsgi", isUWSGI, false, func(opt Options) runReader { return requestLines{fields: uwsgiFields, zone: opt.Zone} }},
	{"access-log", isAccess, false, func(Options) runReader { return accessReader{} }},
	{"haproxy", isHAProxy, false, func(opt Options) runReader { return newHAProxy(opt) }},
	{"rails-log", isRailsRecord, true, func(opt Options) runReader {
		return railsReader{textReader{maxDepth: opt.MaxDepth, zone: opt.Zone, starts: func(line []byte) bool { return isRailsRecord(withoutTerminal(line)) }}}
	}},
	{"app-log", isStamped, true, textForm(isStamped, stampedHead)},
	{"request-log", isRequestLog, false, textForm(isRequestLog, requestHead)},
	{"level-log", isLevelled, true, textForm(isLevelled, func(_, line []byte) (textHead, bool) { return levelHead(line) })},
	{"console-log", isPrinted, true, textForm(isPrinted, func(_, _ []byte) (textHead, bool) { return textHead{printed: true}, true })},
}

// console is the last of lineFormats, which takes any line for the beginning of a record: it is asked only in files that begin as such.
var console = len(lineFormats) - 1

// nginxLines are readers that look whether a line is nginx's.
var nginxLines = sync.Pool{New: func() any {
	r := newRecordReader(nil, nil)
	r.scan.server = true
	return r
}}

func isNginxLine(line []byte) bool {
	if len(line) == 0 || line[0] != '{' || !bytes.Contains(line, []byte("status")) || !bytes.Contains(line, []byte("time")) {
		return false
	}
	r := nginxLines.Get().(*recordReader)
	defer nginxLines.Put(r)
	return r.isNginx(line)
}

// textForm makes the reader of a form of text log.
func textForm(starts recordStart, head func(dst, line []byte) (textHead, bool)) func(Options) runReader {
	plain := func(line []byte) bool { return starts(withoutTerminal(line)) }
	return func(opt Options) runReader {
		return textReader{maxDepth: opt.MaxDepth, zone: opt.Zone, starts: plain, head: head}
	}
}

// formatOfLine returns which of lineFormats reads records that begin with a line, or -1. printed tells that it may be console-log.
func formatOfLine(line []byte, printed bool) int {
	for i := range lineFormats[:console] {
		if lineFormats[i].starts(line) {
			return i
		}
	}
	if printed && isPrinted(line) {
		return console
	}
	return -1
}

// formatsIn returns which of lineFormats know a line of head, in their order: none if it is no log.
func formatsIn(head []byte, opt Options) []int {
	return once(opt, head, "lines", func() []int { return findFormats(head, opt) })
}

func findFormats(head []byte, opt Options) (found []int) {
	if isWooCommerceLog(head) {
		return nil
	}
	const most = 60 // lines
	var seen [64]bool
	good, bad, last := 0, 0, -1
	printed := sync.OnceValue(func() bool { return hasPrinted(head) || tellsRequests(head) })
	starting := false // uWSGI says so, and what follows
	eachLine(Chunk{Data: head}, func(line []byte, _, off int64) {
		if good+bad >= most || off > 0 && int(off)+len(line) == HeadSize {
			return
		}
		line = withoutTerminal(line)
		starting = starting || bytes.HasPrefix(line, []byte("*** Starting uWSGI "))
		i := formatOfLine(line, false)
		if i < 0 && isPrinted(line) && printed() {
			i = console
		}
		switch {
		case i >= 0:
			good++
			last, seen[i], starting = i, true, false
		case starting: // what uWSGI says of itself
		case last >= 0 && lineFormats[last].name == "rails-log": // what the application says while Rails works on a request
		case last >= 0 && lineFormats[last].goesOn && isLabelled(line): // the parts of a request, each printed by itself
		case !isRest(line) || last >= 0 && !lineFormats[last].goesOn && len(bytes.TrimSpace(line)) > 0:
			bad++
		}
	})
	if good == 0 || good < bad || envelopeOf(head, opt) != nil || rivals(head, opt) {
		return nil
	}
	for i := range lineFormats {
		if seen[i] {
			found = append(found, i)
		}
	}
	if opt.As == "" && lineFormats[found[len(found)-1]].goesOn && isChat(head) {
		return nil
	}
	return found
}

// anyLine tells whether any line of head is as yes wants it.
func anyLine(head []byte, yes func(line []byte) bool) bool {
	for line := range bytes.Lines(head) {
		if yes(withoutTerminal(withoutEnd(line))) {
			return true
		}
	}
	return false
}

// isRest tells a line that goes on with a record: it is indented, or of a stack trace, or of an object that is printed over several.
func isRest(line []byte) bool {
	switch {
	case len(line) == 0, isBlank(line[0]), line[0] == '}', line[0] == ']', line[0] == ')', line[0] == '#':
		return true
	}
	switch string(line) {
	case "Array", "(", "{", "[", "Stack trace:", "[stacktrace]":
		return true
	}
	if part, _, _ := railsPartOf(line); part != railsNone {
		return true
	}
	return bytes.HasPrefix(line, []byte("{'")) || bytes.HasPrefix(line, []byte("Traceback (")) || bytes.HasPrefix(line, []byte("Caused by: ")) || isException(line) || isRubyTrace(line)
}

func isLabelled(line []byte) bool {
	at, _ := labelled(line)
	return at > 0
}

// isRubyTrace tells a line of Ruby's stack traces, /srv/app/jobs/ship.rb:10:in `perform', which is not indented.
func isRubyTrace(line []byte) bool {
	i := bytes.Index(line, []byte(":in "))
	if i < 2 || i+4 == len(line) || line[i+4] != '`' && line[i+4] != '\'' {
		return false
	}
	colon := bytes.LastIndexByte(line[:i], ':')
	return colon > 0 && digits(line[colon+1:i]) >= 0
}

// foreign tells a head in which lines of other formats stand than those of a format that reads whole files: they are read where lines of
// several formats stand.
func foreign(head []byte, own ...string) bool {
	return anyLine(head, func(line []byte) bool {
		i := formatOfLine(line, false)
		return i >= 0 && !slices.Contains(own, lineFormats[i].name)
	})
}

// several tells that more than one format knows lines of head, so that none of them alone says yes to it.
func several(head []byte, opt Options) bool { return opt.As == "" && len(formatsIn(head, opt)) > 1 }

// rivals tells whether one of the formats says yes that know more of a line than lineFormats, which could read it as well.
func rivals(head []byte, opt Options) bool {
	return once(opt, head, "rivals", func() bool { return findRival(head, opt) })
}

func findRival(head []byte, opt Options) bool {
	for _, f := range []*Format{
		&apacheJSON, &haproxyLog, &logFormat, &nginxJSON, &patternFormat, &smeeLog, &w3cLog,
	} {
		if f.Open(head, opt) != nil {
			return true
		}
	}
	return false
}

// openLines opens a file of which one text format alone knows lines.
func openLines(name string) func(head []byte, opt Options) Reader {
	starts := lineFormats[slices.IndexFunc(lineFormats, func(f lineFormat) bool { return f.name == name })].starts
	return func(head []byte, opt Options) Reader {
		if !anyLine(head, starts) {
			return nil // which is cheap to find out, and true of most files
		}
		found := formatsIn(head, opt)
		said := opt.As == name && slices.ContainsFunc(found, func(i int) bool { return lineFormats[i].name == name })
		if !said && (len(found) != 1 || lineFormats[found[0]].name != name) {
			return nil
		}
		return newMixed(found, opt)
	}
}

// mixedReader reads a file in which records of several formats stand: each run of them by its own format.
type mixedReader struct {
	seen    []int // of lineFormats, in the head
	readers []runReader
	zone    *time.Location
	rails   bool // there are records of rails-log
	printed bool // there are records of console-log
}

func newMixed(seen []int, opt Options) mixedReader {
	m := mixedReader{seen: seen, zone: opt.Zone, readers: make([]runReader, len(lineFormats)), printed: slices.Contains(seen, console)}
	for i := range lineFormats {
		m.readers[i] = lineFormats[i].reader(opt)
		m.rails = m.rails || lineFormats[i].name == "rails-log" && slices.Contains(seen, i)
	}
	return m
}

// Formats names what the head has.
func (m mixedReader) Formats() (names []string) {
	for _, i := range m.seen {
		names = append(names, lineFormats[i].name)
	}
	slices.Sort(names)
	return names
}

func (m mixedReader) starts(line []byte) bool {
	return formatOfLine(withoutTerminal(line), m.printed) >= 0
}

func (m mixedReader) Frame(data []byte, eof bool) int { return recordStart(m.starts).frame(data, eof) }

// FrameFrom tells how many of Rails' requests are open, where there are such.
func (m mixedReader) FrameFrom(from any, data []byte, eof bool) (n int, to any) {
	n = m.Frame(data, eof)
	if !m.rails {
		return n, nil
	}
	open, _ := from.(int)
	return n, railsOpen(open, data[:n])
}

// Parse cuts the chunk into runs, each of records of one format with the lines that go on with them.
func (m mixedReader) Parse(c Chunk, out *Batch) { m.parse(c, newRecordReader(out, m.zone)) }

// restOfMessage is of lines inside a message whose record is its first line alone.
const restOfMessage = -2

func (m mixedReader) parse(c Chunk, r *recordReader) {
	out := r.out
	c = c.fromLine()
	if c.From == nil && m.rails {
		c.From = 0
	}
	run, of := Chunk{Line: c.Line, Offset: c.Offset, From: c.From, inside: c.inside}, -1
	flush := func(no, off int64) {
		run.Data = c.Data[run.Offset-c.Offset : off-c.Offset]
		if open, is := run.From.(int); is {
			defer func(text []byte) { run.From = railsOpen(open, text) }(run.Data)
		}
		switch {
		case len(run.Data) == 0:
		case of == restOfMessage:
			out.skip(countLines(run.Data))
		case of < 0:
			recordStart(func([]byte) bool { return false }).each(run, out, nil)
		default:
			m.readers[of].parse(run, r)
		}
		run.Line, run.Offset = no, off
	}
	eachLine(c, func(line []byte, no, off int64) {
		plain, is := withoutTerminal(line), restOfMessage
		switch {
		case c.begins(off):
			is = formatOfLine(plain, m.printed)
		case of < 0 || lineFormats[of].goesOn:
			return
		}
		if is == -1 && (of < 0 || lineFormats[of].goesOn || len(bytes.TrimSpace(plain)) == 0 || isBlank(plain[0])) {
			return
		}
		if is != of {
			flush(no, off)
			of = is
		}
	})
	flush(0, c.Offset+int64(len(c.Data)))
}
