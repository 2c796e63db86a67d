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

func attemptsOf(p *provider.Provider, ds []*delivery) attemptHistory {
	h := attemptHistory{counted: p.CountsAttempts(), published: true, possible: true}
	first := ds[0].begin()
	h.atOnce = first == 0 || ds[len(ds)-1].begin()-first < int64(time.Minute)
	for i, d := range ds[1:] {
		before := ds[i]
		h.counted = h.counted && d.attempt > max(before.attempt, 1) // two requests of one number are no two attempts
		failed, slow, how := before.unanswered(p)
		h.answers = append(h.answers, compact([]string{how})...)
		switch {
		case failed || slow:
			h.failed = true
			if slow {
				h.doubts = append(h.doubts, title(p.Name)+" publishes no deadline; that it gave up on an answer after "+how+" is not shown")
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

// unanswered tells whether the sender takes an attempt for failed: it was answered with a failure, or not in time. slow tells
// an answer that may have come too late for a sender that publishes no deadline.
func (d *delivery) unanswered(p *provider.Provider) (failed, slow bool, how string) {
	code, failure, by := d.answer()
	took := d.took()
	switch {
	case by == nil:
		return false, false, ""
	case failure != "" || !p.Success(code):
		return true, false, answerText(code, failure)
	case p.Deadline > 0 && took > p.Deadline:
		return true, false, answerText(code, failure) + " after " + took.String()
	case p.Deadline == 0 && took >= slowAnswer:
		return false, true, took.String()
	}
	how = answerText(code, failure)
	if took > 0 {
		how += " after " + took.String()
	}
	return false, false, how
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
	if h.counted {
		return "the request itself says that it is a repeat of " + title(p.Name) + "'s" + h.before()
	}
	fit := "which lies within the time in which " + title(p.Name) + " repeats"
	if h.published {
		fit = "as " + title(p.Name) + " publishes"
	}
	return "the attempt before failed (" + strings.Join(h.answers, ", ") + "), and the next came " + h.gapText() + " later, " + fit
}

func (h *attemptHistory) gapText() string {
	return list(gapTexts(h.gaps))
}

// before says how the attempts before the last were answered.
func (h *attemptHistory) before() string {
	if len(h.answers) == 0 {
		return ""
	}
	return "; it was answered " + list(h.answers) + " before"
}

// whyNot says why the repeat is none of the provider's own.
func (h *attemptHistory) whyNot(p *provider.Provider) string {
	switch {
	case p.Retries == nil && h.failed:
		return "an earlier attempt failed (" + list(h.answers) + "), but that " + title(p.Name) + " repeats by itself is not known"
	case h.unfailed && h.failed:
		return "an attempt that was answered with success was repeated as well (before the last: " + list(h.answers) + "), so no failure explains all of it"
	case h.unfailed:
		return "the attempt before was answered " + list(h.answers) + ": nothing had failed, so it is no retry"
	case h.silent:
		return "how the attempt before was answered is not in the evidence, so a retry cannot be told from another repeat"
	case h.failed && len(h.gaps) == 0:
		return "an attempt failed (" + list(h.answers) + "); how long after it the next came is not in the evidence, so whether that fits a repeat of " + title(p.Name) + "'s is not known"
	case h.failed:
		return "an attempt failed (" + list(h.answers) + "), but the next came " + h.gapText() + " later, which fits none of " + title(p.Name) + "'s repeats"
	}
	return "what made it come again is not in the evidence"
}

func (h *attemptHistory) sameBy() string {
	if h.failed {
		return "the failure before it"
	}
	return "the status that the receiver fetched"
}
