package report

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/analyze/language"
)

// Explain writes one duplicate with every join below it and the original lines that carry each join. line returns the
// original text of a record; what it cannot return is said in its place. An id that the diagnosis lacks is an error.
//
// A line is written once; later mentions point to its number. Lines over 500 characters are shown from their start and
// around the joining value, and say what was left out.
func Explain(w io.Writer, d analyze.Diagnosis, id string, line func(source string, lineNo, offset int64) (string, error), opt Options) error {
	dup := find(d.Duplicates, id)
	if dup == nil {
		return unknownID(&d, id, opt)
	}
	p := newPage(opt)
	x := &explanation{page: p, dup: dup, line: line, written: make([]bool, len(dup.Evidence))}
	p.say(dim, p.l.Say(explainNotice), 0, 0)
	p.say(dim, p.l.Say(explainHidden), 0, 0)
	p.blank()
	r := rankOf(dup)
	p.lines(rankStyles[r], wrap(Visible(titled(p.l, dup)), p.width, "", "    ")...)
	p.say(plain, sentence(p.l, dup), 0, 0)
	p.why(dup, 0)
	if m := meanings[dup.Class]; m != "" {
		p.say(plain, string(dup.Class)+": "+p.l.Say(m)+".", 0, 0)
	}
	p.blank()
	for _, l := range chain(p.l, dup, p.width-2) {
		p.lines(plain, "  "+l)
	}
	p.blank()
	p.facts(dup)
	x.joins()
	x.others()
	x.questions()
	x.verdict()
	if len(dup.NextSteps) > 0 {
		p.blank()
		p.steps(dup.NextSteps, 0)
	}
	return write(w, p.Bytes())
}

// explainHidden tells what is not shown of them.
const explainHidden language.Text = "What has the form of an address, number or secret that is never kept stands there as hidden."

// explainNotice begins what Explain writes.
const explainNotice language.Text = "These are the original lines: they may hold names and addresses."

func find(list []analyze.Duplicate, id string) *analyze.Duplicate {
	for i := range list {
		if strings.EqualFold(list[i].ID, id) {
			return &list[i]
		}
	}
	return nil
}

func unknownID(d *analyze.Diagnosis, id string, opt Options) error {
	where := "this history"
	if opt.Filtered {
		where = "what the filter left"
	}
	var ids []string
	for _, dup := range d.Duplicates {
		ids = append(ids, Visible(dup.ID))
	}
	if ids == nil {
		ids = []string{"none"}
	}
	return fmt.Errorf("no duplicate %q: %s has %s", id, where, strings.Join(listed(nil, ids, 8), ", "))
}

// explanation is the page of one duplicate and what is already on it.
type explanation struct {
	*page
	dup     *analyze.Duplicate
	line    func(source string, lineNo, offset int64) (string, error)
	written []bool // by index of evidence
}

func (x *explanation) joins() {
	if len(x.dup.Joins) == 0 {
		return
	}
	x.title(bold, x.l.Say("Joins (%d)", len(x.dup.Joins)))
	for _, j := range x.dup.Joins {
		x.blank()
		x.say(bold, both(j.Upper, " → ", j.Lower), 2, 2)
		x.say(plain, both(x.l.Say("joined by %s", j.By), ": ", j.Value), 4, 2)
		for _, i := range j.Evidence {
			x.record(i, j.Value)
		}
	}
}

// others writes the records that no join named: coverage above all.
func (x *explanation) others() {
	begun := false
	for i := range x.dup.Evidence {
		if x.written[i] {
			continue
		}
		if !begun {
			x.title(bold, x.l.Say("Other evidence"))
			begun = true
		}
		x.record(i, "")
	}
}

// record writes a numbered record with its original line, or points to where it already stands.
func (x *explanation) record(i int, value string) {
	if i < 0 || i >= len(x.dup.Evidence) {
		return
	}
	e := x.dup.Evidence[i]
	head := both(fmt.Sprintf("[%d] %s", i, place(e)), "  ", e.Time.String())
	if x.written[i] {
		x.lines(plain, "    "+x.l.Say("[%d] %s, shown above", i, place(e)))
		return
	}
	x.written[i] = true
	x.lines(plain, spaces(4)+head)
	x.say(plain, told(x.l, e), 8, 0)
	text, err := "", errors.New(x.l.Say("no file to read it from"))
	if x.line != nil {
		text, err = x.line(e.Source, e.Line, e.Offset)
	}
	if err != nil {
		x.say(yellow, x.l.Say("the original line cannot be shown: %s", err.Error()), 8, 2)
		return
	}
	for _, l := range strings.Split(strings.TrimRight(text, "\r\n"), "\n") {
		x.lines(dim, spaces(6)+"| "+window(x.l, strings.TrimRight(l, "\r"), value))
	}
}

// longest is how many characters of one original line are shown.
const longest = 500

// window makes a line visible and keeps a long one short without losing what it is shown for. A value stays whole, and so do
// characters of several bytes.
func window(l *language.Language, line, value string) string {
	if len(line) <= longest {
		return Visible(line)
	}
	at := strings.Index(line, value)
	end := at + len(value)
	if value == "" || at < 0 || end <= longest {
		head := whole(line, longest)
		return Visible(line[:head]) + " … " + l.Say("%s left out", l.Count(len(line)-head, "byte"))
	}
	head := whole(line, min(longest/2, at))
	from := whole(line, max(head, at-longest/8))
	to := whole(line, min(len(line), max(end, at+longest/4)))
	s := Visible(line[:head])
	if from > head {
		s += " … " + l.Say("%s left out", l.Count(from-head, "byte")) + " … "
	}
	s += Visible(line[from:to])
	if to < len(line) {
		s += " … " + l.Say("%s left out", l.Count(len(line)-to, "byte"))
	}
	return s
}

// whole moves a cut to the left until it parts no character.
func whole(s string, at int) int {
	for i := at; i > at-utf8.UTFMax && i > 0 && i < len(s); i-- {
		if utf8.RuneStart(s[i]) {
			return i
		}
	}
	return at
}

func (x *explanation) questions() {
	x.title(bold, x.l.Say("Questions"))
	wide := 0
	for _, q := range questions {
		wide = max(wide, columns(x.l.Say(q.ask)))
	}
	for i, q := range allQuestions(x.dup.Questions) {
		ask := q.ID
		if i < len(questions) {
			ask = x.l.Say(questions[i].ask)
		}
		text := answerWord(x.l, q.Answer)
		if q.Detail != "" {
			text += ": " + q.Detail
		}
		text += x.refs(q.Evidence)
		x.lines(plain, wrap(Visible(text), x.width, "  "+pad(ask, wide)+"  ", spaces(wide+4))...)
	}
}

func (x *explanation) verdict() {
	if len(x.dup.RuledOut) > 0 {
		x.title(bold, x.l.Say("Ruled out"))
		for _, r := range x.dup.RuledOut {
			x.say(plain, both(string(r.Class), ": ", r.Because)+x.refs(r.Evidence), 2, 2)
		}
	}
	if len(x.dup.Missing) > 0 {
		x.title(bold, x.l.Say("Would decide"))
		for _, m := range x.dup.Missing {
			x.say(plain, both(m.What, ": ", m.WouldDecide), 2, 2)
		}
	}
}

// refs names records by their numbers on this page.
func (x *explanation) refs(evidence []int) string {
	s := ""
	for _, i := range evidence {
		if i >= 0 && i < len(x.dup.Evidence) {
			s += fmt.Sprintf(" [%d]", i)
		}
	}
	return s
}
