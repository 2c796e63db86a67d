package format

import (
	"strings"
	"time"

	"github.com/webhookctl/webhookctl/ingest/provider"
)

// field is what a key of a record means.
type field uint8

const (
	fieldNone field = iota
	fieldTime
	fieldEvent
	fieldMessage
	fieldError
	fieldTopic
	fieldWebhookID
	fieldDeliveryID
	fieldEventID
	fieldActID
	fieldRelated      // several
	fieldNotification // the delivery's ID, of providers that call it so
	fieldRequestID
	fieldOperationKey
	fieldJobID
	fieldDownstreamID
	fieldResourceID
	fieldOrderID   // a resource that says its type
	fieldProductID //
	fieldResourceType
	fieldShop
	fieldAccount  // the provider's, or a person's
	fieldLivemode // of providers that have modes
	fieldSuccess  // of the event, where its identity has it
	fieldProvider
	fieldAPIVersion
	fieldWorker
	fieldProcess
	fieldInstance
	fieldName // a logger's, or a person's
	fieldHostname
	fieldController // Rails
	fieldConnection
	fieldAttempt
	fieldRetries     // attempts after the first
	fieldDeliveryTag // a broker's number for what it handed out, which it takes back by
	fieldRedelivered // by a broker
	fieldSignatureValid
	fieldBodyHash
	fieldBodySize
	fieldCode         // of the HTTP answer, by a name that says so
	fieldResponseCode // the same, in a group that is the answer
	fieldStatus       // a code or a state
	fieldOrderStatus
	fieldTook
	fieldMethod
	fieldURL
	fieldQuery
	fieldDedupBy
	fieldCreated
	fieldReplayed
	fieldDuplicate
	fieldUserAgent
	fieldContentType
	fieldContentEncoding
	fieldContentLength
	fieldHeaderRequestID
	fieldID     // says nothing by itself
	fieldObject // Stripe's "object": "event"
	fieldLevel
	fieldUpstreamStatus // nginx
	fieldUpstreamTime   //
	fieldRequestLine    //
	fieldEndTime        //
	fieldHost           //
	fieldBody
	fieldErrorCode // HTTP status of the answer that an error tells of
	fieldVia       // what set the work going
	fieldNewStatus
	numFields
)

// place is where in a record a key stands.
type place uint8

const (
	placeTop      place = iota // the record itself, or a group that only wraps: "context", "meta"
	placeOther                 // any other group: only names that mean one thing wherever they stand
	placeRequest               // what arrived
	placeResponse              // what was answered
	placeHeaders               // of what arrived
	placeError                 //
	placeCount
	placeSkip // nothing in it is looked at
)

// meaning is what a name means in one place. A lower rank is the better name; 0 is the best.
type meaning struct {
	field field
	rank  uint8
	unit  time.Duration // of a duration, where the name says it
	name  string        // normalised
}

const (
	anywhere  = 1<<placeTop | 1<<placeOther | 1<<placeRequest
	onTop     = 1 << placeTop
	inRequest = 1 << placeRequest
	inAnswer  = 1 << placeResponse
	inHeaders = 1 << placeHeaders
	inError   = 1 << placeError
)

