package format

import (
	"bytes"

	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/ingest/provider"
)

// eventList is what a provider's API says happened: `stripe events list`, GET /v1/events, `stripe listen --format json`, PayPal's
// GET /v1/notifications/webhooks-events and so on. An event is no delivery: it does not say who was told of it, or when.
var eventList = Format{
	Name:    "event-list",
	Title:   "events as a provider's API lists them, as JSON: stripe events list, stripe listen --format json, PayPal, Paddle, Square",
	Open:    openEventList,
	Samples: eventListSamples,
}

var eventListNames = []string{"data", "events"}

func openEventList(head []byte, opt Options) Reader {
	first, around := firstListed(head, eventListNames)
	if first == nil && !bytes.Contains(around, []byte(`"/v1/events`)) || first != nil && !isListedEvent(first) {
		return nil
	}
	return newAPIList(head, opt, apiList{names: eventListNames, read: readListedEvent})
}

// isListedEvent tells an event that is by itself, and no logger's record with the event's members in it. An event that head cuts is
// known if Stripe's.
func isListedEvent(text []byte) bool {
	var m eventMembers
	whole := new(jsonScanner).scan(text, headDepth, &m) == nil
	if m.logged {
		return false
	}
	if whole {
		return eventWriter(text) != nil
	}
	return string(m.object) == "event" && provider.Stripe.IDs(string(m.id)) == provider.EventID
}

// eventWriter returns the provider whose event this is, if its API lists such.
func eventWriter(text []byte) *provider.Provider {
	s := bodyScratches.Get().(*bodyScratch)
	defer bodyScratches.Put(s)
	if !s.tree.parse(text) {
		return nil
	}
	if p := s.writer(); p != nil && p.Occurred != "" {
		return p
	}
	return nil
}

func readListedEvent(e listedElement, out *Batch) listedReading {
	var m eventMembers
	if err := new(jsonScanner).scan(e.text, e.maxDepth, &m); err != nil {
		return listedReading{reason: "event is not JSON: " + err.Error(), hint: exportHint}
	}
	o := profile.Observation{Event: profile.EventChanged}
	prov := eventWriter(e.text)
	if prov == nil || !out.read(&o, e.text, prov, false) {
		return listedReading{reason: "an object that is no event of a provider whose events can be read", hint: "the other objects of this file are events; remove what is none in a copy"}
	}
	var r listedReading
	e.when(&o, m.time(prov), &r)
	r.found = []profile.Observation{o}
	return r
}

// eventMembers is a jsonVisitor that keeps the few members of an event that its provider does not send as fields.
type eventMembers struct {
	object, id []byte
	times      []namedTime
	logged     bool // there are members that loggers add
	inside     bool
}

type namedTime struct {
	name string
	text []byte
}

// occurredNames are the members in which providers say when an event happened.
var occurredNames = func() map[string]bool {
	names := map[string]bool{}
	for _, p := range provider.All {
		if p.Occurred != "" {
			names[p.Occurred] = true
		}
	}
	return names
}()

func (m *eventMembers) time(prov *provider.Provider) []byte {
	for _, t := range m.times {
		if t.name == prov.Occurred {
			return t.text
		}
	}
	return nil
}

func (m *eventMembers) open(_ []byte, array bool) bool {
	if m.inside || array {
		return false
	}
	m.inside = true
	return true
}

func (m *eventMembers) close([]byte) {}

func (m *eventMembers) leaf(key []byte, v jsonValue) {
	switch string(key) {
	case "object":
		m.object = v.raw
	case "id":
		m.id = v.raw
	case "level", "severity", "msg", "message", "logger", "time", "ts", "@timestamp":
		m.logged = true
	}
	if occurredNames[string(key)] {
		m.times = append(m.times, namedTime{string(key), v.raw})
	}
}
