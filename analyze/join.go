package analyze

import (
	"cmp"
	"slices"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/ingest/provider"
)

// component is everything that identifiers join: as a rule, all that concerns one resource of one shop.
type component struct {
	records    []*record
	resource   Resource
	shop       string
	provider   string
	resourceBy string // "" if a record names it; else how it was found: "time"
	// candidates are the resources whose queued actions ran in the second of a delivery that names none: a set, of which the
	// evidence does not say more.
	candidates []string
	between    bool // its lines name no shop, and their operation is one of several shops
}

// ident is one identifier that joins records; kind keeps the kinds apart.
type ident struct {
	kind    byte
	a, b, c string
	m       profile.Mark
	h       profile.Hash
}

// shortID tells a request ID that restarts with its process (pino's 1, 2, 3; fastify's req-1): it names a request only
// within that process.
func shortID(id string) bool { return len(id) < 8 }

// components joins records by what cannot be shared by chance, and then gives each group that has no home (no resource, no
// delivery) to the only home that its weaker identifiers fit. Where two would fit it stays alone: never guess.
func components(w *world) []*component {
	u := newUnion(len(w.records))
	joinCertain(w, u)
	joinUnlessShared(w, u, requestIdents)
	joinUnlessShared(w, u, func(ks []ident, r *record) []ident { return bodyIdents(ks, w, r) })
	joinByKeys(w, u)
	settle(w, u, homesOf(w, u), weak)
	settle(w, u, homesOf(w, u), weaker)
	settle(w, u, homesOr(w, u, asksOrArrives), longWeaker)
	settle(w, u, homesOr(w, u, signed), deliveryIdents)
	joinHomeless(w, u)
	joinJobs(w, u)
	joinLists(w, u)
	byTime := queueTimes(w, u)
	between := betweenShops(w, u)

	groups := map[int]*component{}
	var out []*component
	for i, r := range w.records {
		root := u.find(i)
		c := groups[root]
		if c == nil {
			c = &component{between: between[root]}
			groups[root] = c
			out = append(out, c)
		}
		c.records = append(c.records, r)
		if r.ResourceID != "" && (c.resource.ID == "" || before(r.resource(), c.resource)) {
			c.resource = r.resource()
		}
		if r.ResourceID == c.resource.ID && c.resource.Type == "" {
			c.resource.Type = r.ResourceType
		}
		if r.Shop != "" && (c.shop == "" || r.Shop < c.shop) { // of two, not the one whose file comes first
			c.shop = r.Shop
		}
		if set, ok := byTime.sets[i]; ok {
			c.candidates = set
		}
		if byTime.joined[i] {
			c.resourceBy = "time"
		}
	}
	out = slices.DeleteFunc(out, func(c *component) bool { return !c.speaks() })
	for _, c := range out {
		c.provider = c.providerOf()
	}
	return out
}

func joinCertain(w *world, u *union) {
	first, done := firsts()
	defer done()
	var ks []ident
	for i, r := range w.records {
		ks = certain(ks[:0], w, r)
		u.joinBy(first, i, ks...)
	}
}

// providerOf is whose webhooks a component is about: those that tell of its resource, before those of a payment for it. Of two, not the
// one whose file comes first.
func (c *component) providerOf() string {
	own, first := "", ""
	for _, r := range c.records {
		if r.Provider == "" {
			continue
		}
		if first == "" || r.Provider < first {
			first = r.Provider
		}
		if r.ResourceID == c.resource.ID && (own == "" || r.Provider < own) {
			own = r.Provider
		}
	}
	return cmp.Or(own, first)
}

// before orders the resources of one component: the shop's order before the payment for it, and whatever file comes first.
func before(a, b Resource) bool {
	rank := func(r Resource) int {
		switch r.Type {
		case "order":
			return 0
		case "":
			return 2
		}
		return 1
	}
	if a.ID == b.ID {
		return a.Type != "" && b.Type == ""
	}
	return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Type, b.Type), byNumber(a.ID, b.ID)) < 0
}

// speaks tells whether a component says anything that can be judged: a request, work or a record downstream. A ping, with
// the access lines and answers that share its request ID, does not.
func (c *component) speaks() bool {
	ping := slices.ContainsFunc(c.records, func(r *record) bool { return r.Event == profile.EventPing })
	return slices.ContainsFunc(c.records, func(r *record) bool {
		switch r.Event.Layer() {
		case "", profile.LayerRegistration, profile.LayerSchedule:
			return false
		}
		if claimRow(&r.Observation) || r.DeliveryID != "" || r.ResourceID != "" || r.OperationKey != "" || r.Signature != (profile.Mark{}) || r.DownstreamID != "" {
			return true
		}
		passed := r.EventID != "" && (r.Event == profile.EventRelayed || r.Event == profile.EventProxied)
		return !ping && (r.JobID != "" || passed || r.Event == profile.EventDelivery || r.Event == profile.EventReceived)
	})
}

// certain gives the identifiers that join at once: bytes that were signed, a resource of a shop, an action of its queue.
func certain(ks []ident, w *world, r *record) []ident {
	if r.Event == profile.EventPing {
		return ks
	}
	if r.Signature != (profile.Mark{}) && !bareTopic(r.Topic) {
		ks = append(ks, ident{kind: 's', m: r.Signature})
	}
	if r.ResourceID != "" {
		if stable, ok := w.history.stable(r.State); ok {
			// A cloned site tells of the same order in the same state under another address.
			ks = append(ks, ident{kind: 't', b: r.ResourceType, c: r.ResourceID, m: stable})
		}
	}
	if r.ResourceID != "" && scoped(w, r) {
		ks = append(ks, ident{kind: 'r', a: r.Shop, b: r.ResourceType, c: r.ResourceID})
	}
	if a := w.actions[r.ActionID]; a != nil {
		ks = append(ks, ident{kind: 'a', a: r.ActionID})
	}
	return eventIdents(ks, w, r)
}

