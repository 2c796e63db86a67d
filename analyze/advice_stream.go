package analyze

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// incoming is one request as a guard in front of the receiver's work would see it.
type incoming struct {
	t        *tree
	d        *delivery
	x        *receipt // nil where a delivery stands for its arrival
	at       int64    // corrected
	timed    bool
	deeds    []int // indices into the stream's deeds; one request can ask for two parcels
	byRule   bool  // a rule names them, no log
	failed   bool  // refused or failed, with nothing that reached downstream: it gives its claim back
	over     int64 // when its work was last seen
	selected bool

	deliveryID string // that of a copy is not always its delivery's
	eventID    string
	actID      string
	resource   Resource
	status     string
	move       string // from which status to which, "" where one of them is not in the evidence
}

// deed is one operation as the replay counts it: the diagnosis' own, or where no key names one, a state that arrived at one
// place of the receiver.
type deed struct {
	Dropped
	shop     string
	live     int // requests that did not fail
	selected bool
}

// stream is every request of the history in order of time.
type stream struct {
	words
	worlds   []*world // of the affairs
	arrivals []incoming
	deeds    []deed
	inOrder  []int // the deeds by resource and key
	at       map[deedKey]int
	double   []doubled
	shown    Replayed
	repeats  int                           // in all, whatever a filter left
	receipts bool                          // the arrivals are receipts, not deliveries
	bodies   map[profile.Mark]profile.Hash // the bytes behind a signature
}

// streamOf gathers the requests that the evidence shows to have arrived: those with a valid signature, or with one that nobody
// judged. Pings are none. Where no receipt is in the evidence, deliveries that were answered with success stand for them.
func streamOf(w words, worlds []*world, all []verdicts, f Filter) *stream {
	s := &stream{words: w, worlds: worlds, at: map[deedKey]int{}, bodies: map[profile.Mark]profile.Hash{}}
	for _, v := range all {
		s.receipts = s.receipts || slices.ContainsFunc(v.tree.receipts, func(x *receipt) bool { return !x.invalid })
	}
	for _, v := range all {
		s.gather(v.tree)
	}
	slices.SortStableFunc(s.arrivals, s.compare)
	s.moves()
	for i := range s.arrivals {
		a := &s.arrivals[i]
		a.selected = s.lets(f, a)
		for _, n := range a.deeds {
			d := &s.deeds[n]
			d.selected = d.selected || a.selected && (f.OperationKey == "" || f.OperationKey == d.Key)
			if !a.failed {
				d.live++
			}
		}
	}
	for n := range s.deeds {
		s.inOrder = append(s.inOrder, n)
	}
	slices.SortFunc(s.inOrder, func(m, n int) int { return compareDeeds(&s.deeds[m], &s.deeds[n]) })
	s.doubledEffects(all)
	s.shown = s.total()
	s.shown.Filtered = f.set()
	return s
}

// gather adds a tree's requests with what they ask for.
func (s *stream) gather(t *tree) {
	for _, d := range t.deliveries {
		if had, ok := s.bodies[d.signature]; d.signature != (profile.Mark{}) && d.body != (profile.Hash{}) && (!ok || bytes.Compare(d.body[:], had[:]) < 0) {
			s.bodies[d.signature] = d.body // one, unless somebody made it up
		}
	}
	arrived := t.arrived(s.receipts)
	known := map[*delivery]*learnt{}
	named := make([][]string, len(arrived))
	places := make([]place, len(arrived))
	byDelivery, byPlace := map[*delivery]*agreed{}, map[place]*agreed{}
	for i := range arrived {
		a := &arrived[i]
		if known[a.d] == nil {
			known[a.d] = t.learntOf(a.d)
		}
		a.learn(known[a.d])
		places[i] = a.place(known[a.d])
		named[i] = t.keysAsked(a)
		if len(named[i]) > 0 {
			byDelivery[a.d] = byDelivery[a.d].with(named[i])
			byPlace[places[i]] = byPlace[places[i]].with(named[i])
		}
	}
	for i := range arrived {
		a := &arrived[i]
		keys := named[i]
		if len(keys) == 0 { // its own lines name none, but those of the same bytes at the same place do
			keys = byDelivery[a.d].all()
		}
		if len(keys) == 0 {
			keys = byPlace[places[i]].all()
		}
		for _, key := range keys {
			a.deeds = append(a.deeds, s.deed(deedKey{t: t, key: key}, a))
		}
		if len(keys) == 0 {
			a.deeds = []int{s.deed(deedKey{t: t, place: places[i]}, a)}
		}
	}
	s.arrivals = append(s.arrivals, arrived...)
}

