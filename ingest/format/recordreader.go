package format

import (
	"bytes"
	"encoding/hex"
	"strings"
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
	agent   string
	sentBy  string // the provider that agent tells
	buf     []byte
}

// Limits of what is taken from one record.
const (
	maxValue   = 512     // bytes of an identifier; what is longer is a document
	maxStrings = 1 << 13 // texts that are remembered, so that they are held once
)

func newRecordReader(out *Batch) *recordReader {
	return &recordReader{out: out, strings: map[string]string{}, words: map[string]word{}}
}

// observation fills o from the fields, or returns false if the record says nothing of webhooks.
func (r *recordReader) observation(o *profile.Observation) bool {
	prov := r.sender(o)
	r.identifiers(o, prov)
	r.request(o)
	r.times(o)
	ping := r.ping(o)
	o.Event = r.event(o)
	if ping {
		o.Event = profile.EventPing
	}
	r.payload(o, prov)
	r.status(o)
	r.finish(o)
	return r.keeps(o)
}

// sender reads the provider's headers.
func (r *recordReader) sender(o *profile.Observation) *provider.Provider {
	if agent := r.bytes(fieldUserAgent); len(agent) > 0 {
		o.Provider = r.byAgent(agent)
	}
	for _, h := range r.headers {
		r.out.header(o, h.name, r.raw(h.value))
	}
	if o.Provider == "" {
		if p := provider.ByName(strings.ToLower(r.text(fieldProvider))); p != nil {
			o.Provider = p.Name
		}
	}
	return provider.ByName(o.Provider)
}

func (r *recordReader) byAgent(agent []byte) string {
	if string(agent) == r.agent {
		return r.sentBy
	}
	r.agent, r.sentBy = string(agent), ""
	for _, p := range provider.All {
		if p.UserAgent != nil && p.UserAgent(r.agent) {
			r.sentBy = p.Name
			break
		}
	}
	return r.sentBy
}

// identifiers takes what the record names itself where the headers did not say it: they are what really arrived.
func (r *recordReader) identifiers(o *profile.Observation, prov *provider.Provider) {
	fill := func(to *string, f field) {
		if *to == "" {
			*to = r.identifier(f)
		}
	}
	fill(&o.DeliveryID, fieldDeliveryID)
	if webhook := r.identifier(fieldWebhookID); webhook != "" && o.WebhookID == "" {
		if deliveryIsWebhookID(prov) { // Shopify's X-Shopify-Webhook-Id names the delivery
			fill(&o.DeliveryID, fieldWebhookID)
		} else {
			o.WebhookID = webhook
		}
	}
	fill(&o.EventID, fieldEventID)
	if id := r.identifier(fieldID); o.EventID == "" && (r.text(fieldObject) == "event" || strings.HasPrefix(id, "evt_")) {
		o.EventID = id
	}
	if o.EventID == "" && strings.HasPrefix(o.DeliveryID, "evt_") {
		o.EventID, o.DeliveryID = o.DeliveryID, ""
	}
	if topic := r.text(fieldTopic); o.Topic == "" && (r.by(fieldTopic).rank < 4 || looksLikeTopic(topic)) {
		o.Topic = topic
	}
	fill(&o.Shop, fieldShop)
	fill(&o.ResourceType, fieldResourceType)
	fill(&o.ResourceID, fieldResourceID)
	for _, named := range []struct {
		field field
		kind  string
	}{{fieldOrderID, "order"}, {fieldProductID, "product"}} {
		id := r.identifier(named.field)
		if o.EventID == "" && strings.HasPrefix(id, "evt_") { // who takes body.id for the order's, gets Stripe's event
			o.EventID = id
		}
		if id == "" || id == o.EventID || o.ResourceID != "" && o.ResourceID != id {
			continue
		}
		o.ResourceID = id
		if o.ResourceType == "" {
			o.ResourceType = named.kind
		}
	}
	if o.ResourceType == "" && o.ResourceID != "" {
		o.ResourceType = wooResource(o.Topic)
	}
	o.RequestID = r.requestID()
	fill(&o.OperationKey, fieldOperationKey)
	fill(&o.JobID, fieldJobID)
	fill(&o.DownstreamID, fieldDownstreamID)
	fill(&o.Worker, fieldWorker)
	fill(&o.Process, fieldProcess)
	// "name" is a logger's beside a level or process, else perhaps a person's.
	if r.by(fieldInstance).name != "name" || r.has(fieldLevel) || r.has(fieldProcess) {
		fill(&o.Instance, fieldInstance)
	}
	fill(&o.Connection, fieldConnection)
	fill(&o.DedupBy, fieldDedupBy)
	fill(&o.APIVersion, fieldAPIVersion)
	if o.Attempt = int(r.number(fieldAttempt)); o.Attempt == 0 && r.has(fieldRetries) {
		o.Attempt = int(r.number(fieldRetries)) + 1
	}
	o.SignatureValid = r.flag(fieldSignatureValid)
}

