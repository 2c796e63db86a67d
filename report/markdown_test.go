package report

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/analyze"
)

func markdown(t *testing.T, d analyze.Diagnosis) string {
	t.Helper()
	var buf bytes.Buffer
	if err := Markdown(&buf, d, Options{}); err != nil {
		t.Fatal(err)
	}
	return buf.String()
}

func TestMarkdownGolden(t *testing.T) {
	golden(t, "incident.md", []byte(markdown(t, pictured())))
	golden(t, "repeated.md", []byte(markdown(t, repeated())))
	golden(t, "hostile.md", []byte(markdown(t, hostile())))
	golden(t, "compared.md", []byte(markdown(t, compared())))
	golden(t, "clean.md", []byte(markdown(t, readWhole())))
}

// spoken is what a line outside code spans may consist of: words, and the markup that this package writes.
var spoken = regexp.MustCompile(`^(</?details>|<summary>[a-zA-Z ,]*</summary>|(#{2,4} |- )?(\*\*)?[\pL\pN .,;:?!()"'–—→·×|*-]*)$`)

// Log text never becomes markup: with the code spans taken out, nothing is left but words and our own headings, bullets and
// tables, and all rows of a table have the same number of cells.
func TestMarkdownHostile(t *testing.T) {
	fenced, cells := false, 0
	for n, line := range strings.Split(markdown(t, hostile()), "\n") {
		if strings.HasPrefix(line, "```text") || strings.HasPrefix(line, "```mermaid") || fenced && line == "```" {
			fenced = !fenced
			continue
		}
		if fenced {
			continue
		}
		if !strings.HasPrefix(line, "| ") && !strings.HasPrefix(line, "|-") {
			cells = 0
		} else if k := pipesOf(line); cells != 0 && k != cells {
			t.Errorf("line %d: %d cell borders, its table has %d", n+1, k, cells)
		} else {
			cells = k
		}
		if rest := withoutCode(line); !spoken.MatchString(rest) {
			t.Errorf("line %d: markup outside code: %q", n+1, rest)
		}
	}
}

// pipesOf counts the cell borders: a pipe after a backslash is none, and a backslash after a backslash escapes nothing here.
func pipesOf(line string) int {
	n := 0
	for i := range len(line) {
		if line[i] == '|' && (i == 0 || line[i-1] != '\\') {
			n++
		}
	}
	return n
}

// withoutCode takes out code spans: a run of backticks up to the next run of the same length.
func withoutCode(line string) string {
	runs := regexp.MustCompile("`+")
	var b strings.Builder
	for {
		open := runs.FindStringIndex(line)
		if open == nil {
			return b.String() + line
		}
		fence := line[open[0]:open[1]]
		after := line[open[1]:]
		end := -1
		for _, r := range runs.FindAllStringIndex(after, -1) {
			if r[1]-r[0] == len(fence) {
				end = r[1]
				break
			}
		}
		if end < 0 {
			return b.String() + line // an open fence is markup: the caller sees the backticks
		}
		b.WriteString(line[:open[0]])
		line = after[end:]
	}
}

func TestProse(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"words", "one change, registrations 2 and 3 with one URL (proven).", "one change, registrations 2 and 3 with one URL (proven)."},
		{"identifier", "SHIP-001, SHIP-002: two.", "`SHIP-001`, `SHIP-002`: two."},
		{"mention", "thanks @admin", "thanks `@admin`"},
		{"mention in brackets", "(@admin)", "(`@admin`)"},
		{"references", "#1 !2 &3 ~bug", "`#1 !2 &3 ~bug`"},
		{"html", `<b>"x"</b>`, "`<b>\"x\"</b>`"},
		{"link", "[a](http://b) c", "`[a](http://b`) c"},
		{"hash", "deadbeef and facade1 and defaced", "`deadbeef` and `facade1` and `defaced`"},
		{"emphasis", "**a** _b_", "`**a** _b_`"},
		{"backticks", "a ``` b", "a ```` ``` ```` b"},
		{"list item", "1. one", "`1`. one"},
		{"number", "14 orders", "14 orders"},
		{"quick action", "/close", "`/close`"},
		{"newline", "a\n# b", "`a\\n#` b"},
		{"smiley", ":smile: :)", "`:smile`: `:)`"},
		{"bidi", "a\u202eb", "`a\\u202eb`"},
		{"umlaut", "Grüße", "Grüße"},
		{"empty", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, prose(tt.in)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func FuzzProse(f *testing.F) {
	f.Add(attack)
	f.Add(pipes)
	f.Add("` `` (`) \"`\"")
	f.Fuzz(func(t *testing.T, s string) {
		for name, got := range map[string]string{"prose": prose(s), "code": code(s)} {
			if rest := withoutCode(got); !spoken.MatchString(rest) || strings.ContainsAny(rest, "|*`") {
				t.Errorf("%s(%q) leaves markup: %q", name, s, rest)
			}
			table := strings.Split(mdTable([]string{"A", "B"}, [][]string{{got, got}}), "\n")
			if n := pipesOf(table[2]); n != 3 {
				t.Errorf("%s(%q): %d cell borders in %q", name, s, n, table[2])
			}
		}
	})
}

func TestMarkdownFitsATicket(t *testing.T) {
	d := base()
	for i := range 100 {
		d.Duplicates = append(d.Duplicates, twoRegistrations(fmt.Sprintf("D%d", i+1)))
	}
	got := markdown(t, d)
	if n := utf8.RuneCountInString(got); n > room || n < room/2 {
		t.Errorf("%d characters, want most of %d and no more", n, room)
	}
	for _, want := range []string{"**Cut to fit a ticket:**", "### Sources", "webhookctl diagnose --explain ID"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in the ticket", want)
		}
	}
	if !regexp.MustCompile(`and \d+ more\. The whole report`).MatchString(got) {
		t.Error("the ticket does not say how many cases were cut")
	}
	huge := base(twoRegistrations("D1"))
	huge.Duplicates[0].Headline = strings.Repeat("x", 2*room)
	huge.Duplicates[0].ID = strings.Repeat("y", 2*room)
	got = markdown(t, huge)
	if n := utf8.RuneCountInString(got); n > room {
		t.Errorf("%d characters, want at most %d", n, room)
	}
	for _, want := range []string{"## Webhook diagnosis", "**Cut to fit a ticket:** the answer, one with a very long name."} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in the ticket", want)
		}
	}
	if strings.Contains(markdown(t, incident()), "Cut to fit") {
		t.Error("a short report says that it was cut")
	}
}
