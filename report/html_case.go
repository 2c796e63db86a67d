package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/analyze/language"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// htmlCase is one duplicate as the page shows it.
type htmlCase struct {
	l *language.Language
	*analyze.Duplicate
	Anchor, Title, Kind, Tone, Sentence, Of, Time, ByRule string
	Webhooks                                              string // for the filter
	Top                                                   bool   // its picture is at the top of the page
	HowTo                                                 bool   // how to read a picture is said below it
	Drawing                                               *drawing
	DrawingLabel, LeftBoxes                               string
	Notes                                                 []string
	Chain                                                 []chainRow
	LeftChain                                             string
	Facts                                                 []fact
	Questions                                             []htmlQuestion
	First, Rest                                           []htmlEvidence
	RuledOut                                              []htmlRuled
	MissingFirst                                          bool
	Markdown                                              string
}

type chainRow struct {
	Layer, ID, Detail, Time, Mark string
	Joins                         []string
	Again                         bool
}

type fact struct {
	Name   string
	Values []string
	Plain  bool // words, not identifiers
}

type htmlQuestion struct {
	Ask, Answer, Detail string
	Refs                []ref
}

// ref points at a record: its number in the list, and its anchor.
type ref struct{ Number, Index int }

type htmlEvidence struct {
	Number, Index            int
	Place, Time, Layer, Says string
}

type htmlRuled struct {
	Class, Because string
	Refs           []ref
}

const chainMost = 60

func newHTMLCase(d *analyze.Duplicate, all *analyze.Diagnosis, opt Options, picture, howTo bool) *htmlCase {
	l := opt.Language
	c := &htmlCase{
		l:         l,
		Duplicate: d, Anchor: anchor(d.ID), Title: strings.TrimSpace(strings.TrimPrefix(titled(l, d), d.ID)), Kind: kind(d.Class, d.Cause), Tone: tone(d), Sentence: sentence(l, d),
		Of: named(l, d.Resource), Time: span(l, d.FirstSeen, d.LastSeen), ByRule: byRule(l, d), Webhooks: filterList(d.WebhookIDs),
		MissingFirst: d.Class == analyze.Undetermined, Markdown: mdDuplicate(d, opt),
	}
	if picture {
		c.Drawing = draw(l, d, all)
	}
	if c.Drawing != nil {
		c.HowTo = howTo
		c.DrawingLabel = l.Say("Picture of %s: %d boxes in eight lanes. The table below it says the same in words.", Visible(d.ID), len(c.Drawing.Boxes))
		c.notes(all)
		if d.BoxesLeft > 0 {
			c.LeftBoxes = l.Say("%d more boxes are not drawn.", d.BoxesLeft)
		}
	}
	c.chain()
	c.facts()
	numbers := c.evidence()
	for _, q := range allQuestions(d.Questions) {
		ask := q.ID
		if known, ok := asked(q.ID); ok {
			ask = l.Say(known.ask) + "?"
		}
		c.Questions = append(c.Questions, htmlQuestion{ask, answerWord(l, q.Answer), q.Detail, refs(q.Evidence, numbers)})
	}
	for _, r := range d.RuledOut {
		c.RuledOut = append(c.RuledOut, htmlRuled{string(r.Class), r.Because, refs(r.Evidence, numbers)})
	}
	return c
}

// anchor is the fragment of a case: its ID, as far as that is one of ours.
func anchor(id string) string {
	if digits := strings.TrimPrefix(id, "D"); digits != "" && strings.Trim(digits, "0123456789") == "" && digits != id {
		return id
	}
	return "case"
}

// tone is how alarming a case is.
func tone(d *analyze.Duplicate) string {
	return [ranks]string{"bad", "bad", "open", "calm", "calm"}[rankOf(d)]
}

// notes say what the picture corrects and what it cannot show.
func (c *htmlCase) notes(all *analyze.Diagnosis) {
	for _, k := range all.Clocks {
		if !slices.ContainsFunc(c.Boxes, func(b analyze.Box) bool { return b.Source == k.Source }) {
			continue
		}
		says, off := language.Text("The clock of %s runs %s ahead of the sender's, by %d requests that both saw. It is corrected here."), k.Ahead
		if off < 0 {
			says, off = "The clock of %s runs %s behind the sender's, by %d requests that both saw. It is corrected here.", -off
		}
		c.Notes = append(c.Notes, c.l.Say(says, k.Source, longer(off.Round(100*time.Millisecond)), k.Requests))
	}
	if c.Drawing.Untimed {
		c.Notes = append(c.Notes, c.l.Say("A box with a dashed border has no time of its own and is drawn where what hangs on it begins."))
	}
}

