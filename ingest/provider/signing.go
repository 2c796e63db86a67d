package provider

import (
	"crypto/hmac"
	"errors"
	"hash"
	"slices"
	"strings"
)

// Scheme is one way to sign requests with a secret that sender and receiver share. It says nothing of whether a request is
// recent: a signed copy is signed.
type Scheme struct {
	Name string // the provider's, or the standard's: "stripe"
	// Header carries the signature, by its name in lower case. "": the signature is in the body.
	Header string
	Uses   []string // other headers that are signed, or that tell what is
	// OneEndpoint tells that each endpoint has a secret of its own, so that the secret tells the registration. An app's secret,
	// which all its subscriptions share (Shopify, Shopware, BigCommerce), tells none, nor does one that may be entered for several
	// (Adyen).
	OneEndpoint bool
	// SignsURL tells that the URL is signed too, as the provider has it. Behind a proxy the receiver's log may show another.
	SignsURL bool

	read func(r Request) ([]claim, error) // nil: no shared secret signs, but a certificate's key
	keys func(secret string) [][]byte     // nil: the secret's own bytes are the key
}

// Request is what a signature may cover.
type Request struct {
	Headers map[string]string // by name in lower case
	URL     string            // as the file has it, with its query
	Body    []byte            // as it was sent
}

// The errors of Scheme.Read.
var (
	ErrCertificate = errors.New("signed with a private key, which no secret can check")
	ErrForm        = errors.New("the signature has not the form of its provider's, or a header that is signed with it is missing")
	ErrURL         = errors.New("the URL is signed too, and is not whole in the file")
)

// claim is one signed text, with its signature.
type claim struct {
	hash   func() hash.Hash
	before [][]byte // what is signed in front of the text, one of these
	text   []byte
	macs   [][]byte // of which one is enough
}

// Signed is a request's signature, read and not yet checked.
type Signed struct {
	scheme *Scheme
	claims []claim // all of which must hold
}

// SchemesOf returns the schemes under which a request may be signed: those whose header it has, or whose signature is in its body.
func SchemesOf(r Request) []*Scheme {
	var list []*Scheme
	for _, s := range Schemes {
		if s.Header != "" && r.Headers[s.Header] != "" || s.Header == "" && inBody(r.Body) {
			list = append(list, s)
		}
	}
	return list
}

// Read takes the signature of a request apart. The errors quote nothing of it.
func (s *Scheme) Read(r Request) (Signed, error) {
	if s.read == nil {
		return Signed{}, ErrCertificate
	}
	claims, err := s.read(r)
	if err == nil && len(claims) == 0 {
		err = ErrForm
	}
	return Signed{s, claims}, err
}

// By tells whether a secret made the signature. It takes the same time wherever two signatures differ.
func (g Signed) By(secret string) bool {
	// One that somebody copied with a blank at its end, or that has one: WooCommerce makes such.
	for _, text := range slices.Compact([]string{secret, strings.TrimSpace(secret)}) {
		for _, key := range g.scheme.keysOf(text) {
			if len(key) > 0 && g.signedWith(key) {
				return true
			}
		}
	}
	return false
}

func (s *Scheme) keysOf(secret string) [][]byte {
	if s.keys == nil {
		return [][]byte{[]byte(secret)}
	}
	return s.keys(secret)
}

func (g Signed) signedWith(key []byte) bool {
	for _, c := range g.claims {
		if !c.signedWith(key) {
			return false
		}
	}
	return len(g.claims) > 0
}

func (c *claim) signedWith(key []byte) bool {
	mac := hmac.New(c.hash, key)
	for _, before := range c.before {
		mac.Reset()
		mac.Write(before)
		mac.Write(c.text)
		sum := mac.Sum(nil)
		for _, m := range c.macs {
			if hmac.Equal(sum, m) {
				return true
			}
		}
	}
	return false
}

// SigningHeaders lists the headers that any scheme reads, by lower-case name.
func SigningHeaders() []string {
	var list []string
	for _, s := range Schemes {
		if s.Header != "" {
			list = append(list, s.Header)
		}
		list = append(list, s.Uses...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}
