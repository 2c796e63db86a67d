package format

import (
	"bytes"
	"fmt"
	"time"
)

// tsvTable reads what `mysql --batch` and `mariadb --batch` print: a header line, then one line for each row, with tabs
// between the fields, \n \t \\ \0 within them, and NULL for NULL. A text that really is NULL cannot be told from it.
type tsvTable struct {
	t     *table
	first string // name of the first column
	slot  []int
	zone  *time.Location
	names []string // of the columns
}

func tsvColumns(head []byte) []string {
	line, _, _ := bytes.Cut(head, []byte{'\n'})
	var columns []string
	for f := range bytes.SplitSeq(trimCR(line), []byte{'\t'}) {
		if !isColumn(f) {
			return nil
		}
		columns = append(columns, string(f))
	}
	return columns
}

func openTSVTable(head []byte, opt *Options) (*table, Reader) {
	columns := tsvColumns(head)
	t := tableOf(columns, opt)
	if t == nil {
		return nil, nil
	}
	return t, tsvTable{t: t, first: columns[0], slot: t.positions(columns, opt.Columns), zone: opt.Zone, names: columns}
}

func (r tsvTable) Frame(data []byte, eof bool) int { return frameLines(data, eof) }

func (r tsvTable) Parse(c Chunk, out *Batch) {
	lt := newTally(c)
	v := r.t.blank()
	out.unplacedColumns(r.names, r.slot)
	eachLine(c, func(line []byte, no, off int64) {
		// The header, which concatenated exports repeat.
		if first, _, _ := bytes.Cut(line, []byte{'\t'}); string(first) == r.first || len(line) == 0 {
			return
		}
		clearRow(v)
		n := 0
		for f := range bytes.SplitSeq(line, []byte{'\t'}) {
			if n < len(r.slot) && r.slot[n] >= 0 && string(f) != "NULL" {
				v[r.slot[n]] = value{text: unslash(f)}
			}
			n++
		}
		if n != len(r.slot) {
			out.problem(no, off, lt.take(no, 1), fieldCount(n, len(r.slot)), exportHint)
			return
		}
		r.t.add(v, no, off, 1, r.zone, &lt, out)
	})
	out.skip(lt.rest())
}

const exportHint = "export the table again; the row may have been edited or cut"

func fieldCount(n, want int) string {
	return fmt.Sprintf("row has %d fields where the header has %d", n, want)
}

// unslash undoes MySQL's backslash escapes.
func unslash(f []byte) []byte {
	if bytes.IndexByte(f, '\\') < 0 {
		return f
	}
	out := make([]byte, 0, len(f))
	for i := 0; i < len(f); i++ {
		b := f[i]
		if b == '\\' && i+1 < len(f) {
			i++
			switch b = f[i]; b {
			case 'n':
				b = '\n'
			case 't':
				b = '\t'
			case 'r':
				b = '\r'
			case '0':
				b = 0
			}
		}
		out = append(out, b)
	}
	return out
}
