package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/analyze"
)

// mdDuplicate is the section of one case: the verdict and what to do, then the proof, which GitHub and GitLab fold.
func mdDuplicate(d *analyze.Duplicate, opt Options) string {
	chosen := shown(d)
	var b strings.Builder
	fmt.Fprintf(&b, "### Case %s %s: %s\n\n", code(d.ID), code(string(d.Outcome)), code(kind(d.Class, d.Cause)))
	b.WriteString(prose(sentence(d)) + "\n\n")
	if d.Because != "" {
		b.WriteString("Because " + prose(d.Because) + ".\n\n")
	}
	for _, s := range d.Doubts {
		b.WriteString("Not proven: " + prose(s) + ".\n\n")
	}
	if s := byRule(d); s != "" {
		b.WriteString(prose(s) + "\n\n")
	}
	if lines := chain(d, 110); lines != nil {
		b.WriteString("```text\n" + strings.Join(lines, "\n") + "\n```\n\n")
	}
	if d.Class == analyze.Undetermined {
		b.WriteString(mdMissing(d.Missing))
	}
	if len(d.NextSteps) > 0 {
		b.WriteString("#### Next\n\n")
		for _, s := range d.NextSteps {
			b.WriteString("- " + prose(s) + "\n")
		}
		b.WriteByte('\n')
	}
	b.WriteString("<details>\n<summary>Identifiers, questions and evidence</summary>\n\n")
	b.WriteString(mdFacts(d) + "\n")
	b.WriteString("#### Questions\n\n" + mdQuestions(d, chosen) + "\n")
	if len(d.Evidence) > 0 {
		b.WriteString("#### Evidence\n\n" + mdEvidence(d, chosen) + "\n")
		if more := wholeStory(d, len(d.Evidence)-len(chosen), opt, code); more != "" {
			b.WriteString(more + "\n\n")
		}
	}
	if len(d.RuledOut) > 0 {
		b.WriteString("#### Ruled out\n\n")
		for _, r := range d.RuledOut {
			b.WriteString("- " + code(string(r.Class)) + ": " + prose(r.Because))
			if refs := mdRefs(r.Evidence, chosen); refs != "" {
				b.WriteString(" (evidence " + refs + ")")
			}
			b.WriteByte('\n')
		}
		b.WriteByte('\n')
	}
	if d.Class != analyze.Undetermined {
		b.WriteString(mdMissing(d.Missing))
	}
	return strings.TrimRight(b.String(), "\n") + "\n\n</details>\n"
}

// mdFacts lists what the case is about and every identifier below it.
func mdFacts(d *analyze.Duplicate) string {
	var rows [][]string
	row := func(name, cell string) {
		if cell != "–" {
			rows = append(rows, []string{name, cell})
		}
	}
	class := code(string(d.Class))
	if m := meanings[d.Class]; m != "" {
		class += ": " + m
	}
	row("Class", class)
	row("Confidence", code(string(d.Confidence)))
	row("Made worse by", codes(d.Contributing))
	row("Resource", code(named(d.Resource)))
	row("Topics", codes(d.Topics))
	row("Shop", code(both(d.Provider, " at ", d.Shop)))
	row("Time", code(span(d.FirstSeen, d.LastSeen)))
	if from := derivation(d.OperationKey, d.Resource); from != "" {
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
	return mdTable([]string{"Fact", "Value"}, rows)
}

func mdQuestions(d *analyze.Duplicate, chosen []int) string {
	var rows [][]string
	for i, q := range allQuestions(d.Questions) {
		ask := code(q.ID)
		if i < len(questions) {
			ask = questions[i].ask + "?"
		}
		rows = append(rows, []string{
			ask, dash(prose(strings.ReplaceAll(q.Answer, "_", " "))), dash(prose(q.Detail)), dash(mdRefs(q.Evidence, chosen)),
		})
	}
	return mdTable([]string{"Question", "Answer", "Detail", "Evidence"}, rows)
}

// mdEvidence numbers the records that are shown, so that questions and exclusions can refer to them.
func mdEvidence(d *analyze.Duplicate, chosen []int) string {
	var rows [][]string
	for n, i := range chosen {
		e := d.Evidence[i]
		says, layer := prose(e.Says), code(string(e.Layer))
		if e.Layer == "" {
			layer = "coverage"
		}
		rows = append(rows, []string{fmt.Sprint(n + 1), code(fmt.Sprintf("%s:%d", e.Source, e.Line)), code(e.Time.String()), layer, says})
	}
	return mdTable([]string{"No.", "Record", "Time", "Layer", "What it says"}, rows)
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

func mdMissing(list []analyze.Missing) string {
	if len(list) == 0 {
		return ""
	}
	s := "#### Would decide\n\n"
	for _, m := range list {
		s += "- " + prose(both(m.What, ": ", m.WouldDecide)) + "\n"
	}
	return s + "\n"
}
