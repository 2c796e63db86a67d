package report

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/analyze/language"
)

// AdviceFormats lists every form of an advice in name order.
var AdviceFormats = []struct {
	Name  string
	Write func(io.Writer, analyze.Advice, Options) error
}{
	{"json", AdviceJSON},
	{"markdown", AdviceMarkdown},
	{"text", AdviceText},
}

// AdviceText writes the advice for a terminal: the limit, the answer, each key that was tried, what the numbers rest on, what to
// do about each class, and the forms to copy.
func AdviceText(w io.Writer, a analyze.Advice, opt Options) error {
	p, l := newPage(opt), opt.Language
	p.say(plain, a.Limit, 0, 0)
	p.blank()
	p.say(bold, a.Answer, 0, 0)
	p.say(plain, replayed(l, a.Replayed), 0, 0)
	p.keys(&a)
	p.bullets(l.Say("What the numbers rest on"), a.Notes)
	p.bullets(l.Say("Would make it firmer"), firmer(a.Missing))
	p.rules(a.Rules)
	for i, c := range a.Classes {
		if i == 0 {
			p.title(bold, l.Say("What to do"))
		}
		p.say(plain, classTitle(l, &c), 2, 2)
		p.steps(c.Steps, 4)
	}
	for _, r := range late(a.Responses) {
		p.title(bold, l.Say("Answers near the deadline"))
		p.say(plain, answers(l, r), 2, 2)
		p.steps([]string{r.Step}, 4)
	}
	for _, f := range a.Forms {
		p.title(bold, f.Title)
		for line := range strings.SplitSeq(f.Text, "\n") {
			p.lines(plain, spaces(2)+Visible(line))
		}
		p.say(dim, f.Note, 2, 0)
	}
	return write(w, p.Bytes())
}

func (p *page) bullets(title string, list []string) {
	if len(list) == 0 {
		return
	}
	p.title(bold, title)
	for _, s := range list {
		p.lines(plain, wrap(Visible(s), p.width, "  - ", "    ")...)
	}
}

// keys is the table of what was tried: right-aligned numbers, so that the eye can run down them.
func (p *page) keys(a *analyze.Advice) {
	rows, noValue := tried(a.Candidates)
	if len(rows) == 0 {
		return
	}
	heads := p.keyHeads()
	names := 0
	for _, r := range rows {
		names = max(names, columns(r.name())+2)
	}
	p.title(bold, pad(p.l.Say("Keys, replayed"), names+2)+strings.TrimRight(strings.Join(heads, " "), " "))
	for _, g := range verdictGroups {
		of := g.of(rows)
		for i, r := range of {
			if i == 0 {
				p.say(plain, p.l.Say(g.title), 0, 2)
			}
			line := "  " + pad(r.name(), names)
			for i, n := range r.numbers() {
				text := strconv.Itoa(n)
				line += spaces(columns(heads[i])-len(text)) + text + " "
			}
			p.lines(g.style, line)
		}
		for _, s := range droppedBy(p.l, of) {
			p.say(plain, s, 2, 2)
		}
	}
	p.blank()
	p.say(dim, p.l.Say(keyLegend), 0, 0)
	if len(noValue) > 0 {
		p.say(dim, p.l.Say("No request is known to carry: %s.", strings.Join(noValue, ", ")), 0, 0)
	}
}

// keyColumns head the numbers of a key, and keyLegend says what they count.
var keyColumns = []language.Text{"stopped", "through", "dropped", "without"}

const keyLegend language.Text = "stopped, through: repeats that the key would have stopped, and let through. dropped: legitimate operations of which no " +
	"request would have got through. without: requests that do not carry it. A key with a time is forgotten so long after the first " +
	"request that had it."

// keyHeads are the heads of columns, each as wide as its column.
func (p *page) keyHeads() []string {
	const narrow = 7
	var out []string
	for _, h := range keyColumns {
		out = append(out, pad(p.l.Say(h), narrow))
	}
	return out
}

// verdictGroups are the sections of the table of keys.
var verdictGroups = []verdictGroup{
	{"Dropped nothing:", green, []analyze.Verdict{analyze.Recommended, analyze.Sound}},
	{"Dropped nothing, stopped nothing:", plain, []analyze.Verdict{analyze.StopsNothing}},
	{"Dropped nothing here, but are known to; never use these:", yellow, []analyze.Verdict{analyze.Unsafe}},
	{"Held operations back until a later request; never use these:", yellow, []analyze.Verdict{analyze.Delays}},
	{"Dropped legitimate operations; never use these:", red, []analyze.Verdict{analyze.Drops}},
}

type verdictGroup struct {
	title    language.Text
	style    style
	verdicts []analyze.Verdict
}

func (g *verdictGroup) of(rows []triedKey) []triedKey {
	return slices.DeleteFunc(slices.Clone(rows), func(r triedKey) bool { return !slices.Contains(g.verdicts, r.Verdict) })
}

