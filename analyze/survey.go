package analyze

import (
	"regexp"
	"strings"
	"sync"

	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/ingest/provider"
)

// world is what a component is judged in: what spans the parts of a history, and what its own part has.
type world struct {
	*span
	history History // of the part
	places  piece   // of its observations, in the whole history
	records []*record

	ruled            bool               // each record has what the rules say of it
	actions          map[string]*action // by ID; nil where two exports disagree on what the ID names
	eventsApart      map[string]bool    // event IDs that several senders use
	senders          map[string]string  // of messages, by their ID
	sharedDeliveries map[ident]bool     // delivery IDs of a registration that several resources have
	claimRows        claimRows
	claimTables      []*claimTable // exports of receivers' own tables, in the order of their sources, with the part's rows
}

// span is what spans the parts of an affair, and is computed once, before any component is judged.
type span struct {
	*names
	words
	sources      []profile.Source
	rules        []Rule
	listedAt     map[string][]*registration // those of which a list or table tells, by the paths of their URLs
	logs         []string                   // by source, the log that it is a part of
	clocks       []clock                    // by source
	coverage     coverage
	gaps         []gap                // of the receivers' logs
	gapsOf       map[string][]gap     // the same by log
	signedAlike  map[[2]string]bool   // pairs of registrations that once made equal signatures, so have one secret
	workerStarts map[string][]*record // "worker started up" lines by worker
	calling      map[string]bool      // logs that show downstream calls
	making       map[string]bool      // logs that show, under a request's ID, what was made
	telling      map[string]int64     // by log that shows what came of calls, when it last did
	logsCalls    bool                 // some worker's log shows downstream calls, so one without a call shows that there was none
	hooks        map[string]bool      // the paths at which webhooks arrive
	claiming     map[string]bool      // logs whose receiver writes claims or jobs
	queuing      map[string]bool      // logs whose receiver writes jobs
	tables       []*claimTable        // as in world, without rows
	beside       map[sides]bool       // who logs every request that the other does
	numbers      []int                // by source, the group of logs that give requests the same IDs
	folders      logTies              // sources by their folders
	ties         logTies              // the same with all that ties them
}

// whole is an affair in parts, or a history as one.
type whole struct {
	history History
	span    *span
	pieces  []piece
	only    *world // the one part's, where there is one
}

// inPieces surveys an affair: what spans its parts is gathered from each of them.
func (d *division) inPieces(opt Options, affair piece, size int) *whole {
	x := &whole{history: *d.h, span: &span{names: namesOf(d.h, affair, d.kin), sources: d.h.Sources, rules: opt.Rules, words: words{opt.Language}, folders: d.folders, logs: d.logs}}
	x.pieces = d.pieces(affair, size)
	x.look()
	if len(opt.Rules) > 0 && len(x.pieces) > 1 {
		eachPiece(len(x.pieces), func(i int) map[string]int { return x.piece(i).asking() }, d.joinAsking)
		d.joinAsked()
		x.pieces = d.pieces(affair, size)
	}
	return x
}

func (x *whole) look() {
	all := newOverview()
	eachPiece(len(x.pieces), func(i int) *overview {
		if len(x.pieces) == 1 {
			return overviewOf(x.named(i, new(rows))) // which stays
		}
		in := partRows.Get().(*rows)
		defer in.done()
		return overviewOf(x.named(i, in))
	}, all.add)
	all.complete(x.span)
	if x.only != nil {
		x.only.timed()
	}
	if missing := all.missing(x.span); missing != nil {
		eachPiece(len(x.pieces), func(i int) map[string]nearest { return missing.around(x.piece(i)) }, missing.add)
		x.span.gaps = missing.gaps()
	}
	x.span.gapsOf = map[string][]gap{}
	for _, g := range x.span.gaps {
		x.span.gapsOf[g.stem] = append(x.span.gapsOf[g.stem], g)
	}
}

// rows are the memory of one part's observations and records.
type rows struct {
	observations []profile.Observation
	records      []record
}

