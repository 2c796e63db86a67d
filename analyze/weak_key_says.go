package analyze

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// named bounds how many requests of a kind the sentence of a weak_key names; its identifiers are all of them.
const named = 3

// askShown is what a finding says of a request. It holds on to nothing else of its part of the history.
type askShown struct {
	decided, precision    int64
	index                 int // of the line that says what the guard made of it
	name                  string
	operation             operationOf
	resource              Resource
	key                   string // of its operation, "" for none
	logged                bool
	request               bool // else it is a claim of the table's
	webhook, delivery, id string
	provider              string
	kept                  bool       // the receiver's tables have its delivery, and no operation's key
	evidence, rows        []Evidence // rows are those of its delivery in the table
}

// operationOf names an operation of the whole history, by the first record of its component.
type operationOf struct {
	component int
	key       string
}

// shown makes it.
func (a *ask) shown() *askShown {
	if a.as != nil {
		return a.as
	}
	s := &askShown{
		decided: a.decided, precision: int64(a.by.Precision), index: a.by.index, name: a.name(), resource: a.t.component.resource, request: a.x != nil,
	}
	if a.o != nil {
		s.operation, s.key, s.logged = operationOf{a.t.component.records[0].index, a.o.key}, a.o.key, a.o.logged
	}
	p := &proof{t: a.t, at: map[int]int{}}
	if a.x == nil {
		p.cite(a.by, p.says(a.by))
	} else {
		d := a.x.delivery
		s.webhook, s.delivery, s.id, s.provider = d.webhook, d.id, a.x.requestID, d.provider
		p.receipt(a.x)
		if tables := a.t.claimTables; len(tables) > 0 {
			s.kept = a.kept() && !slices.ContainsFunc(tables, func(c *claimTable) bool { return c.keyed })
			rows := &proof{t: a.t, at: map[int]int{}}
			for _, r := range a.t.namedRows(d) {
				rows.cite(r, rows.says(r))
			}
			s.rows = rows.list
		}
	}
	s.evidence = p.list
	a.as = s
	return s
}

// compare puts requests in order of time.
func (a *askShown) compare(b *askShown) int {
	return cmp.Or(cmp.Compare(a.decided, b.decided), cmp.Compare(a.index, b.index))
}

// weakKey is the finding: what fits, and the requests that show that it is not the operation.
func (x *guardTally) weakKey(w words, fitting []int) Finding {
	var shows []string
	var cited once[*askShown]
	var cite []*askShown
	told := map[operationOf]bool{} // one request of each operation stands for all
	for _, a := range x.never {
		before := a.before[fitting[0]]
		cite = cited.add(cite, before, a.askShown)
		if !told[a.operation] && len(told) < named {
			told[a.operation] = true
			shows = append(shows, w.Say("%s was left after %s, though nothing had carried out %s", a.name, before.name, a.key))
		}
	}
	clear(told)
	for _, p := range x.again {
		cite = cited.add(cite, p.before, p.after)
		if !told[p.after.operation] && len(told) < named {
			told[p.after.operation] = true
			shows = append(shows, w.Say("%s was let through %s after %s, though %s was done", p.after.name, spell(p.gap()), p.before.name, p.after.key))
		}
	}
	if n := len(x.never) + len(x.again); n > len(shows) {
		shows = append(shows, w.Say("%s of this kind in all", w.Count(n, "request")))
	}
	var fits []*fit
	for _, i := range fitting {
		fits = append(fits, &x.fits[i])
	}
	var always, windows []string
	for _, f := range fits {
		cite = cited.add(cite, f.held.before, f.held.after)
		if f.forgotten.after == nil {
			always = append(always, w.Say(f.name))
		}
	}
	what := compact([]string{orList(w, always)})
	for _, f := range fits {
		if f.forgotten.after == nil || slices.Contains(windows, f.window(w)) {
			continue
		}
		window := f.window(w)
		windows, shows = append(windows, window), append(shows, window)
		what = append(what, w.Say("%s within a time window of between %s and %s", orList(w, alike(w, fits, window)), spell(f.held.gap()), spell(f.forgotten.gap())))
		cite = cited.add(cite, f.forgotten.before, f.forgotten.after)
	}
	if len(windows) > 0 {
		shows = compact(append(shows, x.repeats.says(w)))
	}
	f := about(cite)
	f.Says = w.Say("what the receiver let through and what it left as a repeat fits de-duplication by %s, and not by the operation: %s",
		strings.Join(what, w.Say(", or by ")), strings.Join(shows, "; "))
	return f
}

