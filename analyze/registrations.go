package analyze

import (
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

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

	byDelivery bool // nothing names it but the ID of its delivery
}

// endpoint is where a registration delivers to. Two with one path and another query are two consumers.
type endpoint struct {
	url   string
	query profile.Mark
}

func registrationsOf(rs []*record) map[registrationKey]*registration {
	m := map[registrationKey]*registration{}
	for _, r := range rs {
		if r.WebhookID == "" {
			continue
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
			if r.RowStatus != "" && (g.status == "" || !r.timed()) {
				g.status = r.RowStatus // a table says what is, a log what became of it
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
		// Not by their queries as well: their marks are others under each key.
		slices.SortStableFunc(g.urls, func(a, b endpoint) int { return strings.Compare(a.url, b.url) })
	}
	return m
}

// listedAt finds the registrations that deliver to a path, in no order.
func listedAt(all map[registrationKey]*registration) map[string][]*registration {
	at := map[string][]*registration{}
	for _, r := range all {
		if len(r.rows) == 0 {
			continue
		}
		var paths []string
		for _, u := range r.urls {
			paths = appendNew(paths, []string{pathOf(u.url)})
		}
		for _, path := range paths {
			at[path] = append(at[path], r)
		}
	}
	return at
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

// registrationOf never returns nil: a registration that no record describes is one without facts.
func (t *tree) registrationOf(webhook string) *registration {
	if k, ok := t.labels[webhook]; ok {
		if r := t.world.registrations[k]; r != nil {
			return r
		}
	}
	r, at := t.world.registrations[registrationKey{t.component.shop, webhook}], t.endpoints[webhook]
	if at != nil && (r == nil || len(r.rows) == 0) {
		return at
	}
	if r != nil {
		return r
	}
	return &registration{key: registrationKey{t.component.shop, webhook}}
}
