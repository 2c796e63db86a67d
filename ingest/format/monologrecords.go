package format

import (
	"bytes"
	"fmt"
)

// recordStart tells a line with which a record begins. Lines that it does not know go on with the record before them: stack
// traces, and values of several lines.
type recordStart func(line []byte) bool

// frame is Frame for such records: only where the next one begins is the last one known to be whole.
func (starts recordStart) frame(data []byte, eof bool) int {
	if eof {
		return len(data)
	}
	for end := bytes.LastIndexByte(data, '\n'); end > 0; {
		from := bytes.LastIndexByte(data[:end], '\n') + 1
		if from > 0 && starts(trimCR(data[from:end])) {
			return from
		}
		end = from - 1
	}
	return 0
}

// each calls f for each record of a chunk, with all of its lines. Text before the first one is a problem, unless it is blank or
// a comment, such as Ruby's "# Logfile created on …".
func (starts recordStart) each(c Chunk, out *Batch, f func(text []byte, no, off, lines int64)) {
	c = c.fromLine()
	data, no, off := c.Data, c.Line, c.Offset
	for len(data) > 0 {
		first := lineAt(data, 0)
		if len(bytes.TrimSpace(first)) == 0 || first[0] == '#' {
			// One line at a time, before anything is looked for behind it: there may be a million.
			size := bytes.IndexByte(data, '\n') + 1
			if size == 0 {
				size = len(data)
			}
			out.skip(1)
			data, no, off = data[size:], no+1, off+int64(size)
			continue
		}
		text := data[:starts.size(c, off, data)]
		lines := countLines(text)
		if starts(first) {
			f(text, no, off, lines)
		} else {
			out.problem(no, off, lines, fmt.Sprintf("text %q belongs to no record that begins in this file", outline(first)),
				"the file begins inside a record, or with a banner: import the rotated files beside it as well")
		}
		data, no, off = data[len(text):], no+lines, off+int64(len(text))
	}
}

// size returns the length of the record at the start of data, which is at an offset of c: up to the next line that begins one.
func (starts recordStart) size(c Chunk, off int64, data []byte) int {
	for n := 0; ; {
		i := bytes.IndexByte(data[n:], '\n')
		if i < 0 || n+i+1 == len(data) {
			return len(data)
		}
		if n += i + 1; c.begins(off+int64(n)) && starts(lineAt(data, n)) {
			return n
		}
	}
}
