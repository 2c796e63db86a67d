package format

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// jsonLines is what structured loggers write: pino, winston, bunyan, zap, slog, logrus, zerolog, structlog, Monolog's
// JsonFormatter, ECS, Caddy, Serilog. They differ in the names that they give to things, not in form; fieldNames and phrases
// know the names.
var jsonLines = Format{
	Name:  "json-lines",
	Title: "application log with one JSON object a line: pino, winston, zap, slog, structlog, Monolog JSON, …",
	Open: func(head []byte, opt Options) Reader {
		if !mostLines(head, isJSONLine) || isHAR(head) || openNginxJSON(head, opt) != nil || openApacheJSON(head, opt) != nil || openHAProxy(head, opt) != nil {
			return nil
		}
		if opt.As != "json-lines" && (isJSONList(head, opt) || several(head, opt) || envelopeOf(head, opt) != nil) {
			return nil
		}
		return jsonLinesReader{maxDepth: opt.MaxDepth, zone: opt.Zone, paths: opt.Paths}
	},
	Why:     func(head []byte, _ Options) string { return whyJSON(head) },
	Samples: jsonLinesSamples,
}

// whyJSON says why the first line is no JSON object, or what kind of list the objects make, or "".
func whyJSON(head []byte) string {
	line := bytes.TrimSpace(firstLine(head))
	var s jsonScanner
	var wrong *jsonError
	switch err := s.scan(line, headDepth, nil); {
	case len(line) == 0 || line[0] != '{':
		return whyFirst("no JSON object")
	case errors.As(err, &wrong):
		return whyFirst(fmt.Sprintf("column %d: %s", wrong.at+1, wrong.reason))
	}
	return "objects as another format has them, or not one a line"
}

// isJSONList tells what lists rows of a table or a provider's objects, one in each line.
func isJSONList(head []byte, opt Options) bool {
	_, is := tableIn(head, opt).Reader.(jsonTable)
	return is || isAPIList(head, opt)
}

// isJSONLine tells a line that is an object.
func isJSONLine(line []byte) bool {
	line = bytes.TrimSpace(line)
	if len(line) == 0 || line[0] != '{' {
		return false
	}
	var s jsonScanner
	return s.scan(line, headDepth, nil) == nil
}

type jsonLinesReader struct {
	maxDepth int
	zone     *time.Location
	paths    []FieldPath
}

func (jsonLinesReader) Frame(data []byte, eof bool) int { return frameLines(data, eof) }

func (j jsonLinesReader) Parse(c Chunk, out *Batch) { j.parse(c, newRecordReader(out, j.zone)) }

func (j jsonLinesReader) parse(c Chunk, r *recordReader) {
	r.mapping = newMapping(&r.fields, j.paths)
	defer func() { r.mapping = nil }() // other formats may read on with r
	var o profile.Observation
	eachJSONLine(c, r, j.maxDepth, func(no, off int64) { r.addObservation(&o, no, off) })
}

// addObservation accounts for a line whose fields r has. o is room for its record.
func (r *recordReader) addObservation(o *profile.Observation, no, off int64) {
	*o = profile.Observation{Line: no, Offset: off, Lines: 1}
	if r.observation(o) {
		r.out.record(*o)
	} else {
		r.out.skip(1) // says nothing of webhooks
	}
}

// eachJSONLine fills r from each line that is an object and calls f, and accounts for all other lines: blank ones and the
// indented rest of something else (a stack trace) are skipped, what is left is a problem. One bad line never disturbs
// another.
func eachJSONLine(c Chunk, r *recordReader, maxDepth int, f func(no, off int64)) {
	c = c.fromLine()
	const usual = 600 // bytes of a record, or more
	r.out.Observations = slices.Grow(r.out.Observations, min(int(c.LinesIn()), len(c.Data)/usual+1))
	eachLine(c, func(line []byte, no, off int64) {
		text := bytes.TrimLeft(line, " \t")
		if len(text) == 0 || text[0] != '{' {
			if len(text) == 0 || len(text) < len(line) {
				r.out.skip(1)
				return
			}
			r.out.problem(no, off, 1, fmt.Sprintf("%q is not a JSON object", outline(line)),
				"the other lines of this file are JSON; a banner or a crash's text between them can be left as it is")
			return
		}
		switch {
		case !r.jsonOr(line, maxDepth, no, off):
		case isLoggedHAR(text):
			r.out.problem(no, off, 1, harInLog, harInLogHint)
		default:
			f(no, off)
		}
	})
}

// isLoggedHAR is isHAR, of a line that is hardly ever one.
func isLoggedHAR(text []byte) bool {
	return len(text) > 2 && bytes.HasPrefix(bytes.TrimLeft(text[1:], " \t\r\n"), []byte(`"log"`)) && isHAR(text)
}

// jsonOr is json, which makes a problem of what is none.
func (r *recordReader) jsonOr(line []byte, maxDepth int, no, off int64) bool {
	err := r.json(line, maxDepth)
	if err == nil {
		return true
	}
	var wrong *jsonError
	switch {
	case errors.As(err, &wrong):
		r.out.problem(no, off, 1, fmt.Sprintf("column %d: %s", wrong.at+1, wrong.reason), wrong.hint())
	default:
		r.out.problem(no, off, 1, err.Error(), "")
	}
	return false
}

// hint guesses what went wrong with a line.
func (e *jsonError) hint() string {
	switch {
	case e.is("is no escape"):
		return `\xNN, which JSON has not, is read in access logs alone (--as apache-json); fix the format, or replace it in a copy`
	case e.is("has no end"), e.is("the line ends"):
		return "the line was cut, by a full disk, a log limit or two writers at once"
	case e.is("stands twice"):
		return "readers differ on which of two equal keys counts; remove one in a copy if you know which"
	case e.is("is not UTF-8"):
		return "convert a copy of the file to UTF-8"
	case e.is("nested deeper"):
		return "allow deeper nesting with --max-depth, if the line is not hostile"
	}
	return "the line is not JSON; was it written by something else, or by two writers at once?"
}

func (e *jsonError) is(text string) bool { return bytes.Contains([]byte(e.reason), []byte(text)) }
