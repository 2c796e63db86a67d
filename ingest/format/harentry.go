package format

import (
	"bytes"
	"strings"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/ingest/provider"
)

// harEntry is a jsonVisitor that keeps the few values of an entry that say something of a webhook. Producers put numbers,
// arrays and objects where a string is due: of an array the first value counts, an object is nothing.
type harEntry struct {
	scanner jsonScanner
	path    []harPlace
	buf     []byte // a value without its escapes

	started, took, method, url     jsonValue
	requested, responded           bool
	headers                        []harHeader
	mime, text, encoding           jsonValue
	params                         int
	param                          harHeader // the only one, if there is one
	status, failure                jsonValue
	agent, length, contentEncoding jsonValue // of the headers
}

type harHeader struct{ name, value jsonValue }

// harPlace is an object or array that is open.
type harPlace byte

const (
	harElsewhere harPlace = iota
	harInEntry
	harInRequest
	harInResponse
	harInHeaders
	harInHeader
	harInPair // Slack writes [name, value]
	harInValues
	harInPost
	harInParams
	harInParam
)

// read fills e from an entry, or says why it cannot.
func (e *harEntry) read(text []byte, maxDepth int) error {
	*e = harEntry{scanner: e.scanner, path: e.path[:0], buf: e.buf, headers: e.headers[:0]}
	if err := e.scanner.scan(text, maxDepth, e); err != nil {
		return err
	}
	for i := range e.headers {
		h := &e.headers[i]
		var to *jsonValue
		switch name := e.plain(h.name); {
		case bytes.EqualFold(name, []byte("user-agent")):
			to = &e.agent
		case bytes.EqualFold(name, []byte("content-length")):
			to = &e.length
		case bytes.EqualFold(name, []byte("content-encoding")):
			to = &e.contentEncoding
		default:
			continue
		}
		if to.kind == jsonNone {
			*to = h.value
		}
	}
	return nil
}

func (e *harEntry) here() harPlace {
	if len(e.path) == 0 {
		return harElsewhere
	}
	return e.path[len(e.path)-1]
}

func (e *harEntry) open(key []byte, array bool) bool {
	place := harElsewhere
	switch e.here() {
	case harElsewhere:
		if len(e.path) == 0 && !array {
			place = harInEntry
		}
	case harInEntry:
		switch {
		case array:
		case string(key) == "request":
			place, e.requested = harInRequest, true
		case string(key) == "response":
			place, e.responded = harInResponse, true
		}
	case harInRequest:
		switch {
		case array && string(key) == "headers":
			place = harInHeaders
		case !array && string(key) == "postData":
			place = harInPost
		}
	case harInHeaders:
		place = harInHeader
		if array {
			place = harInPair
		}
		e.headers = append(e.headers, harHeader{})
	case harInHeader:
		if array && string(key) == "value" {
			place = harInValues
		}
	case harInPost:
		if array && string(key) == "params" {
			place = harInParams
		}
	case harInParams:
		if !array {
			place = harInParam
			e.params++
		}
	}
	e.path = append(e.path, place)
	return place != harElsewhere
}

func (e *harEntry) close([]byte) { e.path = e.path[:len(e.path)-1] }

func (e *harEntry) leaf(key []byte, v jsonValue) {
	if v.kind != jsonString && v.kind != jsonNumber {
		return
	}
	var to *jsonValue
	switch e.here() {
	case harInEntry:
		switch string(key) {
		case "startedDateTime":
			to = &e.started
		case "time":
			to = &e.took
		}
	case harInRequest:
		switch string(key) {
		case "method":
			to = &e.method
		case "url":
			to = &e.url
		}
	case harInResponse:
		switch string(key) {
		case "status":
			to = &e.status
		case "_error", "_failureText":
			to = &e.failure
		}
	case harInHeader:
		h := &e.headers[len(e.headers)-1]
		switch string(key) {
		case "name":
			to = &h.name
		case "value":
			to = &h.value
		}
	case harInPair:
		h := &e.headers[len(e.headers)-1]
		if to = &h.value; h.name.kind == jsonNone {
			to = &h.name
		}
	case harInValues:
		to = &e.headers[len(e.headers)-1].value
	case harInPost:
		switch string(key) {
		case "mimeType":
			to = &e.mime
		case "text":
			to = &e.text
		case "encoding":
			to = &e.encoding
		}
	case harInParam:
		switch string(key) {
		case "name":
			to = &e.param.name
		case "value":
			to = &e.param.value
		}
	}
	if to != nil && to.kind == jsonNone {
		*to = v
	}
}

