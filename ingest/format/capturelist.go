package format

import (
	"encoding/base64"
	"slices"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// captureList is what tools that stand before a receiver, or in its place, keep of the requests that came to them: ngrok's inspector,
// webhook.site, Hookdeck. A request arrived there; that it went on to the receiver is known where the receiver's answer is.
//
// Their own IDs of a request name nothing that sender or receiver know, so no record is joined by one: Hookdeck's webhook_id is its
// connection.
var captureList = Format{
	Name:    "capture-list",
	Title:   "requests as a tool before the receiver kept them, as JSON: ngrok's /api/requests/http, webhook.site, Hookdeck events",
	Open:    openCaptureList,
	Samples: captureListSamples,
}

var captureListNames = []string{"requests", "data", "models"}

func openCaptureList(head []byte, opt Options) Reader {
	if c := capturesIn(head); c != nil {
		return newAPIList(head, opt, apiList{names: captureListNames, read: c.read})
	}
	return nil
}

// capturesIn returns the tool whose captures head begins with, or nil.
func capturesIn(head []byte) *captureTool {
	columns := listedColumns(head, captureListNames)
	for i := range captureTools {
		if hasAll(columns, captureTools[i].must) {
			return &captureTools[i]
		}
	}
	return nil
}

// listedColumns returns the names of the members of the first object that a file lists. Those behind a cut by the end of head are not
// among them.
func listedColumns(head []byte, names []string) []string {
	first, _ := firstListed(head, names)
	var columns columnNames
	_ = new(jsonScanner).scan(first, headDepth, &columns)
	return columns.names
}

func hasAll(have, want []string) bool {
	for _, name := range want {
		if !slices.Contains(have, name) {
			return false
		}
	}
	return true
}

// captureTool says where a tool has what of a request.
type captureTool struct {
	name                          string
	event                         profile.Event
	must                          []string // members without which an object is none of its own
	id, at, took, code            string
	unit                          time.Duration // of took
	raw                           string        // the whole request in base64
	headers, body, method, target string
}

// Sources: ngrok.com/docs/agent/api (its duration is in nanoseconds); webhook.site's API (the request object, whose times name no zone);
// Hookdeck's API (the event).
var captureTools = []captureTool{
	{
		name: "ngrok", event: profile.EventProxied, must: []string{"id", "start", "duration", "request"},
		id: "id", at: "start", took: "duration", unit: time.Nanosecond, code: "response.status_code",
		raw: "request.raw", headers: "request.headers", method: "request.method", target: "request.uri",
	},
	{
		name: "webhook.site", event: profile.EventProxied, must: []string{"uuid", "method", "headers", "content", "created_at"},
		id: "uuid", at: "created_at", headers: "headers", body: "content", method: "method", target: "url",
	},
	{
		// One request comes to be an event for each connection that it is passed on to, so two events are no two arrivals.
		name: "Hookdeck", event: profile.EventRelayed, must: []string{"id", "webhook_id", "request_id", "attempts"},
		id: "request_id", at: "created_at", code: "response_status", headers: "data.headers", body: "data.body", method: "data.method", target: "data.path",
	},
}

func (c *captureTool) read(e listedElement, out *Batch) (r listedReading) {
	t, wrong := e.tree("captured request")
	if wrong.reason != "" {
		return wrong
	}
	for _, name := range c.must {
		if t.find(name) < 0 {
			return listedReading{reason: "an object that is no request as " + c.name + " keeps them", hint: "the other objects of this file are; remove what is none in a copy"}
		}
	}
	o := e.at(c.event)
	o.Instance, o.RowID = c.name, string(t.short(c.id))
	e.when(&o, t.short(c.at), &r)
	o.Took = appDuration(t.short(c.took), c.unit)
	if o.Code = httpCode(t.short(c.code)); c.code != "" && o.Code == 0 && o.Took > 0 {
		o.Failure = "aborted" // it was over, and nothing was answered
	}
	q := captured{method: string(t.short(c.method)), url: string(t.short(c.target))}
	if !q.message(c.sent(&t)) {
		q.take(&t, t.find(c.headers))
		q.text(&t, t.find(c.body))
	}
	if !q.fill(&o, out) {
		return listedReading{}
	}
	r.found = append(r.found, o)
	return r
}

// sent returns the bytes of the whole request, or nil.
func (c *captureTool) sent(t *jsonTree) []byte {
	n := t.find(c.raw)
	if c.raw == "" || n <= rootNode || t.nodes[n].kind != '"' {
		return nil
	}
	raw, err := base64.StdEncoding.AppendDecode(nil, t.text(n))
	if err != nil {
		return nil
	}
	return raw
}
