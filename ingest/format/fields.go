package format

import "bytes"

// fields collects what one record says of the fields that an observation has, whatever the record is written in: JSON fills it
// as the visitor of a scanner, other formats with add. Where several keys name one field, the better name stays (see
// fieldNames), among equals the first. Everything else is passed over: no other value leaves the record.
type fields struct {
	values  [numFields]found
	params  []byte          // what a framework made of the body, with more beside it
	named   []namedID       // values of keys that mean nothing else and are called the ID of something
	related []found         // values of fieldRelated, of which there may be several
	alone   bool            // whole is all that the record says
	whole   []byte          // an object that may be the whole event, which is the request's body
	headers []header        // of the request, of known providers
	empty   [][]byte        // names of such headers that are there without a value
	arrived bool            // the headers of a request are printed by themselves
	inexact bool            // what was printed of an object leaves something out
	context bool            // only what the application told of itself is in it, and nothing that its logger knows of the machine
	null    bool            // the group that is the answer has no code: nobody was answered
	paired  [numFields]bool // the value is that of a pair in a line of text

	frames []frame
	keys   map[inGroup]*keyMeanings
	scan   jsonScanner
	signed *signedFields // nil: nobody looks at signatures

	mapping  *mapping           // nil: nobody says where fields are
	unplaced func(field string) // Batch.Unplaced
	lost     bool               // a name was a number that may have gone through a float
	job      *frameworkJob      // what the worker of a queue says of a job; nil: nothing
}

// namedID is the value of a key such as pick_id, and of what it says to be the ID.
type namedID struct {
	of    string
	value jsonValue
}

// maxNamedIDs limits what is remembered of one record.
const maxNamedIDs = 8

// found is a value that a record gives for a field.
type found struct {
	jsonValue
	*meaning // nil: none
}

// nameless stands in for the meaning of a field that has no value.
var nameless meaning

func (r *fields) has(f field) bool { return r.values[f].meaning != nil }

// by returns how the value of a field was named.
func (r *fields) by(f field) *meaning {
	if m := r.values[f].meaning; m != nil {
		return m
	}
	return &nameless
}

// header is a header of a provider, by its lower-case name.
type header struct {
	name  []byte
	value jsonValue
}

// frame is an open object or array.
type frame struct {
	place place
	array bool
	body  bool // all of it is the request's body
	made  bool // all of it is what a framework or an application made of the body, with more beside it
	event bool // all of it may be the request's body
	parts eventPart
	pair  bool   // an object of a list of headers: {"name": …, "value": …}
	key   []byte // of the array, which is also that of its elements
	n     int    // elements so far
	keys  *keyMeanings

	headerName  []byte
	headerValue jsonValue
}

func (r *fields) reset() {
	r.signed.reset()
	clear(r.values[:])
	r.headers, r.frames, r.related = r.headers[:0], r.frames[:0], r.related[:0]
	r.empty, r.null, r.whole, r.alone = r.empty[:0], false, nil, false
	r.job, r.lost = nil, false
	r.named, r.params, r.inexact, r.arrived, r.context = r.named[:0], nil, false, false, false
	clear(r.paired[:])
}

// json reads a record that is one JSON object.
func (r *fields) json(line []byte, maxDepth int) error {
	r.reset()
	err := r.scan.scan(line, maxDepth, r)
	if r.mapping != nil && err == nil {
		r.mapping.take(line, maxDepth)
	}
	return err
}

// add reads one field of a flat record.
func (r *fields) add(key []byte, v jsonValue) {
	k := r.meanings(placeTop, nil).of(key)
	if r.unplaced != nil && k.nothing() && !blank(v) {
		r.unplaced(shownKey(key))
	}
	r.take(k, v)
}

// pair is add, of a pair in a line of text. Somebody may have put one into a value that nothing quotes, or a line may tell of two requests:
// a name that stands twice, with two values, names nothing.
func (r *fields) pair(key []byte, v jsonValue) {
	m := r.meanings(placeTop, nil).of(key).meaning
	if m == nil || !m.field.names() || blank(v) {
		r.add(key, v)
		return
	}
	if have := &r.values[m.field]; have.meaning == m && r.paired[m.field] {
		if !bytes.Equal(have.raw, v.raw) {
			have.jsonValue = jsonValue{kind: jsonNull}
		}
		return
	}
	r.add(key, v)
	r.paired[m.field] = r.values[m.field].meaning == m && bytes.Equal(r.values[m.field].raw, v.raw)
}

// names tells fields that say which thing it is.
func (f field) names() bool {
	switch f {
	case fieldDeliveryID, fieldWebhookID, fieldEventID, fieldActID, fieldNotification, fieldRequestID, fieldHeaderRequestID, fieldOperationKey,
		fieldJobID, fieldDownstreamID, fieldResourceID, fieldOrderID, fieldProductID, fieldTopic, fieldShop, fieldID:
		return true
	}
	return false
}

