package report

import (
	"fmt"
	"strings"

	"github.com/webhookctl/webhookctl/analyze"
)

// answer is the first sentence of every report, made of visible text: what happened, or why nothing can be said. What was lost
// or is uncertain comes before repeats that did no harm.
func answer(d *analyze.Diagnosis, o *ordered, opt Options) string {
	lead := o.answering()
	if lead == nil {
		if s := alarm(o); s != "" {
			return Visible(s)
		}
		if step := undoneStep(d); step != "" {
			return Visible(troubles(d, opt) + " " + step)
		}
		return Visible(quiet(d, opt))
	}
	s := sentence(lead)
	if p := o.pattern[lead.ID]; p != nil {
		s = remark(s, fmt.Sprintf("%s and %s more like it", lead.ID, numeral(p.Count-1)))
	}
	if len(lead.NextSteps) > 0 && !strings.Contains(s, lead.NextSteps[0]) {
		s += " " + lead.NextSteps[0]
	}
	return Visible(s)
}

// graver tells that the answer is of what was not done, and not of repeats.
func graver(d *analyze.Diagnosis, o *ordered) bool {
	return o.answering() == nil && (alarm(o) != "" || undoneStep(d) != "")
}

// beside are the sentences below the answer: what was found in what, what went wrong, what was not read.
func beside(d *analyze.Diagnosis, o *ordered, opt Options) []string {
	var out []string
	if o.lead() == nil {
		if graver(d, o) {
			out = append(out, quiet(d, opt))
		}
		if b := blind(d); b != "" && !nothingLeft(d, opt) {
			out = append(out, b)
		}
	} else {
		found, read := tally(d, o)
		out = append(out, found, read)
	}
	if s := troubles(d, opt); s != "" && (!graver(d, o) || alarm(o) != "") {
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
	s := d.Summary
	read := fmt.Sprintf("%s, %s, %s", count(s.Deliveries, "delivery"), count(s.Receipts, "receipt"), count(s.Effects, "effect"))
	if t := span(s.FirstSeen, s.LastSeen); t != "" {
		read += ", " + t
	}
	sources := count(len(d.Sources), "source")
	none := "No duplicates"
	if len(silent(d)) > 0 {
		none = "No duplicate seen"
	}
	switch {
	case nothingLeft(d, opt):
		return unasked(opt)
	case s.Deliveries == 0 && s.Receipts == 0 && requestsOnly(d) > 0:
		return fmt.Sprintf("Nothing to judge: %s read, but this log format names no webhook and no delivery. Log them as JSON with "+
			"$http_x_wc_webhook_id and $http_x_wc_webhook_delivery_id (webhookctl collect nginx), and add the "+
			"sender's delivery log and the receiver's own log.", count(requestsOnly(d), "request"))
	case s.Deliveries == 0 && s.Receipts == 0:
		return fmt.Sprintf("Nothing to judge: no delivery or receipt was found in %s.", sources)
	case opt.Filtered:
		return none + " in what the filter left. Read in all: " + read + ", in " + sources + "."
	}
	return none + ": " + read + ", in " + sources + "."
}

// nothingLeft tells that a filter matched nothing that was read.
func nothingLeft(d *analyze.Diagnosis, opt Options) bool {
	return opt.Filtered && len(d.Duplicates)+len(d.Findings)+len(d.Operations) == 0
}

// unasked says what a filter asked for in vain, and what there is: Nothing read concerns order:99; read were orders 15 and 16.
func unasked(opt Options) string {
	asked := strings.Join(opt.Asked, " and ")
	if asked == "" {
		asked = "what the filter asks for"
	}
	there := resourceList(opt.There)
	if there == "" {
		return "Nothing read concerns " + asked + ", and no resource is named in what was read."
	}
	return "Nothing read concerns " + asked + "; there is: " + there + "."
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
	s := d.Summary
	read = fmt.Sprintf("Read: %s, %s, %s, %s", count(s.Deliveries, "delivery"), count(s.Receipts, "receipt"),
		count(s.Operations, "operation"), count(s.Effects, "effect"))
	if t := span(s.FirstSeen, s.LastSeen); t != "" {
		read += ", " + t
	}
	return both(perRank(repeats, "duplicate"), ", and ", perRank(updates, "legitimate update")) + ".", read + "."
}

// perRank writes 3 duplicates (2 duplicated, 1 contained).
func perRank(counts [ranks]int, noun string) string {
	total := 0
	var parts []string
	for r, n := range counts {
		total += n
		if n > 0 && rank(r) != rankLegitimate {
			parts = append(parts, fmt.Sprintf("%d %s", n, strings.ToLower(rankTitles[r])))
		}
	}
	switch {
	case total == 0:
		return ""
	case len(parts) == 0:
		return count(total, noun)
	}
	return count(total, noun) + " (" + strings.Join(parts, ", ") + ")"
}

// passedOn tells all harmless legitimate updates in one sentence: 2 state_changed (order 14, D3; order 15, D4).
func passedOn(list []*analyze.Duplicate) string {
	if len(list) == 0 {
		return ""
	}
	var causes []string
	of := map[string][]string{}
	for _, d := range list {
		if of[d.Cause] == nil {
			causes = append(causes, d.Cause)
		}
		name := both(named(d.Resource), ", ", d.ID)
		of[d.Cause] = append(of[d.Cause], name)
	}
	var parts []string
	for _, c := range causes {
		word := c
		if word == "" {
			word = "without a cause"
		}
		parts = append(parts, fmt.Sprintf("%d %s (%s)", len(of[c]), word, strings.Join(listed(of[c], 3), "; ")))
	}
	return strings.Join(parts, "; ") + "."
}
