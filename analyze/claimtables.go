package analyze

import (
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// claimTable is one export of the receiver's own table of what it has taken on. Its rows are written over: of what went on between
// the claim and the state that a row has now, it tells nothing. Its clock is the receiver's, so its times are compared with those
// of the receiver's lines as both have them.
type claimTable struct {
	root   string
	keys   map[string][]*record // rows by the operation that they name; those that name none,
	ids    map[string][]*record // by their event or delivery;
	events bool                 // which of the two
	claims map[string]*span     // from the first to the last row of each kind of operation
	served map[servedBy]*span   // from the first to the last request that has a row
	topics map[string]bool      // of requests that have a row
	seen   map[string]bool      // IDs of rows that a request in the evidence has
}

// span is a stretch of time by the records at its ends, on their own clock.
type span struct{ first, last *record }

// servedBy is a log and a kind of operation of which some request has a row in the table. A table says nothing of the requests of
// another receiver, nor of those of a kind that it does not keep.
type servedBy struct{ log, kind string }

// rowsKept bounds the rows of one name: that they are more than one is all that matters.
const rowsKept = 64

// claimRow tells a row of a receiver's claim table.
func claimRow(o *profile.Observation) bool {
	return o.RowStatus != "" && (o.Event == profile.EventClaimed || o.Event == profile.EventDone || o.Event == profile.EventFailed)
}

// kindOfKey is what an operation's key begins with before its first digit: "shipment:create:". A key that does not begin with words
// is of no kind.
func kindOfKey(key string) string {
	i := strings.IndexAny(key, "0123456789")
	if i < 0 || !strings.ContainsAny(key[:i], ":/_-. ") {
		return ""
	}
	return key[:i]
}

// claimTablesOf reads the tables' rows. Every export is a table of its own, since an older one covers less; so rows that two of
// them have alike are taken from each.
func claimTablesOf(w *world) []*claimTable {
	bySource := map[int]*claimTable{}
	var tables []*claimTable
	for i := range w.history.Observations {
		o := &w.history.Observations[i]
		if !claimRow(o) {
			continue
		}
		c := bySource[o.Source]
		if c == nil {
			c = &claimTable{
				root: root(w.history.Sources[o.Source].Name),
				keys: map[string][]*record{}, ids: map[string][]*record{}, claims: map[string]*span{},
				served: map[servedBy]*span{}, topics: map[string]bool{}, seen: map[string]bool{},
			}
			bySource[o.Source] = c
			tables = append(tables, c)
		}
		c.add(&record{Observation: *o, shift: w.clocks[o.Source].offset})
	}
	if len(tables) == 0 {
		return nil
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

func (c *claimTable) add(r *record) {
	rows, name := c.keys, r.OperationKey
	if name == "" {
		rows, name = c.ids, idOfRow(r)
		c.events = c.events || r.EventID != ""
	}
	if len(rows[name]) < rowsKept {
		rows[name] = append(rows[name], r)
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

// see notes what a record of some log has in common with the table.
func (c *claimTable) see(r *record, log string) {
	if r.OperationKey != "" && c.keys[r.OperationKey] != nil {
		widen(c.served, servedBy{log, kindOfKey(r.OperationKey)}, r)
	}
	for _, id := range []string{r.EventID, r.DeliveryID} {
		if id != "" && c.ids[id] != nil {
			c.seen[id] = true
			c.topics[r.Topic] = true
			widen(c.served, servedBy{log: log}, r)
		}
	}
}

// widen makes a span reach to a record.
func widen[K comparable](spans map[K]*span, k K, r *record) {
	if !r.timed() {
		return
	}
	s := spans[k]
	if s == nil {
		spans[k] = &span{first: r, last: r}
		return
	}
	if r.Time < s.first.Time {
		s.first = r
	}
	if r.Time > s.last.Time {
		s.last = r
	}
}

// around tells whether the span begins before a stretch of time and ends after it.
func (s *span) around(from, to int64) bool {
	return s != nil && from != 0 && s.first.Time+int64(s.first.Precision) <= from && to <= s.last.Time
}

// named are the rows without an operation key that name the delivery or its event.
func (c *claimTable) named(d *delivery) []*record {
	if id := c.idOf(d); id != "" {
		return c.ids[id]
	}
	return nil
}

// idOf is what the table's rows would name of the delivery, "" if no line names it.
func (c *claimTable) idOf(d *delivery) string {
	if len(c.ids) == 0 || !c.events {
		return d.id
	}
	for _, r := range d.records {
		if r.EventID != "" {
			return r.EventID
		}
	}
	return ""
}
