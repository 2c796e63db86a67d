package analyze

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/webhookctl/webhookctl/analyze/language"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// change is one state of the resource at the sender, with every delivery that told of it.
type change struct {
	deliveries []*delivery
	// known tells that the state is told apart from others by bytes. A delivery without any fingerprint is a change of its
	// own only for want of a better word.
	known bool
	state string        // see stateName, which makes it
	by    language.Text // what says that its deliveries tell of one change: "equal bytes", "event ID", "time", …
}

// paired is how near in time the deliveries of one change to two registrations are taken to be, where their bytes cannot be
// compared: the sender queues both in one request and sends them one after the other.
const paired = int64(5 * time.Second)

// saved is how far apart two registrations' deliveries of one state may be where only volatile fields differ: a queue that
// is behind, not a save of the next hour.
const saved = int64(10 * time.Minute)

// changesOf clusters deliveries by the state that they carry. Exact equality comes first; only what is left over is compared
// with less, and two states of one registration are never made one.
func (t *tree) changesOf() {
	ds := slices.DeleteFunc(slices.Clone(t.deliveries), func(d *delivery) bool { return d.invalid })
	t.labelRegistrations()
	u := newUnion(len(ds))
	first := map[ident]int{}
	for i, d := range ds {
		u.joinBy(first, i, t.fingerprints(d)...)
	}
	groups := map[int]*change{}
	for i, d := range ds {
		c := groups[u.find(i)]
		if c == nil {
			c = &change{}
			groups[u.find(i)] = c
			t.changes = append(t.changes, c)
		}
		c.deliveries = append(c.deliveries, d)
		c.known = c.known || len(t.fingerprints(d)) > 0
	}
	for _, c := range t.changes {
		c.by = t.fingerprintOf(c)
	}
	t.pair("equal state", func(a, b *change) bool { return t.sameStable(a, b) }, saved)
	t.pair("time", t.incomparable, paired)
	slices.SortStableFunc(t.changes, func(a, b *change) int { return cmp.Compare(a.begin(), b.begin()) })
	for _, c := range t.changes {
		for _, d := range c.deliveries {
			d.change = c
		}
	}
}

// labelRegistrations gives each delivery the name of its registration: the webhook ID, with the shop's address where two
// shops tell of one resource.
func (t *tree) labelRegistrations() {
	shops := sorted(t.deliveries, func(d *delivery) string { return d.shop })
	t.labelEndpoints()
	for _, d := range t.deliveries {
		d.registration = cmp.Or(d.webhook, d.registration)
		if len(shops) > 1 && d.registration != "" {
			alone := d.registration
			d.registration = t.Say("%s at %s", d.registration, d.shop)
			if d.webhook != "" {
				t.labels[d.registration] = registrationKey{d.shop, d.webhook}
			}
			if e := t.endpoints[alone]; e != nil && t.endpoints[d.registration] == nil {
				own := *e
				own.key.shop = d.shop
				t.endpoints[d.registration] = &own
			}
		}
	}
}

// bareTopic tells the topics whose body names the resource and no state: equal bytes are then no equal state.
func bareTopic(topic string) bool {
	return strings.HasSuffix(topic, ".deleted") || strings.HasSuffix(topic, ".restored") || strings.HasPrefix(topic, "action.")
}

// fingerprints are what two deliveries of one state have in common for certain.
func (t *tree) fingerprints(d *delivery) []ident {
	var ks []ident
	if d.event != "" {
		ks = append(ks, t.world.eventIdent(d.event, d.provider, d.shop))
	} else if d.act != "" {
		ks = append(ks, ident{kind: 'A', a: d.act, b: d.topic, c: d.object})
	}
	if d.id != "" && (d.byAttempt() || facts(d.provider).DeliveryStays) {
		ks = append(ks, ident{kind: 'v', a: d.id})
	}
	if !facts(d.provider).BytesCarryState && d.event == "" && d.object != "" {
		if status := t.fetched(d); status != "" {
			ks = append(ks, ident{kind: 'f', a: d.object, b: status})
		}
	}
	if !facts(d.provider).BytesCarryState || bareTopic(d.topic) {
		return ks
	}
	if d.signature != (profile.Mark{}) && !facts(d.provider).SignatureTimed {
		ks = append(ks, ident{kind: 's', m: d.signature})
	}
	if d.body != (profile.Hash{}) {
		ks = append(ks, ident{kind: 'b', h: d.body})
	}
	if d.state != (profile.Mark{}) {
		ks = append(ks, ident{kind: 'c', m: d.state})
	}
	return ks
}

// fingerprintOf says what a change's deliveries have in common: bytes, before what is only named alike.
func (t *tree) fingerprintOf(c *change) language.Text {
	common := t.fingerprints(c.deliveries[0])
	for _, d := range c.deliveries[1:] {
		own := t.fingerprints(d)
		common = slices.DeleteFunc(common, func(k ident) bool { return !slices.Contains(own, k) })
	}
	for _, by := range []struct {
		kinds string
		name  language.Text
	}{{"sb", "equal bytes"}, {"c", "equal state"}, {"e", "event ID"}, {"A", "act of the provider's"}, {"v", "delivery ID"}, {"f", "fetched status"}} {
		if slices.ContainsFunc(common, func(k ident) bool { return strings.IndexByte(by.kinds, k.kind) >= 0 }) {
			return by.name
		}
	}
	return "several names" // each has one in common with another, and none with all
}

func (c *change) begin() int64 {
	if len(c.deliveries) == 0 {
		return 0
	}
	return c.deliveries[0].begin()
}

