package analyze

import (
	"slices"
	"strings"
	"sync"

	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/ingest/provider"
)

// world is what spans components and is computed once, before any of them is judged.
type world struct {
	history          History
	rules            []Rule
	ruled            bool // each record has what the rules say of it
	records          []*record
	shops            []string // every sender's site that the evidence names
	registrations    map[registrationKey]*registration
	listedAt         map[string][]*registration // those of which a list or table tells, by the paths of their URLs
	actions          map[string]*action         // by ID; nil where two exports disagree on what the ID names
	logs             []string                   // by source, the log that it is a part of
	clocks           []clock                    // by source
	coverage         coverage
	gaps             []gap                // of the receivers' logs
	gapsOf           map[string][]gap     // the same by log
	signedAlike      map[[2]string]bool   // pairs of registrations that once made equal signatures, so have one secret
	workerStarts     map[string][]*record // "worker started up" lines by worker
	eventsApart      map[string]bool      // event IDs that several senders use
	senders          map[string]string    // of messages, by their ID
	sharedDeliveries map[ident]bool       // delivery IDs of a registration that several resources have
	calling          map[string]bool      // logs that show downstream calls
	telling          map[string]int64     // by log that shows what came of calls, when it last did
	logsCalls        bool                 // some worker's log shows downstream calls, so one without a call shows that there was none
	hooks            map[string]bool      // the paths at which webhooks arrive
	claiming         map[string]bool      // logs whose receiver writes claims or jobs
	queuing          map[string]bool      // logs whose receiver writes jobs
	claimRows        claimRows
	claimTables      []*claimTable  // exports of receivers' own tables, in the order of their sources
	beside           map[sides]bool // who logs every request that the other does
	numbers          []int          // by source, the group of logs that give requests the same IDs
	answering        map[int]bool   // sources of access logs that name upstreams: an empty one means that nothing was asked
	folders          logTies        // sources by their folders
	ties             func() logTies // the same with all that ties them; made when first asked for, which is seldom
}

// survey brings all records onto one clock and under one name for the shop and the resource type.
func survey(h History) *world {
	w := &world{history: h, records: distinct(h.Observations), answering: map[int]bool{}, claiming: map[string]bool{}, queuing: map[string]bool{}, workerStarts: map[string][]*record{}}
	for _, s := range h.Sources {
		w.logs = append(w.logs, stem(s.Name))
	}
	w.folders = folderTies(h.Sources)
	w.ties = sync.OnceValue(func() logTies { return allTies(h, w.folders) })
	for _, r := range w.records {
		if r.Upstream != "" {
			w.answering[r.Source] = true
		}
		if r.Event == profile.EventClaimed || r.Event == profile.EventEnqueued {
			w.claiming[w.logs[r.Source]] = true
		}
		if r.Event == profile.EventEnqueued {
			w.queuing[w.logs[r.Source]] = true
		}
	}
	nameIDs(w.records)
	nameShops(w.records)
	w.shops = shopsOf(w.records)
	topics := topicsOf(w.records)
	own := shopsByProvider(w.records)
	for _, r := range w.records {
		switch of := own[r.Provider]; {
		case r.Shop != "":
		case r.Provider != "" && len(of) == 1:
			r.Shop = of[0] // only one site of this provider speaks in this history
		case len(w.shops) == 1 && len(of) == 0 && len(own) == 1:
			r.Shop = w.shops[0] // only one site at all
		}
		if r.ResourceType == "" {
			topic := r.Topic
			if topic == "" {
				topic = topics[r.WebhookID]
			}
			r.ResourceType, _, _ = strings.Cut(topic, ".")
		}
	}
	nameTypes(w.records)
	w.registrations = registrationsOf(w.records)
	w.listedAt = listedAt(w.registrations)
	w.clocks = clocksOf(w)
	for _, r := range w.records {
		r.shift = w.clocks[r.Source].offset
	}
	w.claimRows, w.claimTables = claimRowsOf(w.records), claimTablesOf(w)
	w.hooks = hookPaths(w.records)
	w.beside, w.numbers = besideOf(w), numbersOf(w)
	w.sharedDeliveries, w.eventsApart, w.senders = sharedDeliveries(w.records), eventsApart(w.records), sendersOf(w.records)
	w.calling, w.telling = map[string]bool{}, map[string]int64{}
	for _, r := range w.records {
		switch r.Event {
		case profile.EventCalled:
			w.calling[w.logs[r.Source]] = true
		case profile.EventResult:
			w.telling[w.logs[r.Source]] = max(w.telling[w.logs[r.Source]], r.at())
		}
	}
	w.logsCalls = len(w.calling) > 0
	w.signedAlike = signedAlike(w.records)
	w.actions = actionsOf(w.records)
	w.coverage = coverageOf(w)
	w.gaps = gapsOf(w)
	w.gapsOf = map[string][]gap{}
	for _, g := range w.gaps {
		w.gapsOf[g.stem] = append(w.gapsOf[g.stem], g)
	}
	for _, r := range w.records {
		if r.Event == profile.EventWorkerUp && r.Worker != "" && r.timed() {
			w.workerStarts[r.Worker] = append(w.workerStarts[r.Worker], r)
		}
	}
	return w
}

