package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/ingest"
	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/report"
)

func newImport(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "import",
		Short: "Read evidence into the profile",
		Example: `  webhookctl import logs ./incident/
  webhookctl import logs wp-content/uploads/wc-logs/ receiver.log access.log`,
		Args: noCommand,
		RunE: printHelp,
	}
	cmd.AddCommand(newImportLogs(a))
	return cmd
}

type importOptions struct {
	paths   []string
	as      string
	given   given
	secrets secretFiles
	limits  limits

	signers []ingest.Secret              // what secrets holds
	checked func(string, ingest.Checked) // nil: nobody wants to know what came of each signature
}

func newImportLogs(a *app) *cobra.Command {
	var o importOptions
	cmd := &cobra.Command{
		Use:   "logs PATH…",
		Short: "Read log files and table exports into the profile",
		Example: `  webhookctl import logs ./incident/                    # a folder, all below it
  webhookctl import logs 'logs/**/*.log' db/*.json      # patterns and files
  webhookctl import logs incident.zip old.log.gz        # as they are
  kubectl logs receiver | webhookctl import logs -      # standard input
  webhookctl import logs --as json-lines odd.txt        # content does not tell
  webhookctl import logs --assume-tz 'laravel*.log=Europe/Berlin' ./incident/
  webhookctl import logs --log-format '$msec "$request" $status' edge.log
  webhookctl import logs --column operation_key=idem_key claims.csv
  webhookctl import logs --secret-file secrets.txt ./incident/`,
		Long: `Each file is recognised by its content, never by its name ("webhookctl formats"
lists what is known), and is imported whole or not at all. The same file again
changes nothing. A log that has grown is read on from where it stopped, and one
that was rotated keeps what was read of it under its old name. A line that
cannot be used is counted and kept for "webhookctl problems"; a file that cannot
be used does not stop the others (exit code 3).
Where not one can be used, nothing is kept (exit code 2).

An access log by a format of your own is read with --log-format and the format
as it stands in the configuration of nginx (log_format) or Apache (LogFormat).
It counts for each file that it fits, so others may lie beside it.

What is compressed (gzip, zstd, bzip2, zlib) is read as it is, and so is text in
UTF-16. Each file in a zip or tar archive is imported as one of its own, named
incident.zip/path/in/it. The limits below stop a file that would fill the disk.

With --secret-file, a request that names no registration (Stripe, Paddle, Svix)
counts for the secret that signed it: secret:1f0c9a77, a keyed hash. "webhookctl
verify" tells which secret that is. No secret is kept.

The profile keeps identifiers, times, codes and hashes, and no payload. The key
of its hashes lies beside it (webhookctl.db.key): give away the profile alone.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("nothing to import").hint("name files or folders, for example: webhookctl import logs ./logs").
					hint("or - for standard input")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			o.paths = args
			return runImport(cmd.Context(), a, o)
		},
	}
	asFlag(cmd, &o.as)
	o.given.flags(cmd)
	secretsFlag(cmd, &o.secrets)
	o.limits.flags(cmd.Flags())
	o.limits.problemsFlag(cmd.Flags())
	cmd.Flags().SortFlags = false
	return cmd
}

// asFlag adds --as, whose values are the names of the formats.
func asFlag(cmd *cobra.Command, as *string) {
	names := formatList()
	cmd.Flags().Var(&formatName{choice{value: as, values: names}}, "as", "read every file as this format")
	complete(cmd, "as", names)
}

// formatName is a choice with too many values to show in help.
type formatName struct{ choice }

func (*formatName) Type() string { return "FORMAT" }

func runImport(ctx context.Context, a *app, o importOptions) error {
	known, err := o.secrets.read(a, o.paths)
	if err != nil {
		return err
	}
	_, err = os.Stat(a.profilePath())
	isNew := errors.Is(err, fs.ErrNotExist)
	p, err := profile.Open(ctx, a.profilePath(), profile.ReadWrite)
	if err != nil {
		return err
	}
	defer p.Close()
	if !p.HasKey() {
		printError(a.err, failure(p.Path()+".key is not there: what is imported now cannot be compared with earlier payloads",
			"put the key back beside the profile, or start a new profile with --profile"))
	}
	if len(known) > 0 && !p.HasKey() {
		return failure("without that key a secret cannot be told from another, so --secret-file is of no use")
	}
	o.signers = known.fingerprints(p)
	result, err := importLogs(ctx, a, p, o)
	if ctx.Err() != nil {
		return interrupted{finished(result) + ", nothing of the others; the same command goes on from there"}
	}
	if err != nil {
		return err
	}
	if failed := allFailed(result); failed != nil {
		err := p.Close()
		if isNew { // and empty: better none than one that says that there is nothing
			err = errors.Join(err, os.Remove(p.Path()), os.Remove(p.Path()+".key"))
		}
		return errors.Join(failed, err)
	}
	if err := printImport(a, result); err != nil {
		return err
	}
	if err := p.Close(); err != nil {
		return err
	}
	return unused(result, "webhookctl problems lists them with their reasons")
}

// finished says how far an import came.
func finished(result ingest.Result) string {
	n := int64(0)
	for _, f := range result.Files {
		if f.Status != ingest.Failed {
			n++
		}
	}
	if n == 1 {
		return "1 file is imported"
	}
	return number(n) + " files are imported"
}

// importLogs reads the paths into p and shows how far it is.
func importLogs(ctx context.Context, a *app, p *profile.Profile, o importOptions) (ingest.Result, error) {
	bar := newProgress(a.terminal)
	defer bar.erase()
	result, err := ingest.Logs(ctx, p, o.paths, o.given.options(o.limits.options(ingest.Options{
		As: o.as, Stdin: a.in, Progress: bar.update, Secrets: o.signers, Checked: o.checked, Leave: o.secrets,
	})))
	result.Files = withoutOurs(result.Files, o.paths)
	return result, err
}

// wide lets a table be as wide as it needs.
const wide = 1 << 16

// printImport prints a line for each file that is new, and what the profile holds now.
func printImport(a *app, result ingest.Result) error {
	var rows [][]string
	var unchanged, continued, replaced, unlisted, unlistedFiles int64
	var sum profile.Source
	for _, f := range result.Files {
		switch f.Status {
		case ingest.Failed:
			continue
		}
		if f.Unlisted > 0 {
			unlisted, unlistedFiles = unlisted+f.Unlisted, unlistedFiles+1
		}
		switch f.Status {
		case ingest.Unchanged:
			unchanged++
			continue
		case ingest.Continued:
			continued++
		case ingest.Replaced:
			replaced++
		}
		s := f.Source
		rows = append(rows, []string{f.Name, f.Format, number(s.Records), number(s.Problems), number(s.Skipped)})
		sum.Lines, sum.InRecords = sum.Lines+s.Lines, sum.InRecords+s.InRecords
		sum.Problems, sum.Skipped = sum.Problems+s.Problems, sum.Skipped+s.Skipped
	}
	out := printer{w: a.out}
	if len(rows) > 0 {
		header := []string{"file", "format", "records", "problems", "skipped"}
		width := wide
		if a.outTTY {
			width = a.columns
		}
		if err := report.Table(a.out, header, rows, report.TableOptions{Terminal: true, Width: width}); err != nil {
			return err
		}
		out.print("\n", count(sum.Lines, "line"), " read = ", number(sum.InRecords), " in records + ", number(sum.Problems),
			" with problems + ", number(sum.Skipped), " skipped by rule\n")
	}
	if unlisted > 0 {
		out.print(count(unlisted, "problem"), " of ", count(unlistedFiles, "file"), " counted and not listed: --max-problems sets how many are\n")
	}
	if result.Bodies > 0 {
		out.print(count(int64(result.Bodies), "file"), " left out: bodies of the HAR beside which they lie\n")
	}
	if unchanged > 0 {
		out.print(count(unchanged, "file"), " unchanged since an earlier import\n")
	}
	if continued > 0 {
		out.print(count(continued, "file"), " grown, and read on from where an earlier import stopped\n")
	}
	if replaced > 0 {
		out.print(count(replaced, "file"), " read anew in place of an earlier import\n")
	}
	out.print(count(int64(result.Added), "new source"), "; the profile now holds ", strconv.Itoa(result.Sources), span(result), "\n")
	return out.err
}

// span says what time the profile covers.
func span(result ingest.Result) string {
	first, last := analyze.Time(result.First).String(), analyze.Time(result.Last).String()
	if first == "" {
		return ""
	}
	return ", from " + first + " to " + last
}

func number(n int64) string { return strconv.FormatInt(n, 10) }

// count is a number with its noun: "1 line", "2 lines".
func count(n int64, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return number(n) + " " + noun
}
