package analyze

import (
	"slices"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// What a receiver's claim table shows by what it has not, and by rows of which nothing came.

// unrecordedInTable gives the claims or requests between which the receiver's table would have a row for a request that was
// answered with success, and has none; nil where it has one or need not have one. Work that a log shows is recorded there.
func (t *tree) unrecordedInTable(x *receipt) *bounds {
	if !t.workUnseen(x) {
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

// workUnseen tells a request that was not turned away, did not fail, and of whose work no line tells.
func (t *tree) workUnseen(x *receipt) bool {
	return !x.invalid && !x.turnedAway() && !x.has(profile.EventFailed) && !x.has(profile.EventDuplicate) &&
		len(x.jobs)+len(x.runs)+len(x.effects) == 0 && len(t.runsOf[x.delivery]) == 0
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
func (t *tree) lacksRow(x *receipt) *bounds {
	var between *bounds
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
func (t *tree) lacksIn(c *claimTable, x *receipt) (between *bounds, has bool) {
	kind := ""
	if c.keyed {
		o := t.asks[x]
		if o == nil || !o.logged {
			return nil, false
		}
		if c.keys[o.key] {
			return nil, true
		}
		kind = kindOfKey(o.key)
	} else {
		if c.has(x.delivery) {
			return nil, true
		}
		if topic := x.delivery.topic; len(c.idsOf(x.delivery)) == 0 || topic != "" && !c.topics[topic] {
			return nil, false
		}
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

// rowFailed is the row with which the receiver's table says that the operation failed, nil where it does not, or a run may have done
// it all the same.
func (o *operation) rowFailed() *record {
	i := slices.IndexFunc(o.rows, func(r *record) bool { return r.Event == profile.EventFailed })
	if i < 0 || slices.ContainsFunc(o.runs, (*run).reached) {
		return nil
	}
	return o.rows[i]
}

// rowGaveUp tells whether nothing came of an operation of which no run is in the evidence. That its row says "failed" does not show it:
// a call that got no answer is often written down so, and may have taken effect; the downstream system's log must cover the time.
func (t *tree) rowGaveUp(o *operation) bool {
	r := o.rowFailed()
	return r != nil && r.timed() && len(o.effects) == 0 && t.covers(effectLog, r.at()) != nil || t.neverBegan(o)
}

// neverBegan tells whether an operation was claimed and never begun: none of the requests that were let through led to work.
// That its row says "processing" does not tell, nor that no run is in the evidence.
func (t *tree) neverBegan(o *operation) bool {
	if len(o.runs)+len(o.effects) > 0 || !t.world.logsCalls {
		return false
	}
	began, claimed := false, false
	for _, x := range o.receipts {
		if x.turnedAway() {
			continue
		}
		at := x.first(profile.EventClaimed)
		if i := slices.IndexFunc(o.rows, func(r *record) bool { return r.Event == profile.EventClaimed && r.timed() }); at == nil && i >= 0 {
			at = o.rows[i]
		}
		if at == nil || !at.timed() {
			return false
		}
		claimed = true
		began = began || !t.overWithoutWork(x, at.at())
	}
	return claimed && !began
}

// overWithoutWork tells whether a request that claimed its operation at that time has led to no work and will lead to none. Its
// receiver logs what it queues, and has queued nothing for it, while the worker's log, which shows calls, goes on long after; or it
// does the work in the request, and its log goes on so, or the request was cut off before any call.
func (t *tree) overWithoutWork(x *receipt, at int64) bool {
	log := t.world.logs[x.records[0].Source]
	if x.proxyOnly || x.has(profile.EventEnqueued) {
		return false
	}
	if worker := t.covers(workerLog, at); t.world.queuing[log] {
		return worker != nil && worker.to >= at+int64(quiet)
	}
	return t.world.writes(workerLog, log, at) && (t.world.writes(workerLog, log, at+int64(quiet)) || t.cutOff(x))
}

// cutOff tells whether a request broke off in the receiver: it has no answer in a log that has its arrival, the proxy's connection for
// it was closed (502), and the downstream system's log covers the time.
func (t *tree) cutOff(x *receipt) bool {
	came := x.first(profile.EventReceived)
	return came != nil && !x.has(profile.EventResponded) && x.requestID != "" &&
		t.world.calling[t.world.logs[x.records[0].Source]] && t.covers(effectLog, came.at()) != nil &&
		slices.ContainsFunc(x.delivery.proxied, func(p *record) bool { return p.RequestID == x.requestID && p.Code == 502 })
}
