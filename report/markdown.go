package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/analyze/language"
)

// room is how many characters a Markdown report has at most. GitHub refuses a comment of more than 65,536; a person still
// wants to write a sentence above it.
const room = 60000

// Markdown writes the report for a ticket: plain headings, tables and code spans, as GitHub, GitLab and Jira all render.
// Text from logs is only ever in code spans. What would take it over 60,000 characters is left out and named at the end.
func Markdown(w io.Writer, d analyze.Diagnosis, opt Options) error {
	l := opt.Language
	o := order(l, &d)
	t := &ticket{l: l, left: room - 2000, diagnose: opt.diagnose()} // for the note of what was cut
	t.add("", "## "+l.Say("Webhook diagnosis")+"\n")
	if s := mdBaseline(l, &d.Baseline); s != "" {
		t.add(l.Say("what came since the baseline"), s)
		t.add("", "### "+l.Say("The new history")+"\n")
	}
	t.add(l.Say("the answer"), prose(answer(&d, &o, opt))+"\n")
	t.add(l.Say("the counts"), mdCounts(&d, &o, opt))
	if lead := o.answering(); lead != nil {
		t.add(l.Say("the diagram"), mermaid(l, lead))
	}
	for _, g := range urgentGroups {
		t.add(l.Say(g.cut), mdFindings(l.Say(g.title), among(o.untold, g.kinds), opt))
	}
	t.add(l.Say("the rules"), mdRules(l, d.Rules))
	t.add(l.Say("the patterns"), mdPatterns(l, &o))
	end := []struct{ name, text string }{ // its room is kept, so that a long list of cases cannot push it out
		{l.Say("the legitimate updates"), mdLegitimate(l, &o)},
		{l.Say("the sources"), mdSources(d.Sources, opt)},
	}
	for _, e := range end {
		t.left -= utf8.RuneCountInString(e.text)
	}
	for r := range rankLegitimate {
		list, left := o.drawn(r)
		for _, dup := range list {
			t.add(dup.ID, mdDuplicate(dup, opt))
		}
		if left > 0 {
			t.add("", "### "+l.Say("%d more %s", left, l.Say(rankWords[r]))+"\n\n"+l.Say("They are of the patterns above. One of them: %s; all: %s.",
				code(opt.diagnose()+" --explain ID"), code(opt.diagnose()+" --format json"))+"\n")
		}
	}
	t.add(l.Say("the registrations"), mdRegistrations(l, d.Registrations))
	t.add(l.Say("the operations"), mdOperations(l, &d))
	t.add(l.Say("the other findings"), mdFindings(l.Say("Also found"), o.other, opt))
	for _, e := range end {
		t.left += utf8.RuneCountInString(e.text)
		t.add(e.name, e.text)
	}
	return write(w, []byte(t.text()))
}

// ticket collects sections while there is room.
type ticket struct {
	l        *language.Language
	diagnose string // the command
	left     int
	sections []string
	cut      []string // names of the sections that had no room
}

func (t *ticket) add(name, text string) {
	if text == "" {
		return
	}
	n := utf8.RuneCountInString(text) + 1
	if n > t.left {
		t.cut = append(t.cut, name)
		return
	}
	t.left -= n
	t.sections = append(t.sections, text)
}

func (t *ticket) text() string {
	if len(t.cut) == 0 {
		return strings.Join(t.sections, "\n")
	}
	var names []string
	for _, name := range listed(t.l, t.cut, 20) {
		if utf8.RuneCountInString(name) > 60 {
			name = t.l.Say("one with a very long name")
		}
		names = append(names, prose(name))
	}
	note := t.l.Say("**Cut to fit a ticket:** %s. The whole report: %s; one case: %s.",
		strings.Join(names, ", "), code(t.diagnose+" --format text"), code(t.diagnose+" --explain ID")) + "\n"
	return strings.Join(append(t.sections, note), "\n")
}

func mdCounts(d *analyze.Diagnosis, o *ordered, opt Options) string {
	var parts []string
	for _, s := range beside(d, o, opt) {
		parts = append(parts, prose(s)+"\n")
	}
	return strings.Join(parts, "\n")
}

func mdFindings(title string, kinds []findings, opt Options) string {
	if len(kinds) == 0 {
		return ""
	}
	l := opt.Language
	var rows [][]string
	notes := ""
	for _, f := range kinds {
		list, more := f.firstFew(l)
		for _, a := range list {
			of, says := code(a.unsaid(l)), prose(a[0].Says)
			if len(a) > 1 {
				of, says = prose(subjects(l, a)), l.Say("%d times. The first: %s", len(a), says)
			}
			records, left := a.evidence(2)
			rows = append(rows, []string{code(f.kind), of, says, mdPlaces(l, records, left), mdSteps(stepsOf(l, f.kind))})
		}
		if more {
			notes += "\n" + l.Say("%s: %d in all; the others are in %s.", code(f.kind), len(f.list), code(opt.diagnose()+" --format json")) + "\n"
		}
	}
	return "### " + title + "\n\n" + mdTable(heads(l, "Finding", "Of", "What it says", "Evidence", "Next"), rows) + notes
}

