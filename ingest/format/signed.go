package format

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/ingest/provider"
)

// Request is a request as a file holds it, for whoever checks signatures.
type Request struct {
	provider.Request      // Body is nil where the file does not hold it
	Exact            bool // Body is what was sent, byte for byte; else it is what somebody wrote of it, which may still be the same
}

// Check is handed each request of a file that shows a signature, or all that one would be made of, before its record is kept. It may
// fill in what the signature proves: o's WebhookID and SignatureValid. Neither o nor r may be kept.
type Check func(o *profile.Observation, r Request)

// add keeps a header if some scheme reads it. The first of a name counts.
func (q *Request) add(name, value []byte) {
	known := string(signingNames[normal(string(name))])
	if known == "" || len(value) == 0 || len(value) > maxHeaderValue || q.Headers[known] != "" || redacted(value) {
		return
	}
	if q.Headers == nil {
		q.Headers = map[string]string{}
	}
	q.Headers[known] = string(value)
}

// signingNames holds the headers that a scheme reads, by their normalised name.
var signingNames = func() map[string][]byte {
	all := map[string][]byte{}
	for _, name := range provider.SigningHeaders() {
		all[normal(name)] = []byte(name)
	}
	return all
}()

// signing returns the header of a scheme that a key names, or nil.
func (in inGroup) signing(key []byte) []byte {
	if h := headerPart(key); h != nil {
		return signingNames[normal(string(h))]
	}
	name := signingNames[normal(string(key))]
	if in.place == placeResponse || in.place == placeError || in.place != placeHeaders && bytes.HasSuffix(name, []byte("host")) {
		return nil
	}
	return name
}

// signedFields are what a record holds of a signature and of what is signed.
type signedFields struct {
	headers []header
	body    found // as text, under its best name
}

func (s *signedFields) reset() {
	if s != nil {
		s.headers, s.body = s.headers[:0], found{}
	}
}

func (s *signedFields) take(k *keyMeaning, v jsonValue) {
	switch {
	case blank(v), redacted(v.raw) && k.signing != nil:
	case k.signing != nil:
		s.headers = append(s.headers, header{k.signing, v})
	case k.meaning != nil && k.meaning.field == fieldBody && v.kind == jsonString && (s.body.meaning == nil || k.meaning.rank < s.body.rank):
		s.body = found{v, k.meaning}
	}
}

// check hands the request that a record tells of to whoever checks signatures. Where loggers keep texts as they are (nginx), each body
// is what was sent.
func (r *recordReader) check(o *profile.Observation, verbatim bool) {
	if r.out.Check == nil || o.Event == profile.EventPing {
		return
	}
	if layer := o.Event.Layer(); layer != profile.LayerReceipt && layer != "" {
		return // a call that the receiver makes
	}
	q := r.signedRequest(verbatim)
	if len(provider.SchemesOf(q.Request)) > 0 || q.Exact && len(r.headers) > 0 {
		r.out.Check(o, q)
	}
}

func (r *recordReader) signedRequest(verbatim bool) Request {
	var q Request
	for _, h := range r.signed.headers {
		q.add(h.name, r.raw(h.value))
	}
	if host := r.bytes(fieldHost); len(host) > 0 && q.Headers["host"] == "" {
		q.add([]byte("host"), host)
	}
	q.URL = string(r.bytes(fieldURL))
	if _, target, ok := splitRequest(r.bytes(fieldRequestLine)); ok && q.URL == "" {
		q.URL = string(target)
	}
	body := r.signed.body
	if body.meaning == nil {
		body = r.values[fieldBody]
	}
	if body.meaning != nil {
		q.Body, q.Exact = r.sentBody(body, verbatim)
	}
	return q
}

// check hands the request of an entry to whoever checks signatures.
func (e *harEntry) check(o *profile.Observation, body harBody, out *Batch) {
	if out.Check == nil {
		return
	}
	q := Request{Request: provider.Request{Body: bytes.Clone(body.bytes)}, Exact: body.exact}
	for i := range e.headers {
		h := &e.headers[i]
		name := bytes.Clone(e.short(h.name))
		q.add(name, e.short(h.value))
	}
	q.URL = string(e.plain(e.url))
	if len(provider.SchemesOf(q.Request)) > 0 || o.Provider != "" {
		out.Check(o, q)
	}
}

// checkAt is b.Check for a row, which does not know where it stands.
func (b *Batch) checkAt(line, off, lines int64) Check {
	if b.Check == nil {
		return nil
	}
	return func(o *profile.Observation, q Request) {
		o.Line, o.Offset, o.Lines = line, off, lines
		b.Check(o, q)
	}
}

// sentBody returns a body that a record holds. Only under a name that says so it is the text that was sent: other loggers parse a
// body and write it again.
func (r *recordReader) sentBody(body found, verbatim bool) (text []byte, exact bool) {
	text = bytes.Clone(r.raw(body.jsonValue))
	if body.kind != jsonString {
		if sent := nodeBuffer(text); sent != nil {
			return sent, r.lengthFits(sent)
		}
		return text, false
	}
	switch body.name {
	case "rawbody", "rawpayload", "payloadraw":
		verbatim = !isCutJSON(text)
	}
	return text, verbatim && r.lengthFits(text)
}

// lengthFits tells that nothing contradicts that a text is what was sent: neither the length that the sender stated, nor a
// character that stands for bytes which were no text, nor that what was sent was compressed.
func (r *recordReader) lengthFits(text []byte) bool {
	if n, ok := wholeNumber(r.bytes(fieldContentLength)); ok && n != int64(len(text)) {
		return false
	}
	if c := r.bytes(fieldContentEncoding); len(c) > 0 && !bytes.EqualFold(c, []byte("identity")) {
		return false
	}
	return !bytes.Contains(text, []byte(string(utf8.RuneError)))
}

// isCutJSON tells a text that begins as JSON does and is none, as one that a logger has cut.
func isCutJSON(text []byte) bool {
	begin := bytes.TrimLeft(text, " \t\r\n")
	return len(begin) > 0 && (begin[0] == '{' || begin[0] == '[') && !json.Valid(text)
}

// nodeBuffer returns the bytes of {"type":"Buffer","data":[123,34,…]}, as Node writes them; else nil.
func nodeBuffer(text []byte) []byte {
	const begin = `{"type":"Buffer","data":[`
	if !bytes.HasPrefix(text, []byte(begin)) {
		return nil
	}
	var buffer struct{ Data []uint16 } // of uint8, encoding/json would read base64 as well
	if json.Unmarshal(text, &buffer) != nil {
		return nil
	}
	sent := make([]byte, len(buffer.Data))
	for i, b := range buffer.Data {
		if b > 0xFF {
			return nil
		}
		sent[i] = byte(b)
	}
	return sent
}
