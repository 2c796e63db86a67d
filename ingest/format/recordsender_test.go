package format

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// TestSenders reads lines of applications' logs that tell of other providers' events, with all of the event and with fields alone.
func TestSenders(t *testing.T) {
	whole := profile.Observation{
		Provider: "stripe", Shop: "acct_1032D82eZvKYlo2C", Topic: "payment_intent.succeeded", ResourceType: "payment_intent",
		ResourceID: "pi_3QAbCdEfGhIjKl", EventID: "evt_3QAbCdEfGhIjKl", ActID: "req_KyZn3cA5YqHf2w", Related: "ch_3QAbCdEfGhIjKl in_1Q",
		Status: "succeeded", APIVersion: "2026-01-28",
	}
	asked := whole
	asked.RequestID = "r-1"
	named := whole
	named.Status, named.APIVersion, named.Related = "", "", "ch_3QAbCdEfGhIjKl"
	for _, tt := range []struct {
		name, line string
		event      profile.Event
		want       profile.Observation
	}{
		{"Stripe, body as an object", `{"msg":"webhook received","reqId":"r-1","body":` + stripeEvent + `}`, profile.EventReceived, asked},
		{"Stripe, body as text", `{"msg":"webhook received","reqId":"r-1","payload":"` + strings.ReplaceAll(stripeEvent, `"`, `\"`) + `"}`, profile.EventReceived, asked},
		{"Stripe, body alone", `{"msg":"webhook received","payload":` + stripeEvent + `}`, profile.EventReceived, whole},
		{"Stripe, event as an object", `{"msg":"webhook received","reqId":"r-1","event":` + stripeEvent + `}`, profile.EventReceived, asked},
		{"Stripe, event alone", `{"msg":"webhook received","stripeEvent":` + stripeEvent + `}`, profile.EventReceived, whole},
		{
			"Stripe, event beside the work", `{"msg":"job started","job_id":7,"idempotency_key":"ship:1","event":` + stripeEvent + `}`, profile.EventStarted,
			func() profile.Observation { o := whole; o.OperationKey = "ship:1"; return o }(),
		},
		{
			"an event of a function", `{"msg":"webhook received","event":{"headers":{"x-wc-webhook-id":"3","x-wc-webhook-topic":"order.updated"},"body":"{\"id\":17}","isBase64Encoded":false}}`,
			profile.EventReceived,
			profile.Observation{Provider: "woocommerce", Topic: "order.updated", WebhookID: "3", ResourceID: "17"},
		},
		{
			"Stripe, fields",
			`{"msg":"webhook received","event_id":"evt_3QAbCdEfGhIjKl","type":"payment_intent.succeeded","payment_intent":"pi_3QAbCdEfGhIjKl","latest_charge":"ch_3QAbCdEfGhIjKl","livemode":true,"account":"acct_1032D82eZvKYlo2C","stripe_request_id":"req_KyZn3cA5YqHf2w"}`,
			profile.EventReceived, named,
		},
		{
			"Stripe, fields of a test",
			`{"msg":"webhook received","stripe_event_id":"evt_3QAbCdEfGhIjKl","event_type":"checkout.session.completed","object_id":"cs_test_a1","payment_intent":"pi_1","livemode":false,"account":"erika"}`,
			profile.EventReceived,
			profile.Observation{
				Provider: "stripe", Shop: "test mode", Topic: "checkout.session.completed", ResourceType: "checkout.session",
				ResourceID: "cs_test_a1", EventID: "evt_3QAbCdEfGhIjKl", Related: "pi_1",
			},
		},
		{
			"Stripe, a shop's order and a customer's words",
			`{"msg":"processing order","order_id":18452,"event_id":"evt_3QAbCdEfGhIjKl","type":"payment_intent.succeeded","payment_intent":"pi_1","invoice":"please","idempotency_key":"ship:18452"}`,
			profile.EventClaimed,
			profile.Observation{
				Provider: "stripe", Topic: "payment_intent.succeeded", ResourceType: "order", ResourceID: "18452", EventID: "evt_3QAbCdEfGhIjKl",
				Related: "pi_1", OperationKey: "ship:18452",
			},
		},
		{
			"Stripe, the event is the line",
			strings.Replace(stripeEvent, `{"id"`, `{"level":"info","message":"webhook received","id"`, 1), profile.EventReceived,
			profile.Observation{
				Provider: "stripe", Shop: "acct_1032D82eZvKYlo2C", Topic: "payment_intent.succeeded", ResourceType: "payment_intent",
				ResourceID: "pi_3QAbCdEfGhIjKl", EventID: "evt_3QAbCdEfGhIjKl", ActID: "req_KyZn3cA5YqHf2w", Related: "ch_3QAbCdEfGhIjKl",
				APIVersion: "2026-01-28",
			},
		},
		{
			"no provider's", `{"msg":"webhook received","event_id":"evt_1","type":"order.paid","livemode":true,"account":"acct_1"}`, profile.EventReceived,
			profile.Observation{Topic: "order.paid", EventID: "evt_1"},
		},
		{
			"an event of ECS", `{"message":"webhook received","event":{"action":"received","category":["web"],"kind":"event","dataset":"a-long-name-of-a-data-set"},"http":{"request":{"id":"r-1"}}}`,
			profile.EventReceived,
			profile.Observation{RequestID: "r-1"},
		},
		{
			"PayPal, fields",
			`{"msg":"webhook received","event_id":"WH-58D329510W468432D-8HN650336L201105X","event_type":"PAYMENT.CAPTURE.COMPLETED","transmission_id":"t-1","resource_id":"42","capture_id":"42","paypal_order_id":"5O"}`,
			profile.EventReceived,
			profile.Observation{
				Provider: "paypal", Topic: "PAYMENT.CAPTURE.COMPLETED", ResourceType: "capture", ResourceID: "42", DeliveryID: "t-1",
				EventID: "WH-58D329510W468432D-8HN650336L201105X", Related: "5O",
			},
		},
		{
			"PayPal, its event called a webhook's ID", `{"msg":"webhook received","webhook_id":"WH-58D329510W468432D-8HN650336L201105X"}`, profile.EventReceived,
			profile.Observation{Provider: "paypal", EventID: "WH-58D329510W468432D-8HN650336L201105X"},
		},
		{
			"PayPal, headers", `{"msg":"webhook received","headers":{"paypal-transmission-id":"t-1","paypal-transmission-sig":"s","user-agent":"PayPal/AUHD-214.0-1"}}`,
			profile.EventReceived,
			profile.Observation{Provider: "paypal", DeliveryID: "t-1"},
		},
		{
			"Adyen, fields", `{"msg":"notification received","pspReference":"QFQT","eventCode":"AUTHORISATION","success":true,"merchantAccountCode":"ShopEU","live":false}`,
			profile.EventReceived,
			profile.Observation{
				Provider: "adyen", Shop: "ShopEU test mode", Topic: "AUTHORISATION", ResourceID: "QFQT", EventID: "QFQT:AUTHORISATION:true",
			},
		},
		{
			"Shopify, fields", `{"msg":"webhook received","provider":"shopify","webhook_id":"b54557e4","topic":"orders/updated","admin_graphql_api_id":"gid://shopify/Order/820982911946154508","shop":"demo.myshopify.com"}`,
			profile.EventReceived,
			profile.Observation{
				Provider: "shopify", Shop: "demo.myshopify.com", Topic: "orders/updated", ResourceType: "order", ResourceID: "820982911946154508",
				DeliveryID: "b54557e4",
			},
		},
		{
			"Shopify, newer headers", `{"msg":"webhook received","headers":{"shopify-webhook-id":"b5","shopify-event-id":"98","shopify-topic":"orders/paid","shopify-shop-domain":"d","shopify-name":"main","shopify-api-version":"2026-01"}}`,
			profile.EventReceived,
			profile.Observation{Provider: "shopify", Shop: "d", Topic: "orders/paid", WebhookID: "main", DeliveryID: "b5", ActID: "98", APIVersion: "2026-01"},
		},
		{
			"GitHub", `{"msg":"webhook received","headers":{"x-github-delivery":"72d3162e","x-github-event":"issues","x-github-hook-id":"292430182"},"body":{"action":"opened","issue":{"id":73}}}`,
			profile.EventReceived,
			profile.Observation{Provider: "github", Topic: "issues", ResourceType: "issues", ResourceID: "73", WebhookID: "292430182", DeliveryID: "72d3162e"},
		},
		{
			"Square, a repeat", `{"msg":"webhook received","headers":{"square-retry-number":"2","square-environment":"Sandbox","user-agent":"Square Connect v2"},"event_id":"e-1","merchant_id":"ML8","type":"payment.updated"}`,
			profile.EventReceived,
			profile.Observation{Provider: "square", Shop: "ML8 test mode", Topic: "payment.updated", EventID: "e-1", Attempt: 3},
		},
		{
			"Shopware, the first attempt", `{"msg":"webhook received","headers":{"x-shopware-event-id":"eb","x-shopware-attempt":"0","sw-version":"6.7"}}`, profile.EventReceived,
			profile.Observation{Provider: "shopware", EventID: "eb", Attempt: 1, APIVersion: "6.7"},
		},
		{
			"Slack, a repeat by a field", `{"msg":"event received","provider":"slack","event_id":"Ev1","retry_num":1}`, profile.EventReceived,
			profile.Observation{Provider: "slack", EventID: "Ev1", Attempt: 2},
		},
		{
			"Standard Webhooks", `{"msg":"webhook received","headers":{"webhook-id":"m1","webhook-timestamp":"1","webhook-signature":"v1,x"},"body":{"type":"invoice.paid","data":{"id":"i1"}}}`,
			profile.EventReceived,
			profile.Observation{Provider: "standard-webhooks", Topic: "invoice.paid", ResourceID: "i1", DeliveryID: "m1"},
		},
		{
			"Svix, by its user agent", `{"msg":"webhook received","headers":{"webhook-id":"m1","webhook-signature":"v1,x","user-agent":"Svix-Webhooks/1.77.0"}}`, profile.EventReceived,
			profile.Observation{Provider: "svix", DeliveryID: "m1"},
		},
		{
			"BigCommerce, by its body", `{"msg":"webhook received","headers":{"webhook-id":"m1"},"body":{"scope":"store/order/updated","data":{"type":"order","id":17},"hash":"3f","producer":"stores/abcde"}}`,
			profile.EventReceived,
			profile.Observation{
				Provider: "bigcommerce", Shop: "stores/abcde", Topic: "store/order/updated", ResourceType: "order", ResourceID: "17", DeliveryID: "m1",
				EventID: "3f",
			},
		},
		{
			"a signature of anybody's", `{"msg":"webhook received","webhook_signature":"x","webhook_id":3,"delivery_id":"d"}`, profile.EventReceived,
			profile.Observation{WebhookID: "3", DeliveryID: "d"},
		},
		{
			"a scheme's headers before a sender's own", `{"msg":"webhook received","headers":{"webhook-id":"m1","x-wc-webhook-id":"3","x-wc-webhook-topic":"order.updated"}}`, profile.EventReceived,
			profile.Observation{Provider: "woocommerce", Topic: "order.updated", WebhookID: "3", DeliveryID: "m1"},
		},
		{
			"Mollie, classic", `{"msg":"webhook received","body":"id=tr_7UhSN1zuXS"}`, profile.EventReceived,
			profile.Observation{Provider: "mollie", ResourceType: "payment", ResourceID: "tr_7UhSN1zuXS"},
		},
		{
			"Paddle, fields", `{"msg":"webhook received","notification_id":"ntf_01hv8wptvdr3ypq6q8y0vn3v9b","event_type":"transaction.completed","resource_id":"txn_01"}`, profile.EventReceived,
			profile.Observation{
				Provider: "paddle", Topic: "transaction.completed", ResourceType: "transaction", ResourceID: "txn_01",
				DeliveryID: "ntf_01hv8wptvdr3ypq6q8y0vn3v9b",
			},
		},
		{
			"a notification of anybody's", `{"msg":"webhook received","notification_id":"17","delivery_id":"d"}`, profile.EventReceived,
			profile.Observation{DeliveryID: "d"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := readSample(t, jsonLinesReader{maxDepth: 200}, []byte(tt.line+"\n"), 1<<20)
			if len(b.Observations) != 1 {
				t.Fatalf("%d observations, problems %+v", len(b.Observations), b.Problems)
			}
			o := b.Observations[0]
			if o.Event != tt.event {
				t.Errorf("got event %s, want %s", o.Event, tt.event)
			}
			if diff := cmp.Diff(tt.want, onlyNames(o)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
