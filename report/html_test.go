package report

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/analyze/language"
)

func htmlText(t *testing.T, d analyze.Diagnosis) string {
	t.Helper()
	return htmlIn(t, d, "en")
}

func htmlIn(t *testing.T, d analyze.Diagnosis, code string) string {
	t.Helper()
	lang, err := language.Of(code)
	if err != nil {
		t.Fatal(err)
	}
	var buf bytes.Buffer
	if err := HTML(&buf, d, Options{Language: lang}); err != nil {
		t.Fatal(err)
	}
	return buf.String()
}

// elided is a page without its style and script, which have files of their own.
func elided(page string) []byte {
	return []byte(strings.Replace(strings.Replace(page, pageStyle, "…", 1), pageScript, "…", 1))
}

func TestHTMLGolden(t *testing.T) {
	golden(t, "incident.html", elided(htmlText(t, pictured())))
	golden(t, "compared.html", elided(htmlText(t, compared())))
	golden(t, "clean.html", elided(htmlText(t, readWhole())))
	golden(t, "hostile.html", elided(htmlText(t, hostilePicture())))
}

// The policy names the style and the script as they stand in the page, and allows nothing else.
func TestHTMLPolicy(t *testing.T) {
	page := htmlText(t, pictured())
	for _, element := range []string{"style", "script"} {
		found := regexp.MustCompile(`(?s)<`+element+`>(.*?)</`+element+`>`).FindAllStringSubmatch(page, -1)
		if len(found) != 1 {
			t.Fatalf("%d %s elements, want one", len(found), element)
		}
		if want := fmt.Sprintf("%s-src &#39;%s&#39;", element, strings.ReplaceAll(hashOf(found[0][1]), "+", "&#43;")); !strings.Contains(page, want) {
			t.Errorf("the policy does not have %s", want)
		}
	}
	if !strings.Contains(page, "default-src &#39;none&#39;") {
		t.Error("the policy does not begin with nothing")
	}
	if found := regexp.MustCompile(`(?i)(\bsrc|\bstyle|\bon[a-z]+)\s*=|url\(|@import|https?://[^<" ]*\.(js|css)`).FindString(string(elided(page))); found != "" {
		t.Errorf("the page asks for something or has what the policy forbids: %q", found)
	}
}

// Log text never becomes markup: every tag of the page is one that the templates write.
func TestHTMLHostile(t *testing.T) {
	page := string(elided(htmlText(t, hostilePicture())))
	for _, bad := range []string{"<img", "</script><", "onerror=alert(1)>", "\x1b", "\u202e"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page has %q", bad)
		}
	}
	ours := map[string]bool{}
	for _, tag := range regexp.MustCompile(`<[a-z0-9]+`).FindAllString(string(elided(htmlText(t, pictured()))), -1) {
		ours[tag] = true
	}
	for _, tag := range regexp.MustCompile(`<[a-z0-9]+`).FindAllString(page, -1) {
		if !ours[tag] {
			t.Errorf("the page has %s>, which no harmless one has", tag)
		}
	}
	if long := strings.Repeat("9f", 5000); !strings.Contains(page, long) {
		t.Error("an identifier of 10,000 characters is not there whole")
	}
	if strings.ContainsFunc(page, func(r rune) bool { return r != '\n' && !unicode.IsGraphic(r) }) {
		t.Error("the page has runes that cannot be seen")
	}
}

// Each fragment that the page links to is there, and each ID once.
func TestHTMLLinks(t *testing.T) {
	for name, d := range map[string]analyze.Diagnosis{"incident": pictured(), "repeated": repeated(), "storm": storm(400)} {
		page := htmlText(t, d)
		ids := map[string]int{}
		for _, m := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(page, -1) {
			ids[m[1]]++
			if ids[m[1]] == 2 {
				t.Errorf("%s: two elements have the ID %q", name, m[1])
			}
		}
		for _, m := range regexp.MustCompile(` href="#([^"]*)"`).FindAllStringSubmatch(page, -1) {
			if ids[m[1]] == 0 {
				t.Errorf("%s: the link #%s leads nowhere", name, m[1])
			}
		}
	}
}

// A history of 100,000 duplicates gives a small page: patterns carry the counts, a few cases are drawn, and it says so.
func TestHTMLOfAHundredThousand(t *testing.T) {
	if testing.Short() {
		t.Skip("builds 100,000 duplicates")
	}
	d := flood(100_000, 400)
	page := htmlText(t, d)
	if n := len(page); n > 15<<20 {
		t.Errorf("%d bytes, want at most 15 MiB", n)
	}
	t.Logf("%d bytes, %d cases drawn", len(page), strings.Count(page, "<article"))
	for _, want := range []string{"more duplicated are counted in the patterns", "webhookctl diagnose --format json"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

// flood is n duplicates of some patterns, each with a picture.
func flood(n, patterns int) analyze.Diagnosis {
	boxes, links := twoBranches()
	var list []analyze.Duplicate
	all := make([]analyze.Pattern, patterns)
	for i := range n {
		dup := twoRegistrations(fmt.Sprintf("D%d", i+1))
		dup.Boxes, dup.Links = boxes, links
		p := &all[i%patterns]
		p.Class, p.Cause, p.NextSteps = dup.Class, dup.Cause, dup.NextSteps
		p.WebhookIDs = []string{fmt.Sprint(i % patterns), fmt.Sprint(i%patterns + 1)}
		dup.WebhookIDs = p.WebhookIDs
		p.Count++
		p.Duplicates = append(p.Duplicates, dup.ID)
		list = append(list, dup)
	}
	d := base(list...)
	d.Patterns = all
	return d
}
