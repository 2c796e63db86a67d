package format

import (
	"bytes"
	"fmt"
	"time"
)

// jsonTable reads rows as objects of an array, one behind the other, whether pretty-printed over many lines or all in one.
// This is what $wpdb rows look like after json_encode (every value a string), what wp-cli prints with --format=json (numbers
// too), and the REST API's answers.
type jsonTable struct {
	t        *table
	slots    slots
	maxDepth int
	zone     *time.Location
	list     bool // the file begins with the bracket of an array, so that one must end it
}

func jsonColumns(head []byte) []string {
	e := nextJSONElement(head, true)
	// A bracket or brace must be what the file begins with: no log line before it.
	if first := bytes.TrimLeft(head, " \t\r\n"); e.start == len(head) || head[e.start] != '{' || (first[0] != '[' && first[0] != '{') {
		return nil
	}
	var columns columnNames
	// A first row longer than the head is cut, which is an error; the columns up to there must do.
	_ = new(jsonScanner).scan(head[e.start:e.end], headDepth, &columns)
	return columns.names
}

// headDepth is how deep a file may be nested to be recognised. What may be imported is another matter.
const headDepth = 1000

// columnNames is a jsonVisitor that collects the keys of a row.
type columnNames struct {
	names []string
	row   bool // inside it
}

func (n *columnNames) open(key []byte, _ bool) bool {
	if !n.row {
		n.row = true
		return true
	}
	n.names = append(n.names, string(key))
	return false
}
func (n *columnNames) close([]byte)                 {}
func (n *columnNames) leaf(key []byte, _ jsonValue) { n.names = append(n.names, string(key)) }

func openJSONTable(head []byte, opt *Options) (*table, Reader) {
	columns := jsonColumns(head)
	t := tableOf(columns, opt)
	if t == nil || t.loose != nil && t.name != opt.As && bytes.HasPrefix(bytes.TrimLeft(head, " \t\r\n"), []byte("{")) && isLogRecord(columns) {
		return nil, nil
	}
	return t, jsonTable{t: t, slots: t.slots(columns, opt.Columns), maxDepth: opt.MaxDepth, zone: opt.Zone, list: bytes.HasPrefix(bytes.TrimLeft(head, " \t\r\n"), []byte("["))}
}

// Frame keeps back an element until the next one begins: with it the file may end, and only the last chunk shows whether its list does.
// Where it can, it ends a chunk where a line does, since a line counts once, for the first element that wants it.
func (r jsonTable) Frame(data []byte, eof bool) int {
	if eof {
		return len(data)
	}
	var f framing
	for n := 0; ; {
		e := nextJSONElement(data[n:], false)
		if e.end == 0 {
			return f.end(data)
		}
		n += e.end
		next := n
		for next < len(data) && isJSONBetween(data[next]) {
			next++
		}
		if next == len(data) && e.start < e.end {
			return f.end(data)
		}
		f.may(data, n, next)
	}
}

// framing collects where a chunk may end.
type framing struct{ any, atLine int }

// may notes that it may end at n, behind which the next element begins at next.
func (f *framing) may(data []byte, n, next int) {
	f.any = n
	if bytes.IndexByte(data[n:next], '\n') >= 0 || n > 0 && data[n-1] == '\n' {
		f.atLine = n
	}
}

// end returns where it ends best. It ends within a line only where that is long.
func (f *framing) end(data []byte) int {
	const long = 64 << 10
	if f.atLine > 0 || len(data) < long {
		return f.atLine
	}
	return f.any
}

func (r jsonTable) Parse(c Chunk, out *Batch) {
	lt := newTally(c)
	row := jsonRow{slots: r.slots, maxDepth: r.maxDepth, v: r.t.blank(), unplaced: out.Unplaced}
	p := position{c: c, line: c.Line}
	ended := c.eachElement(func(e jsonElement, start, end int) {
		text := c.Data[start:end]
		line, off, lines := p.of(start, end)
		if reason := row.read(e, text); reason != "" {
			out.problem(line, off, lt.take(line, lines), reason, exportHint)
		} else {
			r.t.add(row.v, line, off, lines, r.zone, &lt, out)
		}
	})
	c.unended(ended || !r.list, &lt, out)
	out.skip(lt.rest())
}

// unended makes a problem of the last chunk of a list that does not end.
func (c Chunk) unended(ended bool, lt *tally, out *Batch) {
	if end := bytes.TrimRight(c.Data, " \t\r\n"); c.Last && !ended && len(end) > 0 {
		line := c.Line + int64(bytes.Count(end, []byte{'\n'}))
		out.problem(line, c.Offset+int64(len(end))-1, lt.take(line, 1), "the file ends behind a row, before its list of rows does", listCutHint)
	}
}

const listCutHint = "the file was cut while it was written or copied; what comes before is read, export it again for the rest"

// read fills the visitor's values from an object, or says why it cannot.
func (r *jsonRow) read(e jsonElement, text []byte) (reason string) {
	if !e.object && text[0] != '{' {
		// No more than its first byte is quoted: it may be the rest of a broken row, with the secret of a webhook in it.
		return fmt.Sprintf("expected a row as a JSON object, which begins with {, not with %q", text[:1])
	}
	clearRow(r.v)
	r.slot, r.inside = -1, false
	if err := r.scanner.scan(text, r.maxDepth, r); err != nil {
		return "row is not JSON: " + err.Error()
	}
	return ""
}

// jsonRow is a jsonVisitor that keeps the values of the table's columns.
type jsonRow struct {
	slots    slots
	maxDepth int
	v        []value
	scanner  jsonScanner
	inside   bool
	slot     int                 // of the nested value that is open, or -1
	unplaced func(column string) // Batch.Unplaced
}

func (r *jsonRow) open(key []byte, _ bool) bool {
	if !r.inside {
		r.inside = true
		return true
	}
	r.slot = r.place(key)
	return false
}

// place finds out which of the values a column is, or returns -1.
func (r *jsonRow) place(key []byte) int {
	s := r.slots.find(key)
	if s < 0 && r.unplaced != nil {
		r.unplaced(shownKey(key))
	}
	return s
}

func (r *jsonRow) close(raw []byte) {
	if r.slot >= 0 {
		r.v[r.slot] = value{text: raw}
		r.slot = -1
	}
}

func (r *jsonRow) leaf(key []byte, x jsonValue) {
	s := r.place(key)
	switch {
	case s < 0:
	case x.kind == jsonNull:
		r.v[s] = value{null: true}
	case x.escaped:
		r.v[s] = value{text: unescapeJSON(nil, x.raw)}
	default:
		r.v[s] = value{text: x.raw}
	}
}
