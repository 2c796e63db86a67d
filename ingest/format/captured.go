package format

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/ingest/provider"
)

// captured is a request that a tool saw on its way, as the tool keeps it.
type captured struct {
	method, url string
	headers     []capturedHeader
	body        []byte
	exact       bool // body is what was sent, byte for byte
}

type capturedHeader struct{ name, value []byte }

// fill puts what the request says into o, whose place in the file is set, or returns false if it is no webhook.
func (q *captured) fill(o *profile.Observation, out *Batch) bool {
	var known agents
	o.Provider = known.provider(q.header("user-agent"))
	for _, h := range q.headers {
		out.header(o, h.name, h.value)
	}
	for _, name := range []string{"x-request-id", "x-correlation-id"} { // it goes on to the receiver
		if id := q.header(name); o.RequestID == "" && len(id) > 0 && len(id) <= maxValue {
			o.RequestID = string(id)
		}
	}
	prov := provider.ByName(o.Provider)
	o.Method = harMethod([]byte(q.method))
	switch o.Method {
	case "POST", "PUT", "PATCH":
	case "": // the tool does not say; a request that only reads has no body, which is {} once it is parsed
		if prov == nil && len(q.body) <= len("{}") {
			return false
		}
	default:
		if prov == nil {
			return false
		}
	}
	url, query := splitURL(q.url)
	if len(url) <= maxHeaderValue {
		o.URL = url
	}
	if query != "" {
		o.Query = out.Marker.Mark("query", []byte(query))
	}
	switch {
	case isWooPing(o, q.body):
		o.Event = profile.EventPing
		return true
	case q.exact:
		out.body(o, q.body, prov)
	case len(q.body) > 0:
		out.read(o, q.body, prov, false)
	}
	q.check(o, out)
	return true
}

// check hands the request to whoever checks signatures.
func (q *captured) check(o *profile.Observation, out *Batch) {
	if out.Check == nil {
		return
	}
	r := Request{Request: provider.Request{Body: q.body, URL: q.url}, Exact: q.exact}
	for _, h := range q.headers {
		r.add(h.name, h.value)
	}
	if len(provider.SchemesOf(r.Request)) > 0 || o.Provider != "" {
		out.Check(o, r)
	}
}

// isWooPing knows WooCommerce's test request, a form webhook_id=N without a header of its own.
func isWooPing(o *profile.Observation, body []byte) bool {
	if o.Provider != provider.WooCommerce.Name || o.WebhookID != "" || o.DeliveryID != "" || o.Topic != "" {
		return false
	}
	id, ok := bytes.CutPrefix(body, []byte("webhook_id="))
	return ok && len(id) > 0 && digitRun(id) == len(id)
}

// header returns the first value of a header.
func (q *captured) header(name string) []byte {
	for _, h := range q.headers {
		if strings.EqualFold(string(h.name), name) {
			return h.value
		}
	}
	return nil
}

// take reads the headers of an object, {"name": "value"} or {"name": ["value"]}, of which the first value counts.
func (q *captured) take(t *jsonTree, headers int) {
	if headers <= rootNode || t.nodes[headers].kind != '{' {
		return
	}
	for c := t.nodes[headers].first; c >= 0; c = t.nodes[c].next {
		v := c
		if t.nodes[c].kind == '[' {
			if v = t.nodes[c].first; v < 0 {
				continue
			}
		}
		if value := t.plain(v, 2*maxHeaderValue); value != nil && len(t.key(c)) <= maxHeaderName {
			q.headers = append(q.headers, capturedHeader{t.key(c), value})
		}
	}
}

// text takes a body that a tool keeps as a text, or as the value that it parsed out of it. A text is what was sent if it has the
// length that the sender stated, and nothing stands in it for bytes that were no text.
func (q *captured) text(t *jsonTree, body int) {
	if body <= rootNode {
		return
	}
	switch t.nodes[body].kind {
	case '{', '[':
		q.body = t.raw[t.nodes[body].from:t.nodes[body].to]
	case '"':
		text := t.text(body)
		if !utf8.Valid(text) {
			return // half a character is lost, and with it what the body says
		}
		q.body = text
		stated, ok := wholeNumber(bytes.TrimSpace(q.header("content-length")))
		packed := q.header("content-encoding")
		q.exact = ok && stated == int64(len(text)) && len(text) > 0 && !bytes.Contains(text, []byte("\ufffd")) &&
			(len(packed) == 0 || bytes.EqualFold(packed, []byte("identity")))
	}
}

// message reads a whole request as it went over the wire, and reports false if it is none.
func (q *captured) message(raw []byte) bool {
	head, body, ok := bytes.Cut(raw, []byte("\r\n\r\n"))
	line, rest, _ := bytes.Cut(head, []byte("\r\n"))
	method, target, is := splitRequest(line)
	if !ok || !is {
		return false
	}
	q.method, q.url, q.headers = string(method), string(target), nil
	for h := range bytes.SplitSeq(rest, []byte("\r\n")) {
		if name, value, ok := bytes.Cut(h, []byte{':'}); ok {
			q.headers = append(q.headers, capturedHeader{name, bytes.TrimSpace(value)})
		}
	}
	if bytes.EqualFold(q.header("transfer-encoding"), []byte("chunked")) {
		q.body, q.exact = unchunked(body)
		return true
	}
	stated, ok := wholeNumber(q.header("content-length"))
	q.body, q.exact = body, len(body) > 0 && ok && stated == int64(len(body))
	return true
}

// unchunked puts a body together that was sent in chunks, or returns false if it is not all there.
func unchunked(raw []byte) (body []byte, whole bool) {
	for {
		size, rest, ok := bytes.Cut(raw, []byte("\r\n"))
		size, _, _ = bytes.Cut(size, []byte{';'})
		n, err := strconv.ParseUint(string(size), 16, 31)
		switch {
		case !ok || err != nil || uint64(len(rest)) < n:
			return body, false
		case n == 0:
			return body, len(body) > 0
		}
		body = append(body, rest[:n]...)
		if raw, ok = bytes.CutPrefix(rest[n:], []byte("\r\n")); !ok {
			return body, false
		}
	}
}
