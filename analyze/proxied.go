package analyze

import "strings"

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
