package analyze

import (
	"cmp"
	"slices"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// answers are what came back for a delivery, in order of time: what the sender's own log says it got, else what a relay, the proxy
// or the receiver sent. A delivery that came more than once may have had as many, and which of them reached the sender is then not
// told.
func (d *delivery) answers() []*record {
	if d.answered == nil || d.answered.of != len(d.relayed)+len(d.proxied)+len(d.receipts) {
		d.answered = &answerList{of: len(d.relayed) + len(d.proxied) + len(d.receipts), list: d.allAnswers()}
	}
	return d.answered.list
}

// answerList keeps what the lines of a delivery told, while it has no more of them: each of its receipts may ask.
type answerList struct {
	of   int
	list []*record
}

func (d *delivery) allAnswers() []*record {
	said := func(rs ...*record) []*record {
		rs = slices.DeleteFunc(slices.Clone(rs), func(r *record) bool { return r == nil || r.Code == 0 && r.Failure == "" })
		slices.SortStableFunc(rs, func(a, b *record) int {
			return cmp.Or(cmp.Compare(a.end(), b.end()), cmp.Compare(a.Failure, b.Failure), cmp.Compare(a.Code, b.Code), byPlace(a, b))
		})
		return rs
	}
	for _, rs := range [][]*record{{d.logged}, d.relayed, d.proxied} {
		if out := said(rs...); len(out) > 0 {
			return out
		}
	}
	var own []*record
	for _, x := range d.receipts {
		own = append(own, x.answer())
	}
	return said(own...)
}

// answer is the first of the receipt's lines that says how the request was answered, or that its client did not wait for it. A handler
// that failed says with which code.
func (x *receipt) answer() *record {
	for _, r := range x.records {
		if r.Event == profile.EventAborted || r.Code != 0 && (r.Event == profile.EventResponded || r.Event == profile.EventFailed) {
			return r
		}
	}
	return nil
}

// answer is the first that came back for a delivery; by is nil where nothing says.
func (d *delivery) answer() (code int, failure string, by *record) {
	all := d.answers()
	if len(all) == 0 {
		return 0, "", nil
	}
	return all[0].Code, failureOf(all[0]), all[0]
}

// failureOf says why nothing was answered, "" where something was.
func failureOf(r *record) string {
	if r.Event == profile.EventAborted {
		return "aborted"
	}
	return r.Failure
}

// accepted tells whether an answer is one that the sender takes for success.
func (d *delivery) accepted(answer *record) bool {
	return failureOf(answer) == "" && facts(d.provider).Success(answer.Code)
}
