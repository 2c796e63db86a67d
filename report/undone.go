package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/analyze"
)

// troubles tells in one line what went wrong without repeating anything: 7 of 7 deliveries of registration 107 failed; it is now
// disabled; not done: orders 228 to 234. It is empty where all went well.
func troubles(d *analyze.Diagnosis, opt Options) string {
	var parts []string
	if !opt.Filtered { // registrations are counted over the whole history
		for _, r := range d.Registrations {
			parts = append(parts, registrationTroubles(r)...)
		}
		parts = listed(parts, 6)
	}
	if list := undone(d, "retryable_failed", "terminal_failed"); list != "" {
		parts = append(parts, "not done: "+list)
	}
	if list := undone(d, "uncertain"); list != "" {
		parts = append(parts, "with a downstream call that has no result on record: "+list)
	}
	if len(parts) == 0 {
		return ""
	}
	return sentenceOf(strings.Join(parts, "; "))
}

func registrationTroubles(r analyze.Registration) (parts []string) {
	name := "an unknown registration"
	if r.WebhookID != "" {
		name = "registration " + r.WebhookID
	}
	of := fmt.Sprintf("of %s of %s", count(r.Deliveries, "delivery"), name)
	const slow = "took longer than the sender waits"
	switch {
	case r.Failed > 0 && r.Slow > 0:
		parts = append(parts, fmt.Sprintf("%d %s failed, %d %s", r.Failed, of, r.Slow, slow))
	case r.Failed > 0:
		parts = append(parts, fmt.Sprintf("%d %s failed", r.Failed, of))
	case r.Slow > 0:
		parts = append(parts, fmt.Sprintf("%d %s %s", r.Slow, of, slow))
	default:
		return nil
	}
	if r.Status != "" && r.Status != "active" {
		parts = append(parts, "it is now "+r.Status)
	}
	return parts
}

// undone lists the resources of operations in these states, but those that a finding tells of.
func undone(d *analyze.Diagnosis, states ...string) string {
	type name struct {
		key string
		of  analyze.Resource
	}
	told := map[name]bool{}
	for _, f := range d.Findings {
		if slices.Contains(urgent, f.Kind) {
			told[name{f.OperationKey, f.Resource}] = true
		}
	}
	var list []analyze.Resource
	for _, op := range d.Operations {
		if slices.Contains(states, op.State) && !told[name{op.Key, op.Resource}] {
			list = append(list, op.Resource)
		}
	}
	return resourceList(list)
}

// undoneStep is what to do about operations that were not done, "" where all were.
func undoneStep(d *analyze.Diagnosis) string {
	if undone(d, "retryable_failed", "terminal_failed") == "" {
		return ""
	}
	disabled, never, again := false, false, false
	for _, r := range d.Registrations {
		if r.Failed > 0 {
			disabled = disabled || r.Status == "disabled"
			never = never || r.Provider == "woocommerce"
			again = again || r.Provider != "woocommerce"
		}
	}
	switch {
	case disabled:
		return "Carry out what was not done, then activate the registration: nothing is sent while it is disabled."
	case never && !again:
		return "Carry out what was not done: WooCommerce does not send it again."
	}
	return "Carry out what was not done, unless the sender is still going to try again."
}

func sentenceOf(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:] + "."
}
