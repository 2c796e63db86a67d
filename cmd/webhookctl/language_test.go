package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/analyze/language"
)

// inLanguages are the histories that are told in every form and language: one incident, and several together, so that there are many
// classes, outcomes and findings.
var inLanguages = map[string][]string{
	"resent": {"three-states-one-resent"},
	"many": {
		"browser-return-and-webhook", "delivery-id-guard", "forged-request-accepted", "handler-ran-twice", "nginx-upstream-retry-guarded",
		"two-registrations-one-url", "uncertain-operation", "worker-log-missing",
	},
}

// told runs a command in a language and gives what it prints.
func told(t *testing.T, lang string, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	term := terminal{in: strings.NewReader(""), out: &stdout, err: &stderr, getenv: func(string) string { return "" }}
	if code := run(t.Context(), append([]string{"--lang", lang}, args...), term); code != 0 {
		t.Fatalf("%q: exit code %d, %s", args, code, stderr.String())
	}
	return stdout.String()
}

// TestLanguages holds every form of report of these histories, in each language, against its file, and looks for English that was left
// in the German ones.
func TestLanguages(t *testing.T) {
	top, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for name, folders := range inLanguages {
		dir := t.TempDir()
		for i, folder := range folders { // whose names are no words, to be taken for English
			if err := os.CopyFS(filepath.Join(dir, "logs", fmt.Sprintf("%c", 'a'+i)), os.DirFS(filepath.Join(top, "fixtures", "incidents", folder, "logs"))); err != nil {
				t.Fatal(err)
			}
		}
		t.Chdir(dir)
		told(t, "en", "import", "logs", "logs")
		for _, lang := range language.Codes() {
			for ext, args := range map[string][]string{
				"txt": {"diagnose", "--width", "80"}, "md": {"diagnose", "--format", "markdown"}, "html": {"diagnose", "--format", "html"},
				"json": {"diagnose", "--format", "json"}, "jsonl": {"diagnose", "--format", "jsonl"}, "csv": {"diagnose", "--format", "csv"},
				"explain.txt": {"diagnose", "--explain", "D1"}, "trace.txt": {"trace", "--width", "100", "order:18452"},
				"advice.txt": {"advise", "--width", "80"}, "advice.md": {"advise", "--format", "markdown"},
			} {
				got := told(t, lang, args...)
				if ext == "html" {
					got = withoutCode(got)
				}
				file := filepath.Join("cmd", "webhookctl", "testdata", "language", name+"."+lang+"."+ext)
				same(t, filepath.Join(top, file), got)
				if lang == "de" {
					onlyGerman(t, file, got)
				}
			}
		}
	}
	german, err := language.Of("de")
	if err != nil {
		t.Fatal(err)
	}
	onlyGerman(t, "the bundle's README", german.Say(bundleReadme))
}

// withoutCode leaves out the page's style and script, which have no language.
func withoutCode(page string) string {
	for _, element := range []string{"style", "script"} {
		page = regexp.MustCompile(`(?s)<`+element+`>.*?</`+element+`>`).ReplaceAllLiteralString(page, "<"+element+">…</"+element+">")
	}
	return regexp.MustCompile(`sha256-[^=]+=`).ReplaceAllLiteralString(page, "sha256-…")
}

func same(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s; if it should be so: go test ./cmd/webhookctl -run TestLanguages -update (-want +got):\n%s", filepath.Base(path), diff)
	}
}

var (
	// notProse is what keeps its own words: code, keys, commands, quotations, lines of logs, statements.
	notProse = regexp.MustCompile("(?s)```(?:sql|redis|http)\n.*?\n```|`[^`\n]*`|<code>.*?</code>|<[^>]*>|\"[^\"\n]*\":|webhookctl [a-z-]+[^\n|]*|participant P\\d+ as|receiver-[ab]\\s+on\\s|(?m:^ +\\| .*$)|" +
		"(?m:^ +(?:[A-Z-]{3,} |  ?[A-Za-z_]+ +(?:TEXT|VARCHAR|TIMESTAMP)|--|\\)|SET |DEL |if ).*$)")
	// english are words that German does not have.
	english = regexp.MustCompile(`(?im)(?:^|[\s("„…>])(?:the|of|and|to|with|were|is|not|by|for|from|that|which|it|its|this|has|have|had|been|only|each|every|before|after|does|are|on|at|or|as|no|one|two)(?:$|[\s,.;:)“<…])`)
)

// onlyGerman looks for English function words in what is told in German.
func onlyGerman(t *testing.T, name, text string) {
	t.Helper()
	seen := map[string]bool{}
	for _, at := range english.FindAllStringIndex(notProse.ReplaceAllString(text, "…"), -1) {
		prose := notProse.ReplaceAllString(text, "…")
		around := prose[max(0, at[0]-40):min(len(prose), at[1]+40)]
		if !seen[around] {
			seen[around] = true
			t.Errorf("%s: %q", name, strings.ToValidUTF8(around, ""))
		}
	}
}