func (r *fields) open(key []byte, array bool) bool {
	if len(r.frames) == 0 {
		return r.push(frame{place: placeTop, array: array}, nil)
	}
	up := &r.frames[len(r.frames)-1]
	switch {
	case up.place == placeHeaders:
		// Lists come as {"name": "value"}, {"name": ["value"]}, [{"name": …, "value": …}], [["name", "value"]] and, from
		// Node, ["name", "value", …].
		f := frame{place: placeHeaders, array: array, pair: up.array && !array, key: key}
		up.headerName = nil
		return r.push(f, nil)
	case up.array && !array && isSpans(up.key):
		return r.push(frame{place: placeOther, key: key}, nil)
	case up.array && !array, up.array && up.n > 0:
		return r.push(frame{place: placeSkip}, nil) // several things in one record: none of them is the record
	case array && key == nil:
		key = up.key
	}
	k := up.keys.of(key)
	up.made = up.made || k.within && up.place == placeTop
	if k.part != partObject || !array {
		up.parts |= k.part
	}
	if k.isGroup && (k.group == placeHeaders || k.group == placeRequest || k.group == placeResponse) {
		up.parts |= partLogged
	}
	switch {
	case k.meaning != nil && k.meaning.field == fieldBody && up.place != placeResponse:
		return r.push(frame{place: placeSkip, body: true}, nil)
	case !array && up.place == placeTop && (string(key) == "params" || string(key) == "parameters"):
		return r.push(frame{place: placeSkip, made: true}, nil)
	case k.isGroup && k.group == placeHeaders && up.place == placeResponse, k.isGroup && k.group == placeSkip:
		return r.push(frame{place: placeSkip}, nil)
	case up.place == placeResponse || up.place == placeError:
		return r.push(frame{place: placeSkip}, nil)
	case !array && k.isEvent:
		f := frame{place: placeOther, event: true, key: key}
		if r.stripeAhead() {
			f.place = placeSkip
		}
		return r.push(f, key)
	case array && k.group != placeHeaders:
		return r.push(frame{place: up.place, array: true, key: key, keys: up.keys}, nil)
	case !k.isGroup, up.place == placeOther && k.group == placeTop:
		return r.push(frame{place: placeOther, array: array, key: key}, key)
	}
	return r.push(frame{place: k.group, array: array, key: key}, key)
}

// isSpans tells the list of what a line was written in: the request, and in it the steps. Unlike any other list it is of one thing.
func isSpans(key []byte) bool {
	switch string(key) {
	case "spans", "Scopes", "scopes":
		return true
	}
	return false
}

func (r *fields) push(f frame, group []byte) bool {
	if f.keys == nil && f.place != placeSkip {
		f.keys = r.meanings(f.place, group)
	}
	r.frames = append(r.frames, f)
	return f.place != placeSkip
}

func (r *fields) close(raw []byte) {
	last := len(r.frames) - 1
	f := &r.frames[last]
	r.frames = r.frames[:last]
	if last > 0 && r.frames[last-1].array {
		r.frames[last-1].n++
	}
	switch {
	case f.pair && f.headerName != nil:
		r.header(f.keys, f.headerName, f.headerValue)
	case f.body:
		r.keep(&bodyObject, jsonValue{raw: raw})
	case f.made:
		r.params = raw
	case f.event && len(raw) >= shortestEvent, f.parts == wholeEvent && f.place == placeTop && !f.array && r.whole == nil && len(raw) >= shortestEvent:
		r.whole = raw
	}
}

// stripeAhead tells that what follows in the line holds an event of Stripe's: its request is a call at Stripe, and no request that
// the receiver was sent.
func (r *fields) stripeAhead() bool {
	rest := r.scan.data[r.scan.pos:]
	return bytes.Contains(rest, []byte(`"object":"event"`)) || bytes.Contains(rest, []byte(`"object": "event"`))
}

// bodyObject is the meaning of a body that was logged as an object.
var bodyObject = meaning{field: fieldBody}

// shortestEvent is less than any provider's event has, and more than the few fields that ECS logs as "event".
const shortestEvent = 80

func (r *fields) leaf(key []byte, v jsonValue) {
	if len(r.frames) == 0 {
		return // a bare value is no record
	}
	f := &r.frames[len(r.frames)-1]
	if f.place == placeHeaders {
		r.headerLeaf(f, key, v)
		return
	}
	if f.array {
		if f.n++; f.n > 1 || f.key == nil {
			return
		}
		key = f.key
	}
	k := f.keys.of(key)
	if k.part != partObject {
		f.parts |= k.part
	}
	if r.unplaced != nil && k.nothing() && !blank(v) {
		r.notePath(key)
	}
	r.take(k, v)
}

