// Package provider holds the facts of webhook providers: which header or body field carries what, what is stable over what,
// when a delivery counts as answered, and whether the sender repeats. One file for each provider.
//
// It is data and small functions on it; it imports nothing of ours.
package provider

import (
	"strings"
	"time"
)

// Field is what a header, or a field of the body, carries.
type Field string

// The fields that headers and bodies carry.
const (
	WebhookID    Field = "webhook_id"  // names the registration
	DeliveryID   Field = "delivery_id" // names the request, or the message that several requests bring: see DeliveryStays
	EventID      Field = "event_id"    // names the event, whoever is told of it and however often
	ActID        Field = "act_id"      // names the act that events of several topics tell of
	Topic        Field = "topic"
	ResourceType Field = "resource_type"
	ResourceID   Field = "resource_id"
	Related      Field = "related"  // another object of the provider that the event concerns
	Shop         Field = "shop"     // the sender's site or account
	Livemode     Field = "livemode" // true or false: real business or a test
	Attempt      Field = "attempt"  // 1 for the first
	Retry        Field = "retry"    // 1 for the first after the first attempt
	Signature    Field = "signature"
	APIVersion   Field = "api_version"
)

// BodyField says at which path of a JSON body a field is: "data.object.id". A name[] stands for the only element of an array; of
// several, none is meant. Where a field is made up of several values, their paths stand side by side with blanks between them, and
// the field is the values with colons between them, if all of them are there.
type BodyField struct {
	Path  string
	Field Field
}

// Sign is a value at a path of a JSON body, and how it begins.
type Sign struct {
	Path   string
	Prefix string // "": any value
}

// Provider is what is known of one sender of webhooks.
type Provider struct {
	Name  string // "woocommerce"
	Title string // "WooCommerce"

	Headers map[string]Field // by lower-case name: "x-wc-webhook-id"; "" for one that only tells the provider
	Body    []BodyField      // beside ResourceID; the first path of a field that is there counts, of Related all
	Form    map[string]Field // fields of a body that is a form
	// Scheme tells that the headers are those of a scheme that other senders use as well, so that what else names a sender counts
	// more than they do.
	Scheme bool
	// Over names another provider whose headers the requests bear as well. Those of this one count.
	Over string
	// UserAgent tells a request of this provider by its User-Agent header, for logs that hold nothing else. It may be nil.
	UserAgent func(agent string) bool
	// Signs are what a JSON body has, all of them, that nobody else sends. There may be none.
	Signs []Sign
	// Occurred is the path of the time at which the event of a body happened, in bodies that an API lists as well. "": it lists none.
	Occurred string
	// IDs tells identifiers of this provider by their form, for logs that name nothing else: "evt_1P…". It may be nil.
	IDs func(id string) Field
	// Resource gives the plain ID and the type of a resource, where its ID or the topic says it: gid://shopify/Order/17 is order 17.
	// It may be nil.
	Resource func(id, topic string) (plain, kind string)

	Deadline time.Duration       // after which the sender gives up on an answer; 0: not published
	Success  func(code int) bool // which HTTP answers the sender counts as success
	Retries  *Retries            // nil: the sender never repeats by itself; an empty one: it does, and says no more
	// Redelivers tells that a delivery is repeated when somebody asks for it, in its own name (GitHub).
	Redelivers bool

	// DeliveryStays tells that the sender's repeats of a request carry its delivery ID, so that the ID names the message and
	// not the request (Shopify, GitHub, Svix). Where it does not, a second request with the ID was made after the sender.
	DeliveryStays bool
	// DeliveryOwn tells that an ID which stays is that of one registration's delivery (Shopify, Paddle), so that two IDs of one
	// event are two registrations. GitHub's GUID and Svix's message are shared by all.
	DeliveryOwn bool
	// OneURL tells that a registration delivers to one URL and nothing in the request names the registration (Stripe, PayPal),
	// so that the URL at which requests arrive stands for it.
	OneURL bool
	// Linked begins the IDs of objects that stand for one act and name each other in their events: Stripe's checkout session,
	// payment intent and charge. A customer or a subscription lasts beyond one act and is none.
	Linked []string
	// Acts names, for topics that tell of one act each under its own view, that act: two events with linked objects and one name
	// are one act told twice.
	Acts map[string]string
	// SignatureTimed tells that the signature covers the time of the attempt, so that it changes on every retry.
	SignatureTimed bool
	// BytesCarryState tells that equal bytes mean one state of the resource. Mollie's classic calls carry only an ID.
	BytesCarryState bool

	// Registrations and Attempts say where the sender shows its registrations, with URLs, and its requests, with their answers: a
	// command, a call of its API or a page. "": nothing is known.
	Registrations, Attempts string

	ResourceID func(topic string) string // JSON path of the resource's ID in the body: "id"; nil where Body says it
	Volatile   []string                  // JSON paths that tell only how or when the body was made
	Personal   []string                  // JSON objects that are hashed as one field
}

