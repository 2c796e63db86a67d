package format

import (
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// toldAlone knows the line with which a receiver says that a webhook is there, and nothing of what it does with it: "webhook
// order.updated delivery=3e9b…", "stripe webhook" with the event's ID, Serilog's "Webhook {EventId} for {OrderNumber}". It must name the
// delivery or the event, or hold the body, and no other word may stand in it than what it names.
func (r *recordReader) toldAlone(o *profile.Observation) bool {
	if o.DeliveryID == "" && o.EventID == "" && r.values[fieldBody].meaning == nil || o.Code != 0 || o.JobID != "" || o.DownstreamID != "" || o.OperationKey != "" && o.Topic == "" ||
		reads(o.Method) || r.has(fieldError) {
		return false
	}
	const most = 12
	words := strings.Fields(r.message())
	if len(words) > most {
		return false
	}
	if len(words) > 2 && strings.EqualFold(words[0], "received") && r.receivedEvent(o, words) {
		return true
	}
	if len(words) == 2 && o.Topic != "" && strings.EqualFold(words[1], "webhook") {
		return senderWord(words[0])
	}
	if len(words) < 2 || !strings.EqualFold(strings.Trim(words[0], ":"), "webhook") {
		return false
	}
	topic := ""
	for _, w := range words[1:] {
		w = strings.Trim(w, ":,;()[]#'\"")
		switch {
		case w == "", strings.HasPrefix(w, "{"), slices.Contains(webhookNouns, strings.ToLower(w)),
			w == o.Topic, w == o.EventID, w == o.DeliveryID, w == o.ResourceID, w == o.WebhookID:
		case o.Topic == "" && topic == "" && looksLikeTopic(w):
			topic = w
		default:
			return false
		}
	}
	if topic != "" {
		o.Topic = topic
	}
	return true
}

// receivedEvent knows "Received pull_request event with delivery_id=ababd03f-…": somebody's event, and its delivery or its name in the line. A
// consumer of a queue says the like of its messages, with their job.
func (r *recordReader) receivedEvent(o *profile.Observation, words []string) bool {
	at := 1
	if strings.EqualFold(words[1], "a") || strings.EqualFold(words[1], "an") || strings.EqualFold(words[1], "the") {
		at++
	}
	if at+1 >= len(words) || !isEventNoun(words[at+1]) || o.OperationKey != "" || len(words[at]) > 60 {
		return false
	}
	kind := strings.Trim(words[at], ":,;()[]'\"`")
	if kind == "" || strings.Trim(strings.ToLower(kind), "abcdefghijklmnopqrstuvwxyz_.-/") != "" || slices.Contains(noEvents, strings.ToLower(kind)) {
		return false
	}
	if o.Topic == "" {
		o.Topic = kind
	}
	return true
}

// isEventNoun tells a word that says what was received.
func isEventNoun(word string) bool {
	switch strings.ToLower(strings.Trim(word, ":,;.")) {
	case "event", "webhook", "hook", "notification":
		return true
	}
	return false
}

// noEvents are words before "event" that make it none that a sender told.
var noEvents = strings.Fields("no unknown unexpected invalid duplicate internal queue queued sns sqs kafka domain stale another second bad")

// webhookNouns are the words that may stand beside what such a line names.
var webhookNouns = strings.Fields("for of from event delivery topic type id order payment capture product customer invoice subscription issue")

// senderWord tells a word that may be the sender's name from one that says what becomes of the webhook.
func senderWord(word string) bool {
	word = strings.ToLower(word)
	return len(plainPhrase(word)) == len(word) && !strings.HasSuffix(word, "ed") && !strings.HasSuffix(word, "ing") &&
		wordOf(word) == wordNone && !slices.Contains(strings.Fields("send outbound no not bad unknown invalid missing old late retry"), word)
}
