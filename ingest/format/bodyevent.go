package format

import (
	"bytes"
	"cmp"
	"strconv"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// Senders that are not known by name mostly send events of one form: what happened, what it happened to, and an ID of each:
//
//	{"token": "wbh-6a64…", "type": "USERS.UPDATED", "createdOn": "2026-11-12T17:27:40", "object": {"token": "usr-23f7…"}}
//	{"type": "package_shipped", "retries": 1, "data": {"shipment": {…}, "order": {"id": 88410233}}}

// eventForm is where in such a body its parts are, each -1 where there is none.
type eventForm struct{ kind, object, id, at int32 }

// eventForm finds the parts. A body is an event only if it names what happened and holds what it happened to.
func (s *bodyScratch) eventForm() (f eventForm, ok bool) {
	f = eventForm{-1, -1, -1, -1}
	if s.tree.nodes[rootNode].kind != '{' {
		return f, false
	}
	for n := s.tree.nodes[rootNode].first; n >= 0; n = s.tree.nodes[n].next {
		kind := s.tree.nodes[n].kind
		switch string(s.tree.key(n)) {
		case "type", "event", "event_type", "eventType", "topic", "event_name", "eventName":
			if kind == '"' && f.kind < 0 {
				f.kind = n
			}
		case "data", "payload", "object", "resource":
			if kind == '{' && f.object < 0 {
				f.object = n
			}
		case "id", "event_id", "eventId", "uuid", "token", "notification_id", "notificationId":
			if f.id < 0 && s.isID(n) {
				f.id = n
			}
		case "created_at", "createdAt", "created_on", "createdOn", "created", "occurred_at", "occurredAt", "timestamp", "event_time", "eventTime":
			if kind == '"' && f.at < 0 {
				f.at = n
			}
		}
	}
	return f, f.kind >= 0 && f.object >= 0
}

// countsAttempts tells the member of an event in which its sender counts how often it was sent: it is no state of what the event tells of.
func countsAttempts(key []byte) bool {
	switch string(key) {
	case "retries", "retry", "retry_count", "retryCount", "retry_number", "attempt", "attempts", "attempt_number", "attemptNumber", "delivery_attempt", "deliveryAttempt":
		return true
	}
	return false
}

// attempt reads which attempt the sender says this is, 0 where it does not: retries count those after the first.
func (s *bodyScratch) attempt() int {
	for n := s.tree.nodes[rootNode].first; n >= 0; n = s.tree.nodes[n].next {
		key := s.tree.key(n)
		if !countsAttempts(key) || s.tree.nodes[n].kind != '0' {
			continue
		}
		text := s.tree.text(int(n))
		number, err := strconv.ParseUint(string(text), 10, 8)
		if err != nil {
			continue
		}
		if bytes.HasPrefix(key, []byte("retr")) {
			number++
		}
		return int(number)
	}
	return 0
}

// unknownEvent puts into o what an event of an unknown sender says, and returns the object that it happened to. What the record says itself
// stays.
func (b *Batch) unknownEvent(o *profile.Observation, s *bodyScratch) (resource int, at string) {
	f, ok := s.eventForm()
	if !ok {
		return rootNode, ""
	}
	take := func(to *string, n int32, shortest int) {
		if n < 0 || *to != "" {
			return
		}
		if text := s.tree.scalar(int(n), maxClear); len(text) >= shortest && !rounded([]byte(text)) && isPlain(text) {
			*to = text
		}
	}
	const shortest = 6 // what is shorter is counted by anybody
	if o.EventID == "" && o.DeliveryID == "" {
		take(&o.EventID, f.id, shortest)
	}
	take(&o.Topic, f.kind, 1)
	if o.Attempt == 0 {
		o.Attempt = s.attempt()
	}
	if f.at >= 0 {
		at = s.tree.scalar(int(f.at), maxClear)
	}
	if o.ResourceID != "" {
		return int(f.object), at
	}
	var own, id int32 = -1, -1
	kind := ""
	for n := s.tree.nodes[f.object].first; n >= 0; n = s.tree.nodes[n].next {
		key, of := string(s.tree.key(n)), s.tree.nodes[n].kind
		switch {
		case of == '{' && eventThings[key] != 0 && (kind == "" || eventThings[key] < eventThings[kind]):
			if in := s.memberOf(n, "id"); in >= 0 {
				id, kind = in, key
			}
		case (key == "id" || key == "token" || key == "uuid") && own < 0 && s.isID(n):
			own = n
		}
	}
	if id >= 0 {
		take(&o.ResourceID, id, 1)
		o.ResourceType = cmp.Or(o.ResourceType, kind)
	} else {
		take(&o.ResourceID, own, shortest)
	}
	return int(f.object), at
}

// eventThings are what an event may be about that names several: the one of the lowest number.
var eventThings = map[string]int{"order": 1, "checkout": 2, "invoice": 3, "subscription": 4, "payment": 5, "transaction": 6, "charge": 7, "refund": 8}

// memberOf returns the member of an object with this key, or -1.
func (s *bodyScratch) memberOf(object int32, key string) int32 {
	for n := s.tree.nodes[object].first; n >= 0; n = s.tree.nodes[n].next {
		if string(s.tree.key(n)) == key {
			return n
		}
	}
	return -1
}

// isID tells a member that is an ID. A token is a secret as often: it is an ID that ends in a UUID and says before that of what it is.
func (s *bodyScratch) isID(n int32) bool {
	const uuid = 36
	kind := s.tree.nodes[n].kind
	if string(s.tree.key(n)) == "token" {
		text := s.tree.text(int(n))
		return kind == '"' && len(text) > uuid && len(text) <= uuid+8 && isTraceID(text[len(text)-uuid:])
	}
	return kind == '"' || kind == '0'
}

// isPlain tells an ID or a topic from a sentence.
func isPlain(text string) bool {
	for i := range len(text) {
		if c := text[i]; c <= ' ' || c >= 0x7f || c == '@' || c == '"' || c == '<' {
			return false
		}
	}
	return true
}
