package ingest

import (
	"encoding/hex"
	"errors"
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/format"
	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/ingest/provider"
)

// Secret is one with which requests may be signed. It is never stored, and in no error.
type Secret struct {
	Value string
	// Registration is what a request counts for that it signed, where each endpoint has a secret of its own and nothing in the
	// request names the endpoint: "secret:1f0c9a77". "": nothing.
	Registration string
}

// Answer is what came of a signature.
type Answer string

// The answers, the least telling first.
const (
	NoSignature   Answer = "no_signature"   // the file shows none of this request
	UnknownScheme Answer = "unknown_scheme" // no secret can check it: it is a certificate's, or of a form that is not known
	NotInFile     Answer = "not_in_file"    // the bytes that were signed are not in this file
	SignedByNone  Answer = "signed_by_none" // they are, and none of the secrets signed them
	SignedBy      Answer = "signed_by"
)

var answers = []Answer{NoSignature, UnknownScheme, NotInFile, SignedByNone, SignedBy}

// Checked is a request and what came of its signature.
type Checked struct {
	Observation profile.Observation // of the request: what a profile would keep
	Scheme      string              // "stripe"; "" where there is no signature
	OneEndpoint bool                // the secret tells the registration
	Answer      Answer
	Secrets     []int  // which of Options.Secrets signed it, counted from 0
	Detail      string // why it cannot be said
}

// check looks at a request with each scheme that it may be signed under. The most telling answer is that of the request.
func check(secrets []Secret, r format.Request) (best Checked) {
	best.Answer = NoSignature
	for _, s := range provider.SchemesOf(r.Request) {
		c := Checked{Scheme: s.Name, OneEndpoint: s.OneEndpoint}
		c.Answer, c.Detail = c.by(s, secrets, r)
		if slices.Index(answers, c.Answer) > slices.Index(answers, best.Answer) {
			best = c
		}
	}
	return best
}

func (c *Checked) by(s *provider.Scheme, secrets []Secret, r format.Request) (is Answer, why string) {
	signed, err := s.Read(r.Request)
	switch {
	case errors.Is(err, provider.ErrCertificate):
		return UnknownScheme, err.Error()
	case len(r.Body) == 0:
		return NotInFile, ""
	case errors.Is(err, provider.ErrURL):
		return NotInFile, err.Error()
	case err != nil:
		return UnknownScheme, err.Error()
	}
	for i, secret := range secrets {
		if signed.By(secret.Value) {
			c.Secrets = append(c.Secrets, i)
		}
	}
	switch {
	case len(c.Secrets) > 0: // which proves that these are the bytes, whoever wrote them
		return SignedBy, ""
	case !r.Exact:
		return NotInFile, "the file holds a body that its writer may have written anew"
	case s.SignsURL:
		return NotInFile, "the URL is signed too, and the sender may have been given another than the file shows"
	}
	return SignedByNone, ""
}

// checkInto returns the hook with which a piece's requests are checked, nil where nobody gave a secret. Observations learn what
// their signature proves; that none of the secrets signed proves nothing, since one may be missing.
func (o Options) checkInto(p *piece) format.Check {
	if len(o.Secrets) == 0 {
		return nil
	}
	return func(x *profile.Observation, r format.Request) {
		c := check(o.Secrets, r)
		if o.Checked != nil {
			c.Observation = *x
			p.checked = append(p.checked, c)
		}
		if c.Answer != SignedBy {
			return
		}
		if x.SignatureValid == profile.NotSaid {
			x.SignatureValid = profile.Yes
		}
		if c.OneEndpoint && x.WebhookID == "" {
			x.WebhookID = o.Secrets[c.Secrets[0]].Registration
		}
	}
}

// private does for the requests what format.Batch.Private does for what is stored.
func (p *piece) private() {
	if len(p.checked) == 0 {
		return
	}
	b := format.Batch{Marker: p.batch.Marker, Secrets: p.batch.Secrets, Observations: make([]profile.Observation, len(p.checked))}
	for i := range p.checked {
		b.Observations[i] = p.checked[i].Observation
	}
	b.Private()
	for i := range p.checked {
		p.checked[i].Observation = b.Observations[i]
	}
}

// markSecrets names the secrets for Source.Options, by a keyed hash of all of them in their order, and has them looked for in what is read.
func (o *Options) markSecrets(m format.Marker) {
	if len(o.Secrets) == 0 {
		return
	}
	var all strings.Builder
	for _, s := range o.Secrets {
		all.WriteString(hex.EncodeToString([]byte(s.Value)))
		all.WriteByte('\n')
	}
	mark := m.Mark("secrets", []byte(all.String()))
	o.secrets = hex.EncodeToString(mark[:])
	o.given = SecretsIn(o.Secrets)
}

// SecretsIn are the secrets as they are looked for in texts.
func SecretsIn(secrets []Secret) *format.Secrets {
	var all []string
	for _, s := range secrets {
		all = append(all, s.Value)
	}
	return format.NewSecrets(all)
}
