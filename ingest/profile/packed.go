package profile

import (
	"encoding/binary"
	"math/bits"
	"time"
)

// Packed holds observations in about a tenth of the memory that they take as they are, and gives each back when it is asked for. Equal
// texts are kept once. The zero Packed is empty. Add is for one goroutine; At may then be called by many.
type Packed struct {
	texts   []string          // by number; 0 is ""
	numbers map[string]uint32 // of texts, while observations are added
	blocks  [][]byte
	starts  []uint32 // of each row, in its block
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
		if n := len(p.blocks); n > 0 {
			p.blocks[n-1] = append([]byte(nil), p.blocks[n-1]...) // what it takes and no more
		}
		p.blocks = append(p.blocks, make([]byte, 0, rowsInBlock*128))
	}
	block := p.blocks[len(p.blocks)-1]
	p.starts = append(p.starts, uint32(len(block)))

	var has uint64
	var buf [1024]byte
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
	block = binary.AppendUvarint(block, has)
	p.blocks[len(p.blocks)-1] = append(block, row...)
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

// Close says that nothing will be added.
func (p *Packed) Close() { p.numbers = nil }

// At gives an observation.
func (p *Packed) At(i int) (o Observation) {
	row := p.blocks[i/rowsInBlock][p.starts[i]:]
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
