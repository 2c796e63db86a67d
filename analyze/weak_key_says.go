package analyze

import (
	"slices"
	"strings"
	"time"
)

// named bounds how many requests of a kind the sentence of a weak_key names; its identifiers are all of them.
const named = 3

// weakKey is the finding: what fits, and the requests that show that it is not the operation.
func weakKey(list []*ask, fits []fit, again []pair, never []*ask) Finding {
	var shows []string
	var cited once[*ask]
	var cite []*ask
	told := map[*operation]bool{} // one request of each operation stands for all
	for _, a := range never {
		before := fits[0].left[a]
		cite = cited.add(cite, before, a)
		if !told[a.o] && len(told) < named {
			told[a.o] = true
			shows = append(shows, sentence("%s was left after %s, though nothing had carried out %s", a.name(), before.name(), a.o.key))
		}
	}
	clear(told)
	for _, p := range again {
		cite = cited.add(cite, p.before, p.after)
		if !told[p.after.o] && len(told) < named {
			told[p.after.o] = true
			shows = append(shows, sentence("%s was let through %s after %s, though %s was done", p.after.name(), spell(p.gap()), p.before.name(), p.after.o.key))
		}
	}
	if n := len(never) + len(again); n > len(shows) {
		shows = append(shows, count(n, "request")+" of this kind in all")
	}
	var always, windows []string
	for _, f := range fits {
		cite = cited.add(cite, f.held.before, f.held.after)
		if f.forgotten.after == nil {
			always = append(always, f.name)
		}
	}
	what := compact([]string{orList(always)})
	for _, f := range fits {
		if f.forgotten.after == nil || slices.Contains(windows, f.window()) {
			continue
		}
		w := f.window()
		windows, shows = append(windows, w), append(shows, w)
		what = append(what, sentence("%s within a time window of between %s and %s", orList(alike(fits, w)), spell(f.held.gap()), spell(f.forgotten.gap())))
		cite = cited.add(cite, f.forgotten.before, f.forgotten.after)
	}
	if len(windows) > 0 {
		shows = compact(append(shows, senderRepeats(list)))
	}
	f := about(cite)
	f.Says = sentence("what the receiver let through and what it left as a repeat fits de-duplication by %s, and not by the operation: %s",
		strings.Join(what, ", or by "), strings.Join(shows, "; "))
	return f
}

// tableOfDeliveries is the finding where the receiver's table shows the key.
func tableOfDeliveries(p *pair) Finding {
	f := about([]*ask{p.before, p.after})
	rows := &proof{t: p.after.t, at: map[*record]int{}}
	for _, r := range p.after.t.namedRows(p.after.x.delivery) {
		rows.cite(r, rows.says(r))
	}
	f.Evidence = append(f.Evidence, rows.list...)
	f.Says = sentence("the receiver's table keeps the IDs of deliveries and no operation, and %s was left after %s, which has the same one: %s makes a new ID for each delivery, so what it sends anew is done again",
		p.after.name(), p.before.name(), title(p.after.x.delivery.provider))
	return f
}

// window says between which times the guard forgot.
func (f *fit) window() string {
	return sentence("%s was left %s after %s, and %s let through again %s after %s", f.held.after.name(), spell(f.held.gap()), f.held.before.name(),
		f.forgotten.after.name(), spell(f.forgotten.gap()), f.forgotten.before.name())
}

// alike are the hypotheses that the same requests bound.
func alike(fits []fit, window string) []string {
	var names []string
	for _, f := range fits {
		if f.forgotten.after != nil && f.window() == window {
			names = append(names, f.name)
		}
	}
	return names
}

func orList(items []string) string {
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	return strings.Join(items[:len(items)-1], ", ") + " or " + items[len(items)-1]
}

// about is a weak_key with the identifiers and lines of these requests, and of their resource and operation if they have one.
func about(list []*ask) Finding {
	f := Finding{Kind: "weak_key", DownstreamIDs: []string{}, Evidence: []Evidence{}}
	for i, a := range list {
		if i == 0 {
			f.Resource = a.t.component.resource
			if a.o != nil && a.o.logged {
				f.OperationKey = a.o.key
			}
		}
		if f.Resource != a.t.component.resource {
			f.Resource = Resource{}
		}
		if a.o == nil || a.o.key != f.OperationKey {
			f.OperationKey = ""
		}
		p := &proof{t: a.t, at: map[*record]int{}}
		if a.x == nil {
			p.cite(a.by, p.says(a.by))
		} else {
			f.WebhookIDs = append(f.WebhookIDs, a.x.delivery.webhook)
			f.DeliveryIDs = append(f.DeliveryIDs, a.x.delivery.id)
			f.RequestIDs = append(f.RequestIDs, a.x.requestID)
			p.receipt(a.x)
		}
		if len(f.Evidence) < 50 {
			f.Evidence = append(f.Evidence, p.list...)
		}
	}
	f.WebhookIDs, f.DeliveryIDs, f.RequestIDs = distinctIDs(f.WebhookIDs), distinctIDs(f.DeliveryIDs), distinctIDs(f.RequestIDs)
	return f
}

// senderRepeats says how far apart the requests for one operation came, and how long the sender says that it goes on.
func senderRepeats(list []*ask) string {
	last := map[*operation]*ask{}
	var least, most int64
	provider := ""
	for _, a := range list {
		if a.x == nil || a.o == nil || !a.o.logged {
			continue
		}
		if before := last[a.o]; before != nil {
			gap := a.came - before.came
			if most == 0 || gap < least {
				least = gap
			}
			most = max(most, gap)
			provider = a.x.delivery.provider
		}
		last[a.o] = a
	}
	if most == 0 {
		return ""
	}
	says := sentence("requests for one operation came %s apart", spell(most))
	if least != most {
		says = sentence("requests for one operation came %s to %s apart", spell(least), spell(most))
	}
	if r := facts(provider).Retries; r != nil && r.Within > 0 {
		says += sentence(", and %s repeats for up to %s", title(provider), spell(int64(r.Within)))
	}
	return says
}

// name of a request in a sentence.
func (a *ask) name() string {
	switch {
	case a.x == nil:
		return "the table's claim of " + a.o.key
	case a.x.requestID != "":
		return "request " + a.x.requestID
	}
	return "the request of delivery " + orUnknown(a.x.delivery.id)
}

// spell writes a length of time, of ten seconds and more without fractions.
func spell(gap int64) string {
	if d := time.Duration(gap); d < 10*time.Second {
		return d.Round(time.Millisecond).String()
	}
	return time.Duration(gap).Round(time.Second).String()
}
