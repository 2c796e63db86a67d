package analyze

import (
	"cmp"
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/analyze/language"
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
			add(c.Say("%s: the baseline has it, and nothing of it is since", c.Say(kindWords[kind(k)])))
		}
	}
	for _, p := range c.toFix() {
		for _, id := range p.WebhookIDs {
			if !c.facts.webhooks[id] {
				add(c.Say("registration %s: it sent nothing since, as far as the evidence shows", id))
			}
		}
		for _, topic := range p.Topics {
			if !c.facts.topics[topic] {
				add(c.Say("topic %s: nothing was sent under it since", topic))
			}
		}
	}
	if n := len(c.Earlier); n > 0 {
		add(c.Say("%s of the new history (%s) before that time or in the baseline already: not counted here", c.Count(n, "duplicate"), c.List(c.few(c.Earlier, 6, "more duplicate"))))
	}
	if c.facts.undated > 0 {
		add(c.Say("%s without a time: not known to be since", c.Count(c.facts.undated, "record")))
	}
}

// Name names a pattern: config_duplication (duplicate_registration) of registrations 2 and 3.
func (p *BaselinePattern) Name(in *language.Language) string {
	c := words{in}
	s := string(p.Class)
	if p.Cause != "" {
		s += " (" + p.Cause + ")"
	}
	switch len(p.WebhookIDs) {
	case 0:
		return s
	case 1:
		return c.Say("%s of registration %s", s, p.WebhookIDs[0])
	}
	return c.Say("%s of registrations %s", s, c.List(p.WebhookIDs))
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
	from := c.Say("since %s", c.facts.from.String())
	if c.facts.from.Precision == 0 {
		from = c.Say("in the new history")
	}
	switch {
	case len(c.harm) > 0:
		c.Verdict = NotWorked
		c.Says = c.Say("The fix has not worked: %s, %s.", from, strings.Join(c.harm, c.Say(", and ")))
		return
	case c.facts.period.Records == 0:
		c.Verdict = NotTested
		c.Says = c.Say("The fix is not tested: nothing is on record %s.", from)
		c.missing(c.Say("records of the time after the baseline"), c.Say("whether the fix works"))
		return
	case len(fix) == 0:
		c.Verdict = NotTested
		c.Says = c.Say("Nothing can be said of a fix: the baseline shows nothing that was done twice.")
		return
	case untested == len(fix) && len(c.doubts) == 0:
		c.Verdict = NotTested
		c.Says = c.Say("The fix is not tested: %s, none of %s was repeated as in the baseline.", from, c.Count(c.Since.Changes, "change"))
		c.missing(c.Say("a repeat as in the baseline, one that happens or one that is provoked with a test order"), c.Say("whether it is executed once now"))
		return
	}
	c.openQuestions(fix)
	if worked == len(fix) && len(c.doubts) == 0 {
		c.Verdict = Worked
		repeats := 0
		for _, p := range fix {
			repeats += total(p.Since) + p.Stopped
		}
		if c.Updates.CarriedOut == 1 {
			c.Says = c.Say("The fix worked: %s, %s as in the baseline, and none was executed twice; 1 later update was carried out.", from, c.Count(repeats, "repeat"))
			return
		}
		c.Says = c.Say("The fix worked: %s, %s as in the baseline, and none was executed twice; %s were carried out.", from, c.Count(repeats, "repeat"), c.Count(c.Updates.CarriedOut, "later update"))
		return
	}
	c.Verdict = Unclear
	c.Says = c.Say("Whether the fix worked is unclear: %s.", strings.Join(c.few(compact(c.doubts), 4, "more reason"), "; "))
}

// openQuestions collects what keeps a fix from being known to work.
func (c *comparison) openQuestions(fix []*BaselinePattern) {
	for _, p := range fix {
		switch p.Verdict {
		case NotTested:
			c.doubts = append(c.doubts, c.Say("%s was not repeated", p.Name(c.Language)))
			c.missing(c.Say("a repeat by %s", p.Name(c.Language)), c.Say("whether it is executed once now"))
		case Unclear:
			c.doubts = append(c.doubts, c.Say("what came of %s is not in the evidence", p.Name(c.Language)))
			c.missingOf(p.Duplicates)
		}
	}
	for i := range c.Patterns {
		if p := &c.Patterns[i]; total(p.Before) == 0 && p.Since[Unknown] > 0 {
			c.doubts = append(c.doubts, c.Say("there is %s, and what came of it is not in the evidence", p.Name(c.Language)))
			c.missingOf(p.Duplicates)
		}
	}
	if c.Updates.CarriedOut == 0 {
		c.doubts = append(c.doubts, c.Say("no later update is known to have got through"))
		c.missing(c.Say("a later update of an order that was worked on already, with the receiver's and the worker's log of it"), c.Say("whether the fix lets updates through"))
	}
	if c.facts.from.Precision == 0 {
		c.doubts = append(c.doubts, c.Say("the baseline has no times"))
		c.missing(c.Say("records with times in the baseline, or --since with the time of the fix"), c.Say("what came before the fix and what since"))
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
