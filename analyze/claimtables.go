package analyze

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// claimRows are the rows of receivers' own tables of what they have taken on, each once, by the operation that they name; those that
// name none by their event or delivery. A row is written over: of what went on between the claim and the state that it has now,
// it tells nothing.
type claimRows struct {
	keys    map[string][]*record
	ids     map[string][]*record
	numbers map[string][]string // keys by the words in them that are made of digits: "14" in shipment:create:14:full
	named   map[string]bool     // keys that some other record names
}

// claimTable is one export of such a table: what would show that a row is absent. Its clock is the receiver's, so its times are
// compared with those of the receiver's lines as both have them.
type claimTable struct {
	source               int
	root                 string
	keys, ids            map[string]bool      // of the rows that the part of the history has
	keyed                bool                 // its rows name operations
	claims               map[string]*bounds   // from the first to the last row of each kind of operation
	written              int64                // when it was last written to, as far as its rows say
	served               map[servedBy]*bounds // from the first to the last request that has a row
	topics               map[string]bool      // of requests that have a row
	seen                 map[string]bool      // IDs of the part's rows that a request in the evidence has
	ofEvents, ofDelivery bool                 // what its IDs are
}

// bounds are the records at the ends of a stretch of time, on their own clock.
type bounds struct{ first, last *record }

// servedBy is a log and a kind of operation of which some request has a row in the table. A table says nothing of the requests of
// another receiver, nor of those of a kind that it does not keep.
type servedBy struct{ log, kind string }

// rowsKept bounds the rows of one name: that they are more than one is all that matters.
const rowsKept = 64

// kindOfKey is what an operation's key begins with before its first digit: "shipment:create:". A key that does not begin with words
// is of no kind.
func kindOfKey(key string) string {
	i := strings.IndexAny(key, "0123456789")
	if i < 0 || !strings.ContainsAny(key[:i], ":/_-. ") {
		return ""
	}
	return key[:i]
}

// claimRowsOf finds the rows, which the survey has made one of each.
func claimRowsOf(rs []*record) claimRows {
	c := claimRows{keys: map[string][]*record{}, ids: map[string][]*record{}, numbers: map[string][]string{}, named: map[string]bool{}}
	for _, r := range rs {
		if !claimRow(&r.Observation) {
			continue
		}
		rows, name := c.keys, r.OperationKey
		if name == "" {
			rows, name = c.ids, idOfRow(r)
		}
		if len(rows[name]) < rowsKept {
			rows[name] = append(rows[name], r)
		}
	}
	if len(c.keys) == 0 {
		return c
	}
	for _, r := range rs {
		if r.OperationKey != "" && !claimRow(&r.Observation) && c.keys[r.OperationKey] != nil {
			c.named[r.OperationKey] = true
		}
	}
	for key := range c.keys {
		for _, n := range numbersIn(key) {
			c.numbers[n] = append(c.numbers[n], key)
		}
	}
	for _, keys := range c.numbers {
		slices.Sort(keys)
	}
	return c
}