// fieldNames is the survey of names that real receivers use (PHP, Node, Python, Ruby, Go, Java), the best name of each field
// first; the lists of one field go on with the rank of the list before. Compared without case and without _ - . and blank, so delivery_id is also deliveryId and "Delivery ID"; a group and
// a key in it are also looked up as one name, so {"job":{"id":7}} is job_id.
var fieldNames = []struct {
	field  field
	places int
	unit   time.Duration
	names  string
}{
	{fieldDeliveryID, anywhere, 0, "delivery_id webhook_delivery_id delivery_guid wc_delivery_id wc_delivery webhook_delivery delivery_uuid msg_id external_event_id transmission_id svix_id"},
	{fieldDeliveryID, onTop, 0, "delivery"},
	{fieldWebhookID, anywhere, 0, "webhook_id webhook_endpoint_id endpoint_id hook_id wc_webhook wc_id"},
	{fieldWebhookID, onTop, 0, "subscription_id webhook hook"}, // the last two only of a number
	{fieldEventID, anywhere, 0, "event_id stripe_event_id provider_event_id webhook_event_id event_uuid"},
	{fieldActID, anywhere, 0, "stripe_request_id act_id"},
	{fieldRelated, anywhere, 0, "payment_intent payment_intent_id stripe_payment_intent stripe_payment_intent_id latest_charge setup_intent setup_intent_id checkout_session checkout_session_id stripe_session_id stripe_invoice_id stripe_subscription_id stripe_charge_id capture_id authorization_id paypal_order_id parent_payment original_reference"},
	{fieldRelated, onTop, 0, "charge invoice subscription"},
	{fieldNotification, anywhere, 0, "notification_id"},
	{fieldTopic, anywhere, 0, "topic webhook_topic event_type wc_topic event_name webhook_event_type webhook_event provider_event_type notification_type event_code"},
	{fieldTopic, onTop, 0, "type"},
	{fieldRequestID, anywhere, 0, "request_id req_id request_uuid http.request.id http_request_id lambda_request_id aws_request_id"},
	{fieldRequestID, inRequest, 0, "id"},
	{fieldRequestID, anywhere, 0, "unique_id correlation_id correlation rid ray_id cf_ray trace_id dd.trace_id trace"},
	{fieldHeaderRequestID, inHeaders, 0, "request_id correlation_id amzn_request_id amzn_trace_id cf_ray"},
	{fieldOperationKey, anywhere, 0, "operation_key op_key operation_id idempotency_key idempotence_key dedup_key dedupe_key deduplication_key idem_key lock_key claim_key"},
	{fieldOperationKey, onTop, 0, "operation"},
	{fieldJobID, anywhere, 0, "job_id jid job_uuid queue_job_id task_id celery_task_id workflow_id run_id execution_id"},
	{fieldJobID, onTop, 0, "job"},
	{fieldDownstreamID, anywhere, 0, "downstream_id shipment_id shipment_no shipment_number tracking_number tracking_no tracking_id tracking_code track_id awb_number awb consignment_id parcel_id label_id fulfillment_id fulfilment_id invoice_id invoice_number crm_id crm_record_id contact_id ticket_id credit_note_id external_record_id remote_id"},
	{fieldDownstreamID, onTop, 0, "shipment tracking payment_id charge_id refund_id transaction_id"},
	{fieldOrderID, anywhere, 0, "order_id wc_order_id woo_order_id woocommerce_order_id shop_order_id"},
	{fieldOrderID, onTop, 0, "order order_number order_code order_ref order_reference"},
	{fieldProductID, anywhere, 0, "product_id"},
	{fieldResourceID, anywhere, 0, "resource_id webhook_resource_id entity_id object_id psp_reference admin_graphql_api_id"},
	{fieldResourceType, anywhere, 0, "resource_type entity_type webhook_resource resource_name"},
	{fieldResourceType, onTop, 0, "resource"},
	{fieldShop, anywhere, 0, "webhook_source shop_url store_url site_url shop_domain wc_source"},
	{fieldShop, onTop, 0, "shop"},
	{fieldShop, inHeaders, 0, "saleor_domain shop_domain store_domain"},
	{fieldAccount, anywhere, 0, "stripe_account stripe_account_id connected_account connected_account_id merchant_account_code merchant_account merchant_id store_hash producer"},
	{fieldAccount, onTop, 0, "account account_id"},
	{fieldLivemode, anywhere, 0, "livemode live_mode"},
	{fieldLivemode, onTop, 0, "live"},
	{fieldSuccess, onTop, 0, "success"},
	{fieldProvider, anywhere, 0, "webhook_provider provider"},
	{fieldProvider, onTop, 0, "platform integration gateway source"},
	{fieldAPIVersion, anywhere, 0, "api_version"},
	{fieldWorker, anywhere, 0, "worker_id worker worker_name consumer_id consumer"},
	{fieldWorker, onTop, 0, "thread thread_name thread_id tid"},
	{fieldProcess, onTop, 0, "pid process_id process.pid"},
	{fieldName, onTop, 0, "name"},
	{fieldHostname, onTop, 0, "hostname"},
	{fieldController, onTop, 0, "controller"},
	{fieldInstance, onTop, 0, "service service_name app app_name host.hostname instance instance_id logger logger_name channel pod pod_name container dyno"},
	{fieldConnection, anywhere, 0, "remote_port client_port"},
	{fieldAttempt, anywhere, 0, "attempt attempt_number attempt_no attempt_count attempts receive_count approximate_receive_count"},
	{fieldAttempt, onTop, 0, "tries"},
	{fieldRedelivered, onTop, 0, "redelivered is_redelivered"},
	{fieldDeliveryTag, onTop, 0, "delivery_tag receipt_handle ack_id"},
	{fieldRetries, anywhere, 0, "retry_count retries retry_attempts retry_number retry_num"},
	{fieldSignatureValid, anywhere, 0, "signature_valid valid_signature signature_ok signature_verified is_signature_valid hmac_valid sig_valid hmac_ok"},
	{fieldBodyHash, anywhere, 0, "payload_sha256 body_sha256 raw_body_sha256 payload_hash body_hash payload_digest body_digest raw_sha256"},
	{fieldBodyHash, onTop, 0, "sha256"},
	{fieldBodySize, anywhere, 0, "body_size payload_size payload_bytes body_bytes raw_body_size body_length payload_length"},
	{fieldBodySize, onTop, 0, "bytes"},
	{fieldCode, anywhere, 0, "status_code http_status http_status_code response_status response_code response_status_code http_code downstream_status origin_status response.status_code http.response.status_code edge_response_status"},
	{fieldResponseCode, inAnswer, 0, "status_code status code"},
	{fieldStatus, onTop, 0, "status state"},
	{fieldOrderStatus, anywhere, 0, "order_status resource_status order_state new_status"},
	{fieldTook, anywhere, time.Millisecond, "duration_ms response_time elapsed_ms latency_ms processing_time_ms took_ms response_time_ms response_duration_ms duration_millis origin_response_duration_ms response_latency execution_time_ms"},
	{fieldTook, anywhere, time.Second, "request_time duration_seconds duration_sec duration_s elapsed_seconds elapsed_s"},
	{fieldTook, anywhere, time.Microsecond, "duration_us latency_us elapsed_us duration_micros"},
	{fieldTook, anywhere, time.Nanosecond, "duration_ns latency_ns elapsed_ns event.duration"},
	{fieldTook, onTop, 0, "latency_human duration elapsed latency took"},
	{fieldTook, onTop, time.Millisecond, "Tt Ta"}, // HAProxy
	{fieldMethod, onTop | inRequest, 0, "method request_method http.request.method http_method verb request.method client_request_method"},
	{fieldURL, onTop, 0, "url request_uri request_url request_path original_url uri path url.path url.original http.path http_url delivery_url client_request_uri client_request_path resource_path"},
	{fieldURL, inRequest, 0, "url original_url request_uri uri path url.path"},
	{fieldQuery, onTop, 0, "query query_string"},
	{fieldDedupBy, anywhere, 0, "dedup_by dedupe_by deduplicated_by duplicate_by matched_by matched_on"},
	{fieldCreated, anywhere, 0, "created is_created"},
	{fieldReplayed, anywhere, 0, "replayed idempotent_replayed idempotent_replay is_replay"},
	{fieldDuplicate, anywhere, 0, "duplicate is_duplicate deduplicated already_processed"},
	{fieldTime, onTop, 0, "start_utc @timestamp timestamp time ts datetime @t time_iso8601 date asctime logged_at event_time edge_start_timestamp received_at created_at time_local request_time_epoch time.repr"},
	{fieldEndTime, onTop, 0, "msec time_msec"},
	{fieldEvent, onTop, 0, "event step stage phase event.action action"},
	{fieldMessage, onTop, 0, "msg message @m @message @mt text"},
	{fieldError, onTop | 1<<placeOther, 0, "err error exception error_message reason"},
	{fieldError, inError, 0, "message msg code type class name"},
	{fieldErrorCode, inError, 0, "status_code http_status http_status_code"},
	{fieldUserAgent, onTop | inHeaders | inRequest, 0, "user_agent ua agent user_agent.original client_request_user_agent"},
	{fieldNewStatus, onTop, 0, "to to_status status_to new_state"},
	{fieldVia, onTop, 0, "trigger triggered_by trigger_type invoked_by initiator initiated_by started_by origin via"},
	{fieldContentType, inHeaders | onTop, 0, "content_type"},
	{fieldContentLength, inHeaders, 0, "content_length"},
	{fieldContentEncoding, inHeaders, 0, "content_encoding"},
	{fieldOperationKey, inHeaders, 0, "idempotency_key"},
	{fieldLevel, onTop, 0, "level log.level level_name severity @l"},
	{fieldID, onTop, 0, "id"},
	{fieldObject, onTop, 0, "object"},
	{fieldUpstreamStatus, onTop, 0, "upstream_status"},
	{fieldUpstreamTime, onTop, 0, "upstream_response_time urt"},
	{fieldRequestLine, onTop, 0, "request request_line"},
	{fieldHost, onTop, 0, "http_host request_host server_name client_request_host context.host"},
	{fieldHost, inRequest | inHeaders, 0, "host"},
	{fieldHost, onTop, 0, "host"}, // or the machine's
	{fieldBody, anywhere, 0, "raw_body request_body raw_payload payload_raw payload webhook_payload webhook_body request_payload payload_json body event_data parsed_body"},
}

