package main

import (
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// filter holds the flags that select from a diagnosis.
type filter struct {
	analyze.Filter
}

func (f *filter) flags(flags *pflag.FlagSet) {
	f.requestFlags(flags)
	flags.Var(&classFlag{choices{values: classNames(), kind: "CLASS"}, &f.Filter}, "class", "only these: "+strings.Join(classNames(), ", "))
}

// requestFlags are those that select requests, whatever became of them.
func (f *filter) requestFlags(flags *pflag.FlagSet) {
	flags.Var(&resourceFlag{&f.Filter}, "resource", "only what concerns this resource, as order:18452")
	flags.StringVar(&f.OperationKey, "operation-key", "", "only the operation of this `KEY`")
	flags.StringVar(&f.DeliveryID, "delivery-id", "", "only what the delivery `ID` took part in")
	flags.Var(&momentFlag{nano: &f.Since}, "since", "only from this date or RFC 3339 time on")
	flags.Var(&momentFlag{nano: &f.Until, last: true}, "until", "only up to this date (all of it) or time")
}

// name gives what is asked for the names that it has in a history.
func (f *filter) name(of func(string) string) {
	f.ResourceID, f.OperationKey, f.DeliveryID = of(f.ResourceID), of(f.OperationKey), of(f.DeliveryID)
}

// naming names what a person asks for: what the profile hides is asked for by the name that reports give it, or by what it is.
func naming(hidden analyze.Hidden, p *profile.Profile) func(id string) string {
	return func(id string) string { return hidden.Of(id, p.Hidden) }
}

// set tells whether any filter was given.
func (f *filter) set() bool {
	return f.ResourceType != "" || f.ResourceID != "" || f.OperationKey != "" || f.DeliveryID != "" ||
		f.Since != 0 || f.Until != 0 || len(f.Classes) > 0
}

// asked says each thing that was asked for, as the flags take it.
func (f *filter) asked() []string {
	var list []string
	add := func(before, s string) {
		if s != "" {
			list = append(list, concealed(before+s))
		}
	}
	add("", (&resourceFlag{&f.Filter}).String())
	add("the operation ", f.OperationKey)
	add("the delivery ", f.DeliveryID)
	add("the time from ", (&momentFlag{nano: &f.Since}).String())
	add("the time up to ", (&momentFlag{nano: &f.Until}).String())
	var classes []string
	for _, c := range f.Classes {
		classes = append(classes, string(c))
	}
	add("the class ", strings.Join(classes, " or "))
	return list
}

// among returns the filter with its resource type written as one of those that there are: people write Order for order.
func (f *filter) among(there []analyze.Resource) analyze.Filter {
	out := f.Filter
	for _, r := range there {
		if r.Type == f.ResourceType {
			return f.Filter
		}
		if strings.EqualFold(r.Type, f.ResourceType) {
			out.ResourceType = r.Type
		}
	}
	return out
}

// resources lists what the operations and duplicates of a diagnosis are about, each once, in the order of its operations.
func resources(d analyze.Diagnosis) []analyze.Resource {
	var list []analyze.Resource
	seen := map[analyze.Resource]bool{}
	add := func(r analyze.Resource) {
		if r.ID != "" && !seen[r] {
			seen[r] = true
			list = append(list, r)
		}
	}
	for _, op := range d.Operations {
		add(op.Resource)
	}
	for _, dup := range d.Duplicates {
		add(dup.Resource)
	}
	return list
}

func classNames() []string {
	var names []string
	for _, c := range analyze.Classes {
		names = append(names, string(c))
	}
	return names
}

// resourceFlag is TYPE:ID.
type resourceFlag struct{ to *analyze.Filter }

func (r *resourceFlag) Type() string { return "TYPE:ID" }

func (r *resourceFlag) String() string {
	if r.to == nil || r.to.ResourceID == "" {
		return ""
	}
	return r.to.ResourceType + ":" + r.to.ResourceID
}

func (r *resourceFlag) Set(s string) error {
	kind, id, ok := strings.Cut(s, ":")
	if !ok || kind == "" || id == "" {
		return usage("%q is no resource", s).hint("write its type, a colon and its ID, for example order:18452")
	}
	r.to.ResourceType, r.to.ResourceID = kind, id
	return nil
}

// momentFlag is a moment in RFC 3339, or a date, which is a UTC day.
type momentFlag struct {
	nano *int64
	last bool // a date stands for its last nanosecond, not its first
}

func (m *momentFlag) Type() string { return "TIME" }

func (m *momentFlag) String() string {
	if m.nano == nil || *m.nano == 0 {
		return ""
	}
	return time.Unix(0, *m.nano).UTC().Format(time.RFC3339Nano)
}

func (m *momentFlag) Set(s string) error {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		if t, err = time.Parse(time.DateOnly, s); err != nil {
			for _, layout := range []string{"2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02T15:04", "2006-01-02 15:04"} {
				if local, err := time.Parse(layout, s); err == nil {
					return usage("%q has no zone: add Z if it is UTC", s).
						hint("write %s, or the offset of your own clock: %s", local.Format(time.RFC3339), local.Format("2006-01-02T15:04:05")+"+01:00")
				}
			}
			return usage("%q is no date and no time", s).
				hint("write 2026-11-30, or with the zone 2026-11-30T08:26:00Z or 2026-11-30T09:26:00+01:00")
		}
		if m.last {
			t = t.AddDate(0, 0, 1).Add(-1)
		}
	}
	if t.Year() < 1970 || t.Year() > 2200 {
		return usage("%q: no webhook was sent in the year %d", s, t.Year())
	}
	*m.nano = t.UnixNano()
	return nil
}

// classFlag is a list of classes.
type classFlag struct {
	choices
	to *analyze.Filter
}

func (c *classFlag) Set(s string) error {
	if err := c.choices.Set(s); err != nil {
		return err
	}
	c.to.Classes = c.to.Classes[:0]
	for _, name := range c.chosen {
		c.to.Classes = append(c.to.Classes, analyze.Class(name))
	}
	return nil
}
