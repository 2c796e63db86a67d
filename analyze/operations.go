package analyze

import (
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// states lists the component's operations with their state from the history. That a delivery was accepted and that its
// operation was done are two things, always.
func (t *tree) states() []Operation {
	var out []Operation
	for _, o := range t.operations {
		out = append(out, Operation{
			Key: o.key, KeyOrigin: originOf(o), Resource: t.component.resource,
			State: o.state(), Accepted: o.accepted(), Succeeded: o.succeeded(),
			Executions: len(o.runs), DownstreamIDs: orEmpty(downstreamIDs(o.effects)), Rule: o.ruleText(),
		})
	}
	return out
}

// done tells whether anything says that the work was done.
func (o *operation) done() bool {
	if slices.ContainsFunc(o.rows, func(r *record) bool { return r.Event == profile.EventDone }) {
		return true
	}
	return len(o.effects) > 0 || slices.ContainsFunc(o.runs, (*run).succeeded)
}

// state is the operation's last known state.
func (o *operation) state() string {
	if o.done() {
		return "succeeded"
	}
	for i := len(o.runs) - 1; i >= 0; i-- {
		n := o.runs[i]
		if len(n.calls) == 0 {
			continue
		}
		switch last := n.calls[len(n.calls)-1]; {
		case last.refused() && (last.code() == 429 || last.code() == 408):
			return "retryable_failed"
		case last.refused():
			return "terminal_failed"
		}
		return "uncertain" // the call was made, and nothing says that it did not take effect
	}
	seen := func(e profile.Event) bool {
		return slices.ContainsFunc(o.receipts, func(x *receipt) bool { return x.has(e) })
	}
	failed := slices.ContainsFunc(o.runs, func(n *run) bool { return n.failed != nil }) || seen(profile.EventFailed) || seen(profile.EventThrottled)
	switch {
	case o.rowSays(givenUp):
		return "terminal_failed"
	case failed, o.rowFailed() != nil:
		return "retryable_failed"
	case seen(profile.EventRejected):
		return "terminal_failed"
	case len(o.runs) > 0, len(o.rows) > 0, seen(profile.EventClaimed), seen(profile.EventEnqueued):
		return "processing"
	}
	return "received"
}

// givenUp are words of a claim table for an operation that is not tried again.
var givenUp = []string{"dead", "dead_letter", "deadletter", "dead_lettered", "deadlettered", "terminal_failed", "permanently_failed", "exhausted"}

// rowSays tells whether a row of the operation has one of these states.
func (o *operation) rowSays(states []string) bool {
	return slices.ContainsFunc(o.rows, func(r *record) bool {
		return slices.Contains(states, strings.ReplaceAll(lower(r.RowStatus), "-", "_"))
	})
}

func (c *call) code() int {
	for _, r := range []*record{c.result, c.failed} {
		if r != nil && r.Code != 0 {
			return r.Code
		}
	}
	return 0
}

func (o *operation) succeeded() string {
	switch o.state() {
	case "succeeded":
		return "yes"
	case "retryable_failed", "terminal_failed":
		return "no"
	}
	return "unknown"
}

// accepted tells whether the sender was answered with success for any delivery that asked for the operation.
func (o *operation) accepted() string {
	answer := "unknown"
	for _, c := range o.changes {
		for _, d := range c.deliveries {
			for _, r := range d.answers() {
				if d.accepted(r) {
					return "yes"
				}
				answer = "no"
			}
		}
	}
	return answer
}
