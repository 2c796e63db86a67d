package analyze

import (
	"slices"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// What the rows of a receiver's claim table show of requests. A row shows that its operation was claimed, and how it stands. It does
// not show that only one request passed: a receiver that lets two through writes one row over. So a row settles what became of the
// request that made it, and of no other: of those the receiver's log, or their answers, must say that they were turned away.

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

// rowsFor are the rows, in all exports, for what a request asked for: by its operation where a log names it, else by its event or
// its delivery in tables that have only these.
func (t *tree) rowsFor(x *receipt) []*record {
	var rows []*record
	if o := t.asks[x]; o != nil && o.logged {
		for _, c := range t.claimTables {
			rows = append(rows, c.keys[o.key]...)
		}
	}
	if len(rows) == 0 {
		rows = t.namedRows(x.delivery)
	}
	return rows
}

// namedRows are the rows without an operation key that name the delivery or its event. Where deliveries of several resources share an
// ID, its row is of one of them, and nothing tells which.
func (t *tree) namedRows(d *delivery) []*record {
	if t.world.sharedDeliveries[ident{kind: 'v', a: d.webhook, b: d.id}] {
		return nil
	}
	var rows []*record
	for _, c := range t.claimTables {
		rows = append(rows, c.named(d)...)
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

// claimOf gives the row that a request made, as the records that an import makes of it: the only row for what the request asked for,
// with its delivery if it has one, and written while the request was there. Nil where there is none, or it may be another's.
func (t *tree) claimOf(x *receipt) []*record {
	rows := t.rowsFor(x)
	var claim *record
	exports := map[int]bool{}
	for _, r := range rows {
		if r.RowID != rows[0].RowID || r.DeliveryID != rows[0].DeliveryID || r.DeliveryID != "" && r.DeliveryID != x.delivery.id {
			return nil
		}
		if r.Event != profile.EventClaimed {
			continue
		}
		if exports[r.Source] || claim != nil && r.Time != claim.Time {
			return nil // two rows: nothing is unique, so nothing kept a second request out
		}
		exports[r.Source], claim = true, r
	}
	if claim == nil || !claim.timed() {
		return nil
	}
	if from, to := x.stay(); from == 0 || claim.Time+int64(claim.Precision) < from-tolerance || claim.Time > to+tolerance {
		return nil
	}
	return rows
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

// claimsSettle tells whether the claim table shows what became of the branch's requests, where the receiver's logs do not: each was
// turned away by its answer, or made the row of an operation that has succeeded. used are the rows that settle another request
// of the node: two that may have made one row may both have passed.
func (t *tree) claimsSettle(b *branch, used map[*record]bool) bool {
	if slices.ContainsFunc(b.runs, func(n *run) bool { return !n.ended() && n.stalled == nil && len(n.effects) == 0 }) {
		return false
	}
	ran := map[*receipt]bool{}
	for _, n := range b.runs {
		ran[n.receipt] = true
	}
	for _, x := range b.receipts {
		if x.turnedAway() || ran[x] || ran[nil] || t.answeredAsRepeat(x) {
			continue
		}
		rows := t.claimOf(x)
		if !slices.ContainsFunc(rows, func(r *record) bool { return r.Event == profile.EventDone }) || used[rows[0]] {
			return false
		}
		used[rows[0]] = true
	}
	return len(b.receipts) > 0
}

// answeredAsRepeat tells a request that has no line of work, and whose operation is claimed, by its answer: 409 Conflict, or 208
// Already Reported.
func (t *tree) answeredAsRepeat(x *receipt) bool {
	if x.has(profile.EventClaimed) || x.has(profile.EventEnqueued) || len(t.runsBelow(x)) > 0 || len(t.rowsFor(x)) == 0 {
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

// rowFailed is the row with which the receiver's table says that the operation failed, nil where it does not, or a run may have done
// it all the same.
func (o *operation) rowFailed() *record {
	i := slices.IndexFunc(o.rows, func(r *record) bool { return r.Event == profile.EventFailed })
	if i < 0 || slices.ContainsFunc(o.runs, (*run).reached) {
		return nil
	}
	return o.rows[i]
}

// rowGaveUp tells whether the receiver's table shows that nothing came of the operation. Its "failed" alone does not: a call that got no
// answer is often written down so, and may have taken effect; the downstream system's log must cover the time.
func (t *tree) rowGaveUp(o *operation) bool {
	r := o.rowFailed()
	return r != nil && r.timed() && len(o.effects) == 0 && t.covers(effectLog, r.at()) != nil || t.neverBegan(o)
}

// neverBegan tells whether an operation that has a row was never begun. That its row says "processing" does not tell, nor that no run is
// in the evidence: the receiver must be one that logs what it queues, and has queued nothing for it, or that does the work in the
// request; and the log of such work, which shows calls, must go on long after the claim.
func (t *tree) neverBegan(o *operation) bool {
	if len(o.runs) > 0 || len(o.effects) > 0 || !t.world.logsCalls || len(o.receipts) == 0 {
		return false
	}
	i := slices.IndexFunc(o.rows, func(r *record) bool { return r.Event == profile.EventClaimed && r.timed() })
	if i < 0 {
		return false
	}
	at := o.rows[i].at()
	worker := t.covers(workerLog, at)
	return !slices.ContainsFunc(o.receipts, func(x *receipt) bool {
		log := t.world.logs[x.records[0].Source]
		inRequest := t.world.writes(workerLog, log, at) && t.world.writes(workerLog, log, at+int64(quiet))
		queued := t.world.queuing[log] && worker != nil && worker.to >= at+int64(quiet)
		return x.proxyOnly || x.has(profile.EventEnqueued) || !inRequest && !queued
	})
}

// unrecordedInTable gives the claims or requests between which the receiver's table would have a row for a request that was
// answered with success, and has none; nil where it has one or need not have one. Work that a log shows is recorded there.
func (t *tree) unrecordedInTable(x *receipt) *span {
	if x.invalid || x.turnedAway() || x.has(profile.EventFailed) || x.has(profile.EventDuplicate) || len(x.jobs)+len(x.runs)+len(x.effects) > 0 || len(t.runsOf[x.delivery]) > 0 {
		return nil
	}
	if o := t.asks[x]; o != nil && o.logged && (o.done() || len(o.runs) > 0) {
		return nil
	}
	code, failure, by := x.delivery.answer()
	if r := x.first(profile.EventResponded); r != nil {
		code, failure, by = r.Code, "", r
	}
	if by == nil || failure != "" || code < 200 || code >= 300 {
		return nil
	}
	return t.lacksRow(x)
}

// asSent stands for the receipt of a delivery that only the sender's log shows, nil where that log does not.
func (d *delivery) asSent() *receipt {
	if d.logged == nil || len(d.receipts) > 0 {
		return nil
	}
	return &receipt{delivery: d, records: []*record{d.logged}}
}

// lacksRow gives the claims or requests between which the table would have a row for the request and has none, nil where it has
// one or need not have one.
func (t *tree) lacksRow(x *receipt) *span {
	var between *span
	for _, c := range t.claimTables {
		s, has := t.lacksIn(c, x)
		if has {
			return nil
		}
		if s != nil {
			between = s
		}
	}
	return between
}

// lacksIn is lacksRow for one export; has tells that it has the row.
func (t *tree) lacksIn(c *claimTable, x *receipt) (between *span, has bool) {
	kind := ""
	if o := t.asks[x]; len(c.keys) > 0 {
		if o == nil || !o.logged {
			return nil, false
		}
		if c.keys[o.key] != nil {
			return nil, true
		}
		kind = kindOfKey(o.key)
	} else if c.named(x.delivery) != nil {
		return nil, true
	} else if topic := x.delivery.topic; c.idOf(x.delivery) == "" || topic != "" && !c.topics[topic] {
		return nil, false
	}
	log := x.records[0]
	from, to := x.stay()
	requests := c.served[servedBy{t.world.logs[log.Source], kind}]
	switch {
	case requests == nil:
	case log.Event != profile.EventDelivery && c.claims[kind].around(from, to): // the sender's clock is not the table's
		return c.claims[kind], false
	case requests.around(from, to):
		return requests, false
	}
	return nil, false
}
