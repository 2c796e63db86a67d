package report

import (
	"html/template"
	"slices"
	"strconv"
	"strings"

	"github.com/webhookctl/webhookctl/analyze"
)

// How much of each list is on the page.
const (
	rowsMost  = 200     // rows of a table that is no list of cases
	boxesRoom = 20000   // boxes of all pictures
	caseRoom  = 6 << 20 // bytes of all cases
	casesMost = 120     // cases of one rank
)

// htmlPage is everything that the template writes.
type htmlPage struct {
	Lang          string
	Policy        string
	Style         template.CSS
	Script        template.JS
	Answer        string
	Baseline      string
	Beside        []string
	Steps         []string
	Window, Made  string
	Lead          *htmlCase
	Matrix        matrix
	Urgent        []htmlFindings
	Rules         []analyze.RuleUse
	Patterns      []htmlPattern
	Cases         []*htmlCase
	Left          []string
	Legitimate    string
	Filters       filters
	Charts        charts
	Registrations []analyze.Registration
	LeftRegs      string
	Operations    []htmlOperation
	LeftOps       string
	Also          htmlFindings
	Sources       []htmlSource
	LeftSources   string
	Unread        string
}

// filters are what the page can be narrowed to.
type filters struct {
	Classes, Outcomes, Resources, Webhooks []string
}

type htmlPattern struct {
	*analyze.Pattern
	Kind, Outcomes, Time string
	Cases                []caseRef
	More                 int
	Webhooks             string // for the filter
}

// caseRef is the ID of a case, linked where it is drawn.
type caseRef struct {
	ID    string
	Drawn bool
}

type htmlFindings struct {
	Title string
	Rows  []htmlFinding
}

type htmlFinding struct {
	Kind, Of, Says string
	Places         []string
	More           int
	Steps          []string
	Note           string
}

type htmlOperation struct {
	Key, Origin string
	analyze.Operation
}

type htmlSource struct {
	analyze.Source
	Time string
}

func newHTMLPage(d *analyze.Diagnosis, opt Options) *htmlPage {
	l := opt.Language
	o := order(l, d)
	p := &htmlPage{
		Lang: l.Code(), Policy: policy(), Style: template.CSS(pageStyle), Script: template.JS(pageScript), Answer: answer(d, &o, opt), //nolint:gosec // both are our own files
		Baseline: d.Baseline.Says, Beside: beside(d, &o, opt), Window: span(l, d.Summary.FirstSeen, d.Summary.LastSeen), Made: opt.diagnose(), Matrix: matrixOf(l, d), Rules: d.Rules,
	}
	for _, g := range urgentGroups {
		if f := htmlFindingsOf(l.Say(g.title), among(o.untold, g.kinds), opt); len(f.Rows) > 0 {
			p.Urgent = append(p.Urgent, f)
		}
	}
	p.cases(d, &o, opt)
	p.patterns(&o)
	if list := o.sections[rankLegitimate]; len(list) > 0 {
		p.Legitimate = l.Say("These must get through: %s", passedOn(l, list))
	}
	p.Charts = chartsOf(l, d)
	p.tables(d, &o, opt)
	return p
}

// cases draws those that are chosen, the gravest first. Its picture is at the top of the page.
func (p *htmlPage) cases(d *analyze.Diagnosis, o *ordered, opt Options) {
	lead, l := o.answering(), opt.Language
	boxes, room, cut, explained := boxesRoom, caseRoom, 0, false
	for r := range rankLegitimate {
		list, left := o.drawn(r)
		list, more := o.examples(list)
		cut += more
		for _, dup := range list {
			if room <= 0 {
				cut++
				continue
			}
			c := newHTMLCase(dup, d, opt, boxes > 0, !explained)
			boxes -= len(dup.Boxes)
			explained = explained || c.Drawing != nil
			room -= c.size()
			if dup == lead {
				p.Lead, c.Top = c, true
				p.Steps = dup.NextSteps
			}
			p.Cases = append(p.Cases, c)
		}
		if left > 0 {
			p.Left = append(p.Left, l.Say("%d more %s are counted in the patterns and not drawn.", left, l.Say(rankWords[r])))
		}
	}
	if cut > 0 {
		p.Left = append(p.Left, l.Say("%d more cases are left out so that this file opens quickly.", cut))
	}
	for _, c := range p.Cases {
		p.Filters.Classes = appendNew(p.Filters.Classes, string(c.Class))
		p.Filters.Outcomes = appendNew(p.Filters.Outcomes, string(c.Outcome))
		if name := named(l, c.Resource); name != "" {
			p.Filters.Resources = appendNew(p.Filters.Resources, name)
		}
		for _, id := range c.WebhookIDs {
			p.Filters.Webhooks = appendNew(p.Filters.Webhooks, id)
		}
	}
	p.Filters.Resources = p.Filters.Resources[:min(len(p.Filters.Resources), rowsMost)]
	p.Filters.Webhooks = p.Filters.Webhooks[:min(len(p.Filters.Webhooks), rowsMost)]
}