// triedKey is a row of the table: a candidate, or one key with those of its windows that came to the same.
type triedKey struct {
	analyze.Candidate
	shortest, longest int64 // windows in seconds
}

// tried puts the windows of one key together that did the same, and names the keys that no request carries.
func tried(list []analyze.Candidate) (rows []triedKey, noValue []string) {
	for _, c := range list {
		if c.Verdict == analyze.NoValue {
			if c.WindowSeconds == 0 {
				noValue = append(noValue, c.Title)
			}
			continue
		}
		i := slices.IndexFunc(rows, func(r triedKey) bool {
			return r.longest > 0 && c.WindowSeconds > 0 && r.Name == c.Name && r.Verdict == c.Verdict && r.numbers() == (&triedKey{Candidate: c}).numbers()
		})
		if i < 0 {
			rows = append(rows, triedKey{c, c.WindowSeconds, c.WindowSeconds})
			continue
		}
		rows[i].shortest, rows[i].longest = min(rows[i].shortest, c.WindowSeconds), max(rows[i].longest, c.WindowSeconds)
	}
	return rows, noValue
}

func (r *triedKey) numbers() [4]int {
	return [4]int{r.RepeatsStopped, r.RepeatsLetThrough, r.OperationsDropped, r.NotCovered}
}

// name is what the row is called: resource ID 1 min–24 h.
func (r *triedKey) name() string {
	switch r.longest {
	case 0:
		return r.Title
	case r.shortest:
		return r.Title + " " + duration(r.longest)
	}
	return r.Title + " " + duration(r.shortest) + "–" + duration(r.longest)
}

func duration(seconds int64) string {
	if seconds%3600 == 0 {
		return strconv.FormatInt(seconds/3600, 10) + " h"
	}
	return strconv.FormatInt(seconds/60, 10) + " min"
}

// droppedBy says for each key what it would have dropped, and for its windows only where that is something else.
func droppedBy(l *language.Language, rows []triedKey) []string {
	var out []string
	said := map[string]bool{}
	for _, r := range rows {
		if list := dropped(l, &r); list != "" && !said[r.Name+list] {
			said[r.Name+list] = true
			out = append(out, l.Say("%s drops %s.", r.name(), list))
		}
	}
	return out
}

// dropped names the first operations that a key would have dropped.
func dropped(l *language.Language, r *triedKey) string {
	var names []string
	for _, d := range r.Dropped[:min(len(r.Dropped), 3)] {
		name := OperationName(l, analyze.Operation{Key: d.Key, KeyOrigin: d.KeyOrigin, Resource: d.Resource})
		if id := named(l, d.Resource); id != "" && !strings.Contains(name, d.Resource.ID) {
			name = l.Say("%s of %s", name, id)
		}
		names = append(names, name)
	}
	if more := r.OperationsDropped - len(names); more > 0 {
		names = append(names, l.Say("and %d more", more))
	}
	return strings.Join(names, ", ")
}

// replayed counts what the keys were held against: 4 requests for 2 operations (1 logged, 1 derived), 2 repeats.
func replayed(l *language.Language, r analyze.Replayed) string {
	var origins []string
	for _, origin := range []string{"logged", "rule", "derived"} {
		if n := r.ByOrigin[origin]; n > 0 {
			origins = append(origins, strconv.Itoa(n)+" "+word(l, origin))
		}
	}
	s := l.Say("Replayed: %s for %s", l.Count(r.Requests, "request"), l.Count(r.Operations, "operation"))
	if len(origins) > 0 {
		s += " (" + strings.Join(origins, ", ") + ")"
	}
	return s + l.Say(", %s, %s made twice.", l.Count(r.Repeats, "repeat"), l.Count(r.EffectsTwice, "effect"))
}

func firmer(list []analyze.Missing) []string {
	var out []string
	for _, m := range list {
		out = append(out, m.What+": "+m.WouldDecide)
	}
	return out
}

// classTitle names a class with its causes and the duplicates that are of it.
func classTitle(l *language.Language, c *analyze.ClassAdvice) string {
	s := c.Class
	if len(c.Causes) > 0 {
		s += " (" + strings.Join(c.Causes, ", ") + ")"
	}
	if len(c.Duplicates) == 0 {
		return fmt.Sprintf("%s: %d", s, c.Count)
	}
	return s + ": " + strings.Join(listed(l, c.Duplicates, 6), ", ")
}

// late are the senders of which some answer came near the deadline or after it.
func late(list []analyze.Responses) []analyze.Responses {
	return slices.DeleteFunc(slices.Clone(list), func(r analyze.Responses) bool { return r.Step == "" })
}

func answers(l *language.Language, r analyze.Responses) string {
	seconds := func(ms int64) string { return strconv.FormatFloat(float64(ms)/1000, 'f', -1, 64) + " s" }
	return l.Say("Of %s to %s, %d took longer than its deadline of %s and %d more than four fifths of it; the longest took %s.",
		l.Count(r.Measured, "answer"), r.Provider, r.Over, seconds(r.DeadlineMS), r.Near, seconds(r.LongestMS))
}
