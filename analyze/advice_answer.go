package analyze

import (
	"time"

	"github.com/webhookctl/webhookctl/analyze/language"
)

// limit is what every advice opens with.
func (s *stream) limit() string {
	if len(s.arrivals) == 0 {
		return s.Say("This history and no other: no request is known to have arrived in it.")
	}
	if s.shown.Requests == 0 {
		return s.Say("This history and no other: of %s the filter left none.", s.Count(len(s.arrivals), "request"))
	}
	first, last := s.shown.FirstSeen.String(), s.shown.LastSeen.String()
	switch {
	case first == "":
		return s.Say("This history and no other: what follows is what a guard would have done to %s that came. It is no forecast.", s.requestsRead())
	case first == last:
		return s.Say("This history and no other: what follows is what a guard would have done to %s that came at %s. It is no forecast.", s.requestsRead(), first)
	}
	return s.Say("This history and no other: what follows is what a guard would have done to %s that came from %s to %s. It is no forecast.", s.requestsRead(), first, last)
}

func (s *stream) requestsRead() string {
	if s.shown.Filtered {
		return s.Say("%s that the filter left of %d", s.Count(s.shown.Requests, "request"), len(s.arrivals))
	}
	return s.Count(s.shown.Requests, "request")
}

// answer says by what to claim. It is of the whole history, whatever a filter left.
func (s *stream) answer(best *counted) string {
	switch {
	case len(s.arrivals) == 0:
		return s.Say("No request is known to have arrived, so no key can be tried.")
	case best == nil && s.repeats == 0 && s.derived() == len(s.deeds):
		return s.Say("No request asked again for what had been asked for before, so this history tries no key; and no operation key is logged.")
	case best == nil && s.repeats == 0:
		return s.Say("No request asked again for what had been asked for before, so this history tries no key; and the operation key alone would have dropped an operation.")
	case best == nil:
		return s.Say("No key is sound here: each stops none of %s, or drops an operation, or is known to. "+
			"Log an operation key that names the business act (such as shipment:create:ORDER:SCOPE), and replay again.", s.Count(s.repeats, "repeat"))
	case s.repeats == 0:
		return s.Say("Claim by the %s. No request asked again for what had been asked for before, so this history does not try it; it would have dropped nothing.", best.Title) + s.effects(&best.whole.Effects)
	}
	w := &best.whole
	asked := s.Count(w.RepeatsStopped+w.RepeatsLetThrough, "repeat")
	var out string
	switch logged := s.derived() < len(s.deeds); {
	case logged && w.RepeatsLetThrough > 0:
		out = s.Say("Claim by the %s: of %s it would have stopped %d and let %d through, and dropped no operation.", best.Title, asked, w.RepeatsStopped, w.RepeatsLetThrough)
	case logged:
		out = s.Say("Claim by the %s: of %s it would have stopped %d, and dropped no operation.", best.Title, asked, w.RepeatsStopped)
	case w.RepeatsLetThrough > 0:
		out = s.Say("Until an operation key is logged, claim by the %s: of %s it would have stopped %d and let %d through, and dropped no operation.", best.Title, asked, w.RepeatsStopped, w.RepeatsLetThrough)
	default:
		out = s.Say("Until an operation key is logged, claim by the %s: of %s it would have stopped %d, and dropped no operation.", best.Title, asked, w.RepeatsStopped)
	}
	return out + s.effects(&w.Effects)
}

