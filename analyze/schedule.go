package analyze

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// action is one delivery in the sender's queue, from the exports of its table and of the table's log.
type action struct {
	id       string
	shop     string
	webhook  string
	resource string
	row      *record // with its latest state
	runs     []*actionRun
	records  []*record
	conflict bool
}

// actionRun is one start of an action. to is nil while nothing says that it ended.
type actionRun struct {
	action *action
	from   *record
	to     *record
}

// progress ranks the states of an action: of two exports the later one stands, the earlier is history.
var progress = map[string]int{"pending": 1, "in-progress": 2, "complete": 3, "failed": 3, "canceled": 3}

func actionsOf(rs []*record) map[string]*action {
	m := map[string]*action{}
	for _, r := range rs {
		if r.ActionID == "" {
			continue
		}
		a := m[r.ActionID]
		if a == nil {
			a = &action{id: r.ActionID}
			m[r.ActionID] = a
		}
		a.records = append(a.records, r)
		if r.Event != profile.EventAction {
			continue
		}
		if a.row != nil && (a.webhook != r.WebhookID || a.resource != r.ResourceID) {
			a.conflict = true // two shops count from 1: the number alone names nothing
		}
		a.webhook, a.resource, a.shop = r.WebhookID, r.ResourceID, cmp.Or(a.shop, r.Shop)
		if a.row == nil || progress[r.RowStatus] > progress[a.row.RowStatus] || progress[r.RowStatus] == progress[a.row.RowStatus] && r.Attempt > a.row.Attempt {
			a.row = r
		}
	}
	maps.DeleteFunc(m, func(_ string, a *action) bool { return a.row == nil || a.conflict })
	for _, a := range m {
		a.follow()
	}
	return m
}

// follow reads the action's log rows in their order into runs.
func (a *action) follow() {
	log := slices.DeleteFunc(slices.Clone(a.records), func(r *record) bool { return r.Event == profile.EventAction || !r.timed() })
	slices.SortStableFunc(log, func(x, y *record) int {
		return cmp.Or(cmp.Compare(x.at(), y.at()), cmp.Compare(len(x.RowID), len(y.RowID)), cmp.Compare(x.RowID, y.RowID), byPlace(x, y))
	})
	log = slices.CompactFunc(log, func(x, y *record) bool { return x.RowID != "" && x.RowID == y.RowID })
	for _, r := range log {
		switch r.Event {
		case profile.EventActionStarted:
			a.runs = append(a.runs, &actionRun{action: a, from: r})
		case profile.EventActionCompleted, profile.EventActionFailed, profile.EventActionLost:
			if n := len(a.runs); n > 0 && a.runs[n-1].to == nil {
				a.runs[n-1].to = r
			}
		}
	}
}

// holds tells whether a delivery that the sender's log shows from begin to end can be this run's: it starts no later than
// the delivery did and completes no earlier. Both logs carry whole seconds of one clock, so begin may be a second late.
func (x *actionRun) holds(begin, end int64) bool {
	if x.from.at() > begin+int64(time.Second) {
		return false
	}
	return x.to == nil || end <= x.to.at()+int64(x.to.Precision)-1
}

// timedJoins is what time alone joins: deliveries whose log hides the body, and so the resource, with the queued action that ran
// in their second.
type timedJoins struct {
	joined map[int]bool
	sets   map[int][]string
}

// queueTimes joins each delivery of the sender's log that names no resource with the run that its time fits, as long as
// exactly one does: a run that has found its delivery is no candidate for others.
func queueTimes(w *world, u *union) timedJoins {
	t := timedJoins{joined: map[int]bool{}, sets: map[int][]string{}}
	type place struct{ shop, webhook string }
	runs := map[place][]*actionRun{}
	where := map[*record]int{}
	known := map[int]string{} // the resource of each group, by the root that it has now
	for i, r := range w.records {
		where[r] = i
		if r.ResourceID != "" && r.Event.Layer() != profile.LayerSchedule {
			known[u.find(i)] = r.ResourceID
		}
	}
	for _, id := range slices.Sorted(maps.Keys(w.actions)) {
		a := w.actions[id]
		p := place{a.shop, a.webhook}
		runs[p] = append(runs[p], a.runs...)
	}
	for _, list := range runs {
		slices.SortStableFunc(list, func(x, y *actionRun) int { return cmp.Compare(x.from.at(), y.from.at()) })
	}
	taken := map[*actionRun]bool{}
	type open struct {
		i        int
		resource string
		runs     []*actionRun
	}
	var waiting []open
	for i, r := range w.records {
		if r.Event != profile.EventDelivery || !r.timed() || r.WebhookID == "" {
			continue
		}
		var fit []*actionRun
		for _, x := range around(runs[place{r.Shop, r.WebhookID}], r.begin()) {
			if x.holds(r.begin(), r.end()) {
				fit = append(fit, x)
			}
		}
		resource := known[u.find(i)]
		if resource != "" {
			fit = slices.DeleteFunc(fit, func(x *actionRun) bool { return x.action.resource != resource })
		}
		if len(fit) > 0 {
			waiting = append(waiting, open{i, resource, fit})
		}
	}
	for again := true; again; {
		again = false
		rest := waiting[:0]
		for _, o := range waiting {
			o.runs = slices.DeleteFunc(o.runs, func(x *actionRun) bool { return taken[x] })
			switch {
			case len(o.runs) == 1:
				taken[o.runs[0]] = true
				again = true
				if o.resource == "" {
					u.join(o.i, where[o.runs[0].action.row])
					t.joined[o.i] = true
				}
			case len(o.runs) > 1:
				rest = append(rest, o)
			}
		}
		waiting = rest
	}
	for _, o := range waiting {
		if o.resource != "" {
			continue
		}
		var set []string
		for _, x := range o.runs {
			if !slices.Contains(set, x.action.resource) {
				set = append(set, x.action.resource)
			}
		}
		slices.Sort(set)
		if len(set) == 1 { // several runs, all for one resource
			u.join(o.i, where[o.runs[0].action.row])
			t.joined[o.i] = true
			continue
		}
		t.sets[o.i] = set
	}
	return t
}

// around returns the runs that can hold a delivery beginning at this moment: those that start in the hour before it, which
// is far more than the longest request, and at most 64 of them, so that a burst does not cost its square.
func around(runs []*actionRun, begin int64) []*actionRun {
	hi, _ := slices.BinarySearchFunc(runs, begin+int64(time.Second)+1, func(x *actionRun, at int64) int { return cmp.Compare(x.from.at(), at) })
	lo, _ := slices.BinarySearchFunc(runs, begin-int64(time.Hour), func(x *actionRun, at int64) int { return cmp.Compare(x.from.at(), at) })
	return slices.Clone(runs[max(lo, hi-64):hi])
}
