package ingest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/webhookctl/webhookctl/ingest/format"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// chunkSize is how much is read and parsed at once, if records are not longer. 256 KiB to 1 MiB were the fastest.
const chunkSize = 1 << 18

var buffers = sync.Pool{New: func() any { b := make([]byte, 0, chunkSize); return &b }}

// cutter cuts a text into chunks of whole records. It never holds more than one record's greatest length.
type cutter struct {
	text    io.Reader
	reader  format.Reader
	maxLine int

	buf  []byte // read and not yet cut
	eof  bool
	line int64 // of buf's first byte, 1-based
	off  int64
	mid  bool // buf begins inside a line of which the beginning is cut
	from any  // what a format.Continuer knows where buf begins

	ending bool    // a piece was cut with the end of the text in sight
	damage *damage // why the text goes no further than buf
	told   bool    // a piece has said so
}

// piece is one chunk on its way through the parsers.
type piece struct {
	format.Chunk
	parsed  bool // batch is already there: a record too long to be parsed
	ending  bool // the first that was cut with the end of the text in sight: more text might change what comes of it
	batch   *format.Batch
	checked []Checked
	err     error
	done    chan struct{} // closed when batch and err are there
}

func newPiece(c format.Chunk) *piece {
	return &piece{Chunk: c, batch: batches.Get().(*format.Batch), done: make(chan struct{})}
}

// release gives the memory of the chunk back. Nothing in batch may be used after that.
func (p *piece) release() {
	if b := p.Data; cap(b) == chunkSize {
		b = b[:0]
		buffers.Put(&b)
	}
	p.batch.Reset()
	batches.Put(p.batch)
	p.Data, p.batch, p.checked = nil, nil, nil
}

// batches are those of pieces that were released, with their memory.
var batches = sync.Pool{New: func() any { return new(format.Batch) }}

// newCutter reads the beginning of a text, up to a byte order mark, which is not of the text but counts in its offsets.
func newCutter(text io.Reader, maxLine int) (*cutter, error) {
	c := &cutter{text: text, maxLine: maxLine, line: 1, buf: *buffers.Get().(*[]byte)}
	if err := c.fill(); err != nil {
		return nil, err
	}
	if bytes.HasPrefix(c.buf, bom) {
		c.off = int64(len(bom))
		c.buf = append(c.buf[:0], c.buf[len(bom):]...)
	}
	return c, nil
}

// head is what a recogniser is shown.
func (c *cutter) head() []byte { return c.buf[:min(len(c.buf), format.HeadSize)] }

// fill reads until the buffer is full or the text ends.
func (c *cutter) fill() error {
	for !c.eof && c.damage == nil && len(c.buf) < cap(c.buf) {
		n, err := io.ReadFull(c.text, c.buf[len(c.buf):cap(c.buf)])
		c.buf = c.buf[:len(c.buf)+n]
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			c.eof = true
		} else if err != nil && !errors.As(err, &c.damage) {
			return err
		}
	}
	return nil
}

// cutterAt is a cutter of a text of which only what follows an offset, where a line begins, is left to be cut.
func cutterAt(text io.Reader, maxLine int, offset, line int64) *cutter {
	return &cutter{text: text, maxLine: maxLine, line: line, off: offset, buf: *buffers.Get().(*[]byte)}
}

// next returns the next piece, or io.EOF. Its lines are the lines that begin in it.
func (c *cutter) next() (*piece, error) {
	p, err := c.piece()
	if err == nil && c.eof && !c.ending {
		c.ending, p.ending = true, true
	}
	return p, err
}

