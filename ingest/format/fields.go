package format

import "bytes"

// fields collects what one record says of the fields that an observation has, whatever the record is written in: JSON fills it
// as the visitor of a scanner, other formats with add. Where several keys name one field, the better name stays (see
// fieldNames), among equals the first. Everything else is passed over: no other value leaves the record.
type fields struct {
	values  [numFields]found
	headers []header // of the request, of known providers
	empty   [][]byte // names of such headers that are there without a value
	null    bool     // the group that is the answer has no code: nobody was answered

	frames []frame
	groups []byte // names of the open groups, one behind the other
	name   [2 * maxName]byte
	scan   jsonScanner
}

// found is a value that a record gives for a field.
type found struct {
	jsonValue
	meaning
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
	body  bool   // all of it is the request's body
	pair  bool   // an object of a list of headers: {"name": …, "value": …}
	key   []byte // of the array, which is also that of its elements
	n     int    // elements so far
	group int    // where the name of its group begins in groups

	headerName  []byte
	headerValue jsonValue
}

func (r *fields) reset() {
	clear(r.values[:])
	r.headers, r.frames, r.groups = r.headers[:0], r.frames[:0], r.groups[:0]
	r.empty, r.null = r.empty[:0], false
}

// json reads a record that is one JSON object.
func (r *fields) json(line []byte, maxDepth int) error {
	r.reset()
	return r.scan.scan(line, maxDepth, r)
}

// add reads one field of a flat record.
func (r *fields) add(key []byte, v jsonValue) { r.named(placeTop, nil, key, v) }

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
	case up.array && !array, up.array && up.n > 0:
		return r.push(frame{place: placeSkip}, nil) // several things in one record: none of them is the record
	case array && key == nil:
		key = up.key
	}
	name := normalName(r.name[:0], key)
	p, known := groupPlaces[string(name)]
	switch {
	case names[up.place][string(name)].field == fieldBody && up.place != placeResponse:
		return r.push(frame{place: placeSkip, body: true}, nil)
	case known && p == placeHeaders && up.place == placeResponse, p == placeSkip && known:
		return r.push(frame{place: placeSkip}, nil)
	case up.place == placeResponse || up.place == placeError:
		return r.push(frame{place: placeSkip}, nil)
	case array && p != placeHeaders:
		return r.push(frame{place: up.place, array: true, key: key}, nil)
	case !known, up.place == placeOther && p == placeTop:
		p = placeOther
	}
	return r.push(frame{place: p, array: array, key: key}, name)
}

func (r *fields) push(f frame, group []byte) bool {
	f.group = len(r.groups)
	r.groups = append(r.groups, group...)
	r.frames = append(r.frames, f)
	return f.place != placeSkip
}

func (r *fields) close(raw []byte) {
	last := len(r.frames) - 1
	f := r.frames[last]
	r.frames, r.groups = r.frames[:last], r.groups[:f.group]
	if last > 0 && r.frames[last-1].array {
		r.frames[last-1].n++
	}
	switch {
	case f.pair && f.headerName != nil:
		r.header(f.headerName, f.headerValue)
	case f.body:
		r.keep(fieldBody, meaning{field: fieldBody}, jsonValue{raw: raw, kind: jsonNone})
	}
}

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
	r.named(f.place, r.groups[f.group:], key, v)
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
		r.header(key, v)
	case f.key != nil && groupPlaces[string(normalName(r.name[:0], f.key))] != placeHeaders: // {"X-Name": ["value"]}
		if f.n++; f.n == 1 {
			r.header(f.key, v)
		}
	case f.headerName == nil: // ["X-Name", "value"]
		f.headerName = v.raw
	default:
		r.header(f.headerName, v)
		f.headerName = nil
	}
}

// named looks a key up in its place.
func (r *fields) named(p place, group, key []byte, v jsonValue) {
	if h := headerPart(key); h != nil && r.header(h, v) {
		return
	}
	own := len(group)
	name := normalName(append(r.name[:0], group...), key)
	if len(name) == own {
		return
	}
	var m meaning
	if own > 0 && p <= placeOther {
		m = names[placeTop][string(name)] // {"job": {"id": 7}} is job_id
	}
	if m.field == fieldNone {
		m = names[p][string(name[own:])]
	}
	if m.field != fieldNone {
		r.keep(m.field, m, v)
		return
	}
	if known := headerNames[string(name[own:])]; known != nil && p != placeResponse {
		r.known(known, v)
		return
	}
	if v.kind == jsonString && len(v.raw) > 1 && v.raw[0] == '{' && groupPlaces[string(name[own:])] == placeHeaders {
		r.embedded(v)
	}
}

// header reads a header of the request, and says whether it is one that matters.
func (r *fields) header(name []byte, v jsonValue) bool {
	n := normalName(r.name[:0], name)
	if known := headerNames[string(n)]; known != nil {
		r.known(known, v)
		return true
	}
	m, ok := names[placeHeaders][string(n)]
	if ok {
		r.keep(m.field, m, v)
	}
	return ok
}

func (r *fields) known(name []byte, v jsonValue) {
	switch {
	case blank(v):
		r.empty = append(r.empty, name)
	case !redacted(v.raw):
		r.headers = append(r.headers, header{name, v})
	}
}

// keep notes a value unless a better name has given one.
func (r *fields) keep(f field, m meaning, v jsonValue) {
	if f == fieldResponseCode && v.kind == jsonNull {
		r.null = true
	}
	if blank(v) {
		return
	}
	if have := &r.values[f]; have.field == fieldNone || m.rank < have.rank {
		*have = found{v, m}
		have.field = f
	}
}

// embedded reads headers that were logged as a JSON text in a string.
func (r *fields) embedded(v jsonValue) {
	text := unescapeJSON(nil, v.raw)
	var s jsonScanner
	_ = s.scan(text, 4, embeddedHeaders{r}) // what is no JSON gives no headers
}

// embeddedHeaders takes the members of one flat object as headers.
type embeddedHeaders struct{ *fields }

func (e embeddedHeaders) open(key []byte, array bool) bool { return key == nil && !array }
func (e embeddedHeaders) close([]byte)                     {}
func (e embeddedHeaders) leaf(key []byte, v jsonValue)     { e.header(key, v) }

// blank tells values that say nothing. "-" is how servers write what is not there, "undefined" how JavaScript prints it.
func blank(v jsonValue) bool {
	if v.kind == jsonNull {
		return true
	}
	if len(v.raw) > len("undefined") || v.kind > jsonString {
		return false
	}
	switch string(v.raw) {
	case "", "-", "null", "undefined", "None", "nil":
		return true
	}
	return false
}

// redacted tells values that a logger struck out. Two signatures that both read "[Redacted]" are not equal signatures.
func redacted(raw []byte) bool {
	if len(raw) == 0 {
		return false
	}
	if raw[0] == '[' || raw[0] == '<' || bytes.HasPrefix(raw, []byte("***")) || bytes.HasPrefix(raw, []byte("...")) {
		return true
	}
	return len(raw) <= 16 && bytes.Contains(bytes.ToLower(raw), []byte("redact"))
}
