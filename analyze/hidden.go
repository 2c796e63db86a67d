package analyze

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// Hidden gives what profiles hide the names by which reports call it: the mark of an e-mail address is another under each key, and
// hidden-1 is the first that appears. Nobody can try values with a name. It holds them by what stands in the profile.
//
// A name is that of one history: a file more, and another may be the first.
type Hidden map[string]string

// Name writes names for marks in all texts of a history, so that nothing that is judged or sorted depends on a key. They are given by
// time, then source, then line. What has a name keeps it: a baseline is named after the history that is held against it.
func (n Hidden) Name(h *History) {
	states := map[profile.Mark]bool{} // those in which something is hidden
	hides := func(s string) bool { return anyHidden([]*string{&s}) }
	for mark, s := range h.States {
		if anyHidden(clearTexts(&s)) {
			states[mark] = true
		}
	}
	if h.PackedStates != nil && h.PackedStates.Holds(hides) {
		for s := range h.PackedStates.All() {
			if anyHidden(clearTexts(&s)) {
				states[s.Mark] = true
			}
		}
	}
	if h.Packed != nil && len(states) == 0 && !h.Packed.Holds(hides) {
		return
	}
	var with []*profile.Observation // in the order of their sources and lines
	for i := range h.Len() {
		o := h.At(i)
		if texts := o.Texts(); anyHidden(texts[:]) || len(states) > 0 && states[o.State] {
			with = append(with, &o)
		}
	}
	if with == nil {
		return
	}
	byTime := slices.Clone(with)
	slices.SortStableFunc(byTime, func(a, b *profile.Observation) int {
		return cmp.Or(compareBool(a.Precision == 0, b.Precision == 0), cmp.Compare(a.Begin(), b.Begin()))
	})
	var marks []string
	seen := map[string]bool{}
	for _, o := range byTime {
		texts := o.Texts()
		list := texts[:]
		if s, ok := h.state(o.State); ok && states[o.State] {
			list = append(list, clearTexts(&s)...)
		}
		marks = n.unnamed(marks, seen, list)
	}
	n.add(marks)
	if h.Packed != nil {
		h.Packed.Rewrite(n.In)
	}
	for i := range h.Observations {
		for _, text := range h.Observations[i].Texts() {
			*text = n.In(*text)
		}
	}
	if h.PackedStates != nil {
		h.PackedStates.Rewrite(n.In)
		return
	}
	if len(states) > 0 {
		h.States = maps.Clone(h.States)
	}
	for mark := range states {
		s := h.States[mark]
		for _, text := range clearTexts(&s) {
			*text = n.In(*text)
		}
		h.States[mark] = s
	}
}

// unnamed appends the marks in texts that have no name and were not seen before.
func (n Hidden) unnamed(marks []string, seen map[string]bool, texts []*string) []string {
	for _, text := range texts {
		eachHidden(*text, func(mark string) string {
			if n[mark] == "" && !seen[mark] {
				seen[mark] = true
				marks = append(marks, mark)
			}
			return mark
		})
	}
	return marks
}

// add gives names, all as long, so that none is a part of another.
func (n Hidden) add(marks []string) {
	digits := len(strconv.Itoa(len(n) + len(marks)))
	for _, mark := range marks {
		n[mark] = fmt.Sprintf("%s%0*d", profile.HiddenName, digits, len(n)+1)
	}
}

// In writes names for the marks in a text.
func (n Hidden) In(s string) string {
	if !anyHidden([]*string{&s}) {
		return s
	}
	return eachHidden(s, func(mark string) string { return cmp.Or(n[mark], mark) })
}

// Of returns the name of what a profile hides, as a person asks for it: by its name, or by what it is, which hide turns into what stands
// in the profile. Before a colon there may be a word that says of what it is the identifier. It returns id where nothing of it is hidden
// in the history.
func (n Hidden) Of(id string, hide func(string) string) string {
	name := func(s string) string { return n[hide(s)] }
	if whole := name(id); whole != "" {
		return whole
	}
	if kind, value, ok := strings.Cut(id, ":"); ok {
		if part := name(value); part != "" {
			return kind + ":" + part
		}
	}
	return id
}

func anyHidden(texts []*string) bool {
	for _, s := range texts {
		if len(*s) > profile.HiddenDigits && strings.IndexByte(*s, '~') >= 0 {
			return true
		}
	}
	return false
}

// eachHidden writes a text with each mark in it as name says.
func eachHidden(s string, name func(mark string) string) string {
	var b strings.Builder
	for {
		i := strings.IndexByte(s, '~')
		if i < 0 {
			b.WriteString(s)
			return b.String()
		}
		end := i + 1
		for end < len(s) && end-i <= profile.HiddenDigits && strings.IndexByte("0123456789abcdef", s[end]) >= 0 {
			end++
		}
		b.WriteString(s[:i])
		if end-i == profile.HiddenDigits+1 {
			b.WriteString(name(s[i:end]))
		} else {
			b.WriteString(s[i:end])
		}
		s = s[end:]
	}
}

// clearTexts are the texts of a state in which something may be hidden.
func clearTexts(s *profile.State) []*string {
	return []*string{&s.Clear.Status, &s.Clear.TransactionID}
}

// nameable are the texts of a request that name something.
func (r *VerifiedRequest) nameable() []*string {
	return []*string{&r.WebhookID, &r.EventID, &r.DeliveryID}
}

// nameHidden does for requests what Hidden.Name does for a history, in the order in which they are listed.
func nameHidden(requests []VerifiedRequest) {
	n := Hidden{}
	var marks []string
	seen := map[string]bool{}
	for i := range requests {
		marks = n.unnamed(marks, seen, requests[i].nameable())
	}
	n.add(marks)
	for i := range requests {
		for _, text := range requests[i].nameable() {
			*text = n.In(*text)
		}
	}
}
