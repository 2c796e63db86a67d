package analyze

import "slices"

// Filter narrows a diagnosis. Empty fields let everything through.
type Filter struct {
	ResourceType, ResourceID string
	OperationKey             string
	DeliveryID               string
	Since, Until             int64 // Unix nanoseconds; 0: open
	Classes                  []Class
}

// Select returns the diagnosis with only those duplicates, findings and operations that the filter lets through. What it
// counts per class and outcome follows; what it says of the whole history (deliveries, sources, registrations) does not.
func (d Diagnosis) Select(f Filter) Diagnosis {
	out := d
	out.Duplicates = slices.DeleteFunc(slices.Clone(d.Duplicates), func(x Duplicate) bool { return !f.duplicate(x) })
	out.Findings = slices.DeleteFunc(slices.Clone(d.Findings), func(x Finding) bool { return !f.finding(x) })
	out.Operations = slices.DeleteFunc(slices.Clone(d.Operations), func(x Operation) bool {
		return !f.resource(x.Resource) || f.OperationKey != "" && f.OperationKey != x.Key
	})
	out.Patterns = patternsOf(out.Duplicates)
	out.Summary.tally(out.Duplicates)
	return out
}

func (f Filter) resource(r Resource) bool {
	return (f.ResourceID == "" || f.ResourceID == r.ID) && (f.ResourceType == "" || f.ResourceType == r.Type)
}

func (f Filter) duplicate(x Duplicate) bool {
	switch {
	case !f.resource(x.Resource),
		f.OperationKey != "" && f.OperationKey != x.OperationKey,
		f.DeliveryID != "" && !slices.Contains(x.DeliveryIDs, f.DeliveryID),
		len(f.Classes) > 0 && !slices.Contains(f.Classes, x.Class),
		f.Since != 0 && x.LastSeen.Precision != 0 && x.LastSeen.Nano < f.Since,
		f.Until != 0 && x.FirstSeen.Precision != 0 && x.FirstSeen.Nano > f.Until:
		return false
	}
	return true
}

func (f Filter) finding(x Finding) bool {
	return f.resource(x.Resource) && (f.OperationKey == "" || f.OperationKey == x.OperationKey) &&
		(f.DeliveryID == "" || slices.Contains(x.DeliveryIDs, f.DeliveryID)) && len(f.Classes) == 0 && f.within(x.Evidence)
}

// within tells whether any record lies in the window. Records without a time lie in no window and outside of none: where there
// are only such, nothing speaks against it.
func (f Filter) within(evidence []Evidence) bool {
	timed := false
	for _, e := range evidence {
		if e.Time.Precision == 0 {
			continue
		}
		if (f.Since == 0 || e.Time.Nano >= f.Since) && (f.Until == 0 || e.Time.Nano <= f.Until) {
			return true
		}
		timed = true
	}
	return !timed
}