// scoped tells whether a record's names are those of a known shop, or of the only one.
func scoped(w *world, r *record) bool { return r.Shop != "" || len(w.near(r.Source).shops) == 0 }

func requestIdents(ks []ident, r *record) []ident {
	if r.RequestID == "" {
		return ks
	}
	return append(ks, requestIdent(r))
}

// bodyIdents gives the hash of the payload, which a receiver may have computed.
func bodyIdents(ks []ident, w *world, r *record) []ident {
	if r.Event == profile.EventPing || r.Body == (profile.Hash{}) || !scoped(w, r) || bareTopic(r.Topic) || !facts(r.Provider).BytesCarryState {
		return ks
	}
	return append(ks, ident{kind: 'b', h: r.Body})
}

// joinUnlessShared joins by identifiers that should be of one resource, unless they are not: a request ID that a whole batch
// carries, a key that is made of the delivery ID, the hash of an empty body. Such a one joins nothing.
func joinUnlessShared(w *world, u *union, names func([]ident, *record) []ident) {
	type use struct {
		resource  Resource
		signature profile.Mark
		several   bool
	}
	resources := make([]Resource, len(w.records)) // by group
	for i, r := range w.records {
		if r.ResourceID != "" {
			resources[u.find(i)] = r.resource() // not every line names the shop or the type
		}
	}
	place, done := firsts() // in uses
	defer done()
	var uses []use
	var ks []ident
	for i, r := range w.records {
		ks = names(ks[:0], r)
		for _, k := range ks {
			n, known := place[k]
			if !known {
				n = len(uses)
				place[k] = n
				uses = append(uses, use{})
			}
			x := &uses[n]
			resource := resources[u.find(i)]
			switch {
			case resource.ID != "" && x.resource.ID != "": // an order and its payment are two, and may well be one request's
				x.several = x.several || resource.ID != x.resource.ID && (resource.Type == x.resource.Type || resource.Type == "" || x.resource.Type == "")
			case resource.ID == "" && x.resource.ID == "" && r.Signature != (profile.Mark{}) && x.signature != (profile.Mark{}):
				x.several = x.several || r.Signature != x.signature
			}
			if resource.ID != "" {
				x.resource = resource
			}
			if r.Signature != (profile.Mark{}) {
				x.signature = r.Signature
			}
		}
	}
	first := make([]int, len(uses)) // one more than the record, 0: none
	for i, r := range w.records {
		ks = names(ks[:0], r)
		for _, k := range ks {
			switch n := place[k]; {
			case uses[n].several:
			case first[n] == 0:
				first[n] = i + 1
			default:
				u.join(i, first[n]-1)
			}
		}
	}
}

// joinJobs joins the lines of one job that name no more than the job, as a queue's consumer writes them.
func joinJobs(w *world, u *union) {
	home := homesOr(w, u, asksOrArrives)
	var alone map[*record]bool
	for i, r := range w.records {
		if r.JobID != "" && !shortID(r.JobID) && !home[u.find(i)] {
			if alone == nil {
				alone = map[*record]bool{}
			}
			alone[r] = true
		}
	}
	if alone == nil {
		return
	}
	joinUnlessShared(w, u, func(ks []ident, r *record) []ident {
		if !alone[r] {
			return ks
		}
		return append(ks, ident{kind: 'j', a: r.JobID})
	})
}

// joinHomeless joins the requests that name their delivery and no resource, as access logs do, where they lie further apart than
// WooCommerce takes to send the several orders that may share the ID of one second. What they have in common is left undetermined.
func joinHomeless(w *world, u *union) {
	const apart = 2 * int64(time.Second)
	home := homesOf(w, u)
	name := func(r *record) ident { return ident{kind: 'v', b: r.DeliveryID} } // not every log has the webhook ID, of which it is made
	type span struct{ first, last int64 }
	spans := map[ident]span{}
	alone := map[*record]bool{}
	for i, r := range w.records {
		layer := r.Event.Layer()
		woo := r.Provider == "" || r.Provider == provider.WooCommerce.Name // others' events have names of their own
		if !woo || r.DeliveryID == "" || r.Event == profile.EventPing || layer != profile.LayerDelivery && layer != profile.LayerReceipt || !r.timed() || home[u.find(i)] {
			continue
		}
		alone[r] = true
		s, known := spans[name(r)]
		if !known {
			s = span{r.begin(), r.begin()}
		}
		spans[name(r)] = span{min(s.first, r.begin()), max(s.last, r.begin())}
	}
	if len(alone) == 0 {
		return
	}
	joinUnlessShared(w, u, func(ks []ident, r *record) []ident {
		if s := spans[name(r)]; !alone[r] || s.last-s.first < apart && !uuid.MatchString(r.DeliveryID) { // which is none of WooCommerce's
			return ks
		}
		return append(ks, name(r))
	})
}

func requestIdent(r *record) ident {
	k := ident{kind: 'q', a: r.RequestID}
	if shortID(r.RequestID) {
		k.b, k.c = r.Instance, r.Process
	}
	return k
}