// tableOfDeliveries is the finding where the receiver's table shows the key.
func tableOfDeliveries(w words, p *pair) Finding {
	f := about([]*askShown{p.before, p.after})
	f.Evidence = append(f.Evidence, p.after.rows...)
	f.Says = w.Say("the receiver's table keeps the IDs of deliveries and no operation, and %s was left after %s, which has the same one: %s makes a new ID for each delivery, so what it sends anew is done again",
		p.after.name, p.before.name, w.title(p.after.provider))
	return f
}

// window says between which times the guard forgot.
func (f *fit) window(w words) string {
	return w.Say("%s was left %s after %s, and %s let through again %s after %s", f.held.after.name, spell(f.held.gap()), f.held.before.name,
		f.forgotten.after.name, spell(f.forgotten.gap()), f.forgotten.before.name)
}

// alike are the hypotheses that the same requests bound.
func alike(w words, fits []*fit, window string) []string {
	var names []string
	for _, f := range fits {
		if f.forgotten.after != nil && f.window(w) == window {
			names = append(names, w.Say(f.name))
		}
	}
	return names
}

func orList(w words, items []string) string {
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	return w.Say("%s or %s", strings.Join(items[:len(items)-1], ", "), items[len(items)-1])
}

// about is a weak_key with the identifiers and lines of these requests, and of their resource and operation if they have one.
func about(list []*askShown) Finding {
	f := Finding{Kind: "weak_key", DownstreamIDs: []string{}, Evidence: []Evidence{}}
	for i, a := range list {
		if i == 0 {
			f.Resource = a.resource
			if a.logged {
				f.OperationKey = a.key
			}
		}
		if f.Resource != a.resource {
			f.Resource = Resource{}
		}
		if a.key != f.OperationKey {
			f.OperationKey = ""
		}
		if a.request {
			f.WebhookIDs, f.DeliveryIDs, f.RequestIDs = append(f.WebhookIDs, a.webhook), append(f.DeliveryIDs, a.delivery), append(f.RequestIDs, a.id)
		}
		if len(f.Evidence) < evidenceShown {
			f.Evidence = append(f.Evidence, a.evidence...)
		}
	}
	f.WebhookIDs, f.DeliveryIDs, f.RequestIDs = distinctIDs(f.WebhookIDs), distinctIDs(f.DeliveryIDs), distinctIDs(f.RequestIDs)
	return f
}

// repeats is how far apart the requests for one operation came.
type repeats struct {
	least, most int64
	last        *askShown // of them, in order of time
}

func repeatsOf(list []*ask) (in repeats) {
	last := map[*operation]*ask{}
	var latest *ask
	for _, a := range list {
		if a.x == nil || a.o == nil || !a.o.logged {
			continue
		}
		if before := last[a.o]; before != nil {
			gap := a.came - before.came
			if in.most == 0 || gap < in.least {
				in.least = gap
			}
			in.most = max(in.most, gap)
			latest = a
		}
		last[a.o] = a
	}
	if latest != nil {
		in.last = latest.shown()
	}
	return in
}

func (in *repeats) add(o repeats) {
	switch {
	case o.most == 0:
	case in.most == 0:
		*in = o
	default:
		in.least, in.most = min(in.least, o.least), max(in.most, o.most)
		if in.last.compare(o.last) < 0 {
			in.last = o.last
		}
	}
}

// says tells it, and how long the sender says that it goes on.
func (in *repeats) says(w words) string {
	if in.most == 0 {
		return ""
	}
	says := w.Say("requests for one operation came %s apart", spell(in.most))
	if in.least != in.most {
		says = w.Say("requests for one operation came %s to %s apart", spell(in.least), spell(in.most))
	}
	if r := facts(in.last.provider).Retries; r != nil && r.Within > 0 {
		says += w.Say(", and %s repeats for up to %s", w.title(in.last.provider), spell(int64(r.Within)))
	}
	return says
}

// name of a request in a sentence.
func (a *ask) name() string {
	switch {
	case a.x == nil:
		return a.t.Say("the table's claim of %s", a.o.key)
	case a.x.requestID != "":
		return a.t.Say("request %s", a.x.requestID)
	}
	return a.t.Say("the request of delivery %s", a.t.orUnknown(a.x.delivery.id))
}

// spell writes a length of time, of ten seconds and more without fractions.
func spell(gap int64) string {
	if d := time.Duration(gap); d < 10*time.Second {
		return d.Round(time.Millisecond).String()
	}
	return time.Duration(gap).Round(time.Second).String()
}
