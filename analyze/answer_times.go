package analyze

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// AnswerTimes counts how long the answers to one registration's deliveries took, over time: as the sender's log measured it, else
// as the proxy or the receiver did. It is bounded however long the history is, and the same in whatever order it was counted.
type AnswerTimes struct {
	Width time.Duration // of a column: a power of two of seconds, the least of which columnsMost are enough
	Cells []AnswerCell
}

// AnswerCell counts the answers that began in one column and took as long as one row says.
type AnswerCell struct {
	Column int64 // Unix time divided by the width
	Row    int   // ten for each power of ten: 0 is up to 1 ms, 10 up to 10 ms, 11 up to 12.6 ms
	Count  int
	Failed int // of these, not answered with success
}

const columnsMost = 128

// rowOf is the row of a time that an answer took.
func rowOf(took time.Duration) int {
	return max(0, int(math.Ceil(10*math.Log10(float64(took)/float64(time.Millisecond))-1e-9)))
}

// Longest is how long an answer of a row took at most.
func (c AnswerCell) Longest() time.Duration {
	return time.Duration(math.Pow(10, float64(c.Row)/10) * float64(time.Millisecond))
}

// Begin is when a cell's column begins, in Unix seconds.
func (r *AnswerTimes) Begin(c AnswerCell) int64 { return c.Column * int64(r.Width/time.Second) }

func (r *AnswerTimes) add(d *delivery) {
	took := d.took()
	if d.logged != nil && d.logged.Took > 0 {
		took = d.logged.Took
	}
	if took <= 0 || d.begin() == 0 {
		return
	}
	if r.Width == 0 {
		r.Width = time.Second
	}
	_, _, by := d.answer()
	r.count(AnswerCell{Column: floorDiv(d.begin(), int64(r.Width)), Row: rowOf(took), Count: 1, Failed: oneIf(by != nil && !d.accepted(by))})
	for r.columns() > columnsMost {
		r.widen()
	}
}

func oneIf(is bool) int {
	if is {
		return 1
	}
	return 0
}

func floorDiv(a, b int64) int64 { return (a - ((a%b)+b)%b) / b }

// count puts a cell in its place.
func (r *AnswerTimes) count(c AnswerCell) {
	i, found := slices.BinarySearchFunc(r.Cells, c, func(a, b AnswerCell) int {
		return cmp.Or(cmp.Compare(a.Column, b.Column), cmp.Compare(a.Row, b.Row))
	})
	if !found {
		r.Cells = slices.Insert(r.Cells, i, c)
		return
	}
	r.Cells[i].Count += c.Count
	r.Cells[i].Failed += c.Failed
}

// plus are the answers of two parts of a history.
func (r AnswerTimes) plus(o AnswerTimes) AnswerTimes {
	switch {
	case len(r.Cells) == 0:
		return o
	case len(o.Cells) == 0:
		return r
	}
	sum := AnswerTimes{Width: r.Width, Cells: slices.Clone(r.Cells)}
	for sum.Width < o.Width {
		sum.widen()
	}
	for o.Width < sum.Width {
		o.widen()
	}
	for _, c := range o.Cells {
		sum.count(c)
	}
	for sum.columns() > columnsMost {
		sum.widen()
	}
	return sum
}

func (r *AnswerTimes) columns() int64 {
	return r.Cells[len(r.Cells)-1].Column - r.Cells[0].Column + 1
}

// widen makes one column of two.
func (r *AnswerTimes) widen() {
	cells := r.Cells
	r.Cells, r.Width = nil, 2*r.Width
	for _, c := range cells {
		c.Column = floorDiv(c.Column, 2)
		r.count(c)
	}
}
