package analyze

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/ingest/provider"
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
		for _, label := range labels {
			groups = append(groups, deliveriesOf(c, label))
		}
	}
	for _, ds := range groups {
		ds = slices.DeleteFunc(ds, func(d *delivery) bool { return !d.byEvent() })
		if len(ds) < 2 {
			continue
		}
		slices.SortStableFunc(ds, func(a, b *delivery) int { return cmp.Compare(a.begin(), b.begin()) })
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
	var receipts []*receipt
	for _, d := range ds {
		b := t.below(d)
		n.branches = append(n.branches, b)
		receipts = append(receipts, b.receipts...)
	}
	t.dealAttempts(n, ds)
	n.operation = t.common(receipts)
	p := facts(ds[0].provider)
	h := attemptsOf(p, ds)
	unsaid := slices.ContainsFunc(ds, unnamed)
	switch shared := t.endpointsAt(ds[0]); {
	case h.retried(p):
		n.cause = "provider_retry"
		n.causeBecause = h.because(p)
		n.doubts = append(n.doubts, h.doubts...)
		if !h.counted {
			n.doubts = append(n.doubts, "that the repeat is "+p.Title+"'s own is concluded from the failure before it and from the time between")
		}
		if shared > 1 {
			n.doubts = append(n.doubts, "several endpoints share this URL; which of them each request came from is not in the evidence")
		}
	case unsaid && p.OneURL && shared > 1:
		return t.sharedURL(n, ds, shared)
	case unsaid && p.OneURL && shared == 0 && h.atOnce && !h.failed:
		n.class, n.cause, n.boundary = Undetermined, "", Boundary{}
		n.missing = append(n.missing, missingSecret(p))
	case p.Retries == nil && p.Redelivers:
		n.cause = "manual_resend"
		n.causeBecause = title(ds[0].provider) + " repeats a delivery only when somebody asks for it" + h.before()
		n.doubts = append(n.doubts, "who asked is not in the evidence; a copy made on the way would look the same")
	default:
		n.causeBecause = also(h.whyNot(p), intervals(timesBetween(ds)))
		n.doubts = append(n.doubts, "who repeated the request is not in the evidence: the sender, or something on the way")
	}
	if !p.BytesCarryState && ds[0].event == "" {
		n.doubts = append(n.doubts, "the request carries no state: that it told of the same one is concluded from "+h.sameBy())
	}
	t.judgeOutcome(n)
	n.race()
	what := "event " + orUnknown(ds[0].event)
	if ds[0].event == "" {
		what = "delivery " + orUnknown(ds[0].id)
	}
	n.headline = sentence("%s: %s came %s", t.resultOf(n), what, times(len(ds)))
	switch n.cause {
	case "":
		n.headline = sentence("%s: %s came %s to one URL; whether one endpoint sent it twice or two endpoints once is not in the evidence", t.resultOf(n), what, times(len(ds)))
	case "provider_retry":
		n.headline = sentence("%s: %s came %s, repeated by %s", t.resultOf(n), what, times(len(ds)), p.Title)
		n.next = append(n.next, "answer with success as soon as the event is recorded, and do the work later: "+p.Title+" repeats what fails")
	}
	n.next = append(n.next, adviceClaim(n))
	return n
}

// sharedURL is the same where a list shows several endpoints with this URL.
func (t *tree) sharedURL(n *node, ds []*delivery, shared int) *node {
	n.class, n.cause = ConfigDuplication, "duplicate_registration"
	n.boundary = Boundary{profile.LayerChange, profile.LayerRegistration}
	n.causeBecause = sentence("%d endpoints have this URL, and each is sent the event once", shared)
	if len(ds) != shared {
		n.doubts = append(n.doubts, sentence("%d requests came for %d endpoints", len(ds), shared))
	}
	n.doubts = append(n.doubts, "which endpoint sent which request is not in the evidence")
	n.missing = append(n.missing, missingSecret(facts(ds[0].provider)))
	t.judgeOutcome(n)
	n.race()
	n.headline = sentence("%s: event %s came %s, and %d endpoints have its URL", t.resultOf(n), orUnknown(ds[0].event), times(len(ds)), shared)
	n.next = []string{"compare the endpoints with this URL and disable the one that nothing needs", adviceClaim(n)}
	return n
}

