package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/webhookctl/webhookctl/docs"
	"github.com/webhookctl/webhookctl/fixtures"
	"github.com/webhookctl/webhookctl/report"
)

// written are the pages that people read, by their place in the repository.
func written(t *testing.T) map[string]string {
	t.Helper()
	pages := map[string]string{"README.md": readFile(t, "README.md")}
	for _, pattern := range []string{"docs/*.md", ".github/*.md", ".github/*/*.md"} {
		paths, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			name, err := filepath.Rel(root, path)
			if err != nil {
				t.Fatal(err)
			}
			pages[filepath.ToSlash(name)] = readBytes(t, path)
		}
	}
	if len(pages) < 15 {
		t.Fatalf("only %d pages", len(pages))
	}
	return pages
}

var (
	fence    = regexp.MustCompile("(?ms)^ *```.*?^ *```[ \t]*$")
	codeSpan = regexp.MustCompile("`[^`\n]+`")
	mdLink   = regexp.MustCompile(`\[[^]]*\]\(([^)\s]+)\)`)
	notSlug  = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
)

// TestLinks follows each link between the pages, to the heading.
func TestLinks(t *testing.T) {
	headings := map[string][]string{}
	pages := written(t)
	for name, text := range pages {
		for line := range strings.Lines(fence.ReplaceAllString(text, "")) {
			if hashes, title, ok := strings.Cut(line, " "); ok && strings.Trim(hashes, "#") == "" && hashes != "" {
				slug := notSlug.ReplaceAllString(strings.ToLower(strings.TrimSpace(title)), "")
				headings[name] = append(headings[name], strings.ReplaceAll(slug, " ", "-"))
			}
		}
	}
	links := 0
	for name, text := range pages {
		for _, m := range mdLink.FindAllStringSubmatch(codeSpan.ReplaceAllString(fence.ReplaceAllString(text, ""), ""), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			links++
			path, anchor, _ := strings.Cut(m[1], "#")
			to := name
			if path != "" {
				to = filepath.ToSlash(filepath.Join(filepath.Dir(name), path))
			}
			if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(to))); err != nil {
				t.Errorf("%s: the link %s leads nowhere", name, m[1])
			} else if anchor != "" && !slices.Contains(headings[to], anchor) {
				t.Errorf("%s: %s has no heading #%s", name, to, anchor)
			}
		}
	}
	if links < 50 {
		t.Errorf("only %d links", links)
	}
}

// TestPagesAreShown draws every page as help shows it, and each part that can be collected: nothing of Markdown is left in it.
func TestPagesAreShown(t *testing.T) {
	pages := docs.All()
	for _, p := range docs.All() {
		if german := p.In("de"); german.Text != p.Text {
			pages = append(pages, german)
		}
	}
	for _, p := range pages {
		var out strings.Builder
		if err := report.Manual(&out, p.Text, 80); err != nil {
			t.Fatal(err)
		}
		if text := out.String(); !strings.HasPrefix(text, p.Title+"\n═") || strings.Contains(text, "```") || strings.Contains(text, "](") || strings.Contains(text, "**") || strings.Contains(text, "\n#") && p.Name != "rules" {
			t.Errorf("%s is not drawn:\n%.400s", p.Name, text)
		}
	}
}

// shownCommands are the command lines of ours that a page shows: in blocks, which somebody will copy, and in spans.
func shownCommands(text string) (blocks, spans []string) {
	isCode := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			isCode = !isCode
			continue
		}
		trimmed := strings.TrimSpace(line)
		if (isCode || strings.HasPrefix(line, "    ")) && strings.HasPrefix(trimmed, "webhookctl ") {
			blocks = append(blocks, trimmed)
		}
	}
	for _, span := range codeSpan.FindAllString(fence.ReplaceAllString(text, ""), -1) {
		if span = strings.Trim(span, "`"); strings.HasPrefix(span, "webhookctl ") || strings.HasPrefix(span, "--") {
			spans = append(spans, span)
		}
	}
	return blocks, spans
}

// foreignFlags are flags of other programs that pages name.
var foreignFlags = []string{"--network", "--user", "--live", "--batch", "--paginate", "--starting-after", "--skip-tz-utc", "-->"}