// groupNames says what a group is, by its name. A group that is not listed is placeOther.
var groupNames = []struct {
	place place
	names string
}{
	{placeTop, "context extra meta metadata ctx fields @fields data attributes properties context_map mdc json_payload log_context details http params_logged payload_context record"},
	{placeRequest, "req request incoming_request http_request request_info"},
	{placeResponse, "res response resp reply http_response"},
	{placeHeaders, "headers header request_headers req_headers raw_headers http_headers"},
	{placeError, "err error exception"},
	// What is here is either an answer's, a person's, or would be mistaken for the record's own.
	{placeSkip, "res_headers resp_headers response_headers response_body query params parameters cookies session user customer billing shipping tls source caller stack stack_trace env config process_env geo args raw_response elapsed"},
}

var (
	names       = meaningsByPlace()
	groupPlaces = placesOfGroups()
	headerNames = headersByName(true)
	// ownHeaderNames are those that a key needs not stand among headers to be: a webhook_signature may be anybody's.
	ownHeaderNames = headersByName(false)
)

func meaningsByPlace() (byPlace [placeCount]map[string]*meaning) {
	for p := range byPlace {
		byPlace[p] = map[string]*meaning{}
	}
	var ranks [numFields]uint8
	for _, f := range fieldNames {
		for _, name := range strings.Fields(f.names) {
			for p := range byPlace {
				if f.places&(1<<p) != 0 {
					byPlace[p][normal(name)] = &meaning{f.field, ranks[f.field], f.unit, normal(name)}
				}
			}
			ranks[f.field]++
		}
	}
	return byPlace
}

