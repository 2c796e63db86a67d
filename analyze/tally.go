package analyze

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// tally is what the verdicts of a part of a history add up to. It keeps what the report says and lets go of the trees, so that a history
// is judged in the memory of one part. Tallies may be added in any order.
type tally struct {
	components []judgement

	observations                           int
	effects, deliveries, receipts, changes int
	reach, happened                        reach // of all that has a time; of requests and work alone
	registrations                          map[registrationKey]*registrationCount
	collisions                             []collision
	guards                                 map[guard]*guardTally
	rules                                  []ruleTally // by rule
	examples                               map[example][]*element
	since                                  *since // nil where there is no baseline
}

// judgement is what the report says of one component.
type judgement struct {
	first      int // the place of the component's first record in the history, by which all are put in order
	duplicates []*element
	findings   []Finding
	operations []Operation
	between    bool
}

// tallyOf adds up the verdicts of one part. before is the baseline, nil for none.
func tallyOf(w *world, all []verdicts, opt Options) *tally {
	t := &tally{
		registrations: registrationCounts(all), collisions: collisionsOf(all), guards: guardsOf(w, all), rules: ruleTallies(w, all),
	}
	if opt.Examples > 0 {
		t.examples = map[example][]*element{}
	}
	operations, effects := own(all)
	t.observations, t.effects = len(w.history.Observations), effects
	for i, v := range all {
		t.components = append(t.components, judgement{
			first: v.tree.component.records[0].index, between: v.tree.component.between, duplicates: v.duplicates, findings: v.findings, operations: operations[i],
		})
		if opt.Examples > 0 {
			for _, e := range v.duplicates {
				t.keepExample(e, opt.Examples)
			}
		}
		for _, c := range v.tree.changes {
			named, _ := c.named()
			t.deliveries += len(named)
		}
		t.receipts += len(v.tree.receipts)
		t.changes += len(v.tree.changes)
	}
	t.happened = reachOf(w, math.MinInt64)
	for _, r := range w.records {
		if r.timed() && r.Event != profile.EventRegistration {
			t.reach.widen(Time{Nano: r.begin(), Precision: r.Precision}, Time{Nano: r.end(), Precision: r.Precision})
		}
	}
	if opt.Baseline != nil {
		t.since = sinceOf(w, all, opt.Baseline, opt.Since)
	}
	return t
}

// plus adds what another part has.
func (t *tally) plus(o *tally, opt Options) *tally {
	if t == nil {
		return o
	}
	t.components = append(t.components, o.components...)
	t.observations += o.observations
	t.effects, t.deliveries, t.receipts, t.changes = t.effects+o.effects, t.deliveries+o.deliveries, t.receipts+o.receipts, t.changes+o.changes
	t.reach.add(o.reach)
	t.happened.add(o.happened)
	for k, c := range o.registrations {
		t.registrations[k] = t.registrations[k].plus(c)
	}
	t.collisions = append(t.collisions, o.collisions...)
	for g, x := range o.guards {
		t.guards[g] = t.guards[g].plus(x)
	}
	for i := range o.rules {
		t.rules[i].add(&o.rules[i])
	}
	if o.since != nil {
		t.since.add(o.since)
	}
	for _, list := range o.examples {
		for _, e := range list {
			t.keepExample(e, opt.Examples)
		}
	}
	return t
}

// judgedAffair is what an affair's verdicts add up to.
type judgedAffair struct {
	span  *span
	tally *tally
}

// diagnosisOf is the report on all affairs.
func diagnosisOf(all []judgedAffair, opt Options) Diagnosis {
	d := Diagnosis{
		Schema: Schema, Sources: []Source{}, Patterns: []Pattern{}, Duplicates: []Duplicate{}, Registrations: []Registration{}, Operations: []Operation{},
		Findings: []Finding{},
	}
	t, kinds := sumOf(all, opt)
	var elements []*element
	for _, x := range all {
		elements = append(elements, x.add(&d)...)
	}
	slices.SortStableFunc(elements, compareElements)
	d.Duplicates = make([]Duplicate, len(elements))
	for i, e := range elements {
		e.ID = "D" + strconv.Itoa(i+1)
		d.Duplicates[i] = e.Duplicate
	}
	sortOperations(d.Operations)
	slices.SortStableFunc(d.Findings, compareFindings)
	d.Patterns = patternsOf(d.Duplicates)
	slices.SortStableFunc(d.Registrations, compareRegistrationRows)
	d.Sources = sourcesOf(all[0].span)
	d.Rules = ruleUses(words{opt.Language}, opt.Rules, t.rules)
	d.Extent = t.extent(kinds)
	d.Summary = t.summary(&d)
	if opt.Baseline != nil {
		d.Baseline = compareBaseline(words{opt.Language}, opt.Baseline, &d, t.since)
	}
	return d
}

