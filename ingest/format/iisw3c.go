package format

import (
	"bytes"
	"time"
)

// w3cLog is the W3C extended log format, as IIS writes it: lines that begin with # say which fields follow, and may say so anew. Source:
// www.w3.org/TR/WD-logfile and IIS's page on it: times are UTC, time-taken is in milliseconds, blanks in values are +.
var w3cLog = Format{
	Name:       "w3c-log",
	Title:      "W3C extended log format: IIS",
	Documented: true,
	Open: func(head []byte, opt Options) Reader {
		for line := range bytes.Lines(head) {
			if fields, ok := w3cFields(withoutEnd(line)); ok && bytes.Contains(fields, []byte("cs-uri")) {
				return w3cReader{newMixed(nil, opt)}
			}
		}
		return nil
	},
	Samples: []Sample{
		{Text: "#Software: Microsoft Internet Information Services 10.0\r\n#Version: 1.0\r\n#Date: 2026-11-30 08:26:47\r\n" +
			"#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(X-WC-Webhook-ID) cs(X-WC-Webhook-Delivery-ID) sc-status sc-substatus time-taken\r\n" +
			"2026-11-30 08:26:47 10.0.0.1 POST /webhooks/woo - 443 - 203.0.113.7 WooCommerce/9.4.2+Hookshot+(WordPress/6.7) 7 3f2c1f0a9d3b4e6f8a7b6c5d4e3f2a1b 200 0 15\r\n" +
			"2026-11-30 08:26:48 10.0.0.1 GET /healthz - 443 - 203.0.113.7 curl/8 - - 200 0 1\r\n", Records: 1},
		{Text: "#Fields: date time x-edge-location sc-bytes\n2026-11-30 08:26:47 FRA 1\n", Refused: true},
		{Text: "# Fields of the log\ndate time\n", Refused: true},
	},
}

func w3cFields(line []byte) (fields []byte, ok bool) {
	return bytes.CutPrefix(line, []byte("#Fields:"))
}

// w3cReader is a Continuer: the fields are those that a line before named.
// Lines of another log, before or behind its own, are read as those are.
type w3cReader struct{ others mixedReader }

func (w w3cReader) Frame(data []byte, eof bool) int { return frameLines(data, eof) }

func (w w3cReader) FrameFrom(from any, data []byte, eof bool) (n int, to any) {
	n, to = frameLines(data, eof), from
	for rest := data[:n]; ; {
		i := bytes.LastIndex(rest, []byte("#Fields:"))
		if i < 0 {
			return n, to
		}
		if i == 0 || rest[i-1] == '\n' {
			line := data[i:n]
			if end := bytes.IndexByte(line, '\n'); end >= 0 {
				line = line[:end]
			}
			fields, _ := w3cFields(trimCR(line))
			return n, string(fields)
		}
		rest = rest[:i]
	}
}

func (w w3cReader) Parse(c Chunk, out *Batch) {
	r := newRecordReader(out, time.UTC)
	from, _ := c.From.(string)
	names := bytes.Fields([]byte(from))
	c = c.fromLine()
	other := Chunk{Last: c.Last} // lines that are none of this format
	flush := func() {
		if len(other.Data) > 0 {
			w.others.parse(other, r)
			other.Data = nil
		}
	}
	eachLine(c, func(line []byte, no, off int64) {
		if isNoW3C(line, names) {
			if len(other.Data) == 0 {
				other.Line, other.Offset = no, off
			}
			end := off - c.Offset + int64(len(line))
			if i := bytes.IndexByte(c.Data[end:], '\n'); i >= 0 {
				end += int64(i) + 1
			}
			other.Data = c.Data[other.Offset-c.Offset : end]
			return
		}
		flush()
		if fields, ok := w3cFields(line); ok {
			names = bytes.Fields(fields)
		}
		if len(line) == 0 || line[0] == '#' {
			out.skip(1)
			return
		}
		if c.endsIn(line, off) {
			out.problem(no, off, 1, noEndReason, noEndHint)
			return
		}
		values := bytes.FieldsFunc(line, func(c rune) bool { return c == ' ' || c == '\t' }) // other blanks are a value's
		if len(values) != len(names) {
			out.problem(no, off, 1, "not as many values as there are names in the #Fields line before", "the line was cut, or the file does not begin with its #Fields")
			return
		}
		r.reset()
		var day []byte
		for i, name := range names {
			v := jsonValue{raw: values[i], kind: jsonString}
			switch key := w3cKey(string(name)); key {
			case "date":
				day = values[i]
			case "time":
				v.raw = bytes.Join([][]byte{day, values[i]}, []byte{' '})
				r.add([]byte("time"), v)
			case "":
			default:
				if key == "http_User-Agent" { // in other values a + may be one
					v.raw = bytes.ReplaceAll(v.raw, []byte{'+'}, []byte{' '})
				}
				r.add([]byte(key), v)
			}
		}
		r.addRequest(no, off, 1, true, false)
	})
	flush()
}

// isNoW3C tells a line that begins neither with # nor as the values of the format do, with a date where that is the first of them.
func isNoW3C(line []byte, names [][]byte) bool {
	switch {
	case len(line) == 0 || line[0] == '#':
		return false
	case len(names) == 0:
		return true
	}
	if string(names[0]) == "date" && (len(line) < len("2026-11-30 ") || digits(line[:4]) < 0 || line[4] != '-' || line[10] != ' ') {
		return true
	}
	// A line that begins so may be one that was cut off. Only a format that wants more than a time is sure of it.
	if bytes.Count(line, []byte{' '})+1 == len(names) {
		return false
	}
	i := formatOfLine(line, false)
	return i >= 0 && lineFormats[i].name != "app-log"
}

// w3cKey says which field a column is, or "".
func w3cKey(name string) string {
	switch name {
	case "date", "time":
		return name
	case "cs-method":
		return "method"
	case "cs-uri-stem", "cs-uri":
		return "url"
	case "cs-uri-query":
		return "query"
	case "cs-host":
		return "request_host"
	case "sc-status":
		return "status"
	case "time-taken":
		return "duration_ms"
	}
	if len(name) > 4 && name[:3] == "cs(" && name[len(name)-1] == ')' {
		return "http_" + name[3:len(name)-1]
	}
	return ""
}
