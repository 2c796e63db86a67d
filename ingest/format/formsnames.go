package format

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// findNames finds two words with a capital letter each, which may be a person's: "Erika Mustermann". A line has them in its sentences.
func findNames(s string, line bool) (from, to int) {
	if line {
		return 0, 0
	}
	before := -1 // where the word before began, if it was such a word
	for i := 0; i < len(s); {
		end := i + 1
		if r, size := utf8.DecodeRuneInString(s[i:]); unicode.IsUpper(r) && (i == 0 || !isAlnum(s[i-1])) {
			end = i + size
			small := 0
			for end < len(s) {
				r, size := utf8.DecodeRuneInString(s[end:])
				if !unicode.IsLetter(r) && !(small > 0 && (r == '-' || r == '\'')) {
					break
				}
				if unicode.IsLower(r) {
					small++
				}
				end += size
			}
			if small > 0 && (end == len(s) || !isAlnum(s[end]) && s[end] != '_') {
				if before >= 0 {
					return before, end
				}
				before = i
				for end < len(s) && (s[end] == ' ' || s[end] == ',') {
					end++
				}
				if end < len(s) && s[end-1] == ' ' {
					i = end
					continue
				}
			}
		}
		before = -1
		i = end
	}
	return 0, 0
}

// findHidden finds what looks like the mark of a hidden text, or like the name of one in a report, so that neither is ever taken for another.
func findHidden(s string, line bool) (from, to int) {
	if line {
		return 0, 0
	}
	if i := strings.Index(s, profile.HiddenName); i >= 0 {
		if end := digitsEnd(s, i+len(profile.HiddenName)); end > i+len(profile.HiddenName) {
			return i, end
		}
	}
	for i := 0; ; {
		n := strings.IndexByte(s[i:], '~')
		if n < 0 {
			return 0, 0
		}
		i += n + 1
		end := i
		for end < len(s) && hexBytes.has(s[end]) {
			end++
		}
		if end-i >= profile.HiddenDigits {
			return i - 1, end
		}
	}
}