// sortOperations sorts operations by their resource, then by key, then as they came. It moves their places and not them: there may be millions.
func sortOperations(all []Operation) {
	type place struct {
		digits int // of a resource's number; of what is none, more
		at     int
	}
	places := make([]place, len(all))
	for i := range all {
		places[i] = place{math.MaxInt, i}
		if id := all[i].Resource.ID; number(id) {
			places[i].digits = len(id)
		}
	}
	slices.SortFunc(places, func(x, y place) int {
		a, b := &all[x.at], &all[y.at]
		if c := strings.Compare(a.Resource.Type, b.Resource.Type); c != 0 {
			return c
		}
		if c := cmp.Compare(x.digits, y.digits); c != 0 {
			return c
		}
		if c := strings.Compare(a.Resource.ID, b.Resource.ID); c != 0 {
			return c
		}
		return cmp.Or(strings.Compare(a.Key, b.Key), cmp.Compare(x.at, y.at))
	})
	for i := range places { // each to its place, along the rings that they make
		if places[i].at < 0 {
			continue
		}
		first := all[i]
		at := i
		for {
			from := places[at].at
			places[at].at = -1
			if from == i {
				all[at] = first
				break
			}
			all[at] = all[from]
			at = from
		}
	}
}

// add puts into the report what one affair has, and gives its elements.
func (x judgedAffair) add(d *Diagnosis) []*element {
	slices.SortFunc(x.tally.components, func(a, b judgement) int { return cmp.Compare(a.first, b.first) })
	var elements []*element
	var findings []Finding
	for _, c := range x.tally.components {
		elements = append(elements, c.duplicates...)
		findings = append(findings, c.findings...)
	}
	n := 0
	for _, c := range x.tally.components {
		n += len(c.operations)
	}
	d.Operations = slices.Grow(d.Operations, n)
	for _, between := range []bool{false, true} { // what is between shops comes last among equals
		for _, c := range x.tally.components {
			if c.between == between {
				d.Operations = append(d.Operations, c.operations...)
			}
		}
	}
	d.Findings = slices.Concat(d.Findings, merge(findings, "weak_key"), weakKeys(x.span.words, x.tally.guards), collisionFindings(x.span.words, x.tally.collisions), clockFindings(x.span), gapFindings(x.span))
	d.Registrations = append(d.Registrations, registrationsTable(x.span, x.tally.registrations)...)
	d.Clocks, d.Gaps = append(d.Clocks, clocksTold(x.span)...), append(d.Gaps, gapsTold(x.span)...)
	slices.SortStableFunc(elements, compareElements)
	return onePerPair(x.span.words, elements)
}

// sumOf is what the affairs' counts add up to, and what kinds of sources they have.
func sumOf(all []judgedAffair, opt Options) (sum *tally, kinds []string) {
	for _, x := range all {
		for k := range x.span.coverage {
			kinds = appendNew(kinds, []string{string(k)})
		}
		t := *x.tally
		t.components, t.registrations, t.collisions, t.guards = nil, nil, nil, nil // these are not one affair's as well as another's
		sum = sum.plus(&t, opt)
	}
	slices.Sort(kinds)
	return sum, kinds
}

func (t *tally) summary(d *Diagnosis) Summary {
	s := Summary{
		Operations: len(d.Operations), Effects: t.effects, Deliveries: t.deliveries, Receipts: t.receipts,
		DuplicateRatio: ratio(t.receipts, t.changes), FirstSeen: t.reach.from, LastSeen: t.reach.to, Observations: t.observations,
	}
	s.tally(d.Duplicates)
	return s
}

// example is what duplicates have in common of which a few are shown in full.
type example struct {
	pattern kindOfCase
	outcome Outcome
}

// keepExample keeps the proof of a duplicate as long as it is one of the first of its kind.
func (t *tally) keepExample(e *element, most int) {
	k := example{patternOf(&e.Duplicate), e.Outcome}
	list := t.examples[k]
	i, _ := slices.BinarySearchFunc(list, e, compareElements)
	if i == most {
		e.forget()
		return
	}
	if list = slices.Insert(list, i, e); len(list) > most {
		list[most].forget()
		list = list[:most]
	}
	t.examples[k] = list
}

// forget leaves of a duplicate what counts it.
func (e *element) forget() {
	e.Evidence, e.Joins, e.Questions, e.RuledOut = []Evidence{}, nil, []Question{}, []RuledOut{}
	e.Boxes, e.Links, e.BoxesLeft = nil, nil, 0
}
