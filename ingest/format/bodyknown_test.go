package format

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/ingest/provider"
)

// onlyNames takes out of an observation what does not name anything.
func onlyNames(o profile.Observation) profile.Observation {
	return profile.Observation{
		Provider: o.Provider, Shop: o.Shop, Topic: o.Topic, ResourceType: o.ResourceType, ResourceID: o.ResourceID, WebhookID: o.WebhookID,
		DeliveryID: o.DeliveryID, EventID: o.EventID, ActID: o.ActID, Related: o.Related, RequestID: o.RequestID,
		OperationKey: o.OperationKey, DownstreamID: o.DownstreamID, Attempt: o.Attempt, Status: o.Status, APIVersion: o.APIVersion,
	}
}

const stripeEvent = `{"id":"evt_3QAbCdEfGhIjKl","object":"event","account":"acct_1032D82eZvKYlo2C","api_version":"2026-01-28","created":1796027207,` +
	`"data":{"object":{"id":"pi_3QAbCdEfGhIjKl","object":"payment_intent","latest_charge":"ch_3QAbCdEfGhIjKl","invoice":"in_1Q","status":"succeeded"}},` +
	`"livemode":true,"pending_webhooks":2,"request":{"id":"req_KyZn3cA5YqHf2w","idempotency_key":"k-1"},"type":"payment_intent.succeeded"}`

