package format

import "bytes"

// phpMyAdminJSON is what phpMyAdmin exports as JSON: objects of an array, of which those of type "table" hold the rows of one
// table each. Of the tables those of package format's list are read, and all others are left out by rule.
//
//	[
//	{"type":"header","version":"5.2.1","comment":"Export to JSON plugin for phpMyAdmin"},
//	{"type":"database","name":"shop"},
//	{"type":"table","name":"wp_wc_webhooks","database":"shop","data":
//	[
//	{"webhook_id":"2","status":"active",…},
//	…
//	]
//	}
//	]
var phpMyAdminJSON = Format{
	Name:    "phpmyadmin-json",
	Title:   "phpMyAdmin export as JSON: the tables that are read from an SQL dump, others skipped",
	Open:    openPHPMyAdmin,
	Samples: phpMyAdminSamples,
}

// phpMyAdminReader reads row by row. Its Chunk.From says which table the rows are of.
type phpMyAdminReader struct{ opt *Options }

// exported is the table whose rows are read, nil between tables. It is never changed once it is handed on.
type exported struct {
	first bool // no row has told the columns yet
	table *table
	slots slots
}

func openPHPMyAdmin(head []byte, opt Options) Reader {
	if !bytes.HasPrefix(bytes.TrimLeft(head, " \t\r\n"), []byte("[")) {
		return nil
	}
	e := nextJSONElement(head, true)
	text := head[e.start:e.end]
	if e.object && exportedType(text) == "header" && bytes.Contains(bytes.ToLower(text), []byte("phpmyadmin")) || exportedTable(text) > 0 {
		return phpMyAdminReader{opt: &opt}
	}
	return nil
}

var phpMyAdminSamples = []Sample{
	{Text: `[
{"type":"header","version":"5.2.1","comment":"Export to JSON plugin for phpMyAdmin"},
{"type":"database","name":"shop"},
{"type":"table","name":"wp_actionscheduler_claims","database":"shop","data":
[
{"claim_id":"1078","date_created_gmt":"2026-11-30 09:11:22"}
]
}
,{"type":"table","name":"wp_options","database":"shop","data":
[
{"option_id":"1","option_name":"siteurl","option_value":"http:\/\/shop.example.test\/"},
{"option_id":"2","option_name":"x","option_value":"]}"}
]
}
,{"type":"table","name":"wp_posts","database":"shop","data":
[
]
}
,{"type":"table","name":"claims","database":"shop","data":
[
{"operation_key":"a:1","status":"done","created_at":"2026-11-30 08:29:41","updated_at":"2026-11-30 08:29:43"}
]
}
]
`, Records: 3},
	{Text: `[ { "type": "table", "name": "wp_wc_webhooks", "database": "shop", "data": [ {"webhook_id":"2","status":"active",` +
		`"delivery_url":"http:\/\/hooks.example.test\/woo","topic":"order.updated"} ] } ]`, Records: 1},
	{Text: `[{"type":"header","version":"5.2.1","comment":"Export to JSON plugin for PHPMyAdmin"},` + "\n" +
		`{"type":"database","name":"shop"}]`, Records: 0},
	{Text: `[{"type":"order","id":17}]`, Refused: true},
	{Text: `{"type":"table","name":"x","database":"shop","data":[{"claim_id":"1"}]}`, Refused: true},
}

// exportedType returns the "type" with which an object of an export begins.
func exportedType(text []byte) string {
	s := jsonPairs{text: text}
	if key, value := s.open(); key == "type" {
		return value
	}
	return ""
}

// exportedTable returns the length of what stands before the rows in an object of type "table"; 0: it is none.
func exportedTable(text []byte) int {
	s := jsonPairs{text: text}
	if key, value := s.open(); key != "type" || value != "table" {
		return 0
	}
	for range 8 { // of which phpMyAdmin has three
		if !s.char(',') {
			return 0
		}
		key, value := s.pair()
		switch {
		case key == "data" && value == "[":
			return s.at
		case key == "" || value == "[":
			return 0
		}
	}
	return 0
}

// jsonPairs reads "key": "value" and "key": [ as an export's own objects have them, which hold no escapes.
type jsonPairs struct {
	text []byte
	at   int
}

func (s *jsonPairs) char(want byte) bool {
	for s.at < len(s.text) && isBlank(s.text[s.at]) {
		s.at++
	}
	if s.at == len(s.text) || s.text[s.at] != want {
		return false
	}
	s.at++
	return true
}

