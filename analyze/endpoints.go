package analyze

import (
	"cmp"
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/analyze/language"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// labelEndpoints names the registrations of requests that name none. Senders that send one event to several endpoints (Stripe,
// PayPal, Svix) have one URL for each, so the URL stands for it. Where each registration gets a delivery ID of its own and
// keeps it over its repeats (Shopify, Paddle), that ID does.
//
// It cannot tell two endpoints that share a URL: those are told apart by the secret that verifies. Where some requests at a URL are,
// the URL says nothing of the others: they may be from any of these endpoints.
func (t *tree) labelEndpoints() {
	at := map[*delivery]endpoint{}
	hosts := map[string][]string{}    // URLs with a host, by path
	bySecret := map[string]bool{}     // paths at which a secret told the registration
	secretOfID := map[string]string{} // by the ID of a registration's delivery
	for _, d := range t.deliveries {
		if d.toldBySecret() {
			e := arrivedAt(d)
			bySecret[pathOf(e.url)] = true
			if d.idPerRegistration() {
				secretOfID[d.id] = d.webhook
			}
			d.registration = d.webhook
			t.addEndpoint(d, e)
		}
		if d.webhook == "" && d.byEvent() {
			at[d] = arrivedAt(d)
			if url := at[d].url; hostOf(url) != "" {
				hosts[pathOf(url)] = appendNew(hosts[pathOf(url)], []string{url})
			}
		}
	}
	for _, d := range t.deliveries {
		e, ok := at[d]
		if !ok {
			continue
		}
		if known := hosts[pathOf(e.url)]; hostOf(e.url) == "" && len(known) == 1 {
			e.url = known[0] // a log that has the path alone, of the one host that has it
		}
		switch {
		case d.idPerRegistration():
			d.registration = cmp.Or(secretOfID[d.id], d.id)
		case !bySecret[pathOf(e.url)]:
			d.registration = e.url
		}
		if d.registration != "" {
			t.addEndpoint(d, e)
		}
	}
}

func (t *tree) addEndpoint(d *delivery, e endpoint) {
	r := t.endpoints[d.registration]
	if r == nil {
		r = &registration{key: registrationKey{d.shop, d.registration}, provider: d.provider, byDelivery: d.registration == d.id}
		t.endpoints[d.registration] = r
	}
	if d.topic != "" {
		r.topics = appendNew(r.topics, []string{d.topic})
	}
	if e.url != "" {
		r.urls = appendNew(r.urls, []endpoint{e})
	}
	slices.Sort(r.topics)
}

// named names registrations in a sentence: each by its ID, or by what stands for it where no line names one.
func (t *tree) named(labels []string) string {
	kinds := []struct{ one, several language.Text }{
		{"registration %s", "registrations %s"},
		{"the registration of delivery %s", "the registrations of deliveries %s"},
		{"the endpoint at %s", "the endpoints at %s"},
	}
	names := make([][]string, len(kinds))
	for _, label := range labels {
		k := 0
		switch r := t.endpoints[label]; {
		case r == nil || strings.HasPrefix(label, profile.BySecret):
		case r.byDelivery:
			k = 1
		default:
			k, label = 2, strings.TrimPrefix(label, "//")
		}
		names[k] = append(names[k], label)
	}
	var out []string
	for k, of := range names {
		switch {
		case len(of) == 1:
			out = append(out, t.Say(kinds[k].one, of[0]))
		case len(of) > 1:
			out = append(out, t.Say(kinds[k].several, t.List(of)))
		}
	}
	return t.List(out)
}

// toldBySecret tells that nothing in the request names its registration, and the secret that signed it does.
func (d *delivery) toldBySecret() bool { return strings.HasPrefix(d.webhook, profile.BySecret) }

// unnamed tells that nothing says which registration's a request is.
func unnamed(d *delivery) bool { return d.webhook == "" }

// idPerRegistration tells that the sender gives each registration's delivery an ID that its repeats keep.
func (d *delivery) idPerRegistration() bool {
	return d.id != "" && facts(d.provider).DeliveryOwn
}

// arrivedAt is the URL at which a request arrived, with its host where a line has it.
func arrivedAt(d *delivery) endpoint {
	var e endpoint
	for _, r := range d.records {
		if r.URL == "" || r.Event != profile.EventProxied && r.Event != profile.EventRelayed && !receiverSide(r.Event) {
			continue
		}
		at := endpoint{r.URL, r.Query}
		if strings.HasPrefix(at.url, "/") && r.Event == profile.EventProxied && strings.Contains(r.Instance, ".") {
			at.url = "//" + r.Instance + at.url
		}
		if e.url == "" || strings.HasPrefix(e.url, "/") && !strings.HasPrefix(e.url, "//") && at.url != "" {
			e = at
		}
	}
	return e
}

func (c *change) event() string {
	for _, d := range c.deliveries {
		if d.event != "" {
			return d.event
		}
	}
	return ""
}

// oneEvent tells that the sender calls all its requests one event, which has one topic even where no line names it.
func (c *change) oneEvent() bool {
	return c.event() != "" && !slices.ContainsFunc(c.deliveries, func(d *delivery) bool { return d.event != c.event() })
}

// secretMayHaveChanged tells that the registrations are told by secrets alone, and that a failure gave the sender a reason to repeat a
// request of one.
func (t *tree) secretMayHaveChanged(n *node) bool {
	ds := slices.Clone(n.all().deliveries)
	if len(ds) == 0 || slices.ContainsFunc(ds, func(d *delivery) bool { return !d.toldBySecret() }) {
		return false
	}
	slices.SortStableFunc(ds, func(a, b *delivery) int { return cmp.Compare(a.begin(), b.begin()) })
	return t.attemptsOf(facts(ds[0].provider), ds).failed
}
