package main

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/report"
)

// root is the top of the repository.
const root = "../.."

// TestNoNetwork keeps the promise that the program never talks to anybody: none of our packages can open a connection. net/url and
// net/netip only read text.
func TestNoNetwork(t *testing.T) {
	for path, file := range sourceFiles(t) {
		if strings.HasPrefix(path, "fixtures/record/") {
			continue // a command of its own, which nobody can import: it records what servers on loopback do
		}
		for _, spec := range file.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			if name == "net" || strings.HasPrefix(name, "net/") && name != "net/url" && name != "net/netip" || strings.HasPrefix(name, "golang.org/x/net") {
				t.Errorf("%s imports %s", path, name)
			}
		}
	}
}

// TestOnlyMainExits makes sure that errors come up to main, which exits in one place: nothing below may end a program, neither
// webhookctl nor those that write fixtures.
func TestOnlyMainExits(t *testing.T) {
	enders := []string{"os.Exit", "log.Fatal", "log.Fatalf", "log.Fatalln", "log.Panic", "log.Panicf", "log.Panicln", "runtime.Goexit", "syscall.Exit"}
	exits := map[string]int{}
	for path, file := range sourceFiles(t) {
		ast.Inspect(file, func(n ast.Node) bool {
			selector, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			pkg, ok := selector.X.(*ast.Ident)
			if !ok || !slices.Contains(enders, pkg.Name+"."+selector.Sel.Name) {
				return true
			}
			if file.Name.Name == "main" && filepath.Base(path) == "main.go" && pkg.Name == "os" {
				exits[path]++
				return true
			}
			t.Errorf("%s calls %s.%s", path, pkg.Name, selector.Sel.Name)
			return true
		})
	}
	want := map[string]int{"cmd/webhookctl/main.go": 1, "fixtures/bench/main.go": 1, "fixtures/make/main.go": 1, "fixtures/record/main.go": 1}
	if diff := cmp.Diff(want, exits); diff != "" {
		t.Errorf("calls of os.Exit (-want +got):\n%s", diff)
	}
}

