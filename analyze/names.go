package analyze

import (
	"cmp"
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// names is how an affair calls its senders: sites by one name each, what topics registrations have, which site a registration is
// of. It is told from a few records, one for each set of these names and all that tell of registrations.
type names struct {
	shops         []string            // every sender's site that the evidence names
	own           map[string][]string // the same by provider
	ownOf         map[int]*names      // the two for the logs that have a name in common, by the first of them
	kin           []int               // by source, the first of those; none of a log that names no thing
	bySite        map[string]string   // how a site is called
	topics        map[string]string   // what a registration's topics are of
	shopOf        map[string]string   // of a registration that only one site has
	registrations map[registrationKey]*registration
	answering     map[int]bool    // sources of access logs that name upstreams: an empty one means that nothing was asked
	deliveries    map[string]bool // IDs that name a delivery by its provider's own header, and a registration by others'
}

func namesOf(h *History, affair piece, kin []int) *names {
	n := &names{answering: map[int]bool{}, deliveries: map[string]bool{}, kin: kin, ownOf: map[int]*names{}}
	for _, i := range affair {
		o := h.At(int(i))
		if id := ownDelivery(&o); id != "" {
			n.deliveries[id] = true
		}
		if o.Upstream != "" {
			n.answering[o.Source] = true
		}
	}
	few := n.fewOf(h, affair)
	n.bySite = sitesOf(few)
	n.callShops(few)
	n.findShops(few)
	for _, r := range few {
		n.ownOf[n.kin[r.Source]] = &names{}
	}
	for first, of := range n.ownOf {
		of.findShops(slices.DeleteFunc(slices.Clone(few), func(r *record) bool { return n.kin[r.Source] != first }))
	}
	n.topics = topicsOf(few)
	n.fill(few)
	n.shopOf = shopOfRegistration(few)
	n.fillRegistered(few)
	n.registrations = registrationsOf(few)
	return n
}

func (n *names) findShops(rs []*record) {
	n.own = shopsByProvider(rs)
	for _, of := range n.own {
		n.shops = appendNew(n.shops, of)
	}
	slices.Sort(n.shops)
}

// near is what is known of sites to the log: what logs name that have a name in common with it, else what the affair does.
func (n *names) near(source int) *names {
	if first := n.kin[source]; first >= 0 {
		if of := n.ownOf[first]; of != nil {
			return of
		}
		return &names{} // they name no site
	}
	return n
}

// fewOf gives one record for each set of names, and those that tell of registrations, in their order.
func (n *names) fewOf(h *History, affair piece) []*record {
	type set struct {
		provider, shop, webhook, topic, url string
		query                               profile.Mark
	}
	had := map[set]bool{}
	var out []*record
	var listed []profile.Observation
	var places []int
	for _, i := range affair {
		o := h.At(int(i))
		if o.Event == profile.EventRegistration {
			listed, places = append(listed, o), append(places, int(i))
			continue
		}
		s := set{provider: o.Provider, shop: o.Shop, webhook: o.WebhookID, topic: o.Topic}
		if n.namesDelivery(&o) {
			s.webhook = ""
		}
		if o.Event == profile.EventDelivery && s.webhook != "" {
			s.url, s.query = o.URL, o.Query
		}
		if s.shop == "" && s.webhook == "" || had[s] {
			continue
		}
		had[s] = true
		r := &record{Observation: o, index: int(i)}
		r.WebhookID = s.webhook
		out = append(out, r)
	}
	for _, r := range distinct(listed, new(rows)) {
		r.index = places[r.index]
		out = append(out, r)
	}
	slices.SortFunc(out, func(a, b *record) int { return cmp.Compare(a.index, b.index) })
	return out
}

// namesDelivery tells whether what a record has for a registration's ID is a delivery's.
func (n *names) namesDelivery(o *profile.Observation) bool {
	return n.deliveries[o.WebhookID] && (o.DeliveryID == "" || o.DeliveryID == o.WebhookID)
}

// give puts all records of a part under these names.
func (n *names) give(rs []*record) {
	nameIDs(rs)
	namePings(rs)
	n.callShops(rs)
	n.fill(rs)
	nameTypes(rs)
	n.fillRegistered(rs)
}

// callShops gives each site its one name.
func (n *names) callShops(rs []*record) {
	for _, r := range rs {
		if r.Shop != "" {
			r.Shop = n.bySite[siteOf(r.Shop)]
		}
	}
}

// fill says whose records are where the logs near them name no other site, and of what type their resource is where the registration's
// topics say.
func (n *names) fill(rs []*record) {
	for _, r := range rs {
		near := n.near(r.Source)
		switch of := near.own[r.Provider]; {
		case r.Shop != "":
		case r.Provider != "" && len(of) == 1:
			r.Shop = of[0] // only one site of this provider speaks
		case r.Provider == "" && len(near.shops) == 1 && len(of) == 0 && len(near.own) == 1:
			r.Shop = near.shops[0] // only one site at all
		}
		if r.ResourceType == "" {
			topic := r.Topic
			if topic == "" {
				topic = n.topics[r.WebhookID]
			}
			r.ResourceType, _, _ = strings.Cut(topic, ".")
		}
	}
}

func (n *names) fillRegistered(rs []*record) {
	for _, r := range rs {
		if r.WebhookID != "" && r.Shop == "" {
			r.Shop = n.shopOf[r.WebhookID]
		}
	}
}

// sitesOf gives a site one name: WordPress tells its address with http under WP-CLI and with https under cron, with a slash at the end
// or without. The name is the shortest that the evidence has.
func sitesOf(rs []*record) map[string]string {
	names := map[string]string{}
	for _, r := range rs {
		if r.Shop == "" {
			continue
		}
		k := siteOf(r.Shop)
		if n, ok := names[k]; !ok || len(r.Shop) < len(n) || len(r.Shop) == len(n) && r.Shop < n {
			names[k] = r.Shop
		}
	}
	return names
}

// siteOf is a site's address without what does not tell sites apart.
func siteOf(shop string) string {
	_, rest, ok := strings.Cut(shop, "://")
	if !ok {
		rest = shop
	}
	host, path, _ := strings.Cut(rest, "/")
	return strings.ToLower(host) + "/" + strings.TrimRight(path, "/")
}

// shopsByProvider lists the sites that each provider's records name. Records that name no provider are WooCommerce's, whose sites
// others write down as well.
func shopsByProvider(rs []*record) map[string][]string {
	shops := map[string][]string{}
	for _, r := range rs {
		if r.Shop != "" && !slices.Contains(shops[r.Provider], r.Shop) {
			shops[r.Provider] = append(shops[r.Provider], r.Shop)
		}
	}
	return shops
}

// topicsOf gives the topic of each registration that has exactly one, so that a queued action, which names only the
// registration and a number, is known to speak of an order.
func topicsOf(rs []*record) map[string]string {
	topics := map[string]string{}
	for _, r := range rs {
		if r.WebhookID == "" || r.Topic == "" {
			continue
		}
		resource, _, _ := strings.Cut(r.Topic, ".")
		if t, ok := topics[r.WebhookID]; ok && t != resource {
			topics[r.WebhookID] = ""
			continue
		}
		topics[r.WebhookID] = resource
	}
	return topics
}

// shopOfRegistration names the site of each registration that only one site has.
func shopOfRegistration(rs []*record) map[string]string {
	shopOf := map[string]string{}
	for _, r := range rs {
		if r.WebhookID != "" && r.Shop != "" {
			if s, ok := shopOf[r.WebhookID]; ok && s != r.Shop {
				shopOf[r.WebhookID] = ""
			} else {
				shopOf[r.WebhookID] = r.Shop
			}
		}
	}
	return shopOf
}
