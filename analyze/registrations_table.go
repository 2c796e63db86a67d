package analyze

import (
	"cmp"
	"slices"
	"time"
)

// registrationCount is what came of a registration's deliveries.
type registrationCount struct {
	deliveries, receipts, failed, slow, changes int
	deadline                                    time.Duration
	answers                                     AnswerTimes
}

func (c *registrationCount) plus(o *registrationCount) *registrationCount {
	if c == nil {
		return o
	}
	return &registrationCount{
		c.deliveries + o.deliveries, c.receipts + o.receipts, c.failed + o.failed, c.slow + o.slow, c.changes + o.changes,
		max(c.deadline, o.deadline), c.answers.plus(o.answers),
	}
}

func registrationCounts(all []verdicts) map[registrationKey]*registrationCount {
	counts := map[registrationKey]*registrationCount{}
	for _, v := range all {
		type told struct {
			by registrationKey
			of *change
		}
		counted := map[told]bool{}
		for _, d := range v.tree.deliveries {
			if d.webhook == "" {
				continue
			}
			k := registrationKey{d.shop, d.webhook}
			c := counts[k]
			if c == nil {
				c = &registrationCount{}
				counts[k] = c
			}
			c.receipts += len(d.receipts)
			if d.invalid {
				continue
			}
			c.deliveries++
			if _, _, by := d.answer(); by != nil && !d.accepted(by) {
				c.failed++
			}
			limit := facts(d.provider).Deadline
			if limit > 0 && d.logged != nil && d.logged.Took > limit {
				c.slow++
			}
			c.deadline = max(c.deadline, limit)
			c.answers.add(d)
			if d.change != nil && !counted[told{k, d.change}] {
				counted[told{k, d.change}] = true
				c.changes++
			}
		}
	}
	return counts
}

// registrationsTable says of each registration what is known of it, and what came of its deliveries.
func registrationsTable(w *span, counts map[registrationKey]*registrationCount) []Registration {
	out := []Registration{}
	add := func(k registrationKey, c *registrationCount) {
		r := Registration{
			WebhookID: k.webhook, Shop: k.shop, Topics: []string{}, Deliveries: c.deliveries, Receipts: c.receipts, Failed: c.failed, Slow: c.slow,
			DuplicateRatio: ratio(c.receipts, c.changes), Deadline: c.deadline, Answers: c.answers,
		}
		if g := w.registrations[k]; g != nil {
			r.Provider, r.Topics, r.Status = g.provider, orEmpty(g.topics), g.status
			if len(g.urls) > 0 {
				r.URL = g.urls[0].url
			}
		}
		out = append(out, r)
	}
	for k, c := range counts {
		add(k, c)
	}
	for k, g := range w.registrations {
		if len(g.rows) > 0 && counts[k] == nil {
			add(k, &registrationCount{})
		}
	}
	slices.SortFunc(out, compareRegistrationRows)
	return out
}

func compareRegistrationRows(a, b Registration) int {
	return cmp.Or(cmp.Compare(a.Shop, b.Shop), byNumber(a.WebhookID, b.WebhookID))
}

func ratio(receipts, changes int) float64 {
	if receipts == 0 || changes > receipts {
		return 0
	}
	return float64(receipts-changes) / float64(receipts)
}
