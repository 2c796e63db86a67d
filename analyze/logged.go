package analyze

import (
	"cmp"
	"slices"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// deliveriesLogged makes a delivery of each entry of the sender's log: one where its file and its table, or two exports, tell of it.
func (t *tree) deliveriesLogged() {
	var logged []*record
	for _, r := range t.component.records {
		if r.Event == profile.EventDelivery {
			logged = append(logged, r)
		}
	}
	groups := matched(logged, sighted[*record]{
		log: func(r *record) string { return t.world.logs[r.Source] },
		at:  moment,
		id:  func(r *record) string { return r.DeliveryID },
		same: func(a, b *record) bool {
			return a.alike(b) && (!a.timed() || !b.timed() || gapBetween(a, b) <= tolerance)
		},
	})
	for _, rs := range groups {
		d := t.newDelivery()
		for _, r := range rs {
			t.take(d, r)
		}
		d.logged = slices.MinFunc(rs, func(a, b *record) int { // the one that says most
			return cmp.Or(-cmp.Compare(min(a.Took, 1), min(b.Took, 1)), -cmp.Compare(min(a.Code, 1), min(b.Code, 1)),
				cmp.Compare(fineness(&a.Observation), fineness(&b.Observation)), byPlace(a, b))
		})
	}
}

// moment is the time that a line tells of, as far as its stamp leaves open: it is cut, not rounded.
func moment(r *record) (from, to int64, timed bool) {
	return r.begin(), r.end() + int64(r.Precision), r.timed()
}

// gapBetween is how much time lies between what two lines tell of.
func gapBetween(a, b *record) int64 {
	f, t, _ := moment(a)
	from, to, _ := moment(b)
	return max(f-to, from-t, 0)
}

// alike tells whether nothing in two entries of the sender's logs tells their deliveries apart.
func (r *record) alike(o *record) bool {
	same := func(a, b string) bool { return a == "" || b == "" || a == b }
	marks := func(a, b profile.Mark) bool { return a == (profile.Mark{}) || b == (profile.Mark{}) || a == b }
	return same(r.WebhookID, o.WebhookID) && same(r.DeliveryID, o.DeliveryID) && same(r.RowID, o.RowID) && same(r.EventID, o.EventID) && same(r.Shop, o.Shop) &&
		same(r.ResourceID, o.ResourceID) && same(r.Topic, o.Topic) && same(r.URL, o.URL) && marks(r.Signature, o.Signature) && marks(r.State, o.State) &&
		(r.Body == (profile.Hash{}) || o.Body == (profile.Hash{}) || r.Body == o.Body) &&
		(r.Attempt == 0 || o.Attempt == 0 || r.Attempt == o.Attempt) && (r.Code == 0 || o.Code == 0 || r.Code == o.Code)
}