// partRows are those of parts of which nothing is held any longer, as of one that was only looked over.
var partRows = sync.Pool{New: func() any { return new(rows) }}

func (r *rows) done() {
	clear(r.observations)
	clear(r.records)
	partRows.Put(r)
}

// named is a part whose records have their names, and times as their own clocks show them.
func (x *whole) named(i int, in *rows) *world {
	h := x.history
	h.Observations, h.Packed = x.pieces[i].of(&h, in), nil
	w := &world{span: x.span, history: h, places: x.pieces[i], records: distinct(h.Observations, in)}
	for _, r := range w.records {
		r.index = int(w.places[r.index])
	}
	x.span.give(w.records)
	if len(x.pieces) == 1 {
		x.only = w
	}
	return w
}

// piece is the world of the components of one piece.
func (x *whole) piece(i int) *world {
	if x.only != nil {
		return x.only
	}
	w := x.named(i, new(rows))
	w.timed()
	return w
}

// timed brings all records onto one clock, and gathers what only the components of its part look at.
func (w *world) timed() {
	for _, r := range w.records {
		r.shift = w.clocks[r.Source].offset
	}
	w.claimRows, w.claimTables = claimRowsOf(w.records), w.tablesHere()
	w.sharedDeliveries, w.eventsApart, w.senders = sharedDeliveries(w.records), eventsApart(w.records), sendersOf(w.records)
	w.actions = actionsOf(w.records)
}

// nameIDs puts identifiers where their provider's own headers have them: receivers log Shopify's X-Shopify-Webhook-Id, which names the
// delivery, as webhook_id, and its Event-Id, which names the act, as event_id.
func nameIDs(rs []*record) {
	deliveries, acts := map[string]bool{}, map[string]bool{}
	for _, r := range rs {
		if id := ownDelivery(&r.Observation); id != "" {
			deliveries[id] = true
			acts[r.ActID] = true
			if id == r.WebhookID { // and so its Event-Id
				acts[r.EventID] = true
			}
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

// ownDelivery is the delivery that a record names as its provider's own header does, "" if none. Receivers log Shopify's headers beside
// the shop's domain, by which their sender is known: its subscriptions have numbers, and a UUID is the delivery's.
func ownDelivery(o *profile.Observation) string {
	switch {
	case facts(o.Provider).DeliveryOwn:
		return o.DeliveryID
	case (o.Provider == "" || o.Provider == provider.Shopify.Name) && strings.HasSuffix(o.Shop, ".myshopify.com") && uuid.MatchString(o.WebhookID) && (o.DeliveryID == "" || o.DeliveryID == o.WebhookID):
		return o.WebhookID
	}
	return ""
}

var uuid = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)

// namePings takes what comes under the topic of a ping for one, whichever list or log tells of it: it carries no change. GitHub's, Gitea's
// and Forgejo's have that topic, and names of their own as other deliveries do.
func namePings(rs []*record) {
	for _, r := range rs {
		layer := r.Event.Layer()
		if lower(r.Topic) == "ping" && (layer == profile.LayerDelivery || layer == profile.LayerReceipt || r.Event == profile.EventNoted) {
			r.Event = profile.EventPing
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
	first, done := firsts()
	defer done()
	shared := map[ident]bool{}
	for i, r := range rs {
		if r.DeliveryID == "" || r.ResourceID == "" {
			continue
		}
		k := ident{kind: 'v', a: r.WebhookID, b: r.DeliveryID}
		if o, ok := first[k]; !ok {
			first[k] = i
		} else if rs[o].ResourceID != r.ResourceID {
			shared[k] = true
		}
	}
	return shared
}

// silent is what is known of a provider that the evidence does not name: WooCommerce's silence, so no retries and no deadline.
var silent = provider.Provider{BytesCarryState: true, Success: func(code int) bool { return code >= 200 && code < 300 }}

// facts returns what is known of a provider.
func facts(name string) *provider.Provider {
	if name == "" {
		return &silent
	}
	if p := provider.ByName(name); p != nil {
		return p
	}
	p := silent
	p.Name, p.Title = name, name
	return &p
}