// Links tells whether an ID is one of those by which events of one act name each other.
func (p *Provider) Links(id string) bool {
	for _, prefix := range p.Linked {
		if strings.HasPrefix(id, prefix) {
			return true
		}
	}
	return false
}

// Retries is what a sender publishes of the repeats that it makes by itself.
type Retries struct {
	Delays []time.Duration // before each repeat, from the attempt before it; nil: not published
	Most   int             // repeats at most; 0: not published
	Within time.Duration   // how long after the first attempt the last repeat may come; 0: not published
}

// All lists the providers in name order.
var All = []*Provider{
	&Adyen, &BigCommerce, &Convoy, &Gitea, &GitHub, &Klarna, &Mollie, &MollieNext, &Paddle, &PayPal, &Shopify, &Shopware, &Slack, &Square,
	&StandardWebhooks, &Stripe, &Svix, &WooCommerce,
}

// accepted is how most senders count: any answer of the 200s.
func accepted(code int) bool { return code >= 200 && code < 300 }

// ByName returns the provider of that name, or nil.
func ByName(name string) *Provider {
	for _, p := range All {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// slack is how far a repeat may be from its published delay: senders spread their repeats and wait for the answer before.
const slack = 5

// Fit says how well the time between two attempts fits the schedule: it is one of the published delays, or only lies within
// the time in which repeats come, or neither. gap is from the attempt before, since from the first attempt.
func (r *Retries) Fit(gap, since time.Duration) (published, possible bool) {
	if r == nil || gap <= 0 {
		return false, false
	}
	for _, d := range r.Delays {
		if gap >= d*(slack-1)/slack && gap <= d*(slack+2)/slack+time.Minute {
			published = true
		}
	}
	last := r.Within
	if last == 0 {
		for _, d := range r.Delays {
			last += d
		}
		last = last * (slack + 1) / slack
	}
	return published, last == 0 || since <= last+time.Hour
}

// Payment tells IDs that name one payment by their form: Stripe's payment intents and charges, Mollie's payments. Others have no
// form of their own.
func Payment(id string) bool {
	for _, prefix := range []string{"pi_", "ch_", "py_", "tr_"} {
		if len(id) > 8 && strings.HasPrefix(id, prefix) {
			return true
		}
	}
	return false
}

// HeaderOf returns the header that carries a field, "" if none does; of several, the first by name.
func (p *Provider) HeaderOf(f Field) string {
	name := ""
	for header, field := range p.Headers {
		if field == f && (name == "" || header < name) {
			name = header
		}
	}
	return name
}

// CountsAttempts tells whether the sender itself numbers its attempts in the request. A number that a receiver logs is of its own
// work.
func (p *Provider) CountsAttempts() bool { return p.HeaderOf(Attempt) != "" || p.HeaderOf(Retry) != "" }
