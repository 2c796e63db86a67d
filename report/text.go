package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/webhookctl/webhookctl/analyze"
)

// Text writes the report for a terminal: the answer first, then what may be lost, then the patterns, then each case with
// the boundary drawn on the chain of layers. Identifiers are never shortened; text from logs is made visible.
func Text(w io.Writer, d analyze.Diagnosis, opt Options) error {
	p, o := newPage(opt), order(&d)
	p.baseline(&d.Baseline)
	p.opening(&d, &o, opt)
	for _, g := range urgentGroups {
		p.findings(g.title, among(o.untold, g.kinds))
	}
	p.rules(d.Rules)
	p.patterns(&o)
	for r := range rankLegitimate {
		p.section(&o, r)
	}
	p.legitimate(&o)
	p.registrations(d.Registrations)
	p.findings("Also found", o.other)
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
		list, more := f.firstFew()
		for _, one := range list {
			p.finding(one)
		}
		if more {
			p.say(plain, fmt.Sprintf("%s: %d in all, the others are in --format json.", f.kind, len(f.list)), 2, 2)
		}
		p.steps(concerns[f.kind].steps, 4)
	}
}

func (p *page) finding(a alike) {
	p.say(plain, a.says(), 2, 2)
	records, left := a.evidence(2)
	for _, e := range records {
		p.lines(dim, p.located(e, 6)...)
	}
	if left > 0 {
		p.say(dim, fmt.Sprintf("and %s", count(left, "more record")), 6, 0)
	}
}

// patterns counts what happened more than once in the same way.
func (p *page) patterns(o *ordered) {
	if len(o.patterns) == 0 {
		return
	}
	p.title(bold, "Patterns")
	for _, pat := range o.patterns {
		p.say(plain, both(fmt.Sprintf("%d × %s", pat.Count, kind(pat.Class, pat.Cause)), ": ", outcomes(pat)), 2, 2)
		p.field("  webhooks", ",", listed(pat.WebhookIDs, 12)...)
		p.field("  topics", ",", pat.Topics...)
		p.field("  time", "", span(pat.FirstSeen, pat.LastSeen))
		p.ids("  cases", pat.Duplicates)
		p.steps(pat.NextSteps, 4)
	}
}

// outcomes writes 10 duplicated, 2 unknown.
func outcomes(p *analyze.Pattern) string { return tallied(p.Outcomes) }

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
		p.say(bold, fmt.Sprintf("%d more %s, of the patterns above.", left, strings.ToLower(rankTitles[r])), 0, 2)
		p.say(plain, "One of them: --explain ID. Those of one order: --resource order:NUMBER. All: --format json.", 2, 0)
	}
}

func (p *page) legitimate(o *ordered) {
	if list := o.sections[rankLegitimate]; len(list) > 0 {
		p.blank()
		p.say(plain, "Legitimate updates, which must get through: "+passedOn(list), 0, 2)
	}
}

func (p *page) registrations(list []analyze.Registration) {
	if len(list) == 0 {
		return
	}
	p.title(bold, "Registrations")
	shown := list[:min(len(list), many)]
	for _, r := range shown {
		text := both(r.WebhookID, "  ", strings.Join(r.Topics, ", "))
		text = both(text, " → ", r.URL)
		if r.Status != "" {
			text += " (" + r.Status + ")"
		}
		p.say(plain, text, 2, 4)
		p.say(plain, fmt.Sprintf("%s, %s, %d slow, %d failed, duplicate ratio %.2f",
			count(r.Deliveries, "delivery"), count(r.Receipts, "receipt"), r.Slow, r.Failed, r.DuplicateRatio), 6, 0)
	}
	if left := len(list) - len(shown); left > 0 {
		p.say(plain, fmt.Sprintf("and %d more, in --format json", left), 2, 0)
	}
}

// closing says what was read and how to see more.
func (p *page) closing(d *analyze.Diagnosis, o *ordered) {
	p.blank()
	p.say(dim, sourcesLine(d, p.opt), 0, 2)
	if lead := o.lead(); lead != nil {
		p.lines(dim, Visible("More: "+p.opt.diagnose()+" --explain "+lead.ID)) // in one line, however long, so that it can be copied
	} else if len(d.Sources) == 0 {
		p.lines(dim, "Begin: webhookctl import logs PATH…")
	} else if d.Summary.Deliveries == 0 && d.Summary.Receipts == 0 {
		p.lines(dim, "What can be read: webhookctl formats")
	}
}

// sourcesLine counts what was read, and names the sources with lines that could not be used, and what was left out.
func sourcesLine(d *analyze.Diagnosis, opt Options) string {
	var records, problems, skipped int64
	var troubled []string
	for _, s := range d.Sources {
		records, problems, skipped = records+s.Records, problems+s.Problems, skipped+s.Skipped
		if s.Problems > 0 {
			troubled = append(troubled, fmt.Sprintf("%s: %d", s.Name, s.Problems))
		}
	}
	text := fmt.Sprintf("Sources: %d, with %s", len(d.Sources), count(int(records), "record"))
	if skipped > 0 {
		text += fmt.Sprintf(", %s skipped by rule", count(int(skipped), "line"))
	}
	if problems == 0 {
		text += ", no problems"
	} else {
		list := opt.sibling("problems") + " lists them"
		if opt.sibling("problems") == "" {
			list = "webhookctl problems lists them after webhookctl import logs"
		}
		text += fmt.Sprintf(", %s (in %s); %s", count(int(problems), "problem"), strings.Join(listed(troubled, 5), ", "), list)
	}
	if n := len(opt.Unread); n > 0 {
		text += fmt.Sprintf(". %s not read, since no format fits: %s", count(n, "file"), strings.Join(opt.Unread[:min(5, n)], ", ")) + beyond(opt.Unread, 5)
	}
	return text + "."
}
