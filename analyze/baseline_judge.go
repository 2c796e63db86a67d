package analyze

import (
	"cmp"
	"slices"
	"strings"
)

// patterns puts the baseline's patterns beside what came of them since, and judges each. New ones follow.
func (c *comparison) patterns() {
	at := map[string]int{}
	get := func(d *Duplicate) *BaselinePattern {
		key := patternKey(d.Class, d.Cause, d.WebhookIDs)
		i, ok := at[key]
		if !ok {
			i = len(c.Patterns)
			at[key] = i
			c.Patterns = append(c.Patterns, BaselinePattern{
				Class: d.Class, Cause: d.Cause, WebhookIDs: d.WebhookIDs, Topics: []string{}, Before: map[Outcome]int{}, Since: map[Outcome]int{}, Duplicates: []string{},
			})
		}
		p := &c.Patterns[i]
		p.Topics = appendNew(p.Topics, d.Topics)
		return p
	}
	for i := range c.before.Duplicates {
		if d := &c.before.Duplicates[i]; countsAsPattern(d) {
			get(d).Before[d.Outcome]++
		}
	}
	for _, d := range c.fresh {
		if _, had := at[patternKey(d.Class, d.Cause, d.WebhookIDs)]; had || countsAsPattern(d) {
			p := get(d)
			p.Since[d.Outcome]++
			p.Duplicates = append(p.Duplicates, d.ID)
		}
	}
	for _, x := range c.facts.stopped {
		if i, ok := at[patternKey(x.class, x.cause, x.webhooks)]; ok {
			c.Patterns[i].Stopped++
		}
	}
	for i := range c.Patterns {
		p := &c.Patterns[i]
		slices.Sort(p.Topics)
		p.Verdict = p.judge()
	}
	slices.SortStableFunc(c.Patterns, func(a, b BaselinePattern) int {
		return cmp.Or(cmp.Compare(b.harmedBefore(), a.harmedBefore()), cmp.Compare(total(b.Before), total(a.Before)), cmp.Compare(total(b.Since), total(a.Since)))
	})
}

func patternKey(class Class, cause string, webhooks []string) string {
	return strings.Join([]string{string(class), cause, strings.Join(webhooks, ",")}, "\x00")
}

// countsAsPattern tells whether a case is something that a fix is for. Updates that came to no harm are none.
func countsAsPattern(d *Duplicate) bool {
	return d.Class != LegitimateUpdate || d.Outcome == Duplicated || d.Outcome == Lost
}

func (p *BaselinePattern) harmedBefore() int { return p.Before[Duplicated] + p.Before[Lost] }

func total(of map[Outcome]int) int {
	n := 0
	for _, k := range of {
		n += k
	}
	return n
}

// judge says what the history since says of one pattern.
func (p *BaselinePattern) judge() string {
	switch {
	case p.Since[Duplicated]+p.Since[Lost] > 0:
		return NotWorked
	case p.Class == LegitimateUpdate:
		// Done twice, it takes two updates that ask for one operation again; dropped, one that gets through.
		if p.Before[Duplicated] > 0 && p.Stopped == 0 || p.Before[Lost] > 0 && p.Since[Contained] == 0 {
			return NotTested
		}
		return Worked
	case total(p.Since)+p.Stopped == 0:
		return NotTested
	case p.Since[Unknown] > 0, p.Class == Undetermined: // where it began is not known, so neither is whether that was contained
		return Unclear
	}
	return Worked
}

// toFix are the patterns that a fix was for: those that did harm; where none did for all that is known, all of the baseline.
func (c *comparison) toFix() []*BaselinePattern {
	var harmful, all []*BaselinePattern
	for i := range c.Patterns {
		p := &c.Patterns[i]
		if p.harmedBefore() > 0 {
			harmful = append(harmful, p)
		}
		if total(p.Before) > 0 {
			all = append(all, p)
		}
	}
	if len(harmful) > 0 {
		return harmful
	}
	return all
}

// coverage says what the new history does not show of what the baseline did.
func (c *comparison) coverage() {
	add := func(s string) { c.NotCovered = appendNew(c.NotCovered, []string{s}) }
	for _, k := range c.before.Extent.Kinds {
		if !slices.Contains(c.facts.kinds, k) {
			add(k + ": the baseline has it, and nothing of it is since")
		}
	}
	for _, p := range c.toFix() {
		for _, id := range p.WebhookIDs {
			if !c.facts.webhooks[id] {
				add("registration " + id + ": it sent nothing since, as far as the evidence shows")
			}
		}
		for _, topic := range p.Topics {
			if !c.facts.topics[topic] {
				add("topic " + topic + ": nothing was sent under it since")
			}
		}
	}
	if n := len(c.Earlier); n > 0 {
		add(count(n, "duplicate") + " of the new history (" + list(few(c.Earlier, 6, "duplicate")) + ") before that time or in the baseline already: not counted here")
	}
	if c.facts.undated > 0 {
		add(count(c.facts.undated, "record") + " without a time: not known to be since")
	}
}

