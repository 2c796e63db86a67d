package format

import (
	"bytes"
	"time"
)

// printedTable reads rows as programs print them for people. What a value holds of | and line feeds is not escaped, and a long one may be
// broken over several lines: such rows become problems.
type printedTable struct {
	printedForm
	t     *table
	first string // name of the first column
	slot  []int
	zone  *time.Location
}

// printedForm is how one of these programs draws a table.
type printedForm struct {
	header, rule int // the lines in which they stand
	isRule       func(line []byte) bool
	cells        func(into [][]byte, line []byte) [][]byte // of a row; nil: it is none
	starts       func(line []byte) bool                    // tells a line that does not go on with the row above it
	broken       func(line, text []byte) bool              // tells a row that goes over several lines; line is the first of text
	goesOn       func(line []byte) bool                    // tells a row that the next line goes on with, whatever that looks like
}

var printedForms = []printedForm{
	// wp-cli with --format=table, and mysql on a terminal, which says below the last rule how many rows there are:
	//
	//	+----------+-----------+
	//	| claim_id | hook      |
	//	+----------+-----------+
	//	|     1078 | some_hook |
	//	+----------+-----------+
	{
		header: 1, rule: 0,
		isRule: func(line []byte) bool { return line[0] == '+' },
		cells: func(into [][]byte, line []byte) [][]byte {
			line, ok := bytes.CutPrefix(bytes.TrimRight(line, " \t"), []byte("|"))
			if ok {
				line, ok = bytes.CutSuffix(line, []byte("|"))
			}
			if !ok {
				return nil
			}
			return barred(into, line)
		},
		starts: isPrintedStart,
		broken: func(_, text []byte) bool { return bytes.Contains(text, []byte("\n|")) },
		goesOn: func([]byte) bool { return false },
	},
	// psql, which marks with + a value that goes on in the next line:
	//
	//	 claim_id |   hook
	//	----------+-----------
	//	     1078 | some_hook
	//	(1 row)
	{
		header: 0, rule: 1,
		isRule: func(line []byte) bool { return line[0] == '-' || line[0] == '(' && bytes.IndexByte(line, '|') < 0 },
		cells: func(into [][]byte, line []byte) [][]byte {
			if bytes.IndexByte(line, '|') < 0 {
				return nil
			}
			return barred(into, line)
		},
		starts: func(line []byte) bool { return len(line) > 0 },
		broken: func(line, _ []byte) bool { return bytes.HasPrefix(bytes.TrimLeft(line, " "), []byte("|")) }, // no value that names the row
		goesOn: func(line []byte) bool {
			return bytes.Contains(line, []byte("+|")) || bytes.HasSuffix(line, []byte("+"))
		},
	},
}

// barred appends the values between bars.
func barred(into [][]byte, line []byte) [][]byte {
	for c := range bytes.SplitSeq(line, []byte("|")) {
		into = append(into, bytes.TrimSpace(c))
	}
	return into
}

func openPrintedTable(head []byte, opt *Options) (*table, Reader) {
	form, columns := printedColumns(head)
	t := tableOf(columns, opt)
	if columns == nil || t == nil {
		return nil, nil
	}
	return t, printedTable{printedForm: form, t: t, first: columns[0], slot: t.positions(columns, opt.Columns), zone: opt.Zone}
}

// printedColumns returns the names in the header of a printed table, or nil.
func printedColumns(head []byte) (form printedForm, columns []string) {
	first := lineAt(head, 0)
	if len(first) == 0 || len(first) == len(head) {
		return form, nil
	}
	lines := [2][]byte{first, lineAt(head, bytes.IndexByte(head, '\n')+1)}
	for _, form = range printedForms {
		header, rule := lines[form.header], lines[form.rule]
		if len(header) == 0 || len(bytes.Trim(rule, "+-")) > 0 || bytes.IndexByte(rule, '+') < 0 {
			continue
		}
		for _, c := range form.cells(nil, header) {
			columns = append(columns, string(c))
		}
		if columns != nil && (form.rule == 0 || len(columns) == bytes.Count(rule, []byte{'+'})+1) {
			return form, columns
		}
		columns = nil
	}
	return form, nil
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

func (r printedTable) Frame(data []byte, eof bool) int {
	n := recordStart(r.starts).frame(data, eof)
	for n > 0 && !eof {
		last := bytes.LastIndexByte(data[:n-1], '\n') + 1
		if !r.goesOn(trimCR(data[last : n-1])) {
			break
		}
		n = last
	}
	return n
}

func (r printedTable) Parse(c Chunk, out *Batch) {
	v := r.t.blank()
	var cells [][]byte
	goesOn := false
	recordStart(r.starts).each(c, out, func(text []byte, no, off, lines int64) {
		lt := tally{next: no, left: lines}
		line := lineAt(text, 0)
		cells = r.cells(cells[:0], line)
		before := goesOn
		goesOn = r.goesOn(line)
		switch {
		case len(line) == 0, r.isRule(line), len(cells) > 0 && string(cells[0]) == r.first: // or the header
		case before, goesOn, r.broken(line, text):
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

const printedHint = "export the table with --format=csv or --format=json (wp-cli), --batch (mysql) or --csv (psql)"
