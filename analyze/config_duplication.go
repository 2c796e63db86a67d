package analyze

import (
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// configDuplication judges change → registration: one change that two or more registrations delivered. It is a duplicate
// where two of them share a delivery URL or their requests meet in one operation. A shop that tells its ERP and its CRM has
// two registrations as well: with other URLs and other operations that is no duplicate, and where the operations are not in
// the evidence it stays undetermined.
//
// It cannot tell why the second registration exists.
func (t *tree) configDuplication(c *change) []*node {
	ids := c.registrations()
	if len(ids) < 2 {
		return nil
	}
	n := &node{class: ConfigDuplication, boundary: Boundary{profile.LayerChange, profile.LayerRegistration}}
	var receipts []*receipt
	for _, id := range ids {
		b := t.below("registration "+id, deliveriesOf(c, id)...)
		n.branches = append(n.branches, b)
		receipts = append(receipts, b.receipts...)
	}
	t.dealLoose(n, c)
	n.operation = t.common(receipts)
	oneURL, urlsKnown, oneTopic := true, true, false
	for i, a := range ids {
		for _, b := range ids[i+1:] {
			x, y := t.registrationOf(a), t.registrationOf(b)
			shares, known := sharesURL(x, y)
			oneURL, urlsKnown = oneURL && shares, urlsKnown && known
			oneTopic = oneTopic || sharesTopic(x, y)
		}
	}
	switch {
	case oneURL, n.operation != nil:
	case !urlsKnown && t.onePath(n.branches):
		n.doubts = append(n.doubts, "the receiver's log shows one path for both, not the URL that each registration has")
	case t.operationsDiffer(n.branches):
		return nil // fan-out
	default:
		n.class, n.boundary = Undetermined, Boundary{}
		n.missing = append(n.missing, missingRegistrations, missingReceiverLog)
		n.headline = sentence("%s: registrations %s told one change to different URLs; whether both lead to one operation is not in the evidence",
			t.subject(), list(ids))
		t.judgeOutcome(n)
		return []*node{n}
	}
	n.cause = "overlapping_topics"
	if oneTopic {
		n.cause = "duplicate_registration"
	}
	if c.by == "time" {
		n.doubts = append(n.doubts, "the two deliveries are taken for one change because they were sent within seconds; their bytes cannot be compared")
		n.missing = append(n.missing, missingBodies)
	}
	t.judgeOutcome(n)
	n.race()
	n.causeBecause = because(n.cause)
	where := "one operation"
	if oneURL {
		where = "one URL"
	}
	n.headline = sentence("%s: one change, registrations %s with %s", t.resultOf(n), list(ids), where)
	if n.cause == "overlapping_topics" {
		n.headline = sentence("%s: one change, told under %s by registrations %s with %s", t.resultOf(n), list(t.topicsOf(ids)), list(ids), where)
	}
	n.next = t.configAdvice(n, ids, oneURL)
	return []*node{n}
}

// configAdvice says what to do. Removing a registration is advised only where URL, topic and API version agree.
func (t *tree) configAdvice(n *node, ids []string, oneURL bool) []string {
	var out []string
	newest := ids[len(ids)-1]
	alike := oneURL
	for _, id := range ids {
		r, last := t.registrationOf(id), t.registrationOf(newest)
		alike = alike && strings.Join(r.topics, ",") == strings.Join(last.topics, ",") && r.api == last.api
	}
	switch {
	case n.cause == "overlapping_topics":
		out = append(out, sentence("keep the registrations: their topics differ (%s); let the receiver recognise one act told twice", list(t.topicsOf(ids))))
	case alike:
		out = append(out, sentence("check registration %s: it has the URL and topic of registration %s; pause it if nothing else needs it", newest, ids[0]))
	default:
		out = append(out, sentence("compare registrations %s: they deliver one change to one place", list(ids)))
	}
	return append(out, adviceClaim(n), "do not de-duplicate by order ID: a later update of the same order must get through")
}

func deliveriesOf(c *change, webhook string) []*delivery {
	var ds []*delivery
	for _, d := range c.deliveries {
		if d.webhook == webhook {
			ds = append(ds, d)
		}
	}
	return ds
}

// registrationOf never returns nil: a registration that no record describes is one without facts.
func (t *tree) registrationOf(webhook string) *registration {
	if r := t.world.registrations[registrationKey{t.component.shop, webhook}]; r != nil {
		return r
	}
	return &registration{key: registrationKey{t.component.shop, webhook}}
}

// onePath tells whether all requests arrived at one path, as access lines or receiver lines have it.
func (t *tree) onePath(bs []branch) bool {
	path := ""
	for _, b := range bs {
		own := ""
		for _, d := range b.deliveries {
			for _, r := range d.records {
				if r.URL != "" && (r.Event == profile.EventProxied || receiverSide(r.Event)) {
					own = pathOf(r.URL)
				}
			}
		}
		if own == "" || path != "" && own != path {
			return false
		}
		path = own
	}
	return path != ""
}

func pathOf(url string) string {
	if _, rest, ok := strings.Cut(url, "://"); ok {
		if i := strings.IndexByte(rest, '/'); i >= 0 {
			return rest[i:]
		}
		return "/"
	}
	return url
}

// operationsDiffer tells whether each branch's requests name an operation, and no two branches name the same.
func (t *tree) operationsDiffer(bs []branch) bool {
	seen := map[string]bool{}
	for _, b := range bs {
		own := map[string]bool{}
		for _, x := range b.receipts {
			if key := x.key(); key != "" {
				own[key] = true
			}
		}
		if len(own) == 0 {
			return false
		}
		for key := range own {
			if seen[key] {
				return false
			}
		}
		for key := range own {
			seen[key] = true
		}
	}
	return true
}
