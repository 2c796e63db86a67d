package format

import (
	"bytes"
)

// csvTable reads what SELECT … INTO OUTFILE … FIELDS TERMINATED BY ',' ENCLOSED BY '"' writes below a header line: backslash
// escapes (\" \\ \0), a line feed in a field as backslash and line feed, \N for NULL. That is not RFC 4180, but what RFC 4180
// has of its own, "" for a quote and bare line feeds within quotes, is read as well. Only a field of such a file that ends in
// a backslash is misread; its row becomes a problem.
type csvTable struct {
	t     *table
	first string // name of the first column
	slot  []int
}

func csvColumns(head []byte) []string {
	line, _, _ := bytes.Cut(head, []byte{'\n'})
	fields, ok := csvFields(nil, trimCR(line))
	if !ok || len(fields) < 2 {
		return nil // one column alone is not CSV's to claim
	}
	columns := make([]string, len(fields))
	for i, f := range fields {
		if !isColumn(f.text) {
			return nil
		}
		columns[i] = string(f.text)
	}
	return columns
}

func openCSVTable(t *table, columns []string, opt Options) Reader {
	return csvTable{t: t, first: columns[0], slot: t.positions(columns)}
}

func (r csvTable) Frame(data []byte, eof bool) int {
	n := 0
	for {
		size := csvRow(data[n:], eof)
		if size == 0 {
			return n
		}
		n += size
	}
}

func (r csvTable) Parse(c Chunk, out *Batch) {
	lt := newTally(c)
	v := r.t.blank()
	var fields []value
	for data, line, off := c.Data, c.Line, c.Offset; len(data) > 0; {
		size := csvRow(data, true)
		row := trimCR(bytes.TrimSuffix(data[:size], []byte{'\n'}))
		newlines := int64(bytes.Count(row, []byte{'\n'}))
		var ok bool
		fields, ok = csvFields(fields[:0], row)
		switch {
		case len(row) == 0, ok && len(fields) > 0 && string(fields[0].text) == r.first:
			// Empty, or the header, which concatenated exports repeat: left to be skipped.
		case !ok:
			out.problem(line, off, lt.take(line, newlines+1), "quotes of the row do not pair", exportHint)
		case len(fields) != len(r.slot):
			out.problem(line, off, lt.take(line, newlines+1), fieldCount(len(fields), len(r.slot)), exportHint)
		default:
			clearRow(v)
			for i, f := range fields {
				if r.slot[i] >= 0 {
					v[r.slot[i]] = f
				}
			}
			r.t.add(v, line, off, newlines+1, &lt, out)
		}
		line += newlines + 1
		off += int64(size)
		data = data[size:]
	}
	out.skip(lt.rest())
}

// csvRow returns the length of the row at the start of data, with its line end, or 0 if data does not hold all of it.
//
// A quote too many must not swallow the rows that follow. Within quotes, a bare line feed with a quote and a digit behind it
// ends the row all the same: every table here begins with a quoted number, and within a field a quote would be escaped.
func csvRow(data []byte, eof bool) int {
	quoted := false
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '\\':
			i++ // whatever follows is part of the field
		case '"':
			switch {
			case !quoted:
				quoted = i == 0 || data[i-1] == ','
			case i+1 < len(data) && data[i+1] == '"':
				i++
			default:
				quoted = false
			}
		case '\n':
			if !quoted {
				return i + 1
			}
			if i+2 >= len(data) {
				if !eof {
					return 0
				}
				continue
			}
			if data[i+1] == '"' && data[i+2] >= '0' && data[i+2] <= '9' {
				return i + 1
			}
		}
	}
	if eof {
		return len(data)
	}
	return 0
}

// csvFields appends the fields of a row to into, or returns false if its quotes do not pair.
func csvFields(into []value, row []byte) ([]value, bool) {
	for {
		var field value
		if len(row) > 0 && row[0] == '"' {
			text, size, ok := csvQuoted(row)
			if !ok {
				return into, false
			}
			field.text, row = text, row[size:]
		} else {
			end := bytes.IndexByte(row, ',')
			if end < 0 {
				end = len(row)
			}
			field.text = row[:end]
			field.null = string(field.text) == `\N` || string(field.text) == "NULL"
			field.text = unslash(field.text)
			row = row[end:]
		}
		if field.null {
			field.text = nil
		}
		into = append(into, field)
		if len(row) == 0 {
			return into, true
		}
		if row[0] != ',' {
			return into, false
		}
		row = row[1:]
	}
}

// csvQuoted reads a field that begins with a quote. size includes both quotes.
func csvQuoted(row []byte) (text []byte, size int, ok bool) {
	doubled := false
	for i := 1; i < len(row); i++ {
		switch row[i] {
		case '\\':
			i++
		case '"':
			if i+1 < len(row) && row[i+1] == '"' {
				doubled = true
				i++
				continue
			}
			text = row[1:i]
			if doubled {
				text = bytes.ReplaceAll(text, []byte(`""`), []byte(`"`))
			}
			return unslash(text), i + 1, true
		}
	}
	return nil, 0, false
}