// TestShownCommands makes sure that every command and flag that a page names is there.
func TestShownCommands(t *testing.T) {
	commands := 0
	for name, text := range written(t) {
		blocks, spans := shownCommands(text)
		for _, line := range append(blocks, spans...) {
			cmd, words := newRoot(&app{}), strings.Fields(line)
			cmd.InitDefaultHelpCmd()
			if words[0] == "webhookctl" {
				commands++
				found, rest, err := cmd.Find(words[1:])
				if err != nil || found == cmd && len(rest) > 0 && !strings.HasPrefix(rest[0], "-") && rest[0] != "COMMAND" {
					t.Errorf("%s: %q: there is no such command", name, line)
					continue
				}
				cmd = found
				if cmd.Name() == "help" && len(rest) > 0 && len(words) == 3 {
					topic := strings.Join(rest, " ")
					if of, left, err := cmd.Root().Find(rest); (err != nil || len(left) > 0 || of == cmd.Root()) && topic != "topics" && topic != "TOPIC" && !slices.Contains(topics(), topic) {
						t.Errorf("%s: %q: there is no such topic", name, line)
					}
				}
			}
			for _, word := range words {
				flag, _, _ := strings.Cut(strings.TrimPrefix(word, "["), "=")
				if !strings.HasPrefix(flag, "--") || flag == "--" || slices.Contains(foreignFlags, flag) {
					continue
				}
				if !hasFlag(cmd, strings.Trim(flag, "-]"), words[0] != "webhookctl") {
					t.Errorf("%s: %q: there is no flag %s", name, line, flag)
				}
			}
		}
	}
	if commands < 80 {
		t.Errorf("only %d commands", commands)
	}
}

// hasFlag tells whether a command, or anyone below it, has a flag.
func hasFlag(cmd *cobra.Command, name string, below bool) bool {
	cmd.InitDefaultHelpFlag()
	is := cmd.Flag(name) != nil
	cmd.InheritedFlags().VisitAll(func(f *pflag.Flag) { is = is || f.Name == name })
	for _, c := range cmd.Commands() {
		is = is || below && hasFlag(c, name, below)
	}
	return is
}

// TestShownCommandsRun runs each command line that a page shows in a block, on files of the names that it has: it must not be refused.
func TestShownCommandsRun(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh here")
	}
	dir := t.TempDir()
	demo, err := fixtures.Demo()
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"incident", "logs-of-this-week", "logs-of-today", "receiver-tests", "launch-tests"} {
		if err := os.CopyFS(filepath.Join(dir, folder), demo); err != nil {
			t.Fatal(err)
		}
	}
	const line = "2026-11-30T08:26:28+00:00 hook d3c083808682eaa2caa0570c7364f283 of 3: received"
	for name, text := range map[string]string{
		"secrets.txt": "a secret\n", "s.txt": "a secret\n",
		"rules.txt":  "operation shipment:create:{resource.id}:full when topic=order.updated status=processing\n",
		"access.log": `2026-11-30T08:26:28+00:00 "POST /woo HTTP/1.1" 202 0.008 id=3` + "\n",
		"app.log":    line + "\n", "app.ndjson": `{"time":"2026-11-30T08:26:28Z","msg":"received","data":{"hook":{"id":"d3c083808682eaa2caa0570c7364f283"}}}` + "\n",
		"claims.csv": "idem_key,status,ref,created_at\nshipment:create:14:full,succeeded,SHIP-001,2026-11-30T08:26:28Z\n",
	} {
		write(t, filepath.Join(dir, name), text)
	}
	sh := func(line string) (string, error) {
		cmd := exec.Command(shell, "-c", line)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	for _, prepare := range []string{"webhookctl import logs ./incident/", "cp webhookctl.db before.db; cp webhookctl.db.key before.db.key"} {
		if out, err := sh(prepare); err != nil {
			t.Fatal(out)
		}
	}
	ran := map[string]bool{}
	for name, text := range written(t) {
		blocks, _ := shownCommands(text)
		for _, line := range blocks {
			line, _, _ = strings.Cut(line, "  #")                                                                // what it is for
			line = strings.ReplaceAll(regexp.MustCompile(` #( .*)?$`).ReplaceAllString(line, ""), "18452", "14") // the demo's order
			line, _, _ = strings.Cut(line, " | ")                                                                // what another program makes of it
			line, _, _ = strings.Cut(line, " || ")
			if ran[line] {
				continue
			}
			ran[line] = true
			out, err := sh(line)
			var exit *exec.ExitError
			if errors.As(err, &exit) && exit.ExitCode() != 2 { // 1: it found something; 3: it could not use a file
				err = nil
			}
			if err != nil {
				t.Errorf("%s: %s: %v\n%s", name, line, err, out)
			}
		}
	}
	if len(ran) < 30 {
		t.Errorf("only %d commands were run", len(ran))
	}
}

