package profile

import (
	"encoding/binary"
	"math/bits"
	"time"
)

// Packed holds observations in about a tenth of the memory that they take as they are, and gives each back when it is asked for. Equal
// texts are kept once. The zero Packed is empty. Add is for one goroutine, and Complete says that it has ended; At may then be called by
// many.
type Packed struct {
	rowStore
	textNumbers
}

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
	var texts [textFields]uint32
	for i, text := range o.Texts() {
		texts[i] = p.number(*text)
	}
	p.append(o, p.number(string(o.Event)), &texts)
}

// append appends an observation whose texts have numbers.
func (p *Packed) append(o *Observation, event uint32, texts *[textFields]uint32) {
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
	number(packedEvent, int64(event))
	number(packedAttempt, int64(o.Attempt))
	bytes(packedSignature, o.Signature[:])
	number(packedSignatureValid, int64(o.SignatureValid))
	bytes(packedBody, o.Body[:])
	number(packedBodySize, o.BodySize)
	bytes(packedState, o.State[:])
	bytes(packedQuery, o.Query[:])
	number(packedCode, int64(o.Code))
	bytes(packedSecret, o.Secret[:])
	for i, text := range texts {
		number(packedTexts+i, int64(text))
	}
	var first [binary.MaxVarintLen64]byte
	p.add(binary.AppendUvarint(first[:0], has), row)
}

// Complete says that nothing will be added.
func (p *Packed) Complete() error {
	p.numbers = nil
	return p.complete()
}

// rowSize is more than a row takes: each number of at most ten bytes, and the hashes.
const rowSize = 1 << 10

// At gives an observation.
func (p *Packed) At(i int) (o Observation) {
	var buf [rowSize]byte
	row := p.row(i, buf[:0])
	if row == nil {
		return o
	}
	has, n := binary.Uvarint(row)
	row = row[n:]
	number := func() int64 {
		v, n := binary.Varint(row)
		row = row[n:]
		return v
	}
	bytes := func(to []byte) { row = row[copy(to, row):] }
	var texts [textFields]*string
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
