package analyze

import (
	"cmp"
	"slices"
	"time"

	"github.com/webhookctl/webhookctl/analyze/language"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// Box is one thing that lies at or below a duplicate's node, for a picture of it. It says nothing that the evidence does not:
// a thing of which no record has a time has none.
type Box struct {
	Layer    profile.Layer
	ID       string        // as the records name it, whole; "" where they do not
	Detail   string        // what else tells it from its neighbours: the answer, the worker, the attempt
	From, To Time          // on the common clock; equal for a moment
	Took     time.Duration // how long it lasted, where the records tell it more finely than in whole seconds
	Branch   int           // of the branches that part, numbered from 0; -1: it lies on several of them
	Parts    bool          // the branches part below it
	Again    bool          // an effect beside the first
	Source   string        // where its first record stands; "" where no record is of it alone
	Line     int64
	Evidence []int // indices into the element's evidence, the first few
}

// Link joins two boxes of one picture by an identifier.
type Link struct {
	Upper, Lower int // indices into the boxes
	By           string
	Value        string // the identifier; "" for marks and times
}

// boxesMost bounds the boxes of one element. A storm of ten thousand repeats is seen in its first thousands.
const boxesMost = 3000

// picture is the boxes of one element in the making.
type picture struct {
	t     *tree
	p     *proof
	at    map[any]int // by the thing: its pointer, a registration's name
	boxes []Box
	links []Link
	left  int // boxes that found no room
}

// draw makes the picture of a node: branch after branch, each from the change down.
func (t *tree) draw(n *node, p *proof) *picture {
	c := &picture{t: t, p: p, at: map[any]int{}}
	for i, b := range inTurn(n.branches) {
		c.branch(i, b)
	}
	for _, e := range t.looseBelow(n) {
		c.effect(-1, e)
	}
	for i := range c.boxes {
		if b := &c.boxes[i]; b.Took == 0 && b.From.Precision < time.Second && b.To.Precision < time.Second {
			b.Took = time.Duration(b.To.Nano - b.From.Nano)
		}
	}
	c.enclose()
	c.sort()
	c.mark(n)
	return c
}

// add makes a box of a thing, or finds it: one that two branches have lies on neither. It returns -1 where there is no room.
func (c *picture) add(branch int, layer profile.Layer, thing any, id string, rs ...*record) (at int, fresh bool) {
	if i, ok := c.at[thing]; ok {
		if c.boxes[i].Branch != branch {
			c.boxes[i].Branch = -1
		}
		return i, false
	}
	if len(c.boxes) >= boxesMost {
		c.left++
		return -1, false
	}
	box := Box{Layer: layer, ID: id, Branch: branch}
	for _, r := range rs {
		if r == nil {
			continue
		}
		if box.Source == "" {
			box.Source, box.Line = c.t.world.sources[r.Source].Name, r.Line
		}
		if i, ok := c.p.placeOf(r); ok && len(box.Evidence) < 4 && !slices.Contains(box.Evidence, i) {
			box.Evidence = append(box.Evidence, i)
		}
		box.spans(r)
	}
	c.at[thing] = len(c.boxes)
	c.boxes = append(c.boxes, box)
	return len(c.boxes) - 1, true
}

// spans stretches a box over a record.
func (b *Box) spans(r *record) {
	if !r.timed() || r.Event == profile.EventRegistration {
		return
	}
	if b.From.Precision == 0 || r.begin() < b.From.Nano {
		b.From = Time{Nano: r.begin(), Precision: r.Precision}
	}
	if b.To.Precision == 0 || r.end() > b.To.Nano {
		b.To = Time{Nano: r.end(), Precision: r.Precision}
	}
}

func (c *picture) link(upper, lower int, by language.Text, value string) {
	if upper < 0 || lower < 0 {
		return
	}
	l := Link{Upper: upper, Lower: lower, By: c.t.Say(by), Value: value}
	if !slices.ContainsFunc(c.links[max(0, len(c.links)-16):], func(o Link) bool { return o.Upper == upper && o.Lower == lower }) {
		c.links = append(c.links, l)
	}
}

// of is the box of a thing that has one, else -1.
func (c *picture) of(thing any) int {
	if i, ok := c.at[thing]; ok {
		return i
	}
	return -1
}

func (c *picture) branch(i int, b branch) {
	for _, d := range b.deliveries {
		if !d.other {
			c.delivery(i, d)
		}
	}
	for _, x := range b.receipts {
		c.receipt(i, x)
	}
	for _, j := range b.jobs {
		c.job(i, j)
	}
	for _, n := range b.runs {
		c.run(i, n)
	}
	for _, e := range b.effects {
		c.effect(i, e)
	}
}

// delivery draws a delivery and what is above it. A retry of one delivery, told apart by its registration's action, hangs on that.
func (c *picture) delivery(i int, d *delivery) {
	up := -1
	if d.change != nil {
		up, _ = c.add(i, profile.LayerChange, d.change, "")
	}
	if d.webhook != "" {
		at, _ := c.add(i, profile.LayerRegistration, registrationKey{d.shop, d.webhook}, d.webhook, c.t.registrationOf(d.webhook).rows...)
		if up >= 0 {
			value := ""
			if d.change.by == "event ID" {
				value = d.event
			}
			c.link(up, at, cmp.Or(d.change.by, "its own line"), value)
		}
		up = at
	}
	by, value := language.Text("webhook ID"), d.webhook
	if x := d.run; x != nil {
		at, fresh := c.add(i, profile.LayerSchedule, x.action, x.action.id, x.from, x.to)
		if fresh && x.action.row != nil {
			c.boxes[at].Detail = x.action.row.RowStatus
		}
		if !fresh && at >= 0 { // it ran again
			c.boxes[at].spans(x.from)
			if x.to != nil {
				c.boxes[at].spans(x.to)
			}
		}
		c.link(up, at, by, value)
		up, by, value = at, "registration, resource and time", ""
	}
	rs := []*record{d.logged}
	if d.logged == nil {
		rs = slices.Concat(d.relayed, d.proxied, d.records[:min(1, len(d.records))])
	}
	at, fresh := c.add(i, profile.LayerDelivery, d, d.id, rs...)
	if fresh {
		if d.logged != nil {
			c.boxes[at].Took = d.logged.Took
		}
		code, failure, _ := d.answer()
		c.boxes[at].Detail = answerText(code, failure)
	}
	c.link(up, at, by, value)
}

func (c *picture) receipt(i int, x *receipt) {
	at, fresh := c.add(i, profile.LayerReceipt, x, x.requestID, x.records...)
	if fresh {
		c.boxes[at].Detail = c.became(x)
	}
	first := firstOf(x.records)
	if first != nil {
		c.link(c.of(x.delivery), at, joinedBy(first), cmp.Or(first.DeliveryID, first.EventID))
	}
}

// became is what the receiver did with a request: its answer, or that it left it as a repeat.
func (c *picture) became(x *receipt) string {
	what := ""
	switch {
	case x.skipped() != nil:
		what = c.t.Say("left as a repeat")
	case x.has(profile.EventRejected):
		what = c.t.Say("refused")
	default:
		for _, r := range x.records {
			if via := called(r); via != "" && what == "" {
				what = c.t.via(via)
			}
		}
	}
	if r := x.answer(); r != nil {
		return join(answerText(r.Code, failureOf(r)), what)
	}
	return what
}

// job lasts from when it was queued until its first run begins.
func (c *picture) job(i int, j *job) {
	rs := j.records
	if len(rs) > 0 && len(j.runs) > 0 {
		rs = append(slices.Clone(rs), j.runs[0].handedOut())
	}
	at, _ := c.add(i, profile.LayerQueue, j, j.id, rs...)
	switch {
	case j.receipt != nil:
		c.link(c.of(j.receipt), at, "its own line", j.id)
	case j.delivery != nil:
		c.link(c.of(j.delivery), at, "delivery ID", j.delivery.id)
	}
}

func (c *picture) run(i int, n *run) {
	at, fresh := c.add(i, profile.LayerExecution, n, "", n.records...)
	if fresh {
		via := ""
		for _, r := range n.records {
			via = cmp.Or(via, called(r))
		}
		c.boxes[at].Detail = join(n.worker, c.t.attempt(n.attempt), c.t.via(via))
	}
	switch {
	case n.job != nil && n.jobID != "":
		c.link(c.of(n.job), at, "job ID", n.job.id)
	case n.job != nil:
		c.link(c.of(n.job), at, "its own line", "")
	case n.receipt != nil:
		c.link(c.of(n.receipt), at, "request ID", n.receipt.requestID)
	case n.delivery != nil && len(n.records) > 0:
		c.link(c.of(n.delivery), at, joinedBy(n.records[0]), n.records[0].DeliveryID)
	}
	for _, e := range n.effects {
		below, _ := c.effect(i, e)
		c.link(at, below, e.by, e.id)
	}
}

// effect draws a record of the downstream system, at the moment that its own log or the first line that names it says.
func (c *picture) effect(i int, e *effect) (at int, fresh bool) {
	r := cmp.Or(e.made, firstOf(e.records))
	at, fresh = c.add(i, profile.LayerEffect, e, e.id, r)
	if !fresh || e.placed && e.by != "request ID" && e.by != "delivery ID" && e.by != "operation key" {
		return at, fresh
	}
	for _, x := range c.t.receiptsOf[requestOf(e.records)] {
		if c.of(x) >= 0 && slices.Contains(x.effects, e) {
			c.link(c.of(x), at, e.by, x.requestID)
			return at, fresh
		}
	}
	for _, r := range e.records {
		if d := c.t.deliveryOf(r); d != nil && c.of(d) >= 0 && slices.Contains(c.t.effectsOf[d], e) {
			c.link(c.of(d), at, cmp.Or(e.by, "delivery ID"), d.id)
			return at, fresh
		}
	}
	return at, fresh
}
