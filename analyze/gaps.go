package analyze

import (
	"cmp"
	"maps"
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

// receiverLines is what a receiver's log has lines of.
type receiverLines struct {
	hooks map[string]bool // registrations
	root  string
}

func (l *receiverLines) plus(o *receiverLines) *receiverLines {
	if l == nil {
		return o
	}
	maps.Copy(l.hooks, o.hooks)
	return l
}

// receiverLine tells a line that shows that a receiver's log is kept.
func receiverLine(r *record) bool { return receiverSide(r.Event) && r.RowStatus == "" && r.timed() }

// receiversOf gives the receivers' logs of one part, and the requests that sender or proxy say were answered with success and of which none
// of those logs has a line.
func receiversOf(w *world) (logs map[string]*receiverLines, unseen []*record) {
	logs = map[string]*receiverLines{}
	accepted := func(r *record) bool {
		return (r.Event == profile.EventDelivery || r.Event == profile.EventProxied && w.tries(r) > 0) && r.timed() && r.WebhookID != "" &&
			r.Code >= 200 && r.Code < 300
	}
	any := slices.ContainsFunc(w.records, accepted)
	inSome, done := firsts()
	defer done()
	var names []ident
	for i, r := range w.records {
		if !receiverLine(r) {
			continue
		}
		l := logs[w.logs[r.Source]]
		if l == nil {
			l = &receiverLines{hooks: map[string]bool{}, root: w.rootOf(r)}
			logs[w.logs[r.Source]] = l
		}
		if any {
			names = requestNames(names[:0], r)
			for _, k := range names {
				inSome[k] = i
			}
		}
		if r.WebhookID != "" {
			l.hooks[r.WebhookID] = true
		}
	}
	for _, r := range w.records {
		if !any || !accepted(r) {
			continue
		}
		names = requestNames(names[:0], r)
		known := func(k ident) bool {
			_, ok := inSome[k]
			return ok
		}
		if len(names) > 0 && !slices.ContainsFunc(names, known) {
			unseen = append(unseen, r.copied())
		}
	}
	return logs, unseen
}

// missingRequests are the requests that each receiver's log should have and has not, in order of time, and between which of its lines they
// fall.
type missingRequests map[string]*missingOf

type missingOf struct {
	requests []*record
	from     []int64 // up to when each and those before it began
	lines    nearest // of the log
}

// nearest are lines of a log by how many of the missing requests began before them, the last and the first of each number.
type nearest struct{ last, first []*record }

func newNearest(requests int) nearest {
	return nearest{make([]*record, requests+1), make([]*record, requests+1)}
}

func (n *nearest) add(i int, r *record) {
	if n.last[i] == nil || asWritten(n.last[i], r) < 0 {
		n.last[i] = r
	}
	if n.first[i] == nil || asWritten(r, n.first[i]) < 0 {
		n.first[i] = r
	}
}

// asWritten orders the lines of one log.
func asWritten(a, b *record) int {
	return cmp.Or(cmp.Compare(a.at(), b.at()), cmp.Compare(a.index, b.index))
}

// missing is what the receivers' logs lack, nil if nothing.
func (v *overview) missing(w *span) missingRequests {
	if len(v.unseen) == 0 || len(v.receivers) == 0 {
		return nil
	}
	slices.SortFunc(v.unseen, func(a, b *record) int { return cmp.Compare(a.index, b.index) })
	for _, r := range v.unseen {
		r.shift = w.clocks[r.Source].offset
	}
	unseen := oneEach(inTime(v.unseen))
	out := missingRequests{}
	for log, l := range v.receivers {
		m := &missingOf{}
		for _, r := range unseen {
			if !l.hooks[r.WebhookID] || w.rootOf(r) != l.root { // another shop's registrations count from 1 as well
				continue
			}
			m.requests = append(m.requests, r)
			m.from = append(m.from, r.begin())
			if n := len(m.from); n > 1 {
				m.from[n-1] = max(m.from[n-1], m.from[n-2])
			}
		}
		if len(m.requests) > 0 {
			m.lines = newNearest(len(m.requests))
			out[log] = m
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// around finds the lines of one part that lie nearest to what is missing.
func (m missingRequests) around(w *world) map[string]nearest {
	out := map[string]nearest{}
	for _, r := range w.records {
		of := m[w.logs[r.Source]]
		if of == nil || !receiverLine(r) {
			continue
		}
		lines, had := out[w.logs[r.Source]]
		if !had {
			lines = newNearest(len(of.requests))
			out[w.logs[r.Source]] = lines
		}
		n, _ := slices.BinarySearch(of.from, r.begin())
		lines.add(n, r)
	}
	for _, lines := range out {
		for i := range lines.first {
			if lines.first[i] != nil {
				lines.first[i], lines.last[i] = lines.first[i].copied(), lines.last[i].copied()
			}
		}
	}
	return out
}

func (m missingRequests) add(parts map[string]nearest) {
	for log, lines := range parts {
		for i := range lines.first {
			if lines.first[i] != nil {
				m[log].lines.add(i, lines.first[i])
				m[log].lines.add(i, lines.last[i])
			}
		}
	}
}

// gaps puts what is missing between the lines.
func (m missingRequests) gaps() []gap {
	var out []gap
	for stem, of := range m {
		out = append(out, holesIn(stem, of)...)
	}
	slices.SortFunc(out, func(a, b gap) int { return cmp.Or(strings.Compare(a.stem, b.stem), cmp.Compare(a.from, b.from)) })
	return out
}

// rootOf is the folder that a record's log was collected in.
func (w *span) rootOf(r *record) string { return root(w.sources[r.Source].Name) }

// requestNames are what names the request of a line.
func requestNames(ks []ident, r *record) []ident {
	ks = deliveryIdents(ks, r)
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
		names := requestNames(nil, r)
		if !slices.ContainsFunc(names, func(k ident) bool { return had[k] }) {
			out = append(out, r)
		}
		for _, k := range names {
			had[k] = true
		}
	}
	return out
}

// holesIn makes a gap of the requests that fall between the same lines.
func holesIn(stem string, m *missingOf) []gap {
	after := make([]*record, len(m.requests)) // the first line behind each request
	var next *record
	for i := len(m.requests) - 1; i >= 0; i-- {
		if r := m.lines.first[i+1]; r != nil && (next == nil || asWritten(r, next) < 0) {
			next = r
		}
		after[i] = next
	}
	var out []gap
	var before *record
	for i, r := range m.requests {
		if last := m.lines.last[i]; last != nil && (before == nil || asWritten(before, last) < 0) {
			before = last
		}
		g := gap{stem: stem, first: r, last: r, count: 1, before: before, after: after[i]}
		if g.before != nil {
			g.from = g.before.end()
		}
		if g.after != nil {
			g.to = g.after.begin()
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
func (w *span) hides(stem string, at int64) bool {
	of := w.gapsOf[stem] // in order of time, and none within another
	i, _ := slices.BinarySearchFunc(of, at, func(g gap, at int64) int { return cmp.Compare(g.from, at) })
	return i > 0 && (of[i-1].to == 0 || at < of[i-1].to)
}

// gapFindings says which logs have holes, each with the lines around it and the requests in it.
func gapFindings(w *span) []Finding {
	var out []Finding
	for _, g := range w.gaps {
		f := Finding{
			Kind: "evidence_gap", WebhookIDs: []string{g.first.WebhookID}, DeliveryIDs: []string{}, RequestIDs: []string{}, DownstreamIDs: []string{},
			Evidence: []Evidence{},
		}
		lacks := w.Say("%s that others saw answered with success from %s to %s", w.Count(g.count, "request"), beganAt(g.first), beganAt(g.last))
		switch {
		case g.before == nil:
			f.Says = w.Say("%s begins at %s and lacks %s: what those did is not in the evidence", g.stem, beganAt(g.after), lacks)
		case g.after == nil:
			f.Says = w.Say("%s ends at %s and lacks %s: what those did is not in the evidence", g.stem, beganAt(g.before), lacks)
		default:
			f.Says = w.Say("%s has no line between %s and %s and lacks %s: a rotated file may be missing, and what those did is not in the evidence",
				g.stem, beganAt(g.before), beganAt(g.after), lacks)
		}
		p := &proof{t: &tree{words: w.words, world: &world{span: w}}, at: map[int]int{}}
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
