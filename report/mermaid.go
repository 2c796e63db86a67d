package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/analyze/language"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// mermaidMost is how many messages a diagram has at most: more are not read, and some platforms refuse them.
const mermaidMost = 40

// mermaid draws a duplicate as a sequence diagram, for platforms that draw Mermaid; on others it is a list that can be read. It
// is empty where there are no joins to draw.
//
//	sequenceDiagram
//	participant P0 as webhook 2
//	participant P1 as receiver
//	P0->>P1: delivery d3c083808682eaa2caa0570c7364f283
func mermaid(l *language.Language, d *analyze.Duplicate) string {
	m := sequence{l: l, d: d, names: map[string]int{}}
	list := m.messages()
	if len(list) < 2 {
		return ""
	}
	left := len(list) - mermaidMost
	list = list[:min(len(list), mermaidMost)]
	for _, one := range list { // in the order of the layers, not of their first message
		m.use(one.from)
		m.use(one.to)
	}
	var b strings.Builder
	b.WriteString("```mermaid\nsequenceDiagram\n")
	slices.SortStableFunc(m.order, func(x, y actor) int { return cmp.Or(cmp.Compare(x.layer, y.layer), cmp.Compare(x.name, y.name)) })
	for i, a := range m.order {
		m.names[a.name] = i
		fmt.Fprintf(&b, "participant P%d as %s\n", i, mermaidText(a.name))
	}
	if _, text := marked(l, d, allLayers(d.Layers)); text != "" {
		fmt.Fprintf(&b, "Note over P0: %s\n", mermaidText(both(both(word(l, string(d.Boundary.From)), " → ", word(l, string(d.Boundary.To))), ": ", text)))
	}
	for _, one := range list {
		arrow := "->>"
		if one.back {
			arrow = "-->>"
		}
		fmt.Fprintf(&b, "P%d%sP%d: %s\n", m.names[one.from.name], arrow, m.names[one.to.name], mermaidText(one.text))
		if one.again {
			fmt.Fprintf(&b, "Note over P%d: %s\n", m.names[one.to.name], mermaidText(l.Say("A second effect")))
		}
	}
	if left > 0 {
		fmt.Fprintf(&b, "Note over P0: %s\n", mermaidText(l.Say("and %d more", left)))
	}
	return b.String() + "```\n"
}

// sequence collects who takes part.
type sequence struct {
	l     *language.Language
	d     *analyze.Duplicate
	order []actor
	names map[string]int
}

type actor struct {
	layer int
	name  string
}

type sent struct {
	at          int64
	from, to    actor
	text        string
	back, again bool
}

func (m *sequence) use(a actor) {
	if !slices.Contains(m.order, a) {
		m.order = append(m.order, a)
	}
}

// messages are what one side told another, in order of time.
func (m *sequence) messages() []sent {
	var out []sent
	sender := make([]int, len(m.d.Boxes)) // the registration above each box, -1 for none
	for i, b := range m.d.Boxes {
		if sender[i] = -1; b.Layer == profile.LayerRegistration {
			sender[i] = i
		}
	}
	for range profile.Layers {
		for _, x := range m.d.Links {
			if sender[x.Lower] < 0 {
				sender[x.Lower] = sender[x.Upper]
			}
		}
	}
	for _, l := range m.d.Links {
		up, low := &m.d.Boxes[l.Upper], &m.d.Boxes[l.Lower]
		if low.Layer == profile.LayerRegistration || low.Layer == profile.LayerSchedule || low.Layer == profile.LayerDelivery {
			continue
		}
		one := sent{at: low.From.Nano, from: m.actor(up, sender[l.Upper]), to: m.actor(low, sender[l.Lower]), again: low.Again}
		one.text = both(boxNoun(m.l, low.Layer), " ", brief(m.l, low.ID))
		switch low.Layer {
		case profile.LayerReceipt:
			one.text = both(boxNoun(m.l, profile.LayerDelivery), " ", brief(m.l, up.ID))
		case profile.LayerExecution:
			one.text = both(one.text, ", ", brief(m.l, low.Detail))
		}
		out = append(out, one)
		if low.Layer == profile.LayerReceipt && low.Detail != "" {
			out = append(out, sent{at: max(low.To.Nano, low.From.Nano), from: one.to, to: one.from, text: brief(m.l, low.Detail), back: true})
		}
	}
	slices.SortStableFunc(out, func(a, b sent) int { return cmp.Compare(a.at, b.at) })
	return out
}

// actor is who has a thing: the registration that sent it, the receiver, its queue, a worker, the downstream system.
func (m *sequence) actor(b *analyze.Box, registration int) actor {
	at := slices.Index(profile.Layers, b.Layer)
	switch b.Layer {
	case profile.LayerReceipt:
		return actor{at, m.l.Say("receiver")}
	case profile.LayerQueue:
		return actor{at, m.l.Say("queue")}
	case profile.LayerExecution:
		return actor{at, m.l.Say("worker")}
	case profile.LayerEffect:
		return actor{at, m.l.Say("downstream")}
	}
	if registration >= 0 && m.d.Boxes[registration].ID != "" {
		return actor{0, boxNoun(m.l, profile.LayerRegistration) + " " + brief(m.l, m.d.Boxes[registration].ID)}
	}
	return actor{0, m.l.Say("sender")}
}

// brief leaves out what is too long for a diagram; nothing is shortened, and the case below names it whole.
func brief(l *language.Language, s string) string {
	if s = Visible(s); utf8.RuneCountInString(s) > 64 {
		return l.Say("(long)")
	}
	return s
}

// mermaidText writes text that may come from logs: whatever could be syntax becomes a character code, and so does a letter of the
// word "end", which would end a block.
func mermaidText(s string) string {
	var b strings.Builder
	for i, word := range strings.Split(Visible(s), " ") {
		if i > 0 {
			b.WriteByte(' ')
		}
		for k, r := range word {
			if k == 0 && strings.EqualFold(word, "end") || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_.,/→", r) {
				fmt.Fprintf(&b, "#%d;", r)
				continue
			}
			b.WriteRune(r)
		}
	}
	return b.String()
}
