package analyze

import (
	"cmp"
	"slices"

	"github.com/webhookctl/webhookctl/analyze/language"
)

// ClassAdvice is what to do about one class of duplicate, or one kind of finding, of this history.
type ClassAdvice struct {
	Class      string   `json:"class"` // a class, or uncertain_operation
	Causes     []string `json:"causes"`
	Count      int      `json:"count"`
	Duplicates []string `json:"duplicates"` // their IDs in diagnose
	Steps      []string `json:"steps"`
}

// Responses are a sender's requests and how near its deadline they were answered.
type Responses struct {
	Provider   string `json:"provider"`
	DeadlineMS int64  `json:"deadline_ms"`
	Measured   int    `json:"measured"`
	Near       int    `json:"near"` // took more than four fifths of the deadline
	Over       int    `json:"over"` // took longer than it
	LongestMS  int64  `json:"longest_ms"`
	Step       string `json:"step"` // "" where all were answered in good time
}

// classAdvice goes through the classes in the order of Classes.
func classAdvice(w words, worlds []*world, d *Diagnosis) []ClassAdvice {
	out := []ClassAdvice{}
	for _, class := range Classes {
		a := ClassAdvice{Class: string(class), Duplicates: []string{}}
		var of []*Duplicate
		for i := range d.Duplicates {
			if x := &d.Duplicates[i]; x.Class == class {
				of = append(of, x)
				a.Duplicates = append(a.Duplicates, x.ID)
			}
		}
		if len(of) == 0 {
			continue
		}
		a.Count = len(of)
		a.Causes = sorted(of, func(x *Duplicate) string { return x.Cause })
		a.Steps = stepsFor(w, worlds, class, a.Causes, of)
		out = append(out, a)
	}
	uncertain := ClassAdvice{Class: "uncertain_operation", Causes: []string{}, Duplicates: []string{}, Steps: []string{w.Say(lookUpFirst)}}
	for _, f := range d.Findings {
		uncertain.Count += one(f.Kind == uncertain.Class)
	}
	if uncertain.Count > 0 {
		out = append(out, uncertain)
	}
	return out
}

const (
	lookUpFirst   language.Text = "Look up downstream what became of the call before any retry; retry only with the same idempotency key."
	claimOnce     language.Text = "Claim the operation: a UNIQUE key, inserted in one transaction with the work, so that a repeat fails on the insert. UNIQUE on the payment ID is the second net."
	idempotent    language.Text = "Send the operation's key downstream as the idempotency key, and store the ID that comes back."
	reconcile     language.Text = "Never block these. Take the webhook as a notice: fetch the resource's current state, compare, and do what is missing (notify, fetch, reconcile)."
	answerFirst   language.Text = "Answer first and work later: verify the signature, write claim and job in one transaction, answer 2xx, and let a worker do the rest."
	keepTheRepeat language.Text = "Leave the sender's repeats on: they bring what was lost on other days. The claim stops those that are too many."
)

// stepsFor says what to do about a class, by its causes in this history.
func stepsFor(w words, worlds []*world, class Class, causes []string, of []*Duplicate) []string {
	switch class {
	case ConfigDuplication:
		return append(configSteps(w, worlds, causes, of), w.Say(claimOnce))
	case Replay:
		return append(stepsOf(w, causes), w.Say(keepTheRepeat), w.Say(claimOnce))
	case ReceiverRace:
		return append(stepsOf(w, causes), w.Say("Make the claim atomic: insert under a UNIQUE key and see whether it failed. A SELECT before the INSERT lets two requests through."), w.Say(claimOnce))
	case DownstreamDuplication:
		return append(stepsOf(w, causes), w.Say(idempotent))
	case OtherPath:
		return []string{w.Say("Let every path that does this work make the same claim, the customer's return and the cron job too: dropping webhooks does not help."), w.Say(claimOnce), w.Say(idempotent)}
	case LegitimateUpdate:
		steps := []string{w.Say(reconcile)}
		if slices.ContainsFunc(of, func(x *Duplicate) bool { return x.Outcome == Lost }) {
			steps = append([]string{w.Say("Some were dropped: fetch the current state and carry out what is missing, then give the guard another key.")}, steps...)
		}
		return steps
	}
	return undeterminedSteps(w, of)
}

// stepOf is what a cause asks for beyond what its class does.
var stepOf = map[string]language.Text{
	"cloned_site":        "Disable the webhooks of the copied site, and give it a secret and a receiver of its own.",
	"overlapping_topics": "Remove no registration whose topic differs: each tells of acts that the other does not. Give the operation one key to which both lead.",

	"provider_retry":         answerFirst,
	"resent_by_intermediary": "Keep every hop from repeating a POST: in nginx, proxy_next_upstream without non_idempotent.",
	"manual_resend":          "Ask who sent it again before it is suppressed: somebody may have wanted it.",
	"action_rerun":           "Find who ran the queued action again: a person, WP-CLI, or a runner that died.",
	"sender_double_emission": "Find what saves the resource twice for one change: a plugin or custom code.",

	"two_workers_one_job": "Take jobs atomically: SELECT … FOR UPDATE SKIP LOCKED, or one UPDATE that checks the state it changes.",
	"lease_expired":       "Make the lease longer than the longest run, or renew it while the run goes on.",

	"crash_recovery":                lookUpFirst,
	"retry_after_uncertain_outcome": lookUpFirst,
	"queue_duplicated":              "Write job and claim in one transaction, so that a request makes one job.",
	"handler_ran_twice":             "Look for a handler that is registered twice in one process.",
}

