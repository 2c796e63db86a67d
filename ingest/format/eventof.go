package format

import (
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// event decides what step a record tells, from its words and from what else it names. "": none that is known.
func (r *recordReader) event(o *profile.Observation) profile.Event {
	if r.sent(o) {
		return profile.EventDelivery
	}
	if r.unscheduled(o) {
		return profile.EventActionIgnored
	}
	w := r.nameMade(o, r.word(o))
	code := r.has(fieldResponseCode)
	if w == wordNone && r.fromRails() && o.Code != 0 {
		return r.answered(o) // the receiver itself, not what stands before it
	}
	switch w {
	case wordNone, wordAnswered, wordIncoming, wordFailed, profile.EventAborted:
		// pino-http ends each request with "request completed", "request errored" or "request aborted"; express-winston
		// with "HTTP POST /x": the answer's code says it in whatever words.
		if r.null || w == profile.EventAborted {
			return profile.EventAborted
		}
		if code || w == wordAnswered && o.Code != 0 || w == wordIncoming && o.Code != 0 && r.has(fieldTook) {
			return r.answered(o)
		}
	}
	made := r.has(fieldDownstreamID)
	// Who names a worker, a job or a webhook tells of a run that made a record; the record's own system knows none of them.
	running := r.has(fieldWorker) || r.has(fieldJobID) || r.has(fieldWebhookID) || r.has(fieldDeliveryID) || len(r.headers) > 0
	if made && !running && (w == wordNone || w == wordMade || w == profile.EventEffectReplayed || w == profile.EventDuplicate) {
		switch {
		case r.flag(fieldCreated) == profile.No, r.flag(fieldReplayed) == profile.Yes, w == profile.EventEffectReplayed:
			return profile.EventEffectReplayed
		case r.flag(fieldCreated) == profile.Yes, w == wordMade:
			return profile.EventEffect
		}
	}
	if w == wordNone {
		return r.wordless(o)
	}
	return r.step(o, w, made)
}

// sent knows the line with which a sender of webhooks says that it made one delivery and how that was answered: it names the URL in
// full, which no receiver has, the delivery and the answer, and nothing of a receiver's work.
func (r *recordReader) sent(o *profile.Observation) bool {
	if o.DeliveryID == "" || o.Code == 0 || !strings.HasPrefix(r.text(fieldURL), "http") || o.RequestID != "" || o.OperationKey != "" || o.JobID != "" {
		return false
	}
	text := strings.ToLower(r.message())
	for _, words := range []string{"delivery sent", "webhook sent", "webhook delivered", "delivered webhook", "sent webhook", "delivery attempt", "delivery succeeded", "delivery failed"} {
		if strings.HasPrefix(text, words) {
			return true
		}
	}
	return false
}

// unscheduled knows the line with which a sender's queue says that it left a change out, since an equal one waits or runs.
func (r *recordReader) unscheduled(o *profile.Observation) bool {
	if o.WebhookID == "" || o.ResourceID == "" || o.DeliveryID != "" || o.RequestID != "" {
		return false
	}
	text := strings.ToLower(r.message())
	return strings.Contains(text, "not scheduled") || strings.Contains(text, "not queued") || strings.Contains(text, "not enqueued")
}

// step decides by a word what step it is. made tells that the record names one that was made.
func (r *recordReader) step(o *profile.Observation, w word, made bool) profile.Event {
	switch w {
	case wordMade, profile.EventEffectReplayed:
		if made {
			return profile.EventResult
		}
		return ""
	case wordIncoming:
		if r.has(fieldDeliveryID) || r.has(fieldWebhookID) || len(r.headers) > 0 || o.EventID != "" && o.Provider != "" {
			return profile.EventReceived
		}
		return ""
	case wordAnswered:
		if r.has(fieldJobID) || r.has(fieldWorker) || r.has(fieldOperationKey) {
			return profile.EventDone
		}
		return ""
	case wordWorking:
		if r.has(fieldJobID) {
			return profile.EventStarted
		}
		return profile.EventClaimed
	case profile.EventReceived: // a message of the receiver's own queue, and no request
		if o.JobID != "" && r.ofQueue() && len(r.headers) == 0 && o.Method == "" {
			return profile.EventStarted
		}
	case wordCharged:
		if made && r.has(fieldOperationKey) {
			return profile.EventResult
		}
		return ""
	case wordRecorded:
		if r.has(fieldOperationKey) {
			return profile.EventClaimed
		}
		return ""
	case wordJobRun:
		if r.has(fieldJobID) {
			return profile.EventStarted
		}
		return ""
	case wordJobQueued:
		if r.has(fieldJobID) {
			return profile.EventEnqueued
		}
		return ""
	case wordWorkerRun:
		if r.has(fieldJobID) || r.has(fieldOperationKey) || r.has(fieldDeliveryID) {
			return profile.EventStarted
		}
		return profile.EventWorkerUp
	case wordForged:
		o.SignatureValid = profile.No
		return profile.EventRejected
	case wordVerified:
		o.SignatureValid = profile.Yes
		return ""
	case wordFailed:
		if (r.has(fieldJobID) || r.has(fieldWorker) || r.has(fieldOperationKey)) && r.failure() != "other" {
			return profile.EventCallFailed // the connection failed that the job had made
		}
		return profile.EventFailed
	case wordUnrelated:
		return ""
	case profile.EventResult: // a unique index let nothing through
		if !made && failureIn(strings.ToLower(r.text(fieldError)+" "+r.message()), uniqueFailures) == "refused" {
			return profile.EventCallFailed
		}
	}
	return w
}

// word takes the step's own key before the message. A topic may stand there too ("event": "order.updated"), or, with
// structlog, the message.
func (r *recordReader) word(o *profile.Observation) word {
	if r.job != nil {
		return r.job.says
	}
	if event := r.text(fieldEvent); event != "" && !r.fromRails() { // where it is a method of the controller
		if w := r.wordOf(event); w != wordNone {
			return w
		}
		if o.Topic == "" && looksLikeTopic(event) {
			o.Topic = event
		}
	}
	return r.wordOf(r.message())
}

// answered is a finished request.
func (r *recordReader) answered(o *profile.Observation) profile.Event {
	if o.Code == 429 {
		return profile.EventThrottled
	}
	return profile.EventResponded
}

// wordless goes by the form of the record alone.
func (r *recordReader) wordless(o *profile.Observation) profile.Event {
	switch {
	case r.flag(fieldDuplicate) == profile.Yes:
		return profile.EventDuplicate
	case o.Code != 0 && o.Method != "" && r.has(fieldURL) && r.message() == "" && !r.has(fieldEvent):
		// An access line. Echo's logger and Rails' lograge are the receiver itself; others stand before it.
		if r.by(fieldTook).name == "latencyhuman" {
			return r.answered(o)
		}
		return profile.EventProxied
	case o.Code == 429:
		return profile.EventThrottled
	case r.toldAlone(o):
		return profile.EventReceived
	case o.DeliveryID != "" && o.Code == 0 && o.DownstreamID == "" && o.JobID == "" && bareWebhook(r.message(), o.Topic):
		return profile.EventReceived
	case len(r.headers) > 0 && (r.values[fieldBody].meaning != nil || r.arrived && o.RequestID != "" || r.allHeaders(o)) && o.Code == 0 && o.DownstreamID == "" && o.JobID == "" && !reads(o.Method):
		return profile.EventReceived // in whatever words: the headers of a webhook, with its body or whole
	}
	return ""
}

// bareWebhook tells a message that says no more than what it names: "webhook order.updated delivery 3e9b…".
func bareWebhook(message, topic string) bool {
	phrase, found := strings.CutPrefix(plainPhrase(message), "webhook")
	if !found {
		return false
	}
	topics := " " + plainPhrase(topic) + " "
	for word := range strings.FieldsSeq(phrase) {
		switch word {
		case "delivery", "order", "id", "topic", "event", "for":
		default:
			if !strings.Contains(topics, " "+word+" ") {
				return false
			}
		}
	}
	return true
}

// allHeaders tells the headers of a request as they came from those that a receiver picks out of them: who sent it and what in is among
// them as well. pino-http puts them, with the request's ID, into whatever is logged of the request.
func (r *recordReader) allHeaders(o *profile.Observation) bool {
	return o.RequestID == "" && !r.has(fieldError) && (o.DeliveryID != "" || o.EventID != "" || o.Signature != (profile.Mark{})) && r.has(fieldUserAgent) && (r.has(fieldContentType) || r.has(fieldContentLength) || o.Method != "")
}

// failure says why a call gave no answer, in the words of Observation.Failure.
func (r *recordReader) failure() string {
	text := strings.ToLower(r.text(fieldError) + " " + r.message())
	return failureIn(text, failures)
}

// failureWord is a text by which a failure is known, and its name among those of Observation.Failure.
type failureWord struct{ holds, says string }

// failureIn names a failure by the first of the words that the text, in lower case, holds.
func failureIn(text string, words []failureWord) string {
	for _, w := range words {
		if strings.Contains(text, w.holds) {
			return w.says
		}
	}
	return "other"
}

// uniqueFailures are what databases say of a row that a unique index refused.
var uniqueFailures = []failureWord{
	{"23505", "refused"}, // PostgreSQL's unique_violation
	{"unique constraint", "refused"},
	{"uniqueviolation", "refused"},
	{"er_dup_entry", "refused"},
	{"duplicate entry", "refused"},
	{"duplicate key", "refused"},
}

var failures = append(slices.Clone(uniqueFailures), []failureWord{
	{"timeout", "timeout"},
	{"timed out", "timeout"},
	{"etimedout", "timeout"},
	{"deadline exceeded", "timeout"},
	{"refused", "refused"},
	{"enotfound", "unresolved"},
	{"getaddrinfo", "unresolved"},
	{"no such host", "unresolved"},
	{"socket hang up", "aborted"},
	{"econnreset", "aborted"},
	{"connection reset", "aborted"},
	{"broken pipe", "aborted"},
}...)

// looksLikeTopic accepts order.updated, orders/create, checkout.session.completed, woocommerce:order.created.
func looksLikeTopic(s string) bool {
	if len(s) > 100 || !strings.ContainsAny(s, "./") {
		return false
	}
	for i := range len(s) {
		switch c := s[i]; {
		case 'a' <= c|0x20 && c|0x20 <= 'z', '0' <= c && c <= '9', c == '.', c == '/', c == '_', c == '-', c == ':':
		default:
			return false
		}
	}
	return s[0] != '/' && s[0] != '.'
}