// named are the change's deliveries that the sender or a header names; loose are the rest: requests with the same bytes that
// do not say of which delivery they are. Where no delivery is named, all of them stand for one each.
func (c *change) named() (named, loose []*delivery) {
	for _, d := range c.deliveries {
		if d.id != "" || d.logged != nil || d.byEvent() {
			named = append(named, d)
		} else {
			loose = append(loose, d)
		}
	}
	if len(named) == 0 {
		return loose, nil
	}
	return named, loose
}

// registrations lists the webhook IDs that are known to have delivered the change.
func (c *change) registrations() []string {
	return sorted(c.deliveries, func(d *delivery) string { return d.registration })
}

// byNumber sorts IDs that are numbers by their value, and others as text behind them.
func byNumber(a, b string) int {
	if number(a) && number(b) {
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	}
	if number(a) != number(b) {
		if number(a) {
			return -1
		}
		return 1
	}
	return cmp.Compare(a, b)
}

func number(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// pair makes one change of two that different registrations delivered, where same allows it and their
// deliveries begin within that time of each other. A pair is made only if each is the other's one choice.
func (t *tree) pair(by language.Text, same func(a, b *change) bool, within int64) {
	single := map[string][]*change{} // changes by the only registration that delivered them
	for _, c := range t.changes {
		if ids := c.registrations(); len(ids) == 1 && !c.deliveries[0].byEvent() {
			single[ids[0]] = append(single[ids[0]], c)
		}
	}
	if len(single) < 2 {
		return
	}
	ids := make([]string, 0, len(single))
	for id := range single {
		ids = append(ids, id)
		slices.SortStableFunc(single[id], func(a, b *change) int { return cmp.Compare(a.begin(), b.begin()) })
	}
	slices.SortFunc(ids, byNumber)
	merged := map[*change]bool{}
	for i, a := range ids {
		for _, b := range ids[i+1:] {
			for _, p := range choices(single[a], single[b], same, within, merged) {
				p[0].deliveries = append(p[0].deliveries, p[1].deliveries...)
				p[0].known = p[0].known || p[1].known
				p[0].by = by
				slices.SortStableFunc(p[0].deliveries, func(x, y *delivery) int { return cmp.Compare(x.begin(), y.begin()) })
				merged[p[1]] = true
			}
		}
	}
	t.changes = slices.DeleteFunc(t.changes, func(c *change) bool { return merged[c] })
}

// choices pairs two registrations' changes in order of time. Each looks only at its neighbours in time, so the cost grows
// with the number of changes, not with its square.
func choices(as, bs []*change, same func(a, b *change) bool, within int64, gone map[*change]bool) [][2]*change {
	const neighbours = 8
	pick := func(c *change, list []*change) *change {
		at, _ := slices.BinarySearchFunc(list, c.begin(), func(x *change, at int64) int { return cmp.Compare(x.begin(), at) })
		var best *change
		for _, o := range list[max(0, at-neighbours):min(len(list), at+neighbours)] {
			if gone[o] || !same(c, o) {
				continue
			}
			d := distance(c, o)
			if d > within {
				continue
			}
			if best == nil || d < distance(c, best) {
				best = o
			}
		}
		return best
	}
	var out [][2]*change
	for _, a := range as {
		if gone[a] {
			continue
		}
		if b := pick(a, bs); b != nil && pick(b, as) == a {
			out = append(out, [2]*change{a, b})
		}
	}
	return out
}

func distance(a, b *change) int64 {
	d := a.begin() - b.begin()
	return max(d, -d)
}

// stable is the mark of the change's state without what tells only how or when the body was made.
func (t *tree) stable(c *change) profile.Mark { return t.stateOf(c).Stable }

func (t *tree) sameStable(a, b *change) bool {
	x, y := t.stable(a), t.stable(b)
	return x == y && x != (profile.Mark{})
}

// incomparable tells that nothing could show whether two registrations' changes carry the same bytes: no body of one of them
// is known, and their signatures are made with different secrets, or may be. Topics must agree, since then one change alone
// queues both.
func (t *tree) incomparable(a, b *change) bool {
	if t.differ(a, b) {
		return false
	}
	x, y := t.registration(a), t.registration(b)
	return x != nil && y != nil && sharesTopic(x, y)
}

// differ tells that two changes are known to carry different states.
func (t *tree) differ(a, b *change) bool {
	if a != b && a.event() != "" && b.event() != "" && a.event() != b.event() {
		return true // the provider names two events
	}
	if x, y := a.deliveries[0], b.deliveries[0]; a != b && !facts(x.provider).BytesCarryState && t.fetched(x) != "" && t.fetched(y) != "" {
		return true // the receiver fetched two states
	}
	for _, d := range lastOf(a.deliveries, 4) { // the deliveries of one change carry the same, as far as each is known
		for _, e := range lastOf(b.deliveries, 4) {
			if d.body != (profile.Hash{}) && e.body != (profile.Hash{}) || d.state != (profile.Mark{}) && e.state != (profile.Mark{}) {
				return true // comparable, and not made one above
			}
			if d.signature != (profile.Mark{}) && e.signature != (profile.Mark{}) && d.webhook != "" && e.webhook != "" &&
				(d.registration == e.registration || t.oneSecret(d.registration, e.registration)) {
				return true
			}
		}
	}
	return false
}

// oneSecret tells whether two registrations sign with one secret: their rows say so, or they once signed alike.
func (t *tree) oneSecret(a, b string) bool {
	x, y := t.registrationOf(a), t.registrationOf(b)
	if x.secret != (profile.Mark{}) && y.secret != (profile.Mark{}) {
		return x.secret == y.secret
	}
	return t.world.signedAlike[[2]string{min(a, b), max(a, b)}]
}

func (t *tree) registration(c *change) *registration {
	if len(c.deliveries) == 0 {
		return nil
	}
	return t.world.registrations[registrationKey{c.deliveries[0].shop, c.deliveries[0].webhook}]
}
