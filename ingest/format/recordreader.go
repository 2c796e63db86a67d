package format

import (
	"bytes"
	"encoding/hex"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/ingest/provider"
)

// recordReader turns the records of an application's log into observations, one after the other, for one chunk. A format fills
// its fields (json, or reset and add) and then asks for the observation.
type recordReader struct {
	fields
	out     *Batch
	strings map[string]string
	last    [numFields]string // what text gave for the record before: mostly the same
	words   map[string]word
	agents  agents
	buf     []byte
	query   []byte
	machine struct{ name, host, both string } // the last that was named

	spelled bool // the records are text, in which a number and a text of digits look alike

	zone  *time.Location // of times that name none; nil: it is not known
	local localTime      // what became of such a time
}

// Limits of what is taken from one record.
const (
	maxValue   = 512     // bytes of an identifier; what is longer is a document
	maxStrings = 1 << 13 // texts that are remembered, so that they are held once
)

func newRecordReader(out *Batch, zone *time.Location) *recordReader {
	r := &recordReader{zone: zone, strings: map[string]string{}, words: map[string]word{}}
	if out != nil {
		r.use(out)
	}
	return r
}

// use lets r, with what it remembers, read on for another batch.
func (r *recordReader) use(out *Batch) {
	r.out, r.unplaced = out, out.Unplaced
	switch {
	case out.Check == nil:
		r.signed = nil
	case r.signed == nil:
		r.signed = new(signedFields)
	}
}

// observation fills o from the fields, or returns false if the record says nothing of webhooks.
func (r *recordReader) observation(o *profile.Observation) bool {
	if message := r.bytes(fieldMessage); r.job == nil && len(message) > 0 && !r.spelled {
		if j, ok := frameworkJobIn(message); ok {
			r.frameworkJob(j)
		} else if id, made := madeWithID(message); made != nil && !r.has(fieldDownstreamID) {
			r.add([]byte("downstream_id"), jsonValue{raw: bytes.Clone(id), kind: jsonString})
			r.values[fieldMessage].jsonValue = jsonValue{raw: made, kind: jsonString}
		}
	}
	prov := r.identifiers(o, r.sender(o))
	r.request(o)
	r.times(o)
	ping := r.ping(o)
	o.Event = r.event(o)
	if ping {
		o.Event = profile.EventPing
	}
	r.spoken(o)
	r.payload(o, prov)
	if r.alone && o.Event == "" && o.EventID != "" {
		o.Event = profile.EventReceived // whoever logs a webhook's body, and not a word, has it
	}
	if r.params != nil && o.Event == "" && o.EventID != "" && o.Provider != "" && o.RequestID != "" {
		o.Event = profile.EventReceived // what Rails logs of the parameters of a request is a sender's event
	}
	r.via(o)
	r.switched(o)
	r.status(o)
	r.finish(o)
	r.check(o, false)
	if !r.keeps(o) {
		return false
	}
	r.out.undated(r.local, o.Line, o.Offset, r.bytes(fieldTime))
	return true
}

// ping knows WooCommerce's test request, a form webhook_id=N without a header of its own.
func (r *recordReader) ping(o *profile.Observation) bool {
	if body := r.values[fieldBody]; body.kind == jsonString {
		if n, ok := bytes.CutPrefix(body.raw, []byte("webhook_id=")); ok && digitRun(n) == len(n) && len(n) > 0 {
			if o.WebhookID == "" {
				o.WebhookID = r.intern(n)
			}
			r.values[fieldBody] = found{}
			return true
		}
	}
	if o.Provider != provider.WooCommerce.Name || len(r.headers) > 0 {
		return false
	}
	for _, name := range r.empty {
		if _, own := provider.WooCommerce.Headers[string(name)]; own {
			return true
		}
	}
	return bytes.HasPrefix(r.bytes(fieldContentType), []byte("application/x-www-form-urlencoded"))
}

// payload hashes the request's body, where the record holds it. What an application logs is parsed and written again, so it
// tells the state and not the bytes; the receiver's own hash of those does.
func (r *recordReader) payload(o *profile.Observation, prov *provider.Provider) {
	if o.Event != profile.EventPing {
		r.contents(o, prov)
	}
	text := r.bytes(fieldBodyHash)
	for _, prefix := range []string{"sha256:", "sha256="} {
		text = bytes.TrimPrefix(text, []byte(prefix))
	}
	var sum profile.Hash
	if len(text) == 2*len(sum) {
		if _, err := hex.Decode(sum[:], text); err == nil {
			o.Body = sum
		}
	}
	if n := r.number(fieldBodySize); n > 0 && (o.Event.Layer() == profile.LayerReceipt && o.Code == 0 || r.by(fieldBodySize).name != "bytes") {
		o.BodySize = n
	}
}

