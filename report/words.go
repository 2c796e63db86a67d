package report

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/webhookctl/webhookctl/analyze"
)

// questions are the nine that every duplicate answers, in their order, with the words for a heading and for a list.
var questions = []struct{ id, ask, short string }{
	{"same_webhook_id", "Same webhook ID", "webhook ID"},
	{"same_delivery_id", "Same delivery ID", "delivery ID"},
	{"same_topic", "Same topic", "topic"},
	{"same_resource", "Same resource", "resource"},
	{"same_payload", "Same payload", "payload"},
	{"same_operation_key", "Same operation key", "operation key"},
	{"both_reached_downstream", "Both reached downstream", "both reached downstream"},
	{"one_or_two_results", "One or two results", "results"},
	{"response_to_sender", "Response to sender", "response to sender"},
}

// meanings say each class in plain words.
var meanings = map[analyze.Class]string{
	analyze.ConfigDuplication:     "more than one registration told one change",
	analyze.Replay:                "one unchanged state was sent or arrived again",
	analyze.ReceiverRace:          "two runs at the same time",
	analyze.DownstreamDuplication: "one request or job was carried out again",
	analyze.OtherPath:             "something beside the webhook did the same work",
	analyze.LegitimateUpdate:      "the resource was really saved again",
	analyze.Undetermined:          "the evidence that would decide is not here",
}

// urgent are the kinds of finding that somebody has to act on now, in the order in which they are told: work that may not
// have been done first, since a duplicate can be seen and a loss cannot.
var urgent = slices.Concat(urgentGroups[0].kinds, urgentGroups[1].kinds, urgentGroups[2].kinds)

// urgentGroups are their sections.
var urgentGroups = [3]struct {
	title string
	kinds []string
}{
	{"Lost or uncertain", []string{
		"suppressed_update", "claim_without_effect", "uncertain_operation", "abandoned_claim", "acknowledged_unrecorded",
	}},
	{"Made twice", []string{"safety_violation"}},
	{"Accepted although invalid", []string{"accepted_invalid"}},
}

// count writes a number with its noun: 1 effect, 2 effects, 2 deliveries.
func count(n int, noun string) string {
	if n != 1 {
		noun = plural(noun)
	}
	return fmt.Sprintf("%d %s", n, noun)
}

func plural(noun string) string {
	if stem, ok := strings.CutSuffix(noun, "y"); ok {
		return stem + "ies"
	}
	return noun + "s"
}

// numeral writes small numbers as words.
func numeral(n int) string {
	words := []string{"none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}
	if n >= 0 && n < len(words) {
		return words[n]
	}
	return fmt.Sprint(n)
}

// span writes a stretch of time without saying its day twice.
func span(first, last analyze.Time) string {
	a, b := first.String(), last.String()
	day := len(time.DateOnly) + 1
	switch {
	case a == b || b == "":
		return a
	case a == "":
		return b
	case a[:day] == b[:day]:
		return a + " to " + b[day:]
	}
	return a + " to " + b
}

// listed writes at most most items of a list and counts the rest.
func listed(items []string, most int) []string {
	if len(items) <= most+1 { // "and 1 more" takes the room of the one
		return items
	}
	return append(append([]string{}, items[:most]...), fmt.Sprintf("and %d more", len(items)-most))
}

// both joins two words or lists of words, leaving out the empty one.
func both(a, sep, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + sep + b
}

// named is how a resource is called in a sentence: order 14.
func named(r analyze.Resource) string { return both(r.Type, " ", r.ID) }

// kind is the class with its cause: replay (provider_retry).
func kind(c analyze.Class, cause string) string {
	if cause == "" {
		return string(c)
	}
	return string(c) + " (" + cause + ")"
}

// sentence is the verdict in one sentence; composed from the fields where the analysis wrote none.
func sentence(d *analyze.Duplicate) string {
	if d.Headline != "" {
		return d.Headline
	}
	s := kind(d.Class, d.Cause)
	if r := named(d.Resource); r != "" {
		s += " for " + r
	}
	if d.Confidence != "" {
		s += ", " + string(d.Confidence)
	}
	return s + "."
}

// derivation says what a derived operation key was made of, which is shorter than the key: derived from order 15, order.updated
// and its payload. It is empty for any other key.
func derivation(key string, r analyze.Resource) string {
	rest, ok := strings.CutPrefix(key, r.Type+":"+r.ID+":")
	at := strings.LastIndexByte(rest, ':')
	if !ok || r.ID == "" || at < 1 || !strings.HasPrefix(rest[at+1:], "sha256-") {
		return ""
	}
	return "derived from " + named(r) + ", " + rest[:at] + " and its payload"
}

// OperationName is an operation's key as a person is shown it: a derived one says what it was made of.
func OperationName(o analyze.Operation) string {
	if s := derivation(o.Key, o.Resource); s != "" && o.KeyOrigin == "derived" {
		return s
	}
	return o.Key
}
