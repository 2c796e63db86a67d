package report

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible makes text from a log safe for a terminal and honest to the eye: runes that are not graphic are written as
// \x1b, \n, \u202e, bytes that are not UTF-8 as \xff. Everything else, a backslash included, stays as it is, so that
// identifiers can be copied.
func Visible(s string) string {
	bad := strings.IndexFunc(s, func(r rune) bool { return r == utf8.RuneError || !unicode.IsGraphic(r) })
	if bad < 0 {
		return s
	}
	var b strings.Builder
	b.WriteString(s[:bad])
	for s = s[bad:]; s != ""; {
		r, n := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[0])
		case unicode.IsGraphic(r):
			b.WriteRune(r)
		default:
			quoted := strconv.QuoteRuneToGraphic(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		}
		s = s[n:]
	}
	return b.String()
}

func visibleAll(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = Visible(s)
	}
	return out
}