func (c *cutter) piece() (*piece, error) {
	for {
		if err := c.fill(); err != nil {
			return nil, err
		}
		if len(c.buf) == 0 {
			if c.damage == nil || c.told {
				return nil, io.EOF
			}
			return c.cutShort(), nil
		}
		n, to := c.frame()
		switch {
		case n == 0 && c.damage != nil:
			return c.cutShort(), nil
		case n < 0 || n > len(c.buf) || (n == 0 && c.eof):
			return nil, fmt.Errorf("line %d: a record has an impossible length, %d of %d bytes; this is a bug of webhookctl", c.line, n, len(c.buf))
		case n > 0:
			return c.cut(n, to), nil
		case len(c.buf) >= c.maxLine:
			return c.discard()
		}
		c.buf = append(make([]byte, 0, min(2*cap(c.buf), max(c.maxLine, len(c.buf)+1))), c.buf...)
	}
}

func (c *cutter) frame() (n int, to any) {
	if r, ok := c.reader.(format.Continuer); ok {
		return r.FrameFrom(c.from, c.buf, c.eof)
	}
	return c.reader.Frame(c.buf, c.eof), nil
}

// cut makes the first n bytes of the buffer a piece, and carries the rest over into another buffer. to is what is known there.
func (c *cutter) cut(n int, to any) *piece {
	p := newPiece(format.Chunk{Data: c.buf[:n], Line: c.line, Offset: c.off, Mid: c.mid, From: c.from})
	rest := c.buf[n:]
	p.Last = c.eof && len(rest) == 0
	c.from = to
	c.advance(p.Data)
	if len(rest) < chunkSize {
		c.buf = append(*buffers.Get().(*[]byte), rest...)
	} else {
		c.buf = append(make([]byte, 0, len(rest)+chunkSize), rest...)
	}
	return p
}

// discard drops a record that is longer than it may be, to the end of the line at which that shows. Going on at an earlier line
// would look at the same bytes again and again.
func (c *cutter) discard() (*piece, error) {
	first := format.Chunk{Line: c.line, Offset: c.off, Mid: c.mid, From: c.from}
	begin := c.off
	lines := int64(0)
	drop := func(data []byte) {
		lines += format.Chunk{Data: data, Mid: c.mid}.LinesIn()
		c.advance(data)
	}
	drop(c.buf)
	for c.buf = c.buf[:0]; c.mid; {
		if err := c.fill(); err != nil {
			return nil, err
		}
		if len(c.buf) == 0 {
			break
		}
		n := bytes.IndexByte(c.buf, '\n') + 1
		if n == 0 {
			n = len(c.buf)
		}
		drop(c.buf[:n])
		c.buf = append(c.buf[:0], c.buf[n:]...)
	}
	p := newPiece(first)
	p.parsed = true
	p.batch.Problems = []profile.Problem{{
		Line: first.Line, Offset: first.Offset, Lines: lines,
		Reason: fmt.Sprintf("a record of at least %d bytes is longer than %d", c.off-begin, c.maxLine),
		Hint:   "allow longer records with --max-line, if the file is not damaged",
	}}
	close(p.done)
	return p, nil
}

// cutShort says where a damaged text ends. Its last record is not whole, so it is not read.
func (c *cutter) cutShort() *piece {
	c.told = true
	p := newPiece(format.Chunk{Line: c.line, Offset: c.off})
	p.parsed = true
	p.batch.Problems = []profile.Problem{{
		Line: c.lastLine(), Offset: c.off, Lines: format.Chunk{Data: c.buf, Mid: c.mid}.LinesIn(),
		Reason: c.damage.msg + "; the text ends here", Hint: c.damage.hint,
	}}
	if len(c.buf) > 0 {
		c.advance(c.buf)
	}
	c.buf = c.buf[:0]
	close(p.done)
	return p
}

// lastLine is the line that the buffer begins in or, if there is no more, the last.
func (c *cutter) lastLine() int64 {
	if len(c.buf) == 0 && !c.mid && c.line > 1 {
		return c.line - 1
	}
	return c.line
}

// end is what follows the last piece: nothing.
func (c *cutter) end() format.Chunk {
	return format.Chunk{Line: c.line, Offset: c.off, Mid: c.mid, From: c.from}
}

func (c *cutter) advance(data []byte) {
	c.line += int64(bytes.Count(data, []byte{'\n'}))
	c.off += int64(len(data))
	c.mid = data[len(data)-1] != '\n'
}