// notes say what the numbers rest on, and where they end.
func (s *stream) notes(best *counted) []string {
	out := []string{}
	add := func(when bool, text language.Text, args ...any) {
		if when {
			out = append(out, s.Say(text, args...))
		}
	}
	if len(s.arrivals) == 0 {
		return out
	}
	if best != nil {
		w := &best.whole
		add(w.NotCovered == 1, "1 request has no %s in the evidence; such requests get through.", best.Title)
		add(w.NotCovered > 1, "%s have no %s in the evidence; such requests get through.", s.Count(w.NotCovered, "request"), best.Title)
		add(w.WhileWorking > 0, "%d of the repeats that it stops came before the first request's work was over: an atomic claim stops these, a check before the write does not.", w.WhileWorking)
		add(w.OtherState > 0, "%d of the repeats that it stops carried another state of the resource: right where the key names one act, such as a shipment; too coarse where each state needs work of its own.", w.OtherState)
		add(w.LongestGapMS > 0, "The latest of these repeats came %s after its first request. A claim that is forgotten sooner lets it through, and the next may come later.", time.Duration(w.LongestGapMS)*time.Millisecond)
		add(best.key.measure, "Operations are told apart by the %s, so it cannot fail here: that it names one business act is for you to check.", best.Title)
	}
	derived := s.derived()
	add(derived == len(s.deeds), "No operation has a key in the evidence: resource, topic and state stand for it, or the provider's event ID. That is weaker: it cannot tell a second parcel from one that was sent twice, and effects made twice are not counted.")
	add(derived > 0 && derived < len(s.deeds), "%d of %s have no key in the evidence: for these, resource, topic and state stand for it, or the provider's event ID. That is weaker: it cannot tell a second parcel from one that was sent twice.", derived, s.Count(len(s.deeds), "operation"))
	add(derived > 0, "Where nothing says that two requests ask for one operation they count as two: drops may be told too many, repeats too few.")
	add(!s.receipts, "No receipt is in the evidence: deliveries that the sender has as answered with success stand for what arrived.")
	failed, untimed := 0, 0
	for i := range s.arrivals {
		failed += one(s.arrivals[i].failed)
		untimed += one(!s.arrivals[i].timed)
	}
	add(failed == 1, "1 request was refused or failed before anything reached downstream: such a request gives its claim back, and its repeat does the work.")
	add(failed > 1, "%s were refused or failed before anything reached downstream: such a request gives its claim back, and its repeat does the work.", s.Count(failed, "request"))
	add(untimed == 1, "1 request has no time: the replay puts these last, and no window holds them.")
	add(untimed > 1, "%s have no time: the replay puts these last, and no window holds them.", s.Count(untimed, "request"))
	add(s.bySignature(), "Where the bytes are not in the evidence, equal signatures stand for equal bytes; signatures under two secrets count as other bytes.")
	return append(out, s.Say("One guard stands in front of all these requests. Without a window its claim is in one transaction with the work; a window is as SET NX EX has it: from the first request on, even if that fails, and a request that is stopped does not prolong it."))
}

// derived counts the operations that no key names.
func (s *stream) derived() int {
	n := 0
	for i := range s.deeds {
		n += one(s.deeds[i].KeyOrigin == "derived")
	}
	return n
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
		out = append(out, Missing{What: s.lack(missingReceiverLog).What, WouldDecide: s.Say("which requests arrived, and which of them ask for one operation")})
	}
	for i := range s.deeds {
		if s.deeds[i].KeyOrigin == "derived" {
			out = append(out, Missing{What: s.lack(missingKey).What, WouldDecide: s.Say("which requests ask for one operation, so that a repeat is told from a further one")})
			break
		}
	}
	if best == nil && len(s.arrivals) > 0 {
		for i := range s.arrivals {
			if s.payload(&s.arrivals[i]) == "" {
				out = append(out, Missing{What: s.missingBodies(senderOf(s.arrivals[i].d.provider)).What, WouldDecide: s.Say("whether two requests carry one state or two")})
				break
			}
		}
	}
	return out
}

// effects tells what a candidate would have done about the effects made twice, and what no candidate could.
func (s *stream) effects(e *Effects) string {
	total := e.Stopped + e.LetThrough + e.BelowOneRequest + e.OtherCaller + e.NotTied
	if total == 0 {
		return ""
	}
	out := " " + s.Say("Of %s made twice, it would have stopped %d", s.Count(total, "effect"), e.Stopped)
	for _, left := range []struct {
		n         int
		one, many language.Text
	}{
		{e.LetThrough, "1 was made for requests that it lets through", "%d were made for requests that it lets through"},
		{e.BelowOneRequest, "1 was made below one request (a crash, a handler that ran twice, two jobs), where only the downstream system's idempotency key helps", "%d were made below one request (a crash, a handler that ran twice, two jobs), where only the downstream system's idempotency key helps"},
		{e.OtherCaller, "1 was made by a request that is no delivery, whose path must make the same claim", "%d were made by a request that is no delivery, whose path must make the same claim"},
		{e.NotTied, "1 was tied to no request in the evidence", "%d were tied to no request in the evidence"},
	} {
		switch left.n {
		case 0:
		case 1:
			out += "; " + s.Say(left.one)
		default:
			out += "; " + s.Say(left.many, left.n)
		}
	}
	return out + "."
}
