package analyze

import (
	"cmp"
	"slices"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// tree is one component put in order: change → registration → schedule → delivery → receipt → queue → execution → effect.
type tree struct {
	words
	world     *world
	component *component

	changes    []*change
	deliveries []*delivery
	receipts   []*receipt
	others     []*receipt // requests that are no deliveries and ask for the same operations
	jobs       []*job
	runs       []*run
	effects    []*effect
	actions    []*action
	operations []*operation

	roots                                                     map[string]bool   // the folders that the component's files were collected in
	claimTables                                               []*claimTable     // collected with them
	webhooks                                                  map[string]string // by delivery ID, where one registration alone uses it
	labels                                                    map[string]registrationKey
	act                                                       map[*change]int          // which of several changes are one act, where that is told
	endpoints                                                 map[string]*registration // by label, of registrations that nothing names
	asks                                                      map[*receipt]*operation
	byKey                                                     map[string]*operation
	byName                                                    map[ident][]*delivery
	noted                                                     map[string][]*record // by request ID, lines of no step
	notedJobs                                                 map[string][]*record // the same by job
	signatureOf                                               map[profile.Hash]profile.Mark
	byRequest                                                 map[string]*delivery // by the request ID of an access line
	receiptsOf                                                map[string][]*receipt
	receiptsByKey                                             map[string][]*receipt
	jobsByID                                                  map[string][]*job
	requestOfJob, deliveryOfJob, webhookOfJob, operationOfJob map[string]string // where its work's lines name one
	workNames                                                 map[string]bool   // requests whose work's own lines name an operation
	keyOfDownstream                                           map[string]string
	effectsOf                                                 map[*delivery][]*effect // that name the delivery, or a request ID that its receipts share
	runsOf                                                    map[*delivery][]*run    // that name the delivery and none of its receipts
	loose                                                     map[string][]*effect    // that name only the operation; "" for those that name only the resource
}

// plant builds the tree of a component.
func plant(w *world, c *component) *tree {
	t := &tree{
		words: w.words,
		world: w, component: c,
		labels: map[string]registrationKey{}, endpoints: map[string]*registration{}, asks: map[*receipt]*operation{}, byKey: map[string]*operation{}, byName: map[ident][]*delivery{}, byRequest: map[string]*delivery{}, signatureOf: map[profile.Hash]profile.Mark{},
		receiptsOf: map[string][]*receipt{}, receiptsByKey: map[string][]*receipt{}, jobsByID: map[string][]*job{},
		keyOfDownstream: map[string]string{}, effectsOf: map[*delivery][]*effect{}, runsOf: map[*delivery][]*run{}, loose: map[string][]*effect{},
	}
	t.noted, t.notedJobs = map[string][]*record{}, map[string][]*record{}
	for _, r := range c.records {
		if r.Event == profile.EventNoted {
			t.noted[r.RequestID] = append(t.noted[r.RequestID], r)
			if r.JobID != "" {
				t.notedJobs[r.JobID] = append(t.notedJobs[r.JobID], r)
			}
		}
	}
	t.roots = map[string]bool{}
	for _, r := range c.records {
		t.roots[root(w.sources[r.Source].Name)] = true
	}
	t.claimTables = t.claimsNear()
	t.requests()
	t.dropAlike()
	t.changesOf()
	t.rule()
	t.workNames = t.namedWork()
	t.work()
	t.queued()
	t.operationsOf()
	return t
}

// queued finds the component's actions and gives each delivery the run of an action that sent it, in order of time: a run
// sends one delivery.
func (t *tree) queued() {
	seen := map[string]bool{}
	for _, r := range t.component.records {
		if a := t.world.actions[r.ActionID]; a != nil && !seen[a.id] {
			seen[a.id] = true
			t.actions = append(t.actions, a)
		}
	}
	runs := map[string][]*actionRun{}
	for _, a := range t.actions {
		runs[a.webhook] = append(runs[a.webhook], a.runs...)
	}
	for _, list := range runs {
		slices.SortStableFunc(list, func(x, y *actionRun) int {
			return cmp.Or(cmp.Compare(x.from.at(), y.from.at()), byNumber(x.from.RowID, y.from.RowID))
		})
	}
	next := map[string]int{}
	for _, d := range t.deliveries {
		if d.begin() == 0 || d.logged == nil && !t.world.clockKnown(d) {
			continue
		}
		list := runs[d.webhook]
		for next[d.webhook] < len(list) && list[next[d.webhook]].to != nil && list[next[d.webhook]].to.end() < d.begin()-tolerance {
			next[d.webhook]++ // over before this delivery, and so before every later one
		}
		for i := next[d.webhook]; i < len(list) && list[i].from.at() <= d.begin()+tolerance; i++ {
			if list[i].sends(d) {
				d.run = list[i]
				next[d.webhook] = i + 1
				break
			}
		}
	}
}

// sends tells whether the run can have sent the delivery. A delivery that only others saw carries their clock, so it gets
// the tolerance of an estimated offset.
func (x *actionRun) sends(d *delivery) bool {
	if d.logged != nil {
		return x.holds(d.begin(), d.end())
	}
	return x.from.at() <= d.begin()+tolerance && (x.to == nil || d.begin() <= x.to.at()+tolerance)
}

// clockKnown tells whether the delivery's first sighting is on a clock that is tied to the sender's.
func (w *world) clockKnown(d *delivery) bool {
	return len(d.records) > 0 && w.clocks[d.records[0].Source].known
}

// runsBelow are the executions of a receipt, in its own lines and in its jobs'.
func (t *tree) runsBelow(x *receipt) []*run {
	out := slices.Clone(x.runs)
	for _, j := range x.jobs {
		out = append(out, j.runs...)
	}
	return out
}

// turnedAway tells whether the receiver's log says that the request was left as a repeat or refused.
func (x *receipt) turnedAway() bool {
	return x.skipped() != nil || x.has(profile.EventRejected) || x.has(profile.EventThrottled)
}

// skipped is the line with which the receiver left a request as a repeat, or nil.
// A receipt whose lines also say that it took the operation is not one: they are of two requests that nothing tells apart.
func (x *receipt) skipped() *record {
	if x.tookOn() {
		return nil
	}
	return x.first(profile.EventDuplicate)
}
