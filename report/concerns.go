package report

import (
	"slices"
	"strconv"
	"strings"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/analyze/language"
)

// concern is how one kind of finding is told: what it means for one and for several, and what to do about it.
type concern struct {
	one, many language.Text // "%d" is their number, if it is told
	steps     []language.Text
}

// concerns are the kinds of finding that ask for something to be done.
var concerns = map[string]concern{
	"suppressed_update": {
		"%d operation was dropped and never carried out", "%d operations were dropped and never carried out",
		[]language.Text{"Carry out what was dropped, from the resource's current state.", "Key the guard on the operation, not on what dropped it."},
	},
	"claim_without_effect": {
		"%d operation was claimed and never done, and later deliveries were answered as repeats",
		"%d operations were claimed and never done, and later deliveries were answered as repeats",
		[]language.Text{"Look up downstream that nothing was made, then carry out what was claimed.", "Record the claim together with the result, or let it expire."},
	},
	"uncertain_operation": {
		"%d operation was called for downstream and its result is not on record", "%d operations were called for downstream and their results are not on record",
		[]language.Text{"Look it up downstream before any retry."},
	},
	"abandoned_claim": {
		"%d operation was claimed and never begun downstream", "%d operations were claimed and never begun downstream",
		[]language.Text{"Carry it out: no downstream call was made, so a retry is safe."},
	},
	"acknowledged_unrecorded": {
		"%d request was answered with success and left no trace", "%d requests were answered with success and left no trace",
		[]language.Text{"Look up downstream whether it was done, and if not, carry it out.", "Write the claim or the job first, answer then."},
	},
	"safety_violation": {
		"%d operation has two or more effects", "%d operations have two or more effects each",
		[]language.Text{"Stop or undo all but one of the records downstream.", "Claim the operation once: a unique key on it, in one transaction with the work."},
	},
	"accepted_invalid": {
		"Requests were answered with success although their signature did not verify",
		"Requests were answered with success although their signature did not verify",
		[]language.Text{"Look up downstream what they led to, and undo it.", "Verify the signature before anything else, and answer 401 where it does not fit."},
	},
	"weak_key":                  {steps: []language.Text{"Key the guard on the operation, so that a later update of the same resource gets through, and keep its keys for longer than the sender repeats."}},
	"failed_delivery_succeeded": {steps: []language.Text{"Do not send it again.", "Answer first and work later, so that the sender is not kept waiting."}},
	"delivery_id_collision":     {steps: []language.Text{"Never de-duplicate by delivery ID alone."}},
	"invalid_signature":         {steps: []language.Text{"Find who sends these requests, or whether a secret was changed on one side only."}},
	"slow_response":             {steps: []language.Text{"Answer first and work later: store the request, answer 2xx, let a worker do it."}},
}

// stepsOf says what to do about a kind of finding.
func stepsOf(l *language.Language, kind string) []string {
	var out []string
	for _, s := range concerns[kind].steps {
		out = append(out, l.Say(s))
	}
	return out
}

