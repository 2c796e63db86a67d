package analyze

import (
	"cmp"
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// configDuplication judges change → registration: one change that two or more registrations delivered. It is a duplicate
// where two of them share a delivery URL or their requests meet in one operation. A shop that tells its ERP and its CRM has
// two registrations as well: with other URLs and other operations that is no duplicate, and where the operations are not in
// the evidence it stays undetermined.
//
// It cannot tell why the second registration exists.
func (t *tree) configDuplication(c *change) []*node {
	ids := c.registrations()
	if len(ids) < 2 {
		return nil
	}
	of := deliveriesByRegistration(c)
	branches := make([]branch, len(ids))
	for i, id := range ids {
		branches[i] = t.below(of[id]...)
	}
	l := t.leads(ids, branches)
	u, open := l.groups, l.open()
	var out []*node
	groups := map[int][]int{}
	for i := range ids {
		groups[u.find(i)] = append(groups[u.find(i)], i)
	}
	for i := range ids {
		if g := groups[i]; len(g) > 1 {
			out = append(out, t.doubled(c, pick(ids, g), pick(branches, g), l.byPath))
		}
	}
	if len(open) > mostOpenPairs { // one question for all of them, not one for each pair
		all := make([]int, 0, len(ids))
		for i := range ids {
			if u.find(i) == i {
				all = append(all, i)
			}
		}
		return append(out, t.perhapsFanOut(c, pick(ids, all), pick(branches, all)))
	}
	for _, p := range open {
		out = append(out, t.perhapsFanOut(c, pick(ids, p[:]), pick(branches, p[:])))
	}
	return out
}

// mostOpenPairs is how many pairs of registrations are asked about one by one: more are no shop's.
const mostOpenPairs = 32

func pick[T any](list []T, at []int) []T {
	var out []T
	for _, i := range at {
		out = append(out, list[i])
	}
	return out
}

// keysOf lists the operations that a branch's requests name.
func (t *tree) keysOf(b *branch) []string {
	keys := sorted(b.receipts, func(x *receipt) string {
		if o := t.asks[x]; o != nil && o.logged {
			return o.key
		}
		return ""
	})
	keys = append(keys, sorted(b.runs, func(n *run) string { return n.key })...)
	keys = append(keys, sorted(b.effects, func(e *effect) string { return e.key })...)
	return slices.Compact(slices.Sorted(slices.Values(keys)))
}

// doubled is the node of registrations that lead to one place.
func (t *tree) doubled(c *change, ids []string, branches []branch, byPath bool) *node {
	n := &node{class: ConfigDuplication, cause: "overlapping_topics", boundary: Boundary{profile.LayerChange, profile.LayerRegistration}, branches: branches}
	t.dealLoose(n, c)
	n.operation = t.common(n.all().receipts)
	rs := make([]*registration, len(ids))
	for i, id := range ids {
		rs[i] = t.registrationOf(id)
	}
	oneURL := haveOneURL(rs)
	switch {
	case ofSeveralShops(rs), facts(t.component.provider).OneURL && atOtherHosts(rs):
		n.cause = "cloned_site"
	case haveSharedTopic(rs), c.oneEvent():
		n.cause = "duplicate_registration"
	}
	if id, row := t.stillFiring(ids, branches); row != nil {
		n.cause, n.cited = "disabled_still_firing", []*record{row}
		n.causeBecause = t.Say("registration %s was %s at %s and delivered all the same", id, row.RowStatus, beganAt(row))
	}
	n.unsureCause(t, ids)
	if byPath {
		n.doubts = append(n.doubts, t.Say("the receiver's log shows one path for both, not the URL that each registration has"))
		n.missing = append(n.missing, t.missingRegistrations(t.sender()))
	}
	if c.by == "time" {
		n.doubts = append(n.doubts, t.Say("the deliveries are taken for one change because they were sent within seconds; their bytes cannot be compared"))
		n.missing = append(n.missing, t.missingBodies(t.sender()))
	}
	if t.secretMayHaveChanged(n) {
		n.doubts = append(n.doubts, t.Say("an earlier request failed, and its repeat under a secret that was changed in between would look the same"))
	}
	if c.deliveries[0].idPerRegistration() && !c.deliveries[0].toldBySecret() {
		n.doubts = append(n.doubts, t.Say("%s names the delivery and not its subscription; as its repeats keep the ID, two IDs of one event are taken for two subscriptions", t.title(t.component.provider)))
		n.missing = append(n.missing, t.missingRegistrations(t.sender()))
	}
	t.judgeOutcome(n)
	n.race()
	n.causeBecause = cmp.Or(n.causeBecause, t.because(n.cause))
	where := t.Say("one operation")
	if oneURL {
		where = t.Say("one URL")
	}
	n.headline = t.Say("%s: one change, %s with %s", t.resultOf(n), t.named(ids), where)
	if n.cause == "overlapping_topics" {
		n.headline = t.Say("%s: one change, told under %s by %s with %s", t.resultOf(n), t.List(t.topicsOf(ids)), t.named(ids), where)
	}
	n.next = t.configAdvice(n, ids, oneURL)
	return n
}

// unsureCause adds what keeps the cause from being known: a status without a time, a host that no list gives.
func (n *node) unsureCause(t *tree, ids []string) {
	if n.cause == "disabled_still_firing" || n.cause == "cloned_site" {
		return
	}
	for _, id := range ids {
		r := t.registrationOf(id)
		if r.status == "disabled" || r.status == "paused" {
			n.doubts = append(n.doubts, t.Say("registration %s is %s in the export; whether it was so when it delivered is not in the evidence", id, r.status))
			n.missing = append(n.missing, t.missingSwitch(t.sender(), id))
		}
	}
	if facts(t.component.provider).OneURL && slices.ContainsFunc(ids, func(id string) bool {
		return !hosted(t.registrationOf(id)) && !strings.HasPrefix(id, "secret:") // one receiver's secrets are of one receiver
	}) {
		n.doubts = append(n.doubts, t.Say("to which host each endpoint delivers is not in the evidence: another site's would be a copy's"))
		n.missing = append(n.missing, t.missingRegistrations(t.sender()))
	}
}

// hosted tells whether the evidence has the host that a registration delivers to.
func hosted(r *registration) bool {
	return slices.ContainsFunc(r.urls, func(u endpoint) bool { return hostOf(u.url) != "" })
}

// stillFiring finds a registration that delivered after it had been disabled or paused, by a record that says when. Only a status
// with a time tells: WooCommerce saves the row of its table after each delivery.
func (t *tree) stillFiring(ids []string, branches []branch) (string, *record) {
	for i, id := range ids {
		var since *record
		for _, r := range t.registrationOf(id).rows {
			if r.timed() && (since == nil || r.at() > since.at()) && slices.ContainsFunc(branches[i].deliveries, func(d *delivery) bool {
				return d.begin() > r.end()+tolerance
			}) {
				since = r
			}
		}
		if since != nil && (since.RowStatus == "disabled" || since.RowStatus == "paused") {
			return id, since
		}
	}
	return "", nil
}

// perhapsFanOut is the question that stays open between two registrations with different URLs whose operations are not in the
// evidence. It is asked once for the pair, not for each order.
func (t *tree) perhapsFanOut(c *change, ids []string, branches []branch) *node {
	n := &node{class: Undetermined, branches: branches, pair: t.component.shop + " " + t.List(ids)}
	t.judgeOutcome(n)
	n.missing = append(n.missing, t.lack(missingReceiverLog))
	if len(t.registrationOf(ids[0]).urls)*len(t.registrationOf(ids[1]).urls) == 0 {
		n.missing = append(n.missing, t.missingRegistrations(t.sender()))
	}
	n.headline = t.Say("%s: %s were told of one change; whether they lead to one operation or to two is not in the evidence", t.subject(), t.named(ids))
	n.next = []string{t.Say("collect the receivers' logs of both before anything is removed: a shop may well tell two systems")}
	return n
}

// configAdvice says what to do. Removing a registration is advised only where URL, topic and API version agree.
func (t *tree) configAdvice(n *node, ids []string, oneURL bool) []string {
	var out []string
	newest := ids[len(ids)-1]
	alike := oneURL
	for _, id := range ids {
		r, last := t.registrationOf(id), t.registrationOf(newest)
		alike = alike && strings.Join(r.topics, ",") == strings.Join(last.topics, ",") && r.api == last.api
	}
	switch {
	case n.cause == "disabled_still_firing":
		out = append(out, t.Say("find out why the disabled registration still delivers (a cached copy of it, a second server, actions that were queued before) before it is deleted"))
	case n.cause == "cloned_site":
		if t.ofWooCommerce() {
			out = append(out, t.Say("pause the webhooks of the copied site, or give it another receiver: it tells of the same %ss", t.thing()))
			break
		}
		out = append(out, t.Say("pause the webhooks of the copied site, or give it another receiver: it tells of the same events"))
	case n.cause == "overlapping_topics":
		out = append(out, t.Say("keep the registrations: their topics differ (%s); let the receiver recognise one act told twice", t.List(t.topicsOf(ids))))
	case alike:
		out = append(out, t.Say("check %s, which has the URL and topic of %s, and pause it if nothing else needs it; do not de-duplicate by %s ID", t.named(ids[len(ids)-1:]), t.named(ids[:1]), t.thing()))
	default:
		out = append(out, t.Say("compare %s: they deliver one change to one place", t.named(ids)))
	}
	return append(out, t.adviceClaim(n), t.Say("let later updates of the same %s through: a guard by %[1]s ID would drop them", t.thing()))
}

// deliveriesByRegistration gives a change's deliveries by the registration that made them.
func deliveriesByRegistration(c *change) map[string][]*delivery {
	of := map[string][]*delivery{}
	for _, d := range c.deliveries {
		of[d.registration] = append(of[d.registration], d)
	}
	return of
}
