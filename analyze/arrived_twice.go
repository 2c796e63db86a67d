package analyze

import (
	"slices"
	"time"

	"github.com/webhookctl/webhookctl/analyze/language"
	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/ingest/provider"
)

// replayOfDelivery judges delivery → receipt: one delivery that arrived twice. The sender makes a new ID for each delivery,
// so the copy was made after it: by a proxy, a relay, or whoever stored the request.
func (t *tree) replayOfDelivery(d *delivery) []*node {
	if d.id == "" && (d.byEvent() || !passedTwice(d)) {
		return nil // equal bytes alone: the sender may have sent them twice, which is judged at the registration
	}
	var out []*node
	for _, same := range byKey(valid(d.receipts), (*receipt).key) { // a proxy may mirror a delivery to systems that do different things
		if len(same) > 1 {
			out = append(out, t.arrivedTwice(d, same)...)
		}
	}
	return out
}

// passedTwice tells whether a proxy's line says that it passed the request on twice, and its ID stands in each receiver's log.
func passedTwice(d *delivery) bool {
	return slices.ContainsFunc(d.proxied, func(p *record) bool {
		return len(tryStatuses(p)) > 1 && p.RequestID != "" && !slices.ContainsFunc(d.receipts, func(x *receipt) bool { return x.requestID != p.RequestID })
	})
}

func (t *tree) arrivedTwice(d *delivery, receipts []*receipt) []*node {
	n := &node{class: Replay, cause: "resent_by_intermediary", boundary: Boundary{profile.LayerDelivery, profile.LayerReceipt}}
	for _, x := range receipts {
		n.branches = append(n.branches, t.belowReceipt(x))
	}
	if runs := t.runsOf[d]; len(runs) > 0 {
		t.deal(n, runs)
	}
	if slices.ContainsFunc(d.receipts, func(x *receipt) bool {
		return x.proxyOnly && slices.ContainsFunc(tryStatuses(x.records[0]), func(s string) bool { return s == "504" || s == "-" })
	}) {
		n.doubts = append(n.doubts, t.Say("the proxy passed the request on and got no answer in time; that the receiver got it is not in the evidence"))
		n.missing = append(n.missing, t.lack(missingReceiverLog))
	}
	if t.oneSecond(d, receipts) {
		n.cause = "unattributed"
		n.doubts = append(n.doubts, t.Say("the delivery ID is made from the second: the sender may have made several deliveries in it, and its log is not in the evidence"))
		n.missing = append(n.missing, t.missingSenderLog(t.sender()))
	}
	if t.mayBeRetried(d, receipts) {
		n.cause = "unattributed"
		n.doubts = append(n.doubts, t.Say("an earlier request failed, and whether the sender's own repeats keep the delivery ID is not known: it may have sent it again itself"))
		n.missing = append(n.missing, t.missingSenderLog(t.sender()))
	}
	if p := facts(d.provider); !sameDelivery(n.all().receipts) && !p.DeliveryOwn {
		t.judgeOutcome(n)
		if p.DeliveryStays { // one message for all endpoints that are told
			return []*node{{
				class: Undetermined, branches: n.branches, outcome: n.outcome, missing: []Missing{t.missingEndpoint(p)}, next: []string{t.adviceClaim(n)},
				headline: t.Say("%s: %s arrived %s; whether it was repeated on the way, or two endpoints were each told, is not in the evidence", t.resultOf(n), t.toldOf(d), t.Times(len(n.branches))),
			}}
		}
		return []*node{{
			class: Undetermined, branches: n.branches, outcome: n.outcome, missing: []Missing{t.missingBodies(t.sender())}, next: []string{t.adviceClaim(n)},
			headline: t.Say("%s: %s came with delivery ID %s; whether they carry one payload is not in the evidence, and different %ss can share the ID", t.resultOf(n), t.Count(len(n.branches), "request"), d.id, t.thing()),
		}}
	}
	t.dealEffects(n, t.effectsOf[d])
	b := n.all()
	n.operation = t.common(b.receipts)
	switch t.toldApart(d, b.receipts) {
	case notTold:
		t.judgeOutcome(n)
		return []*node{{
			class: Undetermined, branches: n.branches, operation: n.operation, outcome: n.outcome, missing: []Missing{t.lack(missingAccessLog)}, next: []string{t.adviceClaim(n)},
			headline: t.Say("%s: the receiver's lines of %s are there %s; whether it came so often, or several loggers tell of one request, is not in the evidence", t.resultOf(n), t.toldOf(d), t.Times(len(n.branches))),
		}}
	case toldByProcess:
		n.doubts = append(n.doubts, t.Say("no access log shows that it was passed on twice: one of the processes that logged it may have handed it to the other"))
		n.missing = append(n.missing, t.lack(missingAccessLog))
	case toldByTime:
		n.doubts = append(n.doubts, t.Say("nothing but the time between its lines tells that they are of several requests"))
		n.missing = append(n.missing, t.lack(missingAccessLog))
	}
	t.judgeOutcome(n)
	if n.race(); len(n.contributing) == 0 && t.gaveUpOnRun(n, d) {
		n.contributing = append(n.contributing, string(ReceiverRace))
	}
	n.causeBecause, n.next = t.whereCopied(d)
	n.headline = t.Say("%s: %s arrived %s", t.resultOf(n), t.toldOf(d), t.Times(len(n.branches)))
	n.next = append(n.next, t.adviceClaim(n))
	if t.ofWooCommerce() && d.id != "" {
		n.next = append(n.next, t.Say("do not de-duplicate by delivery ID alone: different orders can share one"))
	}
	return []*node{n}
}

