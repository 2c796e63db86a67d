package analyze

import (
	"slices"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// receipt is one request that arrived.
type receipt struct {
	delivery  *delivery
	requestID string
	worker    string // the thread that has it, where lines say
	records   []*record
	events    uint64 // set of steps that its lines tell
	proxyOnly bool   // known only because the proxy tried an upstream
	invalid   bool
	jobs      []*job
	runs      []*run    // executions inside the request itself
	effects   []*effect // that name the request and no execution
	rule      *Rule     // that named its operation, nil where a log did or nothing
	logs      []string  // by source, as the world has them; nil where no receiver's line tells of it
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
	webhook, delivery, event, resource     string
	signature                              profile.Mark
	body                                   profile.Hash
}

// named is the key without who wrote the line.
func (k requestKey) named() requestKey {
	k.process, k.instance, k.connection = "", "", ""
	return k
}

// keyOfRequest goes by the request ID; else by the delivery ID; else by the bytes, under one of their two names.
func (t *tree) keyOfRequest(r *record) requestKey {
	k := requestKey{request: r.RequestID, process: r.Process, instance: r.Instance, connection: r.Connection}
	if k.request != "" {
		return k
	}
	k.delivery = r.DeliveryID
	if k.delivery != "" {
		k.webhook = t.webhookOf(r)
		return k
	}
	if k.event = r.EventID; k.event != "" {
		k.webhook = ""
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

// webhookOf is the registration of the delivery that a line names. Not every line of a request names it, so where all that do agree,
// it is theirs.
func (t *tree) webhookOf(r *record) string {
	if r.WebhookID != "" || r.DeliveryID == "" {
		return r.WebhookID
	}
	if t.webhooks == nil {
		t.webhooks = map[string]string{}
		for _, o := range t.component.records {
			if o.DeliveryID == "" || o.WebhookID == "" {
				continue
			}
			if id, ok := t.webhooks[o.DeliveryID]; ok && id != o.WebhookID {
				t.webhooks[o.DeliveryID] = ""
			} else if !ok {
				t.webhooks[o.DeliveryID] = o.WebhookID
			}
		}
	}
	return t.webhooks[r.DeliveryID]
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
		if !receiverSide(r.Event) || r.RowStatus != "" || r.Event == profile.EventFailed && ofWorker(r) {
			continue
		}
		k := t.keyOfRequest(r)
		if groups[k] == nil {
			order = append(order, k)
		}
		groups[k] = append(groups[k], r)
	}
	order = t.oneRequest(groups, order)
	order = t.begunAtOnce(groups, order)
	var all []*receipt
	for _, k := range order {
		for _, x := range t.receiptsIn(groups[k]) {
			x.requestID, x.logs = k.request, t.world.logs
			all = append(all, x)
		}
	}
	t.file(all)
}

// oneRequest merges lines that carry a request's ID and were written by another process (a queue consumer that logs the claim
// under it) into that request: a receipt needs a line that says it came or was answered. Where no group has such a line, the
// log begins in the middle, and the lines of one ID are one request.
func (t *tree) oneRequest(groups map[requestKey][]*record, order []requestKey) []requestKey {
	arrived := map[requestKey][]requestKey{} // by what names the request, whoever wrote the line
	for _, k := range order {
		if slices.ContainsFunc(groups[k], func(r *record) bool {
			switch r.Event {
			case profile.EventReceived, profile.EventResponded, profile.EventAborted, profile.EventRejected, profile.EventThrottled:
				return true
			}
			return false
		}) {
			arrived[k.named()] = append(arrived[k.named()], k)
		}
	}
	kept := order[:0]
	for _, k := range order {
		own := arrived[k.named()]
		switch {
		case k.request != "" && k.connection == "" && slices.Contains(own, k):
			// An application's lines do not say over which connection a request came of which its framework's do.
			same := slices.DeleteFunc(slices.Clone(own), func(o requestKey) bool {
				return o.connection == "" || o.process != k.process || o.instance != k.instance
			})
			if len(same) != 1 {
				kept = append(kept, k)
				continue
			}
			groups[same[0]] = append(groups[same[0]], groups[k]...)
		case slices.Contains(own, k):
			kept = append(kept, k)
		case len(own) == 0: // the first group without such a line stands for the request
			arrived[k.named()] = []requestKey{k}
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

// begunAtOnce takes the line with which a page or an API call begins its work for its arrival, where no line says that it came; and the
// line with which a framework says that a POST came to a path that is named as those of webhooks are.
func (t *tree) begunAtOnce(groups map[requestKey][]*record, order []requestKey) []requestKey {
	of := map[string]requestKey{}
	for _, k := range order {
		if k.request != "" {
			of[k.request] = k
		}
	}
	for _, r := range t.component.records {
		begins := r.Event == profile.EventStarted || r.Event == profile.EventNoted && (called(r) != "" || r.Method == "POST" && hookish(pathOf(r.URL)))
		if !begins || r.RequestID == "" || r.URL == "" && r.Method == "" || r.JobID != "" {
			continue
		}
		k, known := of[r.RequestID]
		if !known {
			k = t.keyOfRequest(r)
			of[r.RequestID] = k
			order = append(order, k)
		}
		if slices.ContainsFunc(groups[k], func(o *record) bool { return o.Event == profile.EventReceived }) {
			continue
		}
		if called(r) == "" && r.Event == profile.EventNoted {
			r.Event = profile.EventReceived // no other line says so
		}
		groups[k] = append(groups[k], r)
	}
	return order
}

// hasOwn tells whether the receipt's lines carry a process or connection, so that they cannot be another receipt's.
func (x *receipt) hasOwn() bool {
	return slices.ContainsFunc(x.records, func(r *record) bool { return r.Process != "" || r.Connection != "" })
}

func (x *receipt) has(e profile.Event) bool { return x.events&(1<<steps[e]) != 0 }

// tookOn tells whether the receiver's log says that it took the request's operation on: it claimed it, or made a job of it.
func (x *receipt) tookOn() bool { return x.has(profile.EventClaimed) || x.has(profile.EventEnqueued) }

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

// arrived is the line that says when the request came: its "received" line, or the beginning of a line that says how long it took; else that of
// its first line, and then it may have come earlier.
func (x *receipt) arrived() (by *record, known bool) {
	for _, r := range x.records {
		if r.timed() && (r.Event == profile.EventReceived || r.URL != "" && (r.Event == profile.EventStarted || r.Event == profile.EventNoted)) {
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