// notePath tells of a key that means nothing where it stands.
func (r *fields) notePath(key []byte) {
	var path []byte
	for _, f := range r.frames {
		if len(f.key) > 0 {
			path = append(append(path, shownKey(f.key)...), '.')
		}
	}
	path = append(path, shownKey(key)...)
	if r.mapping == nil || r.mapping.at[string(path)] == nil {
		r.unplaced(string(path))
	}
}

func (r *fields) headerLeaf(f *frame, key []byte, v jsonValue) {
	switch {
	case f.pair:
		switch string(key) {
		case "name", "key", "Name", "Key":
			f.headerName = v.raw
		case "value", "Value":
			f.headerValue = v
		}
	case !f.array:
		r.header(f.keys, key, v)
	case f.key != nil && groupPlaces[normal(string(f.key))] != placeHeaders: // {"X-Name": ["value"]}
		if f.n++; f.n == 1 {
			r.header(f.keys, f.key, v)
		}
	case f.headerName == nil: // ["X-Name", "value"]
		f.headerName = v.raw
	default:
		r.header(f.keys, f.headerName, v)
		f.headerName = nil
	}
}

func (r *fields) header(keys *keyMeanings, name []byte, v jsonValue) { r.take(keys.of(name), v) }

// take keeps the value of a key that means something.
func (r *fields) take(k *keyMeaning, v jsonValue) {
	if r.signed != nil {
		r.signed.take(k, v)
	}
	switch {
	case k.header != nil:
		switch {
		case blank(v):
			r.empty = append(r.empty, k.header)
		case !redacted(v.raw):
			r.headers = append(r.headers, header{k.header, v})
		}
	case k.meaning != nil:
		r.keep(k.meaning, v)
	case k.isGroup && k.group == placeHeaders && v.kind == jsonString && len(v.raw) > 1 && v.raw[0] == '{':
		r.embedded(v)
	}
	if k.idOf != "" && len(r.named) < maxNamedIDs && !blank(v) {
		r.named = append(r.named, namedID{k.idOf, v})
	}
}

// keep notes a value unless a better name has given one.
func (r *fields) keep(m *meaning, v jsonValue) {
	if m.field == fieldResponseCode && v.kind == jsonNull {
		r.null = true
	}
	if blank(v) || m.field.names() && isNought(v.raw) {
		return
	}
	if m.field == fieldRelated {
		if len(r.related) < maxRelated {
			r.related = append(r.related, found{v, m})
		}
		return
	}
	if have := &r.values[m.field]; have.meaning == nil || m.rank < have.rank {
		*have = found{v, m}
	}
}

// embedded reads headers that were logged as a JSON text in a string.
func (r *fields) embedded(v jsonValue) {
	text := unescapeJSON(nil, v.raw)
	var s jsonScanner
	_ = s.scan(text, 4, embeddedHeaders{r, r.meanings(placeHeaders, nil)}) // what is no JSON gives no headers
}

// embeddedHeaders takes the members of one flat object as headers.
type embeddedHeaders struct {
	*fields
	keys *keyMeanings
}

func (e embeddedHeaders) open(key []byte, array bool) bool { return key == nil && !array }
func (e embeddedHeaders) close([]byte)                     {}
func (e embeddedHeaders) leaf(key []byte, v jsonValue)     { e.header(e.keys, key, v) }

// blank tells values that say nothing. "-" is how servers write what is not there, "undefined" how JavaScript prints it, and in brackets
// tslog; "<nil>" is Go's.
func blank(v jsonValue) bool {
	if v.kind == jsonNull {
		return true
	}
	if len(v.raw) > len("[undefined]") || v.kind > jsonString {
		return false
	}
	switch string(v.raw) {
	case "", "-", "null", "undefined", "[undefined]", "None", "nil", "<nil>":
		return true
	}
	return false
}

// isNought tells an unset number or UUID: Go writes order_id=0 of what is about no order, and two such lines are not of one order.
func isNought(id []byte) bool {
	return string(id) == "0" || string(id) == "00000000-0000-0000-0000-000000000000"
}

// redacted tells values that a logger struck out. Two signatures that both read "[Redacted]" are not equal signatures.
func redacted(raw []byte) bool {
	if len(raw) == 0 {
		return false
	}
	if raw[0] == '[' || raw[0] == '<' || bytes.HasPrefix(raw, []byte("***")) || bytes.HasPrefix(raw, []byte("...")) {
		return true
	}
	return bytes.EqualFold(raw, []byte("redacted")) || bytes.EqualFold(raw, []byte("filtered"))
}