// oneSecond tells requests under one ID that the sender may have made itself: its ID names registration and second, they came within
// one, each with an ID of its own, and its log does not say how many it made.
func (t *tree) oneSecond(d *delivery, receipts []*receipt) bool {
	if d.logged != nil || facts(d.provider).DeliveryStays || d.provider != "" && d.provider != provider.WooCommerce.Name || !eachWithID(receipts) {
		return false
	}
	var first, last int64
	for _, x := range receipts {
		at, _ := x.arrived()
		if at == nil {
			return false
		}
		if first == 0 || at.begin() < first {
			first = at.begin()
		}
		last = max(last, at.begin())
	}
	return last-first < int64(time.Second)
}

// sameDelivery tells whether the receipts are known to be of one delivery: each by its bytes or resource, or by the request ID
// that it shares with one that is.
func sameDelivery(xs []*receipt) bool {
	known := map[string]bool{}
	for _, x := range xs {
		if x.requestID != "" && x.vouched() {
			known[x.requestID] = true
		}
	}
	ids := map[string]bool{}
	for _, x := range xs {
		ids[x.requestID] = true
		if !x.vouched() && !known[x.requestID] && len(xs) > 1 && !(len(ids) == 1 && x.requestID != "") {
			return false
		}
	}
	return true
}

const noNextUpstream language.Text = "keep the proxy from passing a POST to the next upstream after a time-out: in nginx, proxy_next_upstream without non_idempotent"

// whereCopied says between which hops the copy was made. One access line with several upstreams, or one request ID at two
// receivers: by that proxy. An access line for each: before it.
func (t *tree) whereCopied(d *delivery) (why string, next []string) {
	ids := sorted(d.receipts, func(x *receipt) string { return x.requestID })
	for _, p := range d.proxied {
		if s := tryStatuses(p); len(s) > 1 {
			return t.Say("the access log shows one request passed to %s, which answered %s", t.Count(len(s), "upstream"), t.List(s)),
				[]string{t.Say(noNextUpstream)}
		}
	}
	switch lines := distinctRequests(d.proxied); {
	case len(lines) > 1 && len(ids) > 1:
		return t.Say("each copy has an access line and a request ID of its own, so the request was made again before it reached that proxy, and the sender makes a new ID for each delivery of its own"),
			[]string{t.Say("find who repeated the stored request: a forward proxy, a relay or SaaS hop, a test tool, a person with a HAR")}
	case len(ids) == 1 && len(d.receipts) > 1:
		return t.Say("both copies carry request ID %s, which the proxy in front of the receiver gave, so the copy was made below it", ids[0]),
			[]string{t.Say(noNextUpstream)}
	}
	if d.logged != nil && (facts(d.provider).DeliveryStays || d.provider == "") {
		return t.Say("the sender's log has one request with this ID, and it arrived %s", t.Times(len(d.receipts))), []string{t.resendAdvice("resent_by_intermediary")}
	}
	return t.because("resent_by_intermediary"), []string{t.resendAdvice("resent_by_intermediary")}
}

// mayBeRetried tells requests under one ID that the sender may have repeated itself: one of them failed, each has an ID of its own,
// the sender's log is not in the evidence, and the sender is not known never to retry.
func (t *tree) mayBeRetried(d *delivery, receipts []*receipt) bool {
	if d.logged != nil || d.provider != "" && facts(d.provider).Retries == nil || !eachWithID(receipts) {
		return false
	}
	return slices.ContainsFunc(d.answers(), func(r *record) bool { return !d.accepted(r) })
}

// eachWithID tells whether each receipt has a request ID of its own, or, seen on the way, a line.
func eachWithID(xs []*receipt) bool {
	ids := map[string]bool{}
	for _, x := range xs {
		if x.requestID == "" && x.records[0].Event == profile.EventRelayed {
			continue
		}
		if x.requestID == "" || ids[x.requestID] {
			return false
		}
		ids[x.requestID] = true
	}
	return true
}
