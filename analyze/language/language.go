// Package language writes the sentences of reports in the reader's language: English, and German by the catalogue in
// german_*.go. It translates sentences only. Codes, keys of JSON, identifiers, numbers and times are the same in all.
package language

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/message/catalog"
)

// Text is an English sentence with the verbs of package fmt. It is also the name of its translation, so a constant of this
// type anywhere in the program must stand in the catalogue; a test looks for them all.
type Text string

// Noun is an English noun in the singular, perhaps with an adjective: "request", "later update".
type Noun string

// Language is one that reports are written in. A nil one is English.
type Language struct {
	code    string
	printer *message.Printer
	nouns   map[Noun][2]string
	words   words
}

// words are the few that the program puts together by itself.
type words struct{ none, and, once, twice, times string }

var english = &Language{code: "en", words: words{"none", "and", "once", "twice", "%d times"}}

// german is made when it is first asked for: most runs need none of it.
var german = sync.OnceValue(func() *Language { return germanOf(germanTexts) })

func germanOf(parts []map[Text]string) *Language {
	all := catalog.NewBuilder(catalog.Fallback(language.German))
	for _, part := range parts {
		for english, text := range part {
			if err := all.SetString(language.German, string(english), text); err != nil {
				panic(err) // a text of ours that cannot be parsed: a test parses them all
			}
		}
	}
	return &Language{
		code:    "de",
		printer: message.NewPrinter(language.German, message.Catalog(all)),
		nouns:   germanNouns,
		words:   words{"keine", "und", "einmal", "zweimal", "%d-mal"},
	}
}

// Codes are those of the languages there are.
func Codes() []string { return []string{"en", "de"} }

// Of gives the language of a code.
func Of(code string) (*Language, error) {
	switch code {
	case "en":
		return english, nil
	case "de":
		return german(), nil
	}
	return nil, fmt.Errorf("no reports in language %q: choose one of %s", code, strings.Join(Codes(), ", "))
}

// FromEnvironment gives the language that the environment asks messages to be in, as POSIX has it: LC_ALL, else LC_MESSAGES,
// else LANG. It is English where they name another, or none.
func FromEnvironment(getenv func(string) string) *Language {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		locale := getenv(name)
		if locale == "" {
			continue
		}
		if tongue, _, _ := strings.Cut(strings.ToLower(locale), "_"); tongue == "de" || strings.HasPrefix(tongue, "de.") || strings.HasPrefix(tongue, "de@") {
			return german()
		}
		return english
	}
	return english
}

// Code is "en" or "de".
func (l *Language) Code() string { return l.or().code }

// Say writes a sentence with its arguments, which stand in it as package fmt would write them: no digits are grouped, and
// no time or number takes a form of the language.
func (l *Language) Say(t Text, args ...any) string {
	if l = l.or(); l.printer == nil {
		return fmt.Sprintf(string(t), args...)
	}
	plain := make([]any, len(args))
	for i, a := range args {
		plain[i] = asIs{a}
	}
	return l.printer.Sprintf(string(t), plain...)
}

// Count writes a number with its noun: 1 effect, 2 effects, 2 deliveries.
func (l *Language) Count(n int, what Noun) string {
	return strconv.Itoa(n) + " " + l.Plural(n, what)
}

// Plural gives the form that the noun has after a number.
func (l *Language) Plural(n int, what Noun) string {
	l = l.or()
	if forms, ok := l.nouns[what]; ok {
		if n == 1 {
			return forms[0]
		}
		return forms[1]
	}
	s := string(what)
	switch stem, y := strings.CutSuffix(s, "y"); {
	case n == 1:
		return s
	case y && !strings.HasSuffix(stem, "e") && !strings.HasSuffix(stem, "a"): // key, day
		return stem + "ies"
	}
	return s + "s"
}

// List writes "2", "2 and 3", "2, 3 and 5".
func (l *Language) List(items []string) string {
	w := l.or().words
	switch len(items) {
	case 0:
		return w.none
	case 1:
		return items[0]
	}
	return strings.Join(items[:len(items)-1], ", ") + " " + w.and + " " + items[len(items)-1]
}

// Times writes "once", "twice", "3 times".
func (l *Language) Times(n int) string {
	w := l.or().words
	switch n {
	case 1:
		return w.once
	case 2:
		return w.twice
	}
	return fmt.Sprintf(w.times, n)
}

func (l *Language) or() *Language {
	if l == nil {
		return english
	}
	return l
}

// asIs keeps an argument from being written in the way of the language.
type asIs struct{ value any }

// Format implements fmt.Formatter.
func (a asIs) Format(f fmt.State, verb rune) { fmt.Fprintf(f, fmt.FormatString(f, verb), a.value) }
