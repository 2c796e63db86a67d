package format

const (
	listedEvent1 = `{"id":"evt_3QAbCdEfGhIjKl","object":"event","api_version":"2026-01-28","created":1796027207,"data":{"object":{"id":"pi_3QAbCdEfGhIjKl","object":"payment_intent","status":"succeeded"}},"livemode":false,"pending_webhooks":1,"request":{"id":"req_KyZn3cA5YqHf2w","idempotency_key":null},"type":"payment_intent.succeeded"}`
	listedEvent2 = `{"id":"evt_3QAbCdEfGhIjKm","object":"event","created":1796027206,"data":{"object":{"id":"ch_3QAbCdEfGhIjKl","object":"charge","payment_intent":"pi_3QAbCdEfGhIjKl"}},"livemode":false,"type":"charge.succeeded"}`
)

var eventListSamples = []Sample{
	{Text: `{"object":"list","data":[` + listedEvent1 + "," + listedEvent2 + `],"has_more":false,"url":"/v1/events"}` + "\n", Records: 2},
	{Text: "{\n  \"object\": \"list\",\n  \"data\": [\n    {\n      \"id\": \"evt_3QAbCdEfGhIjKl\",\n      \"object\": \"event\",\n      \"created\": 1796027207,\n" +
		"      \"type\": \"charge.succeeded\",\n      \"data\": {\"object\": {\"id\": \"ch_1\"}}\n    }\n  ],\n  \"has_more\": true,\n  \"url\": \"/v1/events\"\n}\n", Records: 1},
	{Text: listedEvent1 + "\n" + listedEvent2 + "\n", Records: 2}, // stripe listen --format json
	{Text: "[\n" + listedEvent1 + ",\n" + listedEvent2 + "\n]\n", Records: 2},
	{Text: `{"object":"list","data":[],"has_more":false,"url":"/v1/events"}` + "\n", Records: 0},
	{Text: `{"events":[{"id":"WH-58D329510W468432D-8HN650336L201105X","create_time":"2026-11-30T08:26:47.123Z","resource_type":"capture","event_type":"PAYMENT.CAPTURE.COMPLETED","resource":{"id":"42311647XV020574X","status":"COMPLETED"}}],"count":1}`, Records: 1},
	{Text: `{"data":[{"event_id":"evt_01hv8wptq8987qeep44cyrewp9","event_type":"transaction.completed","occurred_at":"2026-11-30T08:26:47.123456Z","data":{"id":"txn_01hv"}}],"meta":{}}`, Records: 1},
	{Text: `{"events":[{"merchant_id":"ML8","type":"payment.updated","event_id":"e-1","created_at":"2026-11-30T08:26:47.5Z","data":{"type":"payment","id":"Kk","object":{}}}],"cursor":"x"}`, Records: 1},
	{Text: `{"level":"info","time":"2026-11-30T08:26:47Z",` + listedEvent1[1:] + "\n", Refused: true},
	{Text: `{"object":"list","data":[{"id":"we_1Mr5jULkdIwHu7ix","object":"webhook_endpoint","url":"https://x/","enabled_events":["*"]}],"url":"/v1/webhook_endpoints"}`, Refused: true},
	{Text: `{"object":"list","data":[{"id":"ch_1","object":"charge"}],"url":"/v1/charges"}`, Refused: true},
}

var webhookListSamples = []Sample{
	{Text: `{"object":"list","data":[{"id":"we_1Mr5jULkdIwHu7ix","object":"webhook_endpoint","api_version":null,"enabled_events":["charge.succeeded","charge.failed"],"livemode":false,"status":"enabled","url":"https://hooks.example.test/stripe?shop=1"}],"has_more":false,"url":"/v1/webhook_endpoints"}` + "\n", Records: 2},
	{Text: "{\n  \"object\": \"list\",\n  \"data\": [],\n  \"url\": \"/v1/webhook_endpoints\"\n}\n", Records: 0},
	{Text: `{"webhooks":[{"id":"0EH40505U7160970P","url":"https://hooks.example.test/paypal","event_types":[{"name":"PAYMENT.CAPTURE.COMPLETED","description":"x","status":"ENABLED"},{"name":"PAYMENT.CAPTURE.REFUNDED"}],"links":[]}]}`, Records: 2},
	{Text: `{"webhooks":[{"id":4759306,"address":"https://hooks.example.test/shopify","topic":"orders/create","created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-01T00:00:00Z","format":"json","fields":[],"api_version":"2026-01"}]}`, Records: 1},
	{Text: "[\n  {\"type\":\"Repository\",\"id\":12345678,\"name\":\"web\",\"active\":true,\"events\":[\"push\",\"pull_request\"],\"config\":{\"content_type\":\"json\",\"secret\":\"********\",\"url\":\"https://hooks.example.test/github\"},\"updated_at\":\"2026-01-15T10:30:00Z\",\"created_at\":\"2026-01-15T10:30:00Z\",\"url\":\"https://api.github.com/repos/o/r/hooks/12345678\"}\n]\n", Records: 2},
	{Text: `{"subscriptions":[{"id":"wbhk_b35f6b31","name":"main","enabled":true,"event_types":["payment.created"],"notification_url":"https://hooks.example.test/square","api_version":"2026-05-17","created_at":"2026-05-15T10:00:00Z"}],"cursor":"x"}`, Records: 1},
	{Text: `{"data":[{"id":20172984,"client_id":"c","store_hash":"abcde","scope":"store/order/updated","destination":"https://hooks.example.test/bc","headers":{},"is_active":true,"created_at":1796027207}],"meta":{}}`, Records: 1},
	{Text: `{"webhooks":[{"id":"1","url":"https://x/","events":["ORDER_COMPLETED"]}]}`, Refused: true},
	{Text: `[{"id":3,"status":"active","topic":"order.updated","delivery_url":"https://x/","hooks":["woocommerce_update_order"]}]`, Refused: true},
	{Text: listedEvent1 + "\n", Refused: true},
}
