package report

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/analyze"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

// failing takes some bytes and then has no room.
type failing struct{ room int }

var errFull = errors.New("disk full")

func (f *failing) Write(p []byte) (int, error) {
	if len(p) > f.room {
		return f.room, errFull
	}
	return len(p), nil
}

// short says that it wrote less, and no error.
type short struct{}

func (short) Write(p []byte) (int, error) { return len(p) / 2, nil }

func TestFormatsAreSorted(t *testing.T) {
	var names []string
	for _, f := range Formats {
		names = append(names, f.Name)
		if f.Title == "" {
			t.Errorf("format %s has no title", f.Name)
		}
	}
	if !slices.IsSorted(names) || len(slices.Compact(names)) != len(names) {
		t.Errorf("formats are not sorted and distinct: %q", names)
	}
}

// Every format draws every diagnosis: harmless on a terminal, the same bytes twice, nothing changed in the diagnosis.
func TestEveryFormat(t *testing.T) {
	diagnoses := []struct {
		name string
		make func() analyze.Diagnosis
	}{
		{"empty", func() analyze.Diagnosis { return analyze.Diagnosis{} }},
		{"zero elements", zeroElements},
		{"clean", func() analyze.Diagnosis { return base() }},
		{"incident", incident},
		{"repeated", repeated},
		{"hostile", hostile},
	}
	for _, f := range Formats {
		for _, d := range diagnoses {
			for _, width := range []int{0, 1, 60, 200} {
				t.Run(f.Name+"/"+d.name, func(t *testing.T) {
					opt := Options{Width: width}
					given := d.make()
					var a, b bytes.Buffer
					if err := f.Write(&a, given, opt); err != nil {
						t.Fatal(err)
					}
					if err := f.Write(&b, d.make(), opt); err != nil {
						t.Fatal(err)
					}
					if !bytes.Equal(a.Bytes(), b.Bytes()) {
						t.Error("two drawings differ")
					}
					if diff := cmp.Diff(d.make(), given); diff != "" {
						t.Errorf("the diagnosis was changed (-want +got):\n%s", diff)
					}
					harmless8(t, a.String())
					for line := range strings.Lines(a.String()) {
						if text := strings.TrimRight(line, "\n"); f.Name == "text" && strings.HasSuffix(text, " ") {
							t.Errorf("trailing space: %q", text[:min(len(text), 200)])
						}
					}
				})
			}
		}
		t.Run(f.Name+"/failing writer", func(t *testing.T) {
			if err := f.Write(&failing{10}, incident(), Options{}); !errors.Is(err, errFull) {
				t.Errorf("a full disk gave %v", err)
			}
			if err := f.Write(short{}, incident(), Options{}); err == nil {
				t.Error("a short write gave no error")
			}
		})
	}
}

// zeroElements has one zero element in every list.
func zeroElements() analyze.Diagnosis {
	return analyze.Diagnosis{
		Sources: make([]analyze.Source, 1), Patterns: make([]analyze.Pattern, 1), Registrations: make([]analyze.Registration, 1),
		Operations: make([]analyze.Operation, 1), Findings: []analyze.Finding{{Evidence: make([]analyze.Evidence, 1)}},
		Duplicates: []analyze.Duplicate{{
			Questions: make([]analyze.Question, 1), RuledOut: make([]analyze.RuledOut, 1), Missing: make([]analyze.Missing, 1),
			Evidence: make([]analyze.Evidence, 1), Layers: make([]analyze.LayerCount, 1), Joins: make([]analyze.Join, 1),
		}},
	}
}

// harmless8 checks that text holds nothing that a terminal obeys.
func harmless8(t *testing.T, text string) {
	t.Helper()
	if !utf8.ValidString(text) {
		t.Error("output is not UTF-8")
	}
	for i, r := range text {
		if r != '\n' && !unicode.IsGraphic(r) {
			t.Fatalf("byte %d: %q reached the output", i, r)
		}
	}
}

func TestVisible(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"plain", "order 14: Grüße 日本", "order 14: Grüße 日本"},
		{"backslash stays", `C:\x1b`, `C:\x1b`},
		{"escape", "a\x1b[31mb", `a\x1b[31mb`},
		{"newline and tab", "a\r\n\tb", `a\r\n\tb`},
		{"bidi", "a\u202eb\u2066c", `a\u202eb\u2066c`},
		{"C1 as a rune", "\u009b", `\u009b`},
		{"C1 as a byte", "\x9b", `\x9b`},
		{"bad bytes", "\xff\xfe", `\xff\xfe`},
		{"replacement character", "\ufffd", "\ufffd"},
		{"joiner and tag", "\u200d\U000e0041", `\u200d\U000e0041`},
		{"truncated rune", "\xe2\x82", `\xe2\x82`},
		{"empty", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, Visible(tt.in)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func FuzzVisible(f *testing.F) {
	f.Add(attack)
	f.Add("\xe2\x80\xae")
	f.Fuzz(func(t *testing.T, s string) {
		got := Visible(s)
		harmless8(t, strings.ReplaceAll(got, "\n", "\x00")) // a line break would be one too many
		if got != Visible(got) {
			t.Errorf("%q is not visible yet", got)
		}
	})
}