// endpointsAt counts the endpoints that a list shows with the URL of a request; 0: no list has it.
func (t *tree) endpointsAt(d *delivery) int {
	at := arrivedAt(d)
	if at.url == "" {
		return 0
	}
	n := 0
	for _, r := range t.world.registrations {
		if len(r.rows) > 0 && r.provider == d.provider && r.status != "disabled" && slices.ContainsFunc(r.urls, func(u endpoint) bool {
			return pathOf(u.url) == pathOf(at.url) && (hostOf(at.url) == "" || hostOf(u.url) == hostOf(at.url))
		}) && r.hears(d.topic) {
			n++
		}
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
	for i, d := range ds {
		runs = append(runs, t.runsOf[d]...)
		effects = append(effects, t.effectsOf[d]...)
		b := &n.branches[i]
		b.runs = slices.DeleteFunc(b.runs, func(r *run) bool { return slices.Contains(t.runsOf[d], r) })
		b.effects = slices.DeleteFunc(b.effects, func(e *effect) bool {
			return slices.Contains(t.effectsOf[d], e) || slices.ContainsFunc(t.runsOf[d], func(r *run) bool { return slices.Contains(r.effects, e) })
		})
	}
	if len(runs)+len(effects) == 0 {
		return
	}
	n.doubts = append(n.doubts, "the work's lines name the event, not the request that brought it")
	t.deal(n, runs)
	for _, e := range effects {
		t.dealEffect(n, e)
	}
}

// history is what the attempts of one event show.
type attemptHistory struct {
	failed    bool     // an attempt before the last failed, or was not answered in the provider's time
	unfailed  bool     // a repeat came although the attempt before it was answered with success
	silent    bool     // of some attempt the answer is not known
	counted   bool     // the sender itself counts the attempts
	published bool     // every gap is one of the published delays
	possible  bool     // every gap lies within the time in which repeats come
	atOnce    bool     // all came within a minute, as they do to several endpoints
	answers   []string // of the attempts before the last, in their order
	gaps      []time.Duration
	doubts    []string
}

func attemptsOf(p *provider.Provider, ds []*delivery) attemptHistory {
	h := attemptHistory{published: true, possible: true}
	first := ds[0].begin()
	h.atOnce = first == 0 || ds[len(ds)-1].begin()-first < int64(time.Minute)
	for i, d := range ds[1:] {
		before := ds[i]
		h.counted = h.counted || d.attempt > 1
		failed, slow, how := before.unanswered(p)
		h.answers = append(h.answers, how)
		switch {
		case failed || slow:
			h.failed = true
			if slow {
				h.doubts = append(h.doubts, p.Title+" publishes no deadline; that it gave up on an answer after "+how+" is not shown")
			}
		case how == "":
			h.silent = true
		default:
			h.unfailed = true
		}
		if d.begin() == 0 || before.begin() == 0 {
			h.published, h.possible = false, false
			continue
		}
		gap := time.Duration(d.begin() - before.begin())
		h.gaps = append(h.gaps, gap)
		published, possible := p.Retries.Fit(gap, time.Duration(d.begin()-first))
		h.published, h.possible = h.published && published, h.possible && possible
	}
	return h
}

// unanswered tells whether the sender takes an attempt for failed: it was answered with a failure, or not in time. slow tells
// an answer that may have come too late for a sender that publishes no deadline.
func (d *delivery) unanswered(p *provider.Provider) (failed, slow bool, how string) {
	code, failure, by := d.answer()
	took := d.took()
	switch {
	case by == nil:
		return false, false, ""
	case failure != "" || !p.Success(code):
		return true, false, answerText(code, failure)
	case p.Deadline > 0 && took > p.Deadline:
		return true, false, answerText(code, failure) + " after " + took.String()
	case p.Deadline == 0 && took >= slowAnswer:
		return false, true, took.String()
	}
	how = answerText(code, failure)
	if took > 0 {
		how += " after " + took.String()
	}
	return false, false, how
}

// slowAnswer is how long an answer must take before a sender without a published deadline may have given up on it. The
// shortest that is published is GitHub's and Square's older 10 s; Shopify's and Paddle's 5 s are published.
const slowAnswer = 10 * time.Second

// took is how long the request was under way, as far as a line says.
func (d *delivery) took() time.Duration {
	for _, r := range slices.Concat(d.relayed, d.proxied) {
		if r.Took > 0 {
			return r.Took
		}
	}
	for _, x := range d.receipts {
		var begin, end *record
		for _, r := range x.records {
			if r.Took > 0 && (r.Event == profile.EventResponded || r.Event == profile.EventAborted) {
				return r.Took
			}
			if r.timed() && r.Event == profile.EventReceived && begin == nil {
				begin = r
			}
			if r.timed() && r.Event == profile.EventResponded {
				end = r
			}
		}
		if begin != nil && end != nil {
			return time.Duration(end.at() - begin.at())
		}
	}
	return 0
}

// retried tells whether the repeats are the provider's own.
func (h *attemptHistory) retried(p *provider.Provider) bool {
	if p.Retries == nil {
		return false
	}
	return h.counted || h.failed && !h.unfailed && h.possible
}

func (h *attemptHistory) because(p *provider.Provider) string {
	if h.counted {
		return "the request itself says that it is a repeat of " + p.Title + "'s" + h.before()
	}
	fit := "which lies within the time in which " + p.Title + " repeats"
	if h.published {
		fit = "as " + p.Title + " publishes"
	}
	return "the attempt before failed (" + strings.Join(h.answers, ", ") + "), and the next came " + h.gapText() + " later, " + fit
}

func (h *attemptHistory) gapText() string {
	return list(gapTexts(h.gaps))
}

// before says how the attempts before the last were answered.
func (h *attemptHistory) before() string {
	known := slices.DeleteFunc(slices.Clone(h.answers), func(s string) bool { return s == "" })
	if len(known) == 0 {
		return ""
	}
	return "; it was answered " + list(known) + " before"
}

// whyNot says why the repeat is none of the provider's own.
func (h *attemptHistory) whyNot(p *provider.Provider) string {
	switch {
	case p.Retries == nil && h.failed:
		return "an earlier attempt failed (" + list(h.answers) + "), but that " + cmp.Or(p.Title, "the sender") + " repeats by itself is not known"
	case h.unfailed:
		return "the attempt before was answered " + list(h.answers) + ": nothing had failed, so it is no retry"
	case h.silent:
		return "how the attempt before was answered is not in the evidence, so a retry cannot be told from another repeat"
	case h.failed:
		return "an attempt failed (" + list(h.answers) + "), but the next came " + h.gapText() + " later, which fits none of " + p.Title + "'s repeats"
	}
	return "what made it come again is not in the evidence"
}

func (h *attemptHistory) sameBy() string {
	if h.failed {
		return "the failure before it"
	}
	return "the status that the receiver fetched"
}
