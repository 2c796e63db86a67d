package analyze

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// says puts one record into words. It repeats identifiers in full and nothing that the record does not say.
func (p *proof) says(r *record) string {
	if claimRow(&r.Observation) {
		return join("the receiver's table has "+cmp.Or(r.OperationKey, idOfRow(r)), "as "+r.RowStatus, r.DownstreamID)
	}
	of := ""
	if r.DeliveryID != "" {
		of = " " + r.DeliveryID
	}
	switch r.Event {
	case profile.EventRegistration:
		return join("registration "+r.WebhookID, r.Topic, at("to", r.URL), r.RowStatus)
	case profile.EventAction:
		return join("queued action "+r.ActionID+" for registration "+r.WebhookID+" and resource "+r.ResourceID, r.RowStatus)
	case profile.EventActionStarted, profile.EventActionCompleted, profile.EventActionFailed, profile.EventActionLost:
		return join("queued action "+r.ActionID+" "+strings.TrimPrefix(string(r.Event), "action_"), at("via", r.Via))
	case profile.EventDelivery:
		return join("sender: delivery"+of+at(" of registration", r.WebhookID), answered(r), took(r.Took), asked(r))
	case profile.EventRelayed:
		return join("on the way: delivery"+of+at(" of registration", r.WebhookID), answered(r), took(r.Took))
	case profile.EventProxied:
		if s := tryStatuses(r); len(s) > 1 {
			return join("proxy: delivery"+of, "passed to "+count(len(s), "upstream")+" which answered "+list(s), answered(r), took(r.Took))
		}
		return join("proxy: delivery"+of, answered(r), took(r.Took))
	case profile.EventReceived:
		return join("receiver has delivery"+of, at("by", r.Instance), r.OperationKey)
	case profile.EventResponded:
		return join("receiver answered", answered(r), took(r.Took))
	case profile.EventAborted:
		return "the client left before the answer"
	case profile.EventClaimed:
		return join("claimed", r.OperationKey)
	case profile.EventDuplicate:
		return join("left as a repeat", at("by", r.DedupBy), r.OperationKey)
	case profile.EventEnqueued:
		return join("queued", at("as job", r.JobID), r.OperationKey)
	case profile.EventRejected:
		return "refused"
	case profile.EventThrottled:
		return "refused: too many requests"
	case profile.EventFailed:
		return join("the handler failed", answered(r))
	case profile.EventStarted:
		return join("run started", at("job", r.JobID), attempt(r.Attempt), at("by", r.Worker), handedOutBy(r))
	case profile.EventCalled:
		return join("downstream call", at("job", r.JobID), attempt(r.Attempt), at("by", r.Worker))
	case profile.EventResult:
		return join("downstream answer", answered(r), r.DownstreamID, at("by", r.Worker))
	case profile.EventCallFailed:
		return join("downstream call without an answer", answered(r), at("by", r.Worker))
	case profile.EventDone:
		return join("run done", r.DownstreamID, at("by", r.Worker))
	case profile.EventRequeued:
		return join("put back into the queue", at("job", r.JobID))
	case profile.EventEffect:
		return join("downstream system made "+r.DownstreamID, r.OperationKey)
	case profile.EventEffectReplayed:
		return join("downstream system knew the key and answered " + r.DownstreamID + " again")
	}
	return string(r.Event)
}

func asked(r *record) string {
	if r.Via != profile.ViaAsked {
		return ""
	}
	return "sent for " + r.Via
}

func handedOutBy(r *record) string {
	if r.Via != profile.ViaBroker {
		return ""
	}
	return "handed out by " + r.Via
}

func join(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ", ")
}

func at(word, value string) string {
	if value == "" {
		return ""
	}
	return word + " " + value
}

func attempt(n int) string {
	if n == 0 {
		return ""
	}
	return "attempt " + strconv.Itoa(n)
}

func answered(r *record) string {
	if s := answerText(r.Code, r.Failure); s != "" {
		return "answer " + s
	}
	return ""
}

func took(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return "in " + d.Round(time.Millisecond).String()
}