// mdPlaces names where records stand.
func mdPlaces(l *language.Language, list []analyze.Evidence, left int) string {
	var places []string
	for _, e := range list {
		places = append(places, code(place(e)))
	}
	if left > 0 {
		places = append(places, l.Say("and %d more", left))
	}
	return dash(strings.Join(places, ", "))
}

func mdPatterns(l *language.Language, o *ordered) string {
	if len(o.patterns) == 0 {
		return ""
	}
	var rows [][]string
	for _, p := range o.patterns {
		rows = append(rows, []string{
			strconv.Itoa(p.Count), code(kind(p.Class, p.Cause)), dash(outcomes(l, p)), codes(p.WebhookIDs), codes(p.Topics),
			code(span(l, p.FirstSeen, p.LastSeen)), mdCases(l, p.Duplicates), mdSteps(p.NextSteps),
		})
	}
	return "### " + l.Say("Patterns") + "\n\n" + mdTable(heads(l, "Count", "Kind", "Outcomes", "Webhook IDs", "Topics", "Time", "Cases", "Next"), rows)
}

// heads are the heads of a table's columns.
func heads(l *language.Language, words ...language.Text) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = l.Say(w)
	}
	return out
}

// dash stands in an empty cell.
func dash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

func mdCases(l *language.Language, ids []string) string {
	return codes(ids[:min(len(ids), 12)]) + beyond(l, ids, 12)
}

// mdSteps numbers steps, since a table cell has no lines of its own.
func mdSteps(steps []string) string {
	out := make([]string, len(steps))
	for i, s := range steps {
		if out[i] = prose(s); len(steps) > 1 {
			out[i] = fmt.Sprintf("%d. %s", i+1, out[i])
		}
	}
	return dash(strings.Join(out, " "))
}

func mdLegitimate(l *language.Language, o *ordered) string {
	list := o.sections[rankLegitimate]
	if len(list) == 0 {
		return ""
	}
	return "### " + l.Say("Legitimate updates") + "\n\n" + l.Say("These must get through: %s", prose(passedOn(l, list))) + "\n"
}

func mdRegistrations(l *language.Language, list []analyze.Registration) string {
	var rows [][]string
	for _, r := range list {
		rows = append(rows, []string{
			code(r.WebhookID), codes(r.Topics), code(r.URL), code(r.Status), strconv.Itoa(r.Deliveries), strconv.Itoa(r.Receipts),
			strconv.FormatFloat(r.DuplicateRatio, 'f', 2, 64), strconv.Itoa(r.Slow), strconv.Itoa(r.Failed),
		})
	}
	if rows == nil {
		return ""
	}
	return "### " + l.Say("Registrations") + "\n\n" +
		mdTable(heads(l, "Webhook ID", "Topics", "URL", "Status", "Deliveries", "Receipts", "Duplicate ratio", "Slow", "Failed"), rows)
}

// mdOperations lists the operations that a case or finding names, accepted and succeeded in two columns.
func mdOperations(l *language.Language, d *analyze.Diagnosis) string {
	told := map[string]bool{}
	for i := range d.Duplicates {
		told[d.Duplicates[i].OperationKey] = true
	}
	for i := range d.Findings {
		told[d.Findings[i].OperationKey] = true
	}
	var rows [][]string
	for _, op := range d.Operations {
		if op.Key != "" && told[op.Key] {
			rows = append(rows, []string{
				mdKey(l, op), code(op.State), code(op.Accepted), code(op.Succeeded), strconv.Itoa(op.Executions), codes(op.DownstreamIDs),
			})
		}
	}
	if rows == nil {
		return ""
	}
	return "### " + l.Say("Operations") + "\n\n" +
		mdTable(heads(l, "Operation key", "State", "Delivery accepted", "Operation succeeded", "Executions", "Downstream IDs"), rows)
}

// mdKey is an operation's key; what a derived one was made of.
func mdKey(l *language.Language, op analyze.Operation) string {
	if name := OperationName(l, op); name != op.Key {
		return prose(name)
	}
	if op.KeyOrigin == "rule" {
		return l.Say("%s, by a rule", code(op.Key))
	}
	return code(op.Key)
}

func mdSources(list []analyze.Source, opt Options) string {
	l := opt.Language
	var rows [][]string
	for _, s := range list {
		rows = append(rows, []string{
			code(s.Name), code(s.Format), strconv.FormatInt(s.Records, 10), strconv.FormatInt(s.Problems, 10),
			strconv.FormatInt(s.Skipped, 10), code(span(l, s.FirstSeen, s.LastSeen)), code(s.SHA256),
		})
	}
	if rows == nil {
		return ""
	}
	return "### " + l.Say("Sources") + "\n\n" + mdTable(heads(l, "File", "Format", "Records", "Problems", "Skipped", "Time", "SHA-256"), rows) + mdUnread(opt)
}

// mdUnread names the files that were left out.
func mdUnread(opt Options) string {
	if len(opt.Unread) == 0 {
		return ""
	}
	return "\n" + opt.Language.Say("Not read, since no format fits: %s", codes(opt.Unread[:min(5, len(opt.Unread))])+beyond(opt.Language, opt.Unread, 5)) + ".\n"
}

func beyond(l *language.Language, list []string, most int) string {
	if len(list) <= most {
		return ""
	}
	return l.Say(" and %d more", len(list)-most)
}
