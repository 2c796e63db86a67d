package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/webhookctl/webhookctl/analyze/language"
	"github.com/webhookctl/webhookctl/docs"
)

// TestTranslatedPages holds each translated page against the English one: the same headings and rows of tables in number, and the
// same codes and commands. What only developers need, in which file a word is decided, stands in English alone.
func TestTranslatedPages(t *testing.T) {
	heading := regexp.MustCompile(`(?m)^#+ `)
	row := regexp.MustCompile(`(?m)^\| .*\|$`)
	code := func(text string) []string {
		found := codeSpan.FindAllString(text, -1)
		slices.Sort(found)
		return slices.Compact(found)
	}
	translated := 0
	for _, lang := range language.Codes() {
		for _, english := range docs.All() {
			other := english.In(lang)
			if other.Text == english.Text {
				continue
			}
			translated++
			if a, b := heading.FindAllString(english.Text, -1), heading.FindAllString(other.Text, -1); !slices.Equal(a, b) {
				t.Errorf("%s has the headings %q, in %s %q", english.Name, a, lang, b)
			}
			forUsers, _, _ := strings.Cut(english.Text, "\n## Where each is decided\n")
			last := strings.LastIndex(other.Text, "\n## ")
			a, b := forUsers, other.Text[:last]
			if n, m := len(row.FindAllString(a, -1)), len(row.FindAllString(b, -1)); n != m {
				t.Errorf("%s has %d rows, in %s %d", english.Name, n, lang, m)
			}
			for _, c := range code(a) {
				if !slices.Contains(code(b), c) {
					t.Errorf("%s in %s lacks %s", english.Name, lang, c)
				}
			}
			for _, c := range code(b) {
				if !slices.Contains(code(a), c) {
					t.Errorf("%s in %s has %s, which English has not", english.Name, lang, c)
				}
			}
		}
	}
	if translated != 1 {
		t.Errorf("%d pages are translated, want the one on verdicts", translated)
	}
}
