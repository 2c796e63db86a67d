package format

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// harFormat is the HTTP Archive 1.2, as browsers, proxies and test tools export it. It is what somebody between sender and
// receiver saw: a retry below that point is not in it, and of a request without an answer there may be no entry.
//
// The entries are framed one by one, so a large archive costs no more memory than its largest entry. Kept are the requests
// that may be webhooks: those with a provider's headers or user agent, and every POST, PUT and PATCH. Other entries, pages
// and what describes the archive are skipped.
var harFormat = Format{
	Name:  "har",
	Title: "HAR 1.2: requests as a proxy or browser saw them (mitmproxy, DevTools, Firefox, Playwright, Charles, Fiddler, …)",
	Open: func(head []byte, opt Options) Reader {
		if !isHAR(head) {
			return nil
		}
		return harReader{maxDepth: opt.MaxDepth, zone: opt.Zone, beside: opt.Beside}
	},
	Samples: harSamples,
}

// IsHAR tells whether the head of a file begins a HAR, beside which the bodies of its requests may lie.
func IsHAR(head []byte) bool { return isHAR(head[:min(len(head), HeadSize)]) }

const (
	harInLog     = "an archive (HAR) stands among the lines of a log"
	harInLogHint = "put it into a file of its own, and import that"
)

// isHAR tells an object whose member "log" has a list of entries, or is cut by the end of head after it named its creator. It may be
// the argument of a call, as JSONP has it.
func isHAR(head []byte) bool {
	i := skipJSONSpace(head, 0)
	if n := bytes.IndexByte(head[i:], '('); n > 0 && n < maxCallback && isCallback(head[i:i+n+1]) {
		i = skipJSONSpace(head, i+n+1)
	}
	if i == len(head) || head[i] != '{' {
		return false
	}
	w := harWalk{data: head, at: i}
	w.run()
	return w.entries || w.inLog && w.described && w.at == len(head)
}

type harReader struct {
	maxDepth int
	zone     *time.Location           // of times that name none
	beside   func(name string) []byte // of bodies that lie beside the archive; nil: there are none
}

// maxJunk is how many parts that are no entries make one problem with what is before them.
const maxJunk = 1000

// Frame keeps what is no entry with the part before it, of which it may be the rest, and a part until the next one begins: with it the
// file may end. Where it can, it ends a chunk where a line does, since a line counts once.
func (harReader) Frame(data []byte, eof bool) int {
	if eof {
		return len(data)
	}
	var f framing
	for n, junk, full := 0, 0, false; ; {
		p := nextHARPart(data[n:], false)
		there := n+p.start < len(data) && (p.end == 0 || p.start < p.end) // a part begins
		begins := p.kind != harJunk && p.end > 0 || p.end == 0 && there && data[n+p.start] == '{'
		switch {
		case n > 0 && there && (begins || full):
			f.may(data, n, n+p.start)
		case n == 0 && !there: // blanks
			f.any, f.atLine = p.end, p.end
		}
		if p.end == 0 || !there {
			return f.end(data)
		}
		if junk++; p.kind != harJunk {
			junk = 0
		}
		if full = junk == maxJunk; full {
			junk = 0
		}
		n += p.end
	}
}

func (r harReader) Parse(c Chunk, out *Batch) {
	p := harParser{out: out, lines: newTally(c), line: c.Line, maxDepth: r.maxDepth, entry: harEntry{beside: r.beside, zone: r.zone}}
	comma := false // behind the last entry
	for at := 0; at < len(c.Data); {
		part := nextHARPart(c.Data[at:], true)
		part.last = part.last && c.Last
		text := c.Data[at+part.start : at+part.end]
		p.line += int64(bytes.Count(c.Data[at:at+part.start], []byte{'\n'}))
		if len(text) > 0 {
			p.read(part, text, c.Offset+int64(at+part.start))
			comma = part.kind == harObject && text[len(text)-1] == ','
		}
		p.line += int64(bytes.Count(text, []byte{'\n'}))
		at += part.end
	}
	p.flush()
	if end := bytes.TrimRight(c.Data, " \t\r\n"); c.Last && comma && len(end) > 0 {
		p.wrong(c.Line+int64(bytes.Count(end, []byte{'\n'})), c.Offset+int64(len(end))-1, 1, harCutBehind, harCutHint)
		p.flush()
	}
	out.skip(p.lines.rest())
}

