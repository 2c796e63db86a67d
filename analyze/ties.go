package analyze

import (
	"encoding/binary"
	"path"
	"slices"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// Two shops that name no address, or two incidents of which each lies in a folder of its own, may have an order 18452 each, and one
// operation key for it. Their records meet in one component, since nothing in them tells the two apart. So what a verdict calls one
// order must come from logs that are tied together, by more than numbers that every shop counts up.

// logTies is the group of each source: two sources of one group are known to speak of one sender's requests.
type logTies []int

// folderTies groups what lies in one folder. It is all that is needed as a rule, and costs nothing.
func folderTies(sources []profile.Source) logTies {
	numbers := map[string]int{}
	ties := make(logTies, 0, len(sources))
	for _, s := range sources {
		folder := path.Dir(s.Name)
		if _, ok := numbers[folder]; !ok {
			numbers[folder] = len(numbers)
		}
		ties = append(ties, numbers[folder])
	}
	return ties
}

// severalOf tells whether sources are of several groups.
func severalOf(ties logTies) bool {
	return slices.ContainsFunc(ties, func(group int) bool { return group != ties[0] })
}

// tiedSources gives the pairs of sources of a part whose records share what ties them: a delivery, a request, bytes, the site that the file
// itself names.
func tiedSources(obs []profile.Observation) map[[2]int]bool {
	pairs := map[[2]int]bool{}
	first, done := firsts()
	defer done()
	var ks []ident
	for i := range obs {
		ks = tiedBy(ks[:0], &obs[i])
		pairBy(pairs, first, obs[i].Source, ks...)
	}
	return pairs
}

// allTies adds to the folders what their records share; and then what one log hands to another.
func allTies(folders logTies, tied map[[2]int]bool, handed map[handover]bool) logTies {
	u := newUnion(len(folders))
	byFolder := map[int]int{}
	for i, folder := range folders {
		if first, ok := byFolder[folder]; ok {
			u.join(first, i)
		} else {
			byFolder[folder] = i
		}
	}
	for p := range tied {
		u.join(p[0], p[1])
	}
	joinHandovers(u, handed)
	ties := make(logTies, len(folders))
	for i := range ties {
		ties[i] = u.find(i)
	}
	return ties
}

// longID tells an identifier that no two systems count up to by chance.
func longID(id string) bool { return len(id) >= 16 }

// tiedBy gives what a record has that two senders' records do not share by chance. The site is as the file has it: what was
// concluded from other files ties nothing.
func tiedBy(ks []ident, o *profile.Observation) []ident {
	carries := facts(o.Provider).BytesCarryState && !bareTopic(o.Topic)
	if longID(o.DeliveryID) {
		ks = append(ks, ident{kind: 'v', a: o.DeliveryID})
	} else if o.WebhookID != "" && o.DeliveryID != "" && !shortID(o.DeliveryID) {
		ks = append(ks, ident{kind: 'v', a: o.DeliveryID, b: o.WebhookID})
	}
	if longID(o.EventID) {
		ks = append(ks, ident{kind: 'e', a: o.EventID})
	}
	if !shortID(o.RequestID) {
		ks = append(ks, ident{kind: 'q', a: o.RequestID})
	}
	if o.JobID != "" && !shortID(o.JobID) {
		ks = append(ks, ident{kind: 'j', a: o.JobID, b: o.RequestID})
	}
	if carries && o.Signature != (profile.Mark{}) {
		ks = append(ks, ident{kind: 's', m: o.Signature})
	}
	if carries && o.Body != (profile.Hash{}) {
		ks = append(ks, ident{kind: 'b', h: o.Body})
	}
	if shop := account(o.Shop); shop != "" { // a mode is anybody's
		ks = append(ks, ident{kind: 'h', a: siteOf(shop)})
	}
	return ks
}

// handover is who has a number under which the logs of one receiver speak of one thing, together with the operation: a job that a
// request's line queues and a worker's line runs; a record whose ID a worker's line has, the receiver's table, and the downstream
// system's own log. Such numbers are counted up: where two groups have one in the same part (two workers' SHIP-001 for order 14),
// they may be two shops', and it ties nothing. It lists the sources that have it in each part, for two numbers alike.
type handover [4]string

const (
	partQueue = iota
	partWork
	partTable
	partDownstream
)

// handovers are those of a part of the history, in which all lines that have a number are together.
func handovers(obs []profile.Observation) map[handover]bool {
	sources := map[ident]*[4][]int{}
	for i := range obs {
		o := &obs[i]
		if o.OperationKey == "" {
			continue
		}
		part := partWork
		switch {
		case o.Event == profile.EventEffect, o.Event == profile.EventEffectReplayed:
			part = partDownstream
		case o.RowStatus != "":
			part = partTable
		case o.Event == profile.EventEnqueued:
			part = partQueue
		}
		for _, k := range []ident{{kind: 'j', a: o.JobID, b: o.OperationKey}, {kind: 'd', a: o.DownstreamID, b: o.OperationKey}} {
			if k.a == "" {
				continue
			}
			if sources[k] == nil {
				sources[k] = &[4][]int{}
			}
			sources[k][part] = appendNew(sources[k][part], []int{o.Source})
		}
	}
	out := map[handover]bool{}
	for _, parts := range sources {
		var h handover
		for part, of := range parts {
			slices.Sort(of)
			h[part] = numbersText(of)
		}
		out[h] = true
	}
	return out
}

// numbersText writes numbers so that equal lists are equal texts; textNumbers reads them.
func numbersText(list []int) string {
	var text []byte
	for _, n := range list {
		text = binary.AppendUvarint(text, uint64(n))
	}
	return string(text)
}

func textNumbers(text string) (list []int) {
	for b := []byte(text); len(b) > 0; {
		n, size := binary.Uvarint(b)
		list, b = append(list, int(n)), b[size:]
	}
	return list
}

// joinHandovers ties the groups between which something was handed on. All are decided by the groups as they are without any of
// them, so that their order does not matter.
func joinHandovers(u *union, handed map[handover]bool) {
	var pairs [][2]int
	for h := range handed {
		var groups []int // of each part that has one
		several := false
		for _, text := range h {
			var of []int
			for _, source := range textNumbers(text) {
				of = appendNew(of, []int{u.find(source)})
			}
			several = several || len(of) > 1
			groups = append(groups, of...)
		}
		for i := 1; i < len(groups) && !several; i++ {
			pairs = append(pairs, [2]int{groups[i-1], groups[i]})
		}
	}
	for _, p := range pairs {
		u.join(p[0], p[1])
	}
}

// meetByNumber tells whether receipts, runs or effects that a verdict takes together come from logs that nothing ties.
func (w *world) meetByNumber(b branch) bool {
	return b.apart(w.folders) && b.apart(w.ties)
}

// apart tells whether the branch's things of some layer fall into groups that have no log in common.
func (b *branch) apart(ties logTies) bool {
	var receipts, runs, effects [][]*record
	for _, x := range b.receipts {
		receipts = append(receipts, x.records)
	}
	for _, n := range b.runs {
		runs = append(runs, n.records)
	}
	for _, e := range b.effects {
		effects = append(effects, e.records)
	}
	return slices.ContainsFunc([][][]*record{receipts, runs, effects}, ties.part)
}

// part tells whether things, each with its records, fall into more than one group.
func (ties logTies) part(things [][]*record) bool {
	things = slices.DeleteFunc(things, func(rs []*record) bool { return len(rs) == 0 })
	u := newUnion(len(things))
	first := map[int]int{}
	for i, rs := range things {
		for _, r := range rs {
			if j, ok := first[ties[r.Source]]; ok {
				u.join(i, j)
			} else {
				first[ties[r.Source]] = i
			}
		}
	}
	for i := range things {
		if u.find(i) != u.find(0) {
			return true
		}
	}
	return false
}

// byNumber says of what is taken for one operation that nothing but its numbers shows it, "" where more does.
func (o *operation) byNumber(w *world) string {
	if !w.meetByNumber(branch{receipts: o.receipts, runs: o.runs, effects: o.effects}) {
		return ""
	}
	return w.Say("that it is one rests on equal numbers alone: the logs that name it lie in different folders and share no delivery, request or bytes")
}

// doubtNumbers lowers the verdict on a node whose logs share nothing but numbers. Its class stays.
func (t *tree) doubtNumbers(n *node) {
	b := n.all()
	b.effects = slices.Concat(b.effects, t.looseBelow(n))
	if !t.world.meetByNumber(b) {
		return
	}
	doubt := t.Say("that all of it is of one resource rests on equal numbers alone: the logs that name it lie in different folders and share no delivery, request or bytes")
	if n.operation != nil {
		doubt = t.Say("that all of it is of one operation rests on equal numbers alone: the logs that name it lie in different folders and share no delivery, request or bytes")
	}
	n.doubts = append(n.doubts, doubt)
	n.missing = append(n.missing, t.missingShop(t.sender()))
}
