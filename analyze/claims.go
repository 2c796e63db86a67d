package analyze

import (
	"slices"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// What the rows of a receiver's claim table show of requests. A row shows that its operation was claimed, and how it stands. It does
// not show that only one request passed: a receiver that lets two through writes one row over. So a row settles what became of the
// request that made it. Of the others something must say that they did nothing: the receiver's log or their answer; or that they
// came when the row had been written for the last time, and the table was exported after they were gone.

// claim is the one row for something, as the records that an import makes of it.
type claim struct{ claimed, done *record }

// claimsNear are the tables that were collected with the component's own files.
func (t *tree) claimsNear() []*claimTable {
	var near []*claimTable
	for _, c := range t.world.claimTables {
		if t.roots[c.root] {
			near = append(near, c)
		}
	}
	return near
}

// near keeps the rows that were collected with the component's own files.
func (t *tree) near(rows []*record) []*record {
	var out []*record
	for _, r := range rows {
		if t.roots[root(t.world.sources[r.Source].Name)] {
			out = append(out, r)
		}
	}
	return out
}

// rowsFor are the rows for what a request asked for: by its operation where a log names it, else by its event or its delivery in
// tables that have only these.
func (t *tree) rowsFor(x *receipt) []*record {
	if o := t.asks[x]; o != nil && o.logged {
		if rows := t.near(t.world.claimRows.keys[o.key]); len(rows) > 0 {
			return rows
		}
	}
	return t.namedRows(x.delivery)
}

// namedRows are the rows without an operation key that name the delivery or its event. Where deliveries of several resources share an
// ID, its row is of one of them, and nothing tells which.
func (t *tree) namedRows(d *delivery) []*record {
	if t.world.sharedDeliveries[ident{kind: 'v', a: d.webhook, b: d.id}] {
		return nil
	}
	var rows []*record
	for _, id := range []string{d.event, d.id} {
		if id != "" && len(rows) == 0 {
			rows = t.near(t.world.claimRows.ids[id])
		}
	}
	return rows
}

// fileRows gives operations that no log names the rows of their deliveries or events, and makes an operation of what a table has and
// no request in the evidence names. That an event was processed says nothing of an operation that has lines of its own.
func (t *tree) fileRows(get func(key string, logged bool) *operation) {
	if len(t.world.claimTables) == 0 {
		return
	}
	filed := map[*operation]*once[*record]{}
	file := func(o *operation, rows []*record) {
		if o == nil || o.logged || len(o.runs) > 0 {
			return
		}
		if filed[o] == nil {
			filed[o] = &once[*record]{}
		}
		o.rows = filed[o].add(o.rows, rows...)
	}
	for _, d := range t.deliveries {
		rows := t.namedRows(d)
		if len(rows) == 0 || d.invalid {
			continue
		}
		if len(d.receipts) == 0 {
			file(get(t.derivedKey(d), false), rows)
		}
		for _, x := range d.receipts {
			file(t.asks[x], rows)
		}
	}
	for _, r := range t.component.records {
		id := idOfRow(r)
		if claimRow(&r.Observation) && r.OperationKey == "" && !slices.ContainsFunc(t.world.claimTables, func(c *claimTable) bool { return c.seen[id] }) {
			file(get(id, false), []*record{r})
		}
	}
}

// oneClaim is the claim that these rows are, nil where they are of several: then nothing is unique, so nothing kept a second request
// out.
func oneClaim(rows []*record) *claim {
	var c claim
	for _, r := range rows {
		switch {
		case r.RowID != rows[0].RowID || r.DeliveryID != rows[0].DeliveryID:
			return nil
		case r.Event == profile.EventClaimed:
			if c.claimed != nil {
				return nil
			}
			c.claimed = r
		case r.Event == profile.EventDone:
			c.done = r
		}
	}
	if c.claimed == nil || !c.claimed.timed() {
		return nil
	}
	return &c
}

// madeBy tells whether the request may have made the row: it has the request's delivery if it has any, and was written while the
// request was there, as far as two clocks agree within slack.
func (c *claim) madeBy(x *receipt, slack int64) bool {
	if id := c.claimed.DeliveryID; id != "" && id != x.delivery.id {
		return false
	}
	from, to := x.stay()
	return from != 0 && c.claimed.Time+int64(c.claimed.Precision) >= from-slack && c.claimed.Time <= to+slack
}

// untouchedBy tells whether the request came when the row was done, and left it as it was: it has no line of a claim or of work, and
// the table was exported when it was gone, or so soon before that nobody can have meant to.
func (t *tree) untouchedBy(c *claim, x *receipt) bool {
	from, to := x.stay()
	if c.done == nil || !c.done.timed() || from == 0 || c.done.Time+int64(c.done.Precision) > from ||
		x.tookOn() || x.has(profile.EventFailed) || len(t.runsBelow(x)) > 0 {
		return false
	}
	return slices.ContainsFunc(t.claimTables, func(e *claimTable) bool { return e.written >= to-tolerance })
}

// stay is the time from the first to the last of the request's lines, by the receiver's own clock; 0 where they have none.
func (x *receipt) stay() (from, to int64) {
	for _, r := range x.records {
		if !r.timed() {
			continue
		}
		if from == 0 || r.Begin() < from {
			from = r.Begin()
		}
		to = max(to, r.End()+int64(r.Precision))
	}
	return from, to
}

// claimsSettle tells whether the claim table shows what became of the branch's requests, where the receiver's logs do not. used are
// the rows that settle another request of the node: two that may have made one row may both have passed.
func (t *tree) claimsSettle(b *branch, used map[*record]bool) bool {
	if slices.ContainsFunc(b.runs, func(n *run) bool { return !n.ended() && n.stalled == nil && len(n.effects) == 0 }) {
		return false
	}
	ran := map[*receipt]bool{}
	for _, n := range b.runs {
		ran[n.receipt] = true
	}
	for _, x := range b.receipts {
		if x.turnedAway() || ran[x] || ran[nil] || t.didNothing(x) {
			continue
		}
		c := oneClaim(t.rowsFor(x))
		if c == nil || c.done == nil || used[c.claimed] || !c.madeBy(x, tolerance) {
			return false
		}
		used[c.claimed] = true
	}
	return len(b.receipts) > 0
}

// didNothing tells of a request without a line of work, whose operation is claimed, that it was turned away: its answer says so, or
// the row that it found.
func (t *tree) didNothing(x *receipt) bool {
	if t.answeredAsRepeat(x) {
		return true
	}
	c := oneClaim(t.rowsFor(x))
	return c != nil && t.untouchedBy(c, x)
}

// answeredAsRepeat tells a request that has no line of work, and whose operation is claimed, by its answer: 409 Conflict, or 208
// Already Reported.
func (t *tree) answeredAsRepeat(x *receipt) bool {
	if x.tookOn() || len(t.runsBelow(x)) > 0 || len(t.rowsFor(x)) == 0 {
		return false
	}
	code := 0
	if r := x.first(profile.EventResponded); r != nil {
		code = r.Code
	} else if len(x.delivery.receipts) == 1 {
		code, _, _ = x.delivery.answer()
	}
	return code == 409 || code == 208
}

// claimByNumber settles a node whose requests nothing but the proxy's log has, so that no line names their operation: they carry one
// state of a resource whose number one claim's key has, which was made while one of them was there; the others came when it was
// done. It returns the claim, nil where there is none. What it tells is the outcome; it names no operation.
func (t *tree) claimByNumber(n *node) *claim {
	b := n.all()
	if len(t.claimTables) == 0 || t.component.resource.ID == "" || t.component.resourceBy != "" || len(b.receipts) < 2 ||
		len(b.jobs)+len(b.runs)+len(b.effects) > 0 || len(b.deliveries) == 0 {
		return nil
	}
	state := b.deliveries[0].change
	if state == nil || !state.known || slices.ContainsFunc(b.deliveries, func(d *delivery) bool { return d.change != state }) ||
		slices.ContainsFunc(b.receipts, func(x *receipt) bool { return x.invalid || t.asks[x] != nil && t.asks[x].logged }) {
		return nil
	}
	var found *claim
	var maker *receipt
	for _, key := range t.world.claimRows.numbers[t.component.resource.ID] {
		c := oneClaim(t.near(t.world.claimRows.keys[key]))
		if c == nil || t.world.claimRows.named[key] || c.claimed.ResourceID != "" && c.claimed.ResourceID != t.component.resource.ID {
			continue
		}
		for _, x := range b.receipts {
			if !c.madeBy(x, 0) {
				continue
			}
			if found != nil {
				return nil // two rows, or two requests that may have made one
			}
			found, maker = c, x
		}
	}
	if found == nil || found.done == nil || slices.ContainsFunc(b.receipts, func(x *receipt) bool { return x != maker && !t.untouchedBy(found, x) }) {
		return nil
	}
	return found
}
