package language_test

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"text/template/parse"
	"unicode"

	"golang.org/x/tools/go/packages"

	"github.com/webhookctl/webhookctl/analyze/language"
)

const self = "github.com/webhookctl/webhookctl/analyze/language"

// TestGermanIsComplete looks for every constant of type Text and Noun in the program: each stands in the catalogue, and the
// catalogue holds no other.
func TestGermanIsComplete(t *testing.T) {
	all, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo,
		Dir:  "../..",
	}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	spoken := map[string]map[string]token.Position{"Text": {}, "Noun": {}}
	for _, p := range all {
		for _, e := range p.Errors {
			t.Fatal(e)
		}
		if p.PkgPath == self {
			continue // its maps are the catalogue
		}
		for _, file := range p.Syntax {
			ast.Inspect(file, func(n ast.Node) bool {
				e, ok := n.(ast.Expr)
				if !ok {
					return true
				}
				v := p.TypesInfo.Types[e]
				kind := kindOf(v.Type)
				if kind == "" || v.Value == nil || v.Value.Kind() != constant.String {
					return true
				}
				if s := constant.StringVal(v.Value); s != "" {
					spoken[kind][s] = p.Fset.Position(e.Pos())
				}
				return false // the parts of a constant say nothing by themselves
			})
		}
	}
	inTemplates(t, spoken["Text"])
	texts, nouns := language.Catalogue()
	compare(t, spoken["Text"], texts)
	compare(t, spoken["Noun"], nouns)
}

// inTemplates adds what the templates of the page say, and finds words in them that nothing translates.
func inTemplates(t *testing.T, spoken map[string]token.Position) {
	t.Helper()
	files, err := filepath.Glob("../../report/html/*.gohtml")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d templates, %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		reader := parse.New(filepath.Base(file))
		reader.Mode = parse.SkipFuncCheck
		trees := map[string]*parse.Tree{}
		if _, err := reader.Parse(string(text), "", "", trees); err != nil {
			t.Fatal(err)
		}
		for _, tree := range trees {
			if tree.Root == nil {
				continue
			}
			page := "" // the template's own text, with what it is filled with left out
			walk(reflect.ValueOf(tree.Root), func(n parse.Node) {
				switch n := n.(type) {
				case *parse.TextNode:
					page += string(n.Text)
				case *parse.CommandNode:
					if f, ok := n.Args[0].(*parse.IdentifierNode); ok && f.Ident == "say" {
						said, ok := n.Args[1].(*parse.StringNode)
						if !ok {
							t.Errorf("%s: %s says what is not known", filepath.Base(file), n)
							return
						}
						line := 1 + strings.Count(string(text[:n.Position()]), "\n")
						spoken[said.Text] = token.Position{Filename: "/" + filepath.Base(file), Line: line}
					}
				}
			})
			for _, words := range literal(page) {
				t.Errorf("%s: %q is said in English only", filepath.Base(file), words)
			}
		}
	}
}

// walk visits every node below one.
func walk(v reflect.Value, visit func(parse.Node)) {
	switch v.Kind() {
	case reflect.Interface:
		walk(v.Elem(), visit)
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		if _, above := v.Interface().(*parse.Tree); above {
			return
		}
		if n, ok := v.Interface().(parse.Node); ok {
			visit(n)
		}
		walk(v.Elem(), visit)
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() || f.Anonymous {
				walk(v.Field(i), visit)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			walk(v.Index(i), visit)
		}
	}
}

var (
	markup    = regexp.MustCompile(`<!?/?[a-z][^<>]*>`)
	spokenOut = regexp.MustCompile(`(?:aria-label|title|alt|placeholder)="([^"]*)"`)
	ours      = regexp.MustCompile(`webhookctl|Markdown|--explain ID|--format (csv|json)`)
)

// literal finds words that a template shows or speaks by itself: between tags, and in the attributes that are read out.
func literal(page string) (out []string) {
	texts := strings.Split(markup.ReplaceAllString(page, "\x00"), "\x00")
	for _, m := range spokenOut.FindAllStringSubmatch(page, -1) {
		texts = append(texts, m[1])
	}
	for _, s := range texts {
		if s = strings.TrimSpace(ours.ReplaceAllString(s, "")); strings.ContainsFunc(s, unicode.IsLetter) {
			out = append(out, s)
		}
	}
	return out
}

func compare(t *testing.T, spoken map[string]token.Position, catalogue map[string]bool) {
	t.Helper()
	for _, s := range slices.Sorted(maps.Keys(spoken)) {
		if !catalogue[s] {
			at := spoken[s]
			t.Errorf("%s:%d: no German for %q", at.Filename[strings.LastIndex(at.Filename, "/")+1:], at.Line, s)
		}
	}
	for _, s := range slices.Sorted(maps.Keys(catalogue)) {
		if _, ok := spoken[s]; !ok {
			t.Errorf("nothing says %q", s)
		}
	}
}

// kindOf gives "Text" or "Noun" for the types of package language, and for what is made of them.
func kindOf(t types.Type) string {
	named, ok := t.(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != self {
		return ""
	}
	if name := named.Obj().Name(); name == "Text" || name == "Noun" {
		return name
	}
	return ""
}
