package analyze

import (
	"slices"
	"strings"
)

// Baseline answers whether a fix worked: what a history of the time before it shows, against what came since. The two are told
// apart by time and by identifiers alone; their payloads cannot be compared, since each profile has a key of its own.
//
// It cannot tell when the fix was made, nor that one was: "since" is after the baseline's last record, or the moment that the
// user gave.
type Baseline struct {
	Verdict    string            `json:"verdict"` // worked, not_worked, not_tested, unclear; "" where no baseline was given
	Says       string            `json:"says"`
	Before     Period            `json:"before"`
	Since      Period            `json:"since"`
	Patterns   []BaselinePattern `json:"patterns"` // those of the baseline, then new ones
	Updates    Updates           `json:"updates"`  // since
	Earlier    []string          `json:"earlier"`  // duplicates of the new history that are not since, and count for nothing here
	Across     []string          `json:"across"`   // that began before and went on since
	Undated    []string          `json:"undated"`  // whose records have no time
	NotCovered []string          `json:"not_covered"`
	Missing    []Missing         `json:"missing"`
}

// The verdicts of a baseline.
const (
	Worked    = "worked"     // what was executed twice before was repeated since and each time contained, and updates got through
	NotWorked = "not_worked" // an operation was executed twice since, or an update was lost
	NotTested = "not_tested" // nothing was repeated since as it was before, so the history says nothing of the fix
	Unclear   = "unclear"    // some of it is not in the evidence
)

// Period is what one side of the comparison holds.
type Period struct {
	FirstSeen     Time `json:"first_seen"`
	LastSeen      Time `json:"last_seen"`
	Records       int  `json:"records"` // of requests and work, with a time
	Deliveries    int  `json:"deliveries"`
	Changes       int  `json:"changes"`
	ExecutedTwice int  `json:"executed_twice"` // operations
	Lost          int  `json:"lost"`           // operations that were dropped
}

// BaselinePattern is one way in which operations were repeated: a class and cause, by the same registrations.
type BaselinePattern struct {
	Class      Class           `json:"class"`
	Cause      string          `json:"cause"`
	WebhookIDs []string        `json:"webhook_ids"`
	Topics     []string        `json:"topics"`
	Verdict    string          `json:"verdict"`
	Before     map[Outcome]int `json:"before"`
	Since      map[Outcome]int `json:"since"`
	Stopped    int             `json:"stopped"`    // since, repeats that a guard stopped before they became a case
	Duplicates []string        `json:"duplicates"` // IDs of those since
}

// Updates counts later states of resources: changes of a resource that was told of before.
type Updates struct {
	Later      int `json:"later"`
	CarriedOut int `json:"carried_out"` // work of their own was done
	Stopped    int `json:"stopped"`     // they asked for an operation that was done already, and were left as repeats of it
	Lost       int `json:"lost"`
	Unknown    int `json:"unknown"` // what became of them is not in the evidence, or there was nothing to do
}

// sum adds those of another part of the history.
func (u *Updates) sum(o Updates) {
	u.Later, u.CarriedOut, u.Stopped, u.Lost, u.Unknown = u.Later+o.Later, u.CarriedOut+o.CarriedOut, u.Stopped+o.Stopped, u.Lost+o.Lost, u.Unknown+o.Unknown
}

// comparison is a baseline in the making.
type comparison struct {
	words
	Baseline
	before, after *Diagnosis
	facts         *since
	known         map[string]bool // requests and deliveries of the baseline's duplicates
	fresh         []*Duplicate    // those since
	harm          []string        // since, in words
	doubts        []string        // what stands against a verdict, in words
}

// compareBaseline judges what came since a baseline.
func compareBaseline(w words, before, after *Diagnosis, s *since) Baseline {
	c := &comparison{words: w, before: before, after: after, facts: s, known: map[string]bool{}}
	c.Earlier, c.Across, c.Undated, c.NotCovered = []string{}, []string{}, []string{}, []string{}
	c.Missing, c.Patterns = []Missing{}, []BaselinePattern{}
	for i := range before.Duplicates {
		for _, id := range idsOf(&before.Duplicates[i]) {
			c.known[id] = true
		}
	}
	c.Before = Period{
		FirstSeen: before.Extent.FirstSeen, LastSeen: before.Extent.LastSeen, Records: before.Extent.Records,
		Deliveries: before.Summary.Deliveries, Changes: before.Extent.Changes,
	}
	twice, lost := harmed(pointers(before.Duplicates), pointers(before.Findings))
	c.Before.ExecutedTwice, c.Before.Lost = len(twice), len(lost)
	c.Since, c.Updates = s.period, s.updates
	c.placeAll()
	c.patterns()
	c.coverage()
	c.decide()
	return c.Baseline
}

func pointers[T any](list []T) []*T {
	var out []*T
	for i := range list {
		out = append(out, &list[i])
	}
	return out
}

