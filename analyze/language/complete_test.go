package language_test

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"

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
	texts, nouns := language.Catalogue()
	compare(t, spoken["Text"], texts)
	compare(t, spoken["Noun"], nouns)
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