// plain returns what a value means, good until the next call.
func (e *harEntry) plain(v jsonValue) []byte {
	if !v.escaped {
		return v.raw
	}
	e.buf = unescapeJSON(e.buf[:0], v.raw)
	return e.buf
}

// short is plain for what is never long. A longer value is not what it should be.
func (e *harEntry) short(v jsonValue) []byte {
	if len(v.raw) > maxHeaderValue {
		return nil
	}
	return e.plain(v)
}

// observation fills o from the entry, or returns false if it is no webhook.
func (e *harEntry) observation(o *profile.Observation, out *Batch) bool {
	if !e.requested {
		return false
	}
	prov := e.sender(o, out)
	o.Method = harMethod(e.short(e.method))
	if prov == nil && o.Method != "POST" && o.Method != "PUT" && o.Method != "PATCH" {
		return false
	}
	o.Event = profile.EventRelayed
	e.times(o)
	e.target(o, out)
	e.answer(o)
	body := e.body()
	if e.ping(o, body) {
		o.Event = profile.EventPing
		return true
	}
	if len(body.bytes) > 0 {
		out.body(o, body.bytes, prov)
		if !body.exact {
			o.Body, o.BodySize = profile.Hash{}, 0
		}
	}
	return true
}

// sender reads the provider's headers.
func (e *harEntry) sender(o *profile.Observation, out *Batch) *provider.Provider {
	if agent := string(e.short(e.agent)); agent != "" {
		for _, p := range provider.All {
			if p.UserAgent != nil && p.UserAgent(agent) {
				o.Provider = p.Name
				break
			}
		}
	}
	for i := range e.headers {
		h := &e.headers[i]
		if len(h.name.raw) == 0 || h.name.raw[0] == ':' || len(h.name.raw) > maxHeaderName || len(h.value.raw) > 2*maxHeaderValue {
			continue // a pseudo-header of HTTP/2, or no header of a provider
		}
		name := h.name.raw
		if h.name.escaped {
			name = unescapeJSON(nil, name)
		}
		out.header(o, name, e.plain(h.value))
	}
	return provider.ByName(o.Provider)
}

// harMethod keeps methods of the usual form; the usual ones cost no memory.
func harMethod(text []byte) string {
	switch string(text) {
	case "POST":
		return "POST"
	case "PUT":
		return "PUT"
	case "PATCH":
		return "PATCH"
	}
	const longest = 32
	if len(text) > longest {
		return ""
	}
	return strings.ToUpper(string(text))
}

// times fills when the request began, and how long it took. A date without a zone, or "NaN-NaN-…", leaves the entry without
// a time, since nothing else in an archive says the zone.
func (e *harEntry) times(o *profile.Observation) {
	if nano, precision, ok := isoStamp(e.short(e.started)); ok {
		o.Time, o.Precision = nano, precision
	}
	o.Took = appDuration(e.short(e.took), time.Millisecond)
}

// target fills where the request went. A data: or blob: URL is content, not an address, and stays out.
func (e *harEntry) target(o *profile.Observation, out *Batch) {
	clean, query := splitURL(string(e.plain(e.url)))
	if len(clean) <= maxHeaderValue && (strings.HasPrefix(clean, "/") || strings.Contains(clean, "://") && !strings.HasPrefix(clean, "data:")) {
		o.URL = clean
		if n := len(out.Observations); n > 0 && out.Observations[n-1].URL == clean {
			o.URL = out.Observations[n-1].URL
		}
	}
	if query != "" {
		o.Query = out.Marker.Mark("query", []byte(query))
	}
}

// answer fills what was answered, or why nothing was. An entry without a response says neither.
func (e *harEntry) answer(o *profile.Observation) {
	if !e.responded {
		return
	}
	o.Code = httpCode(e.short(e.status))
	why := e.short(e.failure)
	switch status := string(e.short(e.status)); {
	case len(why) > 0, status == "0", status == "-1":
		o.Failure = harFailure(string(why))
	}
}

// ping knows WooCommerce's test request, a form webhook_id=N without a header of its own.
func (e *harEntry) ping(o *profile.Observation, body harBody) bool {
	if o.Provider != provider.WooCommerce.Name || o.WebhookID != "" || o.DeliveryID != "" || o.Topic != "" {
		return false
	}
	id, ok := bytes.CutPrefix(body.bytes, []byte("webhook_id="))
	if len(body.bytes) == 0 && e.params == 1 && string(e.short(e.param.name)) == "webhook_id" {
		id, ok = e.short(e.param.value), true
	}
	return ok && len(id) > 0 && digitRun(id) == len(id)
}
