package format

import (
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// word is what the text of a record says by itself: an event, or one of those below, which other fields decide.
type word = profile.Event

const (
	wordNone      word = ""
	wordIncoming  word = "?incoming"  // a framework has a request, of whatever kind
	wordAnswered  word = "?answered"  // a framework has answered it
	wordMade      word = "?made"      // something was made: an effect only where a downstream ID is named
	wordWorking   word = "?working"   // begins: a claim, or with a job its start
	wordWorkerRun word = "?worker"    // a job was started by a worker, or the worker itself was
	wordJobRun    word = "?job"       // of a job: it begins; else nothing
	wordJobQueued word = "?queued"    // of a job: it was put into the queue; else nothing
	wordFailed    word = "?failed"    // the handler, or the call that it made
	wordVerified  word = "?verified"  // the signature is good, which is no step
	wordForged    word = "?forged"    // the signature is bad
	wordRecorded  word = "?recorded"  // the event was written down: a claim of the operation that the line names; else nothing
	wordCharged   word = "?charged"   // a charge that an operation asked for came about; else it may be what a webhook tells of
	wordUnrelated word = "?unrelated" // a phrase that looks like another one and is not
)

// phrases are what receivers write when something happens, in lower case, without punctuation and without words that hold a
// digit. A record's text is one of them if it is equal, if it begins with one of two words or more ("webhook received
// order.updated"), or if it holds one of anywhereIn.
var phrases = []struct {
	word word
	text string // separated by |
}{
	{profile.EventPing, "ping|webhook ping|ping received|received ping|test webhook|webhook test|test ping|ping webhook"},
	{profile.EventReceived, "received|webhook received|received webhook|incoming webhook|webhook incoming|webhook request received|got webhook|new webhook|webhook event received|webhook delivery received|received webhook event|event received|received event|incoming event|notification received|received notification|webhook notification received|webhook hit|webhook called|webhook triggered|webhook arrived|webhook in|delivery received|received delivery|order webhook received|payload received|received payload|webhook payload received|notify received|callback received|ipn received|postback received|hook received"},
	{wordIncoming, "incoming request|request received|received request|request started|started request|handling request|request start|processing request|new request|started post|request incoming|request|request post"},
	{profile.EventProxied, "handled request"}, // Caddy
	{wordAnswered, "request completed|completed request|request complete|request finished|request handled|response sent|sent response|request errored|http request|http post|access|access log|request served|completed|request processed|request answered|webhook answered|answered|webhook request finished|webhook request completed|replied|reply sent"},
	{profile.EventAborted, "request aborted|aborted|client disconnected|client closed connection|client closed request|connection aborted|client aborted|request closed by client|request cancelled by client|request canceled by client"},
	{profile.EventRejected, "rejected|webhook rejected|request rejected|rejecting webhook|invalid payload|malformed payload|payload invalid|invalid json|malformed webhook|missing headers|unauthorized webhook|webhook unauthorized|validation failed|invalid webhook|webhook invalid"},
	{wordForged, "signature invalid|invalid signature|signature mismatch|signature verification failed|signature check failed|signature validation failed|webhook signature invalid|invalid webhook signature|webhook signature verification failed|webhook signature mismatch|bad signature|missing signature|signature missing|no signature|hmac mismatch|invalid hmac|hmac invalid|hmac verification failed|signature not valid|signature rejected|hmac validation failed|failed signature verification|signature failed"},
	{profile.EventRegistration, "webhook status changed|webhook disabled|webhook paused|webhook deactivated|webhook enabled|webhook activated|webhook resumed|disabled webhook|webhook endpoint disabled|endpoint disabled|endpoint enabled|subscription disabled"},
	{wordVerified, "signature valid|valid signature|signature verified|verified signature|signature ok|webhook signature verified|webhook verified|hmac verified|hmac valid|signature verification succeeded|signature check passed"},
	{profile.EventThrottled, "throttled|webhook throttled|request throttled|rate limited|rate limit exceeded|rate limit reached|too many requests|rate limit hit"},
	{profile.EventClaimed, "claimed|operation claimed|claimed operation|claim acquired|acquired claim|lock acquired|acquired lock|got lock|lock obtained|obtained lock|lease acquired|acquired lease|idempotency key claimed|idempotency key reserved|idempotency key stored|idempotency key recorded|idempotency key inserted|key claimed|key reserved|claim succeeded|operation reserved|event claimed|webhook claimed|delivery claimed|claimed event|claimed webhook|claimed delivery|claim won|marked as processing|not a duplicate processing"},
	{wordRecorded, "event recorded|event stored|event saved|event persisted|recorded event|stored event|saved event|persisted event|event id recorded|event id stored|event id saved|marked as seen|event marked as seen|marked event as seen|key written"},
	{wordWorking, "processing started|started processing|start processing|begin processing|beginning processing|processing|processing webhook|processing order|processing event|processing delivery|processing payload|processing operation|processing begins|operation started|webhook processing started|handling webhook|handling event|handling order"},
	{profile.EventDuplicate, "duplicate|duplicate ignored|ignored duplicate|duplicate webhook|duplicate delivery|duplicate event|duplicate request|duplicate order|duplicate operation|duplicate detected|duplicate skipped|duplicate dropped|duplicate suppressed|duplicate webhook ignored|duplicate webhook skipped|duplicate webhook detected|duplicate delivery ignored|duplicate event ignored|skipping duplicate|skipped duplicate|ignoring duplicate|dropping duplicate|duplicate found|deduplicated|dedup hit|dedupe hit|dedup|idempotency hit|idempotency key exists|idempotency key already exists|idempotent skip|idempotent replay|already processed|already handled|already done|already delivered|already seen|already received|already shipped|already claimed|already completed|already synced|already in progress|already running|already being processed|already locked|event already processed|webhook already processed|order already processed|delivery already processed|operation already processed|operation already done|operation already claimed|operation already completed|lock not acquired|could not acquire lock|failed to acquire lock|lock held|lock already held|lock busy|claim failed|claim lost|claim conflict|claim rejected|skipping|skipped|ignored|ignoring|skip|noop|no op"},
	{wordUnrelated, "duplicate key value|duplicate entry|duplicate detection|duplicate check|dedup check|duplicate key error|deduplication enabled|ignored topic|ignored event type|ignoring topic|ignoring event type|skipped topic|skipping topic|received sigterm|received signal|received sigint|received response"},
	{profile.EventEnqueued, "enqueued|job enqueued|enqueued job|enqueueing|enqueuing|enqueuing job|queued|job queued|queued job|job added|added job|job dispatched|dispatched job|dispatched|dispatching job|job pushed|pushed job|pushed to queue|added to queue|put on queue|sent to queue|queued for processing|webhook queued|webhook enqueued|event queued|event enqueued|order queued|order enqueued|message published|published message|published to queue|message sent to queue|job scheduled|scheduled job|task queued|queued task|task enqueued|task published|task sent|job created|created job|enqueued task|operation queued|operation enqueued"},
	{wordJobRun, "start"},
	{wordWorkerRun, "worker started|started worker|worker start"},
	{profile.EventStarted, "started|job started|started job|start job|job start|starting job|job picked up|picked up job|picked up|processing job|job processing|job active|job running|running job|executing job|job executing|job reserved|reserved job|job claimed|claimed job|task started|task received|task picked up|starting task|processing task|performing job|job performing|performing|job begin|run started|execution started|attempt started|message consumed|consumed message|consuming message"},
	{profile.EventWorkerUp, "worker started up|worker up|worker ready|worker online|worker booted|worker listening|worker boot|worker is ready|worker running|worker initialized|worker initialised|worker startup|queue worker started|worker process started"},
	{profile.EventCalled, "downstream call|calling downstream|downstream request|call downstream|calling|calling carrier|calling carrier api|calling fulfilment|calling fulfillment|calling api|calling shipping api|calling label api|calling shipment api|carrier call|carrier request|api call|api request|outgoing request|outbound request|outbound call|sending request|request sent|sending to carrier|sending to fulfilment|sending to fulfillment|sending to warehouse|sending to erp|sending to crm|sending order|sending shipment|submitting order|submitting shipment|creating shipment|creating label|creating invoice|creating parcel|creating shipping label|creating record|creating contact|creating fulfillment|creating fulfilment|requesting shipment|requesting label|booking shipment|booking label|generating label|generating invoice|posting to|posting shipment|forwarding to|forwarding order|pushing to erp|pushing to crm|shipment request|label request|charge request|capture request|refund request"},
	{wordCharged, "charge complete|charge completed|capture complete|capture completed|refund complete|refund completed"},
	{profile.EventResult, "downstream result|downstream response|downstream success|downstream succeeded|downstream ok|downstream done|downstream call succeeded|downstream call completed|downstream call ok|result|carrier response|carrier accepted|carrier result|api response|api result|api success|fulfilment response|fulfillment response|response from carrier|response from downstream|response received|shipment response|label response|shipment confirmed|shipment accepted|call succeeded|carrier call succeeded"},
	{profile.EventCallFailed, "downstream error|downstream failed|downstream failure|downstream timeout|downstream timed out|downstream call failed|downstream request failed|downstream unavailable|carrier error|carrier failed|carrier timeout|carrier call failed|carrier unavailable|carrier api error|carrier api failed|carrier api timeout|api error|api failed|api timeout|api call failed|label api failed|call failed|call timed out|call timeout|socket hang up|connection refused|connection reset|connection timed out|request timed out|request timeout|read timeout|timed out|timeout|upstream error|upstream timeout|upstream timed out|shipment failed|shipment error|shipment creation failed|label creation failed|invoice creation failed|failed to create shipment|failed to create label|failed to create invoice|could not create shipment|error creating shipment|error creating label|error creating invoice|fulfilment error|fulfillment error|fulfilment failed|fulfillment failed|failed to call"},
	{profile.EventDone, "done|job done|job completed|job complete|job finished|job succeeded|job success|job processed|completed job|finished job|task succeeded|task completed|task done|task finished|finished|processed|success|succeeded|webhook processed|webhook done|webhook handled|webhook completed|webhook finished|processed webhook|event processed|event handled|processed event|order processed|processed order|order synced|order done|delivery processed|operation done|operation completed|operation complete|operation succeeded|operation finished|processing completed|processing complete|processing finished|processing done|processing succeeded|finished processing|completed processing|done processing|performed|performed job|job performed|handled|webhook processed successfully|successfully processed|successfully processed webhook|run completed|execution completed|acked|message acked|acked message|message acknowledged|acknowledged message"},
	{profile.EventRequeued, "recovered|job recovered|recovered job|stalled|job stalled|stalled job|stalled job re queued|stalled job requeued|requeued|re queued|job requeued|job re queued|requeueing|requeuing|requeuing job|requeueing job|job retried|retrying|retrying job|retry scheduled|scheduled retry|scheduling retry|will retry|retry job|job retry|job will be retried|retry enqueued|job released|released job|released back to queue|job returned to queue|returned to queue|lease expired|visibility timeout expired|nacked|job nacked|message requeued|restoring unacked message|restoring unacked messages|restored unacked message|message redelivered|redelivering message|message restored|restored message|task requeued|requeued task|rejected and requeued|task retried|retry"},
	{wordFailed, "fail|failed|failure|error|handler error|handler failed|handler exception|webhook failed|webhook error|webhook handler error|webhook handler failed|webhook processing failed|webhook processing error|processing failed|processing error|failed to process|failed to process webhook|failed to process order|failed to handle webhook|error processing webhook|error processing order|error processing event|error handling webhook|unhandled exception|unhandled error|uncaught exception|internal error|internal server error|exception|job failed|job error|failed job|task failed|job exception|order failed|order sync failed|event failed|request failed|operation failed|fatal error"},
	{profile.EventEffectReplayed, "replayed|shipment replayed|label replayed|invoice replayed|returned existing shipment|returning existing shipment|existing shipment returned|existing shipment|shipment already exists|shipment exists|label already exists|invoice already exists|idempotent replay returned|returned existing|returning existing|replayed response|reused shipment"},
	{wordMade, "created|made|saved|booked|stored|inserted|issued"},
}

// madeThings and madeWords make up the rest of what was made: "shipment created", "created shipment".
const (
	madeThings = "shipment|label|shipping label|invoice|parcel|consignment|contact|crm record|record|ticket|payment|capture|refund|charge|fulfillment|fulfilment|tracking|tracking number|credit note|delivery note|dispatch note|picking list|effect"
	madeWords  = "written|created|made|booked|saved|generated|issued|stored|registered|purchased|bought|recorded|inserted"
	// keptWords of them tell of a tracking number that it was written down: a carrier made it, and the webhook may have told it.
	keptWords = "saved|stored|registered|recorded|inserted"
	// askedWords begin what a call is made for: "capturing payment".
	askedWords = "writing|creating|booking|issuing|generating|purchasing|buying|capturing|charging|refunding"
	// refusedWords say what became of such a call.
	refusedWords = "refused|declined"
	// doneWords are how receivers say that a request is a repeat, behind "already" or before it: "cart is completed already".
	doneWords = "processed|handled|shipped|claimed|done|completed|finished|fulfilled|paid|captured|refunded|granted|credited|charged|invoiced|recorded|applied|synced|imported|booked|registered|seen|delivered|issued|provisioned|activated"
)

// anywhereIn are the phrases, by their word, that count wherever in a text they stand.
const anywhereIn = "already in progress|duplicate webhook|duplicate delivery|duplicate ignored|duplicate event|skipping duplicate|ignoring duplicate|signature invalid|invalid signature|signature mismatch|signature verification failed|hmac mismatch|rate limit exceeded|too many requests|socket hang up|connection refused|connection reset|timed out|lock acquired|re queued|requeued|shipment created|label created|invoice created|webhook received|notification received|notify received|callback received|ipn received|postback received|hook received|request aborted"

var (
	phraseWords = wordsByPhrase()
	innerWords  = wordsAnywhere()
)

func wordsAnywhere() []string {
	words := strings.Split(anywhereIn, "|")
	for done := range strings.SplitSeq(doneWords, "|") {
		words = append(words, "already "+done, done+" already")
	}
	return words
}

func wordsByPhrase() map[string]word {
	words := map[string]word{}
	for _, p := range phrases {
		for text := range strings.SplitSeq(p.text, "|") {
			words[text] = p.word
		}
	}
	for thing := range strings.SplitSeq(madeThings, "|") {
		for made := range strings.SplitSeq(madeWords, "|") {
			w := wordMade
			if strings.HasPrefix(thing, "tracking") && strings.Contains(keptWords, made) {
				w = wordUnrelated
			}
			words[thing+" "+made] = w
			words[made+" "+thing] = w
		}
		for refused := range strings.SplitSeq(refusedWords, "|") {
			words[thing+" "+refused] = profile.EventCallFailed
		}
		for asked := range strings.SplitSeq(askedWords, "|") {
			words[asked+" "+thing] = profile.EventCalled
		}
	}
	for done := range strings.SplitSeq(doneWords, "|") {
		words["already "+done] = profile.EventDuplicate
		words[done+" already"] = profile.EventDuplicate
	}
	return words
}

// failedInsert tells that the line says that a row could not be written.
func failedInsert(phrase string) bool {
	return strings.HasPrefix(phrase, "insert into ") && strings.HasSuffix(phrase, " failed") || strings.HasPrefix(phrase, "failed to insert ") ||
		strings.HasPrefix(phrase, "insert failed") || strings.HasPrefix(phrase, "could not insert ") || strings.HasPrefix(phrase, "could not save ")
}

// wordOf says what a text tells, or wordNone. Where it is in doubt, it does not say: "not a duplicate" is none.
func wordOf(text string) word {
	const most = 200 // a longer text is a document, no phrase
	if len(text) > most {
		text = text[:most]
	}
	phrase := plainPhrase(withoutQuoted(text))
	if w, ok := phraseWords[phrase]; ok {
		return w
	}
	for i := strings.LastIndexByte(phrase, ' '); i > 0; i = strings.LastIndexByte(phrase[:i], ' ') {
		if !strings.Contains(phrase[:i], " ") {
			break // one word begins too many sentences
		}
		if w, ok := phraseWords[phrase[:i]]; ok {
			return w
		}
	}
	if strings.HasPrefix(phrase, "calling ") { // whomever
		return profile.EventCalled
	}
	if failedInsert(phrase) {
		return wordFailed
	}
	padded := " " + phrase + " "
	if strings.HasPrefix(phrase, "received ") && !strings.HasPrefix(phrase, "received message ") && strings.Contains(padded, " webhook ") { // Received order.updated webhook
		return profile.EventReceived
	}
	for _, verb := range []string{"enqueued ", "enqueueing ", "enqueuing ", "queued ", "queueing ", "queuing "} { // enqueued fulfil task for evt_…
		if strings.HasPrefix(phrase, verb) {
			return wordJobQueued
		}
	}
	if tellsTopic(text) {
		return wordIncoming
	}
	for _, no := range []string{" not ", " no ", " non ", " never ", " without ", " isn ", " wasn ", " cannot ", " if "} {
		if strings.Contains(padded, no) {
			return wordNone
		}
	}
	if strings.HasPrefix(phrase, "webhook ") && strings.HasSuffix(phrase, " received") && strings.Count(phrase, " ") <= 5 { // Webhook order.updated received
		return profile.EventReceived
	}
	for _, inner := range innerWords {
		if strings.Contains(padded, " "+inner+" ") {
			return phraseWords[inner]
		}
	}
	return wordNone
}

// tellsTopic tells "Received orders/paid" and its like: what came is named by its topic alone.
func tellsTopic(text string) bool {
	verb, topic, _ := strings.Cut(strings.TrimRight(text, " .:,"), " ")
	if !strings.EqualFold(verb, "received") {
		return false
	}
	marks := 0
	for i, c := range topic {
		switch {
		case c == '.' || c == '/':
			if marks++; i == 0 || i == len(topic)-1 {
				return false
			}
		case c != '_' && (c < 'a' || c > 'z'):
			return false
		}
	}
	return marks > 0
}

// withoutQuoted leaves out the texts of several words that a text quotes: they are somebody else's. One that it begins with is its own.
func withoutQuoted(text string) string {
	if !strings.ContainsAny(text, "\"'") {
		return text
	}
	var kept []byte
	var open openQuotes
	for i := 0; i < len(text); i++ {
		if n := 0; i > 0 && isBlank(text[i-1]) {
			if n = open.quoteLen([]byte(text[i:])); n > 0 && strings.Contains(text[i:i+n], " ") {
				i += n - 1
				continue
			}
		}
		kept = append(kept, text[i])
	}
	return string(kept)
}

// plainPhrase brings a text to the form of phrases: "jobEnqueued", "job_enqueued" and "Job enqueued: #17" are "job enqueued".
func plainPhrase(text string) string {
	var b strings.Builder
	var token []byte
	digit, lower := false, false
	flush := func() {
		if len(token) > 0 && !digit {
			if b.Len() > 0 {
				b.WriteByte(' ')
			}
			b.Write(token)
		}
		token, digit, lower = token[:0], false, false
	}
	for i := range len(text) {
		c := text[i]
		switch {
		case 'A' <= c && c <= 'Z':
			if lower {
				flush()
			}
			token = append(token, c|0x20)
		case 'a' <= c && c <= 'z':
			token, lower = append(token, c), true
		case '0' <= c && c <= '9':
			digit = true
			token = append(token, c)
		case c >= 0x80:
			token = append(token, c)
		default:
			flush()
		}
	}
	flush()
	return b.String()
}
