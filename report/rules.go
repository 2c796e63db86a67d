package report

import (
	"fmt"
	"strings"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/analyze/language"
)

// byRule says that a verdict rests on what the user said: the rule that names the operation, as no log does. It is empty where
// the operation has its name from elsewhere.
func byRule(l *language.Language, d *analyze.Duplicate) string {
	if d.OperationKeyOrigin != "rule" {
		return ""
	}
	if d.Rule == "" {
		return l.Say("The operation is named by a rule, not by a log: the verdict is as true as that rule.")
	}
	return l.Say("The operation is named by the rule %s, not by a log: the verdict is as true as that rule.", d.Rule)
}

// rules says what became of each rule of the user's.
func (p *page) rules(list []analyze.RuleUse) {
	if len(list) == 0 {
		return
	}
	p.title(bold, p.l.Say("Rules"))
	for _, u := range list {
		p.say(ruleStyle(u), u.Rule+": "+u.Says+".", 2, 2)
	}
}

// ruleStyle makes a rule stand out that names nothing.
func ruleStyle(u analyze.RuleUse) style {
	if u.Requests == 0 {
		return yellow
	}
	return plain
}

func mdRules(l *language.Language, list []analyze.RuleUse) string {
	if len(list) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("### " + l.Say("Rules") + "\n\n" + l.Say("Given with the command, for operations that no log names:") + "\n\n")
	for _, u := range list {
		fmt.Fprintf(&b, "- %s: %s.\n", code(u.Rule), prose(u.Says))
	}
	return b.String()
}
