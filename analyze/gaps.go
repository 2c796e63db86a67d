package analyze

import (
	"cmp"
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// gap is a time of which a receiver's log tells nothing, though others saw requests that it should have: the log begins late,
// ends early, or has a hole where a rotated file is missing. Absence proves nothing there.
type gap struct {
	stem        string
	from, to    int64   // 0: from the beginning, to the end
	before      *record // the log's line before it, nil if it begins late
	after       *record
	first, last *record // of the requests that others saw in it
	count       int
}

// oneMissing is fewer than a hole takes: a single request that left no line may have been lost in the receiver itself.
const oneMissing = 1

// gapsOf compares each receiver's log with what sender and proxy say that it answered with success.
func gapsOf(w *world) []gap {
	type log struct {
		hooks map[string]bool
		lines []*record
		root  string
	}
	accepted := func(r *record) bool {
		return (r.Event == profile.EventDelivery || r.Event == profile.EventProxied && w.tries(r) > 0) && r.timed() && r.WebhookID != "" &&
			r.Code >= 200 && r.Code < 300
	}
	if !slices.ContainsFunc(w.records, accepted) {
		return nil
	}
	logs := map[string]*log{}
	inSome := map[ident]bool{}
	for _, r := range w.records {
		if !receiverSide(r.Event) || r.RowStatus != "" || !r.timed() {
			continue
		}
		l := logs[w.logs[r.Source]]
		if l == nil {
			l = &log{hooks: map[string]bool{}, root: w.rootOf(r)}
			logs[w.logs[r.Source]] = l
		}
		l.lines = append(l.lines, r)
		for _, k := range requestNames(r) {
			inSome[k] = true
		}
		if r.WebhookID != "" {
			l.hooks[r.WebhookID] = true
		}
	}
	var seen []*record // accepted requests that no receiver's log has
	for _, r := range w.records {
		if !accepted(r) {
			continue
		}
		if names := requestNames(r); len(names) > 0 && !slices.ContainsFunc(names, func(k ident) bool { return inSome[k] }) {
			seen = append(seen, r)
		}
	}
	if len(seen) == 0 {
		return nil
	}
	seen = oneEach(inTime(seen))
	var out []gap
	for stem, l := range logs {
		l.lines = inTime(l.lines)
		out = append(out, holesIn(stem, l.lines, slices.DeleteFunc(slices.Clone(seen), func(r *record) bool {
			return !l.hooks[r.WebhookID] || w.rootOf(r) != l.root // another shop's registrations count from 1 as well
		}))...)
	}
	slices.SortFunc(out, func(a, b gap) int { return cmp.Or(strings.Compare(a.stem, b.stem), cmp.Compare(a.from, b.from)) })
	return out
}

// rootOf is the folder that a record's log was collected in.
func (w *world) rootOf(r *record) string { return root(w.history.Sources[r.Source].Name) }

// requestNames are what names the request of a line.
func requestNames(r *record) []ident {
	ks := deliveryIdents(r)
	if r.RequestID != "" && !shortID(r.RequestID) {
		ks = append(ks, ident{kind: 'q', a: r.RequestID})
	}
	if r.EventID != "" && r.DeliveryID == "" {
		ks = append(ks, ident{kind: 'e', a: r.EventID})
	}
	return ks
}

// oneEach keeps one line of each request: sender and proxy may both have it.
func oneEach(rs []*record) []*record {
	had := map[ident]bool{}
	var out []*record
	for _, r := range rs {
		names := requestNames(r)
		if !slices.ContainsFunc(names, func(k ident) bool { return had[k] }) {
			out = append(out, r)
		}
		for _, k := range names {
			had[k] = true
		}
	}
	return out
}

// holesIn puts the requests that a log lacks between its lines. Both are in order of time.
func holesIn(stem string, lines, missing []*record) []gap {
	var out []gap
	next := 0
	for _, r := range missing {
		for next < len(lines) && lines[next].begin() <= r.begin() {
			next++
		}
		g := gap{stem: stem, first: r, last: r, count: 1}
		if next > 0 {
			g.before, g.from = lines[next-1], lines[next-1].end()
		}
		if next < len(lines) {
			g.after, g.to = lines[next], lines[next].begin()
		}
		if n := len(out); n > 0 && out[n-1].before == g.before && out[n-1].after == g.after {
			out[n-1].last = r
			out[n-1].count++
			continue
		}
		out = append(out, g)
	}
	return slices.DeleteFunc(out, func(g gap) bool { return g.before != nil && g.after != nil && g.count <= oneMissing })
}

// hides tells whether a log tells nothing of a moment.
func (w *world) hides(stem string, at int64) bool {
	of := w.gapsOf[stem] // in order of time, and none within another
	i, _ := slices.BinarySearchFunc(of, at, func(g gap, at int64) int { return cmp.Compare(g.from, at) })
	return i > 0 && (of[i-1].to == 0 || at < of[i-1].to)
}

// gapFindings says which logs have holes, each with the lines around it and the requests in it.
func gapFindings(w *world) []Finding {
	var out []Finding
	for _, g := range w.gaps {
		f := Finding{
			Kind: "evidence_gap", WebhookIDs: []string{g.first.WebhookID}, DeliveryIDs: []string{}, RequestIDs: []string{}, DownstreamIDs: []string{},
			Evidence: []Evidence{},
		}
		lacks := sentence("%s that others saw answered with success from %s to %s", count(g.count, "request"), beganAt(g.first), beganAt(g.last))
		switch {
		case g.before == nil:
			f.Says = sentence("%s begins at %s and lacks %s: what those did is not in the evidence", g.stem, beganAt(g.after), lacks)
		case g.after == nil:
			f.Says = sentence("%s ends at %s and lacks %s: what those did is not in the evidence", g.stem, beganAt(g.before), lacks)
		default:
			f.Says = sentence("%s has no line between %s and %s and lacks %s: a rotated file may be missing, and what those did is not in the evidence",
				g.stem, beganAt(g.before), beganAt(g.after), lacks)
		}
		p := &proof{t: &tree{world: w}, at: map[*record]int{}}
		for _, r := range []*record{g.before, g.first, g.last, g.after} {
			if r != nil {
				p.cite(r, p.says(r))
			}
		}
		f.Evidence = append(f.Evidence, p.list...)
		out = append(out, f)
	}
	return out
}
