package report

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMermaidText(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"words", "delivery 14", "delivery 14"},
		{"statement", "a; b: c", "a#59; b#58; c"},
		{"arrow", "P0->>P1", "P0-#62;#62;P1"},
		{"comment", "%% x", "#37;#37; x"},
		{"code", "#35;", "#35;35#59;"},
		{"block", "end End ending", "#101;nd #69;nd ending"},
		{"html", "<b>", "#60;b#62;"},
		{"fence", "```", "#96;#96;#96;"},
		{"newline", "a\nend", `a#92;nend`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, mermaidText(tt.in)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Every line of a diagram of hostile text is one of those that this package writes.
func TestMermaidHostile(t *testing.T) {
	d := hostilePicture()
	line := regexp.MustCompile(`^(sequenceDiagram|participant P\d+ as [\pL\pN#;_.,/ →-]+|P\d+--?>>P\d+: [\pL\pN#;_.,/ →-]+|Note over P\d+: [\pL\pN#;_.,/ →-]+|` + "```(mermaid)?)$")
	text := mermaid(nil, &d.Duplicates[0])
	if text == "" {
		t.Fatal("nothing is drawn")
	}
	for _, l := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		if !line.MatchString(l) {
			t.Errorf("not ours: %q", l)
		}
	}
	storming := storm(100)
	if text := mermaid(nil, &storming.Duplicates[0]); !strings.Contains(text, "and 160 more") {
		t.Errorf("a long diagram does not say what was left out: %.200s", text)
	}
}
