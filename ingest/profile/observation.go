// Package profile holds the record types that the other packages speak in, and the SQLite file that keeps them.
//
// It knows nothing of log formats and judges nothing. It is the only package with SQL in it.
package profile

import "time"

// Observation is one parsed record of one input file: what it says happened, when, and every identifier it names.
// An empty string, a zero Mark and a zero number mean that the record does not say.
type Observation struct {
	Source int   // index into the profile's sources, which are in name order
	Line   int64 // 1-based line of the decompressed text at which the record starts
	Offset int64 // byte offset of that line in the decompressed text
	Lines  int64 // how many lines the record spans, at least 1

	Event     Event
	Time      int64         // Unix nanoseconds, UTC; while Precision is 0, what the line's stamp reads, in a zone that nobody knows, or 0
	Precision time.Duration // what the text resolves: time.Second for one-second stamps; 0: the record has no time
	Took      time.Duration // how long what it tells of lasted
	Ends      bool          // Time is when it ended, so it began Took earlier (WooCommerce's log, nginx); else Time is when it began

	Provider     string // "woocommerce", "stripe", …
	Shop         string // the sender's site, as X-WC-Webhook-Source names it
	Topic        string // order.updated
	ResourceType string // order
	ResourceID   string
	WebhookID    string // names the registration
	DeliveryID   string
	EventID      string // names the event, where the provider has such an ID: the same for every endpoint and every retry
	ActID        string // names the act that events of several topics tell of (Stripe's request.id, Shopify's Event-Id)
	Related      string // other objects of the provider that the event names, sorted, one blank between two: "ch_1 pi_1"
	RequestID    string
	OperationKey string // as the receiver logged it
	JobID        string // the receiver's own queue
	DownstreamID string // the record that the downstream system made
	ActionID     string // Action Scheduler
	RowID        string // primary key of an exported table's row, where it is not one of the above
	Worker       string // worker, thread or claim that did the work
	Process      string // operating-system process ID
	Instance     string // which of several receivers: logger or host name
	Connection   string // remote port: tells two requests with one request ID apart
	Attempt      int    // 1 for the first

	Signature      Mark // keyed hash of the signature header
	SignatureValid Tri  // what the receiver found
	Body           Hash // SHA-256 of the raw body, where the bytes exist or were hashed by the receiver
	BodySize       int64
	State          Mark   // keyed hash of the body as canonical JSON; names a State
	Status         string // business status of the resource: processing

	URL      string // without userinfo and query
	Query    Mark   // keyed hash of the query
	Method   string
	Code     int    // HTTP status that was answered
	Failure  string // why nothing was answered: "timeout", "refused", "unresolved", "blocked", "aborted", or "other"
	Upstream string // one "STATUS/SECONDS" for each upstream that a proxy tried, joined by ", ": "504/3.004, 202/0.086"

	DedupBy    string // by what the receiver says it recognised a repeat
	RowStatus  string // state of a table's row: pending, complete; active, paused, disabled; on EventClaimed, EventDone and EventFailed set for rows alone
	Via        string // what ran a queued action: "WP CLI", "Admin List Table"; else what set the work going, one of the Vias
	Secret     Mark   // keyed hash of a registration's secret
	APIVersion string
}

// The Vias: what a line of the receiver says set its work going.
const (
	ViaBrowser = "a browser"
	ViaCron    = "cron"
	ViaPerson  = "a person"
	ViaCLI     = "a command line"
	ViaAPI     = "an API client"
	ViaWebhook = "a webhook"
	ViaAsked   = "somebody who asked for it again" // a delivery of which the sender says so
	ViaBroker  = "a broker that had taken it back" // a start of which the broker says that it handed the job out before
)

// A profile holds no time and no duration beyond these, so that sums of them, and the windows around them that a diagnosis looks
// at, stay within an int64.
const (
	Earliest = -24 * int64(time.Hour)             // a day before 1970: midnight of its first day in any zone
	Latest   = 9_214_732_800 * int64(time.Second) // the second day of 2262, a hundred days before nanoseconds end
	Longest  = 2 * 366 * 24 * time.Hour
)

// BySecret begins a WebhookID that no request names: each endpoint has a secret of its own, and this is the one that verified.
const BySecret = "secret:"

// Zoneless tells a record that shows a time whose zone is not known: no moment, but two of one file tell how much time lies between.
func (o *Observation) Zoneless() bool { return o.Precision == 0 && o.Time != 0 }

// Begin returns when what the record tells of began, or 0 where it has no time.
func (o *Observation) Begin() int64 {
	if o.Precision == 0 {
		return 0
	}
	if o.Ends {
		return o.Time - int64(o.Took)
	}
	return o.Time
}

// End returns when what the record tells of ended, or 0 where it has no time.
func (o *Observation) End() int64 {
	if o.Precision == 0 {
		return 0
	}
	if o.Ends {
		return o.Time
	}
	return o.Time + int64(o.Took)
}

// Mark is a keyed hash (the first 16 bytes of HMAC-SHA256 under the profile's key): equal marks mean equal values, and a
// value cannot be tried without the key. The zero Mark means that there is no value.
type Mark [16]byte

// Hash is a plain SHA-256. The zero Hash means that the bytes are not known.
type Hash [32]byte

// Tri is yes, no or not said.
type Tri int8

// The three values of Tri.
const (
	NotSaid Tri = iota
	Yes
	No
)

// State is one canonical form of a payload: enough to say which fields changed, not to what.
type State struct {
	Mark   Mark
	Stable Mark        // the same without what only tells how or when the body was made (date_modified*, meta_data, _links)
	Clear  ClearFields // the few business fields kept as text
	Fields []Field     // in path order; personal objects such as billing are one field each
}

// Field is one JSON path of a payload and the keyed hash of its value, of which a profile keeps the first eight bytes: a field is compared
// with the same one of another state, and two values agree by chance once in 2^64 times. Whether states are equal, their own marks say.
type Field struct {
	Path string
	Mark Mark
}

// ClearFields are the business fields that a profile keeps readable.
type ClearFields struct {
	Status        string
	DateCreated   string
	DateModified  string
	DatePaid      string
	DateCompleted string
	TransactionID string
	LineItems     int
	Refunds       int
}

// Source is one imported file.
type Source struct {
	Name      string // its path below the folder that was imported
	Format    string
	SHA256    string // of the file's bytes as they lie on disk, hex
	Size      int64
	Options   string // the import flags that shaped its reading, canonical
	Lines     int64  // lines read = lines in records + lines in problems + skipped by rule
	Records   int64  // observations
	InRecords int64  // lines that those span
	Problems  int64  // lines that could not be used
	Skipped   int64  // lines left out by a stated rule
	FirstSeen Stamp
	LastSeen  Stamp
}

// Stamp is a moment with the precision that its text had. The zero Stamp is no moment.
type Stamp struct {
	Nano      int64
	Precision time.Duration
}

// Problem is a stretch of a source that could not be used.
type Problem struct {
	Source int
	Line   int64
	Offset int64
	Lines  int64
	Reason string // what is wrong, with the value quoted
	Hint   string // what to do
}
