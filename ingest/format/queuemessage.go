package format

import (
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// queued takes the ID of a broker's message for the job's: one piece of work in the receiver's queue. A message_id may as well be a mail's,
// a chat's, or the one by which a sender names what it tells, so the line must speak of a message that was put into a queue or taken out of
// one, or say how often it was received, or be of work on an operation that names nothing of a sender's.
func (r *recordReader) queued(o *profile.Observation) {
	work := o.OperationKey != "" && o.DeliveryID == "" && o.EventID == "" && o.WebhookID == "" && o.Topic == "" &&
		len(r.headers) == 0 && !r.has(fieldURL)
	made := o.RequestID == "" && len(r.named) > 1 && r.saysMade() // a record, beside the message that it was made for
	if o.JobID != "" || !work && !made && !r.ofQueue() {
		return
	}
	for _, id := range r.named {
		text := r.textOf(id.value)
		if id.of == "message" && made && !work && !r.ofQueue() && !isUUID(text) {
			continue
		}
		if id.of == "message" && o.RequestID != "" && !r.ofQueue() && (!isUUID(text) || r.saysMade() && !r.has(fieldDownstreamID)) {
			continue // a function's invocation has an ID of its own, and its queue's messages have UUIDs
		}
		if id.of == "message" && !strings.HasPrefix(text, "msg_") && !strings.Contains(text, "@") { // Svix's, and a mail's
			o.JobID = text
			r.values[fieldJobID] = found{id.value, &messageMeaning}
		}
	}
	// Of how many times it was handed out before, the broker says whether it was at all.
	if o.Attempt == 0 && o.JobID != "" && r.flag(fieldRedelivered) == profile.No {
		o.Attempt = 1
	}
}

func isUUID(text string) bool {
	return len(text) == len("43480630-44fc-4d1e-acac-e342e7c07a82") && isTraceID([]byte(text))
}

// messageMeaning is the meaning of such an ID.
var messageMeaning = meaning{field: fieldJobID, name: "messageid"}

// ofQueue tells a line of a queue's message by its words.
func (r *recordReader) ofQueue() bool {
	switch r.by(fieldAttempt).name {
	case "receivecount", "approximatereceivecount":
		return true
	}
	if r.has(fieldDeliveryTag) {
		return true
	}
	if !mentions(r.message(), "message") {
		return r.has(fieldRedelivered)
	}
	phrase := plainPhrase(r.message())
	for word := range strings.SplitSeq("published|consumed|acked|acknowledged|nacked|requeued|redelivered", "|") {
		if strings.HasPrefix(phrase, "message "+word) || strings.HasPrefix(phrase, word+" message") {
			return true
		}
	}
	return r.has(fieldRedelivered)
}

// saysMade tells whether the words of a line say that something was made or sent.
func (r *recordReader) saysMade() bool {
	for word := range strings.FieldsSeq(plainPhrase(r.message())) {
		if slices.Contains(madeWordsOf, word) {
			return true
		}
	}
	return false
}

// mentions tells whether a word stands in a text, in capitals or not: what does not mention it need not be brought to another form.
func mentions(text, word string) bool {
	for i := 0; i+len(word) <= len(text); i++ {
		if text[i]|0x20 == word[0] && strings.EqualFold(text[i:i+len(word)], word) {
			return true
		}
	}
	return false
}
