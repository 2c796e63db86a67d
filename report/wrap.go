package report

import (
	"strings"

	"github.com/clipperhouse/displaywidth"
)

// columns is how wide text stands on a terminal. Its options do not depend on the locale.
func columns(s string) int { return displaywidth.String(s) }

// wrap breaks text at spaces. The first line starts with first, the others with rest. A word that is wider than the line
// is not broken: it may be an identifier.
func wrap(text string, width int, first, rest string) []string {
	return wrapWords(strings.Split(text, " "), width, first, rest)
}

// wrapList is wrap for identifiers, which stay whole even where they have spaces. more counts those that are left out, if any are.
func wrapList(items []string, more string, width int, first, rest string) []string {
	words := make([]string, len(items))
	for i, item := range items {
		words[i] = item
		if i < len(items)-1 {
			words[i] += ","
		}
	}
	if more != "" {
		words = append(words, more)
	}
	return wrapWords(words, width, first, rest)
}

// wrapFacts is wrap for short facts, broken between two of them wherever each fits on a line.
func wrapFacts(facts []string, sep string, width int, first, rest string) []string {
	var words []string
	for i, fact := range facts {
		if i < len(facts)-1 {
			fact += sep
		}
		if columns(rest)+columns(fact) > width {
			words = append(words, strings.Split(fact, " ")...)
		} else {
			words = append(words, fact)
		}
	}
	return wrapWords(words, width, first, rest)
}

func wrapWords(words []string, width int, first, rest string) []string {
	var lines []string
	line, used, begun := first, columns(first), false
	for _, word := range words {
		w := columns(word)
		if begun && used+1+w > width {
			lines = append(lines, line)
			line, used, begun = rest, columns(rest), false
		}
		if begun {
			line += " "
			used++
		}
		line += word
		used += w
		begun = true
	}
	return append(lines, strings.TrimRight(line, " "))
}

// pad fills text with spaces to a width.
func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-columns(s)))
}
