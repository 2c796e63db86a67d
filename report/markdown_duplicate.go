package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/analyze/language"
)

// mdDuplicate is the section of one case: the verdict and what to do, then the proof, which GitHub and GitLab fold.
func mdDuplicate(d *analyze.Duplicate, opt Options) string {
	l := opt.Language
	chosen := shown(d)
	var b strings.Builder
	b.WriteString("### " + l.Say("Case %s %s: %s", code(d.ID), code(string(d.Outcome)), code(kind(d.Class, d.Cause))) + "\n\n")
	b.WriteString(prose(sentence(l, d)) + "\n\n")
	if d.Because != "" {
		b.WriteString(l.Say("Because %s.", prose(d.Because)) + "\n\n")
	}
	for _, s := range d.Doubts {
		b.WriteString(l.Say("Not proven: %s.", prose(s)) + "\n\n")
	}
	if s := byRule(l, d); s != "" {
		b.WriteString(prose(s) + "\n\n")
	}
	if lines := chain(l, d, 110); lines != nil {
		b.WriteString("```text\n" + strings.Join(lines, "\n") + "\n```\n\n")
	}
	if d.Class == analyze.Undetermined {
		b.WriteString(mdMissing(l, d.Missing))
	}
	if len(d.NextSteps) > 0 {
		b.WriteString("#### " + l.Say("Next") + "\n\n")
		for _, s := range d.NextSteps {
			b.WriteString("- " + prose(s) + "\n")
		}
		b.WriteByte('\n')
	}
	b.WriteString("<details>\n<summary>" + l.Say("Identifiers, questions and evidence") + "</summary>\n\n")
	b.WriteString(mdFacts(l, d) + "\n")
	b.WriteString("#### " + l.Say("Questions") + "\n\n" + mdQuestions(l, d, chosen) + "\n")
	if len(d.Evidence) > 0 {
		b.WriteString("#### " + l.Say("Evidence") + "\n\n" + mdEvidence(l, d, chosen) + "\n")
		if more := wholeStory(d, len(d.Evidence)-len(chosen), opt, code); more != "" {
			b.WriteString(more + "\n\n")
		}
	}
	if len(d.RuledOut) > 0 {
		b.WriteString("#### " + l.Say("Ruled out") + "\n\n")
		for _, r := range d.RuledOut {
			b.WriteString("- " + code(string(r.Class)) + ": " + prose(r.Because))
			if refs := mdRefs(r.Evidence, chosen); refs != "" {
				b.WriteString(" (" + l.Say("evidence %s", refs) + ")")
			}
			b.WriteByte('\n')
		}
		b.WriteByte('\n')
	}
	if d.Class != analyze.Undetermined {
		b.WriteString(mdMissing(l, d.Missing))
	}
	return strings.TrimRight(b.String(), "\n") + "\n\n</details>\n"
}

// mdFacts lists what the case is about and every identifier below it.
func mdFacts(l *language.Language, d *analyze.Duplicate) string {
	var rows [][]string
	row := func(name language.Text, cell string) {
		if cell != "–" {
			rows = append(rows, []string{l.Say(name), cell})
		}
	}
	class := code(string(d.Class))
	if m := meanings[d.Class]; m != "" {
		class += ": " + l.Say(m)
	}
	row("Class", class)
	row("Confidence", code(string(d.Confidence)))
	row("Made worse by", codes(d.Contributing))
	row("Resource", code(named(l, d.Resource)))
	row("Topics", codes(d.Topics))
	row("Shop", code(shopOf(l, d)))
	row("Time", code(span(l, d.FirstSeen, d.LastSeen)))
	if from := derivation(l, d.OperationKey, d.Resource); from != "" {
		row("Operation key", prose(from))
	} else if d.OperationKey != "" {
		row("Operation key", code(d.OperationKey))
		row("Key comes from", code(d.OperationKeyOrigin))
	}
	row("Webhook IDs", codes(d.WebhookIDs))
	row("Delivery IDs", codes(d.DeliveryIDs))
	row("Request IDs", codes(d.RequestIDs))
	row("Job IDs", codes(d.JobIDs))
	row("Downstream IDs", codes(d.DownstreamIDs))
	return mdTable(heads(l, "Fact", "Value"), rows)
}

func mdQuestions(l *language.Language, d *analyze.Duplicate, chosen []int) string {
	var rows [][]string
	for i, q := range allQuestions(d.Questions) {
		ask := code(q.ID)
		if i < len(questions) {
			ask = l.Say(questions[i].ask) + "?"
		}
		rows = append(rows, []string{
			ask, dash(prose(answerWord(l, q.Answer))), dash(prose(q.Detail)), dash(mdRefs(q.Evidence, chosen)),
		})
	}
	return mdTable(heads(l, "Question", "Answer", "Detail", "Evidence"), rows)
}

// mdEvidence numbers the records that are shown, so that questions and exclusions can refer to them.
func mdEvidence(l *language.Language, d *analyze.Duplicate, chosen []int) string {
	var rows [][]string
	for n, i := range chosen {
		e := d.Evidence[i]
		says, layer := prose(e.Says), code(string(e.Layer))
		if e.Layer == "" {
			layer = l.Say("coverage")
		}
		rows = append(rows, []string{fmt.Sprint(n + 1), code(fmt.Sprintf("%s:%d", e.Source, e.Line)), code(e.Time.String()), layer, says})
	}
	return mdTable(heads(l, "No.", "Record", "Time", "Layer", "What it says"), rows)
}

// mdRefs refers to records by their numbers in the table: 1, 3. Those that are not shown are left out.
func mdRefs(evidence, chosen []int) string {
	var numbers []int
	for _, i := range evidence {
		if n := slices.Index(chosen, i); n >= 0 {
			numbers = append(numbers, n+1)
		}
	}
	slices.Sort(numbers)
	var refs []string
	for _, n := range slices.Compact(numbers) {
		refs = append(refs, fmt.Sprint(n))
	}
	return strings.Join(refs, ", ")
}

func mdMissing(l *language.Language, list []analyze.Missing) string {
	if len(list) == 0 {
		return ""
	}
	s := "#### " + l.Say("Would decide") + "\n\n"
	for _, m := range list {
		s += "- " + prose(both(m.What, ": ", m.WouldDecide)) + "\n"
	}
	return s + "\n"
}