// nameIDs puts identifiers where their provider's own headers have them: receivers log Shopify's X-Shopify-Webhook-Id, which names the
// delivery, as webhook_id, and its Event-Id, which names the act, as event_id.
func nameIDs(rs []*record) {
	deliveries, acts := map[string]bool{}, map[string]bool{}
	for _, r := range rs {
		if facts(r.Provider).DeliveryOwn {
			deliveries[r.DeliveryID] = true
			acts[r.ActID] = true
		}
	}
	for _, r := range rs {
		if r.WebhookID != "" && deliveries[r.WebhookID] && (r.DeliveryID == "" || r.DeliveryID == r.WebhookID) {
			r.DeliveryID, r.WebhookID = r.WebhookID, ""
		}
		if r.EventID != "" && acts[r.EventID] && (r.ActID == "" || r.ActID == r.EventID) {
			r.ActID, r.EventID = r.EventID, ""
		}
	}
}

// nameTypes gives records that name a resource without its type the one type that others give its ID.
func nameTypes(rs []*record) {
	types := map[string]string{}
	for _, r := range rs {
		if r.ResourceID == "" || r.ResourceType == "" {
			continue
		}
		if t, ok := types[r.ResourceID]; ok && t != r.ResourceType {
			types[r.ResourceID] = ""
			continue
		}
		types[r.ResourceID] = r.ResourceType
	}
	for _, r := range rs {
		if r.ResourceType == "" {
			r.ResourceType = types[r.ResourceID]
		}
	}
}

// sharedDeliveries finds the delivery IDs that requests about different resources carry.
func sharedDeliveries(rs []*record) map[ident]bool {
	first := map[ident]string{}
	shared := map[ident]bool{}
	for _, r := range rs {
		if r.DeliveryID == "" || r.ResourceID == "" {
			continue
		}
		k := ident{kind: 'v', a: r.WebhookID, b: r.DeliveryID}
		if resource, ok := first[k]; !ok {
			first[k] = r.ResourceID
		} else if resource != r.ResourceID {
			shared[k] = true
		}
	}
	return shared
}

// nameShops gives a site one name: WordPress tells its address with http under WP-CLI and with https under cron, with a slash
// at the end or without. The name is the shortest that the evidence has.
func nameShops(rs []*record) {
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
	for _, r := range rs {
		if r.Shop != "" {
			r.Shop = names[siteOf(r.Shop)]
		}
	}
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

func shopsOf(rs []*record) []string {
	var shops []string
	for _, of := range shopsByProvider(rs) {
		shops = appendNew(shops, of)
	}
	slices.Sort(shops)
	return shops
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

// facts returns what is known of a provider; a provider that the evidence does not name has WooCommerce's silence: no
// retries, no deadline.
func facts(name string) *provider.Provider {
	if p := provider.ByName(name); p != nil {
		return p
	}
	return &provider.Provider{Name: name, Title: name, BytesCarryState: true, Success: func(code int) bool { return code >= 200 && code < 300 }}
}
