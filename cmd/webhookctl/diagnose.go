package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/ingest"
	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/report"
)

type diagnoseOptions struct {
	importOptions // what to read instead of the profile
	look
	filter   filter
	rules    ruleFlags
	format   string
	output   string
	explain  string
	exitCode bool
	baseline string // an earlier profile
	memory   memory

	again  string   // the command to run again, where it is not diagnose
	unread []string // files of no known format
	judge  analyze.Options
	hidden analyze.Hidden // of the history that is judged
}

func newDiagnose(a *app) *cobra.Command {
	var o diagnoseOptions
	formats := formatNames()
	cmd := &cobra.Command{
		Use:   "diagnose [PATH…]",
		Short: "Say where one became two, and what proves it",
		Example: `  webhookctl diagnose                         # over the profile
  webhookctl diagnose ./incident/             # over these files, nothing kept
  webhookctl diagnose -o ticket.md            # Markdown for a ticket
  webhookctl diagnose -o report.html          # one page, with pictures
  webhookctl diagnose --explain D1            # every join of D1, with its lines
  webhookctl diagnose --resource order:18452 --since 2026-11-30
  webhookctl diagnose --baseline before.db    # did the fix work?
  webhookctl diagnose --exit-code || alert    # 1: something duplicated or lost`,
		Long: `Every repeated delivery, receipt, execution or effect is put down to the layer
at which its branches part, with a class, a cause, a confidence, an outcome and
the lines that show it. Where the deciding layer is not in the evidence, the
verdict is "undetermined" and names what would decide it. "webhookctl help
verdicts" explains each word.

Filters select from the diagnosis of the whole history: they never change a
verdict. Rules do: where no log names the operation, --operation says what it
is, and the report says that a rule said so ("webhookctl help rules").

With --baseline, what came after an earlier profile's last record (or, with
--since, after that time) is held against it: worked, not_worked, not_tested or
unclear ("webhookctl help baseline"). --exit-code then goes by what came since.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.paths = args
			if err := o.complete(a, cmd); err != nil {
				return err
			}
			return runDiagnose(cmd.Context(), a, o)
		},
	}
	f := cmd.Flags()
	f.Var(reportFormat{newChoice(&o.format, "text", formats...)}, "format", "form of the report: "+strings.Join(formats, ", "))
	f.StringVarP(&o.output, "output", "o", "", "write the report to `FILE`; .html, .md, .json, .csv and so on tell the format")
	f.StringVar(&o.explain, "explain", "", "show every join of the duplicate `ID` with its original lines")
	f.StringVar(&o.baseline, "baseline", "", "an earlier profile (`FILE`): did a fix work since?")
	f.BoolVar(&o.exitCode, "exit-code", false, "exit 1 if something was duplicated or lost")
	o.filter.flags(f)
	o.memory.flag(f)
	o.look.flags(cmd)
	o.judgeFlags(cmd)
	f.SortFlags = false
	complete(cmd, "format", formats)
	complete(cmd, "class", classNames())
	return cmd
}

// judgeFlags are those of each command that judges: the rules, and how to read files.
func (o *diagnoseOptions) judgeFlags(cmd *cobra.Command) {
	o.rules.flags(cmd)
	asFlag(cmd, &o.as)
	o.given.flags(cmd)
	secretsFlag(cmd, &o.secrets)
	o.limits.flags(cmd.Flags())
}

// complete derives what was not said and refuses what does not fit together.
func (o *diagnoseOptions) complete(a *app, cmd *cobra.Command) error {
	if !cmd.Flags().Changed("format") {
		inferred, err := formatOf(o.output)
		if err != nil {
			return err
		}
		o.format = inferred
	}
	switch {
	case o.filter.Since != 0 && o.filter.Until != 0 && o.filter.Since > o.filter.Until:
		return usage("--since is after --until, so nothing can lie between them").hint("exchange the two")
	case o.explain != "" && o.format != "text":
		return usage("--explain is text, not %s", o.format).hint("leave --format out, or give the output file another extension")
	case o.as != "" && len(o.paths) == 0:
		return usage("--as says how to read files, but none is named").hint("%s --as %s FILE…", cmd.CommandPath(), o.as)
	case o.given.names() != "" && len(o.paths) == 0:
		return usage("%s: how to read files is said, but none is named", o.given.names()).
			hint("name the files, or give the flag to webhookctl import logs")
	case len(o.secrets) > 0 && len(o.paths) == 0:
		return usage("--secret-file says how to read files, but none is named").
			hint("name the files, or give the flag to webhookctl import logs")
	case len(o.paths) == 0 && limitGiven(cmd.Flags()) != "":
		return usage("--%s is for reading files, but none is named", limitGiven(cmd.Flags())).hint("%s PATH…", cmd.CommandPath())
	}
	var err error
	if o.judge, err = o.rules.options(a.terminal); err != nil {
		return err
	}
	o.judge.Language = a.saidTo(slices.Contains(report.ForPrograms, o.format))
	return o.look.check()
}

func runDiagnose(ctx context.Context, a *app, o diagnoseOptions) error {
	o.memory.limit()
	o.judge.AtOnce = o.memory.atOnce()
	p, history, incomplete, err := o.read(ctx, a)
	if err != nil {
		return err
	}
	defer p.Close()
	defer history.Close()
	if o.baseline != "" {
		if err := o.readBaseline(ctx, a); err != nil {
			return err
		}
	}
	if o.explain == "" && !o.filter.set() && o.baseline == "" {
		o.judge.Examples = formatNamed(o.format).Examples
	}
	d := analyze.Diagnose(history, o.judge)
	if err := history.Err(); err != nil {
		return failure("cannot read back what did not fit into memory: "+err.Error()).hint("make room in %s, or give more with --memory", os.TempDir())
	}
	opt := o.options(a, d)
	if o.filter.set() {
		d = d.Select(o.filter.among(opt.There))
	}
	var lines originals
	if o.explain != "" {
		if err := o.checkExplain(a, d); err != nil {
			return err
		}
		if lines, err = reread(ctx, p, history, evidenceOf(d, o.explain), newConcealer(p, history, o.hidden, o.signers)); err != nil {
			return err
		}
	}
	if err := o.write(a, d, lines, opt); err != nil {
		return err
	}
	if o.exitCode && failed(d) {
		return errors.Join(incomplete, errFound)
	}
	return incomplete
}

// read returns what is to be judged, and checks before and after that the report will overwrite none of it. The profile is
// open.
func (o *diagnoseOptions) read(ctx context.Context, a *app) (p *profile.Profile, h analyze.History, incomplete, err error) {
	inputs := append(slices.Clone(o.paths), a.profilePath(), a.profilePath()+".key", o.rules.file)
	if o.baseline != "" {
		inputs = append(inputs, o.baseline, o.baseline+".key")
	}
	if err := checkOutput(o.output, inputs); err != nil {
		return nil, h, nil, err
	}
	p, incomplete, err = o.open(ctx, a)
	if err != nil {
		return nil, h, nil, err
	}
	o.hidden = analyze.Hidden{}
	h, err = load(ctx, p, o.hidden, o.memory)
	if err == nil && len(h.Sources) == 0 {
		err = nothingRead(o.paths, incomplete)
	}
	if err == nil && o.toFile() {
		err = checkOutput(o.output, sourcePaths(p, h.Sources))
	}
	if err != nil {
		return nil, h, nil, errors.Join(err, p.Close())
	}
	o.filter.name(naming(o.hidden, p))
	return p, h, incomplete, nil
}

// open returns the profile to judge: the one on disk, or a temporary one with the files that were named. incomplete tells of
// files among them that could not be used.
func (o *diagnoseOptions) open(ctx context.Context, a *app) (p *profile.Profile, incomplete, err error) {
	if len(o.paths) == 0 {
		p, err = a.openProfile(ctx, profile.ReadOnly)
		return p, nil, err
	}
	known, err := o.secrets.read(a, o.paths)
	if err != nil {
		return nil, nil, err
	}
	o.signers = known.numbered()
	p, err = profile.Temporary(ctx)
	if err != nil {
		return nil, nil, err
	}
	result, err := importLogs(ctx, a, p, o.importOptions)
	if err != nil {
		return nil, nil, errors.Join(err, p.Close())
	}
	o.unread = unread(result)
	return p, unused(result, "to list them, import the files (webhookctl import logs PATH…), then run: webhookctl problems"), nil
}

// options says how to draw, and what the report tells of how it was asked for. d is the diagnosis of the whole history.
func (o *diagnoseOptions) options(a *app, d analyze.Diagnosis) report.Options {
	opt := o.look.options(a.terminal, o.toFile())
	opt.Command, opt.Rules, opt.Unread = o.command(a), o.rules.words(o.forOthers()), o.unread
	opt.Filtered, opt.Asked, opt.There = o.filter.set(), o.filter.asked(), resources(d)
	return opt
}

// checkExplain says what is meant by an ID that is no duplicate's: most likely another of those that a report shows.
func (o *diagnoseOptions) checkExplain(a *app, d analyze.Diagnosis) error {
	number, isD := strings.CutPrefix(strings.ToUpper(o.explain), "D")
	if isD && number != "" && strings.Trim(number, "0123456789") == "" || evidenceOf(d, o.explain) != nil {
		return nil
	}
	bad := usage("--explain takes the number of a duplicate, such as D1, and %q is none", o.explain)
	if len(o.paths) > 0 {
		return bad.hint("import the files (webhookctl import logs PATH…), then see all records of it: webhookctl trace %s", ingest.ShellQuote(o.explain))
	}
	return bad.hint("to see all records of it: %s %s", strings.TrimSuffix(o.command(a), "diagnose")+"trace", ingest.ShellQuote(o.explain))
}

// write draws the diagnosis and puts it where it was asked for. Nothing is written unless all of it could be drawn.
func (o *diagnoseOptions) write(a *app, d analyze.Diagnosis, lines originals, opt report.Options) error {
	var buf bytes.Buffer
	if err := o.draw(&buf, d, lines, opt); err != nil {
		return err
	}
	return o.put(a, buf.Bytes())
}

// put writes a finished report to where it was asked for.
func (o *diagnoseOptions) put(a *app, report []byte) error {
	if o.toFile() {
		return writeFile(o.output, report)
	}
	_, err := a.out.Write(report)
	return err
}

func (o *diagnoseOptions) toFile() bool { return o.output != "" && o.output != "-" }

func (o *diagnoseOptions) draw(w io.Writer, d analyze.Diagnosis, lines originals, opt report.Options) error {
	if o.explain == "" {
		return formatNamed(o.format).Write(w, d, opt)
	}
	return report.Explain(w, d, o.explain, lines.lines, opt)
}

// evidenceOf returns the records of a duplicate, none where there is no such duplicate.
func evidenceOf(d analyze.Diagnosis, id string) []analyze.Evidence {
	for _, dup := range d.Duplicates {
		if strings.EqualFold(dup.ID, id) {
			return dup.Evidence
		}
	}
	return nil
}

// found is what --exit-code looks for.
func found(d analyze.Diagnosis) bool {
	return slices.ContainsFunc(d.Duplicates, harmful) || slices.ContainsFunc(d.Findings, func(f analyze.Finding) bool {
		return f.Kind == "safety_violation" || f.Kind == "suppressed_update"
	})
}

func harmful(dup analyze.Duplicate) bool {
	return dup.Outcome == analyze.Duplicated || dup.Outcome == analyze.Lost
}