// examples chooses among too many cases: one of each pattern before the second of any.
func (o *ordered) examples(list []*analyze.Duplicate) (chosen []*analyze.Duplicate, left int) {
	if len(list) <= casesMost {
		return list, 0
	}
	seen := map[*analyze.Pattern]int{}
	turn := make([]int, len(list))
	order := make([]int, len(list))
	for i, dup := range list {
		pat := o.pattern[dup.ID]
		order[i] = i
		if turn[i] = seen[pat]; pat != nil {
			seen[pat]++
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return turn[i] - turn[j] })
	order = order[:casesMost]
	slices.Sort(order)
	for _, i := range order {
		chosen = append(chosen, list[i])
	}
	return chosen, len(list) - len(chosen)
}

func appendNew(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

func (p *htmlPage) patterns(o *ordered) {
	drawn := map[string]bool{}
	for _, c := range p.Cases {
		drawn[c.ID] = true
	}
	for _, pat := range o.patterns[:min(len(o.patterns), rowsMost)] {
		row := htmlPattern{
			Pattern: pat, Kind: kind(pat.Class, pat.Cause), Outcomes: outcomes(o.l, pat), Time: span(o.l, pat.FirstSeen, pat.LastSeen),
			Webhooks: filterList(pat.WebhookIDs),
		}
		for _, id := range pat.Duplicates[:min(len(pat.Duplicates), 12)] {
			row.Cases = append(row.Cases, caseRef{id, drawn[id]})
		}
		row.More = len(pat.Duplicates) - len(row.Cases)
		p.Patterns = append(p.Patterns, row)
	}
}

func htmlFindingsOf(title string, kinds []findings, opt Options) htmlFindings {
	l, out := opt.Language, htmlFindings{Title: title}
	for _, f := range kinds {
		list, more := f.firstFew(l)
		for i, a := range list {
			row := htmlFinding{Kind: f.kind, Of: a.unsaid(l), Says: a[0].Says, Steps: stepsOf(l, f.kind)}
			if len(a) > 1 {
				row.Of, row.Says = subjects(l, a), l.Say("%d times. The first: %s", len(a), a[0].Says)
			}
			records, left := a.evidence(2)
			for _, e := range records {
				row.Places = append(row.Places, place(e))
			}
			row.More = left
			if more && i == len(list)-1 {
				row.Note = l.Say("%d in all: %s", len(f.list), opt.diagnose()+" --format json")
			}
			out.Rows = append(out.Rows, row)
		}
	}
	return out
}

// tables are the lists at the end of the page.
func (p *htmlPage) tables(d *analyze.Diagnosis, o *ordered, opt Options) {
	l := opt.Language
	more := func(n int) string {
		if n <= rowsMost {
			return ""
		}
		return l.Say("%d more are left out here. All of them: %s.", n-rowsMost, opt.diagnose()+" --format json")
	}
	p.Registrations, p.LeftRegs = d.Registrations[:min(len(d.Registrations), rowsMost)], more(len(d.Registrations))
	told := toldOperations(d)
	p.LeftOps = more(len(told))
	for _, op := range told[:min(len(told), rowsMost)] {
		p.Operations = append(p.Operations, htmlOperation{Key: OperationName(l, op), Origin: op.KeyOrigin, Operation: op})
	}
	p.Also = htmlFindingsOf(l.Say("Also found"), o.other, opt)
	p.LeftSources = ""
	for _, s := range d.Sources[:min(len(d.Sources), 10*rowsMost)] {
		p.Sources = append(p.Sources, htmlSource{s, span(l, s.FirstSeen, s.LastSeen)})
	}
	if n := len(d.Sources) - len(p.Sources); n > 0 {
		p.LeftSources = l.Say("%d more are left out here. All of them: %s.", n, opt.diagnose()+" --format json")
	}
	if n := len(opt.Unread); n > 0 {
		p.Unread = l.Say("Not read, since no format fits: %s", strings.Join(opt.Unread[:min(5, n)], ", ")+beyond(l, opt.Unread, 5))
	}
}

// toldOperations are the operations that a case or finding names.
func toldOperations(d *analyze.Diagnosis) []analyze.Operation {
	told := map[string]bool{}
	for i := range d.Duplicates {
		told[d.Duplicates[i].OperationKey] = true
	}
	for i := range d.Findings {
		told[d.Findings[i].OperationKey] = true
	}
	return slices.DeleteFunc(slices.Clone(d.Operations), func(op analyze.Operation) bool { return op.Key == "" || !told[op.Key] })
}

// filterList is a list as an attribute that the page's filter reads: one on each line.
func filterList(list []string) string { return strings.Join(visibleAll(list), "\n") }

// RatioText writes a ratio as the tables do.
func (p *htmlPage) RatioText(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }
