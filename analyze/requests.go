package analyze

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// delivery is one request that the sender made, with everything that arrived of it.
type delivery struct {
	provider, shop string
	webhook, id    string
	registration   string // the webhook ID; with the shop where two shops' deliveries tell of one change
	topic          string
	signature      profile.Mark
	body           profile.Hash
	state          profile.Mark

	logged   *record   // the sender's own entry
	relayed  []*record // a proxy on the way saw it
	proxied  []*record // the receiver's access log
	records  []*record
	receipts []*receipt
	run      *actionRun
	change   *change
	invalid  bool // its signature was refused: no delivery of the sender's unless its log says so
	other    bool // no delivery at all: a request of somebody else that asked for the same operation
}

// receipt is one request that arrived.
type receipt struct {
	delivery  *delivery
	requestID string
	worker    string // the thread that has it, where lines say
	records   []*record
	events    uint64 // set of steps that its lines tell
	proxyOnly bool   // known only because the proxy tried an upstream
	mixed     bool   // shares its request ID with another, and its lines do not tell which is whose
	invalid   bool
	jobs      []*job
	runs      []*run    // executions inside the request itself
	effects   []*effect // that name the request and no execution
}

// requests builds the component's deliveries and receipts.
func (t *tree) requests() {
	for _, r := range t.component.records {
		switch r.Event {
		case profile.EventDelivery:
			d := t.newDelivery()
			d.logged = r
			t.take(d, r)
		}
	}
	for _, r := range t.component.records {
		switch r.Event {
		case profile.EventRelayed, profile.EventProxied:
			d := t.deliveryOf(r)
			if d == nil {
				if r.DeliveryID == "" && r.Signature == (profile.Mark{}) {
					continue // an access line without webhook headers: an upper bound, no request of its own
				}
				d = t.newDelivery()
			}
			t.take(d, r)
			if r.Event == profile.EventProxied {
				d.proxied = append(d.proxied, r)
				if r.RequestID != "" {
					t.byRequest[r.RequestID] = d
				}
			} else {
				d.relayed = append(d.relayed, r)
			}
		}
	}
	t.receiptsFromLogs()
	t.receiptsFromProxy()
	t.copies()
	for _, d := range t.deliveries {
		d.invalid = d.logged == nil && len(d.receipts) > 0 && !slices.ContainsFunc(d.receipts, func(x *receipt) bool { return !x.invalid })
		inTime(d.records)
	}
	slices.SortStableFunc(t.deliveries, func(a, b *delivery) int {
		return cmp.Or(cmp.Compare(a.begin(), b.begin()), cmp.Compare(a.webhook, b.webhook), cmp.Compare(a.id, b.id))
	})
}

func (t *tree) newDelivery() *delivery {
	d := &delivery{}
	t.deliveries = append(t.deliveries, d)
	return d
}

// take adds a record to a delivery, learns from it, and makes the delivery findable by what it now carries.
func (t *tree) take(d *delivery, r *record) {
	before := ident{kind: 'v', a: d.id, m: d.signature, h: d.body}
	d.records = append(d.records, r)
	d.provider = cmp.Or(d.provider, r.Provider)
	d.shop = cmp.Or(d.shop, r.Shop)
	d.webhook = cmp.Or(d.webhook, r.WebhookID)
	d.id = cmp.Or(d.id, r.DeliveryID)
	d.topic = cmp.Or(d.topic, r.Topic)
	if d.signature == (profile.Mark{}) {
		d.signature = r.Signature
	}
	if d.body == (profile.Hash{}) {
		d.body = r.Body
	}
	if d.state == (profile.Mark{}) {
		d.state = r.State
	}
	for _, k := range []struct{ was, is ident }{
		{ident{kind: 'v', a: before.a}, ident{kind: 'v', a: d.id}},
		{ident{kind: 's', m: before.m}, ident{kind: 's', m: d.signature}},
		{ident{kind: 'b', h: before.h}, ident{kind: 'b', h: d.body}},
	} {
		if k.is != k.was {
			t.byName[k.is] = append(t.byName[k.is], d)
		}
	}
}

// deliveryOf finds the delivery that a record names: by delivery ID, registration and bytes; or by what it has of these, as
// long as one delivery alone fits. Two deliveries of one second share their ID, so bytes decide where they are known.
func (t *tree) deliveryOf(r *record) *delivery {
	for _, k := range []ident{
		{kind: 'v', a: r.DeliveryID}, {kind: 's', m: r.Signature}, {kind: 'b', h: r.Body},
	} {
		if k == (ident{kind: k.kind}) {
			continue
		}
		var found *delivery
		for _, d := range t.byName[k] {
			if !d.fits(r) {
				continue
			}
			if found != nil && (found.id != d.id || found.signature != d.signature || found.webhook != d.webhook) {
				return nil
			}
			if found == nil {
				found = d // one state sent twice in one second: nothing tells the two apart, the first stands for both
			}
		}
		if found != nil {
			return found
		}
	}
	return nil
}

