package analyze

import (
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// labelEndpoints names the registrations of requests that name none. Senders that send one event to several endpoints (Stripe,
// PayPal, Svix) have one URL for each, so the URL stands for it. Where each registration gets a delivery ID of its own and
// keeps it over its repeats (Shopify, Paddle), that ID does.
//
// It cannot tell two endpoints that share a URL: those are told apart by the secret that verifies.
func (t *tree) labelEndpoints() {
	at := map[*delivery]endpoint{}
	hosts := map[string][]string{} // URLs with a host, by path
	for _, d := range t.deliveries {
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
		d.registration = e.url
		if d.idPerRegistration() {
			d.registration = d.id
		}
		if d.registration != "" {
			t.addEndpoint(d, e)
		}
	}
}

func (t *tree) addEndpoint(d *delivery, e endpoint) {
	r := t.endpoints[d.registration]
	if r == nil {
		r = &registration{key: registrationKey{d.shop, d.registration}, provider: d.provider}
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

// hostOf is the host of a URL that has one.
func hostOf(url string) string {
	_, rest, ok := strings.Cut(url, "//")
	if !ok {
		return ""
	}
	host, _, _ := strings.Cut(rest, "/")
	return strings.ToLower(host)
}

// otherHost tells whether two registrations deliver to hosts that are known and differ: another environment of the receiver.
func otherHost(a, b *registration) bool {
	for _, x := range a.urls {
		for _, y := range b.urls {
			if hx, hy := hostOf(x.url), hostOf(y.url); hx == "" || hy == "" || hx == hy {
				return false
			}
		}
	}
	return len(a.urls) > 0 && len(b.urls) > 0
}

func (c *change) event() string {
	for _, d := range c.deliveries {
		if d.event != "" {
			return d.event
		}
	}
	return ""
}