// String names a pattern: config_duplication (duplicate_registration) of registrations 2 and 3.
func (p *BaselinePattern) String() string {
	s := string(p.Class)
	if p.Cause != "" {
		s += " (" + p.Cause + ")"
	}
	switch len(p.WebhookIDs) {
	case 0:
		return s
	case 1:
		return s + " of registration " + p.WebhookIDs[0]
	}
	return s + " of registrations " + list(p.WebhookIDs)
}

// decide puts it together. Harm since is certain whatever else is missing; that a fix worked needs all of it.
func (c *comparison) decide() {
	fix := c.toFix()
	worked, untested := 0, 0
	for _, p := range fix {
		switch p.Verdict {
		case Worked:
			worked++
		case NotTested:
			untested++
		}
	}
	from := "since " + c.facts.from.String()
	if c.facts.from.Precision == 0 {
		from = "in the new history"
	}
	switch {
	case len(c.harm) > 0:
		c.Verdict = NotWorked
		c.Says = "The fix has not worked: " + from + ", " + strings.Join(c.harm, ", and ") + "."
		return
	case c.facts.period.Records == 0:
		c.Verdict = NotTested
		c.Says = "The fix is not tested: nothing is on record " + from + "."
		c.missing("records of the time after the baseline", "whether the fix works")
		return
	case len(fix) == 0:
		c.Verdict = NotTested
		c.Says = "Nothing can be said of a fix: the baseline shows nothing that was done twice."
		return
	case untested == len(fix) && len(c.doubts) == 0:
		c.Verdict = NotTested
		c.Says = sentence("The fix is not tested: %s, none of %s was repeated as in the baseline.", from, count(c.Since.Changes, "change"))
		c.missing("a repeat as in the baseline, one that happens or one that is provoked with a test order", "whether it is executed once now")
		return
	}
	c.openQuestions(fix)
	if worked == len(fix) && len(c.doubts) == 0 {
		c.Verdict = Worked
		repeats := 0
		for _, p := range fix {
			repeats += total(p.Since) + p.Stopped
		}
		c.Says = sentence("The fix worked: %s, %s as in the baseline, and none was executed twice; %s carried out.", from, count(repeats, "repeat"), wasOrWere(c.Updates.CarriedOut, "later update"))
		return
	}
	c.Verdict = Unclear
	c.Says = "Whether the fix worked is unclear: " + strings.Join(few(compact(c.doubts), 4, "reason"), "; ") + "."
}

func wasOrWere(n int, what string) string {
	if n == 1 {
		return "1 " + what + " was"
	}
	return count(n, what) + " were"
}

// openQuestions collects what keeps a fix from being known to work.
func (c *comparison) openQuestions(fix []*BaselinePattern) {
	for _, p := range fix {
		switch p.Verdict {
		case NotTested:
			c.doubts = append(c.doubts, p.String()+" was not repeated")
			c.missing("a repeat by "+p.String(), "whether it is executed once now")
		case Unclear:
			c.doubts = append(c.doubts, "what came of "+p.String()+" is not in the evidence")
			c.missingOf(p.Duplicates)
		}
	}
	for i := range c.Patterns {
		if p := &c.Patterns[i]; total(p.Before) == 0 && p.Since[Unknown] > 0 {
			c.doubts = append(c.doubts, "there is "+p.String()+", and what came of it is not in the evidence")
			c.missingOf(p.Duplicates)
		}
	}
	if c.Updates.CarriedOut == 0 {
		c.doubts = append(c.doubts, "no later update is known to have got through")
		c.missing("a later update of an order that was worked on already, with the receiver's and the worker's log of it", "whether the fix lets updates through")
	}
	if c.facts.from.Precision == 0 {
		c.doubts = append(c.doubts, "the baseline has no times")
		c.missing("records with times in the baseline, or --since with the time of the fix", "what came before the fix and what since")
	}
}

func (c *comparison) missing(what, decides string) {
	if m := (Missing{What: what, WouldDecide: decides}); !slices.Contains(c.Missing, m) {
		c.Missing = append(c.Missing, m)
	}
}

// missingOf repeats what would decide these duplicates.
func (c *comparison) missingOf(ids []string) {
	for _, d := range c.fresh {
		if slices.Contains(ids, d.ID) {
			for _, m := range d.Missing {
				c.missing(m.What, m.WouldDecide)
			}
		}
	}
}
