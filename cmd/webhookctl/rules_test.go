package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/analyze"
)

// TestRulesPage makes sure that docs/rules.md explains every field, and that its file of rules can be read.
func TestRulesPage(t *testing.T) {
	page := readFile(t, "docs/rules.md")
	for _, f := range analyze.RuleFields() {
		if !strings.Contains(page, "`"+f.Name+"`") {
			t.Errorf("docs/rules.md does not explain `%s`", f.Name)
		}
	}
	_, after, found := strings.Cut(page, "    # what the ERP does")
	file, _, closed := strings.Cut("# what the ERP does"+after, "\n\n")
	if !found || !closed {
		t.Fatal("docs/rules.md shows no file of rules")
	}
	rules, err := parseRules("rules.txt", []byte(file))
	if err != nil || len(rules) != 3 {
		t.Errorf("%d rules, %v, of:\n%s", len(rules), err, file)
	}
}

func TestParseRules(t *testing.T) {
	const ship = "ship:{resource.id} when topic=a status=b"
	tests := []struct {
		name, text string
		want       []string
	}{
		{"one", "operation ship:{resource.id} when topic=a status=b", []string{ship}},
		{"commas", "operation ship:{resource.id} when topic=a,status=b\n", []string{ship}},
		{"Windows", "\ufeffoperation ship:{resource.id} when topic=a status=b\r\n\r\n# x\r\n", []string{ship}},
		{"comments", "#operation\n  # x\n\toperation ship:{resource.id} when topic=a status=b #x # y\n", []string{ship}},
		{"a # in a key", "operation a#{resource.id} when topic=a#b", []string{"a#{resource.id} when topic=a#b"}},
		{"in their order", "operation b{resource.id} when topic=a\noperation a{resource.id} when topic=a", []string{"b{resource.id} when topic=a", "a{resource.id} when topic=a"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rules, err := parseRules("r", []byte(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, r := range rules {
				got = append(got, r.String())
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	wrong := []struct{ name, text, want string }{
		{"bytes that are no text", "# a\noperation ship:{resource.id}\xff when topic=a", "r:2: the line is no UTF-8"},
		{"a key alone", "operation", "r:1: the operation has no key"},
		{"upper case", "Operation ship:{resource.id} when topic=a", `r:1: a rule begins with the word operation, not with "Operation"`},
	}
	for _, tt := range wrong {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := parseRules("r", []byte(tt.text)); err == nil || err.Error() != tt.want {
				t.Errorf("%v, want %s", err, tt.want)
			}
		})
	}
}

// FuzzParseRules: whatever stands in the file, each rule that was read is read the same again.
func FuzzParseRules(f *testing.F) {
	f.Add("operation shipment:create:{resource.id}:full when topic=order.updated status=processing # once\n")
	f.Add("# nothing\n\noperation {event_id} when topic=a,shop=http://s/?x={y}#z")
	f.Add("operation a:{resource.id when topic=a")
	f.Fuzz(func(t *testing.T, text string) {
		rules, err := parseRules("r", []byte(text))
		if err != nil {
			return
		}
		var again strings.Builder
		for _, r := range rules {
			again.WriteString("operation " + r.String() + "\n")
		}
		second, err := parseRules("r", []byte(again.String()))
		if err != nil || len(second) != len(rules) {
			t.Fatalf("%q gives %q: %v", text, again.String(), err)
		}
		for i := range rules {
			if rules[i].String() != second[i].String() {
				t.Errorf("%q is %q the second time", rules[i], second[i])
			}
		}
	})
}