// chain lists the boxes of the picture in words, from the change down and in order of time.
func (c *htmlCase) chain() {
	order := make([]int, len(c.Boxes))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := c.Boxes[i], c.Boxes[j]
		return cmp.Or(cmp.Compare(slices.Index(profile.Layers, a.Layer), slices.Index(profile.Layers, b.Layer)), cmp.Compare(a.From.Nano, b.From.Nano), cmp.Compare(i, j))
	})
	joins := make([][]string, len(c.Boxes))
	for _, x := range c.Links {
		if up := c.Boxes[x.Upper]; len(joins[x.Lower]) < 6 {
			joins[x.Lower] = append(joins[x.Lower], both(both(x.By, " ", x.Value), " ↑ ", both(boxNoun(c.l, up.Layer), " ", up.ID)))
		}
	}
	for _, i := range order[:min(len(order), chainMost)] {
		b := c.Boxes[i]
		row := chainRow{Layer: word(c.l, string(b.Layer)), ID: b.ID, Detail: b.Detail, Time: span(c.l, b.From, b.To), Joins: joins[i], Again: b.Again}
		if b.Layer == profile.LayerChange && row.ID == "" {
			row.ID = named(c.l, c.Resource)
		}
		switch {
		case b.Again:
			row.Mark = c.l.Say("A second effect")
		case b.Parts:
			row.Mark = c.l.Say("The branches part here")
		}
		c.Chain = append(c.Chain, row)
	}
	if len(order) > chainMost {
		c.LeftChain = c.l.Say("The first %d of %d are listed.", chainMost, len(order)+c.BoxesLeft)
	}
}

// facts are what the case is about and every identifier below it.
func (c *htmlCase) facts() {
	d := c.Duplicate
	l := c.l
	add := func(name language.Text, plain bool, values ...string) {
		values = slices.DeleteFunc(slices.Clone(values), func(s string) bool { return s == "" })
		if len(values) > 0 {
			c.Facts = append(c.Facts, fact{l.Say(name), bounded(listed(c.l, values, 40)), plain})
		}
	}
	add("Class", true, both(string(d.Class), ": ", l.Say(meanings[d.Class])))
	add("Confidence", true, word(l, string(d.Confidence)))
	add("Made worse by", true, d.Contributing...)
	add("Resource", false, named(l, d.Resource))
	add("Topics", false, d.Topics...)
	add("Shop", true, shopOf(l, d))
	add("Time", false, c.Time)
	if from := derivation(l, d.OperationKey, d.Resource); from != "" {
		add("Operation key", true, from)
	} else if d.OperationKey != "" {
		add("Operation key", false, d.OperationKey)
		add("Key comes from", true, word(l, d.OperationKeyOrigin))
	}
	add("Webhook IDs", false, d.WebhookIDs...)
	add("Delivery IDs", false, d.DeliveryIDs...)
	add("Request IDs", false, d.RequestIDs...)
	add("Job IDs", false, d.JobIDs...)
	add("Downstream IDs", false, d.DownstreamIDs...)
}

// evidence numbers the records: those that the other reports show first, then the others. It returns the number of each.
func (c *htmlCase) evidence() map[int]int {
	chosen := shown(c.Duplicate)
	if len(c.Duplicate.Evidence) <= 2*enough {
		chosen = append(chosen, others(len(c.Duplicate.Evidence), chosen)...)
	}
	rest := others(len(c.Duplicate.Evidence), chosen)
	numbers := map[int]int{}
	row := func(i int) htmlEvidence {
		e := c.Duplicate.Evidence[i]
		numbers[i] = len(numbers) + 1
		out := htmlEvidence{Number: numbers[i], Index: i, Place: place(e), Time: e.Time.String(), Layer: word(c.l, string(e.Layer)), Says: e.Says}
		if out.Layer == "" {
			out.Layer = c.l.Say("coverage")
		}
		return out
	}
	for _, i := range chosen {
		c.First = append(c.First, row(i))
	}
	for _, i := range rest {
		c.Rest = append(c.Rest, row(i))
	}
	return numbers
}

// others are the indices below n that are not in a list.
func others(n int, list []int) []int {
	var out []int
	for i := range n {
		if !slices.Contains(list, i) {
			out = append(out, i)
		}
	}
	return out
}

// refs are the numbers of records, in their order, each once.
func refs(evidence []int, numbers map[int]int) []ref {
	var out []ref
	for _, i := range evidence {
		if n := numbers[i]; n > 0 && !slices.Contains(out, ref{n, i}) {
			out = append(out, ref{n, i})
		}
	}
	slices.SortFunc(out, func(a, b ref) int { return cmp.Compare(a.Number, b.Number) })
	return out
}

// Lines are the records of a box, for the script.
func (s shape) Lines() string {
	out := make([]string, len(s.Evidence))
	for i, e := range s.Evidence {
		out[i] = strconv.Itoa(e)
	}
	return strings.Join(out, " ")
}

// size is about how many bytes the case takes on the page.
func (c *htmlCase) size() int {
	n := 3*len(c.Markdown) + 4000
	for _, e := range c.Duplicate.Evidence {
		n += len(e.Source) + len(e.Says) + 250
	}
	if c.Drawing != nil {
		for _, s := range c.Drawing.Boxes {
			n += 2*len(s.Spoken) + len(s.ID) + 500
		}
		n += 250 * len(c.Drawing.Lines)
	}
	for _, r := range c.Chain {
		n += len(r.ID) + len(strings.Join(r.Joins, "")) + 250
	}
	return n
}
