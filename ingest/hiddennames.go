package ingest

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/format"
)

// hiddenNames writes the names of files and folders without what no profile keeps: a mailbox's export is called after its owner. Each
// value has a number, so that files stay apart and what lies together stays together. No hash of it could be in a name: without a key
// it could be tried, and with one the files of each profile would be in another order.
type hiddenNames struct {
	numbers map[string]int // by what is hidden
	taken   map[int]bool   // by sources that the profile holds
	fresh   map[string]int // numbers that an empty profile would have; they are given where they are not taken
	last    int
}

const hiddenName = "hidden-name-"

var (
	hiddenNumber = regexp.MustCompile(hiddenName + `(\d+)`)
	ending       = regexp.MustCompile(`(?:\.(?:log|txt|json|ndjson|jsonl|out|har|csv|tsv|sql|gz|zst|bz2|xz|zip|tar|tgz|\d{1,4}))+$`)
)

// newHiddenNames knows the numbers that files would have in an empty profile.
func newHiddenNames(files []*input) *hiddenNames {
	empty := hiddenNames{numbers: map[string]int{}}
	for _, in := range files {
		if in.path != "-" {
			empty.write(split(in.given))
		}
	}
	return &hiddenNames{numbers: map[string]int{}, taken: map[int]bool{}, fresh: empty.numbers}
}

// learn takes the numbers from the name that a file was given before.
func (h *hiddenNames) learn(parts []string, name string) {
	given := strings.Split(name, "/")
	for i := range given {
		numbers := hiddenNumber.FindAllStringSubmatch(given[i], -1)
		for _, n := range numbers {
			no, _ := strconv.Atoi(n[1])
			h.last, h.taken[no] = max(h.last, no), true
		}
		if at := len(parts) - len(given) + i; at >= 0 {
			concealPart(parts[at], func(value string) string {
				if len(numbers) > 0 {
					h.numbers[value], _ = strconv.Atoi(numbers[0][1])
					numbers = numbers[1:]
				}
				return ""
			})
		}
	}
}

// write returns the parts of a path as names show them.
func (h *hiddenNames) write(parts []string) []string {
	out := make([]string, len(parts))
	for i, part := range parts {
		out[i] = concealPart(part, func(value string) string {
			n, ok := h.numbers[value]
			if !ok {
				if n = h.fresh[value]; n == 0 || h.taken[n] {
					n = h.last + 1
				}
				h.last, h.numbers[value] = max(h.last, n), n
			}
			return fmt.Sprint(hiddenName, n)
		})
	}
	return out
}

func concealPart(part string, name func(string) string) string {
	return format.Conceal(part, nil, func(value string) string {
		end := ""
		if strings.ContainsRune(value, '@') { // a host ends with anything
			end = ending.FindString(value)
		}
		return name(strings.TrimSuffix(value, end)) + end
	})
}