func (d *delivery) fits(r *record) bool {
	switch {
	case r.DeliveryID == "" && r.Signature == (profile.Mark{}) && r.Body == (profile.Hash{}):
		return false
	case r.DeliveryID != "" && d.id != "" && r.DeliveryID != d.id:
		return false
	case r.WebhookID != "" && d.webhook != "" && r.WebhookID != d.webhook:
		return false
	case r.Signature != (profile.Mark{}) && d.signature != (profile.Mark{}) && r.Signature != d.signature:
		return false
	case r.Body != (profile.Hash{}) && d.body != (profile.Hash{}) && r.Body != d.body:
		return false
	}
	return r.DeliveryID != "" && r.DeliveryID == d.id ||
		r.Signature != (profile.Mark{}) && r.Signature == d.signature ||
		r.Body != (profile.Hash{}) && r.Body == d.body
}

// receiverSide tells the events that a receiver writes about a request.
func receiverSide(e profile.Event) bool {
	switch e {
	case profile.EventReceived, profile.EventResponded, profile.EventAborted, profile.EventRejected, profile.EventThrottled,
		profile.EventFailed, profile.EventClaimed, profile.EventDuplicate, profile.EventEnqueued:
		return true
	}
	return false
}

// requestKey is what the lines of one request have in common.
type requestKey struct {
	request, process, instance, connection string
	webhook, delivery, resource            string
	signature                              profile.Mark
	body                                   profile.Hash
}

// keyOfRequest goes by the request ID; else by the delivery ID; else by the bytes, under one of their two names.
func (t *tree) keyOfRequest(r *record) requestKey {
	k := requestKey{request: r.RequestID, process: r.Process, instance: r.Instance, connection: r.Connection}
	if k.request != "" {
		return k
	}
	k.webhook, k.delivery = r.WebhookID, r.DeliveryID
	if k.delivery != "" {
		return k
	}
	k.webhook, k.signature = "", r.Signature
	if k.signature == (profile.Mark{}) {
		k.signature = t.signatureOf[r.Body]
	}
	if k.signature == (profile.Mark{}) {
		k.body = r.Body
	}
	if k.signature == (profile.Mark{}) && k.body == (profile.Hash{}) {
		k.resource = r.ResourceID
	}
	return k
}

// receiptsFromLogs groups the receiver's lines into receipts. One request ID does not mean one receipt: below a proxy that
// tries a second upstream two receivers log the same ID, so process and connection count as well, and where a log has
// neither, a second "received" begins a second receipt.
func (t *tree) receiptsFromLogs() {
	for _, r := range t.component.records {
		if r.Body != (profile.Hash{}) && r.Signature != (profile.Mark{}) {
			t.signatureOf[r.Body] = r.Signature
		}
	}
	groups := map[requestKey][]*record{}
	var order []requestKey
	for _, r := range t.component.records {
		if !receiverSide(r.Event) || r.Event == profile.EventFailed && ofWorker(r) {
			continue
		}
		k := t.keyOfRequest(r)
		if groups[k] == nil {
			order = append(order, k)
		}
		groups[k] = append(groups[k], r)
	}
	order = t.oneRequest(groups, order)
	perRequest := map[string]int{}
	for _, k := range order {
		receipts := splitReceipts(inTime(groups[k]))
		for _, x := range receipts {
			x.requestID = k.request
			x.delivery = t.deliveryOfReceipt(x)
			x.delivery.receipts = append(x.delivery.receipts, x)
			if x.delivery.other {
				t.others = append(t.others, x)
			} else {
				t.receipts = append(t.receipts, x)
			}
			for _, r := range x.records {
				if !x.delivery.other {
					t.take(x.delivery, r)
				}
				x.invalid = x.invalid || r.SignatureValid == profile.No
			}
			perRequest[x.requestID]++
		}
	}
	for _, x := range slices.Concat(t.receipts, t.others) {
		if x.requestID != "" && perRequest[x.requestID] > 1 && !x.hasOwn() {
			x.mixed = true
		}
	}
}

