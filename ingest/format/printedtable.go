package format

import (
	"bytes"
	"time"
)

// printedTable reads rows as wp-cli prints them with --format=table, and mysql on a terminal:
//
//	+----------+-----------+
//	| claim_id | hook      |
//	+----------+-----------+
//	|     1078 | some_hook |
//	+----------+-----------+
//
// Such a table is made for people. What a value holds of | and line feeds is not escaped, and a long one may be broken over
// several lines: such rows become problems.
type printedTable struct {
	t     *table
	first string // name of the first column
	slot  []int
	zone  *time.Location
}

func openPrintedTable(head []byte, opt *Options) (*table, Reader) {
	rule := lineAt(head, 0)
	if !isPrintedRule(rule) || len(rule) == len(head) {
		return nil, nil
	}
	var columns []string
	for _, c := range printedCells(nil, lineAt(head, bytes.IndexByte(head, '\n')+1)) {
		columns = append(columns, string(c))
	}
	t := tableOf(columns, opt)
	if t == nil {
		return nil, nil
	}
	return t, printedTable{t: t, first: columns[0], slot: t.positions(columns, opt.Columns), zone: opt.Zone}
}

func isPrintedRule(line []byte) bool {
	return len(line) > 2 && line[0] == '+' && len(bytes.Trim(line, "+-")) == 0
}

// printedCells appends the values of a row, or returns nil if it is none.
func printedCells(into [][]byte, line []byte) [][]byte {
	line, ok := bytes.CutPrefix(bytes.TrimRight(line, " \t"), []byte("|"))
	if ok {
		line, ok = bytes.CutSuffix(line, []byte("|"))
	}
	if !ok {
		return nil
	}
	for c := range bytes.SplitSeq(line, []byte("|")) {
		into = append(into, bytes.TrimSpace(c))
	}
	return into
}

// isPrintedStart tells a line that does not go on with the row above it, as one does that has nothing in its first column, or
// nothing but that.
func isPrintedStart(line []byte) bool {
	if len(line) == 0 || line[0] != '|' {
		return len(line) > 0 && line[0] == '+'
	}
	first, others, _ := bytes.Cut(line[1:], []byte("|"))
	return len(bytes.TrimSpace(first)) > 0 && len(bytes.Trim(others, "| \t")) > 0
}

func (printedTable) Frame(data []byte, eof bool) int {
	return recordStart(isPrintedStart).frame(data, eof)
}

func (r printedTable) Parse(c Chunk, out *Batch) {
	v := r.t.blank()
	var cells [][]byte
	recordStart(isPrintedStart).each(c, out, func(text []byte, no, off, lines int64) {
		lt := tally{next: no, left: lines}
		line := lineAt(text, 0)
		cells = printedCells(cells[:0], line)
		switch {
		case line[0] == '+', len(cells) > 0 && string(cells[0]) == r.first:
			// A rule, with what mysql says below the last one; or the header.
		case bytes.Contains(text, []byte("\n|")):
			out.problem(no, off, lt.take(no, lines), "the row goes over several lines, so that its values cannot be told from their parts", printedHint)
		case len(cells) != len(r.slot):
			out.problem(no, off, lt.take(no, lines), fieldCount(len(cells), len(r.slot)), printedHint)
		default:
			clearRow(v)
			for i, cell := range cells {
				if r.slot[i] >= 0 && len(cell) > 0 && string(cell) != "NULL" {
					v[r.slot[i]] = value{text: cell}
				}
			}
			r.t.add(v, no, off, 1, r.zone, &lt, out)
		}
		out.skip(lt.rest())
	})
}

const printedHint = "export the table with --format=csv or --format=json (wp-cli), or --batch (mysql)"
