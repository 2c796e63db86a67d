package format

import (
	"bytes"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// n8nExport is what n8n knows of the requests that its webhook nodes were sent: executions with their data (GET /api/v1/executions, an
// execution copied out of the editor), the items of a webhook node, and workflow files.
//
// One execution is one request. Its item goes from node to node, so the first node that has one counts. Items have no time; the
// execution has its own, where the export has it. Pinned data was put there by hand, once, for tests: no request came for it.
var n8nExport = Format{
	Name:    "n8n",
	Title:   "n8n executions, webhook items and workflow files, as JSON",
	Open:    openN8n,
	Samples: n8nSamples,
}

var n8nNames = []string{"data"}

func openN8n(head []byte, opt Options) Reader {
	first, _ := firstListed(head, n8nNames)
	columns := listedColumns(head, n8nNames)
	switch {
	case hasAll(columns, []string{"nodes", "connections"}):
	case hasAll(columns, []string{"headers", "params", "query", "body"}) && (hasAll(columns, []string{"webhookUrl"}) || hasAll(columns, []string{"executionMode"})):
	case hasAll(columns, []string{"mode", "startedAt", "workflowId"}):
	case hasAll(columns, []string{"data"}) && bytes.Contains(first, []byte(`"resultData"`)) && bytes.Contains(first, []byte(`"runData"`)):
	default:
		return nil
	}
	return newAPIList(head, opt, apiList{names: n8nNames, read: readN8n})
}

func readN8n(e listedElement, out *Batch) (r listedReading) {
	t, wrong := e.tree("n8n export")
	if wrong.reason != "" {
		return wrong
	}
	o := e.at(profile.EventReceived)
	o.Instance = "n8n"
	item := t.webhookItem()
	switch {
	case t.child(rootNode, "nodes") > rootNode && t.child(rootNode, "connections") > rootNode:
		return r // a workflow file, whose pinned data is a test's
	case t.isWebhookItem(rootNode):
		item = rootNode
	case item < 0:
		return r // started by something else, or exported without its data
	default:
		t.execution(&o, e, &r)
	}
	if o.Event == profile.EventStarted {
		r.found = append(r.found, o)
		return r
	}
	q := captured{}
	if n := t.child(item, "webhookUrl"); n > rootNode {
		q.url = string(t.plain(int32(n), maxHeaderValue))
	}
	q.take(&t, t.child(item, "headers"))
	q.text(&t, t.child(item, "body"))
	if !q.fill(&o, out) {
		return listedReading{}
	}
	r.found = append(r.found, o)
	return r
}

// execution fills what an execution says of itself. One that was run again by n8n, or by a person, had no request of its own.
func (t *jsonTree) execution(o *profile.Observation, e listedElement, r *listedReading) {
	at := func(name string) []byte {
		if n := t.child(rootNode, name); n > rootNode {
			return t.plain(int32(n), maxValue)
		}
		return nil
	}
	o.RequestID = string(at("id"))
	if first := string(at("retryOf")); first != "" {
		o.Event, o.RequestID, o.JobID = profile.EventStarted, first, first
	}
	e.when(o, at("startedAt"), r)
	var end profile.Observation
	if e.when(&end, at("stoppedAt"), new(listedReading)); end.Precision > 0 && o.Precision > 0 {
		o.Took = time.Duration(max(0, min(end.Time-o.Time, int64(profile.Longest))))
	}
}

// isWebhookItem tells what a webhook node makes of a request.
func (t *jsonTree) isWebhookItem(n int) bool {
	for _, name := range []string{"headers", "params", "query", "body"} {
		if t.child(n, name) < 0 {
			return false
		}
	}
	return t.child(n, "webhookUrl") >= 0 || t.child(n, "executionMode") >= 0
}

// webhookItem returns the first item of an execution that a webhook node made, or -1. Of a node whose data was pinned, none is.
func (t *jsonTree) webhookItem() int {
	result := t.find("data.resultData")
	pinned := map[string]bool{}
	t.names(t.child(result, "pinData"), pinned)
	if mode := t.child(rootNode, "mode"); mode > rootNode && string(t.plain(int32(mode), maxValue)) == "manual" {
		t.names(t.find("workflowData.pinData"), pinned)
	}
	runs := t.child(result, "runData")
	if runs < 0 || t.nodes[runs].kind != '{' {
		return -1
	}
	for node := t.nodes[runs].first; node >= 0; node = t.nodes[node].next {
		if pinned[string(t.key(node))] {
			continue
		}
		for _, run := range t.elements(int(node)) {
			for _, output := range t.elements(t.child(t.child(run, "data"), "main")) {
				for _, item := range t.elements(output) {
					if json := t.child(item, "json"); json >= 0 && t.isWebhookItem(json) {
						return json
					}
				}
			}
		}
	}
	return -1
}

// names adds the names of an object's members.
func (t *jsonTree) names(n int, to map[string]bool) {
	if n < 0 || t.nodes[n].kind != '{' {
		return
	}
	for c := t.nodes[n].first; c >= 0; c = t.nodes[c].next {
		to[string(t.key(c))] = true
	}
}