// oneRequest merges lines that carry a request's ID and were written by another process (a queue consumer that logs the claim
// under it) into that request: a receipt needs a line that says it came or was answered. Where no group has such a line, the
// log begins in the middle, and the lines of one ID are one request.
func (t *tree) oneRequest(groups map[requestKey][]*record, order []requestKey) []requestKey {
	arrived := map[string][]requestKey{}
	for _, k := range order {
		if k.request != "" && slices.ContainsFunc(groups[k], func(r *record) bool {
			switch r.Event {
			case profile.EventReceived, profile.EventResponded, profile.EventAborted, profile.EventRejected, profile.EventThrottled:
				return true
			}
			return false
		}) {
			arrived[k.request] = append(arrived[k.request], k)
		}
	}
	kept := order[:0]
	for _, k := range order {
		own := arrived[k.request]
		switch {
		case k.request == "" || slices.Contains(own, k):
			kept = append(kept, k)
		case len(own) == 0: // the first group without such a line stands for the request
			arrived[k.request] = []requestKey{k}
			kept = append(kept, k)
		default:
			i := slices.IndexFunc(own, func(o requestKey) bool { return o.process == k.process && o.connection == k.connection })
			if i < 0 {
				i = slices.IndexFunc(own, func(o requestKey) bool { return o.connection == "" || k.connection == "" })
			}
			if i < 0 { // it came over another connection: another receipt, whose beginning is not in the log
				kept = append(kept, k)
				continue
			}
			groups[own[i]] = append(groups[own[i]], groups[k]...)
		}
	}
	return kept
}

// hasOwn tells whether the receipt's lines carry a process or connection, so that they cannot be another receipt's.
func (x *receipt) hasOwn() bool {
	return slices.ContainsFunc(x.records, func(r *record) bool { return r.Process != "" || r.Connection != "" })
}

// splitReceipts parts the lines of one key at each further "received".
func splitReceipts(rs []*record) []*receipt {
	var out []*receipt
	for _, r := range rs {
		if len(out) == 0 || r.Event == profile.EventReceived && out[len(out)-1].has(profile.EventReceived) && !sameMoment(out[len(out)-1], r) {
			out = append(out, &receipt{worker: r.Worker})
		}
		x := out[len(out)-1]
		for _, o := range out[max(0, len(out)-8):] { // an earlier one that still waits for this step, and whose thread this is
			if !o.has(r.Event) && (o.worker == r.Worker || o.worker == "" || r.Worker == "") && !o.has(profile.EventResponded) {
				x = o
				break
			}
		}
		x.add(r)
		x.worker = cmp.Or(x.worker, r.Worker)
	}
	return out
}

// sameMoment tells a line that says the same thing in other words (two loggers, one request) from a second request: the two
// "received" are within 5 ms and one of them comes from another source.
func sameMoment(x *receipt, r *record) bool {
	for _, o := range x.records {
		if o.Event == profile.EventReceived && o.Source != r.Source && o.timed() && r.timed() && r.at()-o.at() < 5e6 {
			return true
		}
	}
	return false
}

func (x *receipt) has(e profile.Event) bool { return x.events&(1<<steps[e]) != 0 }

func (x *receipt) add(r *record) {
	x.records = append(x.records, r)
	x.events |= 1 << steps[r.Event]
}

func (x *receipt) first(e profile.Event) *record {
	for _, r := range x.records {
		if r.Event == e {
			return r
		}
	}
	return nil
}

// deliveryOfReceipt finds the receipt's delivery through its own lines, else through the access line with its request ID.
// A receipt whose delivery nothing names gets one of its own, without an ID.
func (t *tree) deliveryOfReceipt(x *receipt) *delivery {
	for _, r := range x.records {
		if d := t.deliveryOf(r); d != nil {
			return d
		}
	}
	if d := t.byRequest[x.requestID]; d != nil {
		return d
	}
	if t.otherCaller(x) {
		return &delivery{other: true}
	}
	return t.newDelivery()
}

// tries counts the upstreams to which a proxy passed a request. An upstream that refused (502) never had it; where the log
// names upstreams, a line without one was answered by the proxy itself.
func (w *world) tries(p *record) int {
	if p.Upstream == "" {
		switch {
		case w.answering[p.Source], p.Code >= 300 && p.Code < 400, p.Code == 502:
			return 0
		}
		return 1
	}
	n := 0
	for _, u := range strings.Split(p.Upstream, ", ") {
		if status, _, _ := strings.Cut(u, "/"); status != "502" {
			n++
		}
	}
	return n
}

// tryStatuses gives the statuses of a proxy's attempts: "504", "202".
func tryStatuses(p *record) []string {
	var out []string
	if p.Upstream == "" {
		return nil
	}
	for _, u := range strings.Split(p.Upstream, ", ") {
		status, _, _ := strings.Cut(u, "/")
		out = append(out, status)
	}
	return out
}

