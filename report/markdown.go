package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/webhookctl/webhookctl/analyze"
)

// room is how many characters a Markdown report has at most. GitHub refuses a comment of more than 65,536; a person still
// wants to write a sentence above it.
const room = 60000

// Markdown writes the report for a ticket: plain headings, tables and code spans, as GitHub, GitLab and Jira all render.
// Text from logs is only ever in code spans. What would take it over 60,000 characters is left out and named at the end.
func Markdown(w io.Writer, d analyze.Diagnosis, opt Options) error {
	o := order(&d)
	t := &ticket{left: room - 2000, diagnose: opt.diagnose()} // for the note of what was cut
	t.add("", "## Webhook diagnosis\n")
	if s := mdBaseline(&d.Baseline); s != "" {
		t.add("what came since the baseline", s)
		t.add("", "### The new history\n")
	}
	t.add("the answer", prose(answer(&d, &o, opt))+"\n")
	t.add("the counts", mdCounts(&d, &o, opt))
	if lead := o.answering(); lead != nil {
		t.add("the diagram", mermaid(lead))
	}
	for _, g := range urgentGroups {
		t.add(strings.ToLower(g.title), mdFindings(g.title, among(o.untold, g.kinds), opt))
	}
	t.add("the rules", mdRules(d.Rules))
	t.add("the patterns", mdPatterns(&o))
	end := []struct{ name, text string }{ // its room is kept, so that a long list of cases cannot push it out
		{"the legitimate updates", mdLegitimate(&o)},
		{"the sources", mdSources(d.Sources, opt)},
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
			t.add("", fmt.Sprintf("### %d more %s\n\nThey are of the patterns above. One of them: %s; all: %s.\n", left,
				strings.ToLower(rankTitles[r]), code(opt.diagnose()+" --explain ID"), code(opt.diagnose()+" --format json")))
		}
	}
	t.add("the registrations", mdRegistrations(d.Registrations))
	t.add("the operations", mdOperations(&d))
	t.add("the other findings", mdFindings("Also found", o.other, opt))
	for _, e := range end {
		t.left += utf8.RuneCountInString(e.text)
		t.add(e.name, e.text)
	}
	return write(w, []byte(t.text()))
}

// ticket collects sections while there is room.
type ticket struct {
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
	for _, name := range listed(t.cut, 20) {
		if utf8.RuneCountInString(name) > 60 {
			name = "one with a very long name"
		}
		names = append(names, prose(name))
	}
	note := "**Cut to fit a ticket:** " + strings.Join(names, ", ") +
		". The whole report: " + code(t.diagnose+" --format text") + "; one case: " + code(t.diagnose+" --explain ID") + ".\n"
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
	var rows [][]string
	notes := ""
	for _, f := range kinds {
		list, more := f.firstFew()
		for _, a := range list {
			of, says := code(a.unsaid()), prose(a[0].Says)
			if len(a) > 1 {
				of, says = prose(subjects(a)), fmt.Sprintf("%d times. The first: ", len(a))+says
			}
			records, left := a.evidence(2)
			rows = append(rows, []string{code(f.kind), of, says, mdPlaces(records, left), mdSteps(concerns[f.kind].steps)})
		}
		if more {
			notes += fmt.Sprintf("\n%s: %d in all; the others are in %s.\n", code(f.kind), len(f.list), code(opt.diagnose()+" --format json"))
		}
	}
	return "### " + title + "\n\n" + mdTable([]string{"Finding", "Of", "What it says", "Evidence", "Next"}, rows) + notes
}

// mdPlaces names where records stand.
func mdPlaces(list []analyze.Evidence, left int) string {
	var places []string
	for _, e := range list {
		places = append(places, code(place(e)))
	}
	if left > 0 {
		places = append(places, fmt.Sprintf("and %d more", left))
	}
	return dash(strings.Join(places, ", "))
}

func mdPatterns(o *ordered) string {
	if len(o.patterns) == 0 {
		return ""
	}
	var rows [][]string
	for _, p := range o.patterns {
		rows = append(rows, []string{
			strconv.Itoa(p.Count), code(kind(p.Class, p.Cause)), dash(outcomes(p)), codes(p.WebhookIDs), codes(p.Topics),
			code(span(p.FirstSeen, p.LastSeen)), mdCases(p.Duplicates), mdSteps(p.NextSteps),
		})
	}
	return "### Patterns\n\n" + mdTable([]string{"Count", "Kind", "Outcomes", "Webhook IDs", "Topics", "Time", "Cases", "Next"}, rows)
}

// dash stands in an empty cell.
func dash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

func mdCases(ids []string) string {
	return codes(ids[:min(len(ids), 12)]) + beyond(ids, 12)
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

func mdLegitimate(o *ordered) string {
	list := o.sections[rankLegitimate]
	if len(list) == 0 {
		return ""
	}
	return "### Legitimate updates\n\nThese must get through: " + prose(passedOn(list)) + "\n"
}

func mdRegistrations(list []analyze.Registration) string {
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
	return "### Registrations\n\n" + mdTable([]string{
		"Webhook ID", "Topics", "URL", "Status", "Deliveries", "Receipts", "Duplicate ratio", "Slow", "Failed",
	}, rows)
}

// mdOperations lists the operations that a case or finding names, accepted and succeeded in two columns.
func mdOperations(d *analyze.Diagnosis) string {
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
				mdKey(op), code(op.State), code(op.Accepted), code(op.Succeeded), strconv.Itoa(op.Executions), codes(op.DownstreamIDs),
			})
		}
	}
	if rows == nil {
		return ""
	}
	return "### Operations\n\n" + mdTable([]string{
		"Operation key", "State", "Delivery accepted", "Operation succeeded", "Executions", "Downstream IDs",
	}, rows)
}

// mdKey is an operation's key; what a derived one was made of.
func mdKey(op analyze.Operation) string {
	if name := OperationName(op); name != op.Key {
		return prose(name)
	}
	if op.KeyOrigin == "rule" {
		return code(op.Key) + ", by a rule"
	}
	return code(op.Key)
}

func mdSources(list []analyze.Source, opt Options) string {
	var rows [][]string
	for _, s := range list {
		rows = append(rows, []string{
			code(s.Name), code(s.Format), strconv.FormatInt(s.Records, 10), strconv.FormatInt(s.Problems, 10),
			strconv.FormatInt(s.Skipped, 10), code(span(s.FirstSeen, s.LastSeen)), code(s.SHA256),
		})
	}
	if rows == nil {
		return ""
	}
	return "### Sources\n\n" + mdTable([]string{"File", "Format", "Records", "Problems", "Skipped", "Time", "SHA-256"}, rows) + mdUnread(opt)
}

// mdUnread names the files that were left out.
func mdUnread(opt Options) string {
	if len(opt.Unread) == 0 {
		return ""
	}
	return "\nNot read, since no format fits: " + codes(opt.Unread[:min(5, len(opt.Unread))]) + beyond(opt.Unread, 5) + ".\n"
}

func beyond(list []string, most int) string {
	if len(list) <= most {
		return ""
	}
	return fmt.Sprintf(" and %d more", len(list)-most)
}