// idsOf are the identifiers by which a duplicate is known again in another history. A request ID that restarts with its process
// is none.
func idsOf(d *Duplicate) []string {
	ids := slices.Clone(d.DeliveryIDs)
	for _, id := range d.RequestIDs {
		if !shortID(id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// placeAll puts each duplicate and each harmful finding of the new history where it belongs in time.
func (c *comparison) placeAll() {
	for i := range c.after.Duplicates {
		d := &c.after.Duplicates[i]
		ids := idsOf(d)
		told := len(ids) > 0 && !slices.ContainsFunc(ids, func(id string) bool { return !c.known[id] })
		harmful := d.Outcome == Duplicated || d.Outcome == Lost
		switch when := c.facts.place(d.FirstSeen, d.LastSeen); {
		case when == placeBefore, told:
			c.Earlier = append(c.Earlier, d.ID)
		case when == placeNowhere:
			c.Undated = append(c.Undated, d.ID)
			c.doubt(harmful, c.Say("%s has no time, so it may be of before or since", d.ID))
		case when == placeAcross:
			c.Across = append(c.Across, d.ID)
			c.doubt(harmful, c.Say("%s began before and went on since, so the fix may have come in between", d.ID))
		default:
			c.fresh = append(c.fresh, d)
		}
	}
	var findings []*Finding
	for i := range c.after.Findings {
		f := &c.after.Findings[i]
		if f.Kind != "safety_violation" && f.Kind != "suppressed_update" || c.toldOld(f) {
			continue
		}
		switch c.facts.place(extent(f.Evidence)) {
		case placeSince:
			findings = append(findings, f)
		case placeNowhere, placeAcross:
			c.doubt(!c.toldBy(append(slices.Clone(c.Across), c.Undated...), f), c.Say("%s of %s may be of before or since", f.Kind, f.OperationKey))
		}
	}
	twice, lost := harmed(c.fresh, findings)
	c.Since.ExecutedTwice, c.Since.Lost = len(twice), len(lost)
	if len(twice) > 0 {
		c.harm = append(c.harm, c.Say("%s executed twice (%s)", c.Count(len(twice), "operation"), c.List(c.few(twice, 6, "more operation"))))
	}
	if len(lost) > 0 {
		c.harm = append(c.harm, c.Say("%s dropped (%s)", c.Count(len(lost), "legitimate update"), c.List(c.few(lost, 6, "more update"))))
	}
}

func (c *comparison) doubt(holds bool, says string) {
	if holds {
		c.doubts = append(c.doubts, says)
	}
}

// toldOld tells whether a finding is of a duplicate that is not since.
func (c *comparison) toldOld(f *Finding) bool { return c.toldBy(c.Earlier, f) }

func (c *comparison) toldBy(ids []string, f *Finding) bool {
	return slices.ContainsFunc(c.after.Duplicates, func(d Duplicate) bool { return slices.Contains(ids, d.ID) && tells(&d, f) })
}

// tells tells whether a duplicate is about the same as a finding: the records that are one operation's, or the update that was lost.
func tells(d *Duplicate, f *Finding) bool {
	if f.Kind == "safety_violation" {
		return d.Outcome == Duplicated && len(f.DownstreamIDs) > 0 && !slices.ContainsFunc(f.DownstreamIDs, func(id string) bool { return !slices.Contains(d.DownstreamIDs, id) })
	}
	return d.Outcome == Lost && d.Resource == f.Resource && shareAny(d.RequestIDs, f.RequestIDs)
}

func shareAny(a, b []string) bool {
	return slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) })
}

// extent is the time from the first to the last of these records.
func extent(evidence []Evidence) (first, last Time) {
	for _, e := range evidence {
		if e.Time.Precision == 0 {
			continue
		}
		if first.Precision == 0 || e.Time.Nano < first.Nano {
			first = e.Time
		}
		if last.Precision == 0 || e.Time.Nano > last.Nano {
			last = e.Time
		}
	}
	return first, last
}

// harmed names the operations that were executed twice, and those that were dropped, each once and with the duplicates that tell it.
func harmed(ds []*Duplicate, fs []*Finding) (twice, lost []string) {
	name := map[Outcome]map[string][]string{Duplicated: {}, Lost: {}}
	for _, d := range ds {
		if name[d.Outcome] == nil {
			continue
		}
		key := d.OperationKey
		if i := slices.IndexFunc(fs, func(f *Finding) bool { return tells(d, f) }); i >= 0 {
			key = fs[i].OperationKey // of several operations, the one that it is about
		} else if key == "" || d.OperationKeyOrigin == "derived" {
			key = "\x00" + d.ID // it has no name but its own
		}
		name[d.Outcome][key] = append(name[d.Outcome][key], d.ID)
	}
	for _, f := range fs {
		outcome := Duplicated
		if f.Kind == "suppressed_update" {
			outcome = Lost
		}
		if (f.Kind == "safety_violation" || f.Kind == "suppressed_update") && !slices.ContainsFunc(ds, func(d *Duplicate) bool { return tells(d, f) }) {
			name[outcome][f.OperationKey] = append(name[outcome][f.OperationKey], "")
		}
	}
	return operationNames(name[Duplicated]), operationNames(name[Lost])
}

// operationNames writes operations with the duplicates that tell of them: shipment:create:31:full (D1).
func operationNames(of map[string][]string) []string {
	var out []string
	for key, ids := range of {
		ids = slices.DeleteFunc(ids, func(id string) bool { return id == "" })
		switch {
		case strings.HasPrefix(key, "\x00"):
			out = append(out, strings.Join(ids, ", "))
		case len(ids) == 0:
			out = append(out, key)
		default:
			out = append(out, key+", "+strings.Join(ids, ", "))
		}
	}
	slices.SortFunc(out, byNumber)
	return out
}
