package analyze

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/webhookctl/webhookctl/analyze/language"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// says puts one record into words. It repeats identifiers in full and nothing that the record does not say.
func (p *proof) says(r *record) string { return p.t.says(r) }

func (w words) says(r *record) string {
	if claimRow(&r.Observation) {
		return join(w.Say("the receiver's table has %s", cmp.Or(r.OperationKey, idOfRow(r))), w.said("as %s", r.RowStatus), r.DownstreamID)
	}
	// of is a delivery with its ID and registration, as far as the record names them.
	of := func(plain, withID, withRegistration, withBoth language.Text, registration string) string {
		switch {
		case r.DeliveryID != "" && registration != "":
			return w.Say(withBoth, r.DeliveryID, registration)
		case r.DeliveryID != "":
			return w.Say(withID, r.DeliveryID)
		case registration != "":
			return w.Say(withRegistration, registration)
		}
		return w.Say(plain)
	}
	by := func(name string) string { return w.said("by %s", name) }
	answer, took := w.answered(r), w.took(r.Took)
	switch r.Event {
	case profile.EventRegistration:
		return join(w.Say("registration %s", r.WebhookID), r.Topic, w.said("to %s", r.URL), r.RowStatus)
	case profile.EventAction:
		return join(w.Say("queued action %s for registration %s and resource %s", r.ActionID, r.WebhookID, r.ResourceID), r.RowStatus)
	case profile.EventActionStarted, profile.EventActionCompleted, profile.EventActionFailed, profile.EventActionLost:
		return join(w.Say("queued action %s %s", r.ActionID, strings.TrimPrefix(string(r.Event), "action_")), w.said("via %s", w.via(r.Via)))
	case profile.EventDelivery:
		return join(of("sender: delivery", "sender: delivery %s", "sender: delivery of registration %s", "sender: delivery %s of registration %s", r.WebhookID), answer, took, w.asked(r))
	case profile.EventRelayed:
		return join(of("on the way: delivery", "on the way: delivery %s", "on the way: delivery of registration %s", "on the way: delivery %s of registration %s", r.WebhookID), answer, took)
	case profile.EventProxied:
		passed := ""
		if s := tryStatuses(r); len(s) > 1 {
			passed = w.Say("passed to %s which answered %s", w.Count(len(s), "upstream"), w.List(s))
		}
		return join(of("proxy: delivery", "proxy: delivery %s", "", "", ""), passed, answer, took)
	case profile.EventReceived:
		return join(of("receiver has delivery", "receiver has delivery %s", "", "", ""), by(r.Instance), r.OperationKey)
	case profile.EventResponded:
		return join(w.Say("receiver answered"), answer, took)
	case profile.EventAborted:
		return w.Say("the client left before the answer")
	case profile.EventClaimed:
		return join(w.Say("claimed"), r.OperationKey)
	case profile.EventDuplicate:
		return join(w.Say("left as a repeat"), by(r.DedupBy), r.OperationKey)
	case profile.EventEnqueued:
		return join(w.Say("queued"), w.said("as job %s", r.JobID), r.OperationKey)
	case profile.EventRejected:
		return w.Say("refused")
	case profile.EventThrottled:
		return w.Say("refused: too many requests")
	case profile.EventFailed:
		return join(w.Say("the handler failed"), answer)
	case profile.EventStarted:
		return join(w.Say("run started"), w.said("job %s", r.JobID), w.attempt(r.Attempt), by(r.Worker), w.handedOutBy(r))
	case profile.EventCalled:
		return join(w.Say("downstream call"), w.said("job %s", r.JobID), w.attempt(r.Attempt), by(r.Worker))
	case profile.EventResult:
		return join(w.Say("downstream answer"), answer, r.DownstreamID, by(r.Worker))
	case profile.EventCallFailed:
		return join(w.Say("downstream call without an answer"), answer, by(r.Worker))
	case profile.EventDone:
		return join(w.Say("run done"), r.DownstreamID, by(r.Worker))
	case profile.EventRequeued:
		return join(w.Say("put back into the queue"), w.said("job %s", r.JobID))
	case profile.EventEffect:
		return join(w.Say("downstream system made %s", r.DownstreamID), r.OperationKey)
	case profile.EventEffectReplayed:
		return w.Say("downstream system knew the key and answered %s again", r.DownstreamID)
	}
	return string(r.Event)
}

func (w words) asked(r *record) string {
	if r.Via != profile.ViaAsked {
		return ""
	}
	return w.Say("sent for %s", w.via(r.Via))
}

func (w words) handedOutBy(r *record) string {
	if r.Via != profile.ViaBroker {
		return ""
	}
	return w.Say("handed out by %s", w.via(r.Via))
}

func join(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ", ")
}

func (w words) attempt(n int) string {
	if n == 0 {
		return ""
	}
	return w.Say("attempt %d", n)
}

func (w words) answered(r *record) string {
	return w.said("answer %s", answerText(r.Code, r.Failure))
}

func (w words) took(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return w.Say("in %s", d.Round(time.Millisecond))
}

// via is the word for who or what set something going; a name that a log gives stays.
func (w words) via(who string) string {
	switch who {
	case profile.ViaBrowser:
		return w.Say("a browser")
	case profile.ViaPerson:
		return w.Say("a person")
	case profile.ViaWebhook:
		return w.Say("a webhook")
	case profile.ViaAsked:
		return w.Say("somebody who asked for it again")
	case profile.ViaBroker:
		return w.Say("a broker that had taken it back")
	}
	return who
}
