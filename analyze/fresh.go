package analyze

import (
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// A receiver that leaves a request as a repeat may know its operation from before its log begins. So that an operation was stopped
// and nobody carried it out is said only where the evidence shows that it cannot have been asked for before. One of these does:
//
//   - the receiver's claim table covers the time and has no row for it;
//   - its key names the payload (order:sync:21:bf08d449), and that state came after another one that was delivered;
//   - the resource itself was made while a log that covers the time shows every request for it.
//
// The last two need every request for the resource to be in the evidence, or a log that would show the work.

// fresh tells whether a logged operation cannot have been carried out before the first of its requests that are in the evidence.
func (t *tree) fresh(o *operation) bool {
	if !o.logged || len(o.receipts) == 0 {
		return false
	}
	x := o.receipts[0] // that came first
	for _, y := range o.receipts {
		if a, b := y.came(), x.came(); a != nil && (b == nil || a.begin() < b.begin()) {
			x = y
		}
	}
	if x.came() == nil || x.proxyOnly {
		return false
	}
	if t.notInClaims(o) {
		return true
	}
	return t.workWouldShow(x) && (t.namesNewState(o, x) || t.bornWithin(x))
}

// came is the line that says when the request came, nil if none has a time.
func (x *receipt) came() *record {
	r, _ := x.arrived()
	return r
}

// notInClaims tells whether a table of operations covers each of the requests, and none has a row for it.
func (t *tree) notInClaims(o *operation) bool {
	for _, x := range o.receipts {
		covered := false
		for _, c := range t.claimTables {
			if !c.keyed {
				continue
			}
			between, has := t.lacksIn(c, x)
			if has {
				return false
			}
			covered = covered || between != nil
		}
		if !covered {
			return false
		}
	}
	return true
}

// workWouldShow tells whether work for the request's operation would be in the evidence: the worker's or the downstream system's log
// covers the time, or the sender's or the proxy's log does, and of all deliveries that it has the receiver's log has the receipts.
// Else another instance, whose log is not here, may have done it.
func (t *tree) workWouldShow(x *receipt) bool {
	at := x.came().begin()
	if t.covers(workerLog, at) != nil || t.covers(effectLog, at) != nil {
		return true
	}
	if t.covers(senderLog, at) == nil && t.covers(proxyLog, at) == nil {
		return false
	}
	return t.allReceived(at)
}

// allReceived tells whether the receiver's log has every request of the resource until then.
func (t *tree) allReceived(until int64) bool {
	return !slices.ContainsFunc(t.deliveries, func(d *delivery) bool {
		if d.invalid || d.begin() > until {
			return false
		}
		return len(d.receipts) == 0 || slices.ContainsFunc(d.receipts, func(x *receipt) bool { return x.proxyOnly })
	})
}

// namesNewState tells whether the operation's key holds the beginning of the payload's hash, and another state of the resource was
// delivered before this one.
func (t *tree) namesNewState(o *operation, x *receipt) bool {
	c := x.delivery.change
	if c == nil || !c.known || x.delivery.body == (profile.Hash{}) {
		return false
	}
	const digits = 8
	if !strings.Contains(lower(o.key), hex.EncodeToString(x.delivery.body[:digits/2])) {
		return false
	}
	return slices.ContainsFunc(t.changes, func(before *change) bool {
		return before.known && before.begin() != 0 && before.begin() < c.begin() && t.differ(before, c)
	})
}

// bornWithin tells whether the resource was made while a log shows each request for it: the log in which this request is, or the
// sender's.
func (t *tree) bornWithin(x *receipt) bool {
	born := t.born()
	if born == 0 {
		return false
	}
	if t.world.writes(receiverLog, t.world.logs[x.records[0].Source], born) {
		return true
	}
	return (t.covers(senderLog, born) != nil || t.covers(queueLog, born) != nil) && t.allReceived(x.came().begin())
}

// born is when the resource was made, 0 if that is not in the evidence: its first delivery says that it was created, or its body says
// when. A body's time may be in the site's zone; where it was changed when it was delivered, it is not.
func (t *tree) born() int64 {
	for i, d := range t.deliveries {
		if d.invalid || d.begin() == 0 {
			continue
		}
		if i == 0 && strings.HasSuffix(d.topic, ".created") {
			return d.begin()
		}
		s, ok := t.world.history.state(d.state)
		if !ok {
			continue
		}
		created, err := time.Parse("2006-01-02T15:04:05", s.Clear.DateCreated)
		modified, err2 := time.Parse("2006-01-02T15:04:05", s.Clear.DateModified)
		if err != nil || err2 != nil {
			continue
		}
		if late := d.begin() - modified.UnixNano(); late > -tolerance && late < int64(10*time.Minute) {
			return created.UnixNano()
		}
	}
	return 0
}