func (s *jsonPairs) string() string {
	if !s.char('"') {
		return ""
	}
	n := bytes.IndexByte(s.text[s.at:min(len(s.text), s.at+maxValue)], '"')
	if n < 0 {
		return ""
	}
	s.at += n + 1
	return string(s.text[s.at-n-1 : s.at-1])
}

func (s *jsonPairs) open() (key, value string) {
	if !s.char('{') {
		return "", ""
	}
	return s.pair()
}

func (s *jsonPairs) pair() (key, value string) {
	key = s.string()
	if !s.char(':') {
		return "", ""
	}
	if s.char('[') {
		return key, "["
	}
	return key, s.string()
}

func (r phpMyAdminReader) Frame(data []byte, eof bool) int {
	n, _ := r.FrameFrom(nil, data, eof)
	return n
}

func (r phpMyAdminReader) FrameFrom(from any, data []byte, eof bool) (int, any) {
	s, _ := from.(*exported)
	if eof {
		for n := 0; n < len(data); {
			e, then := r.next(s, data[n:], true)
			n, s = n+e.end, then
		}
		return len(data), s
	}
	var f framing
	any, atLine := s, s
	for n := 0; n < len(data); {
		e, then := r.next(s, data[n:], false)
		if e.end == 0 {
			break
		}
		n, s = n+e.end, then
		f.may(data, n, skipJSONSpace(data, n))
		if any = s; f.atLine == n {
			atLine = s
		}
	}
	if n := f.end(data); n == f.atLine {
		return n, atLine
	}
	return f.any, any
}

// exportHead is how much of an object must be there to tell whether it is a table.
const exportHead = 4 << 10

// next finds the element at the start of data: a row, or an object between tables, or the beginning of a table.
func (r phpMyAdminReader) next(s *exported, data []byte, eof bool) (jsonElement, *exported) {
	at := 0
	for at < len(data) && (isJSONBetween(data[at]) || data[at] == '}') {
		if data[at] == ']' {
			s = nil // the rows are over
		}
		at++
	}
	rest := data[at:]
	if len(rest) > 0 && rest[0] == '{' && s == nil {
		if size := exportedTable(rest); size > 0 {
			return jsonElement{start: at, end: at + size}, &exported{first: true}
		}
		if len(rest) < exportHead && !eof && bytes.IndexByte(rest, '}') < 0 {
			return jsonElement{}, s
		}
	}
	if len(rest) == 0 { // Blanks that an element in the same line may follow stay with it.
		if !eof {
			at = bytes.LastIndexByte(data, '\n') + 1
		}
		return jsonElement{start: at, end: at}, s
	}
	e := nextJSONElement(rest, eof)
	if e.end > 0 {
		e.start, e.end = at+e.start, at+e.end
	}
	if s != nil && s.first && e.object {
		columns := jsonColumns(data[e.start:e.end])
		s = &exported{table: tableOf(columns, r.opt)}
		if s.table != nil && s.table.noDump {
			s.table = nil
		}
		if s.table != nil {
			s.slots = s.table.slots(columns, r.opt.Columns)
		}
	}
	return e, s
}

func (r phpMyAdminReader) Parse(c Chunk, out *Batch) {
	lt := newTally(c)
	s, _ := c.From.(*exported)
	row := jsonRow{maxDepth: r.opt.MaxDepth}
	var of *table
	p := position{c: c, line: c.Line}
	for at := 0; at < len(c.Data); {
		e, then := r.next(s, c.Data[at:], true)
		start, end, begins := at+e.start, at+e.end, then != nil && then.first && then != s
		at, s = end, then
		if start == end {
			break
		}
		text := c.Data[start:end]
		line, off, lines := p.of(start, end)
		switch {
		case begins: // a table
		case s == nil && e.object && exportedType(text) != "":
			// The header, the database, or something that a later version has.
		case s == nil || s.first: // Not quoted: it may be a row that got lost, with a secret in it.
			out.problem(line, off, lt.take(line, lines), "what begins here belongs to no table of the export", exportHint)
		case s.table != nil:
			if s.table != of {
				of, row.v = s.table, s.table.blank()
			}
			row.slots = s.slots
			if reason := row.read(e, text); reason != "" {
				out.problem(line, off, lt.take(line, lines), reason, exportHint)
			} else {
				of.add(row.v, line, off, lines, r.opt.Zone, &lt, out)
			}
		}
	}
	out.skip(lt.rest())
}
