package analyze

import (
	"time"
)

// limit is what every advice opens with.
func (s *stream) limit() string {
	if len(s.arrivals) == 0 {
		return "This history and no other: no request is known to have arrived in it."
	}
	if s.shown.Requests == 0 {
		return sentence("This history and no other: of %s the filter left none.", count(len(s.arrivals), "request"))
	}
	return sentence("This history and no other: what follows is what a guard would have done to %s that came%s. It is no forecast.",
		s.requestsRead(), s.between())
}

func (s *stream) requestsRead() string {
	if s.shown.Filtered {
		return sentence("%s that the filter left of %d", count(s.shown.Requests, "request"), len(s.arrivals))
	}
	return count(s.shown.Requests, "request")
}

func (s *stream) between() string {
	first, last := s.shown.FirstSeen.String(), s.shown.LastSeen.String()
	switch {
	case first == "":
		return ""
	case first == last:
		return " at " + first
	}
	return " from " + first + " to " + last
}

// answer says by what to claim. It is of the whole history, whatever a filter left.
func (s *stream) answer(best *counted) string {
	switch {
	case len(s.arrivals) == 0:
		return "No request is known to have arrived, so no key can be tried."
	case best == nil && s.repeats == 0 && s.derived() == len(s.deeds):
		return "No request asked again for what had been asked for before, so this history tries no key; and no operation key is logged."
	case best == nil && s.repeats == 0:
		return "No request asked again for what had been asked for before, so this history tries no key; and the operation key alone would have dropped an operation."
	case best == nil:
		return sentence("No key is sound here: each stops none of %s, or drops an operation, or is known to. "+
			"Log an operation key that names the business act (such as shipment:create:ORDER:SCOPE), and replay again.", count(s.repeats, "repeat"))
	case s.repeats == 0:
		return sentence("Claim by the %s. No request asked again for what had been asked for before, so this history does not try it; it would have dropped nothing.", best.Title) + best.whole.Effects.said()
	}
	w, begin := &best.whole, "Claim"
	if s.derived() == len(s.deeds) {
		begin = "Until an operation key is logged, claim"
	}
	out := sentence(begin+" by the %s: of %s it would have stopped %d", best.Title, count(w.RepeatsStopped+w.RepeatsLetThrough, "repeat"), w.RepeatsStopped)
	if w.RepeatsLetThrough > 0 {
		out += sentence(" and let %d through", w.RepeatsLetThrough)
	}
	return out + ", and dropped no operation." + w.Effects.said()
}

// notes say what the numbers rest on, and where they end.
func (s *stream) notes(best *counted) []string {
	out := []string{}
	add := func(when bool, format string, args ...any) {
		if when {
			out = append(out, sentence(format, args...))
		}
	}
	if len(s.arrivals) == 0 {
		return out
	}
	if best != nil {
		w := &best.whole
		add(w.NotCovered > 0, "%s no %s in the evidence; such requests get through.", carry(w.NotCovered), best.Title)
		add(w.WhileWorking > 0, "%d of the repeats that it stops came before the first request's work was over: an atomic claim stops these, a check before the write does not.", w.WhileWorking)
		add(w.OtherState > 0, "%d of the repeats that it stops carried another state of the resource: right where the key names one act, such as a shipment; too coarse where each state needs work of its own.", w.OtherState)
		add(w.LongestGapMS > 0, "The latest of these repeats came %s after its first request. A claim that is forgotten sooner lets it through, and the next may come later.", time.Duration(w.LongestGapMS)*time.Millisecond)
		add(best.key.measure, "Operations are told apart by the %s, so it cannot fail here: that it names one business act is for you to check.", best.Title)
	}
	derived := s.derived()
	add(derived == len(s.deeds), "No operation has a key in the evidence: resource, topic and state stand for it, or the provider's event ID. That is weaker: it cannot tell a second parcel from one that was sent twice, and effects made twice are not counted.")
	add(derived > 0 && derived < len(s.deeds), "%d of %s have no key in the evidence: for these, resource, topic and state stand for it, or the provider's event ID. That is weaker: it cannot tell a second parcel from one that was sent twice.", derived, count(len(s.deeds), "operation"))
	add(derived > 0, "Where nothing says that two requests ask for one operation they count as two: drops may be told too many, repeats too few.")
	add(!s.receipts, "No receipt is in the evidence: deliveries that the sender has as answered with success stand for what arrived.")
	failed, untimed := 0, 0
	for i := range s.arrivals {
		failed += one(s.arrivals[i].failed)
		untimed += one(!s.arrivals[i].timed)
	}
	add(failed > 0, "%s refused or failed before anything reached downstream: such a request gives its claim back, and its repeat does the work.", was(failed))
	add(untimed > 0, "%s no time: the replay puts these last, and no window holds them.", carry(untimed))
	add(s.bySignature(), "Where the bytes are not in the evidence, equal signatures stand for equal bytes; signatures under two secrets count as other bytes.")
	return append(out, "One guard stands in front of all these requests. Without a window its claim is in one transaction with the work; a window is as SET NX EX has it: from the first request on, even if that fails, and a request that is stopped does not prolong it.")
}

