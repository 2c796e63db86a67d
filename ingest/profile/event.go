package profile

// Event is what a record says happened.
type Event string

// Events, in the order of the layers that they belong to.
const (
	// Change: the provider's own record of an event, whoever was told of it.
	EventChanged Event = "changed"

	// Registration: one row of the provider's webhook configuration.
	EventRegistration Event = "registration"

	// Schedule: the sender's own queue.
	EventAction          Event = "action"           // a row of the actions table, with its state
	EventActionCreated   Event = "action_created"   // the others are rows of its log
	EventActionStarted   Event = "action_started"   //
	EventActionCompleted Event = "action_completed" //
	EventActionFailed    Event = "action_failed"    // the action itself threw
	EventActionIgnored   Event = "action_ignored"   // a finished action was run again: nothing is sent
	EventActionReset     Event = "action_reset"     // its claim was released
	EventActionLost      Event = "action_lost"      // marked as failed after a time: its runner died or hung
	EventActionNoted     Event = "action_noted"     // any other message
	EventActionClaim     Event = "action_claim"     // a runner holds actions at this moment

	// Delivery.
	EventDelivery Event = "delivery" // the sender's own record of a request and its answer
	EventRelayed  Event = "relayed"  // a proxy between sender and receiver saw it (HAR)

	// Receipt.
	EventProxied   Event = "proxied"   // the receiver's proxy or web server wrote an access line
	EventPing      Event = "ping"      // a test request, never a delivery
	EventReceived  Event = "received"  // the receiver has the request
	EventResponded Event = "responded" // it has answered
	EventAborted   Event = "aborted"   // the client left before the answer
	EventRejected  Event = "rejected"  // refused: signature or form
	EventThrottled Event = "throttled" // refused: too many
	EventFailed    Event = "failed"    // the handler threw

	// The receiver's guard, and its queue.
	EventClaimed   Event = "claimed"   // the operation was taken
	EventDuplicate Event = "duplicate" // recognised as a repeat and left
	EventEnqueued  Event = "enqueued"

	// Execution.
	EventStarted    Event = "started"
	EventCalled     Event = "called"      // the downstream call goes out
	EventResult     Event = "result"      // its answer
	EventCallFailed Event = "call_failed" // no answer, or an error: the outcome may be uncertain
	EventDone       Event = "done"
	EventRequeued   Event = "requeued" // a stalled or failed job was put back
	EventWorkerUp   Event = "worker_up"

	// Effect: the downstream system's own record.
	EventEffect         Event = "effect"
	EventEffectReplayed Event = "effect_replayed" // it knew the idempotency key and made nothing new

	// Noted names identifiers, but no step that is known.
	EventNoted Event = "noted"
)

// Layer is one stage between the shop and the result.
type Layer string

// The eight layers, from the shop to the result.
const (
	LayerChange       Layer = "change"
	LayerRegistration Layer = "registration"
	LayerSchedule     Layer = "schedule"
	LayerDelivery     Layer = "delivery"
	LayerReceipt      Layer = "receipt"
	LayerQueue        Layer = "queue"
	LayerExecution    Layer = "execution"
	LayerEffect       Layer = "effect"
)

// Layers lists the layers from the shop to the result.
var Layers = []Layer{
	LayerChange, LayerRegistration, LayerSchedule, LayerDelivery, LayerReceipt, LayerQueue, LayerExecution, LayerEffect,
}

// Layer returns the layer that a record of this event speaks of, or "" for EventNoted and EventWorkerUp.
func (e Event) Layer() Layer {
	switch e {
	case EventChanged:
		return LayerChange
	case EventRegistration:
		return LayerRegistration
	case EventAction, EventActionCreated, EventActionStarted, EventActionCompleted, EventActionFailed, EventActionIgnored,
		EventActionReset, EventActionLost, EventActionNoted, EventActionClaim:
		return LayerSchedule
	case EventDelivery, EventRelayed:
		return LayerDelivery
	case EventProxied, EventPing, EventReceived, EventResponded, EventAborted, EventRejected, EventThrottled, EventFailed:
		return LayerReceipt
	case EventEnqueued, EventRequeued:
		return LayerQueue
	case EventClaimed, EventDuplicate, EventStarted, EventCalled, EventResult, EventCallFailed, EventDone:
		return LayerExecution
	case EventEffect, EventEffectReplayed:
		return LayerEffect
	}
	return ""
}
