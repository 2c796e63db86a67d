package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/cpuguy83/go-md2man/v2/md2man"
	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/webhookctl/webhookctl/docs"
)

// A release holds more than the program. It is made here and not by the program, so that the program need not carry what makes it.
var release = flag.String("release", "", "write man pages, completion scripts and licence texts into this folder")

// releaseDir is where these files go: where -release says, else into a folder that nobody keeps.
func releaseDir(t *testing.T) string {
	t.Helper()
	if *release == "" {
		return t.TempDir()
	}
	return *release
}

// released writes a file that everybody may read, whoever installs it.
func released(t *testing.T, path, text string) {
	t.Helper()
	write(t, path, text)
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestManPages makes the man pages: in section 1 those of the commands, of their help; in section 7 those of the topics, of docs/.
func TestManPages(t *testing.T) {
	dir := filepath.Join(releaseDir(t), "man")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := newRoot(&app{})
	plain(cmd)
	t.Setenv("SOURCE_DATE_EPOCH", "0") // the date of a page would be another one each day
	if err := doc.GenManTree(cmd, &doc.GenManHeader{Section: "1", Source: "webhookctl", Manual: "webhookctl"}, dir); err != nil {
		t.Fatal(err)
	}
	for _, p := range docs.All() {
		released(t, filepath.Join(dir, "webhookctl-"+p.Name+".7"), string(md2man.Render([]byte(manOf(p)))))
	}
	pages, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(pages) < len(docs.All())+len(cmd.Commands()) {
		t.Fatalf("only %d pages: %v", len(pages), err)
	}
	for _, path := range pages {
		text := readBytes(t, path)
		text = strings.Replace(text, `"Jan 1970" `, `"" `, 1)
		released(t, path, text)
		if !strings.Contains(text, ".SH NAME") || strings.Contains(text, "```") || strings.Contains(text, ".md)") || strings.Contains(text, "Jan 1970") {
			t.Errorf("%s is no man page: %.300s", filepath.Base(path), text)
		}
	}
}

// plain leaves out of each page when it was made.
func plain(cmd *cobra.Command) {
	cmd.DisableAutoGenTag = true
	for _, c := range cmd.Commands() {
		plain(c)
	}
}

var (
	pageLink  = regexp.MustCompile(`\[([^]]+)\]\(([a-z-]+)\.md(?:#[^)]*)?\)`)
	pageTable = regexp.MustCompile(`(?m)(?:^\|.*\n)+`)
	otherLink = regexp.MustCompile(`\[([^]]+)\]\((?:#|\.\./)[^)]*\)`)
)

// manOf is a page as md2man wants it: with a header, a name, and the names of other man pages in place of links.
func manOf(p docs.Page) string {
	text := pageLink.ReplaceAllStringFunc(p.Text, func(link string) string {
		m := pageLink.FindStringSubmatch(link)
		if name := "**webhookctl-" + m[2] + "**(7)"; m[1] != m[2]+".md" {
			return m[1] + " (" + name + ")"
		}
		return "**webhookctl-" + m[2] + "**(7)"
	})
	text = otherLink.ReplaceAllString(text, "$1")
	_, text, _ = strings.Cut(text, "\n")
	text = pageTable.ReplaceAllStringFunc(text, listed)
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\n## ", "\n# "), "\n### ", "\n## ")
	return `% "WEBHOOKCTL-` + strings.ToUpper(p.Name) + `" "7" "" "webhookctl" "webhookctl"` +
		"\n# NAME\nwebhookctl-" + p.Name + ` \- ` + p.Title + "\n\n# DESCRIPTION\n" + text + "\n# SEE ALSO\n**webhookctl**(1)\n"
}

// listed makes of a table a list, since man breaks no line of a table: the first cell of each row with what the others say of it.
func listed(table string) string {
	lines := strings.Split(strings.TrimSpace(table), "\n")
	cells := func(line string) []string {
		row := strings.Split(strings.Trim(line, "|"), "|")
		for i := range row {
			row[i] = strings.TrimSpace(row[i])
		}
		return row
	}
	header, list := cells(lines[0]), ""
	for _, line := range lines[2:] {
		row := cells(line)
		list += "\n" + row[0] + "\n"
		for i, cell := range row[1:] {
			if about := header[i+1]; about != "" && len(row) > 2 {
				cell = "*" + about + ":* " + cell
			}
			list += ": " + cell + "\n"
		}
	}
	return list + "\n"
}

// TestCompletionScripts makes the completion scripts under the names that the shells look for.
func TestCompletionScripts(t *testing.T) {
	dir := filepath.Join(releaseDir(t), "completions")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for shell, name := range map[string]string{"bash": "webhookctl.bash", "fish": "webhookctl.fish", "powershell": "webhookctl.ps1", "zsh": "_webhookctl"} {
		var stdout, stderr bytes.Buffer
		if code := run(t.Context(), []string{"completion", shell}, terminal{out: &stdout, err: &stderr, getenv: os.Getenv}); code != 0 || stdout.Len() < 1000 {
			t.Fatalf("%s: exit code %d, %s", shell, code, stderr.String())
		}
		released(t, filepath.Join(dir, name), stdout.String())
	}
}
