package analyze

import (
	"cmp"
	"slices"
)

// AdviceSchema names the form of the JSON that an Advice marshals to.
const AdviceSchema = "webhookctl.advice/1"

// Advice says by what a receiver could have recognised the repeats of one history, and what to do about each class of
// duplicate in it. What it counts is what happened: it is no forecast.
type Advice struct {
	Schema      string        `json:"schema"`
	Limit       string        `json:"limit"`       // this history and no other: it belongs before every number
	Recommended string        `json:"recommended"` // the name of a candidate that is kept for ever; "" where none is sound
	Answer      string        `json:"answer"`
	Notes       []string      `json:"notes"` // what the numbers rest on
	Replayed    Replayed      `json:"replayed"`
	Candidates  []Candidate   `json:"candidates"` // best first
	Missing     []Missing     `json:"missing"`
	Classes     []ClassAdvice `json:"classes"`
	Responses   []Responses   `json:"responses"` // of senders whose deadline is known
	Forms       []Form        `json:"forms"`
	Rules       []RuleUse     `json:"rules"` // of the user's, in their order
}

// Replayed is the history that the candidates were held against.
type Replayed struct {
	Arrivals     string         `json:"arrivals"`      // receipts; deliveries, where no receipt is in the evidence
	Requests     int            `json:"requests"`      // without pings and invalid signatures
	Untimed      int            `json:"untimed"`       // of these, without a time: they come last, and no window holds them
	Failed       int            `json:"failed"`        // of these, refused or failed, with nothing that reached downstream
	Operations   int            `json:"operations"`    // that these requests asked for
	ByOrigin     map[string]int `json:"by_origin"`     // operations by where their key comes from: logged, rule, derived
	Repeats      int            `json:"repeats"`       // requests for nothing but operations already asked for
	EffectsTwice int            `json:"effects_twice"` // effects beyond the first of an operation with a logged key or a rule's
	Filtered     bool           `json:"filtered"`      // the counts are of what a filter left; the advice is of the whole history
	FirstSeen    Time           `json:"first_seen"`
	LastSeen     Time           `json:"last_seen"`
}

// Candidate is one key by which a guard could recognise repeats, and what it would have done.
//
// Covered and NotCovered are requests with and without a value of it. Where a window is set, the guard forgets a value so long
// after the first request that had it.
type Candidate struct {
	Name              string    `json:"name"`
	Title             string    `json:"title"`
	WindowSeconds     int64     `json:"window_seconds"` // 0: for ever
	Verdict           Verdict   `json:"verdict"`
	Covered           int       `json:"covered"`
	NotCovered        int       `json:"not_covered"`
	RepeatsStopped    int       `json:"repeats_stopped"`
	RepeatsLetThrough int       `json:"repeats_let_through"`
	OperationsDropped int       `json:"operations_dropped"` // none of their requests got through
	HeldBack          int       `json:"held_back"`          // requests stopped though what they asked for had not got through
	OtherState        int       `json:"other_state"`        // of the repeats stopped, those with another state than the one that got through
	WhileWorking      int       `json:"while_working"`      // of the repeats stopped, those that came before the first one's work was over
	LongestGapMS      int64     `json:"longest_gap_ms"`     // from the first request to the last repeat of it that was stopped
	Effects           Effects   `json:"effects"`
	Dropped           []Dropped `json:"dropped"` // the first of the operations dropped, at most 20
}

// Effects are the effects made twice, by what a candidate would have done about them.
type Effects struct {
	Stopped         int `json:"stopped"`
	LetThrough      int `json:"let_through"`       // their requests got through
	BelowOneRequest int `json:"below_one_request"` // a crash, a handler that ran twice, two jobs: no key of requests stops these
	OtherCaller     int `json:"other_caller"`      // made by a request that is no delivery
	NotTied         int `json:"not_tied"`          // nothing names the request that they were made for
}

// Dropped is an operation of which a candidate would have let no request through.
type Dropped struct {
	Key       string   `json:"key"`
	KeyOrigin string   `json:"key_origin"`
	Resource  Resource `json:"resource"`
}

// Verdict is what a candidate is worth.
type Verdict string

