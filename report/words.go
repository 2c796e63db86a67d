package report

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/analyze/language"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// questions are the nine that every duplicate answers, in their order, with the words for a heading and for a list.
var questions = []question{
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

type question struct {
	id         string
	ask, short language.Text
}

// asked gives the question of an ID.
func asked(id string) (question, bool) {
	i := slices.IndexFunc(questions, func(q question) bool { return q.id == id })
	if i < 0 {
		return question{}, false
	}
	return questions[i], true
}

// meanings say each class in plain words.
var meanings = map[analyze.Class]language.Text{
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
	title, cut language.Text // as a heading, and where it had no room
	kinds      []string
}{
	{"Lost or uncertain", "lost or uncertain", []string{
		"suppressed_update", "claim_without_effect", "uncertain_operation", "abandoned_claim", "acknowledged_unrecorded",
	}},
	{"Made twice", "made twice", []string{"safety_violation"}},
	{"Accepted although invalid", "accepted although invalid", []string{"accepted_invalid"}},
}

// numeral writes small numbers from two as words.
func numeral(l *language.Language, n int) string {
	words := []language.Text{"two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}
	if n >= 2 && n < 2+len(words) {
		return l.Say(words[n-2])
	}
	return strconv.Itoa(n)
}

// span writes a stretch of time without saying its day twice.
func span(l *language.Language, first, last analyze.Time) string {
	a, b := first.String(), last.String()
	day := len(time.DateOnly) + 1
	switch {
	case a == b || b == "":
		return a
	case a == "":
		return b
	case a[:day] == b[:day]:
		b = b[day:]
	}
	return l.Say("%s to %s", a, b)
}

// few gives at most most items of a list, and words that count the rest: "and 1 more" takes the room of the one.
func few(l *language.Language, items []string, most int) (shown []string, more string) {
	if len(items) <= most+1 {
		return items, ""
	}
	return items[:most], l.Say("and %d more", len(items)-most)
}

// listed is few in one list.
func listed(l *language.Language, items []string, most int) []string {
	shown, more := few(l, items, most)
	if more == "" {
		return shown
	}
	return append(slices.Clone(shown), more)
}

// both joins two words or lists of words, leaving out the empty one.
func both(a, sep, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + sep + b
}

// named is how a resource is called in a sentence: order 14.
func named(l *language.Language, r analyze.Resource) string {
	return both(l.Plural(1, language.Noun(r.Type)), " ", r.ID)
}

// These types of resources have a word of their own; another keeps its name.
var _ = []language.Noun{
	"order", "product", "customer", "coupon", "payment", "invoice", "refund", "subscription", "charge", "checkout",
}

// kind is the class with its cause: replay (provider_retry).
func kind(c analyze.Class, cause string) string {
	if cause == "" {
		return string(c)
	}
	return string(c) + " (" + cause + ")"
}

// sentence is the verdict in one sentence; composed from the fields where the analysis wrote none.
func sentence(l *language.Language, d *analyze.Duplicate) string {
	if d.Headline != "" {
		return d.Headline
	}
	s := kind(d.Class, d.Cause)
	if r := named(l, d.Resource); r != "" {
		s = l.Say("%s for %s", s, r)
	}
	if d.Confidence != "" {
		s += ", " + word(l, string(d.Confidence))
	}
	return s + "."
}

// codeWords are the codes that a report writes as words where it speaks to people: outcomes, confidences, layers, origins of keys,
// answers.
var codeWords = map[string]language.Text{
	string(analyze.Duplicated): "duplicated", string(analyze.Lost): "lost", string(analyze.Contained): "contained", string(analyze.Unknown): "unknown",
	string(analyze.Proven): "proven", string(analyze.Likely): "likely", string(analyze.Possible): "possible",
	string(profile.LayerChange): "change", string(profile.LayerRegistration): "registration", string(profile.LayerSchedule): "schedule",
	string(profile.LayerDelivery): "delivery", string(profile.LayerReceipt): "receipt", string(profile.LayerQueue): "queue",
	string(profile.LayerExecution): "execution", string(profile.LayerEffect): "effect",
	string(analyze.Undetermined): "undetermined",
	"logged":                     "logged", "rule": "rule", "derived": "derived",
	"yes": "yes", "no": "no", "none": "none", "one": "one", "two_or_more": "two or more", "accepted": "accepted", "failed": "failed", "mixed": "mixed",
	analyze.Worked: "worked", analyze.NotWorked: "not_worked", analyze.NotTested: "not_tested", analyze.Unclear: "unclear",
}

// word is a code in the reader's language, or the code itself.
func word(l *language.Language, code string) string {
	if t, ok := codeWords[code]; ok {
		return l.Say(t)
	}
	return code
}

// answerWord is the answer to a question.
func answerWord(l *language.Language, code string) string {
	if _, ok := codeWords[code]; ok {
		return word(l, code)
	}
	return strings.ReplaceAll(code, "_", " ")
}

// derivation says what a derived operation key was made of, which is shorter than the key: derived from order 15, order.updated
// and its payload. It is empty for any other key.
func derivation(l *language.Language, key string, r analyze.Resource) string {
	rest, ok := strings.CutPrefix(key, r.Type+":"+r.ID+":")
	at := strings.LastIndexByte(rest, ':')
	if !ok || r.ID == "" || at < 1 || !strings.HasPrefix(rest[at+1:], "sha256-") {
		return ""
	}
	return l.Say("derived from %s, %s and its payload", named(l, r), rest[:at])
}

// OperationName is an operation's key as a person is shown it: a derived one says what it was made of.
func OperationName(l *language.Language, o analyze.Operation) string {
	if s := derivation(l, o.Key, o.Resource); s != "" && o.KeyOrigin == "derived" {
		return s
	}
	return o.Key
}