func placesOfGroups() map[string]place {
	places := map[string]place{}
	for _, g := range groupNames {
		for _, name := range strings.Fields(g.names) {
			places[normal(name)] = g.place
		}
	}
	return places
}

// bodyMembers are the names, normalised, of lists that only one provider's body has: Adyen's notificationItems. Applications log them
// among their own fields as well.
var bodyMembers = func() map[string]bool {
	members := map[string]bool{}
	for _, p := range provider.All {
		for _, sign := range p.Signs {
			if name, _, list := strings.Cut(sign.Path, "[]."); list && !strings.Contains(name, ".") {
				members[normal(name)] = true
			}
		}
	}
	return members
}()

func normal(name string) string { return string(normalName(nil, []byte(name))) }

// maxName is the longest normalised name that means something, and some.
const maxName = 48

// normalName appends a key in lower case, without _ - . and blank, and without a leading x: X-WC-Webhook-ID and wc_webhook_id
// are both "wcwebhookid". A longer name than any that means something comes out empty.
func normalName(dst, key []byte) []byte {
	if len(key) > 2 && key[0]|0x20 == 'x' && (key[1] == '-' || key[1] == '_') {
		key = key[2:]
	}
	if len(key) > maxName {
		return dst
	}
	for _, c := range key {
		switch {
		case c == '_' || c == '-' || c == '.' || c == ' ':
		case 'A' <= c && c <= 'Z':
			dst = append(dst, c|0x20)
		default:
			dst = append(dst, c)
		}
	}
	return dst
}

// headerPart returns what follows the prefix with which a key says by itself that it is a request's header: HTTP_ or http_,
// as CGI and nginx write it, and Traefik's request_ before a capital. Otherwise nil.
func headerPart(key []byte) []byte {
	switch {
	case len(key) > 5 && (string(key[:5]) == "http_" || string(key[:5]) == "HTTP_"):
		return key[5:]
	case len(key) > 8 && string(key[:8]) == "request_" && 'A' <= key[8] && key[8] <= 'Z':
		return key[8:]
	}
	return nil
}
