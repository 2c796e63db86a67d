package report

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/analyze/language"
)

// baseline opens the report where an earlier history was given: did the fix work, and what says so.
func (p *page) baseline(b *analyze.Baseline) {
	if b.Verdict == "" {
		return
	}
	p.lines(baselineStyle(b.Verdict), p.l.Say("Since the baseline: %s", word(p.l, b.Verdict)))
	p.say(plain, b.Says, 2, 0)
	p.blank()
	p.field(p.l.Say("before"), "", period(p.l, b.Before))
	p.field(p.l.Say("since"), "", period(p.l, b.Since))
	for i := range b.Patterns {
		x := &b.Patterns[i]
		p.field(word(p.l, x.Verdict), "", x.Name(p.l)+": "+beforeAndSince(p.l, x))
	}
	p.field(p.l.Say("updates"), "", updates(p.l, b.Updates))
	p.field(p.l.Say("across"), ",", listed(p.l, b.Across, 12)...)
	p.field(p.l.Say("undated"), ",", listed(p.l, b.Undated, 12)...)
	if len(b.NotCovered) > 0 {
		p.blank()
		p.lines(bold, "  "+p.l.Say("Not covered since"))
		for _, s := range b.NotCovered {
			p.say(plain, s, 4, 2)
		}
	}
	if len(b.Missing) > 0 {
		p.blank()
		p.missing(b.Missing)
	}
	p.blank()
}

func baselineStyle(verdict string) style {
	switch verdict {
	case analyze.Worked:
		return green
	case analyze.NotWorked:
		return red
	}
	return yellow
}

// period counts what one side of the comparison holds, what went wrong first.
func period(l *language.Language, x analyze.Period) string {
	if x.Records == 0 {
		return l.Say("nothing")
	}
	s := l.Say("%s executed twice, %d dropped; %s, %s, %s", l.Count(x.ExecutedTwice, "operation"), x.Lost, l.Count(x.Changes, "change"),
		l.Count(x.Deliveries, "delivery"), l.Count(x.Records, "record"))
	return both(s, ", ", span(l, x.FirstSeen, x.LastSeen))
}

// beforeAndSince counts a pattern on both sides: 2 duplicated before; since 3 contained (D2 and D3), 1 stopped.
func beforeAndSince(l *language.Language, x *analyze.BaselinePattern) string {
	before := tallied(l, x.Before)
	if before == "" {
		before = l.Say("none")
	}
	since := both(tallied(l, x.Since), " ", bracketed(listed(l, x.Duplicates, 6)))
	if x.Stopped > 0 {
		since = both(since, ", ", l.Say("%s stopped", l.Count(x.Stopped, "repeat")))
	}
	if since == "" {
		since = l.Say("none")
	}
	return l.Say("%s before; since %s", before, since)
}

func bracketed(items []string) string {
	if len(items) == 0 {
		return ""
	}
	return "(" + strings.Join(items, ", ") + ")"
}

// tallied writes 10 duplicated, 2 unknown.
func tallied(l *language.Language, of map[analyze.Outcome]int) string {
	var parts []string
	for _, out := range analyze.Outcomes {
		if n := of[out]; n > 0 {
			parts = append(parts, strconv.Itoa(n)+" "+word(l, string(out)))
		}
	}
	return strings.Join(parts, ", ")
}

// updates says what became of later updates. That one was dropped is said first, and in capitals.
func updates(l *language.Language, u analyze.Updates) string {
	if u.Later == 0 {
		return l.Say("no later update of anything")
	}
	s := l.Count(u.Later, "later update") + ": "
	if u.Lost > 0 {
		s += l.Say("%d DROPPED, ", u.Lost)
	}
	s += l.Say("%d carried out", u.CarriedOut)
	if u.Stopped > 0 {
		s += l.Say(", %d asked for what was done already", u.Stopped)
	}
	if u.Unknown > 0 {
		s += l.Say(", %d not known", u.Unknown)
	}
	return s
}

// mdBaseline is the same for a ticket.
func mdBaseline(l *language.Language, b *analyze.Baseline) string {
	if b.Verdict == "" {
		return ""
	}
	var s strings.Builder
	fmt.Fprintf(&s, "### %s\n\n%s\n\n", l.Say("Since the baseline: %s", code(b.Verdict)), prose(b.Says))
	s.WriteString(mdTable(heads(l, "Side", "What it holds"), [][]string{
		{l.Say("Before"), prose(period(l, b.Before))}, {l.Say("Since"), prose(period(l, b.Since))}, {l.Say("Updates since"), prose(updates(l, b.Updates))},
	}))
	if len(b.Patterns) > 0 {
		var rows [][]string
		for i := range b.Patterns {
			x := &b.Patterns[i]
			since := dash(tallied(l, x.Since))
			if x.Stopped > 0 {
				since = both(tallied(l, x.Since), ", ", l.Say("%s stopped", l.Count(x.Stopped, "repeat")))
			}
			rows = append(rows, []string{code(x.Verdict), code(kind(x.Class, x.Cause)), codes(x.WebhookIDs), codes(x.Topics), dash(tallied(l, x.Before)), since, mdCases(l, x.Duplicates)})
		}
		s.WriteString("\n" + mdTable(heads(l, "Verdict", "Kind", "Webhook IDs", "Topics", "Before", "Since", "Cases since"), rows))
	}
	lists := []struct {
		title language.Text
		items []string
	}{{"Not covered since", b.NotCovered}, {"Began before and went on since", b.Across}, {"Without a time", b.Undated}}
	for _, list := range lists {
		if len(list.items) > 0 {
			s.WriteString("\n" + l.Say(list.title) + ":\n\n")
			for _, item := range listed(l, list.items, 12) {
				s.WriteString("- " + prose(item) + "\n")
			}
		}
	}
	if len(b.Missing) > 0 {
		s.WriteString("\n" + strings.TrimRight(mdMissing(l, b.Missing), "\n") + "\n")
	}
	return s.String()
}