const harCutBehind = "the file ends behind an entry, before its list of entries does"

// harParser goes through the parts of one chunk.
type harParser struct {
	out   *Batch
	lines tally
	line  int64 // of the part that is read

	entry    harEntry
	taken    int64           // last line of the last observation, if that one took it
	pending  profile.Problem // to which what follows may belong; none while it has no reason
	run      int             // parts in a row that are no entries
	maxDepth int
}

// read takes one part, which begins at off.
func (p *harParser) read(part harPart, text []byte, off int64) {
	if part.kind == harJunk {
		if !isNullEntry(text) {
			p.junk(text, off)
		}
		if p.run++; p.run == maxJunk {
			p.flush()
			p.run = 0
		}
		return
	}
	p.flush()
	p.run = 0
	switch {
	case part.wrong != "":
		p.wrong(p.line, off, linesOf(text), part.wrong, part.hint)
	case part.kind == harObject:
		text = text[:part.object-part.start]
		p.object(text, off)
		if part.last {
			p.flush()
			p.wrong(p.line+linesOf(text)-1, off+int64(len(text))-1, 1, harCutBehind, harCutHint)
		}
	}
}

// object reads an entry.
func (p *harParser) object(text []byte, off int64) {
	o := profile.Observation{Line: p.line, Offset: off, Lines: linesOf(text)}
	if err := p.entry.read(text, p.maxDepth); err != nil {
		reason := err.Error()
		var at *jsonError
		if errors.As(err, &at) {
			reason = fmt.Sprintf("at byte %d of it, %s", at.at+1, at.reason)
		}
		p.wrong(o.Line, off, o.Lines, "the entry is no JSON: "+reason, harHint)
		return
	}
	if !p.entry.requested {
		p.wrong(o.Line, off, o.Lines, "an object without a request, which is no entry of an archive", "what stands behind an archive in its file is not read: put it into a file of its own")
		return
	}
	if !p.entry.observation(&o, p.out) {
		return // no webhook: its lines are skipped with what nobody takes
	}
	n := p.lines.take(o.Line, o.Lines)
	if p.out.InRecords += n; n > 0 {
		p.taken = o.Line + o.Lines - 1
	}
	p.out.Observations = append(p.out.Observations, o)
}

const (
	harHint    = "export the archive again; it may have been edited, or damaged on its way"
	harCutHint = "the file was cut while it was written or copied; what comes before is read, export it again for the rest"
)

// wrong notes a problem.
func (p *harParser) wrong(line, off, lines int64, reason, hint string) {
	p.pending = profile.Problem{Line: line, Offset: off, Lines: lines, Reason: reason, Hint: hint}
}

// junk notes what is no entry, or adds it to the problem before.
func (p *harParser) junk(text []byte, off int64) {
	if p.pending.Reason != "" {
		p.pending.Lines = p.line + linesOf(text) - p.pending.Line
		return
	}
	// No more than its beginning is quoted: it may be the rest of a broken entry, with a password in it.
	p.wrong(p.line, off, linesOf(text), fmt.Sprintf("expected an entry as a JSON object, which begins with {, not with %q", firstRune(text)), harHint)
}

// flush writes the problem that is pending. A line that it shares with an observation is the problem's: a source with a
// problem must not look as if it had none because an archive has all in one line.
func (p *harParser) flush() {
	w := p.pending
	if w.Reason == "" {
		return
	}
	p.pending = profile.Problem{}
	w.Lines = p.lines.take(w.Line, w.Lines)
	if w.Lines == 0 && w.Line == p.taken {
		p.out.InRecords--
		w.Lines, p.taken = 1, 0
	}
	p.out.Problems = append(p.out.Problems, w)
}

// linesOf counts the lines that a part is on; a line end behind it is not of it.
func linesOf(text []byte) int64 {
	return int64(bytes.Count(bytes.TrimRight(text, " \t\r\n"), []byte{'\n'})) + 1
}
