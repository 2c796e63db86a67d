package analyze

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// TraceSpans is the part of a TraceIndex that spans the parts of a history.
type TraceSpans struct {
	Hidden  Hidden         `json:"hidden,omitempty"`
	Affairs []tracedAffair `json:"affairs"`
}

// tracedAffair is what is known of one affair.
type tracedAffair struct {
	Sources []int         `json:"sources"`
	Clocks  []tracedClock `json:"clocks"`  // by source
	Kin     []int         `json:"kin"`     // by source, as in names
	Telling []int32       `json:"telling"` // the observations that tell how its senders are called
}

type tracedClock struct {
	Offset int64 `json:"offset,omitempty"`
	Known  bool  `json:"known,omitempty"`
}

// ParseTraceSpans reads what an index holds of a history of so many sources and observations.
func ParseTraceSpans(text []byte, sources, observations int) (*TraceSpans, error) {
	s := &TraceSpans{}
	if err := json.Unmarshal(text, s); err != nil {
		return nil, err
	}
	outside := func(list []int, least int) bool {
		return slices.ContainsFunc(list, func(i int) bool { return i < least || i >= sources })
	}
	for _, a := range s.Affairs {
		if len(a.Clocks) != sources || len(a.Kin) != sources || outside(a.Sources, 0) || outside(a.Kin, -1) ||
			slices.ContainsFunc(a.Telling, func(i int32) bool { return i < 0 || int(i) >= observations }) {
			return nil, errors.New("it is of another history")
		}
	}
	return s, nil
}

// Telling lists the observations that Trace needs beside those that hang together with what is traced, in their order.
func (s *TraceSpans) Telling() []int32 {
	var all []int32
	for _, a := range s.Affairs {
		all = append(all, a.Telling...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// TraceNames are the names of which an observation may have one if an ID means it.
func TraceNames(id string) []string {
	if _, value, ok := strings.Cut(id, ":"); ok && value != "" {
		return []string{id, value}
	}
	return []string{id}
}

// Trace is that of a whole history, of which only parts are at hand: the observations that Telling lists, and those that hang together
// with one that has one of TraceNames, which asked tells.
func (s *TraceSpans) Trace(sources []profile.Source, parts []profile.Observation, asked func(i int) bool, id string, opt Options) []Step {
	for i := range parts {
		for _, text := range parts[i].Texts() {
			*text = s.Hidden.In(*text)
		}
	}
	h := History{Sources: sources, Observations: parts}
	d := division{h: &h, folders: folderTies(sources)}
	for _, source := range sources {
		d.logs = append(d.logs, stem(source.Name))
	}
	var pieces []pieceAt
	for _, a := range s.Affairs {
		var affair, traced piece
		for i := range parts {
			if slices.Contains(a.Sources, parts[i].Source) {
				affair = append(affair, int32(i))
				if asked(i) {
					traced = append(traced, int32(i))
				}
			}
		}
		if len(traced) == 0 {
			continue
		}
		x := &whole{history: h, pieces: []piece{traced, nil}, span: &span{
			names: namesOf(&h, affair, a.Kin), words: words{opt.Language}, sources: sources, folders: d.folders, logs: d.logs,
		}}
		for _, c := range a.Clocks {
			x.span.clocks = append(x.span.clocks, clock{offset: c.Offset, known: c.Known})
		}
		pieces = append(pieces, pieceAt{x, 0})
	}
	return words{opt.Language}.traceOf(&h, pieces, id)
}
