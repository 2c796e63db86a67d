package analyze

import (
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/ingest/provider"
)

// world is what spans components and is computed once, before any of them is judged.
type world struct {
	history       History
	records       []*record
	shops         []string // every sender's site that the evidence names
	registrations map[registrationKey]*registration
	actions       map[string]*action // by ID; nil where two exports disagree on what the ID names
	clocks        []clock            // by source
	coverage      coverage
	signedAlike   map[[2]string]bool   // pairs of registrations that once made equal signatures, so have one secret
	workerStarts  map[string][]*record // "worker started up" lines by worker
	hooks         map[string]bool      // the paths at which webhooks arrive
	claiming      map[int]bool         // sources whose receiver writes claims or jobs
	answering     map[int]bool         // sources of access logs that name upstreams: an empty one means that nothing was asked
}

type registrationKey struct{ shop, webhook string }

// registration is one webhook configuration with all that the evidence says of it.
type registration struct {
	key      registrationKey
	provider string
	topics   []string
	urls     []endpoint // from its row, else from its deliveries
	status   string
	secret   profile.Mark
	api      string
	rows     []*record
}

// endpoint is where a registration delivers to. Two with one path and another query are two consumers.
type endpoint struct {
	url   string
	query profile.Mark
}

// survey brings all records onto one clock and under one name for the shop and the resource type.
func survey(h History) *world {
	w := &world{history: h, records: distinct(h.Observations), answering: map[int]bool{}, claiming: map[int]bool{}, workerStarts: map[string][]*record{}}
	for _, r := range w.records {
		if r.Upstream != "" {
			w.answering[r.Source] = true
		}
		if r.Event == profile.EventClaimed || r.Event == profile.EventEnqueued {
			w.claiming[r.Source] = true
		}
	}
	w.shops = shopsOf(w.records)
	topics := topicsOf(w.records)
	for _, r := range w.records {
		if r.Shop == "" && len(w.shops) == 1 {
			r.Shop = w.shops[0] // only one site speaks in this history
		}
		if r.ResourceType == "" {
			topic := r.Topic
			if topic == "" {
				topic = topics[r.WebhookID]
			}
			r.ResourceType, _, _ = strings.Cut(topic, ".")
		}
	}
	w.registrations = registrationsOf(w.records)
	w.clocks = clocksOf(w)
	for _, r := range w.records {
		r.shift = w.clocks[r.Source].offset
	}
	w.hooks = hookPaths(w.records)
	w.signedAlike = signedAlike(w.records)
	w.actions = actionsOf(w.records)
	w.coverage = coverageOf(w)
	for _, r := range w.records {
		if r.Event == profile.EventWorkerUp && r.Worker != "" && r.timed() {
			w.workerStarts[r.Worker] = append(w.workerStarts[r.Worker], r)
		}
	}
	return w
}

func shopsOf(rs []*record) []string {
	var shops []string
	for _, r := range rs {
		if r.Shop != "" && !slices.Contains(shops, r.Shop) {
			shops = append(shops, r.Shop)
		}
	}
	slices.Sort(shops)
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

func registrationsOf(rs []*record) map[registrationKey]*registration {
	m := map[registrationKey]*registration{}
	shopOf := map[string]string{} // of a registration that only one site has
	for _, r := range rs {
		if r.WebhookID != "" && r.Shop != "" {
			if s, ok := shopOf[r.WebhookID]; ok && s != r.Shop {
				shopOf[r.WebhookID] = ""
			} else {
				shopOf[r.WebhookID] = r.Shop
			}
		}
	}
	for _, r := range rs {
		if r.WebhookID == "" {
			continue
		}
		if r.Shop == "" {
			r.Shop = shopOf[r.WebhookID]
		}
		k := registrationKey{r.Shop, r.WebhookID}
		g := m[k]
		if g == nil {
			g = &registration{key: k}
			m[k] = g
		}
		if g.provider == "" {
			g.provider = r.Provider
		}
		if r.Topic != "" && !slices.Contains(g.topics, r.Topic) {
			g.topics = append(g.topics, r.Topic)
		}
		if e := (endpoint{r.URL, r.Query}); (r.Event == profile.EventRegistration || r.Event == profile.EventDelivery) &&
			r.URL != "" && !slices.Contains(g.urls, e) {
			g.urls = append(g.urls, e)
		}
		if r.Event == profile.EventRegistration {
			g.rows = append(g.rows, r)
			if r.RowStatus != "" {
				g.status = r.RowStatus
			}
			if r.Secret != (profile.Mark{}) {
				g.secret = r.Secret
			}
			if r.APIVersion != "" {
				g.api = r.APIVersion
			}
		}
	}
	for _, g := range m {
		slices.Sort(g.topics)
		slices.SortFunc(g.urls, func(a, b endpoint) int {
			if c := strings.Compare(a.url, b.url); c != 0 {
				return c
			}
			return slices.Compare(a.query[:], b.query[:])
		})
	}
	return m
}

// signedAlike finds registrations that share a secret: equal signatures are equal bytes under one secret.
func signedAlike(rs []*record) map[[2]string]bool {
	first := map[profile.Mark]string{}
	pairs := map[[2]string]bool{}
	for _, r := range rs {
		if r.Signature == (profile.Mark{}) || r.WebhookID == "" {
			continue
		}
		if o, ok := first[r.Signature]; !ok {
			first[r.Signature] = r.WebhookID
		} else if o != r.WebhookID {
			pairs[[2]string{min(o, r.WebhookID), max(o, r.WebhookID)}] = true
		}
	}
	return pairs
}

// sharesURL tells whether two registrations deliver to one URL, and whether the evidence says where both deliver.
func sharesURL(a, b *registration) (shares, known bool) {
	if len(a.urls) == 0 || len(b.urls) == 0 {
		return false, false
	}
	for _, u := range a.urls {
		if slices.Contains(b.urls, u) {
			return true, true
		}
	}
	return false, true
}

// sharesTopic tells whether two registrations listen to one topic.
func sharesTopic(a, b *registration) bool {
	return slices.ContainsFunc(a.topics, func(t string) bool { return slices.Contains(b.topics, t) })
}

// facts returns what is known of a provider; a provider that the evidence does not name has WooCommerce's silence: no
// retries, no deadline.
func facts(name string) *provider.Provider {
	if p := provider.ByName(name); p != nil {
		return p
	}
	return &provider.Provider{Name: name, Title: name, BytesCarryState: true, Success: func(code int) bool { return code >= 200 && code < 300 }}
}
