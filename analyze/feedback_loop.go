package analyze

import (
	"slices"
	"strings"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// A feedback loop is a legitimate update that its own delivery sets off: the receiver writes to the resource, or the shop saves it
// while it builds the payload, and that is the next change. It takes two such turns in a row; one write before one change may be
// chance.

// loop is what turns one change into the next.
type loop struct {
	turns    int
	inRow    int    // the most that followed one another
	by       string // in words
	evidence []*record
}

// soon is how long after a write the change that it makes is told at the latest: the sender's queue runs every minute.
const soon = 90 * time.Second

// loopOf finds the turns among changes in order of time.
func (t *tree) loopOf(cs []*change) loop {
	var l loop
	row := 0
	for i := 1; i < len(cs); i++ {
		by, r := t.turn(cs[i-1], cs[i])
		if r == nil {
			row = 0
			continue
		}
		row++
		l.turns, l.inRow = l.turns+1, max(l.inRow, row)
		l.by = by
		l.evidence = append(l.evidence, r)
	}
	return l
}

// turn finds what, while a change was handled, set off the next.
func (t *tree) turn(c, next *change) (by string, r *record) {
	for _, d := range c.deliveries {
		if r := t.queuedWithin(d, next); r != nil {
			return t.Say("the action of each next delivery was queued while the one before it ran: the shop saves the resource when it delivers it"), r
		}
		if r := t.wroteBack(d, next); r != nil {
			return t.Say("the receiver wrote to the sender while it handled each delivery, just before the next change"), r
		}
	}
	return "", nil
}

// queuedWithin finds the creation of a next delivery's action in the time of a delivery's own run. Stamps are of whole seconds.
func (t *tree) queuedWithin(d *delivery, next *change) *record {
	if d.run == nil || d.run.to == nil {
		return nil
	}
	for _, e := range next.deliveries {
		if e.run == nil || e.run.action == d.run.action {
			continue
		}
		for _, r := range e.run.action.records {
			if r.Event == profile.EventActionCreated && r.timed() && r.at() >= d.run.from.at() && r.at() <= d.run.to.end() {
				return r
			}
		}
	}
	return nil
}

// wroteBack finds a call to the sender's own site among the work of a delivery, shortly before the next change. A call that names
// another resource is none.
func (t *tree) wroteBack(d *delivery, next *change) *record {
	for _, x := range d.receipts {
		for _, r := range t.linesOf(x) {
			if r.Event != profile.EventCalled || !r.timed() || r.Method == "GET" || !t.toSender(r) || t.namesOther(r.URL) {
				continue
			}
			if begin := next.begin(); r.begin() <= begin+tolerance && begin-r.begin() <= int64(soon) {
				return r
			}
		}
	}
	return nil
}

// linesOf are the lines of a request and of its work.
func (t *tree) linesOf(x *receipt) []*record {
	rs := slices.Clone(x.records)
	for _, n := range t.runsBelow(x) {
		rs = append(rs, n.records...)
	}
	return rs
}

// toSender tells whether a call goes to the site that the webhooks come from.
func (t *tree) toSender(r *record) bool {
	host := hostOf(r.URL)
	site := t.component.shop
	if h := hostOf(site); h != "" {
		site = h
	}
	return host != "" && site != "" && strings.EqualFold(host, strings.TrimRight(site, "/"))
}

// namesOther tells whether a URL ends with the number of another resource: /wp-json/wc/v3/products/812 for order 40211.
func (t *tree) namesOther(url string) bool {
	path := strings.TrimRight(pathOf(url), "/")
	last := path[strings.LastIndexByte(path, '/')+1:]
	return number(last) && last != t.component.resource.ID
}