// sourceFiles parses every Go file of ours but the tests.
func sourceFiles(t *testing.T) map[string]*ast.File {
	t.Helper()
	files := map[string]*ast.File{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() && (name == "testdata" || len(name) > 2 && name[0] == '.') {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		files[filepath.ToSlash(rel)] = file
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if files["cmd/webhookctl/main.go"] == nil || files["analyze/diagnosis.go"] == nil {
		t.Fatal("the walk did not find our own files")
	}
	return files
}

// TestVerdictsPage makes sure that docs/verdicts.md explains every word that a report may use: all fixed values of its schema.
func TestVerdictsPage(t *testing.T) {
	var schema any
	if err := json.Unmarshal(report.Schema, &schema); err != nil {
		t.Fatal(err)
	}
	words := enums(schema)
	if len(words) < 50 {
		t.Fatalf("the schema has only %d fixed values", len(words))
	}
	page := readFile(t, "docs/verdicts.md")
	for _, w := range words {
		if w != "" && !strings.Contains(page, "`"+w+"`") {
			t.Errorf("docs/verdicts.md does not explain `%s`", w)
		}
	}
}

// TestAdvisePage makes sure that docs/advise.md explains every verdict on a key, and every key and effect that an advice may name.
func TestAdvisePage(t *testing.T) {
	var schema struct {
		Defs map[string]struct {
			Properties map[string]struct {
				Enum        []string `json:"enum"`
				Description string   `json:"description"`
			} `json:"properties"`
		} `json:"$defs"`
	}
	if err := json.Unmarshal(report.AdviceSchema, &schema); err != nil {
		t.Fatal(err)
	}
	candidate := schema.Defs["candidate"].Properties
	words := append(candidate["verdict"].Enum, strings.Split(candidate["name"].Description, ", ")...)
	for word := range schema.Defs["effects"].Properties {
		words = append(words, word)
	}
	if len(words) < 20 {
		t.Fatalf("the schema has only the words %q", words)
	}
	page := readFile(t, "docs/advise.md")
	for _, w := range words {
		if !strings.Contains(page, "`"+w+"`") {
			t.Errorf("docs/advise.md does not explain `%s`", w)
		}
	}
}

// TestVerdictsPageKeepsItsPromises makes sure that docs/verdicts.md marks each cause and finding that no rule gives yet.
func TestVerdictsPageKeepsItsPromises(t *testing.T) {
	// A case label and a line of a list only tell words apart.
	label := regexp.MustCompile(`(?m)^\s*case .*:$|^(\s*"[a-z_]+",)+$`)
	sources, err := filepath.Glob(filepath.Join(root, "analyze", "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	rules := ""
	for _, path := range sources {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		rules += label.ReplaceAllString(string(text), "")
	}
	var schema struct {
		Defs map[string]any `json:"$defs"`
	}
	if err := json.Unmarshal(report.Schema, &schema); err != nil {
		t.Fatal(err)
	}
	causes := enums(schema.Defs["cause"])
	const mark = "*not judged yet:*"
	page := readFile(t, "docs/verdicts.md")
	rows, ofFindings := 0, false
	for line := range strings.Lines(page) {
		ofFindings = ofFindings || line == "## Findings\n"
		word, rest, ok := strings.Cut(strings.TrimPrefix(line, "| `"), "` | ")
		if !ok || !ofFindings && !slices.Contains(causes, word) {
			continue
		}
		rows++
		if !strings.Contains(rules, `"`+word+`"`) && !strings.HasPrefix(rest, mark) {
			t.Errorf("docs/verdicts.md promises `%s`, which no rule gives: mark it %s", word, mark)
		}
	}
	if rows < 35 {
		t.Errorf("only %d causes and findings were checked", rows)
	}
}

// TestCommentsNameWhatTheyTellOf makes sure that a comment that begins with a name begins with that of what stands below it: a function that
// was given another one leaves a comment that leads nowhere.
func TestCommentsNameWhatTheyTellOf(t *testing.T) {
	said := 0
	for path, file := range sourceFiles(t) {
		for _, d := range file.Decls {
			var doc *ast.CommentGroup
			var name string
			switch d := d.(type) {
			case *ast.FuncDecl:
				doc, name = d.Doc, d.Name.Name
			case *ast.GenDecl:
				if kind, ok := d.Specs[0].(*ast.TypeSpec); ok && len(d.Specs) == 1 {
					doc, name = d.Doc, kind.Name.Name
				}
			}
			first, _, _ := strings.Cut(doc.Text(), " ")
			if first = strings.TrimRight(first, ",:"); first == "" || first[0] < 'a' || first[0] > 'z' {
				continue // a sentence
			}
			if said++; first != name {
				t.Errorf("%s: the comment of %s begins with %q", path, name, first)
			}
		}
	}
	if said < 1000 {
		t.Errorf("only %d comments", said)
	}
}

// TestVerdictsPageFindsTheLines makes sure that the words by which docs/verdicts.md finds a line of a report stand in one of the files it names.
func TestVerdictsPageFindsTheLines(t *testing.T) {
	page := readFile(t, "docs/verdicts.md")
	_, classes, _ := strings.Cut(page, "\n## Where each is decided\n")
	classes, table, _ := strings.Cut(classes, "| line | written in | words |")
	rows := regexp.MustCompile("(?m)^\\| ([^|]*) \\| ([^|]*) \\| `([^`]*)` \\|$").FindAllStringSubmatch(table, -1)
	if len(rows) < 7 {
		t.Fatalf("only %d lines", len(rows))
	}
	for _, row := range rows {
		found := false
		in := mdLink.FindAllStringSubmatch(row[2], -1)
		if strings.Contains(row[2], "the file of its class") {
			in = append(in, mdLink.FindAllStringSubmatch(classes, -1)...)
		}
		for _, f := range in {
			found = found || strings.Contains(readFile(t, strings.TrimPrefix(f[1], "../")), row[3])
		}
		if !found {
			t.Errorf("docs/verdicts.md: the words %q of %q are in none of %s", row[3], row[1], row[2])
		}
	}
}

// TestVerdictsPageNamesTheRules makes sure that docs/verdicts.md says in which file each class, cause and finding is decided, and that the
// file gives it.
func TestVerdictsPageNamesTheRules(t *testing.T) {
	label := regexp.MustCompile(`(?m)^\s*case .*:$|^(\s*"[a-z_]+",)+$`)
	page := readFile(t, "docs/verdicts.md")
	_, table, ok := strings.Cut(page, "\n## Where each is decided\n")
	if !ok {
		t.Fatal("there is no such table")
	}
	decided := map[string]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\| (.*) \\|$").FindAllStringSubmatch(table, -1) {
		word, files := row[1], mdLink.FindAllStringSubmatch(row[2], -1)
		decided[word] = len(files) > 0
		constant := "" // of a class: ReceiverRace
		for part := range strings.SplitSeq(word, "_") {
			constant += strings.ToUpper(part[:1]) + part[1:]
		}
		isClass := regexp.MustCompile(`\b` + constant + `\b`)
		given := false // somewhere: another file may only name it in words of its own
		for _, f := range files {
			text := label.ReplaceAllString(readFile(t, strings.TrimPrefix(f[1], "../")), "")
			given = given || strings.Contains(text, `"`+word+`"`) || isClass.MatchString(text)
		}
		if !given {
			t.Errorf("docs/verdicts.md: `%s` is in none of %s", word, row[2])
		}
	}
	rows := regexp.MustCompile("(?m)^(?:### `([a-z_]+)`:|\\| `([a-z_]+)` \\|)").FindAllStringSubmatch(page, -1)
	var schema struct {
		Defs map[string]any `json:"$defs"`
	}
	if err := json.Unmarshal(report.Schema, &schema); err != nil {
		t.Fatal(err)
	}
	words := append(enums(schema.Defs["class"]), enums(schema.Defs["cause"])...)
	_, findings, _ := strings.Cut(page, "\n## Findings\n")
	findings, _, _ = strings.Cut(findings, "\n## ")
	for _, row := range rows {
		if row[2] != "" && strings.Contains(findings, "| `"+row[2]+"` |") {
			words = append(words, row[2])
		}
	}
	if len(words) < 45 {
		t.Fatalf("only %d words", len(words))
	}
	for _, w := range words {
		if w != "" && !decided[w] {
			t.Errorf("docs/verdicts.md does not say where `%s` is decided", w)
		}
	}
}

// enums collects the fixed values of a JSON Schema.
func enums(schema any) []string {
	var words []string
	switch s := schema.(type) {
	case []any:
		for _, v := range s {
			words = append(words, enums(v)...)
		}
	case map[string]any:
		for key, v := range s {
			values, ok := v.([]any)
			if key != "enum" || !ok {
				words = append(words, enums(v)...)
				continue
			}
			for _, value := range values {
				if word, ok := value.(string); ok {
					words = append(words, word)
				}
			}
		}
	}
	slices.Sort(words)
	return slices.Compact(words)
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, path))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestOperationStates makes sure that --state takes the states that a report may use.
func TestOperationStates(t *testing.T) {
	var schema struct {
		Defs map[string]struct {
			Properties map[string]struct {
				Enum []string `json:"enum"`
			} `json:"properties"`
		} `json:"$defs"`
	}
	if err := json.Unmarshal(report.Schema, &schema); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(schema.Defs["operation"].Properties["state"].Enum, operationStates); diff != "" {
		t.Errorf("states (-schema +flag):\n%s", diff)
	}
}