// deliveryIsWebhookID tells providers whose header for the delivery is called "webhook ID".
func deliveryIsWebhookID(p *provider.Provider) bool {
	if p == nil {
		return false
	}
	delivery, registration := false, false
	for name, f := range p.Headers {
		delivery = delivery || f == provider.DeliveryID && strings.HasSuffix(name, "webhook-id")
		registration = registration || f == provider.WebhookID
	}
	return delivery && !registration
}

// wooResource returns the resource of a topic of WooCommerce's own form, RESOURCE.created and so on; else "".
func wooResource(topic string) string {
	resource, event, _ := strings.Cut(topic, ".")
	switch event {
	case "created", "updated", "deleted", "restored":
		switch resource {
		case "order", "product", "customer", "coupon":
			return resource
		}
	}
	return ""
}

// requestID prefers what the application calls it, unless that is a number that starts again with the process (pino's
// req.id) and the proxy sent one of its own.
func (r *recordReader) requestID() string {
	id, sent := r.identifier(fieldRequestID), r.identifier(fieldHeaderRequestID)
	counter := r.values[fieldRequestID].kind == jsonNumber
	const correlation = 8 // from here on the names are those of traces and correlations
	if sent != "" && (id == "" || counter || r.by(fieldRequestID).rank >= correlation) {
		return strings.TrimPrefix(sent, "Root=")
	}
	return id
}

// request fills what was asked for, and what was answered.
func (r *recordReader) request(o *profile.Observation) {
	o.Method = r.text(fieldMethod)
	if url := r.values[fieldURL]; url.meaning != nil && url.kind == jsonString {
		r.url(o, r.intern(r.raw(url.jsonValue)), r.intern(bytes.TrimPrefix(r.bytes(fieldQuery), []byte("?"))))
	}
	for _, f := range []field{fieldResponseCode, fieldCode, fieldStatus} {
		if code := httpCode(r.bytes(f)); o.Code == 0 {
			o.Code = code
		}
	}
}

// url fills where the request went. query is what the record says of it beside the URL.
func (r *recordReader) url(o *profile.Observation, raw, query string) {
	clean, own := splitURL(raw)
	if own != "" {
		query = own
	}
	o.URL = clean
	if query != "" {
		o.Query = r.out.Marker.Mark("query", []byte(query))
	}
}

// httpCode reads a number of an HTTP status, or returns 0. "200 OK" is one too.
func httpCode(text []byte) int {
	if len(text) > 3 && text[3] == ' ' {
		text = text[:3]
	}
	if n := digits(text); len(text) == 3 && n >= 100 && n <= 599 {
		return n
	}
	return 0
}

// times fills when, and how long. A text that is no time, or has no zone, leaves the record without one.
func (r *recordReader) times(o *profile.Observation) {
	if nano, precision, ok := appStamp(r.bytes(fieldTime)); ok {
		o.Time, o.Precision = nano, precision
	}
	took := r.values[fieldTook]
	if took.meaning == nil {
		return
	}
	unit := took.unit
	if unit == 0 {
		unit = r.durationUnit(took)
	}
	o.Took = appDuration(r.bytes(fieldTook), unit)
	// A logger writes how long something took when it is over. Apache is the exception: its time is the request's start, and
	// it alone counts in microseconds (%D).
	o.Ends = o.Took > 0 && took.name != "durationus" && r.by(fieldTime).name != "startutc"
}

