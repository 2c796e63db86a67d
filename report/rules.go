package report

import (
	"fmt"
	"strings"

	"github.com/webhookctl/webhookctl/analyze"
)

// byRule says that a verdict rests on what the user said: the rule that names the operation, as no log does. It is empty where
// the operation has its name from elsewhere.
func byRule(d *analyze.Duplicate) string {
	if d.OperationKeyOrigin != "rule" {
		return ""
	}
	if d.Rule == "" {
		return "The operation is named by a rule, not by a log: the verdict is as true as that rule."
	}
	return "The operation is named by the rule " + d.Rule + ", not by a log: the verdict is as true as that rule."
}

// rules says what became of each rule of the user's.
func (p *page) rules(list []analyze.RuleUse) {
	if len(list) == 0 {
		return
	}
	p.title(bold, "Rules")
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

func mdRules(list []analyze.RuleUse) string {
	if len(list) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("### Rules\n\nGiven with the command, for operations that no log names:\n\n")
	for _, u := range list {
		fmt.Fprintf(&b, "- %s: %s.\n", code(u.Rule), prose(u.Says))
	}
	return b.String()
}
