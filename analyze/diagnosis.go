// Package analyze judges a history: it joins observations into chains, finds the node at which one intended operation became
// two, and says with what certainty.
//
// It is pure: it reads no files, no database and no clock. The same history gives the same diagnosis, in whatever order its
// files were imported. It does not print: package report does.
//
// # How it decides
//
// All that concerns one operation (or, where no operation is known, one payload state of one resource) forms a tree of eight layers:
//
//	change → registration → schedule → delivery → receipt → queue → execution → effect
//
// Every place in it at which one thing has two below it is a node, and the edge at which the branches part is its boundary. The layer says
// the class:
//
//	change → registration            config_duplication      two registrations told of one change
//	registration → … → delivery      replay                  one registration sent one unchanged state twice
//	delivery → receipt               replay                  one delivery arrived twice
//	receipt → queue                  downstream_duplication  one request, two jobs
//	queue → execution, overlapping   receiver_race           one job ran twice at once
//	queue → execution, in turn       downstream_duplication  it ran again
//	execution → effect               downstream_duplication  one run made two records
//	two changes meet, overlapping    receiver_race           both legitimate, the claim failed
//	two changes meet, in turn        legitimate_update       must get through
//	beside all deliveries            other_path              somebody else did the work as well
//	the layer is not in the evidence undetermined            with what would decide
//
// The node nearest to the change is the answer to "where did it start"; what made it worse further down is its contributing list. Whether
// there was harm is another question: outcome is duplicated, contained, lost or unknown.
//
// A step that rests on an identifier or on equal bytes keeps a verdict proven; one step on time or on a pattern makes it likely, several
// possible. That something is absent counts only where a log of that layer covers the time, so that a file less may make a verdict
// undetermined or less sure, and never another class.
//
// # How it goes about it
//
// Diagnose parts a history into affairs, that never heard of each other, and these into pieces that have no name in common. What spans
// them (clocks, coverage, registrations) is surveyed once, as their world. Within a piece, records are joined into components, by
// identifiers; each component becomes a tree, each rule looks at one kind of edge of it, and what all of them say is added up in any
// order. One file holds one rule; docs/verdicts.md names the file of each class, cause and finding, docs/architecture.md that of each step.
package analyze

