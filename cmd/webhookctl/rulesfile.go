package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/webhookctl/webhookctl/analyze"
)

// mostRules is how long a file of rules may be: a person wrote it.
const mostRules = 1 << 20

// readRules reads a file of rules.
func readRules(path string) (rules []analyze.Rule, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, failure("--rules: " + err.Error())
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, mostRules+1))
	if err != nil {
		return nil, failure("--rules: " + err.Error())
	}
	if len(text) > mostRules {
		return nil, failure(fmt.Sprintf("--rules: %s is larger than %d MiB, so it is no file of rules", path, mostRules>>20))
	}
	return parseRules(path, text)
}

// parseRules reads rules, one a line. A # at the start of a line or behind a blank begins a comment:
//
//	# full shipments, once for each order
//	operation shipment:create:{resource.id}:full when topic=order.updated status=processing
func parseRules(path string, text []byte) ([]analyze.Rule, error) {
	var rules []analyze.Rule
	n := 0
	for line := range strings.Lines(string(bytes.TrimPrefix(text, []byte("\ufeff")))) {
		n++
		where := fmt.Sprintf("%s:%d: ", path, n)
		if !utf8.ValidString(line) {
			return nil, failure(where+"the line is no UTF-8", "save the file as UTF-8")
		}
		words := strings.Fields(line)
		for i, w := range words {
			if w[0] == '#' {
				words = words[:i]
				break
			}
		}
		switch {
		case len(words) == 0:
			continue
		case words[0] != "operation":
			return nil, failure(where+fmt.Sprintf("a rule begins with the word operation, not with %q", words[0]), fileExample)
		case len(words) < 2:
			return nil, failure(where+"the operation has no key", fileExample)
		case len(words) < 3 || words[2] != "when":
			return nil, failure(where+"behind the key comes the word when, and which requests ask for it", fileExample)
		}
		rule, err := analyze.ParseRule(words[1], strings.Join(words[3:], " "))
		if err != nil {
			return nil, ruleProblem(where, err)
		}
		rules = append(rules, rule)
	}
	if len(rules) == 0 {
		return nil, failure("--rules: "+path+" has no rule", fileExample)
	}
	return rules, nil
}

const fileExample = "for example: operation shipment:create:{resource.id}:full when topic=order.updated status=processing"
