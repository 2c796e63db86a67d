package language

import (
	"regexp"
	"slices"
	"sync"
	"testing"
)

func TestFromEnvironment(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want string
	}{
		{nil, "en"},
		{map[string]string{"LANG": "de_DE.UTF-8"}, "de"},
		{map[string]string{"LANG": "de"}, "de"},
		{map[string]string{"LANG": "de_CH@euro"}, "de"},
		{map[string]string{"LANG": "de.UTF-8"}, "de"},
		{map[string]string{"LANG": "den_XX"}, "en"},
		{map[string]string{"LANG": "fr_FR.UTF-8"}, "en"},
		{map[string]string{"LANG": "de_DE", "LC_MESSAGES": "C"}, "en"},
		{map[string]string{"LANG": "en_US", "LC_MESSAGES": "de_AT"}, "de"},
		{map[string]string{"LANG": "de_DE", "LC_MESSAGES": "de_DE", "LC_ALL": "POSIX"}, "en"},
		{map[string]string{"LANG": "de_DE", "LC_ALL": ""}, "de"},
	} {
		if got := FromEnvironment(func(n string) string { return c.env[n] }).Code(); got != c.want {
			t.Errorf("%v: %s, want %s", c.env, got, c.want)
		}
	}
}

func TestOfRefusesOthers(t *testing.T) {
	for _, code := range Codes() {
		if l, err := Of(code); err != nil || l.Code() != code {
			t.Errorf("%s: %v, %v", code, l, err)
		}
	}
	if _, err := Of("fr"); err == nil || err.Error() != `no reports in language "fr": choose one of en, de` {
		t.Errorf("fr: %v", err)
	}
}

// TestArgumentsStayAsTheyAre says that no digit is grouped and no verb means another thing in the catalogue.
func TestArgumentsStayAsTheyAre(t *testing.T) {
	const text Text = "%s has %d of %.1f, %03d, %q, %v and %x"
	german := germanOf([]map[Text]string{{text: "%[2]d hat %[1]s von %.1[3]f, %03[4]d, %[5]q, %[6]v und %[7]x"}})
	args := []any{"a%d", 1234567, 1234.5, 7, `x"y`, []string{"p"}, 255}
	if got, want := german.Say(text, args...), `1234567 hat a%d von 1234.5, 007, "x\"y", [p] und ff`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	var none *Language
	if got, want := none.Say(text, args...), `a%d has 1234567 of 1234.5, 007, "x\"y", [p] and ff`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestCountListTimes(t *testing.T) {
	german := germanOf(nil)
	german.nouns = map[Noun][2]string{"delivery": {"Zustellversuch", "Zustellversuche"}}
	var none *Language
	for _, c := range []struct{ got, want string }{
		{none.Count(1, "delivery"), "1 delivery"},
		{none.Count(2, "delivery"), "2 deliveries"},
		{none.Count(0, "operation key"), "0 operation keys"},
		{german.Count(1, "delivery"), "1 Zustellversuch"},
		{german.Count(1234, "delivery"), "1234 Zustellversuche"},
		{none.List(nil), "none"},
		{none.List([]string{"2", "3", "5"}), "2, 3 and 5"},
		{german.List([]string{"2", "3", "5"}), "2, 3 und 5"},
		{none.Times(2), "twice"},
		{german.Times(3), "3-mal"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

// TestManyAtOnce says that one language may speak to several reports at once (the race detector looks on).
func TestManyAtOnce(t *testing.T) {
	german, _ := Of("de")
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 100 {
				german.Say("nothing of %s", "the catalogue")
			}
		})
	}
	all.Wait()
}

// verb is one of fmt's, with its argument's number where that is written.
var verb = regexp.MustCompile(`%[-+# 0]*(\d*)(\.\d+)?(?:\[(\d+)\])?([a-zA-Z%])`)

// verbs gives what a text says of each argument, sorted: "1s".
func verbs(text string) (out []string) {
	next := 1
	for _, m := range verb.FindAllStringSubmatch(text, -1) {
		if m[4] == "%" {
			continue
		}
		if m[3] != "" {
			next = int(m[3][0] - '0')
		}
		if v := string(rune('0'+next)) + m[4]; !slices.Contains(out, v) {
			out = append(out, v)
		}
		next++
	}
	slices.Sort(out)
	return out
}

// TestNothingIsLostInTranslation says that each text is there once, and tells in German all that it tells in English.
func TestNothingIsLostInTranslation(t *testing.T) {
	seen := map[Text]bool{}
	for _, part := range germanTexts {
		for english, german := range part {
			if seen[english] {
				t.Errorf("%q is in two parts of the catalogue", english)
			}
			seen[english] = true
			if a, b := verbs(string(english)), verbs(german); !slices.Equal(a, b) {
				t.Errorf("%q has %v, its German %q %v", english, a, german, b)
			}
			if german == "" {
				t.Errorf("%q has no German", english)
			}
		}
	}
}