// numbersIn are the words of a key that are made of digits, each once.
func numbersIn(key string) []string {
	var out []string
	for _, word := range strings.FieldsFunc(key, func(r rune) bool { return (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') }) {
		if number(word) && len(out) < 8 {
			out = appendNew(out, []string{word})
		}
	}
	return out
}

// claimTablesOf reads the exports, by source. An older one covers less than a newer one of the same table, so each is looked at by itself.
func claimTablesOf(w *world) map[int]*claimTable {
	tables := map[int]*claimTable{}
	for i := range w.history.Observations {
		o := &w.history.Observations[i]
		if !claimRow(o) {
			continue
		}
		c := tables[o.Source]
		if c == nil {
			c = &claimTable{
				source: o.Source, root: root(w.sources[o.Source].Name), keys: map[string]bool{}, ids: map[string]bool{}, claims: map[string]*bounds{},
				served: map[servedBy]*bounds{}, topics: map[string]bool{}, seen: map[string]bool{},
			}
			tables[o.Source] = c
		}
		c.add(&record{Observation: *o, index: int(w.places[i])})
	}
	for _, r := range w.records {
		if claimRow(&r.Observation) || r.Event == profile.EventPing {
			continue
		}
		for _, c := range tables {
			c.see(r, w.logs[r.Source])
		}
	}
	return tables
}

// keep lets go of the part that the table's records are of.
func (c *claimTable) keep() {
	for _, s := range c.claims {
		s.first, s.last = s.first.copied(), s.last.copied()
	}
	for _, s := range c.served {
		s.first, s.last = s.first.copied(), s.last.copied()
	}
}

// plus adds what another part of the history has of the table.
func (c *claimTable) plus(o *claimTable) *claimTable {
	if c == nil {
		return o
	}
	c.keyed, c.ofEvents, c.ofDelivery = c.keyed || o.keyed, c.ofEvents || o.ofEvents, c.ofDelivery || o.ofDelivery
	c.written = max(c.written, o.written)
	for k, s := range o.claims {
		widen(c.claims, k, s.first)
		widen(c.claims, k, s.last)
	}
	for k, s := range o.served {
		widen(c.served, k, s.first)
		widen(c.served, k, s.last)
	}
	maps.Copy(c.topics, o.topics)
	return c
}

// tablesHere are all tables with the rows that this part has of them.
func (w *world) tablesHere() []*claimTable {
	if len(w.tables) == 0 {
		return nil
	}
	here := claimTablesOf(w)
	out := make([]*claimTable, 0, len(w.tables))
	for _, c := range w.tables {
		t := *c
		if own := here[c.source]; own != nil {
			t.keys, t.ids, t.seen = own.keys, own.ids, own.seen
		}
		out = append(out, &t)
	}
	return out
}

func (c *claimTable) add(r *record) {
	if r.OperationKey != "" {
		c.keys[r.OperationKey], c.keyed = true, true
	} else {
		c.ids[idOfRow(r)] = true
	}
	if r.timed() {
		c.written = max(c.written, r.Time)
	}
	if r.Event == profile.EventClaimed {
		widen(c.claims, kindOfKey(r.OperationKey), r)
	}
}

// idOfRow is the event or delivery that a row without an operation key is of.
func idOfRow(r *record) string {
	if r.EventID != "" {
		return r.EventID
	}
	return r.DeliveryID
}

// see notes what a record of some log has in common with the table. A column event_id may hold the IDs of deliveries.
func (c *claimTable) see(r *record, log string) {
	if c.keys[r.OperationKey] {
		widen(c.served, servedBy{log, kindOfKey(r.OperationKey)}, r)
	}
	for i, id := range []string{r.EventID, r.DeliveryID} {
		if id != "" && c.ids[id] {
			c.ofEvents, c.ofDelivery = c.ofEvents || i == 0, c.ofDelivery || i == 1
			c.seen[id] = true
			c.topics[r.Topic] = true
			widen(c.served, servedBy{log: log}, r)
		}
	}
}

// widen makes a span reach to a record.
func widen[K comparable](spans map[K]*bounds, k K, r *record) {
	if !r.timed() {
		return
	}
	s := spans[k]
	if s == nil {
		spans[k] = &bounds{first: r, last: r}
		return
	}
	if cmp.Or(cmp.Compare(r.Time, s.first.Time), cmp.Compare(r.index, s.first.index)) < 0 {
		s.first = r
	}
	if cmp.Or(cmp.Compare(s.last.Time, r.Time), cmp.Compare(r.index, s.last.index)) < 0 {
		s.last = r
	}
}

// around tells whether the span begins before a stretch of time and ends after it.
func (s *bounds) around(from, to int64) bool {
	return s != nil && from != 0 && s.first.Time+int64(s.first.Precision) <= from && to <= s.last.Time
}

// idsOf are the names under which a table may have the delivery.
func (c *claimTable) idsOf(d *delivery) []string {
	var ids []string
	if c.ofEvents && d.event != "" {
		ids = append(ids, d.event)
	}
	if c.ofDelivery && d.id != "" {
		ids = append(ids, d.id)
	}
	return ids
}

// has tells whether a table without operation keys has a row for the delivery.
func (c *claimTable) has(d *delivery) bool {
	return slices.ContainsFunc(c.idsOf(d), func(id string) bool { return c.ids[id] })
}
