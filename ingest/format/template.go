package format

import (
	"bytes"
	"fmt"
)

// template is how the lines of a log are made, as its writer was told: variables, and what stands between them.
type template struct {
	parts  []part
	decode func(value []byte) []byte // undoes the writer's escapes; nil: there are none
}

// part is a text that stands in every line, or a variable.
type part struct {
	text  []byte // nil: a variable
	shown string // the variable as the user wrote it
	key   string // the field that it is, by a name that fieldNames or a provider's headers have; "": nobody wants it
	clock byte   // which part of the line's time it is: see clockText; 0: none

	// The value is as long as size says, if that is set; -1: there is none at the start of text. It never looks far.
	size func(text []byte) int
	// Else it may end before each occurrence of the text that follows, but never goes beyond a byte that stops it.
	stops *[256]bool
	run   bool // it goes as far as it can: another variable follows
}

// stopsAt tells of a part that a quote stops only where the writer has not escaped it.
func (p *part) stopsAt(line []byte, i int) bool {
	if !p.stops[line[i]] {
		return false
	}
	if line[i] != '"' {
		return true
	}
	slashes := 0
	for i > slashes && line[i-1-slashes] == '\\' {
		slashes++
	}
	return slashes%2 == 0
}

// spot is a place in a line at which a part may end. ways counts in how many ways the parts up to there fit the line, up to 2;
// from is the spot before, if it is 1.
type spot struct {
	pos  int
	ways int
	from int
}

// maxSpots limits the places at which a part may end. Of a line with more of them nobody can say how it is to be cut.
const maxSpots = 1 << 14

// cutting is the memory in which one line after the other is cut.
type cutting struct {
	spots [][]spot // for each part, where it may begin, ascending; and where the last may end
	at    []int    // of a line that can be cut in one way: where each part begins, and where the last ends
}

// cut fits a line to the template. It returns in how many ways that can be done: 0, 1, or 2 for more than one, which is as bad as
// none: whoever sends the requests may have made them so. Its cost grows with the length of the line, whatever is in it.
func (t *template) cut(line []byte, c *cutting) (ways int) {
	for len(c.spots) <= len(t.parts) {
		c.spots = append(c.spots, nil)
	}
	c.spots[0] = append(c.spots[0][:0], spot{pos: 0, ways: 1})
	for i := range t.parts {
		p, from := &t.parts[i], c.spots[i]
		to := c.spots[i+1][:0]
		switch {
		case p.text != nil:
			for n, s := range from {
				if bytes.HasPrefix(line[s.pos:], p.text) {
					to = reach(to, s.pos+len(p.text), s.ways, n)
				}
			}
		case p.size != nil:
			for n, s := range from {
				if size := p.size(line[s.pos:]); size >= 0 {
					to = reach(to, s.pos+size, s.ways, n)
				}
			}
		default:
			to = t.ends(line, i, from, to)
		}
		if c.spots[i+1] = to; len(to) == 0 {
			for j := i + 2; j < len(c.spots); j++ {
				c.spots[j] = c.spots[j][:0]
			}
			return 0
		} else if len(to) > maxSpots {
			return 2
		}
	}
	last := c.spots[len(t.parts)]
	end := len(last) - 1
	if last[end].pos != len(line) {
		return 0
	}
	if last[end].ways == 1 {
		c.at = c.at[:0]
		for range c.spots[:len(t.parts)+1] {
			c.at = append(c.at, 0)
		}
		for i, n := len(t.parts), end; i >= 0; i-- {
			c.at[i] = c.spots[i][n].pos
			n = c.spots[i][n].from
		}
	}
	return last[end].ways
}

// reach adds a spot, or another way to the last one.
func reach(to []spot, pos, ways, from int) []spot {
	if n := len(to); n > 0 && to[n-1].pos == pos {
		to[n-1].ways = 2
		return to
	}
	return append(to, spot{pos, ways, from})
}

// ends adds where a variable of no certain size may end.
func (t *template) ends(line []byte, i int, from, to []spot) []spot {
	p := &t.parts[i]
	end := -1
	farthest := func(pos int) int { // which value from pos goes how far; asked in ascending order
		if pos > end {
			for end = pos; end < len(line) && !p.stopsAt(line, end); end++ {
			}
		}
		return end
	}
	var next []byte
	if i+1 < len(t.parts) && !p.run {
		next = t.parts[i+1].text
	}
	if next == nil || p.stops[next[0]] { // to the end of the line, or as far as it goes
		for n, s := range from {
			if at := farthest(s.pos); i+1 < len(t.parts) || at == len(line) {
				to = reach(to, at, s.ways, n)
			}
		}
		return to
	}
	lo, hi := 0, 0 // of the spots from which a value reaches q
	for q := from[0].pos; len(to) <= maxSpots; q++ {
		n := bytes.Index(line[q:], next)
		if n < 0 {
			return to
		}
		q += n
		for ; hi < len(from) && from[hi].pos <= q; hi++ {
		}
		for ; lo < hi && farthest(from[lo].pos) < q; lo++ {
		}
		switch hi - lo {
		case 0:
			if hi == len(from) {
				return to
			}
		case 1:
			to = append(to, spot{q, from[lo].ways, lo})
		default:
			to = append(to, spot{q, 2, lo})
		}
	}
	return to
}

// value returns what a line that was cut has for a part.
func (c *cutting) value(line []byte, i int) []byte { return line[c.at[i]:c.at[i+1]] }

// wrong says why a line could not be cut, without a word of what is in it.
func (t *template) wrong(line []byte, c *cutting, ways int) string {
	if ways > 1 {
		return "the line can be cut in more than one way: a value holds what stands between the values"
	}
	for i := range t.parts {
		if len(c.spots[i+1]) > 0 {
			continue
		}
		at := c.spots[i][len(c.spots[i])-1].pos + 1
		if p := &t.parts[i]; p.text != nil {
			return fmt.Sprintf("column %d: %q is due", at, p.text)
		} else if p.size == nil && i+1 < len(t.parts) && t.parts[i+1].text != nil {
			return fmt.Sprintf("column %d: no value of %s with %q behind it", at, p.shown, t.parts[i+1].text)
		}
		return fmt.Sprintf("column %d: no value of %s", at, t.parts[i].shown)
	}
	last := c.spots[len(t.parts)]
	return fmt.Sprintf("column %d: the line goes on where it should end", last[len(last)-1].pos+1)
}

// openEnd tells that a line ends with a value of no certain size, so that it does not show whether it was cut off.
func (t *template) openEnd() bool {
	last := &t.parts[len(t.parts)-1]
	return last.key != "" && last.size == nil
}

// fill hands the values of a line that was cut to r, without the last one where the line may have been cut off.
func (t *template) fill(r *recordReader, line []byte, c *cutting, whole bool) {
	r.reset()
	var clock clockText
	for i := range t.parts {
		p := &t.parts[i]
		if p.key == "" && p.clock == 0 || !whole && i == len(t.parts)-1 {
			continue
		}
		v := c.value(line, i)
		if p.clock != 0 {
			clock.set(p.clock, v)
			continue
		}
		if t.decode != nil && bytes.IndexByte(v, '\\') >= 0 {
			v = t.decode(v)
		}
		r.add([]byte(p.key), jsonValue{raw: v, kind: jsonString})
	}
	if text := clock.text(); text != nil {
		r.add([]byte("time"), jsonValue{raw: text, kind: jsonString})
	}
}