// stepsOf are those of several causes, each once.
func stepsOf(w words, causes []string) []string {
	var out []string
	for _, cause := range causes {
		if step, ok := stepOf[cause]; ok {
			out = append(out, w.Say(step))
		}
	}
	return compact(out)
}

// undeterminedSteps name what would decide, the most wanted first.
func undeterminedSteps(w words, of []*Duplicate) []string {
	wanted := map[Missing]int{}
	for _, x := range of {
		for _, m := range x.Missing {
			wanted[m]++
		}
	}
	var list []Missing
	for m := range wanted {
		list = append(list, m)
	}
	slices.SortFunc(list, func(a, b Missing) int {
		return cmp.Or(cmp.Compare(wanted[b], wanted[a]), cmp.Compare(a.What, b.What), cmp.Compare(a.WouldDecide, b.WouldDecide))
	})
	out := []string{w.Say("Change nothing on the strength of these yet.")}
	for _, m := range list[:min(len(list), 3)] {
		out = append(out, w.Say("Collect %s: it would tell %s.", m.What, m.WouldDecide))
	}
	return out
}

// configSteps compare the registrations that told of one change. One is removed only where nothing tells them apart.
func configSteps(w words, worlds []*world, causes []string, of []*Duplicate) []string {
	out := stepsOf(w, causes)
	seen := map[[2]registrationKey]bool{}
	for _, x := range of {
		for i, a := range x.WebhookIDs {
			for _, b := range x.WebhookIDs[i+1:] {
				pair := [2]registrationKey{{x.Shop, a}, {x.Shop, b}}
				if seen[pair] || x.Cause != "duplicate_registration" {
					continue
				}
				seen[pair] = true
				if len(seen) <= mostPairs {
					x, y := registeredTogether(worlds, pair)
					out = append(out, compareRegistrations(w, x, y, a, b))
				}
			}
		}
	}
	if more := len(seen) - mostPairs; more > 0 {
		out = append(out, w.Say("Compare %s of registrations in the same way.", w.Count(more, "more pair")))
	}
	return out
}

// registeredTogether finds two registrations in the affair that has both.
func registeredTogether(worlds []*world, pair [2]registrationKey) (x, y *registration) {
	for _, w := range worlds {
		if x, y = w.registrations[pair[0]], w.registrations[pair[1]]; x != nil && y != nil {
			return x, y
		}
	}
	return x, y
}

// mostPairs is how many pairs of registrations are told one by one.
const mostPairs = 5

// compareRegistrations says whether one of two may be removed: only if URL, topic and API version agree.
func compareRegistrations(w words, x, y *registration, a, b string) string {
	var differ, unknown []string
	note := func(what string, agree, known bool) {
		switch {
		case !known:
			unknown = append(unknown, what)
		case !agree:
			differ = append(differ, what)
		}
	}
	of := ""
	if x != nil {
		of = x.provider
	}
	if x == nil || y == nil {
		unknown = []string{"URL", w.Say("topic"), w.Say("API version")}
	} else {
		shares, known := sharesURL(x, y)
		note("URL", shares, known)
		note(w.Say("topic"), slices.Equal(x.topics, y.topics), len(x.topics) > 0 && len(y.topics) > 0)
		note(w.Say("API version"), x.api == y.api, x.api != "" && y.api != "")
	}
	switch {
	case len(differ) > 0:
		return w.Say("Remove neither of registrations %s and %s: they differ in %s.", a, b, w.List(differ))
	case len(unknown) > 0:
		return w.Say("Whether registrations %s and %s agree in %s is not in the evidence: compare them first (%s), and remove one only if all of URL, topic and API version agree.",
			a, b, w.List(unknown), w.missingRegistrations(senderOf(of)).What)
	}
	return w.Say("Registrations %s and %s agree in URL, topic and API version: check who needs %s, pause it, watch, and only then delete it.", a, b, b)
}

// responsesOf measures the answers of senders that publish a deadline.
func responsesOf(w words, all []verdicts, f Filter) []Responses {
	by := map[string]*Responses{}
	for _, v := range all {
		if !f.resource(v.tree.component.resource) {
			continue
		}
		for _, d := range v.tree.deliveries {
			limit, took, at := facts(d.provider).Deadline, d.took(), d.begin()
			if d.logged != nil && d.logged.Took > 0 {
				took = d.logged.Took
			}
			if limit == 0 || took == 0 || d.invalid || f.Since != 0 && at < f.Since || f.Until != 0 && at > f.Until {
				continue
			}
			r := by[d.provider]
			if r == nil {
				r = &Responses{Provider: d.provider, DeadlineMS: limit.Milliseconds()}
				by[d.provider] = r
			}
			r.Measured++
			r.Over += one(took > limit)
			r.Near += one(took > limit/5*4 && took <= limit)
			r.LongestMS = max(r.LongestMS, took.Milliseconds())
		}
	}
	out := []Responses{}
	for _, r := range by {
		if r.Near+r.Over > 0 {
			r.Step = w.Say(answerFirst)
		}
		out = append(out, *r)
	}
	slices.SortFunc(out, func(a, b Responses) int { return cmp.Compare(a.Provider, b.Provider) })
	return out
}
