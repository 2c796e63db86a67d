package format

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// TestSamplesKeepNothing puts what no profile keeps in the place of each text of each sample, wherever that is read from, and looks for it in
// all that comes of the sample.
func TestSamplesKeepNothing(t *testing.T) {
	plants := []string{
		"whsec_QmFzZTY0U2VjcmV0Rm9y", "sk_live_51AbCdEfGhIjKlMnOp", "shpat_0123456789abcdef", "AKIAABCDEFGHIJKLMNOP", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOjF9.c2ln",
		"sha256=6ffbb59b2300aae63f272406069a9788", "K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDNsHspI4=", "4242424242424242", "erika@example.test", "203.0.113.77", "+491701234567", "geheim-und-lang",
	}
	tried := 0
	for _, f := range All {
		for n, s := range f.Samples {
			if s.Refused {
				continue
			}
			values := map[string]bool{}
			opt := testOptions
			opt.Lines = given(t, f, s)
			plain := readSample(t, openWith(f, []byte(s.Text), opt), []byte(s.Text), 1<<20)
			for i := range plain.Observations {
				for _, text := range plain.Observations[i].Texts() {
					if len(*text) >= 4 && strings.Contains(s.Text, *text) {
						values[*text] = true
					}
				}
			}
			for value := range values {
				word := regexp.MustCompile(`(^|[^0-9A-Za-z])` + regexp.QuoteMeta(value) + `($|[^0-9A-Za-z])`)
				for _, plant := range plants {
					text := []byte(word.ReplaceAllString(s.Text, "${1}"+plant+"${2}"))
					opt.As = f.Name
					r := openWith(f, text, opt)
					if r == nil {
						continue
					}
					out := readSample(t, r, text, 1<<20)
					out.Marker, out.Secrets = bodyMarker("one"), NewSecrets([]string{"geheim-und-lang"})
					out.Private()
					tried++
					if left := leftIn(&out, plant); left != "" {
						t.Errorf("%s, sample %d: with %q for %q, %s", f.Name, n, plant, value, left)
					}
				}
			}
		}
	}
	t.Logf("%d samples read", tried)
	if tried < 1000 {
		t.Errorf("only %d samples could be read", tried)
	}
}

func leftIn(b *Batch, plant string) string {
	holds := func(s string) bool {
		s = strings.ReplaceAll(s, "//203.0.113.77", "//") // a server's address
		return strings.Contains(s, plant) || strings.Contains(s, strings.ReplaceAll(plant, "=", "%3D"))
	}
	for i := range b.Observations {
		for _, text := range b.Observations[i].Texts() {
			if holds(*text) {
				return fmt.Sprintf("an observation has %q", *text)
			}
		}
	}
	for i := range b.States {
		if s := fmt.Sprint(b.States[i].Clear); holds(s) {
			return "a state has " + s
		}
		for _, f := range b.States[i].Fields {
			if holds(f.Path) {
				return "a field is called " + f.Path
			}
		}
	}
	for _, p := range b.Problems {
		if holds(p.Reason) || holds(p.Hint) {
			return "a problem says " + p.Reason
		}
	}
	if holds(b.Zoneless.Text) {
		return "a time is " + b.Zoneless.Text
	}
	return ""
}
