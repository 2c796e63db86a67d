package analyze

import (
	"encoding/json"
	"slices"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// TraceIndex is what a trace needs to know of a whole history, so that no later one need go through it: what hangs together with what, and
// how each affair calls its senders and sets its clocks. It holds for the history that it was made of, and without rules.
type TraceIndex struct {
	Groups []int32 // by observation, the place of the first of those that hang together with it by their names
	Spans  []byte  // for ParseTraceSpans

	deliveries map[string]bool // as in division
}

// IndexTrace makes the index of a history, in which what is hidden has these names.
func IndexTrace(h History, hidden Hidden) (*TraceIndex, error) {
	d := divide(&h)
	ix := &TraceIndex{Groups: make([]int32, h.Len()), deliveries: d.deliveries}
	for i := range ix.Groups {
		ix.Groups[i] = int32(d.group.find(i))
	}
	all := TraceSpans{Hidden: hidden}
	for _, affair := range d.affairs(h.Sources) {
		x := d.inPieces(Options{}, affair, PieceSize)
		a := tracedAffair{Kin: d.kin, Telling: x.span.tellingOf(&h, affair)}
		for _, c := range x.span.clocks {
			a.Clocks = append(a.Clocks, tracedClock{c.offset, c.known})
		}
		of := make([]bool, len(h.Sources))
		for _, i := range affair {
			of[d.of[i]] = true
		}
		for source, is := range of {
			if is {
				a.Sources = append(a.Sources, source)
			}
		}
		all.Affairs = append(all.Affairs, a)
	}
	var err error
	ix.Spans, err = json.Marshal(all)
	return ix, err
}

// tellingOf lists the observations of which namesOf makes the same as of all.
func (n *names) tellingOf(h *History, affair piece) []int32 {
	telling := map[int32]bool{}
	webhooks := map[string]bool{}
	for _, r := range n.fewOf(h, affair) {
		telling[int32(r.index)] = true
		o := h.At(r.index)
		webhooks[o.WebhookID] = true
	}
	answering := map[int]bool{}
	for _, i := range affair {
		o := h.At(int(i))
		id := ownDelivery(&o)
		switch {
		case id != "" && webhooks[id], o.Event == profile.EventRegistration:
			telling[i] = true
		case o.Upstream != "" && !answering[o.Source]:
			answering[o.Source] = true
			telling[i] = true
		}
	}
	out := make([]int32, 0, len(telling))
	for i := range telling {
		out = append(out, i)
	}
	slices.Sort(out)
	return out
}

// Names gives the texts by which a trace may ask for an observation.
func (ix *TraceIndex) Names(o *profile.Observation, each func(string)) {
	for _, id := range [...]string{o.ResourceID, o.OperationKey, o.DeliveryID, o.RequestID, o.EventID, o.DownstreamID, o.JobID, o.ActionID} {
		if id != "" {
			each(id)
		}
	}
	if ix.deliveries[o.WebhookID] { // which stands there for a delivery's
		each(o.WebhookID)
	}
}
