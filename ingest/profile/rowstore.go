package profile

import (
	"errors"
	"math"
	"os"
	"sync/atomic"
)

// rowStore holds rows of bytes, one behind the other. Rows are added by one goroutine; once it is complete, many may read.
type rowStore struct {
	// Most is how many bytes of rows stay in memory. The others lie in a temporary file, which nobody else can open by a name where the
	// system allows that, and which Close removes. 0: all stay.
	Most int64

	blocks  []rowBlock
	buf     []byte   // in which the last block grows
	starts  []uint32 // of each row, in its block
	held    int64
	file    *os.File
	written int64
	err     atomic.Pointer[error] // the first that the file gave
}

// rowBlock is so many rows that they are written and let go of at once.
type rowBlock struct {
	rows []byte // nil where they are in the file
	at   int64
	size uint32
}

// rowsInBlock is how many rows lie in one block of memory.
const rowsInBlock = 1 << 10

// add appends a row, given in parts.
func (s *rowStore) add(parts ...[]byte) {
	if len(s.starts)%rowsInBlock == 0 {
		s.full()
		s.blocks = append(s.blocks, rowBlock{rows: s.buf[:0]})
	}
	b := &s.blocks[len(s.blocks)-1]
	s.starts = append(s.starts, uint32(len(b.rows)))
	for _, part := range parts {
		b.rows = append(b.rows, part...)
	}
	if len(b.rows) > math.MaxUint32 {
		s.fail(errors.New("rows are too long"))
	}
}

// row gives a row, or nil where the file failed. buf may be used for it.
func (s *rowStore) row(i int, buf []byte) []byte {
	b := &s.blocks[i/rowsInBlock]
	end := max(b.size, uint32(len(b.rows)))
	if (i+1)%rowsInBlock != 0 && i+1 < len(s.starts) {
		end = s.starts[i+1]
	}
	if b.rows != nil {
		return b.rows[s.starts[i]:end]
	}
	n := int(end - s.starts[i])
	if cap(buf) < n {
		buf = make([]byte, n)
	}
	buf = buf[:n]
	if _, err := s.file.ReadAt(buf, b.at+int64(s.starts[i])); err != nil {
		s.fail(err)
		return nil
	}
	return buf
}

// full ends a block: it stays, in what memory it takes and no more, or goes to the file.
func (s *rowStore) full() {
	if len(s.blocks) == 0 {
		return
	}
	b := &s.blocks[len(s.blocks)-1]
	b.size = uint32(len(b.rows))
	if s.held += int64(b.size); s.Most == 0 || s.held <= s.Most {
		s.buf, b.rows = b.rows, append([]byte(nil), b.rows...)
		return
	}
	if s.file == nil && s.Err() == nil {
		file, err := os.CreateTemp("", "webhookctl-*.rows")
		if err != nil {
			s.fail(err)
			return
		}
		os.Remove(file.Name()) // open, it stays until it is closed; a system that refuses has it removed then
		s.file = file
	}
	if s.Err() != nil {
		return
	}
	if _, err := s.file.WriteAt(b.rows, s.written); err != nil {
		s.fail(err)
		return
	}
	s.buf, b.rows, b.at = b.rows, nil, s.written
	s.written += int64(b.size)
}

func (s *rowStore) complete() error {
	s.full()
	s.buf = nil
	return s.Err()
}

// SpillError is that of a file for what does not fit into memory.
type SpillError struct{ error }

func (e *SpillError) Unwrap() error { return e.error }

func (s *rowStore) fail(err error) {
	err = &SpillError{err}
	s.err.CompareAndSwap(nil, &err)
}

// Err is what went wrong with the temporary file. What was read back since is nothing.
func (s *rowStore) Err() error {
	if err := s.err.Load(); err != nil {
		return *err
	}
	return nil
}

// Close lets go of the temporary file.
func (s *rowStore) Close() error {
	if s.file == nil {
		return nil
	}
	err := s.file.Close()
	if gone := os.Remove(s.file.Name()); !errors.Is(gone, os.ErrNotExist) {
		err = errors.Join(err, gone)
	}
	s.file = nil
	return err
}

// textNumbers keeps equal texts once.
type textNumbers struct {
	texts   []string          // by number; 0 is ""
	numbers map[string]uint32 // of texts, while some are added
}

// number is that of a text, which gets one.
func (t *textNumbers) number(s string) uint32 {
	if t.numbers == nil {
		t.numbers = map[string]uint32{}
		t.texts = append(t.texts[:0], "")
	}
	if s == "" {
		return 0
	}
	n, known := t.numbers[s]
	if !known {
		n = uint32(len(t.texts))
		t.texts = append(t.texts, s)
		t.numbers[s] = n
	}
	return n
}

// Rewrite puts for every text what write makes of it.
func (t *textNumbers) Rewrite(write func(string) string) {
	for i, s := range t.texts {
		t.texts[i] = write(s)
	}
}

// Holds tells whether any text is one that yes says so of.
func (t *textNumbers) Holds(yes func(string) bool) bool {
	for _, s := range t.texts {
		if yes(s) {
			return true
		}
	}
	return false
}
