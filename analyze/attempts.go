package analyze

import (
	"slices"
	"strings"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/ingest/provider"
)

// attemptHistory is what the attempts of one event show.
type attemptHistory struct {
	t         *tree
	failed    bool     // an attempt before the last failed, or was not answered in the provider's time
	unfailed  bool     // a repeat came although the attempt before it was answered with success
	silent    bool     // of some attempt the answer is not known
	counted   bool     // the sender itself counts each repeat as a further attempt
	published bool     // every gap is one of the published delays
	possible  bool     // every gap lies within the time in which repeats come
	atOnce    bool     // all came within a minute, as they do to several endpoints
	answers   []string // of the attempts before the last, in their order, as far as they are known
	gaps      []time.Duration
	doubts    []string
}

func (t *tree) attemptsOf(p *provider.Provider, ds []*delivery) attemptHistory {
	h := attemptHistory{t: t, counted: p.CountsAttempts(), published: true, possible: true}
	first := ds[0].begin()
	h.atOnce = first == 0 || ds[len(ds)-1].begin()-first < int64(time.Minute)
	for i, d := range ds[1:] {
		before := ds[i]
		h.counted = h.counted && d.attempt > max(before.attempt, 1) // two requests of one number are no two attempts
		failed, slow, answer, after := before.unanswered(p)
		how := t.after(answer, after)
		h.answers = append(h.answers, compact([]string{how})...)
		switch {
		case failed || slow:
			h.failed = true
			if slow {
				h.doubts = append(h.doubts, t.Say("%s publishes no deadline; that it gave up on an answer after %s is not shown", t.title(p.Name), how))
			}
		case how == "":
			h.silent = true
		default:
			h.unfailed = true
		}
		gap, since := timeTo(before, d), timeTo(ds[0], d)
		if gap < 0 || since < 0 {
			h.published, h.possible = false, false
			continue
		}
		h.gaps = append(h.gaps, gap)
		published, possible := p.Retries.Fit(gap, since)
		h.published, h.possible = h.published && published, h.possible && possible
	}
	return h
}

// timeTo is the time from one attempt to another, negative where it is not known: by the moments of both, or as the lines of one log that has
// no zone show it.
func timeTo(a, b *delivery) time.Duration {
	if a == b {
		return 0
	}
	if a.begin() != 0 && b.begin() != 0 {
		return time.Duration(b.begin() - a.begin())
	}
	for _, x := range a.receipts {
		for _, y := range b.receipts {
			if gap, ok := apartInLog(x.shownArrival(), y.shownArrival(), x.logs); ok {
				return gap
			}
		}
	}
	return -1
}

// after says what an answer was and how long it took, as far as either is told.
func (t *tree) after(answer string, took time.Duration) string {
	switch {
	case took == 0:
		return answer
	case answer == "":
		return took.String()
	}
	return t.Say("%s after %s", answer, took)
}

// unanswered tells whether the sender takes an attempt for failed: it was answered with a failure, or not in time. slow tells
// an answer that may have come too late for a sender that publishes no deadline; of it, only the time counts. after is 0 where it does not.
func (d *delivery) unanswered(p *provider.Provider) (failed, slow bool, answer string, after time.Duration) {
	code, failure, by := d.answer()
	took := d.took()
	switch {
	case by == nil:
		return false, false, "", 0
	case failure != "" || !p.Success(code):
		return true, false, answerText(code, failure), 0
	case p.Deadline > 0 && took > p.Deadline:
		return true, false, answerText(code, failure), took
	case p.Deadline == 0 && took >= slowAnswer:
		return false, true, "", took
	}
	return false, false, answerText(code, failure), max(took, 0)
}

// slowAnswer is how long an answer must take before a sender without a published deadline may have given up on it. The
// shortest that is published is GitHub's and Square's older 10 s; Shopify's and Paddle's 5 s are published.
const slowAnswer = 10 * time.Second

// took is how long the request was under way, as far as a line says.
func (d *delivery) took() time.Duration {
	for _, r := range slices.Concat(d.relayed, d.proxied) {
		if r.Took > 0 {
			return r.Took
		}
	}
	for _, x := range d.receipts {
		var begin, end *record
		for _, r := range x.records {
			if r.Took > 0 && (r.Event == profile.EventResponded || r.Event == profile.EventAborted) {
				return r.Took
			}
			if r.timed() && r.Event == profile.EventReceived && begin == nil {
				begin = r
			}
			if r.timed() && r.Event == profile.EventResponded {
				end = r
			}
		}
		if begin != nil && end != nil {
			return time.Duration(end.at() - begin.at())
		}
	}
	return 0
}

// retried tells whether the repeats are the provider's own.
func (h *attemptHistory) retried(p *provider.Provider) bool {
	if p.Retries == nil {
		return false
	}
	return h.possible && (h.counted || h.failed && !h.unfailed)
}

func (h *attemptHistory) because(p *provider.Provider) string {
	t, name := h.t, h.t.title(p.Name)
	switch {
	case h.counted:
		return t.Say("the request itself says that it is a repeat of %s's", name) + h.before()
	case h.published:
		return t.Say("the attempt before failed (%s), and the next came %s later, as %s publishes", strings.Join(h.answers, ", "), h.gapText(), name)
	}
	return t.Say("the attempt before failed (%s), and the next came %s later, which lies within the time in which %s repeats", strings.Join(h.answers, ", "), h.gapText(), name)
}

func (h *attemptHistory) gapText() string { return h.t.List(gapTexts(h.gaps)) }

// before says how the attempts before the last were answered.
func (h *attemptHistory) before() string {
	if len(h.answers) == 0 {
		return ""
	}
	return h.t.Say("; it was answered %s before", h.t.List(h.answers))
}

// whyNot says why the repeat is none of the provider's own.
func (h *attemptHistory) whyNot(p *provider.Provider) string {
	t, name, answers := h.t, h.t.title(p.Name), h.t.List(h.answers)
	switch {
	case p.Retries == nil && h.failed:
		return t.Say("an earlier attempt failed (%s), but that %s repeats by itself is not known", answers, name)
	case h.unfailed && h.failed:
		return t.Say("an attempt that was answered with success was repeated as well (before the last: %s), so no failure explains all of it", answers)
	case h.unfailed:
		return t.Say("the attempt before was answered %s: nothing had failed, so it is no retry", answers)
	case h.silent:
		return t.Say("how the attempt before was answered is not in the evidence, so a retry cannot be told from another repeat")
	case h.failed && len(h.gaps) == 0:
		return t.Say("an attempt failed (%s); how long after it the next came is not in the evidence, so whether that fits a repeat of %s's is not known", answers, name)
	case h.failed:
		return t.Say("an attempt failed (%s), but the next came %s later, which fits none of %s's repeats", answers, h.gapText(), name)
	}
	return t.Say("what made it come again is not in the evidence")
}
