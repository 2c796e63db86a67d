package format

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/ingest/provider"
)

// wooEntry is one delivery in print_r's form, as spans of the text.
type wooEntry struct {
	nano       int64
	noTime     []byte // what stands for a time and is none
	deliveryID []byte
	url        []byte
	duration   []byte
	method     []byte
	headers    []byte // lines of the request's headers
	body       []byte // slashed
	code       []byte
	message    []byte
	lengthText []byte // the answer's content-length
	encoded    bool   // the answer has a content-encoding: its content-length is not that of the text

	reason, hint string // of a broken one
}

// head reads an entry from "Array" to the end of the request's headers. It wants the delivery ID to be that of the header,
// which keeps out most that only looks like an entry.
func (e *wooEntry) head(c *wooCursor) wooStatus {
	for _, want := range []string{"Array", "(", wooTitle, indent8 + "("} {
		if st := c.expect(want); st != wooWhole {
			return e.bad(c, st)
		}
	}
	for _, f := range []struct {
		prefix string
		to     *[]byte
	}{
		{indent12 + "[Delivery ID] => ", &e.deliveryID},
		{indent12 + "[Date] => ", nil}, // in the site's language, to the minute
		{indent12 + "[URL] => ", &e.url},
		{indent12 + "[Duration] => ", &e.duration},
		{indent12 + "[Request] => Array", nil},
		{indent16 + "(", nil},
		{indent20 + "[Method] => ", &e.method},
		{indent20 + "[Headers] => Array", nil},
		{indent24 + "(", nil},
	} {
		v, st := c.value(f.prefix)
		if st != wooWhole {
			return e.bad(c, st)
		}
		if f.to != nil {
			*f.to = v
		}
	}
	start := c.at
	var id []byte
	for {
		from := c.at
		line, ok := c.line()
		switch {
		case !ok && blankStart(c.data[from:], indent24):
			return wooCut
		case !ok:
			return e.bad(c, wooBad)
		case string(line) == indent24+")":
			e.headers = c.data[start:from]
			if len(e.deliveryID) == 0 || string(id) != string(e.deliveryID) {
				e.reason = fmt.Sprintf("delivery ID %q is not the one in the headers, %q", shownID(e.deliveryID), shownID(id))
				e.hint = "an entry names its delivery ID twice; this is text that imitates one, or the log was edited"
				return wooBad
			}
			return wooWhole
		case len(line) > 0 && !bytes.HasPrefix(line, []byte(indent28)):
			return e.bad(c, wooBad)
		}
		if name, value, ok := printRPair(line); ok && string(name) == "X-WC-Webhook-Delivery-ID" {
			id = value
		}
	}
}

// answer reads from the end of the request's headers to the start of the answer's body.
func (e *wooEntry) answer(c *wooCursor) wooStatus {
	for _, f := range []struct {
		prefix string
		to     *[]byte
	}{
		{"", nil},
		{indent16 + ")", nil},
		{"", nil},
		{indent12 + "[Body] => ", &e.body},
		{indent12 + "[Response] => Array", nil},
		{indent16 + "(", nil},
		{indent20 + "[Code] => ", &e.code},
		{indent20 + "[Message] => ", &e.message},
		{indent20 + "[Headers] => ", nil}, // an array, or an object whose class depends on the version
		{indent24 + "(", nil},
	} {
		v, st := c.value(f.prefix)
		if st != wooWhole {
			return e.bad(c, st)
		}
		if f.to != nil {
			*f.to = v
		}
	}
	for {
		line, ok := c.line()
		if !ok {
			return wooCut
		}
		if string(line) == indent24+")" {
			break
		}
		if len(line) > 0 && !bytes.HasPrefix(line, []byte(indent24)) {
			return e.bad(c, wooBad)
		}
		switch name, value, _ := printRPair(line); string(name) {
		case "content-length":
			e.lengthText = value
		case "content-encoding":
			e.encoded = true
		}
	}
	if _, st := c.value(""); st != wooWhole {
		return st
	}
	const body = indent20 + "[Body] => "
	rest := c.data[c.at:]
	if len(rest) < len(body) {
		return e.bad(c, orBad(string(rest) == body[:len(rest)], wooCut))
	}
	if string(rest[:len(body)]) != body {
		return e.bad(c, wooBad)
	}
	c.at += len(body)
	return wooWhole
}

