package format

import (
	"bytes"
	"time"
)

// harEntry is a jsonVisitor that keeps the few values of an entry that say something of a webhook. Producers put numbers,
// arrays and objects where a string is due: of an array the first value counts, an object is nothing.
type harEntry struct {
	scanner jsonScanner
	path    []harPlace
	buf     []byte // a value without its escapes
	agents  agents
	beside  func(name string) []byte
	zone    *time.Location

	started, took, method, url     jsonValue
	requested, responded           bool
	headers                        []harHeader
	mime, text, encoding           jsonValue
	params                         int
	allParams                      []byte    // as JSON
	file                           jsonValue // that holds the body
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
	*e = harEntry{scanner: e.scanner, path: e.path[:0], buf: e.buf, headers: e.headers[:0], agents: e.agents, beside: e.beside, zone: e.zone}
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

func (e *harEntry) close(raw []byte) {
	if e.here() == harInParams {
		e.allParams = raw
	}
	e.path = e.path[:len(e.path)-1]
}

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
		case "_file":
			to = &e.file
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
