package format

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// docs/formats.md tells of each format, in the order of All, under the title that the program shows, what is read from it, what is
// left out and what it cannot tell.
func TestDocs(t *testing.T) {
	text, err := os.ReadFile("../../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	sections := strings.Split(string(text), "\n### ")[1:]
	var want, got []string
	for _, f := range All {
		want = append(want, f.Name)
	}
	for _, s := range sections {
		name, body, _ := strings.Cut(s, "\n")
		got = append(got, name)
		for _, f := range All {
			if f.Name == name && !strings.HasPrefix(body, "\n"+f.Title+"\n\n") {
				t.Errorf("%s does not begin with its title, %q", name, f.Title)
			}
		}
		for _, part := range []string{"\n- Read: ", "\n- Skipped by rule: ", "\n- Cannot be told from it: "} {
			if strings.Count(body, part) != 1 {
				t.Errorf("%s has %d parts %q, want 1", name, strings.Count(body, part), part)
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("sections (-want +got):\n%s", diff)
	}
	for _, c := range ColumnNames {
		if _, err := ColumnThatMeans(c, "x"); err != nil {
			t.Error(err)
		}
	}
}