// bad notes which line has another shape.
func (e *wooEntry) bad(c *wooCursor, st wooStatus) wooStatus {
	if st != wooBad {
		return st
	}
	at := max(0, min(c.at, len(c.data))-1)
	from := bytes.LastIndexByte(c.data[:at], '\n') + 1
	e.reason = fmt.Sprintf("line %q has no place in a delivery's entry", shownField(lineAt(c.data, from)))
	e.hint = "the entry lost its end, or was edited"
	return wooBad
}

func (e *wooEntry) setEndless(data []byte) {
	e.reason = fmt.Sprintf("entry %q has no end", shownTime(lineAt(data, 0)))
	e.hint = "the log was cut or edited, or was still being written: import the whole file, or again later"
}

// blankStart tells whether the part of a line that is there can be one of an array's: indented at least so far.
func blankStart(part []byte, indent string) bool {
	n := min(len(part), len(indent))
	return string(part[:n]) == indent[:n]
}

// printRPair splits "    [name] => value".
func printRPair(line []byte) (name, value []byte, ok bool) {
	if len(line) > len(indent28) && string(line[:len(indent28)]) == indent28 { // as good as always
		line = line[len(indent28):]
	}
	line = bytes.TrimLeft(line, " ")
	if len(line) == 0 || line[0] != '[' {
		return nil, nil, false
	}
	i := bytes.Index(line, []byte("] => "))
	if i < 0 {
		return nil, nil, false
	}
	return line[1:i], line[i+len("] => "):], true
}

// wooDelivery fills o from a whole entry. slashed is memory for its body, which comes back for the next one.
func (b *Batch) wooDelivery(o *profile.Observation, e *wooEntry, slashed []byte) []byte {
	o.Event, o.Provider = profile.EventDelivery, provider.WooCommerce.Name
	o.Time, o.Precision, o.Ends = e.nano, time.Second, true
	if e.noTime != nil {
		o.Precision = 0
		l, _ := readTime(e.noTime, nil)
		b.undated(l, o.Line, o.Offset, e.noTime)
	}
	if s, err := strconv.ParseFloat(strings.Replace(string(e.duration), ",", ".", 1), 64); err == nil && s > 0 && s < 1e6 {
		o.Took = time.Duration(math.Round(s * 1e9))
	}
	setURL(o, string(e.url), b.Marker)
	last := o
	if n := len(b.Observations); n > 0 {
		last = &b.Observations[n-1]
	}
	setText(&o.Method, e.method, last.Method)
	var q Request
	for c := (wooCursor{data: e.headers, crlf: true}); ; {
		line, ok := c.line()
		if !ok {
			break
		}
		if name, value, ok := printRPair(line); ok {
			b.header(o, name, value)
			if b.Check != nil {
				q.add(name, value)
			}
		}
	}
	if o.Code = digits(e.code); o.Code < 0 {
		o.Code, o.Failure = 0, wooFailure(e.code, e.message)
	}
	if string(e.body) != wooNoBody {
		slashed = stripSlashes(slashed, e.body)
		b.body(o, slashed, &provider.WooCommerce)
		q.Body, q.Exact = slashed, true
	}
	if b.Check != nil {
		q.URL = string(e.url)
		b.Check(o, q)
	}
	return slashed
}

// wooFailure names why nothing was answered from a WP_Error's code and message.
func wooFailure(code, message []byte) string {
	m := string(message)
	switch {
	case string(code) == "http_request_not_executed":
		return "blocked"
	case strings.HasPrefix(m, "cURL error 28:"), m == "fsocket timed out":
		return "timeout"
	case strings.HasPrefix(m, "cURL error 7:"):
		return "refused"
	case strings.HasPrefix(m, "cURL error 6:"), strings.HasPrefix(m, "A valid URL was not provided"):
		return "unresolved"
	}
	return "other"
}

// wooCommerceMessage fills o from the message of a row of WooCommerce's database log: print_r's text, without a prefix. The
// row says where it ends, so nothing in it can pass for another. It reports false if it is no delivery.
func (b *Batch) wooCommerceMessage(o *profile.Observation, text []byte) bool {
	var e wooEntry
	i := bytes.IndexByte(text, '\n')
	c := wooCursor{data: text, crlf: i > 0 && text[i-1] == '\r'}
	if e.head(&c) != wooWhole || e.answer(&c) != wooWhole {
		return false
	}
	e.nano = o.Time
	b.wooDelivery(o, &e, nil)
	return true
}