// The verdicts on candidates.
const (
	Recommended  Verdict = "recommended"   // the best of those that are sound
	Sound        Verdict = "sound"         // stopped repeats, dropped nothing
	StopsNothing Verdict = "stops_nothing" // dropped nothing, and no repeat either
	Unsafe       Verdict = "unsafe"        // dropped nothing here, though it is known to: it cannot tell one thing from the next
	Delays       Verdict = "delays"        // dropped nothing, since a later request brought what it had held back
	Drops        Verdict = "drops"         // dropped at least one legitimate operation
	NoValue      Verdict = "no_value"      // no request is known to carry it
)

// Verdicts lists every verdict.
var Verdicts = []Verdict{Recommended, Sound, StopsNothing, Unsafe, Delays, Drops, NoValue}

// Advise replays candidate keys over a history, each as a guard with an atomic claim: the first request with a value gets
// through, later ones with that value are stopped. What is one operation is taken as the diagnosis has it.
//
// The filter selects what is counted; the guard sees the whole history, and so does the recommendation.
func Advise(h History, o Options, f Filter) Advice {
	worlds, each := judged(h, o)
	all := slices.Concat(each...)
	f = f.among(all)
	s := streamOf(words{o.Language}, worlds, all, f)
	counts := s.candidates()
	best := choose(counts, s.repeats)
	var affairs []judgedAffair
	for i, w := range worlds {
		affairs = append(affairs, judgedAffair{w.span, tallyOf(w, each[i], Options{})})
	}
	d := diagnosisOf(affairs, Options{Rules: o.Rules, Language: o.Language}).Select(f)
	a := Advice{
		Schema: AdviceSchema, Limit: s.limit(), Answer: s.answer(best), Notes: s.notes(best), Replayed: s.shown,
		Candidates: []Candidate{}, Missing: s.missing(best), Classes: classAdvice(s.words, worlds, &d), Responses: responsesOf(s.words, all, f), Forms: []Form{}, Rules: d.Rules,
	}
	for i := range counts {
		a.Candidates = append(a.Candidates, counts[i].Candidate)
	}
	if best != nil {
		a.Recommended = best.Name
	}
	if len(s.arrivals) > 0 {
		a.Forms = formsFor(s.words, best)
	}
	return a
}

// candidates replays every key with every window, the best first.
func (s *stream) candidates() []counted {
	var counts []counted
	for _, k := range s.keys() {
		v := s.values(k)
		for _, window := range k.windows {
			counts = append(counts, s.count(k, v, window))
		}
	}
	slices.SortStableFunc(counts, compareCounted)
	return counts
}

// choose gives each candidate its verdict and returns the one to recommend, nil if none is sound. Where nothing was repeated no
// key is tried, and what operations are told apart by is as good as any.
func choose(counts []counted, repeats int) (best *counted) {
	for i := range counts {
		c := &counts[i]
		c.Verdict = c.verdict()
		sound := c.Verdict == Sound || c.Verdict == StopsNothing && c.key.measure && repeats == 0
		if best == nil && sound && c.WindowSeconds == 0 {
			best = c
		}
	}
	if best != nil {
		best.Verdict = Recommended
	}
	return best
}

// compareCounted puts the best first: what drops fewest legitimate operations, then what holds none back until a later request,
// then what lets fewest repeats through, then what covers most requests, then the simplest. What no request carries comes last.
func compareCounted(a, b counted) int {
	return cmp.Or(
		compareBool(a.whole.Covered == 0, b.whole.Covered == 0),
		cmp.Compare(a.whole.OperationsDropped, b.whole.OperationsDropped), compareBool(a.whole.HeldBack > 0, b.whole.HeldBack > 0),
		cmp.Compare(a.whole.RepeatsLetThrough, b.whole.RepeatsLetThrough), cmp.Compare(a.whole.NotCovered, b.whole.NotCovered),
		compareBool(a.key.unsafe, b.key.unsafe), compareBool(a.WindowSeconds > 0, b.WindowSeconds > 0),
		cmp.Compare(a.key.simplicity, b.key.simplicity), cmp.Compare(b.WindowSeconds, a.WindowSeconds),
	)
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// verdict judges by the whole history, whatever a filter left.
func (c *counted) verdict() Verdict {
	switch {
	case c.whole.Covered == 0:
		return NoValue
	case c.whole.OperationsDropped > 0:
		return Drops
	case c.whole.HeldBack > 0:
		return Delays
	case c.key.unsafe:
		return Unsafe
	case c.whole.RepeatsStopped == 0:
		return StopsNothing
	}
	return Sound
}
