package analyze

import (
	"cmp"
	"encoding/hex"
	"maps"
	"slices"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// operation is one business act that this component's requests asked for.
type operation struct {
	key      string
	logged   bool  // a line names it, or a rule of the user's: not derived
	rule     *Rule // that named it for a request of it, nil where lines did for all
	receipts []*receipt
	runs     []*run
	effects  []*effect
	rows     []*record // of the receiver's claim table
	changes  []*change
	asked    once[*change]
	taken    once[*effect]
}

// operationsOf gathers what names each operation. Where no line names one, each state of the resource is an operation of its
// own, which is weaker: it cannot tell a split shipment from a double one.
func (t *tree) operationsOf() {
	byKey := t.byKey
	get := func(key string, logged bool) *operation {
		o := byKey[key]
		if o == nil {
			o = &operation{key: key, logged: logged}
			byKey[key] = o
		}
		o.logged = o.logged || logged
		return o
	}
	unnamed := func(d *delivery) *operation {
		if d.ruling.rule == nil {
			return get(t.derivedKey(d), false)
		}
		o := get(d.ruling.key, true)
		o.rule = cmp.Or(o.rule, d.ruling.rule)
		return o
	}
	of := t.asks
	for _, x := range slices.Concat(t.receipts, t.others) {
		var o *operation
		switch key := x.key(); {
		case key != "":
			o = get(key, true)
		case x.invalid:
			continue
		default:
			if key := t.keyBelow(x); key != "" {
				o = get(key, true)
			} else if x.delivery.other {
				continue
			} else {
				o = unnamed(x.delivery)
				x.rule = x.delivery.ruling.rule
			}
		}
		o.receipts = append(o.receipts, x)
		of[x] = o
		o.askedBy(x.delivery)
	}
	for _, n := range t.runs {
		var o *operation
		switch {
		case n.key != "":
			o = get(n.key, true)
		case n.receipt != nil && of[n.receipt] != nil:
			o = of[n.receipt]
		case n.delivery != nil && !n.delivery.other:
			o = unnamed(n.delivery)
		default:
			continue
		}
		o.runs = append(o.runs, n)
		o.askedBy(n.delivery)
		for _, e := range n.effects {
			o.take(e)
		}
	}
	for _, x := range slices.Concat(t.receipts, t.others) {
		for _, e := range x.effects {
			if e.key != "" {
				get(e.key, true).take(e)
			} else if of[x] != nil {
				of[x].take(e)
			}
		}
	}
	for _, d := range t.deliveries {
		for _, e := range t.effectsOf[d] {
			if e.key != "" {
				get(e.key, true).take(e)
			} else {
				unnamed(d).take(e)
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(t.loose)) {
		for _, e := range t.loose[key] {
			if key != "" {
				get(key, true).take(e)
			}
		}
	}
	for _, d := range t.deliveries {
		if len(d.receipts) == 0 && !d.invalid {
			unnamed(d).askedBy(d)
		}
	}
	for _, r := range t.component.records {
		if r.RowStatus != "" && r.OperationKey != "" && r.Event.Layer() != profile.LayerSchedule {
			o := get(r.OperationKey, true)
			o.rows = append(o.rows, r)
		}
	}
	t.fileRows(get)
	for _, key := range slices.Sorted(maps.Keys(byKey)) {
		t.operations = append(t.operations, byKey[key])
	}
}

func (o *operation) askedBy(d *delivery) {
	if d != nil && d.change != nil {
		o.changes = o.asked.add(o.changes, d.change)
	}
}

func (o *operation) take(e *effect) { o.effects = o.taken.add(o.effects, e) }

// keyBelow is the key that a request's own work names, where the request's lines do not: in lines of known words, else in those of any
// that name the request.
func (t *tree) keyBelow(x *receipt) string {
	var keys []string
	for _, n := range t.runsBelow(x) {
		keys = append(keys, n.key)
	}
	if len(compact(keys)) == 0 && x.requestID != "" && len(t.receiptsOf[x.requestID]) == 1 {
		for _, r := range t.noted[x.requestID] {
			keys = append(keys, r.OperationKey)
		}
		for _, e := range x.effects {
			if requestOf(e.records) == x.requestID {
				keys = append(keys, e.key)
			}
		}
	}
	return oneKey(keys)
}

// keyOfJob is the operation that lines name together with a job.
func (t *tree) keyOfJob(id string) string {
	var keys []string
	for _, r := range t.notedJobs[id] {
		keys = append(keys, r.OperationKey)
	}
	return oneKey(keys)
}

// oneKey is the key where there is but one; of two, neither names the request or the job.
func oneKey(keys []string) string {
	keys = slices.Compact(slices.Sorted(slices.Values(compact(keys))))
	if len(keys) != 1 {
		return ""
	}
	return keys[0]
}

// derivedKey stands for an operation that no log names: the resource, the topic and the state.
func (t *tree) derivedKey(d *delivery) string {
	r := t.component.resource
	switch {
	case d.event != "":
		return d.event
	case d.act != "":
		return d.act + ":" + d.topic
	}
	key := cmp.Or(r.Type, "resource") + ":" + cmp.Or(r.ID, "?") + ":" + cmp.Or(d.topic, "?") + ":"
	switch {
	case d.change != nil && d.change.known:
		return key + d.change.stateName()
	case d.id != "":
		return key + d.id
	}
	for _, x := range d.receipts {
		if x.requestID != "" {
			return key + x.requestID
		}
	}
	return key + "?"
}

// stateName names a change's state: the SHA-256 of its bytes where it is known, else the first delivery that has an ID: marks depend on
// the profile's key.
func (c *change) stateName() string {
	if c.state == "" {
		c.state = "?"
		for _, d := range slices.Backward(c.deliveries) {
			if d.id != "" {
				c.state = d.id
			}
		}
		if i := slices.IndexFunc(c.deliveries, func(d *delivery) bool { return d.body != (profile.Hash{}) }); i >= 0 {
			c.state = "sha256-" + hex.EncodeToString(c.deliveries[i].body[:])
		}
	}
	return c.state
}