// TestNamedFiles makes sure that each Go file that a page names is there.
func TestNamedFiles(t *testing.T) {
	names := map[string]bool{"NAME.go": true, "relaylog.go": true}
	for path := range sourceFiles(t) {
		names[path], names[filepath.Base(path)] = true, true
	}
	named := 0
	for page, text := range written(t) {
		for _, m := range regexp.MustCompile("`((?:[a-z]+/)*[A-Za-z_]+\\.go)`").FindAllStringSubmatch(text, -1) {
			named++
			if !names[m[1]] && !names[filepath.Base(m[1])] || strings.Contains(m[1], "/") && !names[m[1]] && filepath.Base(m[1]) != "NAME.go" {
				t.Errorf("%s: there is no %s", page, m[1])
			}
		}
	}
	if named < 30 {
		t.Errorf("only %d files are named", named)
	}
}

// TestReceiverPage makes sure that docs/receiver.md has the forms that advise prints.
func TestReceiverPage(t *testing.T) {
	out, _ := ran(t, "advise", "--format", "json", filepath.Join(root, "fixtures", "demo", "logs"))
	var advice struct {
		Forms []struct{ Name, Language, Text string }
	}
	if err := json.Unmarshal([]byte(out), &advice); err != nil {
		t.Fatal(err)
	}
	page, found := readFile(t, "docs/receiver.md"), 0
	for _, f := range advice.Forms {
		if f.Name != "mysql" && f.Name != "postgresql" && f.Name != "redis" {
			continue
		}
		found++
		if !strings.Contains(page, "```"+f.Language+"\n"+f.Text+"\n```\n") {
			t.Errorf("docs/receiver.md has another form for %s; it should be:\n%s", f.Name, f.Text)
		}
	}
	if found != 3 {
		t.Errorf("only %d forms", found)
	}
}

// TestAddingPage adds the format of docs/adding.md to a copy of the list, as that page says, and has the tests of formats take it.
func TestAddingPage(t *testing.T) {
	page := readFile(t, "docs/adding.md")
	dir := t.TempDir()
	write(t, filepath.Join(dir, "relaylog.go"), fenced(t, page, "go"))
	list := readFile(t, "ingest/format/list.go")
	if !strings.Contains(page, "\n       relayLog,\n") || !strings.Contains(list, "\trequestLog,\n") {
		t.Fatal("the line of the list is not there")
	}
	write(t, filepath.Join(dir, "list.go"), strings.Replace(list, "\trequestLog,\n", "\trelayLog,\n\trequestLog,\n", 1))
	folder, err := filepath.Abs(filepath.Join(root, "ingest", "format"))
	if err != nil {
		t.Fatal(err)
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {
		filepath.Join(folder, "relaylog.go"): filepath.Join(dir, "relaylog.go"),
		filepath.Join(folder, "list.go"):     filepath.Join(dir, "list.go"),
	}})
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "overlay.json"), string(overlay))
	cmd := exec.Command("go", "test", "-v", "-overlay", filepath.Join(dir, "overlay.json"), "-run", "^TestFormats$/^relay-log$", ".")
	cmd.Dir = folder
	out, err := cmd.CombinedOutput()
	if errors.Is(err, exec.ErrNotFound) {
		t.Skip("there is no go command here")
	}
	if err != nil || !strings.Contains(string(out), "--- PASS: TestFormats/relay-log") {
		t.Errorf("%v\n%s", err, out)
	}
}
