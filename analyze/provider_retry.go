package analyze

import (
	"slices"

	"github.com/webhookctl/webhookctl/analyze/language"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// repeated judges registration → delivery for senders whose requests name the event and not the attempt: one event that came
// more than once to one endpoint. After a failure, in a time that fits what the provider publishes, it is the provider's own
// retry; after an answer that the provider takes for success it is not, and the report says so.
//
// It cannot tell two endpoints that share one URL, unless the secret that verifies or a list of the endpoints is in the evidence.
func (t *tree) repeated(c *change) []*node {
	var out []*node
	groups := [][]*delivery{slices.Clone(c.deliveries)}
	if labels := c.registrations(); len(labels) > 1 { // then a request without one can be any of theirs
		groups = nil
		of := deliveriesByRegistration(c)
		for _, label := range labels {
			groups = append(groups, of[label])
		}
	}
	for _, ds := range groups {
		ds = slices.DeleteFunc(ds, func(d *delivery) bool { return !d.byEvent() })
		if len(ds) < 2 {
			continue
		}
		inArrival(ds)
		out = append(out, t.repeatedAt(ds))
	}
	for _, d := range c.deliveries { // what one request became below it: a proxy that tried two upstreams
		if len(d.receipts) > 1 && d.id == "" {
			out = append(out, t.arrivedTwice(d, valid(d.receipts))...)
		}
	}
	return out
}

func valid(xs []*receipt) []*receipt {
	return slices.DeleteFunc(slices.Clone(xs), func(x *receipt) bool { return x.invalid })
}

// repeatedAt is the node of one event's requests at one endpoint.
func (t *tree) repeatedAt(ds []*delivery) *node {
	n := &node{class: Replay, cause: "unattributed", boundary: Boundary{profile.LayerRegistration, profile.LayerDelivery}}
	for _, d := range ds {
		n.branches = append(n.branches, t.below(d))
	}
	n.operation = t.common(n.all().receipts)
	t.dealAttempts(n, ds)
	p := facts(ds[0].provider)
	h := t.attemptsOf(p, ds)
	unsaid := slices.ContainsFunc(ds, unnamed)
	switch shared := t.endpointsAt(ds[0]); {
	case p.SignatureTimed && t.oneSignature(ds):
		n.cause, n.boundary = "resent_by_intermediary", Boundary{profile.LayerDelivery, profile.LayerReceipt}
		n.causeBecause = t.Say("all of the requests carry one signature, which %s makes anew for each attempt, with its time: it was sent once, and repeated after that", t.title(p.Name))
		if p.Scheme {
			n.doubts = append(n.doubts, t.Say("two endpoints with one secret, signed for in one second, would look the same"))
		}
		n.next = append(n.next, t.resendAdvice(n.cause), t.Say("refuse a signature whose time is more than some minutes ago: a stored request that is sent again then stays out"))
	case askedFor(ds[1:]):
		n.cause = "manual_resend"
		n.causeBecause = t.Say("the sender's own record says that it was sent again because somebody asked") + h.before()
		n.doubts = append(n.doubts, t.Say("who asked, a person or a call of the sender's API, is not in the evidence"))
	case h.retried(p):
		n.cause = "provider_retry"
		n.causeBecause = h.because(p)
		n.doubts = append(n.doubts, h.doubts...)
		if h.counted && h.unfailed {
			n.doubts = append(n.doubts, t.Say("the request before it was accepted: the attempt that failed may be one that is not in the evidence, or another endpoint's"))
			n.missing = append(n.missing, t.missingSecret(p))
		}
		if !h.counted {
			n.doubts = append(n.doubts, t.Say("that the repeat is %s's own is concluded from the failure before it and from the time between", t.title(p.Name)))
		}
		if h.silent && !h.counted {
			n.doubts = append(n.doubts, t.Say("how each attempt before the last was answered is not in the evidence"))
		}
		if shared > 1 {
			n.doubts = append(n.doubts, t.Say("several endpoints share this URL; which of them each request came from is not in the evidence"))
		}
	case unsaid && p.OneURL && shared > 1:
		return t.sharedURL(n, ds, shared)
	case unsaid && (p.OneURL && shared == 0 || p.DeliveryStays && !p.DeliveryOwn) && h.atOnce && !h.failed:
		n.class, n.cause, n.boundary = Undetermined, "", Boundary{}
		n.missing = append(n.missing, t.missingEndpoint(p))
	case p.Redelivers && unsaid && slices.ContainsFunc(ds[1:], func(d *delivery) bool { return d.logged != nil && d.logged.Via != profile.ViaAsked }):
		n.class, n.cause, n.boundary = Undetermined, "", Boundary{}
		n.missing = append(n.missing, t.missingEndpoint(p))
	case p.Retries == nil && p.Redelivers:
		n.cause = "manual_resend"
		n.causeBecause = t.Say("%s repeats a delivery only when somebody asks for it", t.title(ds[0].provider)) + h.before()
		n.doubts = append(n.doubts, t.Say("who asked is not in the evidence; a copy made on the way would look the same"))
	default:
		n.causeBecause = also(h.whyNot(p), t.intervals(timesBetween(ds)))
		n.doubts = append(n.doubts, t.Say("who repeated the request is not in the evidence: the sender, or something on the way"))
	}
	switch {
	case p.BytesCarryState:
	case ds[0].event == "":
		concluded := t.Say("the request carries no state: that it told of the same one is concluded from the status that the receiver fetched")
		if h.failed {
			concluded = t.Say("the request carries no state: that it told of the same one is concluded from the failure before it")
		}
		n.doubts = append(n.doubts, concluded)
	case t.operationsApart(n):
		n.doubts = append(n.doubts, t.Say("the request carries no state, and the receiver names an operation of its own for each: two changes may share the name of the event"))
	}
	if n.byTime {
		n.causeBecause = also(n.causeBecause, t.Say("which request made which record rests on the time alone"))
		n.missing = append(n.missing, t.lack(missingKey))
	}
	t.judgeOutcome(n)
	n.race()
	what := t.toldOf(ds[0])
	n.headline = t.Say("%s: %s came %s", t.resultOf(n), what, t.Times(len(ds)))
	switch n.cause {
	case "":
		text := language.Text("%s: %s came %s to one URL; whether one endpoint sent it twice or two endpoints once is not in the evidence")
		if p.Redelivers {
			text = "%s: %s came %s; whether one endpoint sent it twice or two endpoints once is not in the evidence"
		}
		n.headline = t.Say(text, t.resultOf(n), what, t.Times(len(ds)))
	case "provider_retry":
		n.headline = t.Say("%s: %s came %s, repeated by %s", t.resultOf(n), what, t.Times(len(ds)), t.title(p.Name))
		n.next = append(n.next, t.Say("answer with success as soon as the event is recorded, and do the work later: %s repeats what fails", t.title(p.Name)))
	}
	n.next = append(n.next, t.adviceClaim(n))
	return n
}

// operationsApart tells whether every branch names operations, and no two name one.
func (t *tree) operationsApart(n *node) bool {
	keys := make([][]string, len(n.branches))
	for i := range n.branches {
		if keys[i] = t.keysOf(&n.branches[i]); len(keys[i]) == 0 {
			return false
		}
	}
	return !meet(keys)
}

// oneSignature tells whether these are known to be several requests, all with one signature.
func (t *tree) oneSignature(ds []*delivery) bool {
	for i, d := range ds {
		if d.signature == (profile.Mark{}) || d.signature != ds[0].signature || len(d.receipts) != 1 ||
			i > 0 && t.told(ds[i-1].receipts[0], d.receipts[0]) != toldForSure {
			return false
		}
	}
	return true
}

// askedFor tells repeats of which the sender says that each was asked for.
func askedFor(repeats []*delivery) bool {
	return !slices.ContainsFunc(repeats, func(d *delivery) bool { return d.logged == nil || d.logged.Via != profile.ViaAsked })
}

// sharedURL is the same where a list shows several endpoints with this URL.
func (t *tree) sharedURL(n *node, ds []*delivery, shared int) *node {
	n.class, n.cause = ConfigDuplication, "duplicate_registration"
	n.boundary = Boundary{profile.LayerChange, profile.LayerRegistration}
	n.causeBecause = t.Say("%d endpoints have this URL, and each is sent the event once", shared)
	if len(ds) != shared {
		n.doubts = append(n.doubts, t.Say("%d requests came for %d endpoints", len(ds), shared))
	}
	n.doubts = append(n.doubts, t.Say("which endpoint sent which request is not in the evidence"))
	n.missing = append(n.missing, t.missingSecret(facts(ds[0].provider)))
	t.judgeOutcome(n)
	n.race()
	n.headline = t.Say("%s: %s came %s, and %d endpoints have its URL", t.resultOf(n), t.toldOf(ds[0]), t.Times(len(ds)), shared)
	n.next = []string{t.Say("compare the endpoints with this URL and disable the one that nothing needs"), t.adviceClaim(n)}
	return n
}

// endpointsAt counts the endpoints that a list shows with the URL of a request; 0: no list has it, or the host of the request is not known
// and several hosts have its path.
func (t *tree) endpointsAt(d *delivery) int {
	at := arrivedAt(d)
	if at.url == "" {
		return 0
	}
	n := 0
	var hosts []string
	for _, r := range t.world.listedAt[pathOf(at.url)] {
		if r.provider != d.provider || r.status == "disabled" || differ(modeOf(r.key.shop), modeOf(d.shop)) || !r.hears(d.topic) {
			continue
		}
		i := slices.IndexFunc(r.urls, func(u endpoint) bool {
			return pathOf(u.url) == pathOf(at.url) && (hostOf(at.url) == "" || hostOf(u.url) == hostOf(at.url))
		})
		if i >= 0 {
			n++
			hosts = appendNew(hosts, []string{hostOf(r.urls[i].url)})
		}
	}
	if len(hosts) > 1 {
		return 0
	}
	return n
}

// hears tells whether a registration listens to a topic.
func (r *registration) hears(topic string) bool {
	return topic == "" || len(r.topics) == 0 || slices.ContainsFunc(r.topics, func(t string) bool { return t == topic || t == "*" })
}

// dealAttempts gives runs and effects that name only the event to its requests in turn.
func (t *tree) dealAttempts(n *node, ds []*delivery) {
	var runs []*run
	var effects []*effect
	named := map[*run]bool{} // work that names the event, and not its request
	made := map[*effect]bool{}
	for i, d := range ds {
		runs = append(runs, t.runsOf[d]...)
		effects = append(effects, t.effectsOf[d]...)
		for _, r := range t.runsOf[d] {
			named[r] = true
			for _, e := range r.effects {
				made[e] = true
			}
		}
		for _, e := range t.effectsOf[d] {
			made[e] = true
		}
		b := &n.branches[i]
		b.runs = slices.DeleteFunc(b.runs, func(r *run) bool { return named[r] })
		b.effects = slices.DeleteFunc(b.effects, func(e *effect) bool { return made[e] })
	}
	if len(runs)+len(effects) == 0 {
		t.dealByTime(n)
		return
	}
	n.doubts = append(n.doubts, t.Say("the work's lines name the event, not the request that brought it"))
	t.deal(n, runs)
	t.dealEffects(n, effects)
}
