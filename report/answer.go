package report

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/analyze/language"
)

// answer is the first sentence of every report, made of visible text: what happened, or why nothing can be said. What was lost
// or is uncertain comes before repeats that did no harm.
func answer(d *analyze.Diagnosis, o *ordered, opt Options) string {
	lead, l := o.answering(), opt.Language
	if lead == nil {
		if s := alarm(l, o); s != "" {
			return Visible(s)
		}
		if step := undoneStep(l, d); step != "" {
			return Visible(troubles(d, opt) + " " + step)
		}
		return Visible(quiet(d, opt))
	}
	s := sentence(l, lead)
	if p := o.pattern[lead.ID]; p != nil {
		more := l.Say("%s and one more like it", lead.ID)
		if p.Count > 2 {
			more = l.Say("%s and %s more like it", lead.ID, numeral(l, p.Count-1))
		}
		s = remark(s, more)
	}
	if len(lead.NextSteps) > 0 && !strings.Contains(s, lead.NextSteps[0]) {
		s += " " + lead.NextSteps[0]
	}
	return Visible(s)
}

// graver tells that the answer is of what was not done, and not of repeats.
func graver(d *analyze.Diagnosis, o *ordered) bool {
	return o.answering() == nil && (alarm(o.l, o) != "" || undoneStep(o.l, d) != "")
}

// beside are the sentences below the answer: what was found in what, what went wrong, what was not read.
func beside(d *analyze.Diagnosis, o *ordered, opt Options) []string {
	var out []string
	if o.lead() == nil {
		if graver(d, o) {
			out = append(out, quiet(d, opt))
		}
		if b := blind(opt.Language, d); b != "" && !nothingLeft(d, opt) {
			out = append(out, b)
		}
	} else {
		found, read := tally(d, o)
		out = append(out, found, read)
	}
	if s := troubles(d, opt); s != "" && (!graver(d, o) || alarm(o.l, o) != "") {
		out = append(out, s)
	}
	return out
}

// remark puts a remark at the end of a sentence, in brackets. Two pairs of brackets in a row become one.
func remark(sentence, text string) string {
	body := strings.TrimSuffix(sentence, ".")
	if inner, ok := strings.CutSuffix(body, ")"); ok && strings.Contains(inner, " (") {
		return inner + "; " + text + ")."
	}
	return body + " (" + text + ")."
}

// quiet answers for a history without duplicates. It claims an absence only where every side was read.
func quiet(d *analyze.Diagnosis, opt Options) string {
	s, l := d.Summary, opt.Language
	read := strings.Join([]string{l.Count(s.Deliveries, "delivery"), l.Count(s.Receipts, "receipt"), l.Count(s.Effects, "effect")}, ", ")
	if t := span(l, s.FirstSeen, s.LastSeen); t != "" {
		read += ", " + t
	}
	sources, sure := l.Count(len(d.Sources), "source"), len(silent(l, d)) == 0
	switch {
	case nothingLeft(d, opt):
		return unasked(opt)
	case s.Deliveries == 0 && s.Receipts == 0 && requestsOnly(d) > 0:
		return l.Say("Nothing to judge: %s read, but this log format names no webhook and no delivery. Log them as JSON with "+
			"$http_x_wc_webhook_id and $http_x_wc_webhook_delivery_id (webhookctl collect nginx), and add the "+
			"sender's delivery log and the receiver's own log.", l.Count(requestsOnly(d), "request"))
	case s.Deliveries == 0 && s.Receipts == 0:
		return l.Say("Nothing to judge: no delivery or receipt was found in %s.", sources)
	case opt.Filtered && sure:
		return l.Say("No duplicates in what the filter left. Read in all: %s, in %s.", read, sources)
	case opt.Filtered:
		return l.Say("No duplicate seen in what the filter left. Read in all: %s, in %s.", read, sources)
	case sure:
		return l.Say("No duplicates: %s, in %s.", read, sources)
	}
	return l.Say("No duplicate seen: %s, in %s.", read, sources)
}

// nothingLeft tells that a filter matched nothing that was read.
func nothingLeft(d *analyze.Diagnosis, opt Options) bool {
	return opt.Filtered && len(d.Duplicates)+len(d.Findings)+len(d.Operations) == 0
}

// unasked says what a filter asked for in vain, and what there is: Nothing read concerns order:99; read were orders 15 and 16.
func unasked(opt Options) string {
	l := opt.Language
	asked := strings.Join(opt.Asked, " "+l.Say("and")+" ")
	if len(opt.Asked) == 0 {
		asked = l.Say("what the filter asks for")
	}
	there := resourceList(l, opt.There)
	if there == "" {
		return l.Say("Nothing read concerns %s, and no resource is named in what was read.", asked)
	}
	return l.Say("Nothing read concerns %s; there is: %s.", asked, there)
}

// tally counts what was found, and what it was found in.
func tally(d *analyze.Diagnosis, o *ordered) (found, read string) {
	var repeats, updates [ranks]int
	for r := range ranks {
		for _, dup := range o.sections[r] {
			if dup.Class == analyze.LegitimateUpdate {
				updates[r]++
			} else {
				repeats[r]++
			}
		}
	}
	s, l := d.Summary, o.l
	read = l.Say("Read: %s", strings.Join([]string{
		l.Count(s.Deliveries, "delivery"), l.Count(s.Receipts, "receipt"), l.Count(s.Operations, "operation"), l.Count(s.Effects, "effect"),
	}, ", "))
	if t := span(l, s.FirstSeen, s.LastSeen); t != "" {
		read += ", " + t
	}
	found = perRank(l, repeats, "duplicate")
	if more := perRank(l, updates, "legitimate update"); found != "" && more != "" {
		found = l.Say("%s, and %s", found, more)
	} else {
		found += more
	}
	return found + ".", read + "."
}

// perRank writes 3 duplicates (2 duplicated, 1 contained).
func perRank(l *language.Language, counts [ranks]int, noun language.Noun) string {
	total := 0
	var parts []string
	for r, n := range counts {
		total += n
		if n > 0 && rank(r) != rankLegitimate {
			parts = append(parts, strconv.Itoa(n)+" "+l.Say(rankWords[r]))
		}
	}
	switch {
	case total == 0:
		return ""
	case len(parts) == 0:
		return l.Count(total, noun)
	}
	return l.Count(total, noun) + " (" + strings.Join(parts, ", ") + ")"
}

// passedOn tells all harmless legitimate updates in one sentence: 2 state_changed (order 14, D3; order 15, D4).
func passedOn(l *language.Language, list []*analyze.Duplicate) string {
	if len(list) == 0 {
		return ""
	}
	var causes []string
	of := map[string][]string{}
	for _, d := range list {
		if of[d.Cause] == nil {
			causes = append(causes, d.Cause)
		}
		of[d.Cause] = append(of[d.Cause], both(named(l, d.Resource), ", ", d.ID))
	}
	var parts []string
	for _, c := range causes {
		cause := c
		if c == "" {
			cause = l.Say("without a cause")
		}
		parts = append(parts, fmt.Sprintf("%d %s (%s)", len(of[c]), cause, strings.Join(listed(l, of[c], 3), "; ")))
	}
	return strings.Join(parts, "; ") + "."
}