// alarm tells the urgent findings that no case shows, the gravest first and with its first step: 6 operations were dropped and
// never carried out: orders 95 to 100 (suppressed_update). It is empty where there are none.
func alarm(l *language.Language, o *ordered) string {
	var parts []string
	for i, f := range o.untold {
		c := concerns[f.kind]
		n, words := len(f.list), c.many
		if n == 1 {
			words = c.one
		}
		says := l.Say(words)
		if strings.Contains(string(words), "%d") {
			says = l.Say(words, n)
		}
		s := both(says, ": ", subjects(l, f.list)) + " (" + f.kind + ")."
		switch {
		case i == 0:
			s += " " + l.Say(c.steps[0])
		case i == 1:
			s = l.Say("Also: %s", s)
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, " ")
}

// subjects names what findings are about: their resources, else their operations.
func subjects(l *language.Language, list []*analyze.Finding) string {
	var resources []analyze.Resource
	var keys []string
	for _, f := range list {
		if f.Resource.ID != "" {
			resources = append(resources, f.Resource)
		} else if f.OperationKey != "" && !slices.Contains(keys, f.OperationKey) {
			keys = append(keys, f.OperationKey)
		}
	}
	return both(resourceList(l, resources), ", ", strings.Join(listed(l, keys, 5), ", "))
}

// resourceList names resources by their types: order 14, orders 95, 96 and 97, orders 228 to 234.
func resourceList(l *language.Language, list []analyze.Resource) string {
	var types []string
	ids := map[string][]string{}
	seen := map[analyze.Resource]bool{}
	for _, r := range list {
		if r.ID == "" || seen[r] {
			continue
		}
		seen[r] = true
		if ids[r.Type] == nil {
			types = append(types, r.Type)
		}
		ids[r.Type] = append(ids[r.Type], r.ID)
	}
	var parts []string
	for _, t := range types {
		noun := language.Noun(t)
		if noun == "" {
			noun = "resource"
		}
		parts = append(parts, l.Plural(len(ids[t]), noun)+" "+enumerated(l, runsOf(l, ids[t]), 12))
	}
	return strings.Join(parts, ", ")
}

// runsOf writes four or more numbers that follow each other as one: 228 to 234.
func runsOf(l *language.Language, ids []string) []string {
	var out []string
	for i := 0; i < len(ids); {
		end := i + 1
		for end < len(ids) && follows(ids[end-1], ids[end]) {
			end++
		}
		if end-i > 3 {
			out = append(out, l.Say("%s to %s", ids[i], ids[end-1]))
		} else {
			out = append(out, ids[i:end]...)
		}
		i = end
	}
	return out
}

func follows(a, b string) bool {
	m, err := strconv.ParseUint(a, 10, 62)
	n, err2 := strconv.ParseUint(b, 10, 62)
	return err == nil && err2 == nil && n == m+1 && b == strconv.FormatUint(n, 10)
}

// enumerated writes 95, 96 and 97, and counts those beyond most.
func enumerated(l *language.Language, items []string, most int) string {
	shown, more := few(l, items, most)
	if more != "" {
		return strings.Join(shown, ", ") + ", " + more
	}
	return l.List(shown)
}

// alike are findings of one kind that say the same of different resources.
type alike []*analyze.Finding

// folded puts findings together that differ only in what they are about.
func (f findings) folded(l *language.Language) []alike {
	var out []alike
	at := map[string]int{}
	for _, one := range f.list {
		w := wording(l, one)
		i, ok := at[w]
		if !ok || one.Resource.ID == "" {
			i = len(out)
			out = append(out, nil)
		}
		at[w] = i
		out[i] = append(out[i], one)
	}
	return out
}

// wording is what a finding says without the names that it says it of.
func wording(l *language.Language, f *analyze.Finding) string {
	s := f.Says
	names := append([]string{f.OperationKey, named(l, f.Resource)}, f.DeliveryIDs...)
	names = append(append(names, f.RequestIDs...), f.DownstreamIDs...)
	slices.SortStableFunc(names, func(a, b string) int { return len(b) - len(a) }) // a name may hold another
	for _, name := range names {
		if name != "" {
			s = strings.ReplaceAll(s, name, "…")
		}
	}
	return s
}

// says tells findings that are alike in one sentence, without what it says itself already.
func (a alike) says(l *language.Language) string {
	f := a[0]
	if len(a) > 1 {
		return l.Say("%s, %d times, for %s. The first: %s", f.Kind, len(a), subjects(l, a), f.Says)
	}
	return both(both(f.Kind, " ", a.unsaid(l)), ": ", f.Says)
}

// unsaid names the resource and the operation of a finding where its own words do not.
func (a alike) unsaid(l *language.Language) string {
	f := a[0]
	where := ""
	for _, name := range []string{named(l, f.Resource), f.OperationKey} {
		if name != "" && !strings.Contains(strings.ToLower(f.Says), strings.ToLower(name)) {
			where = both(where, ", ", name)
		}
	}
	return where
}

// evidence returns the first records of the first two, and how many are left.
func (a alike) evidence(each int) (list []analyze.Evidence, left int) {
	for i, f := range a {
		n := 0
		if i < 2 {
			n = min(each, len(f.Evidence))
		}
		list = append(list, f.Evidence[:n]...)
		left += len(f.Evidence) - n
	}
	return list, left
}
