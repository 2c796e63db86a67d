package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/analyze/language"
)

// duplicate draws one case in full.
func (p *page) duplicate(d *analyze.Duplicate, o *ordered, r rank) {
	p.lines(rankStyles[r], wrap(Visible(titled(p.l, d)), p.width, "", "    ")...)
	if d != o.answering() {
		p.say(plain, sentence(p.l, d), 2, 0)
	}
	p.why(d, 2)
	p.blank()
	if lines := chain(p.l, d, p.width-2); lines != nil {
		for _, line := range lines {
			p.lines(plain, "  "+line)
		}
		p.blank()
	}
	if lines := timeline(p.l, d, p.width-2); lines != nil {
		p.say(plain, lines[0], 2, 2)
		for _, line := range lines[1:] {
			p.lines(plain, "  "+line)
		}
		p.blank()
	}
	if d.Class == analyze.Undetermined && len(d.Missing) > 0 {
		p.missing(d.Missing)
		p.blank()
	}
	if pat := o.pattern[d.ID]; pat != nil && len(d.NextSteps) > 0 && slices.Equal(pat.NextSteps, d.NextSteps) {
		p.lines(plain, "  "+p.l.Say("Next: as for its pattern, above"), "")
	} else if len(d.NextSteps) > 0 {
		p.steps(d.NextSteps, 2)
		p.blank()
	}
	p.facts(d)
	p.answers(d)
	p.evidence(d)
	p.ruledOut(d.RuledOut)
	if d.Class != analyze.Undetermined && len(d.Missing) > 0 {
		p.blank()
		p.missing(d.Missing)
	}
}

// why says why it is this cause, and what keeps the verdict from being proven.
func (p *page) why(d *analyze.Duplicate, indent int) {
	if d.Because != "" {
		p.say(plain, p.l.Say("Because %s.", d.Because), indent, 0)
	}
	for _, s := range d.Doubts {
		p.say(plain, p.l.Say("Not proven: %s.", s), indent, 0)
	}
	p.say(plain, byRule(p.l, d), indent, 0)
}

// titled is the verdict in its own words: D1  duplicated: replay (provider_retry), proven.
func titled(l *language.Language, d *analyze.Duplicate) string {
	outcome := word(l, string(d.Outcome))
	if d.Outcome == analyze.Unknown {
		outcome = l.Say("outcome unknown")
	}
	if d.Class == analyze.Undetermined {
		return both(both(both(d.ID, "  ", word(l, string(d.Class))), ", ", outcome), ", ", word(l, string(d.Confidence)))
	}
	s := both(both(d.ID, "  ", outcome), ": ", kind(d.Class, d.Cause))
	return both(s, ", ", word(l, string(d.Confidence)))
}

// shopOf is the provider and the shop: woocommerce at https://shop.example/.
func shopOf(l *language.Language, d *analyze.Duplicate) string {
	if d.Provider == "" || d.Shop == "" {
		return d.Provider + d.Shop
	}
	return l.Say("%s at %s", d.Provider, d.Shop)
}

func (p *page) facts(d *analyze.Duplicate) {
	p.field(p.l.Say("about"), " ·", named(p.l, d.Resource), strings.Join(d.Topics, ", "), shopOf(p.l, d), span(p.l, d.FirstSeen, d.LastSeen))
	switch key := d.OperationKey; {
	case derivation(p.l, key, d.Resource) != "":
		p.field(p.l.Say("operation"), "", derivation(p.l, key, d.Resource))
	case key != "" && d.OperationKeyOrigin != "":
		p.ids(p.l.Say("operation"), []string{key + " (" + word(p.l, d.OperationKeyOrigin) + ")"})
	case key != "":
		p.ids(p.l.Say("operation"), []string{key})
	}
	if len(d.Contributing) > 0 {
		p.field(p.l.Say("made worse"), ",", append([]string{p.l.Say("by %s", d.Contributing[0])}, d.Contributing[1:]...)...)
	}
	p.ids(p.l.Say("webhooks"), d.WebhookIDs)
	p.ids(p.l.Say("deliveries"), d.DeliveryIDs)
	p.ids(p.l.Say("requests"), d.RequestIDs)
	p.ids(p.l.Say("jobs"), d.JobIDs)
	p.ids(p.l.Say("downstream"), d.DownstreamIDs)
}

