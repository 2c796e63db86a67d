package format

import (
	"bytes"
	"time"
)

// csvTable reads rows below a header line, in the two forms that CSV has.
//
// RFC 4180 is what spreadsheets, wp-cli, phpMyAdmin and portals write: "" for a quote, line feeds within quotes as they are, and a
// backslash that is a backslash. SELECT … INTO OUTFILE … FIELDS TERMINATED BY ',' ENCLOSED BY '"' writes backslash escapes instead
// (\" \\ \0), a line feed in a field as backslash and line feed, and \N for NULL. A file that has nothing to tell them apart is read
// as the latter with "" besides; only a field that ends in a backslash is then misread, and its row becomes a problem.
type csvTable struct {
	t     *table
	first string // name of the first column
	slot  []int
	csv   csvForm
	zone  *time.Location
	names []string // of the columns
}

// csvForm is how a file writes its fields.
type csvForm struct {
	comma byte // or a semicolon, where commas are decimal points
	rfc   bool // a backslash is nothing but one
}

func openCSVTable(head []byte, opt *Options) (*table, Reader) {
	for _, comma := range []byte(",;") {
		form := csvForm{comma: comma}
		columns := form.columns(head)
		if t := tableOf(columns, opt); t != nil {
			form.rfc = form.isRFC(head)
			return t, csvTable{t: t, first: columns[0], slot: t.positions(columns, opt.Columns), csv: form, zone: opt.Zone, names: columns}
		}
	}
	return nil, nil
}

func (f csvForm) columns(head []byte) []string {
	line, _, _ := bytes.Cut(head, []byte{'\n'})
	fields, ok := f.fields(nil, trimCR(line))
	if !ok || len(fields) < 2 {
		return nil // one column alone is not CSV's to claim
	}
	columns := make([]string, len(fields))
	for i, c := range fields {
		if !isColumn(c.text) {
			return nil
		}
		columns[i] = string(bytes.TrimSpace(c.text))
	}
	return columns
}

// isRFC looks for a quote that is doubled within a field, and for nothing that only INTO OUTFILE writes.
func (f csvForm) isRFC(head []byte) bool {
	at := func(i int) byte {
		if i < 0 || i >= len(head) {
			return '\n'
		}
		return head[i]
	}
	edge := func(b byte) bool { return b == f.comma || b == '\n' || b == '\r' || b == '"' }
	doubled := false
	for i, b := range head {
		switch {
		case b == '"' && at(i+1) == '"':
			doubled = doubled || !edge(at(i-1)) && at(i-1) != '\\' && !edge(at(i+2))
			// The first or last quote of a field that begins or ends with one: """a
			doubled = doubled || at(i+2) == '"' && edge(at(i-1)) != edge(at(i+3))
		case b == '\\' && (at(i+1) == '\n' || at(i+1) == '"' && !edge(at(i+2))):
			return false
		case b == '\\' && at(i+1) == 'N' && edge(at(i-1)) && edge(at(i+2)):
			return false
		}
	}
	return doubled
}

func (r csvTable) Frame(data []byte, eof bool) int {
	n := 0
	for {
		size := r.csv.row(data[n:], eof)
		if size == 0 {
			return n
		}
		n += size
	}
}

func (r csvTable) Parse(c Chunk, out *Batch) {
	lt := newTally(c)
	v := r.t.blank()
	out.unplacedColumns(r.names, r.slot)
	var fields []value
	for data, line, off := c.Data, c.Line, c.Offset; len(data) > 0; {
		size := r.csv.row(data, true)
		row := trimCR(bytes.TrimSuffix(data[:size], []byte{'\n'}))
		newlines := int64(bytes.Count(row, []byte{'\n'}))
		var ok bool
		fields, ok = r.csv.fields(fields[:0], row)
		switch {
		case len(row) == 0, ok && len(fields) > 0 && string(bytes.TrimSpace(fields[0].text)) == r.first:
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
			r.t.add(v, line, off, newlines+1, r.zone, &lt, out)
		}
		line += newlines + 1
		off += int64(size)
		data = data[size:]
	}
	out.skip(lt.rest())
}

// row returns the length of the row at the start of data, with its line end, or 0 if data does not hold all of it.
//
// A quote too many must not swallow the rows that follow. Within quotes, a bare line feed with a quote and a digit behind it
// ends the row all the same: tables begin with a quoted number, and within a field a quote would be escaped.
func (f csvForm) row(data []byte, eof bool) int {
	quoted := false
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '\\':
			if !f.rfc {
				i++ // whatever follows is part of the field
			}
		case '"':
			switch {
			case !quoted:
				quoted = i == 0 || data[i-1] == f.comma
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

// fields appends the fields of a row to into, or returns false if its quotes do not pair.
func (f csvForm) fields(into []value, row []byte) ([]value, bool) {
	for {
		var field value
		if len(row) > 0 && row[0] == '"' {
			text, size, ok := f.quoted(row)
			if !ok {
				return into, false
			}
			field.text, row = text, row[size:]
		} else {
			end := bytes.IndexByte(row, f.comma)
			if end < 0 {
				end = len(row)
			}
			field.text = row[:end]
			field.null = len(field.text) == 0 || string(field.text) == `\N` || string(field.text) == "NULL"
			if !f.rfc {
				field.text = unslash(field.text)
			}
			row = row[end:]
		}
		if field.null {
			field.text = nil
		}
		into = append(into, field)
		if len(row) == 0 {
			return into, true
		}
		if row[0] != f.comma {
			return into, false
		}
		row = row[1:]
	}
}

// quoted reads a field that begins with a quote. size includes both quotes.
func (f csvForm) quoted(row []byte) (text []byte, size int, ok bool) {
	doubled := false
	for i := 1; i < len(row); i++ {
		switch row[i] {
		case '\\':
			if !f.rfc {
				i++
			}
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
			if !f.rfc {
				text = unslash(text)
			}
			return text, i + 1, true
		}
	}
	return nil, 0, false
}
