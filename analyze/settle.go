package analyze

import (
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// weak and weaker give identifiers that may be shared by things that have nothing to do with each other.
func weak(ks []ident, r *record) []ident {
	ks = deliveryIdents(ks, r)
	if key := r.operation(); key != "" {
		ks = append(ks, ident{kind: 'o', b: key})
		if r.DownstreamID != "" {
			ks = append(ks, ident{kind: 'd', a: r.DownstreamID, b: key})
		}
	}
	if r.ResourceID != "" {
		ks = append(ks, ident{kind: 'r', c: r.ResourceID})
	}
	if listed(r) && r.Related != "" { // the payment that the record was made for, which may be what the webhook tells of
		for id := range strings.FieldsSeq(r.Related) {
			ks = append(ks, ident{kind: 'r', c: id})
		}
	}
	return ks
}

// deliveryIdents gives the delivery, with its registration and without, which not every log has.
func deliveryIdents(ks []ident, r *record) []ident {
	switch {
	case r.DeliveryID == "":
		return ks
	case r.WebhookID == "":
		return append(ks, ident{kind: 'v', b: r.DeliveryID})
	}
	return append(ks, ident{kind: 'v', a: r.WebhookID, b: r.DeliveryID}, ident{kind: 'v', b: r.DeliveryID})
}

func weaker(ks []ident, r *record) []ident {
	if r.JobID != "" {
		ks = append(ks, ident{kind: 'j', a: r.JobID})
	}
	if r.DownstreamID != "" {
		ks = append(ks, ident{kind: 'd', a: r.DownstreamID})
	}
	return ks
}

// longWeaker are those that hardly two things share.
func longWeaker(ks []ident, r *record) []ident {
	return slices.DeleteFunc(weaker(ks, r), func(k ident) bool { return shortID(k.a) })
}

// settle gives each group that has no home to the one home which shares an identifier with it.
func settle(w *world, u *union, home []bool, names func([]ident, *record) []ident) {
	homeless := false
	for i, r := range w.records {
		homeless = homeless || !home[u.find(i)] && r.Event != profile.EventPing
	}
	if !homeless {
		return
	}
	const several = -1
	owner, done := firsts() // the home that has an identifier
	defer done()
	bytes := map[ident]map[profile.Mark]bool{} // the signatures of homeless requests that have it
	var ks []ident
	for i, r := range w.records {
		root := u.find(i)
		ks = names(ks[:0], r)
		for _, k := range ks {
			switch o, ok := owner[k]; {
			case home[root] && ok && o != root:
				owner[k] = several
			case home[root]:
				if !ok {
					owner[k] = root
				}
			case r.Signature != profile.Mark{}:
				if bytes[k] == nil {
					bytes[k] = map[profile.Mark]bool{}
				}
				bytes[k][r.Signature] = true
			}
		}
	}
	const none = -2
	target := make([]int, len(w.records)) // by group
	for i := range target {
		target[i] = none
	}
	for i, r := range w.records {
		root := u.find(i)
		if home[root] || r.Event == profile.EventPing {
			continue
		}
		ks = names(ks[:0], r)
		for _, k := range ks {
			o, ok := owner[k]
			if !ok || o == several {
				continue
			}
			if t := target[root]; t != none && t != o || len(bytes[k]) > 1 {
				o = several // two homes, or two payloads under one delivery ID: either could be the one
			}
			target[root] = o
		}
	}
	for i := range w.records {
		if root := u.find(i); !home[root] {
			if t := target[root]; t >= 0 {
				u.join(i, t)
				home[u.find(i)] = true
			}
		}
	}
}

// joinLists gives the rows of a list that name no operation, and nothing that another log knows, to the one group whose work made the
// record of that ID.
func joinLists(w *world, u *union) {
	const several = -1
	made := map[string]int{} // the group whose work names an ID
	row := func(r *record) bool {
		return r.OperationKey == "" && r.RequestID == "" && (r.ResourceID == "" || listed(r)) && (r.Event == profile.EventEffect || r.Event == profile.EventEffectReplayed)
	}
	for i, r := range w.records {
		if r.DownstreamID == "" || row(r) {
			continue
		}
		if o, ok := made[r.DownstreamID]; ok && (o == several || u.find(o) != u.find(i)) {
			made[r.DownstreamID] = several
		} else if !ok {
			made[r.DownstreamID] = i
		}
	}
	for i, r := range w.records {
		if o, ok := made[r.DownstreamID]; ok && o != several && row(r) {
			u.join(i, o)
		}
	}
}

// listed tells a row of a list of records that says what each was made for in words of its own: a transaction, a deal. Nothing else
// may know it by that, so the row is no home.
func listed(r *record) bool {
	return r.ResourceType == "" && (r.Event == profile.EventEffect || r.Event == profile.EventEffectReplayed)
}
