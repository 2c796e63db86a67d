package report

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/analyze/language"
)

// troubles tells in one line what went wrong without repeating anything: 7 of 7 deliveries of registration 107 failed; it is now
// disabled; not done: orders 228 to 234. It is empty where all went well.
func troubles(d *analyze.Diagnosis, opt Options) string {
	l := opt.Language
	var parts []string
	if !opt.Filtered { // registrations are counted over the whole history
		for _, r := range d.Registrations {
			parts = append(parts, registrationTroubles(l, r)...)
		}
		parts = listed(l, parts, 6)
	}
	if list := undone(l, d, "retryable_failed", "terminal_failed"); list != "" {
		parts = append(parts, l.Say("not done: %s", list))
	}
	if list := undone(l, d, "uncertain"); list != "" {
		parts = append(parts, l.Say("with a downstream call that has no result on record: %s", list))
	}
	if len(parts) == 0 {
		return ""
	}
	return sentenceOf(strings.Join(parts, "; "))
}

// failures are what can be said of a registration's deliveries, with its name and without.
var failures = []struct {
	failed, slow   bool
	named, unnamed language.Text
}{
	{
		true, true,
		"%d of %s of registration %s failed, %d took longer than the sender waits",
		"%d of %s of an unknown registration failed, %d took longer than the sender waits",
	},
	{true, false, "%d of %s of registration %s failed", "%d of %s of an unknown registration failed"},
	{
		false, true,
		"%d of %s of registration %s took longer than the sender waits", "%d of %s of an unknown registration took longer than the sender waits",
	},
}

func registrationTroubles(l *language.Language, r analyze.Registration) (parts []string) {
	for _, f := range failures {
		if f.failed != (r.Failed > 0) || f.slow != (r.Slow > 0) {
			continue
		}
		args := []any{r.Failed, l.Count(r.Deliveries, "delivery")}
		if !f.failed {
			args[0] = r.Slow
		}
		says := f.unnamed
		if r.WebhookID != "" {
			says, args = f.named, append(args, r.WebhookID)
		}
		if f.failed && f.slow {
			args = append(args, r.Slow)
		}
		parts = append(parts, l.Say(says, args...))
	}
	if parts != nil && r.Status != "" && r.Status != "active" {
		parts = append(parts, l.Say("it is now %s", r.Status))
	}
	return parts
}

// undone lists the resources of operations in these states, but those that a finding tells of.
func undone(l *language.Language, d *analyze.Diagnosis, states ...string) string {
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
	return resourceList(l, list)
}

// undoneStep is what to do about operations that were not done, "" where all were.
func undoneStep(l *language.Language, d *analyze.Diagnosis) string {
	if undone(l, d, "retryable_failed", "terminal_failed") == "" {
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
		return l.Say("Carry out what was not done, then activate the registration: nothing is sent while it is disabled.")
	case never && !again:
		return l.Say("Carry out what was not done: WooCommerce does not send it again.")
	}
	return l.Say("Carry out what was not done, unless the sender is still going to try again.")
}

func sentenceOf(s string) string {
	if s == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:] + "."
}
