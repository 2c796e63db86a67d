package profile

import (
	"encoding/binary"
	"errors"
	"math/bits"
	"os"
	"sync/atomic"
	"time"
)

// Packed holds observations in about a tenth of the memory that they take as they are, and gives each back when it is asked for. Equal
// texts are kept once. The zero Packed is empty. Add is for one goroutine, and Complete says that it has ended; At may then be called by
// many.
type Packed struct {
	// Most is how many bytes of rows stay in memory. The others lie in a temporary file, which nobody else can open by a name where the
	// system allows that, and which Close removes. 0: all stay.
	Most int64

	texts   []string          // by number; 0 is ""
	numbers map[string]uint32 // of texts, while observations are added
	blocks  []rowBlock
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

// Len is how many observations it holds.
func (p *Packed) Len() int { return len(p.starts) }

// field numbers: a row begins with the bits of those that it has.
const (
	packedSource = iota
	packedLine
	packedOffset
	packedLines
	packedTime
	packedPrecision
	packedTook
	packedEnds
	packedEvent
	packedAttempt
	packedSignature
	packedSignatureValid
	packedBody
	packedBodySize
	packedState
	packedQuery
	packedCode
	packedSecret
	packedTexts // the first of them, in the order of Texts
)

// Add appends an observation.
func (p *Packed) Add(o *Observation) {
	if p.numbers == nil {
		p.numbers = map[string]uint32{}
		p.texts = append(p.texts[:0], "")
	}
	if len(p.starts)%rowsInBlock == 0 {
		p.full()
		p.blocks = append(p.blocks, rowBlock{rows: make([]byte, 0, rowsInBlock*128)})
	}
	block := &p.blocks[len(p.blocks)-1]
	p.starts = append(p.starts, uint32(len(block.rows)))

	var has uint64
	var buf [rowSize]byte
	row := buf[:0]
	number := func(field int, v int64) {
		if v != 0 {
			has |= 1 << field
			row = binary.AppendVarint(row, v)
		}
	}
	bytes := func(field int, b []byte) {
		for _, c := range b {
			if c != 0 {
				has |= 1 << field
				row = append(row, b...)
				return
			}
		}
	}
	number(packedSource, int64(o.Source))
	number(packedLine, o.Line)
	number(packedOffset, o.Offset)
	number(packedLines, o.Lines)
	number(packedTime, o.Time)
	number(packedPrecision, int64(o.Precision))
	number(packedTook, int64(o.Took))
	if o.Ends {
		has |= 1 << packedEnds
	}
	number(packedEvent, int64(p.number(string(o.Event))))
	number(packedAttempt, int64(o.Attempt))
	bytes(packedSignature, o.Signature[:])
	number(packedSignatureValid, int64(o.SignatureValid))
	bytes(packedBody, o.Body[:])
	number(packedBodySize, o.BodySize)
	bytes(packedState, o.State[:])
	bytes(packedQuery, o.Query[:])
	number(packedCode, int64(o.Code))
	bytes(packedSecret, o.Secret[:])
	for i, text := range o.Texts() {
		number(packedTexts+i, int64(p.number(*text)))
	}
	block.rows = append(binary.AppendUvarint(block.rows, has), row...)
}

// full ends a block: it stays, in what memory it takes and no more, or goes to the file.
func (p *Packed) full() {
	if len(p.blocks) == 0 {
		return
	}
	b := &p.blocks[len(p.blocks)-1]
	b.size = uint32(len(b.rows))
	if p.held += int64(b.size); p.Most == 0 || p.held <= p.Most {
		b.rows = append([]byte(nil), b.rows...)
		return
	}
	if p.file == nil && p.Err() == nil {
		file, err := os.CreateTemp("", "webhookctl-*.rows")
		if err != nil {
			p.fail(err)
			return
		}
		os.Remove(file.Name()) // open, it stays until it is closed; a system that refuses has it removed then
		p.file = file
	}
	if p.Err() != nil {
		return
	}
	if _, err := p.file.WriteAt(b.rows, p.written); err != nil {
		p.fail(err)
		return
	}
	b.rows, b.at = nil, p.written
	p.written += int64(b.size)
}

func (p *Packed) fail(err error) { p.err.CompareAndSwap(nil, &err) }

// Err is what went wrong with the temporary file. What At gave since is nothing.
func (p *Packed) Err() error {
	if err := p.err.Load(); err != nil {
		return *err
	}
	return nil
}

// number is that of a text, which gets one.
func (p *Packed) number(s string) uint32 {
	if s == "" {
		return 0
	}
	n, known := p.numbers[s]
	if !known {
		n = uint32(len(p.texts))
		p.texts = append(p.texts, s)
		p.numbers[s] = n
	}
	return n
}

// Complete says that nothing will be added.
func (p *Packed) Complete() error {
	p.full()
	p.numbers = nil
	return p.Err()
}

// Close lets go of the temporary file.
func (p *Packed) Close() error {
	if p.file == nil {
		return nil
	}
	err := p.file.Close()
	if gone := os.Remove(p.file.Name()); !errors.Is(gone, os.ErrNotExist) {
		err = errors.Join(err, gone)
	}
	p.file = nil
	return err
}

// rowSize is more than a row takes: each number of at most ten bytes, and the hashes.
const rowSize = 1 << 10

// At gives an observation.
func (p *Packed) At(i int) (o Observation) {
	b := &p.blocks[i/rowsInBlock]
	row := b.rows
	if row != nil {
		row = row[p.starts[i]:]
	} else {
		end := b.size
		if (i+1)%rowsInBlock != 0 && i+1 < len(p.starts) {
			end = p.starts[i+1]
		}
		var buf [rowSize]byte
		row = buf[:end-p.starts[i]]
		if _, err := p.file.ReadAt(row, b.at+int64(p.starts[i])); err != nil {
			p.fail(err)
			return o
		}
	}
	has, n := binary.Uvarint(row)
	row = row[n:]
	number := func() int64 {
		v, n := binary.Varint(row)
		row = row[n:]
		return v
	}
	bytes := func(to []byte) { row = row[copy(to, row):] }
	var texts [29]*string
	if has>>packedTexts != 0 {
		texts = o.Texts()
	}
	for ; has != 0; has &= has - 1 {
		switch field := bits.TrailingZeros64(has); field {
		case packedSource:
			o.Source = int(number())
		case packedLine:
			o.Line = number()
		case packedOffset:
			o.Offset = number()
		case packedLines:
			o.Lines = number()
		case packedTime:
			o.Time = number()
		case packedPrecision:
			o.Precision = time.Duration(number())
		case packedTook:
			o.Took = time.Duration(number())
		case packedEnds:
			o.Ends = true
		case packedEvent:
			o.Event = Event(p.texts[number()])
		case packedAttempt:
			o.Attempt = int(number())
		case packedSignature:
			bytes(o.Signature[:])
		case packedSignatureValid:
			o.SignatureValid = Tri(number())
		case packedBody:
			bytes(o.Body[:])
		case packedBodySize:
			o.BodySize = number()
		case packedState:
			bytes(o.State[:])
		case packedQuery:
			bytes(o.Query[:])
		case packedCode:
			o.Code = int(number())
		case packedSecret:
			bytes(o.Secret[:])
		default:
			*texts[field-packedTexts] = p.texts[number()]
		}
	}
	return o
}

// Rewrite puts for every text what write makes of it.
func (p *Packed) Rewrite(write func(string) string) {
	for i, s := range p.texts {
		p.texts[i] = write(s)
	}
}

// Holds tells whether any text is one that yes says so of.
func (p *Packed) Holds(yes func(string) bool) bool {
	for _, s := range p.texts {
		if yes(s) {
			return true
		}
	}
	return false
}
