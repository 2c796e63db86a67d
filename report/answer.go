package report

import (
	"fmt"
	"strings"

	"github.com/webhookctl/webhookctl/analyze"
)

// answer is the first sentence of every report, made of visible text: what happened, or why nothing can be said.
func answer(d *analyze.Diagnosis, o *ordered, opt Options) string {
	lead := o.lead()
	if lead == nil {
		return Visible(quiet(d, o, opt))
	}
	s := sentence(lead)
	if p := o.pattern[lead.ID]; p != nil {
		s = remark(s, fmt.Sprintf("%s and %s more like it", lead.ID, numeral(p.Count-1)))
	}
	if len(lead.NextSteps) > 0 && !strings.Contains(s, lead.NextSteps[0]) {
		s += " " + lead.NextSteps[0]
	}
	switch rankOf(lead) {
	case rankDuplicated, rankLost:
	default:
		if n := alarms(o); n != "" {
			s = "No repeat with two effects was found, but " + n + ", see below. " + s
		}
	}
	return Visible(s)
}

// remark puts a remark at the end of a sentence, in brackets. Two pairs of brackets in a row become one.
func remark(sentence, text string) string {
	body := strings.TrimSuffix(sentence, ".")
	if inner, ok := strings.CutSuffix(body, ")"); ok && strings.Contains(inner, " (") {
		return inner + "; " + text + ")."
	}
	return body + " (" + text + ")."
}

// quiet answers for a history without duplicates. It claims an absence only over what was read.
func quiet(d *analyze.Diagnosis, o *ordered, opt Options) string {
	s := d.Summary
	read := fmt.Sprintf("%s, %s, %s", count(s.Deliveries, "delivery"), count(s.Receipts, "receipt"), count(s.Effects, "effect"))
	if t := span(s.FirstSeen, s.LastSeen); t != "" {
		read += ", " + t
	}
	read += ", in " + count(len(d.Sources), "source") + "."
	found := alarms(o)
	switch {
	case s.Deliveries == 0 && s.Receipts == 0 && opt.Filtered:
		return "Nothing to judge: the filter left no delivery and no receipt."
	case s.Deliveries == 0 && s.Receipts == 0 && found != "":
		return fmt.Sprintf("No delivery or receipt was found in %s, but %s, see below.", count(len(d.Sources), "source"), found)
	case s.Deliveries == 0 && s.Receipts == 0:
		return fmt.Sprintf("Nothing to judge: no delivery or receipt was found in %s.", count(len(d.Sources), "source"))
	case opt.Filtered && found != "":
		return "No duplicates in what the filter left, but " + found + ", see below: " + read
	case opt.Filtered:
		return "No duplicates in what the filter left: " + read
	case found != "":
		return "No duplicates, but " + found + ", see below: " + read
	}
	return "No duplicates: " + read
}

// blind says what a clean history cannot show, because a whole side of it was not read.
func blind(d *analyze.Diagnosis) string {
	s := d.Summary
	switch {
	case s.Deliveries == 0 && s.Receipts == 0:
		return ""
	case s.Receipts == 0:
		return "No receipt was read: what was repeated on the way, or by the receiver, would not show here."
	case s.Deliveries == 0:
		return "No delivery was read: the sender's side is not in the evidence."
	case s.Effects == 0:
		return "No effect was read: a second result of one request would not show here."
	}
	return ""
}

// alarms counts the urgent findings: 1 suppressed_update and 2 uncertain_operation.
func alarms(o *ordered) string {
	var parts []string
	for _, f := range o.urgent {
		parts = append(parts, fmt.Sprintf("%d %s", len(f.list), f.kind))
	}
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " and " + parts[len(parts)-1]
}

// tally counts what was found, and what it was found in; both are empty where the first sentence already says so.
func tally(d *analyze.Diagnosis, o *ordered) (found, read string) {
	if o.lead() == nil {
		return "", ""
	}
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

// passedOn tells all harmless legitimate updates in one sentence: 3 state_changed (order 14, order 15, order 16).
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
		name := named(d.Resource)
		if name == "" {
			name = d.ID
		}
		of[d.Cause] = append(of[d.Cause], name)
	}
	var parts []string
	for _, c := range causes {
		word := c
		if word == "" {
			word = "without a cause"
		}
		parts = append(parts, fmt.Sprintf("%d %s (%s)", len(of[c]), word, strings.Join(listed(of[c], 3), ", ")))
	}
	return strings.Join(parts, "; ") + "."
}