// derived counts the operations that no key names.
func (s *stream) derived() int {
	n := 0
	for i := range s.deeds {
		n += one(s.deeds[i].KeyOrigin == "derived")
	}
	return n
}

func carry(n int) string {
	if n == 1 {
		return "1 request has"
	}
	return count(n, "request") + " have"
}

func was(n int) string {
	if n == 1 {
		return "1 request was"
	}
	return count(n, "request") + " were"
}

// bySignature tells whether the payload hash rests on signatures somewhere.
func (s *stream) bySignature() bool {
	for i := range s.arrivals {
		if len(s.payload(&s.arrivals[i])) == len(s.arrivals[i].d.signature) {
			return true
		}
	}
	return false
}

// missing is what would make the advice firmer.
func (s *stream) missing(best *counted) []Missing {
	out := []Missing{}
	if !s.receipts {
		out = append(out, Missing{What: words{}.lack(missingReceiverLog).What, WouldDecide: "which requests arrived, and which of them ask for one operation"})
	}
	for i := range s.deeds {
		if s.deeds[i].KeyOrigin == "derived" {
			out = append(out, Missing{What: words{}.lack(missingKey).What, WouldDecide: "which requests ask for one operation, so that a repeat is told from a further one"})
			break
		}
	}
	if best == nil && len(s.arrivals) > 0 {
		for i := range s.arrivals {
			if s.payload(&s.arrivals[i]) == "" {
				out = append(out, Missing{What: words{}.missingBodies(senderOf(s.arrivals[i].d.provider)).What, WouldDecide: "whether two requests carry one state or two"})
				break
			}
		}
	}
	return out
}

// said tells what a candidate would have done about the effects made twice, and what no candidate could.
func (e *Effects) said() string {
	total := e.Stopped + e.LetThrough + e.BelowOneRequest + e.OtherCaller + e.NotTied
	if total == 0 {
		return ""
	}
	out := sentence(" Of %s made twice, it would have stopped %d", count(total, "effect"), e.Stopped)
	for _, left := range []struct {
		n   int
		why string
	}{
		{e.LetThrough, "made for requests that it lets through"},
		{e.BelowOneRequest, "made below one request (a crash, a handler that ran twice, two jobs), where only the downstream system's idempotency key helps"},
		{e.OtherCaller, "made by a request that is no delivery, whose path must make the same claim"},
		{e.NotTied, "tied to no request in the evidence"},
	} {
		switch left.n {
		case 0:
		case 1:
			out += "; 1 was " + left.why
		default:
			out += sentence("; %d were %s", left.n, left.why)
		}
	}
	return out + "."
}
