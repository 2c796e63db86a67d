package main

import (
	"errors"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/ingest"
)

// ruleFlags are the user's rules, which name the operations that no log names. Those of the command line come before those of
// the file: of several that fit a request, the first does.
type ruleFlags struct {
	given []givenRule
	file  string
}

// givenRule is one --operation with its --when.
type givenRule struct{ key, when string }

func (r *ruleFlags) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Var(&operationFlag{r}, "operation", "where no log names it, the operation that requests ask for:\nshipment:create:{resource.id}:full")
	f.Var(&whenFlag{r}, "when", "which requests do, behind each --operation:\ntopic=order.updated,status=processing")
	f.StringVar(&r.file, "rules", "", "more of both, from `FILE`; help rules tells its form")
	complete(cmd, "operation", nil)
	var fields []string
	for _, field := range analyze.RuleFields() {
		fields = append(fields, field.Name+"=")
	}
	complete(cmd, "when", fields)
}

// operationFlag and whenFlag are read in the order of the command line, so that each --when belongs to the --operation before it.
type operationFlag struct{ rules *ruleFlags }

func (*operationFlag) Type() string   { return "KEY" }
func (*operationFlag) String() string { return "" }

func (o *operationFlag) Set(key string) error {
	if err := o.rules.unfinished(); err != nil {
		return err
	}
	o.rules.given = append(o.rules.given, givenRule{key: key})
	return nil
}

type whenFlag struct{ rules *ruleFlags }

func (*whenFlag) Type() string   { return "FIELD=VALUE" }
func (*whenFlag) String() string { return "" }

func (w *whenFlag) Set(conditions string) error {
	n := len(w.rules.given)
	switch {
	case conditions == "":
		return usage("there is no condition in it").hint(ruleExample)
	case n == 0:
		return usage("it stands before the --operation that it is for").hint(ruleExample)
	case w.rules.given[n-1].when != "":
		return usage("%q has its --when already", w.rules.given[n-1].key).
			hint("join conditions that must all hold with commas: --when %s", ingest.ShellQuote(w.rules.given[n-1].when+","+conditions)).
			hint("for another choice of requests, repeat --operation before its --when")
	}
	w.rules.given[n-1].when = conditions
	return nil
}

const ruleExample = "for example: --operation 'shipment:create:{resource.id}:full' --when topic=order.updated,status=processing"

// unfinished is the error of a last --operation without its --when.
func (r *ruleFlags) unfinished() error {
	if n := len(r.given); n > 0 && r.given[n-1].when == "" {
		return usage("no --when says which requests ask for %q", r.given[n-1].key).hint(ruleExample)
	}
	return nil
}

// load reads the rules, those of the file as well.
func (r *ruleFlags) load() ([]analyze.Rule, error) {
	if err := r.unfinished(); err != nil {
		return nil, failure("--operation: "+err.Error(), hintsOf(err)...)
	}
	var rules []analyze.Rule
	for _, g := range r.given {
		rule, err := analyze.ParseRule(g.key, g.when)
		if err != nil {
			return nil, ruleProblem("--operation "+ingest.ShellQuote(g.key)+": ", err)
		}
		rules = append(rules, rule)
	}
	if r.file == "" {
		return rules, nil
	}
	more, err := readRules(r.file)
	return append(rules, more...), err
}

// options are those of a diagnosis by these rules, in the reader's language.
func (r *ruleFlags) options(t terminal) (analyze.Options, error) {
	rules, err := r.load()
	return analyze.Options{Rules: rules, Language: t.language()}, err
}

// ruleProblem says what is wrong with a rule, and of a name that is no field's which was meant.
func ruleProblem(where string, err error) error {
	var wrong *analyze.RuleError
	if !errors.As(err, &wrong) {
		return err
	}
	p := failure(where + wrong.Says)
	var names []string
	for _, f := range analyze.RuleFields() {
		names = append(names, f.Name)
	}
	if like := nearest(wrong.Field, names); wrong.Field != "" && like != "" {
		p = p.hint("did you mean %s?", like)
	}
	return p.hint("%s", wrong.Hint)
}

// words are the flags again, as a shell takes them. A report for others names no folder of this machine.
func (r *ruleFlags) words(forOthers bool) string {
	var words []string
	for _, g := range r.given {
		words = append(words, "--operation", ingest.ShellQuote(g.key), "--when", ingest.ShellQuote(g.when))
	}
	switch {
	case r.file == "":
	case forOthers && filepath.IsAbs(r.file):
		words = append(words, "--rules", "FILE")
	default:
		words = append(words, "--rules", ingest.ShellQuote(r.file))
	}
	return strings.Join(words, " ")
}

// idle tells of the rules that named no operation, which are most likely mistyped.
func idle(uses []analyze.RuleUse) error {
	var all []error
	for _, u := range uses {
		if u.Requests == 0 {
			all = append(all, failure("the rule "+u.Rule+" "+u.Says))
		}
	}
	return errors.Join(all...)
}