// receiptsFromProxy adds the receipts that only the access log shows. Receiver and proxy speak of the same requests, so the
// larger count stands, not the sum.
func (t *tree) receiptsFromProxy() {
	for _, d := range t.deliveries {
		logged := map[string]int{} // receipts by request ID; those without one can be any of the proxied ones
		for _, x := range d.receipts {
			logged[x.requestID]++
		}
		for _, p := range distinctRequests(d.proxied) {
			n := t.world.tries(p)
			if p.RequestID != "" {
				n -= logged[p.RequestID]
			}
			for ; n > 0 && logged[""] > 0; n-- {
				logged[""]--
			}
			for ; n > 0; n-- {
				x := &receipt{delivery: d, requestID: p.RequestID, proxyOnly: true}
				x.add(p)
				d.receipts = append(d.receipts, x)
				t.receipts = append(t.receipts, x)
			}
		}
	}
}

// distinctRequests drops an access line that another log wrote of the same request.
func distinctRequests(ps []*record) []*record {
	var out []*record
	seen := map[string]int{}
	for _, p := range ps {
		if p.RequestID != "" {
			if s, ok := seen[p.RequestID]; ok && s != p.Source {
				continue
			}
			seen[p.RequestID] = p.Source
		}
		out = append(out, p)
	}
	return out
}

// copies gives the receipts of a request that the sender never made to the delivery that it copies: the sender's log covers
// the time and does not have its ID, but has its registration and bytes under another.
func (t *tree) copies() {
	logged := map[ident]*delivery{}
	for _, d := range t.deliveries {
		if k := (ident{kind: 's', a: d.webhook, m: d.signature}); d.logged != nil && logged[k] == nil {
			logged[k] = d
		}
	}
	kept := t.deliveries[:0]
	for _, d := range t.deliveries {
		o := logged[ident{kind: 's', a: d.webhook, m: d.signature}]
		if d.logged == nil && d.id != "" && d.webhook != "" && o != nil && t.senderCovers(d) {
			o.receipts = append(o.receipts, d.receipts...)
			o.records = append(o.records, d.records...)
			o.proxied = append(o.proxied, d.proxied...)
			o.relayed = append(o.relayed, d.relayed...)
			for _, x := range d.receipts {
				x.delivery = o
			}
			continue
		}
		kept = append(kept, d)
	}
	t.deliveries = kept
}

// senderCovers tells whether the sender's log would have shown this delivery.
func (t *tree) senderCovers(d *delivery) bool {
	return d.signature != (profile.Mark{}) && d.begin() != 0 && t.world.coverage.covers(senderLog, d.begin()) != nil
}

// begin is when the delivery left or was first seen, end when its answer came or it was last seen.
func (d *delivery) begin() int64 {
	if d.logged != nil && d.logged.timed() {
		return d.logged.begin()
	}
	for _, r := range d.records {
		if r.timed() {
			return r.begin()
		}
	}
	return 0
}

func (d *delivery) end() int64 {
	if d.logged != nil && d.logged.timed() {
		return d.logged.end()
	}
	return d.begin()
}

// arrived is the line that says when the request came: its "received" line, or the beginning of a line that says how long it took; else that of
// its first line, and then it may have come earlier.
func (x *receipt) arrived() (by *record, known bool) {
	for _, r := range x.records {
		if r.timed() && r.Event == profile.EventReceived {
			return r, true
		}
	}
	for _, r := range x.records {
		if r.timed() && r.Took > 0 && r.Ends && (r.Event == profile.EventResponded || r.Event == profile.EventAborted || r.Event == profile.EventProxied) {
			return r, true
		}
	}
	for _, r := range x.records {
		if r.timed() {
			return r, false
		}
	}
	return nil, false
}

// vouched tells whether something besides the delivery ID says that the receipt is of its delivery: bytes, or the resource.
// WooCommerce gives one ID to deliveries of different orders in one second.
func (x *receipt) vouched() bool {
	has := func(r *record) bool {
		return r.Signature != (profile.Mark{}) || r.Body != (profile.Hash{}) || r.ResourceID != ""
	}
	return slices.ContainsFunc(x.records, has) || slices.ContainsFunc(x.delivery.proxied, func(p *record) bool {
		return p.RequestID != "" && p.RequestID == x.requestID && has(p)
	})
}

// answer is what the sender got: from its own log, else what the proxy or the receiver sent. Empty if nothing says.
func (d *delivery) answer() (code int, failure string, by *record) {
	for _, r := range slices.Concat([]*record{d.logged}, d.relayed, d.proxied) {
		if r != nil && (r.Code != 0 || r.Failure != "") {
			return r.Code, r.Failure, r
		}
	}
	for _, x := range d.receipts {
		for _, r := range x.records {
			if r.Event == profile.EventAborted {
				return 0, "aborted", r
			}
			if r.Code != 0 && (r.Event == profile.EventResponded || r.Event == profile.EventFailed) {
				return r.Code, "", r
			}
		}
	}
	return 0, "", nil
}

// answerText is the answer as people write it.
func answerText(code int, failure string) string {
	switch {
	case failure != "":
		return failure
	case code != 0:
		return strconv.Itoa(code)
	}
	return ""
}
