package format

import "strings"

// keyMeaning is what a key means where it stands: as a field, a header of a provider, and as the name of a group.
type keyMeaning struct {
	meaning *meaning // nil: none
	header  []byte   // lower-case name; nil: none
	signing []byte   // the same of one that a signature is read from
	isGroup bool     // a name that is listed in groupNames
	group   place
	idOf    string // of a key that means nothing else: "pick" of pick_id
	isEvent bool   // a name under which receivers log the whole event that they were sent, or something else
	part    eventPart
	within  bool // a name that only one provider's body has, so that what it stands in holds the body's members
}

// eventPart is what a key may be of an event that is logged as it came, or that it cannot be of one.
type eventPart uint8

const (
	partKind   eventPart = 1 << iota // what happened
	partObject                       // what it happened to
	partID
	partLogged // of the logger, or of the request

	wholeEvent = partKind | partObject | partID
)

// partOf is what a key with that name and meaning may be.
func partOf(name string, m *meaning) eventPart {
	switch name {
	case "type", "event", "eventtype", "eventname", "topic":
		return partKind
	case "data", "object", "payload", "resource":
		return partObject
	case "id", "eventid", "notificationid", "token", "uuid":
		return partID
	}
	if m != nil {
		switch m.field {
		case fieldRequestID, fieldOperationKey, fieldJobID, fieldMessage, fieldMethod, fieldURL, fieldLevel, fieldWorker, fieldCode, fieldTook, fieldBody, fieldDeliveryID, fieldWebhookID, fieldOrderID:
			return partLogged
		}
	}
	return 0
}

// nothing tells that a key is neither a field nor anything that one may be found by.
func (k *keyMeaning) nothing() bool {
	return k.meaning == nil && k.header == nil && k.signing == nil && !k.isGroup && k.idOf == ""
}

// inGroup is a place, and in it a group that gives its keys a longer name.
type inGroup struct {
	place place
	group string
}

// keyMeanings remembers what the keys of one group mean: a log has the same few on every line.
type keyMeanings struct {
	in    inGroup
	known map[string]*keyMeaning
}

// maxKeys limits what is remembered of groups, and of the keys in each: hostile lines have other keys each time.
const maxKeys = 1 << 10

func (r *fields) meanings(p place, group []byte) *keyMeanings {
	if k, ok := r.keys[inGroup{p, string(group)}]; ok {
		return k
	}
	if r.keys == nil || len(r.keys) >= maxKeys {
		r.keys = map[inGroup]*keyMeanings{}
	}
	k := &keyMeanings{inGroup{p, string(group)}, map[string]*keyMeaning{}}
	r.keys[k.in] = k
	return k
}

// of looks a key up.
func (k *keyMeanings) of(key []byte) *keyMeaning {
	if m, ok := k.known[string(key)]; ok {
		return m
	}
	if len(k.known) >= maxKeys {
		clear(k.known)
	}
	m := k.in.meaningOf(key)
	k.known[string(key)] = m
	return m
}

func (in inGroup) meaningOf(key []byte) *keyMeaning {
	k := new(keyMeaning)
	name := normal(string(key))
	if name == "" {
		return k
	}
	k.signing = in.signing(key)
	k.group, k.isGroup = groupPlaces[name]
	k.within = bodyMembers[name]
	if in.place == placeTop {
		switch name {
		case "event", "stripeevent", "webhookevent":
			k.isEvent = true
		}
	}
	if h := headerPart(key); h != nil || in.place == placeHeaders { // it says so, or stands among them
		sent := name
		if h != nil {
			sent = normal(string(h))
		}
		if k.header = headerNames[sent]; k.header != nil {
			return k
		}
		if k.meaning = names[placeHeaders][sent]; k.meaning != nil || in.place == placeHeaders {
			return k
		}
	}
	if in.group != "" && in.place <= placeOther {
		k.meaning = names[placeTop][normal(in.group)+name] // {"job": {"id": 7}} is job_id
	}
	if k.meaning == nil {
		k.meaning = names[in.place][name]
	}
	if k.meaning == nil && in.place != placeResponse {
		k.header = ownHeaderNames[name]
	}
	if in.place == placeTop {
		k.part = partOf(name, k.meaning)
	}
	nothing := k.meaning == nil && k.header == nil && !k.isGroup
	if (nothing || k.meaning != nil && k.meaning.field == fieldRelated) && in.place <= placeOther && ownID(name) {
		k.idOf = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(name, "id"), "uu"), "gu") // pick_id, pick_uuid, pick_guid
		if k.meaning != nil && strings.HasSuffix(k.idOf, "order") {
			k.idOf = "" // PayPal's is what is paid, and no record of it
		}
	}
	return k
}
