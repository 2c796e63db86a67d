package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/analyze/language"
)

// Text writes the report for a terminal: the answer first, then what may be lost, then the patterns, then each case with
// the boundary drawn on the chain of layers. Identifiers are never shortened; text from logs is made visible.
func Text(w io.Writer, d analyze.Diagnosis, opt Options) error {
	p, o := newPage(opt), order(opt.Language, &d)
	p.baseline(&d.Baseline)
	p.opening(&d, &o, opt)
	for _, g := range urgentGroups {
		p.findings(p.l.Say(g.title), among(o.untold, g.kinds))
	}
	p.rules(d.Rules)
	p.patterns(&o)
	for r := range rankLegitimate {
		p.section(&o, r)
	}
	p.legitimate(&o)
	p.registrations(d.Registrations)
	p.findings(p.l.Say("Also found"), o.other)
	p.closing(&d, &o)
	return write(w, p.Bytes())
}

func (p *page) opening(d *analyze.Diagnosis, o *ordered, opt Options) {
	p.lines(bold, wrap(answer(d, o, opt), p.width, "", "")...)
	if o.lead() != nil || graver(d, o) {
		p.blank()
	}
	for _, s := range beside(d, o, opt) {
		p.say(plain, s, 0, 0)
	}
}

func (p *page) title(st style, text string) {
	p.blank()
	p.lines(st, text)
}

// findings lists one group of kinds, with the records that show each and what to do.
func (p *page) findings(title string, kinds []findings) {
	if len(kinds) == 0 {
		return
	}
	p.title(bold, title)
	for _, f := range kinds {
		list, more := f.firstFew(p.l)
		for _, one := range list {
			p.finding(one)
		}
		if more {
			p.say(plain, p.l.Say("%s: %d in all, the others are in --format json.", f.kind, len(f.list)), 2, 2)
		}
		p.steps(stepsOf(p.l, f.kind), 4)
	}
}

func (p *page) finding(a alike) {
	p.say(plain, a.says(p.l), 2, 2)
	records, left := a.evidence(2)
	for _, e := range records {
		p.lines(dim, p.located(e, 6)...)
	}
	if left > 0 {
		p.say(dim, p.l.Say("and %s", p.l.Count(left, "more record")), 6, 0)
	}
}

// patterns counts what happened more than once in the same way.
func (p *page) patterns(o *ordered) {
	if len(o.patterns) == 0 {
		return
	}
	p.title(bold, p.l.Say("Patterns"))
	for _, pat := range o.patterns {
		p.say(plain, both(fmt.Sprintf("%d × %s", pat.Count, kind(pat.Class, pat.Cause)), ": ", outcomes(p.l, pat)), 2, 2)
		p.field("  "+p.l.Say("webhooks"), ",", listed(p.l, pat.WebhookIDs, 12)...)
		p.field("  "+p.l.Say("topics"), ",", pat.Topics...)
		p.field("  "+p.l.Say("time"), "", span(p.l, pat.FirstSeen, pat.LastSeen))
		p.ids("  "+p.l.Say("cases"), pat.Duplicates)
		p.steps(pat.NextSteps, 4)
	}
}

// outcomes writes 10 duplicated, 2 unknown.
func outcomes(l *language.Language, p *analyze.Pattern) string { return tallied(l, p.Outcomes) }

func (p *page) section(o *ordered, r rank) {
	if len(o.sections[r]) == 0 {
		return
	}
	list, left := o.drawn(r)
	for _, d := range list {
		p.blank()
		p.duplicate(d, o, r)
	}
	if left > 0 {
		p.blank()
		p.say(bold, p.l.Say("%d more %s, of the patterns above.", left, p.l.Say(rankWords[r])), 0, 2)
		p.say(plain, p.l.Say("One of them: --explain ID. Those of one order: --resource order:NUMBER. All: --format json."), 2, 0)
	}
}

func (p *page) legitimate(o *ordered) {
	if list := o.sections[rankLegitimate]; len(list) > 0 {
		p.blank()
		p.say(plain, p.l.Say("Legitimate updates, which must get through: %s", passedOn(p.l, list)), 0, 2)
	}
}

func (p *page) registrations(list []analyze.Registration) {
	if len(list) == 0 {
		return
	}
	p.title(bold, p.l.Say("Registrations"))
	shown := list[:min(len(list), many)]
	for _, r := range shown {
		text := both(r.WebhookID, "  ", strings.Join(r.Topics, ", "))
		text = both(text, " → ", r.URL)
		if r.Status != "" {
			text += " (" + r.Status + ")"
		}
		p.say(plain, text, 2, 4)
		p.say(plain, p.l.Say("%s, %s, %d slow, %d failed, duplicate ratio %.2f",
			p.l.Count(r.Deliveries, "delivery"), p.l.Count(r.Receipts, "receipt"), r.Slow, r.Failed, r.DuplicateRatio), 6, 0)
	}
	if left := len(list) - len(shown); left > 0 {
		p.say(plain, p.l.Say("and %d more, in --format json", left), 2, 0)
	}
}

// closing says what was read and how to see more.
func (p *page) closing(d *analyze.Diagnosis, o *ordered) {
	p.blank()
	p.say(dim, sourcesLine(d, p.opt), 0, 2)
	if lead := o.lead(); lead != nil {
		p.lines(dim, Visible(p.l.Say("More: %s", p.opt.diagnose()+" --explain "+lead.ID))) // in one line, however long, so that it can be copied
	} else if len(d.Sources) == 0 {
		p.lines(dim, p.l.Say("Begin: %s", "webhookctl import logs PATH…"))
	} else if d.Summary.Deliveries == 0 && d.Summary.Receipts == 0 {
		p.lines(dim, p.l.Say("What can be read: %s", "webhookctl formats"))
	}
}

// sourcesLine counts what was read, and names the sources with lines that could not be used, and what was left out.
func sourcesLine(d *analyze.Diagnosis, opt Options) string {
	l := opt.Language
	var records, problems, skipped int64
	var troubled []string
	for _, s := range d.Sources {
		records, problems, skipped = records+s.Records, problems+s.Problems, skipped+s.Skipped
		if s.Problems > 0 {
			troubled = append(troubled, fmt.Sprintf("%s: %d", s.Name, s.Problems))
		}
	}
	text := l.Say("Sources: %d, with %s", len(d.Sources), l.Count(int(records), "record"))
	if skipped > 0 {
		text += l.Say(", %s skipped by rule", l.Count(int(skipped), "line"))
	}
	if problems == 0 {
		text += l.Say(", no problems")
	} else {
		list := l.Say("%s lists them", opt.sibling("problems"))
		if opt.sibling("problems") == "" {
			list = l.Say("webhookctl problems lists them after webhookctl import logs")
		}
		text += l.Say(", %s (in %s); %s", l.Count(int(problems), "problem"), strings.Join(listed(l, troubled, 5), ", "), list)
	}
	if n := len(opt.Unread); n > 0 {
		text += l.Say(". %s not read, since no format fits: %s", l.Count(n, "file"), strings.Join(opt.Unread[:min(5, n)], ", ")+beyond(l, opt.Unread, 5))
	}
	return text + "."
}
