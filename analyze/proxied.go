package analyze

import (
	"cmp"
	"slices"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// tries counts the upstreams to which a proxy passed a request. An upstream that refused (502) never had it; where the log
// names upstreams, a line without one was answered by the proxy itself.
func (w *span) tries(p *record) int {
	if p.Upstream == "" {
		switch {
		case w.answering[p.Source], p.Code >= 300 && p.Code < 400, p.Code == 502:
			return 0
		}
		return 1
	}
	n := 0
	for _, u := range triesOf(p) {
		if u.status != "502" {
			n++
		}
	}
	return n
}

// tryStatuses gives the statuses of a proxy's attempts: "504", "202".
func tryStatuses(p *record) []string {
	var out []string
	for _, u := range triesOf(p) {
		out = append(out, u.status)
	}
	return out
}

// proxiedRequest is one request as access logs have it: a line in each log that saw it.
type proxiedRequest struct {
	lines []*record
	tries int
	shown int  // tries for which a receipt stands
	exact bool // a line names the upstreams, so there were no more tries
}

// proxiedRequests puts together the access lines of one request: those of two proxies in a row, or of the JSON and the combined log
// of one. Each log by itself has a line for each request, so of one log no two are the same.
func (t *tree) proxiedRequests(ps []*record) []*proxiedRequest {
	groups := matched(ps, sighted[*record]{
		log:  func(p *record) string { return t.world.logs[p.Source] },
		at:   moment,
		id:   func(p *record) string { return p.RequestID },
		same: func(p, q *record) bool { return p.RequestID == "" || q.RequestID == "" || !t.world.numberAlike(p, q) },
	})
	out := make([]*proxiedRequest, 0, len(groups))
	for _, lines := range groups {
		q := &proxiedRequest{lines: lines}
		for _, p := range lines {
			n, exact := t.world.tries(p), p.Upstream != ""
			switch {
			case exact && !q.exact:
				q.tries, q.exact = n, true
			case exact == q.exact:
				q.tries = max(q.tries, n)
			}
		}
		out = append(out, q)
	}
	return out
}

// line is the one that says most: which upstreams there were, and the request ID.
func (q *proxiedRequest) line() *record {
	return slices.MinFunc(q.lines, func(a, b *record) int {
		return cmp.Or(-cmp.Compare(len(a.Upstream), len(b.Upstream)), -cmp.Compare(len(a.RequestID), len(b.RequestID)), byPlace(a, b))
	})
}

// namelessAccess gives an access line that names no more of a request than its ID to the delivery whose receipts have that ID.
func (t *tree) namelessAccess() {
	of := map[string]*delivery{}
	for _, x := range t.receipts {
		if d, ok := of[x.requestID]; ok && d != x.delivery {
			of[x.requestID] = nil
		} else if x.requestID != "" {
			of[x.requestID] = x.delivery
		}
	}
	for _, r := range t.component.records {
		if d := of[r.RequestID]; r.Event == profile.EventProxied && d != nil && t.byRequest[r.RequestID] == nil {
			t.take(d, r)
			d.proxied = append(d.proxied, r)
		}
	}
}

// receiptsFromProxy adds the receipts that only the access log shows. Receiver and proxy speak of the same requests, so the
// larger count stands, not the sum.
func (t *tree) receiptsFromProxy() {
	for _, d := range t.deliveries {
		requests := t.proxiedRequests(d.proxied)
		byID := map[string][]*proxiedRequest{}
		for _, q := range requests {
			for _, p := range q.lines {
				if p.RequestID != "" {
					byID[p.RequestID] = appendNew(byID[p.RequestID], []*proxiedRequest{q})
				}
			}
		}
		left := slices.Clone(requests) // those with tries for which no receipt stands
		take := func(among []*proxiedRequest, fits func(*proxiedRequest) bool) bool {
			i := slices.IndexFunc(among, func(q *proxiedRequest) bool { return q.tries > q.shown && fits(q) })
			if i >= 0 {
				among[i].shown++
			}
			return i >= 0
		}
		free := slices.DeleteFunc(slices.Clone(d.receipts), func(x *receipt) bool {
			return take(byID[x.requestID], func(*proxiedRequest) bool { return true })
		})
		for _, x := range free { // it can be any that it does not contradict
			left = left[max(0, slices.IndexFunc(left, func(q *proxiedRequest) bool { return q.tries > q.shown })):]
			take(left, func(q *proxiedRequest) bool { return t.perhapsOf(x, q) })
		}
		for _, q := range requests {
			p := q.line()
			for ; q.shown < q.tries; q.shown++ {
				x := &receipt{delivery: d, requestID: p.RequestID, proxyOnly: true}
				x.add(p)
				d.receipts = append(d.receipts, x)
				t.receipts = append(t.receipts, x)
			}
		}
		d.proxied = linesOf(requests)
		if len(d.receipts) == 0 && !d.byAttempt() {
			t.receiptsOnTheWay(d)
		}
	}
}

// receiptsOnTheWay gives a delivery that neither receiver nor its proxy logged the requests that one place on the way passed on and got
// an answer for, if there were several: one delivery that came by twice arrived twice. Hookdeck tells of one request once for each
// connection that it was for, under one ID.
func (t *tree) receiptsOnTheWay(d *delivery) {
	type capture struct{ log, id string }
	places, seen := map[string][]*record{}, map[capture]bool{}
	var most []*record
	for _, r := range d.relayed {
		if r.Code == 0 || r.Code == 502 || r.Code >= 300 && r.Code < 400 {
			continue
		}
		log := t.world.logs[r.Source]
		c := capture{log, r.RowID}
		if r.RowID != "" && seen[c] {
			continue
		}
		seen[c] = true
		if places[log] = append(places[log], r); len(places[log]) > len(most) {
			most = places[log]
		}
	}
	if len(most) < 2 {
		return
	}
	for _, r := range most {
		x := &receipt{delivery: d, proxyOnly: true}
		x.add(r)
		d.receipts = append(d.receipts, x)
		t.receipts = append(t.receipts, x)
	}
}

// linesOf gives one line of each request, and those that carry its ID as well.
func linesOf(requests []*proxiedRequest) []*record {
	var out []*record
	for _, q := range requests {
		for _, p := range q.lines {
			if p == q.line() || p.RequestID != "" && p.RequestID == q.line().RequestID {
				out = append(out, p)
			}
		}
	}
	slices.SortFunc(out, byPlace)
	return out
}

// perhapsOf tells whether a receipt may be of a request that a proxy logged under another name: the receiver logs no request ID, or
// gives one of its own.
func (t *tree) perhapsOf(x *receipt, q *proxiedRequest) bool {
	return x.requestID == "" || !slices.ContainsFunc(q.lines, func(p *record) bool {
		return p.RequestID != "" && t.world.numberAlike(p, x.records[0])
	})
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