func TestKnownBodies(t *testing.T) {
	for _, tt := range []struct {
		name, raw string
		prov      *provider.Provider // by something else; nil: the body alone tells
		before    profile.Observation
		want      profile.Observation
	}{
		{
			name: "Stripe", raw: stripeEvent,
			want: profile.Observation{
				Provider: "stripe", Shop: "acct_1032D82eZvKYlo2C", Topic: "payment_intent.succeeded", ResourceType: "payment_intent",
				ResourceID: "pi_3QAbCdEfGhIjKl", EventID: "evt_3QAbCdEfGhIjKl", ActID: "req_KyZn3cA5YqHf2w",
				Related: "ch_3QAbCdEfGhIjKl in_1Q", Status: "succeeded", APIVersion: "2026-01-28",
			},
		},
		{
			name: "Stripe, a test, of an old version",
			raw:  `{"type":"charge.succeeded","request":"req_KyZn3cA5YqHf2w","object":"event","livemode":false,"id":"evt_3QAbCdEfGhIjKl","data":{"object":{"payment_intent":{"id":"pi_1"},"object":"charge","id":"ch_1"}}}`,
			want: profile.Observation{
				Provider: "stripe", Shop: "test mode", Topic: "charge.succeeded", ResourceType: "charge", ResourceID: "ch_1",
				EventID: "evt_3QAbCdEfGhIjKl", ActID: "req_KyZn3cA5YqHf2w",
			},
		},
		{
			name: "Stripe, a shop's order", raw: stripeEvent, prov: &provider.Stripe,
			before: profile.Observation{Provider: "stripe", ResourceType: "order", ResourceID: "18452", Shop: "live mode"},
			want: profile.Observation{
				Provider: "stripe", Shop: "acct_1032D82eZvKYlo2C", Topic: "payment_intent.succeeded", ResourceType: "order",
				ResourceID: "18452", EventID: "evt_3QAbCdEfGhIjKl", ActID: "req_KyZn3cA5YqHf2w",
				Related: "ch_3QAbCdEfGhIjKl in_1Q pi_3QAbCdEfGhIjKl", Status: "succeeded", APIVersion: "2026-01-28",
			},
		},
		{
			name: "Shopify", raw: `{"id":820982911946154500,"admin_graphql_api_id":"gid://shopify/Order/820982911946154508","updated_at":"x"}`,
			want: profile.Observation{Provider: "shopify", ResourceType: "order", ResourceID: "820982911946154508"},
		},
		{
			name: "Shopify, by its header", raw: `{"id":7,"order_id":8}`, prov: &provider.Shopify,
			before: profile.Observation{Provider: "shopify", Topic: "refunds/create"},
			want:   profile.Observation{Provider: "shopify", Topic: "refunds/create", ResourceType: "refund", ResourceID: "7"},
		},
		{
			name: "PayPal",
			raw: `{"id":"WH-58D329510W468432D-8HN650336L201105X","event_type":"PAYMENT.CAPTURE.COMPLETED","resource_type":"capture","resource_version":"2.0",` +
				`"resource":{"id":"42311647XV020574X","status":"COMPLETED","supplementary_data":{"related_ids":{"order_id":"1AB","authorization_id":"2CD"}}}}`,
			want: profile.Observation{
				Provider: "paypal", Topic: "PAYMENT.CAPTURE.COMPLETED", ResourceType: "capture", ResourceID: "42311647XV020574X",
				EventID: "WH-58D329510W468432D-8HN650336L201105X", Related: "1AB 2CD", Status: "COMPLETED", APIVersion: "2.0",
			},
		},
		{
			name: "PayPal, a sale", raw: `{"id":"WH-58D329510W468432D-8HN650336L201105X","event_type":"PAYMENT.SALE.COMPLETED","resource":{"id":"8","parent_payment":"PAY-9"}}`,
			prov: &provider.PayPal, before: profile.Observation{Provider: "paypal", DeliveryID: "t-1"},
			want: profile.Observation{
				Provider: "paypal", Topic: "PAYMENT.SALE.COMPLETED", ResourceType: "sale", ResourceID: "8", DeliveryID: "t-1",
				EventID: "WH-58D329510W468432D-8HN650336L201105X", Related: "PAY-9",
			},
		},
		{
			name: "Square", raw: `{"merchant_id":"ML8","type":"payment.updated","event_id":"e-1","data":{"type":"payment","id":"Kk","object":{"payment":{"id":"Kk","order_id":"CA"}}}}`,
			want: profile.Observation{
				Provider: "square", Shop: "ML8", Topic: "payment.updated", ResourceType: "payment", ResourceID: "Kk", EventID: "e-1", Related: "CA",
			},
		},
		{
			name: "Square, a sandbox", raw: `{"merchant_id":"ML8","type":"payment.updated","event_id":"e-1","data":{"type":"payment","id":"Kk"}}`,
			prov: &provider.Square, before: profile.Observation{Provider: "square", Shop: "test mode", Attempt: 3},
			want: profile.Observation{
				Provider: "square", Shop: "ML8 test mode", Topic: "payment.updated", ResourceType: "payment", ResourceID: "Kk", EventID: "e-1",
				Attempt: 3,
			},
		},
		{
			name: "Adyen",
			raw: `{"live":"true","notificationItems":[{"NotificationRequestItem":{"eventCode":"CAPTURE","success":"true","pspReference":"QFQT","originalReference":"8825",` +
				`"merchantAccountCode":"ShopEU","merchantReference":"18452","additionalData":{"hmacSignature":"x="}}}]}`,
			want: profile.Observation{
				Provider: "adyen", Shop: "ShopEU", Topic: "CAPTURE", ResourceID: "QFQT", EventID: "QFQT:CAPTURE:true", Related: "8825",
			},
		},
		{
			name: "Adyen, a test", raw: `{"notificationItems":[{"NotificationRequestItem":{"eventCode":"CAPTURE","success":false,"pspReference":"QFQT","merchantAccountCode":"ShopEU"}}],"live":"false"}`,
			want: profile.Observation{
				Provider: "adyen", Shop: "ShopEU test mode", Topic: "CAPTURE", ResourceID: "QFQT", EventID: "QFQT:CAPTURE:false",
			},
		},
		{
			name: "Adyen, two events in one", prov: &provider.Adyen, before: profile.Observation{Provider: "adyen"},
			raw:  `{"live":"true","notificationItems":[{"NotificationRequestItem":{"eventCode":"A","pspReference":"1"}},{"NotificationRequestItem":{"eventCode":"B","pspReference":"2"}}]}`,
			want: profile.Observation{Provider: "adyen", Shop: "live mode"},
		},
		{
			name: "Paddle",
			raw:  `{"event_id":"evt_01hv8wptq8987qeep44cyrewp9","event_type":"transaction.completed","notification_id":"ntf_01hv8wptvdr3ypq6q8y0vn3v9b","data":{"id":"txn_01hv","status":"completed","subscription_id":"sub_01hv"}}`,
			want: profile.Observation{
				Provider: "paddle", Topic: "transaction.completed", ResourceType: "transaction", ResourceID: "txn_01hv",
				DeliveryID: "ntf_01hv8wptvdr3ypq6q8y0vn3v9b", EventID: "evt_01hv8wptq8987qeep44cyrewp9", Related: "sub_01hv", Status: "completed",
			},
		},
		{
			name: "BigCommerce, by the scheme's headers", prov: &provider.StandardWebhooks, before: profile.Observation{Provider: "standard-webhooks", DeliveryID: "m1"},
			raw: `{"scope":"store/order/statusUpdated","store_id":"11111","data":{"type":"order","id":173331},"hash":"3f9e","producer":"stores/abcde"}`,
			want: profile.Observation{
				Provider: "bigcommerce", Shop: "stores/abcde", Topic: "store/order/statusUpdated", ResourceType: "order", ResourceID: "173331",
				EventID: "3f9e", DeliveryID: "m1",
			},
		},
		{
			name: "Shopware",
			raw:  `{"data":{"payload":[{"entity":"product","operation":"delete","primaryKey":"7b04","updatedFields":[]}],"event":"product.written"},"source":{"url":"http:\/\/x","appVersion":"0.0.1","shopId":"dgrH","eventId":"ebe4"},"timestamp":123123123}`,
			want: profile.Observation{
				Provider: "shopware", Shop: "dgrH", Topic: "product.written", ResourceType: "product", ResourceID: "7b04", EventID: "ebe4",
			},
		},
		{
			name: "Klarna", raw: `{"metadata":{"event_id":"e1","event_type":"payment.request.state-change.completed","webhook_id":"w1","live":true},"payload":{}}`,
			want: profile.Observation{Provider: "klarna", Shop: "live mode", Topic: "payment.request.state-change.completed", WebhookID: "w1", EventID: "e1"},
		},
		{
			name: "Mollie, next-gen", raw: `{"resource":"event","id":"event_GvJ8WHrp5isUdRub9CJyH","type":"payment-link.paid","entityId":"pl_qng5gbbv8NAZ5gpM5ZYgx"}`,
			want: profile.Observation{
				Provider: "mollie-next", Topic: "payment-link.paid", ResourceType: "payment-link", ResourceID: "pl_qng5gbbv8NAZ5gpM5ZYgx",
				EventID: "event_GvJ8WHrp5isUdRub9CJyH",
			},
		},
		{
			name: "Mollie, classic", raw: "id=tr_7UhSN1zuXS", prov: &provider.Mollie, before: profile.Observation{Provider: "mollie"},
			want: profile.Observation{Provider: "mollie", ResourceType: "payment", ResourceID: "tr_7UhSN1zuXS"},
		},
		{
			name: "Mollie, classic, by its form", raw: "id=tr_7UhSN1zuXS",
			want: profile.Observation{Provider: "mollie", ResourceType: "payment", ResourceID: "tr_7UhSN1zuXS"},
		},
		{name: "any form", raw: "id=17"},
		{name: "any form with more", raw: "id=tr_7UhSN1zuXS&token=x"},
		{
			name: "GitHub", raw: `{"action":"opened","pull_request":{"id":5,"state":"open"},"repository":{"id":6}}`, prov: &provider.GitHub,
			before: profile.Observation{Provider: "github", Topic: "pull_request"},
			want:   profile.Observation{Provider: "github", Topic: "pull_request", ResourceType: "pull_request", ResourceID: "5"},
		},
		{
			name: "Standard Webhooks", raw: `{"type":"invoice.paid","timestamp":"2026-11-30T08:26:47Z","data":{"id":"i1"}}`, prov: &provider.StandardWebhooks,
			before: profile.Observation{Provider: "standard-webhooks", DeliveryID: "m1"},
			want:   profile.Observation{Provider: "standard-webhooks", Topic: "invoice.paid", ResourceID: "i1", DeliveryID: "m1"},
		},
		{
			name: "Slack", raw: `{"token":"x","team_id":"T1","type":"event_callback","event_id":"Ev1","event":{"type":"app_mention"}}`,
			want: profile.Observation{Provider: "slack", Shop: "T1", Topic: "app_mention", EventID: "Ev1"},
		},
		{name: "nobody's", raw: `{"id":"evt_1","type":"x","data":{"object":{"id":"pi_1"}}}`, want: profile.Observation{Topic: "x"}},
		{name: "nobody's, cut", raw: stripeEvent[:200]},
		{name: "nobody's, twice", raw: strings.Replace(stripeEvent, `"type":`, `"id":"evt_2","type":`, 1)},
		{name: "wrong kinds", raw: `{"object":"event","id":["evt_3QAbCdEfGhIjKl"],"data":[]}`},
		{
			name: "wrong kinds below", raw: `{"object":"event","id":"evt_3QAbCdEfGhIjKl","data":{"object":"x"},"type":null,"livemode":1,"account":` + `"` + strings.Repeat("a", 200) + `"}`,
			want: profile.Observation{Provider: "stripe", EventID: "evt_3QAbCdEfGhIjKl"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := Batch{Marker: bodyMarker("one")}
			o := tt.before
			b.body(&o, []byte(tt.raw), tt.prov)
			if diff := cmp.Diff(tt.want, onlyNames(o)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// A provider whose bodies carry no state gives none: that of a Mollie payment would be the same all its life.
func TestStateless(t *testing.T) {
	for _, tt := range []struct {
		raw  string
		prov *provider.Provider
		want bool
	}{
		{`{"id":"tr_7UhSN1zuXS"}`, &provider.Mollie, false},
		{`{"id":1}`, &provider.WooCommerce, true},
		{`{"id":1}`, nil, true},
	} {
		b := Batch{Marker: bodyMarker("one")}
		var o profile.Observation
		b.body(&o, []byte(tt.raw), tt.prov)
		if got := o.State != (profile.Mark{}); got != tt.want || len(b.States) > 0 != tt.want {
			t.Errorf("%s: state %v, %d states, want %v", tt.raw, got, len(b.States), tt.want)
		}
	}
}

// What an endpoint asks for, and who still waits, is no other state of the payment.
func TestStripeStable(t *testing.T) {
	b := Batch{Marker: bodyMarker("one")}
	other := strings.NewReplacer(`"pending_webhooks":2`, `"pending_webhooks":0`, "2026-01-28", "2025-08-27").Replace(stripeEvent)
	for _, raw := range []string{stripeEvent, other, strings.Replace(other, "succeeded", "failed", 1)} {
		b.body(new(profile.Observation), []byte(raw), nil)
	}
	if len(b.States) != 3 || b.States[0].Mark == b.States[1].Mark || b.States[0].Stable != b.States[1].Stable || b.States[1].Stable == b.States[2].Stable {
		t.Errorf("got %d states: %+v", len(b.States), b.States)
	}
}
