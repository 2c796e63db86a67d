package main

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/analyze/language"
	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/report"
)

// bundleComment is the comment of each bundle's archive, by which it is known again: it is no evidence.
const bundleComment = "webhookctl bundle"

// bundled are the reports in a bundle.
var bundled = []struct{ file, format string }{
	{"report.html", "html"}, {"report.md", "markdown"}, {"report.json", "json"},
}

func newBundle(a *app) *cobra.Command {
	o := diagnoseOptions{format: "text", again: "webhookctl --profile webhookctl.db diagnose"}
	cmd := &cobra.Command{
		Use:   "bundle [PATH…] -o incident.zip",
		Short: "Put report, verdicts, hashes and profile into one archive",
		Example: `  webhookctl bundle -o incident.zip             # over the profile
  webhookctl bundle ./incident/ -o incident.zip # over these files`,
		Long: `The archive holds the report as a page, as Markdown and as JSON, the sources'
SHA-256 sums, the profile without its key, and a README that says how to verify
each. It holds no payload, no address and no secret: "webhookctl help profile"
says what a profile keeps. The same profile gives the same bytes.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.output == "" || o.output == "-" {
				return usage("bundle needs a file to write").hint("%s -o incident.zip", cmd.CommandPath())
			}
			archive := o.output
			o.paths, o.output = args, "" // its ending tells no form of a report
			if err := o.complete(a, cmd); err != nil {
				return err
			}
			o.output = archive
			return runBundle(cmd.Context(), a, o)
		},
	}
	cmd.Flags().StringVarP(&o.output, "output", "o", "", "write the archive to `FILE`")
	o.judgeFlags(cmd)
	cmd.Flags().SortFlags = false
	return cmd
}

func runBundle(ctx context.Context, a *app, o diagnoseOptions) error {
	p, history, incomplete, err := o.read(ctx, a)
	if err != nil {
		return err
	}
	defer p.Close()
	d := analyze.Diagnose(history, o.judge)
	files, err := bundle(ctx, p, d, o.options(a, d))
	if err != nil {
		return err
	}
	archive, err := archived(files)
	if err != nil {
		return err
	}
	if err := o.put(a, archive); err != nil {
		return err
	}
	return incomplete
}

// bundledFile is one file of a bundle.
type bundledFile struct {
	name string
	data []byte
}

// bundle makes the files: the README first, so that it is seen, and the sums of the others last.
func bundle(ctx context.Context, p *profile.Profile, d analyze.Diagnosis, opt report.Options) ([]bundledFile, error) {
	files := []bundledFile{{"README.txt", []byte(opt.Language.Say(bundleReadme))}}
	for _, b := range bundled {
		var buf bytes.Buffer
		if err := formatNamed(b.format).Write(&buf, d, opt); err != nil {
			return nil, err
		}
		files = append(files, bundledFile{b.file, buf.Bytes()})
	}
	var sums strings.Builder
	for _, s := range d.Sources {
		sums.WriteString(sumLine(s.SHA256, s.Name))
	}
	files = append(files, bundledFile{"sources.sha256", []byte(sums.String())})
	db, err := copied(ctx, p)
	if err != nil {
		return nil, err
	}
	files = append(files, bundledFile{"webhookctl.db", db})
	sums.Reset()
	for _, f := range files {
		sum := sha256.Sum256(f.data)
		sums.WriteString(sumLine(hex.EncodeToString(sum[:]), f.name))
	}
	return append(files, bundledFile{"bundle.sha256", []byte(sums.String())}), nil
}

// sumLine is a line as sha256sum writes it. In a name that holds a backslash or a line break both are escaped, and the line begins
// with a backslash.
func sumLine(sum, name string) string {
	if escaped := strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\r", `\r`).Replace(name); escaped != name {
		return `\` + sum + "  " + escaped + "\n"
	}
	return sum + "  " + name + "\n"
}

// copied is the profile without its key, by way of a file that is removed again.
func copied(ctx context.Context, p *profile.Profile) (data []byte, err error) {
	folder, err := os.MkdirTemp("", "webhookctl-bundle-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	file := filepath.Join(folder, "webhookctl.db")
	if err := p.Copy(ctx, file); err != nil {
		return nil, err
	}
	return os.ReadFile(file)
}

// archived makes the archive, with one date for all files: a clock would make other bytes each time.
func archived(files []bundledFile) ([]byte, error) {
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	for _, f := range files {
		header := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)}
		header.SetMode(0o644)
		out, err := w.CreateHeader(header)
		if err != nil {
			return nil, fmt.Errorf("write the archive: %w", err)
		}
		if _, err := out.Write(f.data); err != nil {
			return nil, fmt.Errorf("write the archive: %w", err)
		}
	}
	if err := errors.Join(w.SetComment(bundleComment), w.Close()); err != nil {
		return nil, fmt.Errorf("write the archive: %w", err)
	}
	return buf.Bytes(), nil
}

// isBundle tells an archive that bundle wrote.
func isBundle(path string) bool {
	head, tail := ends(path, 512)
	return bytes.HasPrefix(head, []byte("PK")) && bytes.HasSuffix(tail, []byte(bundleComment))
}

const bundleReadme language.Text = `This is a bundle of webhookctl: what it found in the log files of an incident.

  report.html      the report with pictures; it opens in any browser, from
                   the file, and asks nobody for anything
  report.md        the same for a ticket
  report.json      the same for a program: every duplicate with its evidence
  sources.sha256   the SHA-256 sums of the log files that were read
  webhookctl.db    what was kept of them: identifiers, times, status codes and
                   keyed hashes; no payload, no address, no secret, and not
                   the key of the hashes
  bundle.sha256    the sums of the files above

How to verify it

1. That nothing in the bundle was changed:

     sha256sum -c bundle.sha256

2. That the logs you hold are those that were read, in their folder:

     sha256sum -c /path/to/sources.sha256

   A file that lay in an archive has its path within it; take it out first.

3. That the verdicts follow from what was kept. Where rules were given, they
   stand in the report and have to be given again:

     webhookctl --lang en --profile webhookctl.db diagnose --format json

   writes report.json, byte by byte, with the same version of webhookctl.

4. That what was kept stands in the logs. Each record in the report names its
   file and line, and

     webhookctl --lang en --profile webhookctl.db diagnose --explain D1

   shows every join of case D1. Without the key, which stays with whoever made
   this, payloads cannot be compared with new ones; what was compared stays.
`
