package format

import (
	"bytes"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// frameLines is Frame for formats in which each record is one line.
func frameLines(data []byte, eof bool) int {
	if eof {
		return len(data)
	}
	return bytes.LastIndexByte(data, '\n') + 1
}

// eachLine calls f for each line of a chunk, without its line end, be it \n or \r\n. no is its 1-based number and off its
// offset, both in the decompressed text.
func eachLine(c Chunk, f func(line []byte, no, off int64)) {
	data, no, off := c.Data, c.Line, c.Offset
	for len(data) > 0 {
		line, size := data, len(data)
		if i := bytes.IndexByte(data, '\n'); i >= 0 {
			line, size = data[:i], i+1
		}
		f(trimCR(line), no, off)
		data, no, off = data[size:], no+1, off+int64(size)
	}
}

func trimCR(line []byte) []byte {
	if n := len(line); n > 0 && line[n-1] == '\r' {
		return line[:n-1]
	}
	return line
}

// withoutEnd takes off a line's end.
func withoutEnd(line []byte) []byte { return trimCR(bytes.TrimSuffix(line, []byte{'\n'})) }

// fromLine returns the chunk without the rest of a line that the chunk before began.
func (c Chunk) fromLine() Chunk {
	if !c.Mid {
		return c
	}
	i := bytes.IndexByte(c.Data, '\n') + 1
	if i == 0 {
		return Chunk{}
	}
	return Chunk{Data: c.Data[i:], Line: c.Line + 1, Offset: c.Offset + int64(i), From: c.From, Last: c.Last, inside: c.inside}
}

// LinesIn counts the lines that begin in the chunk. A last line without a line end is one; the rest of a line of which the
// chunk holds no beginning is none.
func (c Chunk) LinesIn() int64 {
	n := countLines(c.Data)
	if c.Mid && n > 0 {
		n--
	}
	return n
}

// record adds an observation that has its lines for itself.
func (b *Batch) record(o profile.Observation) {
	b.InRecords += o.Lines
	b.Observations = append(b.Observations, o)
}

// problem adds lines that could not be used. reason quotes what is wrong, hint says what to do.
func (b *Batch) problem(line, off, lines int64, reason, hint string) {
	b.Problems = append(b.Problems, profile.Problem{Line: line, Offset: off, Lines: lines, Reason: reason, Hint: hint})
}

// skip counts lines that a stated rule leaves out.
func (b *Batch) skip(lines int64) { b.Skipped += lines }

// tally accounts for the lines of a chunk whose records need not begin or end at a line: a JSON array may hold all its
// elements in one. Each line is given away once, to whoever asks first; what nobody asked for is left to be skipped.
//
//	t := newTally(c)
//	b.InRecords += t.take(line, lines) // then append the observation
//	b.problem(line, off, t.take(line, lines), …)
//	b.skip(t.rest())
type tally struct {
	next int64 // first line that nobody has yet
	left int64
}

func newTally(c Chunk) tally {
	t := tally{next: c.Line, left: c.LinesIn()}
	if c.Mid {
		t.next++
	}
	return t
}

// take returns how many of the lines were free. Records come in the order of their lines.
func (t *tally) take(line, lines int64) int64 {
	end := line + lines
	n := min(end-max(line, t.next), t.left)
	if n <= 0 {
		return 0
	}
	t.next, t.left = end, t.left-n
	return n
}

// rest returns how many lines nobody took.
func (t *tally) rest() int64 { return t.left }

// shown cuts a value for a message: what is wrong must be quoted, and a line can be megabytes long.
func shown(value []byte) string {
	const most = 80
	if len(value) <= most {
		return string(value)
	}
	return string(value[:most]) + "…"
}

// position tells where in a chunk an element is, asked in the order of the text.
type position struct {
	c      Chunk
	line   int64 // that begins at lineAt
	lineAt int
	seen   int // how far line feeds were looked for
}

// of returns the line in which the element begins; its offset, which is that of the line or, where something else stands before
// it in the line, the element's own; and how many lines it has.
func (p *position) of(start, end int) (line, off, lines int64) {
	p.to(start)
	line, off = p.line, p.c.Offset+int64(p.lineAt)
	if len(bytes.TrimLeft(p.c.Data[p.lineAt:start], " \t")) > 0 || p.c.Mid && p.lineAt == 0 {
		off = p.c.Offset + int64(start)
	}
	lines = int64(bytes.Count(bytes.TrimRight(p.c.Data[start:end], " \t\r\n"), []byte{'\n'})) + 1 // the end of its last line is in that
	return line, off, lines
}

func (p *position) to(at int) {
	if at <= p.seen {
		return
	}
	if i := bytes.LastIndexByte(p.c.Data[p.seen:at], '\n'); i >= 0 {
		p.line += int64(bytes.Count(p.c.Data[p.seen:at], []byte{'\n'}))
		p.lineAt = p.seen + i + 1
	}
	p.seen = at
}
