package analyze

import (
	"cmp"
	"slices"
)

// registrationsTable says for each registration what came of its deliveries.
func registrationsTable(w *world, all []verdicts) []Registration {
	rows := map[registrationKey]*Registration{}
	changes := map[registrationKey]int{}
	row := func(k registrationKey) *Registration {
		if rows[k] == nil {
			r := &Registration{WebhookID: k.webhook, Shop: k.shop, Topics: []string{}}
			if g := w.registrations[k]; g != nil {
				r.Provider, r.Topics, r.Status = g.provider, orEmpty(g.topics), g.status
				if len(g.urls) > 0 {
					r.URL = g.urls[0].url
				}
			}
			rows[k] = r
		}
		return rows[k]
	}
	for k, g := range w.registrations {
		if len(g.rows) > 0 {
			row(k)
		}
	}
	for _, v := range all {
		counted := map[registrationKey]map[*change]bool{}
		for _, d := range v.tree.deliveries {
			if d.webhook == "" {
				continue
			}
			k := registrationKey{d.shop, d.webhook}
			r := row(k)
			if d.invalid {
				r.Receipts += len(d.receipts)
				continue
			}
			r.Deliveries++
			r.Receipts += len(d.receipts)
			if _, _, by := d.answer(); by != nil && !d.accepted(by) {
				r.Failed++
			}
			if limit := facts(d.provider).Deadline; limit > 0 && d.logged != nil && d.logged.Took > limit {
				r.Slow++
			}
			if counted[k] == nil {
				counted[k] = map[*change]bool{}
			}
			if d.change != nil && !counted[k][d.change] {
				counted[k][d.change] = true
				changes[k]++
			}
		}
	}
	out := make([]Registration, 0, len(rows))
	for k, r := range rows {
		r.DuplicateRatio = ratio(r.Receipts, changes[k])
		out = append(out, *r)
	}
	slices.SortFunc(out, func(a, b Registration) int {
		return cmp.Or(cmp.Compare(a.Shop, b.Shop), byNumber(a.WebhookID, b.WebhookID))
	})
	return out
}

func ratio(receipts, changes int) float64 {
	if receipts == 0 || changes > receipts {
		return 0
	}
	return float64(receipts-changes) / float64(receipts)
}
