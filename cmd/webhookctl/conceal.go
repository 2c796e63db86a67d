package main

import (
	"cmp"
	"regexp"
	"sort"
	"strings"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/ingest"
	"github.com/webhookctl/webhookctl/ingest/format"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// concealer hides in original lines what the profile hides: they are shown in reports that others read. What a report calls hidden-1 is
// called so there, too.
type concealer struct {
	p          *profile.Profile
	hidden     analyze.Hidden
	given      *format.Secrets
	secrets    map[profile.Mark]bool // of registrations
	signatures map[profile.Mark]bool // of the requests that are shown
}

// nothing stands where a value has no name.
const nothing = "hidden"

func newConcealer(p *profile.Profile, h analyze.History, hidden analyze.Hidden, given []ingest.Secret) *concealer {
	c := &concealer{p: p, hidden: hidden, given: ingest.SecretsIn(given), secrets: map[profile.Mark]bool{}, signatures: map[profile.Mark]bool{}}
	for i := range h.Len() {
		if m := h.At(i).Secret; m != (profile.Mark{}) {
			c.secrets[m] = true
		}
	}
	return c
}

// shows tells it of which observations the original is shown.
func (c *concealer) shows(all []profile.Observation) {
	for i := range all {
		if m := all[i].Signature; m != (profile.Mark{}) {
			c.signatures[m] = true
		}
	}
}

// text writes a record without them. A secret may be any word, so the values of a record are marked and looked up before those that can
// be told by their looks.
func (c *concealer) text(s string) string {
	if c.p.HasKey() && len(c.hidden)+len(c.secrets)+len(c.signatures) > 0 {
		for _, sep := range []string{"\n", `"`, "'", "\t", "] => ", ",", ": ", " ", "="} {
			if !strings.Contains(s, sep) {
				continue
			}
			parts := strings.Split(s, sep)
			for i, part := range parts {
				parts[i] = c.value(part)
			}
			s = strings.Join(parts, sep)
		}
	}
	return withoutPeople(format.Conceal(s, c.given, c.name))
}

// ofPeople is a field of a body that says who somebody is or where they live, up to its value, and the value, in quotes: of JSON, of JSON
// in a string, and as Ruby, Python and PHP print it. What is a name by no form is one by its field.
var ofPeople = regexp.MustCompile(`(?i)(\b(?:(?:first|last|full|given|family|sur)_?name|company|address(?:_?(?:line_?)?[12])?|line[12]|street|city|postcode|postal_?code|zip(?:_?code)?|phone|customer_note)` +
	`\\*["']?\]?\s*(?:=>|:|=)\s*\\*["'])((?:[^"'\\]|\\+u[0-9a-fA-F]{4})+)`)

// withoutPeople hides the values of such fields.
func withoutPeople(s string) string { return ofPeople.ReplaceAllString(s, "${1}"+nothing) }

// value is what stands for one value of a record.
func (c *concealer) value(s string) string {
	const longest = 4096
	value := strings.Trim(s, " \r\\")
	if len(value) < 3 || len(value) > longest {
		return s
	}
	bare := []byte(strings.ReplaceAll(value, `\/`, "/")) // PHP's
	name := c.hidden[c.p.Hidden(string(bare))]
	if name == "" && (len(c.secrets) > 0 && c.secrets[c.p.Mark("secret", bare)] || len(c.signatures) > 0 && c.signatures[c.p.Mark("signature", bare)]) {
		name = nothing
	}
	if name == "" {
		return s
	}
	return strings.Replace(s, value, name, 1)
}

func (c *concealer) name(value string) string {
	if name := c.hidden[c.p.Hidden(value)]; name != "" {
		return name
	}
	return nothing
}

// concealed is for texts that a person typed, and that a report repeats.
func concealed(s string) string {
	return format.Conceal(s, nil, func(string) string { return nothing })
}

// telling tells a text in which something would be hidden.
func telling(s string) bool { return concealed(s) != s }

// observationsAt returns what was read at an offset of a source.
func observationsAt(h analyze.History, source int, offset int64) (all []profile.Observation) {
	before := func(i int) int {
		o := h.At(i)
		return cmp.Or(cmp.Compare(o.Source, source), cmp.Compare(o.Offset, offset))
	}
	i := sort.Search(h.Len(), func(i int) bool { return before(i) >= 0 })
	for ; i < h.Len() && before(i) == 0; i++ {
		all = append(all, h.At(i))
	}
	return all
}
