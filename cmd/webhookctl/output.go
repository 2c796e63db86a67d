package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/webhookctl/webhookctl/ingest"
	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/report"
)

// formatNames lists the forms of a report.
func formatNames() []string {
	var names []string
	for _, f := range report.Formats {
		names = append(names, f.Name)
	}
	return names
}

// formatNamed returns the format of that name, which the flag has checked.
func formatNamed(name string) report.Format {
	for _, f := range report.Formats {
		if f.Name == name {
			return f
		}
	}
	return report.Format{}
}

// formatOf tells the format of a report from the name of its file.
func formatOf(output string) (string, error) {
	switch ext := strings.ToLower(filepath.Ext(output)); ext {
	case ".md", ".markdown":
		return "markdown", nil
	case ".html", ".htm":
		return "html", nil
	case ".csv":
		return "csv", nil
	case ".jsonl", ".ndjson":
		return "jsonl", nil
	case ".json":
		return "json", nil
	case ".txt", "":
		return "text", nil
	default:
		if !regular(output) { // /dev/stdout.3 and the like
			return "text", nil
		}
		return "", usage("--output: %q does not tell the format of the report", output).
			hint("end it in .html, .md, .json, .jsonl, .csv or .txt, or give --format (%s)", strings.Join(formatNames(), ", "))
	}
}

// checkOutput refuses an output that cannot be written, or that would overwrite one of the inputs, or anything in a folder that
// is read, the profile, a log, an export, but an earlier report. It runs before any work is done.
func checkOutput(output string, inputs []string) error {
	if output == "" || output == "-" {
		return nil
	}
	if info, err := os.Stat(filepath.Dir(output)); err != nil {
		return failure(fmt.Sprintf("--output: there is no folder %q", filepath.Dir(output)), "make it first, or name another file")
	} else if !info.IsDir() {
		return failure(fmt.Sprintf("--output: %q is no folder", filepath.Dir(output)), "name another file")
	}
	target, err := os.Stat(output)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case target.IsDir():
		return failure(fmt.Sprintf("--output: %q is a folder", output), "name a file in it")
	}
	for _, input := range inputs {
		if named, below := isInput(target, output, input); named || below && !isReport(output) && !isBundle(output) {
			return failure(fmt.Sprintf("--output: %q is one of the inputs, and would be overwritten", output),
				"name a file outside of what is read")
		}
	}
	return nil
}

// isInput tells whether target is the file input, and whether it lies below it.
func isInput(target fs.FileInfo, output, input string) (named, below bool) {
	info, err := os.Stat(input)
	if err != nil {
		return false, false // a pattern: what it matched is checked after reading
	}
	if os.SameFile(target, info) {
		return true, false
	}
	if !info.IsDir() {
		return false, false
	}
	// Walk up from the output, through links: one of its folders may be the input.
	path, err := filepath.EvalSymlinks(output)
	if err != nil {
		return false, false
	}
	if path, err = filepath.Abs(path); err != nil {
		return false, false
	}
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		if parent, err := os.Stat(dir); err == nil && os.SameFile(parent, info) {
			return false, true
		}
		if dir == filepath.Dir(dir) {
			return false, false
		}
	}
}

// sourcePaths lists the files that the sources of a profile were read from.
func sourcePaths(p *profile.Profile, sources []profile.Source) []string {
	var paths []string
	for _, s := range sources {
		if path := p.SourcePath(s); filepath.IsAbs(path) {
			paths = append(paths, cmp.Or(ingest.FileOf(path), path))
		}
	}
	return paths
}

// writeFile writes a report whole or not at all: to a file beside it first, which then takes its place.
func writeFile(output string, data []byte) (err error) {
	if !regular(output) {
		return os.WriteFile(output, data, 0) // a pipe or a device cannot be replaced
	}
	if target, err := filepath.EvalSymlinks(output); err == nil {
		output = target
	}
	temp := fmt.Sprintf("%s.%d.tmp", output, os.Getpid())
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(temp)
		}
	}()
	if info, err := os.Stat(output); err == nil {
		if err := f.Chmod(info.Mode().Perm()); err != nil {
			return err
		}
	}
	if _, err := f.Write(data); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(temp, output)
}

// regular tells whether output is a file, or nothing yet.
func regular(output string) bool {
	info, err := os.Stat(output)
	return err != nil || info.Mode().IsRegular()
}
