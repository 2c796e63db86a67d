package format

import (
	"bytes"

	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/ingest/provider"
)

// header puts the value of a provider's header into o, and says whether name is one. The case of name does not matter.
// The first value of a field stays, an absurdly long one is left.
func (b *Batch) header(o *profile.Observation, name, value []byte) bool {
	var lower [maxHeaderName]byte
	if len(name) > len(lower) {
		return false
	}
	for i, c := range name {
		if c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		lower[i] = c
	}
	uses := providerHeaders[string(lower[:len(name)])]
	if len(uses) == 0 {
		return false
	}
	use := uses[0]
	for _, u := range uses[1:] { // one name, several providers: the one that is known from another header
		if u.provider == o.Provider {
			use = u
		}
	}
	if o.Provider == "" || o.Provider != use.provider && !use.scheme && isScheme(o.Provider) {
		o.Provider = use.provider
	}
	if use.over != "" && o.Provider == use.over { // both write one delivery and one topic, and each its own signature
		o.Provider, o.Signature = use.provider, profile.Mark{}
	}
	if len(value) == 0 || len(value) > maxHeaderValue || o.Provider != use.provider {
		return true
	}
	if use.text == textNone {
		b.setField(o, use.field, value)
		return true
	}
	last := o
	if n := len(b.Observations); n > 0 {
		last = &b.Observations[n-1]
	}
	setText(textIn(o, use.text), value, *textIn(last, use.text))
	return true
}

// setText sets an empty field, sharing the text of the record before where that is the same.
func setText(field *string, value []byte, last string) {
	switch {
	case *field != "":
	case last == string(value):
		*field = last
	default:
		*field = string(value)
	}
}

type headerUse struct {
	provider string
	field    provider.Field
	text     textField // or setField knows
	scheme   bool
	over     string // Provider.Over
}

// isScheme tells a provider that is only a scheme, which others follow.
func isScheme(name string) bool {
	p := provider.ByName(name)
	return p != nil && p.Scheme
}

// No header of a provider comes near these lengths.
const (
	maxHeaderName  = 64
	maxHeaderValue = 2048
)

// providerHeaders holds the headers of all providers by lower-case name: those of schemes first, else in the order of provider.All.
var providerHeaders = func() map[string][]headerUse {
	all := make(map[string][]headerUse)
	for _, scheme := range []bool{true, false} {
		for _, p := range provider.All {
			if p.Scheme != scheme {
				continue
			}
			for name, field := range p.Headers {
				all[name] = append(all[name], headerUse{p.Name, field, textFields[field], p.Scheme, p.Over})
			}
		}
	}
	return all
}()

// headersByName holds the providers' headers as b.header takes them, by normalised name, with those of a scheme or without. Of two
// names that come to one, as Shopify has them with X- and without, the first in the alphabet stands for both.
func headersByName(schemes bool) map[string][]byte {
	headers := map[string][]byte{}
	for name, uses := range providerHeaders {
		if uses[0].scheme && !schemes {
			continue
		}
		if have := headers[normal(name)]; have == nil || name < string(have) {
			headers[normal(name)] = []byte(name)
		}
	}
	return headers
}

// stripSlashes appends src to dst as PHP's stripslashes gives it back: \\ is \, \' is ', \" is ", \0 is NUL, a backslash
// before anything else goes, and so does a last one.
func stripSlashes(dst, src []byte) []byte {
	if bytes.IndexByte(src, '\\') < 0 {
		return append(dst, src...)
	}
	at := len(dst)
	dst = append(dst, src...) // room, and then over it
	out := dst[at:]
	n, escaped := 0, 0
	for _, c := range src { // without a jump at each backslash, which nothing could predict
		if escaped != 0 && c == '0' {
			c = 0
		}
		out[n] = c
		n++
		slash := 0
		if c == '\\' {
			slash = 1
		}
		escaped = slash &^ escaped
		n -= escaped
	}
	return dst[:at+n]
}
