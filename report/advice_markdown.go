package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/analyze/language"
)

// AdviceMarkdown writes the advice for a ticket. It has no more than the first of each list, so it always fits.
func AdviceMarkdown(w io.Writer, a analyze.Advice, opt Options) error {
	l := opt.Language
	parts := []string{
		"## " + l.Say("Webhook advice") + "\n", prose(a.Limit) + "\n", "**" + strings.TrimSpace(prose(a.Answer)) + "**\n", prose(replayed(l, a.Replayed)) + "\n",
		mdKeys(l, &a), mdBullets(l.Say("What the numbers rest on"), a.Notes), mdBullets(l.Say("Would make it firmer"), firmer(a.Missing)),
		mdRules(l, a.Rules),
	}
	for i, c := range a.Classes {
		if i == 0 {
			parts = append(parts, "### "+l.Say("What to do")+"\n")
		}
		parts = append(parts, prose(classTitle(l, &c))+"\n", mdNumbered(c.Steps))
	}
	for _, r := range late(a.Responses) {
		parts = append(parts, "### "+l.Say("Answers near the deadline")+"\n", prose(answers(l, r))+" "+prose(r.Step)+"\n")
	}
	for _, f := range a.Forms {
		parts = append(parts, "### "+prose(f.Title)+"\n", "```"+f.Language+"\n"+f.Text+"\n```\n", prose(f.Note)+"\n")
	}
	var out []string
	for _, part := range parts {
		if part != "" {
			out = append(out, part)
		}
	}
	return write(w, []byte(strings.Join(out, "\n")))
}

func mdBullets(title string, list []string) string {
	if len(list) == 0 {
		return ""
	}
	out := "### " + title + "\n\n"
	for _, s := range list {
		out += "- " + prose(s) + "\n"
	}
	return out
}

func mdNumbered(steps []string) string {
	out := ""
	for i, s := range steps {
		out += fmt.Sprintf("%d. %s\n", i+1, prose(s))
	}
	return out
}

func mdKeys(l *language.Language, a *analyze.Advice) string {
	list, noValue := tried(a.Candidates)
	var cells [][]string
	notes := ""
	for _, g := range verdictGroups {
		for _, r := range g.of(list) {
			row := []string{r.name(), code(string(r.Verdict))}
			for _, n := range r.numbers() {
				row = append(row, strconv.Itoa(n))
			}
			cells = append(cells, row)
		}
		for _, s := range droppedBy(l, g.of(list)) {
			notes += "- " + prose(s) + "\n"
		}
	}
	if cells == nil {
		return ""
	}
	out := "### " + l.Say("Keys, replayed") + "\n\n" + mdTable(append(heads(l, "Key", "Verdict"), heads(l, keyColumns...)...), cells) + "\n" + prose(l.Say(keyLegend)) + "\n"
	if len(noValue) > 0 {
		out += "\n" + l.Say("No request is known to carry: %s.", prose(strings.Join(noValue, ", "))) + "\n"
	}
	if notes != "" {
		out += "\n" + notes
	}
	return out
}
