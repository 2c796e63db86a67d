package analyze

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Rule is the user's statement of which operation some requests ask for, where no log names it: a template of the operation
// key, and the conditions that a request must meet.
//
//	shipment:create:{resource.id}:full when topic=order.updated status=processing
//
// It cannot be checked against anything: what follows from it is as true as the rule is. So each report says which rule named
// an operation.
type Rule struct {
	text       string
	parts      []part
	conditions []condition
}

// part of a key is a field, or literal text where field is nil.
type part struct {
	literal string
	field   *ruleField
}

type condition struct {
	field *ruleField
	value string
}

// String is the rule as a line of a rules file has it behind the word "operation".
func (r Rule) String() string { return r.text }

func (c condition) String() string { return c.field.name + "=" + c.value }

// RuleError says what is wrong with a rule and what to do.
type RuleError struct {
	Says  string
	Hint  string
	Field string // the name that is no field's, where that is what is wrong
}

func (e *RuleError) Error() string { return e.Says }

// RuleField is something that a profile holds of a request, by which rules choose requests and name operations.
type RuleField struct{ Name, Means string }

// RuleFields lists every field, in the order in which a person looks for them.
func RuleFields() []RuleField {
	var out []RuleField
	for _, f := range ruleFields {
		out = append(out, RuleField{f.name, f.means})
	}
	return out
}

// ruleField says how a field is read. of gives "" where the evidence does not say it, or says two things: such a request lacks
// the field.
type ruleField struct {
	name, means string
	// tells marks the fields that tell one business act from another of the same kind. A key without any would be one operation
	// of all orders.
	tells bool
	of    func(*tree, *delivery) string
}

// ParseRule reads a rule: the key's template with fields in braces, and conditions FIELD=VALUE, all of which must hold, with
// commas or blanks between them. The error is a *RuleError.
func ParseRule(key, when string) (Rule, error) {
	parts, err := parseKey(key)
	if err != nil {
		return Rule{}, err
	}
	r := Rule{parts: parts}
	words := strings.FieldsFunc(when, func(c rune) bool { return c == ',' || unicode.IsSpace(c) })
	if len(words) == 0 {
		return Rule{}, &RuleError{
			Says: "the operation has no condition, so every request would ask for it",
			Hint: "say which do, for example topic=order.updated,status=processing",
		}
	}
	for _, word := range words {
		name, value, ok := strings.Cut(word, "=")
		field := fieldNamed(name)
		switch {
		case !ok || value == "":
			return Rule{}, &RuleError{
				Says: fmt.Sprintf("%q is no condition", word),
				Hint: "write a field, = and its value, for example status=processing",
			}
		case field == nil:
			return Rule{}, unknownField(name, "")
		case slices.ContainsFunc(r.conditions, func(c condition) bool { return c.field == field }):
			return Rule{}, &RuleError{
				Says: fmt.Sprintf("there are two conditions for %s, and all must hold", name),
				Hint: "make a rule of its own for each value",
			}
		}
		r.conditions = append(r.conditions, condition{field, value})
	}
	r.text = key + " when"
	for _, c := range r.conditions {
		r.text += " " + c.String()
	}
	return r, nil
}

// parseKey reads the template of an operation key.
func parseKey(key string) ([]part, error) {
	if key == "" {
		return nil, &RuleError{Says: "the operation has no key", Hint: keyExample}
	}
	for _, c := range key {
		if unicode.IsSpace(c) || !unicode.IsGraphic(c) || c == unicode.ReplacementChar {
			return nil, &RuleError{Says: fmt.Sprintf("the key %q has a blank or a character that cannot be seen", key), Hint: keyExample}
		}
	}
	var parts []part
	tells := false
	for rest := key; rest != ""; {
		literal, after, braced := strings.Cut(rest, "{")
		if strings.Contains(literal, "}") {
			return nil, &RuleError{Says: fmt.Sprintf("the key %q has a } without its {", key), Hint: keyExample}
		}
		if literal != "" {
			parts = append(parts, part{literal: literal})
		}
		if !braced {
			break
		}
		name, more, closed := strings.Cut(after, "}")
		if !closed || strings.Contains(name, "{") {
			return nil, &RuleError{Says: fmt.Sprintf("the key %q has a { without its }", key), Hint: keyExample}
		}
		field := fieldNamed(name)
		if field == nil {
			return nil, unknownField(name, strings.Replace(key, "{"+name+"}", "full", 1))
		}
		parts = append(parts, part{field: field})
		tells = tells || field.tells
		rest = more
	}
	if !tells {
		return nil, &RuleError{
			Says: fmt.Sprintf("the key %q would be one operation of all orders", key),
			Hint: "put a field into it that tells one from another: " + words{}.List(bracedNames()),
		}
	}
	return parts, nil
}

const keyExample = "for example shipment:create:{resource.id}:full"

// unknownField says which fields there are. What no record holds, such as a scope, is written as it is.
func unknownField(name, literal string) error {
	e := &RuleError{
		Says: fmt.Sprintf("%q is no field of a request", name), Field: name,
		Hint: "the fields are " + words{}.List(fieldNames()),
	}
	if literal != "" {
		e.Hint += "; what no request holds is written without braces, as in " + literal
	}
	if name == "scope" {
		e.Field = "" // it is meant, and not a slip of the pen
	}
	return e
}

func fieldNamed(name string) *ruleField {
	for i := range ruleFields {
		if ruleFields[i].name == name {
			return &ruleFields[i]
		}
	}
	return nil
}

func fieldNames() []string {
	var names []string
	for _, f := range ruleFields {
		names = append(names, f.name)
	}
	return names
}

func bracedNames() []string {
	var names []string
	for _, f := range ruleFields {
		if f.tells {
			names = append(names, "{"+f.name+"}")
		}
	}
	return names
}