// contents reads the whole event or the body that a record holds. A step of the work names the event that it is done for; only
// what tells of the request holds its body, which else may be that of a call that the receiver makes.
func (r *recordReader) contents(o *profile.Observation, prov *provider.Provider) {
	layer, body, status, named := o.Event.Layer(), r.values[fieldBody], o.Status, o.ResourceID
	asked := layer == profile.LayerReceipt || layer == ""
	switch whole := r.whole != nil && r.out.read(o, r.whole, prov, true); {
	case whole && !asked:
		o.State = profile.Mark{}
	case !whole && asked && body.meaning != nil:
		if raw := r.raw(body.jsonValue); r.out.read(o, raw, prov, !r.isRequest(o)) && o.Provider == "" && o.ResourceID == "" {
			r.shopResource(o, raw)
		}
	case !whole && asked && r.params != nil: // names what the body does; its state is not the body's
		r.out.read(o, r.params, prov, prov == nil)
		o.State, o.Body = profile.Mark{}, profile.Hash{}
	}
	if o.ResourceID != named && rounded([]byte(o.ResourceID)) { // nor is a state the body's that holds it
		o.ResourceID, o.State = named, profile.Mark{}
	}
	if r.inexact {
		o.State, o.Body = profile.Mark{}, profile.Hash{}
	}
	if status != "" && !asked || o.Status == "" {
		o.Status = status
	}
	if o.ActID != "" && o.RequestID == o.ActID { // found in the event, whose request is none of the receiver's
		o.RequestID = ""
	}
}

// shopResource takes the ID of what a body is about whose topic only WooCommerce's and like shops' webhooks have, and which no other sender
// is known to write.
func (r *recordReader) shopResource(o *profile.Observation, body []byte) {
	kind := wooResource(o.Topic)
	var k topID
	if kind == "" || new(jsonScanner).scan(body, headDepth, &k) != nil || !k.more || len(k.id) == 0 || rounded(k.id) {
		return
	}
	o.ResourceID, o.ResourceType = r.intern(k.id), kind
}

// topID is a jsonVisitor that takes the number of an object, beside which other members stand.
type topID struct {
	inside bool
	id     []byte
	more   bool
}

func (k *topID) open(_ []byte, array bool) bool {
	first := !k.inside && !array
	k.more, k.inside = k.more || k.inside, true
	return first
}

func (k *topID) close([]byte) {}

func (k *topID) leaf(key []byte, v jsonValue) {
	if string(key) != "id" {
		k.more = true
	} else if len(v.raw) <= maxClear && digitRun(v.raw) == len(v.raw) && (v.kind == jsonNumber || v.kind == jsonString) {
		k.id = v.raw
	}
}

// isRequest tells whether a body in the record, whatever it holds, would be that of the webhook.
func (r *recordReader) isRequest(o *profile.Observation) bool {
	return o.DeliveryID != "" || o.WebhookID != "" || o.EventID != "" || o.Topic != "" || o.Provider != "" || o.RequestID != ""
}

// status takes the resource's state, not that of a job.
func (r *recordReader) status(o *profile.Observation) {
	if o.Status != "" || o.ResourceID == "" && (o.Event != "" || o.RequestID == "") {
		return
	}
	if o.Status = r.text(fieldOrderStatus); o.Status != "" || o.JobID != "" || o.Worker != "" {
		return
	}
	if s := r.values[fieldStatus]; s.kind == jsonString && httpCode(s.raw) == 0 {
		o.Status = r.text(fieldStatus)
	}
}

func (r *recordReader) finish(o *profile.Observation) {
	if o.Event.Layer() == profile.LayerReceipt && o.Event != profile.EventProxied {
		r.withHost(o)
	}
	switch o.Event {
	case profile.EventDelivery:
		o.Ends = true
	case profile.EventResponded, profile.EventProxied:
		o.Ends = o.Ends || o.Took == 0
		if o.Event == profile.EventProxied && r.has(fieldHost) {
			o.Instance = r.text(fieldHost) // one proxy stands before many receivers
		}
	case profile.EventAborted:
		o.Ends, o.Failure = true, "aborted"
	case profile.EventCallFailed:
		o.Failure = r.failure()
		if code := httpCode(r.bytes(fieldErrorCode)); o.Code == 0 && code != 0 {
			o.Code, o.Failure = code, ""
		}
	case profile.EventRequeued:
		if r.job != nil { // the run says so itself
			o.Failure = "other"
		}
	case profile.EventThrottled:
		o.Ends = o.Ends || o.Code != 0
	}
}

// keeps tells records that a history can use. A known step is kept where something ties it to others; an unknown one only
// where it names an identifier. Requests that only read (health checks, browsers) are no deliveries.
func (r *recordReader) keeps(o *profile.Observation) bool {
	named := o.DeliveryID != "" || o.WebhookID != "" || o.EventID != "" || o.OperationKey != "" || o.JobID != "" ||
		o.DownstreamID != "" || o.ResourceID != ""
	switch o.Event {
	case profile.EventPing, profile.EventWorkerUp, profile.EventRegistration:
		return true
	case profile.EventReceived:
		if r.lost { // what it names cannot be told, and that it came can
			return true
		}
	case profile.EventResponded, profile.EventAborted, profile.EventProxied, profile.EventThrottled, "":
		if reads(o.Method) && !named {
			return false
		}
	}
	if o.Event == "" {
		o.Event = profile.EventNoted
		return named || o.RequestID != ""
	}
	return named || o.RequestID != "" || o.Provider != "" || o.URL != "" || o.State != (profile.Mark{})
}

func reads(method string) bool { return method == "GET" || method == "HEAD" || method == "OPTIONS" }