// arrived lists the tree's requests: its receipts, else what the sender's log says was answered.
func (t *tree) arrived(receipts bool) []incoming {
	var out []incoming
	for _, x := range t.receipts {
		if x.invalid {
			continue
		}
		a := incoming{t: t, d: x.delivery, x: x, failed: t.cameToNothing(x), over: t.lastSeen(x)}
		if r, _ := x.arrived(); r != nil {
			a.at, a.timed = r.begin(), true
		}
		out = append(out, a)
	}
	if receipts {
		return out
	}
	for _, d := range t.deliveries {
		code, failure, by := d.answer()
		if !d.invalid && by != nil && failure == "" && facts(d.provider).Success(code) {
			out = append(out, incoming{t: t, d: d, at: d.begin(), timed: d.begin() != 0})
		}
	}
	return out
}

// deed returns the index of a deed, which it adds if it is new.
func (s *stream) deed(k deedKey, a *incoming) int {
	if n, ok := s.at[k]; ok {
		return n
	}
	d := deed{Dropped: Dropped{KeyOrigin: "derived", Resource: k.t.component.resource}, shop: k.t.component.shop}
	switch o := k.t.byKey[k.key]; {
	case k.key == "":
		d.Key = k.t.derivedKey(a.d)
	case o == nil:
		d.Key, d.KeyOrigin = k.key, "logged"
	default:
		d.Key, d.KeyOrigin = k.key, originOf(o)
	}
	s.at[k] = len(s.deeds)
	s.deeds = append(s.deeds, d)
	return s.at[k]
}

// lastSeen is when the request's work was last seen, 0 where nothing tells.
func (t *tree) lastSeen(x *receipt) int64 {
	last := int64(0)
	if x.proxyOnly { // when the proxy passed it on, and to whom, is one line for all
		return last
	}
	for _, r := range x.records {
		last = max(last, r.end())
	}
	for _, n := range t.runsBelow(x) {
		if r := n.last(); r != nil {
			last = max(last, r.end())
		}
	}
	return last
}

// cameToNothing tells a request that was refused or failed, where nothing shows that it reached downstream. A claim that is in
// one transaction with the work is given back by such a one, and its repeat is what does the work.
func (t *tree) cameToNothing(x *receipt) bool {
	b := t.belowReceipt(x)
	if len(x.delivery.receipts) == 1 {
		b.runs = slices.Concat(b.runs, t.runsOf[x.delivery])
		b.effects = slices.Concat(b.effects, t.effectsOf[x.delivery])
	}
	switch {
	case b.reached() || x.skipped() != nil:
		return false
	case len(b.runs) > 0:
		return !slices.ContainsFunc(b.runs, func(n *run) bool { return n.done != nil || n.failed == nil && len(n.calls) == 0 })
	case len(x.jobs) > 0:
		return false
	case x.has(profile.EventThrottled) || x.has(profile.EventRejected) || x.has(profile.EventFailed):
		return true
	}
	answer := x.first(profile.EventResponded)
	return answer != nil && answer.Code >= 400
}

// compare orders arrivals by corrected time, those without one last. What the files are called decides nothing.
func (s *stream) compare(a, b incoming) int {
	name := func(x incoming) string {
		request := ""
		if x.x != nil {
			request = x.x.requestID
		}
		return strings.Join([]string{x.t.component.shop, x.d.registration, x.deliveryID, request, s.deeds[x.deeds[0]].Key, x.status}, "\x00")
	}
	if c := cmp.Or(compareBool(!a.timed, !b.timed), cmp.Compare(a.at, b.at), cmp.Compare(a.t.component.resource.Type, b.t.component.resource.Type),
		byNumber(a.t.component.resource.ID, b.t.component.resource.ID)); c != 0 {
		return c
	}
	return strings.Compare(name(a), name(b))
}

// moves finds for each request from which status its resource came. The first request of a resource has none, unless its topic
// says that the resource was created; after a request without a known status none is known.
func (s *stream) moves() {
	type known struct{ before, now string }
	type thing struct {
		t *tree
		Resource
	}
	last := map[thing]known{}
	for i := range s.arrivals {
		a := &s.arrivals[i]
		of := thing{a.t, a.resource}
		k, seen := last[of]
		switch {
		case a.status == "" || !a.timed:
			k = known{}
		case !seen && strings.HasSuffix(a.d.topic, ".created"):
			k = known{"(none)", a.status}
		case k.now != a.status:
			k = known{k.now, a.status}
		}
		if k.before != "" {
			a.move = k.before + " → " + k.now
		}
		last[of] = k
	}
}

func compareDeeds(a, b *deed) int {
	return cmp.Or(cmp.Compare(a.Resource.Type, b.Resource.Type), byNumber(a.Resource.ID, b.Resource.ID), cmp.Compare(a.Key, b.Key), cmp.Compare(a.shop, b.shop))
}
