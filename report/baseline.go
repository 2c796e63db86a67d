package report

import (
	"fmt"
	"strings"

	"github.com/webhookctl/webhookctl/analyze"
)

// baseline opens the report where an earlier history was given: did the fix work, and what says so.
func (p *page) baseline(b *analyze.Baseline) {
	if b.Verdict == "" {
		return
	}
	p.lines(baselineStyle(b.Verdict), "Since the baseline: "+b.Verdict)
	p.say(plain, b.Says, 2, 0)
	p.blank()
	p.field("before", "", period(b.Before))
	p.field("since", "", period(b.Since))
	for i := range b.Patterns {
		x := &b.Patterns[i]
		p.field(x.Verdict, "", x.Name(nil)+": "+beforeAndSince(x))
	}
	p.field("updates", "", updates(b.Updates))
	p.field("across", ",", listed(b.Across, 12)...)
	p.field("undated", ",", listed(b.Undated, 12)...)
	if len(b.NotCovered) > 0 {
		p.blank()
		p.lines(bold, "  Not covered since")
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
func period(x analyze.Period) string {
	if x.Records == 0 {
		return "nothing"
	}
	s := fmt.Sprintf("%s executed twice, %d dropped; %s, %s, %s", count(x.ExecutedTwice, "operation"), x.Lost, count(x.Changes, "change"),
		count(x.Deliveries, "delivery"), count(x.Records, "record"))
	return both(s, ", ", span(x.FirstSeen, x.LastSeen))
}

// beforeAndSince counts a pattern on both sides: 2 duplicated before; since 3 contained (D2 and D3), 1 stopped.
func beforeAndSince(x *analyze.BaselinePattern) string {
	before := tallied(x.Before)
	if before == "" {
		before = "none"
	}
	since := both(tallied(x.Since), " ", bracketed(listed(x.Duplicates, 6)))
	if x.Stopped > 0 {
		since = both(since, ", ", count(x.Stopped, "repeat")+" stopped")
	}
	if since == "" {
		since = "none"
	}
	return before + " before; since " + since
}

func bracketed(items []string) string {
	if len(items) == 0 {
		return ""
	}
	return "(" + strings.Join(items, ", ") + ")"
}

// tallied writes 10 duplicated, 2 unknown.
func tallied(of map[analyze.Outcome]int) string {
	var parts []string
	for _, out := range analyze.Outcomes {
		if n := of[out]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, out))
		}
	}
	return strings.Join(parts, ", ")
}

// updates says what became of later updates. That one was dropped is said first, and in capitals.
func updates(u analyze.Updates) string {
	if u.Later == 0 {
		return "no later update of anything"
	}
	s := count(u.Later, "later update") + ": "
	if u.Lost > 0 {
		s += fmt.Sprintf("%d DROPPED, ", u.Lost)
	}
	s += fmt.Sprintf("%d carried out", u.CarriedOut)
	if u.Stopped > 0 {
		s += fmt.Sprintf(", %d asked for what was done already", u.Stopped)
	}
	if u.Unknown > 0 {
		s += fmt.Sprintf(", %d not known", u.Unknown)
	}
	return s
}

// mdBaseline is the same for a ticket.
func mdBaseline(b *analyze.Baseline) string {
	if b.Verdict == "" {
		return ""
	}
	var s strings.Builder
	fmt.Fprintf(&s, "### Since the baseline: %s\n\n%s\n\n", code(b.Verdict), prose(b.Says))
	s.WriteString(mdTable([]string{"Side", "What it holds"}, [][]string{
		{"Before", prose(period(b.Before))}, {"Since", prose(period(b.Since))}, {"Updates since", prose(updates(b.Updates))},
	}))
	if len(b.Patterns) > 0 {
		var rows [][]string
		for i := range b.Patterns {
			x := &b.Patterns[i]
			since := dash(tallied(x.Since))
			if x.Stopped > 0 {
				since = both(tallied(x.Since), ", ", count(x.Stopped, "repeat")+" stopped")
			}
			rows = append(rows, []string{code(x.Verdict), code(kind(x.Class, x.Cause)), codes(x.WebhookIDs), codes(x.Topics), dash(tallied(x.Before)), since, mdCases(x.Duplicates)})
		}
		s.WriteString("\n" + mdTable([]string{"Verdict", "Kind", "Webhook IDs", "Topics", "Before", "Since", "Cases since"}, rows))
	}
	lists := []struct {
		title string
		items []string
	}{{"Not covered since", b.NotCovered}, {"Began before and went on since", b.Across}, {"Without a time", b.Undated}}
	for _, l := range lists {
		if len(l.items) > 0 {
			s.WriteString("\n" + l.title + ":\n\n")
			for _, item := range listed(l.items, 12) {
				s.WriteString("- " + prose(item) + "\n")
			}
		}
	}
	if len(b.Missing) > 0 {
		s.WriteString("\n" + strings.TrimRight(mdMissing(b.Missing), "\n") + "\n")
	}
	return s.String()
}