// answers groups the nine questions by their answer, so that they are read in three lines.
func (p *page) answers(d *analyze.Duplicate) {
	groups := map[string][]string{}
	var rest []string
	for _, q := range allQuestions(d.Questions) {
		i := slices.IndexFunc(questions, func(k question) bool { return k.id == q.ID })
		if i < 0 {
			continue
		}
		short, detail := p.l.Say(questions[i].short), ""
		if q.Detail != "" {
			detail = " (" + q.Detail + ")"
		}
		if i < 6 {
			groups[q.Answer] = append(groups[q.Answer], short+detail)
			continue
		}
		rest = append(rest, short+": "+answerWord(p.l, q.Answer)+detail)
	}
	p.field(p.l.Say("the same"), ",", groups["yes"]...)
	p.field(p.l.Say("different"), ",", groups["no"]...)
	p.field(p.l.Say("not known"), ",", groups["unknown"]...)
	p.field(p.l.Say("results"), " ·", rest...)
}

// evidence lists the records that prove the verdict: file:line, time, what it says. Beyond a dozen or so they are counted.
func (p *page) evidence(d *analyze.Duplicate) {
	if len(d.Evidence) == 0 {
		return
	}
	p.blank()
	p.lines(bold, "  "+p.l.Say("Evidence"))
	var list []analyze.Evidence
	for _, i := range shown(d) {
		list = append(list, d.Evidence[i])
	}
	p.records(list, 4)
	if s := wholeStory(d, len(d.Evidence)-len(list), p.opt, Visible); s != "" {
		p.say(plain, s, 4, 2)
	}
}

// records writes evidence in three columns, or each record's words below its place and time, whichever is shorter.
func (p *page) records(list []analyze.Evidence, indent int) {
	beside, below := p.beside(list, indent), p.below(list, indent)
	if len(beside) > len(below) || slices.ContainsFunc(beside, func(line string) bool { return columns(line) > p.width }) {
		beside = below
	}
	p.lines(plain, beside...)
}

func (p *page) below(list []analyze.Evidence, indent int) (lines []string) {
	for _, e := range list {
		lines = append(lines, p.located(e, indent)...)
		lines = append(lines, wrap(Visible(told(p.l, e)), p.width, spaces(indent+2), spaces(indent+2))...)
	}
	return lines
}

// located is a record's place and time, on one line where they fit.
func (p *page) located(e analyze.Evidence, indent int) []string {
	words := []string{place(e)}
	if t := e.Time.String(); t != "" {
		words = []string{place(e) + " ", t}
	}
	return wrapWords(words, p.width, spaces(indent), spaces(indent+2))
}

func (p *page) beside(list []analyze.Evidence, indent int) (lines []string) {
	places, times := 0, 0
	for _, e := range list {
		places, times = max(places, columns(place(e))), max(times, len(e.Time.String()))
	}
	left := indent + places + 2 + times + 2
	if times == 0 {
		left -= 2
	}
	for _, e := range list {
		first := spaces(indent) + pad(place(e), places) + "  "
		if times > 0 {
			first += pad(e.Time.String(), times) + "  "
		}
		lines = append(lines, wrap(Visible(told(p.l, e)), p.width, first, spaces(left))...)
	}
	return lines
}

// place is where a record stands: file:line.
func place(e analyze.Evidence) string { return fmt.Sprintf("%s:%d", Visible(e.Source), e.Line) }

// told is what a record says; a record that shows only that a source covers the time is marked.
func told(l *language.Language, e analyze.Evidence) string {
	if e.Layer == "" {
		return l.Say("coverage: %s", e.Says)
	}
	return e.Says
}

func (p *page) ruledOut(list []analyze.RuledOut) {
	if len(list) == 0 {
		return
	}
	p.blank()
	p.lines(bold, "  "+p.l.Say("Ruled out"))
	for _, r := range list {
		p.say(plain, both(string(r.Class), ": ", r.Because), 4, 2)
	}
}

func (p *page) missing(list []analyze.Missing) {
	p.lines(bold, "  "+p.l.Say("Would decide"))
	for _, m := range list {
		p.say(plain, both(m.What, ": ", m.WouldDecide), 4, 2)
	}
}

func (p *page) steps(steps []string, indent int) {
	for i, s := range steps {
		first := p.l.Say("Next:") + " "
		if i > 0 {
			first = spaces(columns(first))
		}
		if len(steps) > 1 {
			first += fmt.Sprintf("%d. ", i+1)
		}
		p.lines(plain, wrap(Visible(s), p.width, spaces(indent)+first, spaces(indent+columns(first)))...)
	}
}