// durationUnit knows loggers by their other fields, since a bare "duration" is seconds to one and nanoseconds to the next.
// 0: it is not known.
func (r *recordReader) durationUnit(took found) time.Duration {
	at, name, level := r.values[fieldTime], r.by(fieldTime).name, r.values[fieldLevel]
	integer := took.kind == jsonNumber && bytes.IndexByte(took.raw, '.') < 0
	switch {
	case name == "startutc": // Traefik
		return time.Nanosecond
	case name == "@t": // Serilog
		return time.Millisecond
	case name == "ts" && at.kind == jsonNumber: // zap in production, Caddy
		return time.Second
	case name != "time" || at.kind != jsonString || level.kind != jsonString:
		return 0
	case r.by(fieldMessage).name == "message": // zerolog
		return time.Millisecond
	case r.by(fieldMessage).name == "msg" && integer: // slog, logrus
		return time.Nanosecond
	}
	return 0
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
	if body := r.values[fieldBody]; body.meaning != nil && o.Event != profile.EventPing && r.isRequest(o) {
		topic, status, size := o.Topic, o.Status, o.BodySize
		r.out.body(o, r.raw(body.jsonValue), prov)
		o.Body, o.BodySize, o.Topic = profile.Hash{}, size, topic
		if o.Status == "" {
			o.Status = status
		}
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

// isRequest tells whether a body in the record would be that of the webhook, not one of a call that the receiver makes.
func (r *recordReader) isRequest(o *profile.Observation) bool {
	switch o.Event.Layer() {
	case profile.LayerReceipt, "":
		return o.DeliveryID != "" || o.WebhookID != "" || o.EventID != "" || o.Topic != "" || o.Provider != "" || o.RequestID != ""
	}
	return false
}

// status takes the resource's state, not that of a job.
func (r *recordReader) status(o *profile.Observation) {
	if o.Status != "" || o.ResourceID == "" {
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
	switch o.Event {
	case profile.EventResponded, profile.EventProxied:
		o.Ends = o.Ends || o.Took == 0
		if o.Event == profile.EventProxied && r.has(fieldHost) {
			o.Instance = r.text(fieldHost) // one proxy stands before many receivers
		}
	case profile.EventAborted:
		o.Ends, o.Failure = true, "aborted"
	case profile.EventCallFailed:
		o.Failure = r.failure()
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
	case profile.EventPing, profile.EventWorkerUp:
		return true
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

// raw returns what a value means, good until the next call.
func (r *recordReader) raw(v jsonValue) []byte {
	if !v.escaped {
		return v.raw
	}
	r.buf = unescapeJSON(r.buf[:0], v.raw)
	return r.buf
}

// bytes returns the value of a field, good until the next call, or nil if it is not a short text or number.
func (r *recordReader) bytes(f field) []byte {
	v := &r.values[f]
	if v.kind != jsonString && v.kind != jsonNumber || len(v.raw) > maxValue {
		return nil
	}
	return r.raw(v.jsonValue)
}

// text returns the value of a field for keeping. 14.5 and 1e3 are no identifiers.
func (r *recordReader) text(f field) string {
	b := r.bytes(f)
	switch {
	case len(b) == 0, r.values[f].kind == jsonNumber && bytes.ContainsAny(b, ".eE"):
		return ""
	case r.last[f] != string(b):
		r.last[f] = r.intern(b)
	}
	return r.last[f]
}

// identifier is text, but for one that holds an e-mail address, which is not kept: a keyed hash stands for it, so that it still
// joins what it joined.
func (r *recordReader) identifier(f field) string {
	s := r.text(f)
	if at := strings.IndexByte(s, '@'); at > 0 && strings.IndexByte(s[at:], '.') > 1 {
		mark := r.out.Marker.Mark("key", []byte(s))
		return "~" + hex.EncodeToString(mark[:])
	}
	return s
}

func (r *recordReader) message() string { return r.text(fieldMessage) }

func (r *recordReader) number(f field) int64 {
	n, ok := wholeNumber(r.bytes(f))
	if !ok || n > 1<<31-1 {
		return 0
	}
	return n
}

func (r *recordReader) flag(f field) profile.Tri {
	switch r.values[f].kind {
	case jsonTrue:
		return profile.Yes
	case jsonFalse:
		return profile.No
	}
	switch string(r.bytes(f)) {
	case "true", "True", "valid", "ok", "yes", "verified":
		return profile.Yes
	case "false", "False", "invalid", "no", "failed", "mismatch":
		return profile.No
	}
	return profile.NotSaid
}

func (r *recordReader) intern(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	if s, ok := r.strings[string(b)]; ok {
		return s
	}
	s := string(b)
	if len(b) <= maxValue {
		if len(r.strings) >= maxStrings {
			clear(r.strings)
		}
		r.strings[s] = s
	}
	return s
}

// wordOf is wordOf with a memory: a log says the same few things over and over.
func (r *recordReader) wordOf(text string) word {
	if text == "" {
		return wordNone
	}
	if w, ok := r.words[text]; ok {
		return w
	}
	if len(r.words) >= maxStrings {
		clear(r.words)
	}
	w := wordOf(text)
	r.words[text] = w
	return w
}
