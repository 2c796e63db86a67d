package format

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNamesOfFields(t *testing.T) {
	tests := []struct{ name, line, want string }{
		// One meaning, many spellings.
		{"snake", `{"delivery_id":"d1"}`, "noted DeliveryID=d1"},
		{"camel", `{"deliveryId":"d1"}`, "noted DeliveryID=d1"},
		{"Pascal", `{"DeliveryId":"d1"}`, "noted DeliveryID=d1"},
		{"with blanks and dots", `{"Delivery ID":"d1","job.id":3}`, "noted DeliveryID=d1 JobID=3"},
		{"header", `{"x-wc-webhook-delivery-id":"d1"}`, "noted Provider=woocommerce DeliveryID=d1"},
		{"CGI", `{"HTTP_X_WC_WEBHOOK_ID":"7"}`, "noted Provider=woocommerce WebhookID=7"},
		{"nginx", `{"http_x_wc_webhook_id":"7"}`, "noted Provider=woocommerce WebhookID=7"},
		{"nginx, shortened", `{"wc_webhook_id":"7","wc_topic":"order.updated"}`, "noted Provider=woocommerce Topic=order.updated WebhookID=7"},
		{"Traefik", `{"request_X-Wc-Webhook-Id":"7","request_X-Request-Id":"r1"}`, "noted Provider=woocommerce WebhookID=7 RequestID=r1"},
		{"not Traefik", `{"request_id":"r1"}`, "noted RequestID=r1"},
		{"array of one", `{"delivery_id":["d1"]}`, "noted DeliveryID=d1"},
		{"array of several things", `{"deliveries":[{"delivery_id":"d1"},{"delivery_id":"d2"}],"job_id":1}`, "noted JobID=1"},
		{"escapes", `{"deliver\u0079_id":"d\u00311"}`, "noted DeliveryID=d11"},
		{"number", `{"webhook_id":7}`, "noted WebhookID=7"},
		{"number that is no identifier", `{"webhook_id":7.5,"job_id":1}`, "noted JobID=1"},

		// Groups.
		{"group and key", `{"webhook":{"id":7,"topic":"order.updated"},"job":{"id":"j1"},"shipment":{"id":"S1"}}`, "noted Topic=order.updated WebhookID=7 JobID=j1 DownstreamID=S1"},
		{"group of its own names", `{"webhook":{"webhook_id":7,"delivery_id":"d1","topic":"t","source":"http://shop.example/"}}`, "noted Shop=http://shop.example/ Topic=t WebhookID=7 DeliveryID=d1"},
		{"wrapped", `{"context":{"extra":{"deliveryId":"d1"}}}`, "noted DeliveryID=d1"},
		{"id of something else", `{"customer":{"id":5},"user":{"id":6},"thing":{"id":7},"job_id":1}`, "noted JobID=1"},
		{"a name of one meaning in any group", `{"thing":{"more":{"idempotency_key":"k"}}}`, "noted OperationKey=k"},
		{"a name of many meanings in a group", `{"thing":{"status":"paid","name":"x","time":1796027186194},"order_id":1}`, "noted ResourceType=order ResourceID=1"},
		{"ECS", `{"http":{"request":{"id":"r1","method":"POST"},"response":{"status_code":202}},"url":{"path":"/w"},"event":{"duration":3000000},"message":"x"}`, "responded Took=3ms Ends=true RequestID=r1 URL=/w Method=POST Code=202"},
		{"ECS, dotted", `{"http.request.id":"r1","http.request.method":"POST","http.response.status_code":202,"url.path":"/w","process.pid":3}`, "proxied Ends=true RequestID=r1 Process=3 URL=/w Method=POST Code=202"},

		// Headers.
		{"headers", `{"headers":{"X-WC-Webhook-ID":"7"}}`, "noted Provider=woocommerce WebhookID=7"},
		{"headers in arrays", `{"request":{"headers":{"X-Wc-Webhook-Id":["7","8"]}}}`, "noted Provider=woocommerce WebhookID=7"},
		{"headers as objects of a list", `{"headers":[{"name":"X-WC-Webhook-ID","value":"7"},{"value":"d1","key":"x-wc-webhook-delivery-id"}]}`, "noted Provider=woocommerce WebhookID=7 DeliveryID=d1"},
		{"headers as pairs", `{"headers":[["X-WC-Webhook-ID","7"],["X-WC-Webhook-Delivery-ID","d1"]]}`, "noted Provider=woocommerce WebhookID=7 DeliveryID=d1"},
		{"Node's raw headers", `{"rawHeaders":["Host","h","X-WC-Webhook-ID","7"]}`, "noted Provider=woocommerce WebhookID=7"},
		{"headers as a text", `{"headers":"{\"x-wc-webhook-id\":\"7\"}"}`, "noted Provider=woocommerce WebhookID=7"},
		{"headers of the answer", `{"res":{"headers":{"x-wc-webhook-id":"7","x-request-id":"no"}},"resp_headers":{"X-Request-Id":["no"]},"job_id":1}`, "noted JobID=1"},
		{"a header that was struck out", `{"headers":{"x-wc-webhook-id":"7","x-wc-webhook-signature":"[Redacted]"}}`, "noted Provider=woocommerce WebhookID=7"},
		{"what arrived counts before what is said of it", `{"webhook_id":8,"headers":{"x-wc-webhook-id":"7"}}`, "noted Provider=woocommerce WebhookID=7"},

		// Rank.
		{"the better name wins, whatever comes first", `{"delivery":"d2","delivery_id":"d1"}`, "noted DeliveryID=d1"},
		{"operation key before idempotency key", `{"idempotency_key":"b","operation_key":"a"}`, "noted OperationKey=a"},
		{"shipment ID before transaction ID", `{"transaction_id":"t","shipment_id":"S1"}`, "noted DownstreamID=S1"},
		{"a blank better name does not win", `{"delivery_id":"","delivery":"d2","webhook_id":null,"hook_id":7}`, "noted WebhookID=7 DeliveryID=d2"},
		{"undefined", `{"delivery_id":"undefined","job_id":1}`, "noted JobID=1"},
		{"an ID called after what was made", `{"msg":"pick created","pick_id":"P-1","request_id":"r-12345678"}`, "effect RequestID=r-12345678 DownstreamID=P-1"},
		{"the same in two words", `{"msg":"delivery note created","delivery_note_id":"N-1","request_id":"r-12345678","job_id":4}`, "result RequestID=r-12345678 JobID=4 DownstreamID=N-1"},
		{"an ID of something else", `{"msg":"pick created","zone_id":"Z-1","request_id":"r-12345678"}`, "noted RequestID=r-12345678"},
		{"a payment that is only spoken of", `{"event":"downstream_call","job_id":4,"charge_id":"ch_3QAbCdEfGhIjKl"}`, "called Related=ch_3QAbCdEfGhIjKl JobID=4"},
		{"what set the work going", `{"event":"downstream_call","job_id":4,"trigger":"cron"}`, "called JobID=4 Via=cron"},
		{"a name is no trigger", `{"event":"downstream_call","job_id":4,"triggered_by":"Erika Musterfrau"}`, "called JobID=4"},
		{"a browser", `{"event":"started","request_id":"r-12345678","method":"POST","path":"/pay","user_agent":"Mozilla/5.0 (X11; Linux)"}`, "started RequestID=r-12345678 URL=/pay Method=POST Via=a browser"},
		{"a registration that was switched off", `{"msg":"webhook status changed","webhook_id":31,"from":"active","to":"disabled"}`, "registration WebhookID=31 RowStatus=disabled"},
		{"a sender's own line", `{"msg":"webhook sent","delivery_id":"d1","url":"https://h.example.test/x","status":200}`, "delivery Ends=true DeliveryID=d1 URL=https://h.example.test/x Code=200"},
		{"a change that was not queued", `{"msg":"webhook action not scheduled: in progress","webhook_id":6,"order_id":7}`, "action_ignored ResourceType=order ResourceID=7 WebhookID=6"},
		{"instance", `{"hostname":"h","name":"n","logger":"l","level":30,"job_id":1}`, "noted JobID=1 Instance=n on h"},
		{"pino without a host", `{"name":"n","level":30,"pid":3,"job_id":1}`, "noted JobID=1 Process=3 Instance=n"},
		{"the name of a level in words is anybody's", `{"hostname":"h","name":"n","level":"info","pid":3,"job_id":1}`, "noted JobID=1 Process=3 Instance=h"},
		{"a level alone makes no pino", `{"name":"n","level":30,"job_id":1}`, "noted JobID=1"},
		{"logger before host", `{"hostname":"h","logger":"l","job_id":1}`, "noted JobID=1 Instance=l"},
		{"a person's name", `{"name":"Erika Mustermann","level":"info","job_id":1}`, "noted JobID=1"},
		{"a name without a logger may be a person's", `{"name":"n","job_id":1}`, "noted JobID=1"},
		{"pino's counter gives way to the proxy's ID", `{"req":{"id":1,"headers":{"x-request-id":"r1"}}}`, "noted RequestID=r1"},
		{"an ID of the application does not", `{"req":{"id":"own","headers":{"x-request-id":"r1"}}}`, "noted RequestID=own"},
		{"request before trace", `{"trace_id":"t","reqId":"r"}`, "noted RequestID=r"},

		// Context.
		{"status is a code", `{"status":202,"delivery_id":"d1"}`, "noted DeliveryID=d1 Code=202"},
		{"status is the order's", `{"status":"processing","order_id":1}`, "noted ResourceType=order ResourceID=1 Status=processing"},
		{"status is the job's", `{"status":"active","order_id":1,"job_id":2}`, "noted ResourceType=order ResourceID=1 JobID=2"},
		{"order_status is the order's beside a job", `{"order_status":"processing","order_id":1,"job_id":2}`, "noted ResourceType=order ResourceID=1 JobID=2 Status=processing"},
		{"event is a topic", `{"event":"order.updated","delivery_id":"d1"}`, "noted Topic=order.updated DeliveryID=d1"},
		{"event is a step", `{"event":"claimed","delivery_id":"d1"}`, "claimed DeliveryID=d1"},
		{"event is neither", `{"event":"something odd","delivery_id":"d1"}`, "noted DeliveryID=d1"},
		{"type is a topic only if it looks like one", `{"type":"info","delivery_id":"d1"}`, "noted DeliveryID=d1"},
		{"Stripe's event", `{"id":"evt_1","object":"event","type":"invoice.paid"}`, "noted Topic=invoice.paid EventID=evt_1"},
		{"Stripe's event as an order", `{"orderId":"evt_1","msg":"webhook received"}`, "received EventID=evt_1"},
		{"id says nothing", `{"id":5,"level":30}`, ""},
		{"an error's stack is not searched", `{"err":{"stack":"delivery_id","context":{"delivery_id":"no"}},"job_id":1}`, "noted JobID=1"},
		{"an e-mail address is not kept", `{"idempotency_key":"order-a@b.example-1"}`, "noted OperationKey=~6b65793a6f726465722d6140622e6578"},
		{"hash", `{"payload_sha256":"91B6272ff03c9af55011ff9b75f901d9afefeafba1520f96d2362900c0dd4a32","job_id":1}`, "noted JobID=1 Body=91b6272ff03c9af55011ff9b75f901d9afefeafba1520f96d2362900c0dd4a32"},
		{"hash with its name", `{"payload_hash":"sha256:91b6272ff03c9af55011ff9b75f901d9afefeafba1520f96d2362900c0dd4a32","job_id":1}`, "noted JobID=1 Body=91b6272ff03c9af55011ff9b75f901d9afefeafba1520f96d2362900c0dd4a32"},
		{"another hash", `{"payload_hash":"91b6272ff03c9af55011ff9b75f901d9","job_id":1}`, "noted JobID=1"},
		{"signature", `{"signature_valid":false,"delivery_id":"d1"}`, "noted DeliveryID=d1 SignatureValid=2"},
		{"attempt", `{"attempt":2,"job_id":1}`, "noted JobID=1 Attempt=2"},
		{"retries", `{"retry_count":0,"job_id":1}`, "noted JobID=1 Attempt=1"},
		{"worker and thread", `{"thread":"t","worker_id":"w","job_id":1,"pid":3}`, "noted JobID=1 Worker=w Process=3"},
		{"URL", `{"url":"https://u:p@h.example/a?token=x#f","job_id":1}`, `noted JobID=1 URL=https://h.example/a Query="query:token=x"`},
		{"resource type of a topic", `{"topic":"product.updated","resource_id":3}`, "noted Topic=product.updated ResourceType=product ResourceID=3"},
		{"not of every topic", `{"topic":"customer.subscription.updated","resource_id":3}`, "noted Topic=customer.subscription.updated ResourceID=3"},
		{"lograge", `{"method":"POST","path":"/w","controller":"HooksController","action":"create","status":202,"duration":1.4}`, "responded Took=1.4ms Ends=true URL=/w Method=POST Code=202"},
		{"an action is a step elsewhere", `{"action":"claimed","job_id":1}`, "claimed JobID=1"},
		{"body as an object: its state, not its bytes", `{"headers":{"x-wc-webhook-topic":"order.updated"},"body":{"id":9,"status":"paid","delivery_id":"no"}}`, `received Provider=woocommerce Topic=order.updated ResourceID=9 State="state:{\"delivery" Status=paid`},
		{"body as a text", `{"delivery_id":"d1","payload":"{\"id\":9,\"status\":\"paid\"}"}`, `noted DeliveryID=d1 State="state:{\"id\":9,\"s" Status=paid`},
		{"body of the answer", `{"delivery_id":"d1","response_body":{"id":9},"res":{"body":{"id":9}}}`, "noted DeliveryID=d1"},
		{"body of a call", `{"event":"downstream_result","job_id":1,"body":{"id":9}}`, "result JobID=1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, readLine(t, tt.line)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.line, diff)
			}
		})
	}
}

// A flat record of another format, logfmt for one, is read by the same names.
func TestFieldsAdd(t *testing.T) {
	r := newRecordReader(&Batch{Marker: plainMarker{}}, nil)
	r.reset()
	for _, kv := range [][2]string{{"msg", "operation claimed"}, {"delivery_id", "d1"}, {"operation_key", "k"}} {
		r.add([]byte(kv[0]), jsonValue{raw: []byte(kv[1]), kind: jsonString})
	}
	o := observationAt(1)
	if !r.observation(&o) {
		t.Fatal("not kept")
	}
	if diff := cmp.Diff("1 claimed DeliveryID=d1 OperationKey=k", tell(&o)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestEveryNameMeansOneThing(t *testing.T) {
	for p := range placeCount {
		seen := map[string]field{}
		for _, f := range fieldNames {
			if f.places&(1<<p) == 0 {
				continue
			}
			for _, name := range fieldsOf(f.names) {
				if was, again := seen[normal(name)]; again && was != f.field {
					t.Errorf("%q is listed for fields %d and %d in place %d", name, was, f.field, p)
				}
				seen[normal(name)] = f.field
				if len(name) > maxName {
					t.Errorf("%q is longer than any key that is looked up", name)
				}
			}
		}
	}
}
