package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/analyze"
)

// duplicate draws one case in full.
func (p *page) duplicate(d *analyze.Duplicate, o *ordered, r rank) {
	p.lines(rankStyles[r], wrap(Visible(titled(d)), p.width, "", "    ")...)
	if d != o.answering() {
		p.say(plain, sentence(d), 2, 0)
	}
	p.why(d, 2)
	p.blank()
	if lines := chain(d, p.width-2); lines != nil {
		for _, line := range lines {
			p.lines(plain, "  "+line)
		}
		p.blank()
	}
	if lines := timeline(d, p.width-2); lines != nil {
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
		p.lines(plain, "  Next: as for its pattern, above", "")
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
		p.say(plain, "Because "+d.Because+".", indent, 0)
	}
	for _, s := range d.Doubts {
		p.say(plain, "Not proven: "+s+".", indent, 0)
	}
	p.say(plain, byRule(d), indent, 0)
}

// titled is the verdict in its own words: D1  duplicated: replay (provider_retry), proven.
func titled(d *analyze.Duplicate) string {
	outcome := string(d.Outcome)
	if d.Outcome == analyze.Unknown {
		outcome = "outcome unknown"
	}
	if d.Class == analyze.Undetermined {
		return both(both(both(d.ID, "  ", string(d.Class)), ", ", outcome), ", ", string(d.Confidence))
	}
	s := both(both(d.ID, "  ", outcome), ": ", kind(d.Class, d.Cause))
	return both(s, ", ", string(d.Confidence))
}

// prefixed puts a word before a list.
func prefixed(word string, list []string) []string {
	if len(list) == 0 {
		return nil
	}
	return append([]string{word + list[0]}, list[1:]...)
}

func (p *page) facts(d *analyze.Duplicate) {
	p.field("about", " ·", named(d.Resource), strings.Join(d.Topics, ", "), both(d.Provider, " at ", d.Shop), span(d.FirstSeen, d.LastSeen))
	switch key := d.OperationKey; {
	case derivation(key, d.Resource) != "":
		p.field("operation", "", derivation(key, d.Resource))
	case key != "" && d.OperationKeyOrigin != "":
		p.ids("operation", []string{key + " (" + d.OperationKeyOrigin + ")"})
	case key != "":
		p.ids("operation", []string{key})
	}
	p.field("made worse", ",", prefixed("by ", d.Contributing)...)
	p.ids("webhooks", d.WebhookIDs)
	p.ids("deliveries", d.DeliveryIDs)
	p.ids("requests", d.RequestIDs)
	p.ids("jobs", d.JobIDs)
	p.ids("downstream", d.DownstreamIDs)
}

// answers groups the nine questions by their answer, so that they are read in three lines.
func (p *page) answers(d *analyze.Duplicate) {
	groups := map[string][]string{}
	var rest []string
	for _, q := range allQuestions(d.Questions) {
		i := slices.IndexFunc(questions, func(k struct{ id, ask, short string }) bool { return k.id == q.ID })
		if i < 0 {
			continue
		}
		short, detail := questions[i].short, ""
		if q.Detail != "" {
			detail = " (" + q.Detail + ")"
		}
		if i < 6 {
			groups[q.Answer] = append(groups[q.Answer], short+detail)
			continue
		}
		rest = append(rest, short+": "+strings.ReplaceAll(q.Answer, "_", " ")+detail)
	}
	p.field("the same", ",", groups["yes"]...)
	p.field("different", ",", groups["no"]...)
	p.field("not known", ",", groups["unknown"]...)
	p.field("results", " ·", rest...)
}

// evidence lists the records that prove the verdict: file:line, time, what it says. Beyond a dozen or so they are counted.
func (p *page) evidence(d *analyze.Duplicate) {
	if len(d.Evidence) == 0 {
		return
	}
	p.blank()
	p.lines(bold, "  Evidence")
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
		lines = append(lines, wrap(Visible(told(e)), p.width, spaces(indent+2), spaces(indent+2))...)
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
		lines = append(lines, wrap(Visible(told(e)), p.width, first, spaces(left))...)
	}
	return lines
}

// place is where a record stands: file:line.
func place(e analyze.Evidence) string { return fmt.Sprintf("%s:%d", Visible(e.Source), e.Line) }

// told is what a record says; a record that shows only that a source covers the time is marked.
func told(e analyze.Evidence) string {
	if e.Layer == "" {
		return "coverage: " + e.Says
	}
	return e.Says
}

func (p *page) ruledOut(list []analyze.RuledOut) {
	if len(list) == 0 {
		return
	}
	p.blank()
	p.lines(bold, "  Ruled out")
	for _, r := range list {
		p.say(plain, both(string(r.Class), ": ", r.Because), 4, 2)
	}
}

func (p *page) missing(list []analyze.Missing) {
	p.lines(bold, "  Would decide")
	for _, m := range list {
		p.say(plain, both(m.What, ": ", m.WouldDecide), 4, 2)
	}
}

func (p *page) steps(steps []string, indent int) {
	for i, s := range steps {
		first := "Next: "
		if i > 0 {
			first = spaces(len(first))
		}
		if len(steps) > 1 {
			first += fmt.Sprintf("%d. ", i+1)
		}
		p.lines(plain, wrap(Visible(s), p.width, spaces(indent)+first, spaces(indent+len(first)))...)
	}
}
