package format

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"slices"
	"sync"

	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/ingest/provider"
)

// Limits of what is read out of one body. Beyond them the hash of its bytes stays, and says less.
const (
	maxBodyDepth  = 200     // deeper nesting: no state
	maxBodyNodes  = 1 << 18 // more values, 256 Ki: no state
	maxBodyFields = 4096    // more fields: only the marks of the whole
	maxClear      = 128     // bytes of a field that is kept readable; a longer one is no status or date
	recentStates  = 256     // how far back a state is looked for before it is written once more
)

// body turns the bytes of a request's body into evidence that o and b can keep: hashes, marks, and the clear fields.
// Nothing else of the text leaves it. An empty body is no evidence. prov may be nil.
//
// A body is a state only if it is a JSON object or array without duplicate keys. Numbers count as their text, strings as
// the characters that they spell, and the order of keys not at all.
func (b *Batch) body(o *profile.Observation, raw []byte, prov *provider.Provider) {
	if len(raw) == 0 {
		return
	}
	o.Body = sha256.Sum256(raw)
	o.BodySize = int64(len(raw))
	b.read(o, raw, prov, false)
}

// read is body without the hash of the bytes. It reports false if the text says nothing; where the body must be known by itself, also
// if no provider is known that alone writes such.
func (b *Batch) read(o *profile.Observation, raw []byte, prov *provider.Provider, mustBeKnown bool) bool {
	if c := bytes.TrimLeft(raw, " \t\r\n"); len(c) == 0 || c[0] != '{' && c[0] != '[' {
		return b.form(o, raw, prov)
	}
	s := bodyScratches.Get().(*bodyScratch)
	s.marker = b.Marker
	said := s.tree.parse(raw)
	if said && (prov == nil || prov.Scheme || mustBeKnown) {
		if writer := s.writer(); writer != nil {
			prov = writer
		} else if mustBeKnown { // a line that says that a webhook came, and holds an event, need not say whose
			_, said = s.eventForm()
			said = said && o.Event == profile.EventReceived
		}
	}
	if said = said && s.canonical(prov); said {
		if prov != nil {
			o.Provider = prov.Name
		}
		b.state(o, s, prov)
	}
	s.marker = nil
	if cap(s.tree.nodes) <= 1<<14 && cap(s.text) <= 1<<20 { // one huge body must not be paid for ever after
		bodyScratches.Put(s)
	}
	return said
}

// state fills what the body in s says into o, and adds its state to b unless it was just added or the provider's bodies have none.
func (b *Batch) state(o *profile.Observation, s *bodyScratch, prov *provider.Provider) {
	clear := s.clearFields(b.known(o, s, prov))
	clear.DateModified = cmp.Or(clear.DateModified, s.told)
	o.Status = cmp.Or(clear.Status, o.Status)
	if prov != nil && !prov.BytesCarryState {
		return
	}
	o.State = b.Marker.Mark("state", s.text)

	recent := b.States[max(0, len(b.States)-recentStates):]
	for i := range recent {
		if recent[i].Mark == o.State {
			return
		}
	}
	st := profile.State{Mark: o.State, Stable: o.State, Clear: clear}
	if len(s.volatile) > 0 {
		st.Stable = b.Marker.Mark("state", s.stable())
	}
	st.Fields = s.fieldMarks(b.room(len(s.fields)), b.Marker)
	b.States = append(b.States, st)
}

// room returns a list of n fields for the next state: that of a state which stood there before Reset, where it is long enough.
func (b *Batch) room(n int) []profile.Field {
	if at := len(b.States); at < cap(b.States) {
		if had := b.States[:at+1][at].Fields; cap(had) >= n {
			return had[:n]
		}
	}
	return make([]profile.Field, n)
}

// bodyScratch is the memory in which one body after the other is worked on.
type bodyScratch struct {
	tree     jsonTree
	text     []byte // canonical form
	marker   Marker
	path     []byte // while walking
	paths    []byte // of the fields, one after the other
	fields   []fieldSpan
	tooMany  bool
	told     string // when an unknown sender says that the event happened
	counts   bool   // the sender's count of its attempts may stand in it
	volatile []span // of text, in order, none inside another
	order    []int32
	members  []int32
	perms    [128][]uint8 // by number of members
	names    pathNames
	clear    [1 << 4]string // texts of clear fields of the body before, by their names
	plain    [1 << 8][]byte // keys that are plain, each the last of its kind
	found    []nodeIn       // of a bodyPlan
	buf      []byte

	volatilePaths, personalPaths []string
}

type span struct{ from, to int }

type fieldSpan struct{ path, value span }

var bodyScratches = sync.Pool{New: func() any { return new(bodyScratch) }}

// fieldMarks fills out, which is as long as the fields, with their marks in path order. If there are too many, there are none.
func (s *bodyScratch) fieldMarks(out []profile.Field, m Marker) []profile.Field {
	if s.tooMany {
		return nil
	}
	for i, f := range s.fields {
		path, value := s.paths[f.path.from:f.path.to], s.text[f.value.from:f.value.to]
		s.buf = append(append(append(s.buf[:0], path...), 0), value...)
		out[i] = profile.Field{Path: s.names.at(i, path), Mark: m.Mark(profile.FieldDomain, s.buf)}
	}
	byPath := func(x, y profile.Field) int { return cmp.Compare(x.Path, y.Path) }
	if !slices.IsSortedFunc(out, byPath) {
		slices.SortStableFunc(out, byPath)
	}
	return out
}

// clearFields reads the fields that stay readable from the object at base.
func (s *bodyScratch) clearFields(base int) profile.ClearFields {
	var c profile.ClearFields
	if base < 0 || s.tree.nodes[base].kind != '{' {
		return c
	}
	var gmt profile.ClearFields // preferred: comparable between sites
	for n := s.tree.nodes[base].first; n >= 0; n = s.tree.nodes[n].next {
		var to *string
		switch string(s.tree.key(n)) {
		case "status":
			to = &c.Status
		case "date_created":
			to = &c.DateCreated
		case "date_created_gmt":
			to = &gmt.DateCreated
		case "date_modified", "updated_at":
			to = &c.DateModified
		case "date_modified_gmt":
			to = &gmt.DateModified
		case "date_paid":
			to = &c.DatePaid
		case "date_paid_gmt":
			to = &gmt.DatePaid
		case "date_completed":
			to = &c.DateCompleted
		case "date_completed_gmt":
			to = &gmt.DateCompleted
		case "transaction_id":
			to = &c.TransactionID
		case "line_items":
			c.LineItems = s.tree.length(int(n))
		case "refunds":
			c.Refunds = s.tree.length(int(n))
		}
		if to != nil {
			last := &s.clear[keyHash(s.tree.key(n))*0x9e3779b97f4a7c15>>60]
			if kind := s.tree.nodes[n].kind; kind != '"' && kind != '0' || string(s.tree.text(int(n))) != *last {
				*last = s.tree.scalar(int(n), maxClear)
			}
			*to = *last
		}
	}
	c.DateCreated = cmp.Or(gmt.DateCreated, c.DateCreated)
	c.DateModified = cmp.Or(gmt.DateModified, c.DateModified)
	c.DatePaid = cmp.Or(gmt.DatePaid, c.DatePaid)
	c.DateCompleted = cmp.Or(gmt.DateCompleted, c.DateCompleted)
	return c
}
