package report

import "strings"

// diagnose is the command that made the report, to which a flag can be added.
func (o Options) diagnose() string { return both(o.command(), " ", o.Rules) }

func (o Options) command() string {
	if o.Command == "" {
		return "webhookctl diagnose"
	}
	return o.Command
}

// sibling is another command over what the report was made from, or "" where nothing was kept that it could read.
func (o Options) sibling(name string) string {
	before, ok := strings.CutSuffix(o.command(), " diagnose")
	if !ok {
		return ""
	}
	return before + " " + name
}