import (
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// Schema names the form of the JSON that a Diagnosis marshals to.
const Schema = "webhookctl.diagnosis/1"

// Diagnosis is everything that a history shows.
type Diagnosis struct {
	Schema        string         `json:"schema"`
	Summary       Summary        `json:"summary"`
	Sources       []Source       `json:"sources"`
	Patterns      []Pattern      `json:"patterns"`
	Duplicates    []Duplicate    `json:"duplicates"`
	Registrations []Registration `json:"registrations"`
	Operations    []Operation    `json:"operations"`
	Findings      []Finding      `json:"findings"`
	Rules         []RuleUse      `json:"rules"`    // of the user's, in their order
	Baseline      Baseline       `json:"baseline"` // its verdict is "" where no baseline was given

	Extent Extent  `json:"-"`
	Clocks []Clock `json:"-"` // of the sources that do not agree with the sender's
	Gaps   []Gap   `json:"-"` // in which a log lacks what others saw
}

// Summary counts what the history holds.
type Summary struct {
	Observations   int             `json:"observations"`
	Deliveries     int             `json:"deliveries"` // requests that the sender made, each once; copies and pings not
	Receipts       int             `json:"receipts"`   // requests that arrived; pings not, invalid signatures yes
	Operations     int             `json:"operations"`
	Effects        int             `json:"effects"`         // distinct downstream records
	Duplicates     int             `json:"duplicates"`      // without legitimate_update
	DuplicateRatio float64         `json:"duplicate_ratio"` // (receipts − distinct changes) / receipts
	ByClass        map[Class]int   `json:"by_class"`
	ByOutcome      map[Outcome]int `json:"by_outcome"`
	FirstSeen      Time            `json:"first_seen"`
	LastSeen       Time            `json:"last_seen"`
}

// Source is one imported file, as a report names it.
type Source struct {
	Name      string `json:"name"`
	Format    string `json:"format"`
	SHA256    string `json:"sha256"`
	Size      int64  `json:"size"`
	Records   int64  `json:"records"`
	Problems  int64  `json:"problems"`
	Skipped   int64  `json:"skipped"`
	FirstSeen Time   `json:"first_seen"`
	LastSeen  Time   `json:"last_seen"`
}

// Class says at which layer the branches part.
type Class string

// The classes, most severe reading first. Classes lists them in this order.
const (
	ConfigDuplication     Class = "config_duplication"
	Replay                Class = "replay"
	ReceiverRace          Class = "receiver_race"
	DownstreamDuplication Class = "downstream_duplication"
	OtherPath             Class = "other_path"
	LegitimateUpdate      Class = "legitimate_update"
	Undetermined          Class = "undetermined"
)

// Classes lists every class.
var Classes = []Class{
	ConfigDuplication, Replay, ReceiverRace, DownstreamDuplication, OtherPath, LegitimateUpdate, Undetermined,
}

// Outcome says what a repeat led to.
type Outcome string

// The outcomes. Outcomes lists them in this order.
const (
	Duplicated Outcome = "duplicated" // two different effects
	Lost       Outcome = "lost"       // a new operation was dropped
	Contained  Outcome = "contained"  // at most one effect, and the evidence would show a second
	Unknown    Outcome = "unknown"    // effects are not in the evidence
)

// Outcomes lists every outcome.
var Outcomes = []Outcome{Duplicated, Lost, Contained, Unknown}

// Confidence says what a verdict rests on.
type Confidence string

// The confidences.
const (
	Proven   Confidence = "proven"   // every step rests on an identifier or on equal bytes
	Likely   Confidence = "likely"   // one step rests on time or on a pattern over many pairs
	Possible Confidence = "possible" // several do
)

// Boundary is the edge between the two layers at which one became two. Both ends are "" for legitimate_update and undetermined.
type Boundary struct {
	From profile.Layer `json:"from"`
	To   profile.Layer `json:"to"`
}

// Resource is what a webhook speaks of.
type Resource struct {
	Type string `json:"type"`
	ID   string `json:"id"`
}

// Duplicate is one node with two or more branches, or one resource's legitimate updates.
type Duplicate struct {
	ID                 string       `json:"id"` // D1, D2, … in the order of the report
	Class              Class        `json:"class"`
	Cause              string       `json:"cause"`
	Because            string       `json:"because"`      // why this cause, in words
	Contributing       []string     `json:"contributing"` // classes of what made it worse further down
	Confidence         Confidence   `json:"confidence"`
	Doubts             []string     `json:"doubts"` // what keeps it from being proven
	Outcome            Outcome      `json:"outcome"`
	Boundary           Boundary     `json:"boundary"`
	Provider           string       `json:"provider"`
	Shop               string       `json:"shop"`
	Resource           Resource     `json:"resource"`
	Topics             []string     `json:"topics"`
	OperationKey       string       `json:"operation_key"`
	OperationKeyOrigin string       `json:"operation_key_origin"` // logged, rule, derived
	Layers             []LayerCount `json:"layers"`               // always all eight
	WebhookIDs         []string     `json:"webhook_ids"`
	DeliveryIDs        []string     `json:"delivery_ids"`
	RequestIDs         []string     `json:"request_ids"`
	JobIDs             []string     `json:"job_ids"`
	DownstreamIDs      []string     `json:"downstream_ids"`
	FirstSeen          Time         `json:"first_seen"`
	LastSeen           Time         `json:"last_seen"`
	Questions          []Question   `json:"questions"` // always all nine
	RuledOut           []RuledOut   `json:"ruled_out"`
	Missing            []Missing    `json:"missing"`
	NextSteps          []string     `json:"next_steps"`
	Evidence           []Evidence   `json:"evidence"`

	Rule     string `json:"-"` // of the user's, that names the operation; "" where logs do or nothing does
	Headline string `json:"-"` // the verdict in one sentence, for a tired person
	Joins    []Join `json:"-"` // every join below the node, for --explain

	// The picture: what lies at and below the node and what joins it, and how many boxes more there are than these.
	Boxes     []Box  `json:"-"`
	Links     []Link `json:"-"`
	BoxesLeft int    `json:"-"`
}

// LayerCount is how many things of a layer lie below the node; Count is nil where the evidence is silent.
type LayerCount struct {
	Layer profile.Layer `json:"layer"`
	Count *int          `json:"count"`
}

// Question is one of the nine that are always answered.
type Question struct {
	ID       string `json:"id"`
	Answer   string `json:"answer"`
	Detail   string `json:"detail"`
	Evidence []int  `json:"evidence"` // indices into the element's evidence
}

// RuledOut is a class that the evidence excludes, and why.
type RuledOut struct {
	Class    Class  `json:"class"`
	Because  string `json:"because"`
	Evidence []int  `json:"evidence"`
}

// Missing is evidence that is not there and what it would decide.
type Missing struct {
	What        string `json:"what"`
	WouldDecide string `json:"would_decide"`
}

// Evidence is one record that a verdict rests on. A Layer of "" marks coverage: the first or last line of a source that would
// have shown what is absent.
type Evidence struct {
	Source string        `json:"source"`
	Line   int64         `json:"line"`
	Offset int64         `json:"offset"`
	Time   Time          `json:"time"`
	Layer  profile.Layer `json:"layer"`
	Says   string        `json:"says"`
}

// Join is one identifier that tied two things together.
type Join struct {
	Upper    string // "delivery d3c0…" — what it joins
	Lower    string
	By       string // "request ID", "signature and delivery ID", "time"
	Value    string // the identifier; "" for marks and times
	Evidence []int  // indices into the element's evidence: the records that carry it
}

// Pattern is duplicates of one kind, counted.
type Pattern struct {
	Class      Class           `json:"class"`
	Cause      string          `json:"cause"`
	Count      int             `json:"count"`
	WebhookIDs []string        `json:"webhook_ids"`
	Topics     []string        `json:"topics"`
	FirstSeen  Time            `json:"first_seen"`
	LastSeen   Time            `json:"last_seen"`
	Outcomes   map[Outcome]int `json:"outcomes"`
	Duplicates []string        `json:"duplicates"` // their IDs
	NextSteps  []string        `json:"next_steps"`
}

// Registration is one webhook configuration and what came of its deliveries.
type Registration struct {
	WebhookID      string   `json:"webhook_id"`
	Provider       string   `json:"provider"`
	Shop           string   `json:"shop"`
	Topics         []string `json:"topics"`
	URL            string   `json:"url"`
	Status         string   `json:"status"`
	Deliveries     int      `json:"deliveries"`
	Receipts       int      `json:"receipts"`
	DuplicateRatio float64  `json:"duplicate_ratio"`
	Slow           int      `json:"slow"`   // answered after the provider's deadline
	Failed         int      `json:"failed"` // not answered, or not with success

	Deadline time.Duration `json:"-"` // after which the provider gives up on an answer; 0: not published
	Answers  AnswerTimes   `json:"-"` // how long answers took
}

// Operation is one business act that must not happen twice.
type Operation struct {
	Key           string   `json:"key"`
	KeyOrigin     string   `json:"key_origin"` // logged, rule, derived
	Resource      Resource `json:"resource"`
	State         string   `json:"state"`     // received, processing, succeeded, retryable_failed, terminal_failed, uncertain
	Accepted      string   `json:"accepted"`  // yes, no, unknown: was the delivery answered with success
	Succeeded     string   `json:"succeeded"` // yes, no, unknown: was the work done
	Executions    int      `json:"executions"`
	DownstreamIDs []string `json:"downstream_ids"`

	Rule string `json:"-"` // of the user's, that names it
}

// Finding is something else that the history shows.
type Finding struct {
	Kind          string     `json:"kind"`
	OperationKey  string     `json:"operation_key"`
	Resource      Resource   `json:"resource"`
	WebhookIDs    []string   `json:"webhook_ids"`
	DeliveryIDs   []string   `json:"delivery_ids"`
	RequestIDs    []string   `json:"request_ids"`
	DownstreamIDs []string   `json:"downstream_ids"`
	Says          string     `json:"says"`
	Evidence      []Evidence `json:"evidence"`
}
