package format

// The samples are lines that real programs wrote.

var jsonLinesSamples = []Sample{
	{ // pino, a worker: its start, a job, the call, the failure
		Text: `{"level":30,"time":1796028179215,"pid":21828,"hostname":"vm","name":"shipment-worker","worker_id":"worker-1","msg":"worker started up"}` + "\n" +
			`{"level":30,"time":1796028181835,"pid":21828,"hostname":"vm","name":"shipment-worker","worker_id":"worker-1","event":"worker_started","job_id":1,"request_id":"fa54d7c66de385cf2d3f8a81f9201a80","delivery_id":"feabbea45a0849aa9b1d954567302de3","webhook_id":64,"resource_id":"85","operation_key":"shipment:create:85:full","attempt":1,"msg":"job started"}` + "\n" +
			`{"level":30,"time":1796028181835,"pid":21828,"hostname":"vm","name":"shipment-worker","worker_id":"worker-1","event":"downstream_call","job_id":1,"request_id":"fa54d7c66de385cf2d3f8a81f9201a80","delivery_id":"feabbea45a0849aa9b1d954567302de3","webhook_id":64,"resource_id":"85","operation_key":"shipment:create:85:full","attempt":1,"method":"POST","url":"http://fulfil.example.test:8091/v1/shipments","msg":"downstream call"}` + "\n" +
			`{"level":50,"time":1796028182847,"pid":21828,"hostname":"vm","name":"shipment-worker","worker_id":"worker-1","event":"downstream_error","job_id":1,"request_id":"fa54d7c66de385cf2d3f8a81f9201a80","delivery_id":"feabbea45a0849aa9b1d954567302de3","webhook_id":64,"resource_id":"85","operation_key":"shipment:create:85:full","attempt":1,"err":{"type":"Error","message":"socket hang up: timeout of 1000ms exceeded","stack":"Error: socket hang up: timeout of 1000ms exceeded\n    at ClientRequest.<anonymous> (/srv/lab/recv/worker.js:8:46)\n    at ClientRequest.emit (node:events:524:28)\n    at Socket.emitRequestTimeout (node:_http_client:849:9)\n    at Object.onceWrapper (node:events:638:28)\n    at Socket.emit (node:events:536:35)\n    at Socket._onTimeout (node:net:595:8)\n    at listOnTimeout (node:internal/timers:581:17)\n    at process.processTimers (node:internal/timers:519:7)","code":"ECONNABORTED","ms":1012},"duration_ms":1012,"msg":"downstream failed, will retry"}` + "\n", Records: 4,
	},
	{ // pino, the downstream system
		Text: `{"level":30,"time":1796028181843,"pid":3488,"hostname":"vm","name":"fulfilment-api","request_id":"fa54d7c66de385cf2d3f8a81f9201a80","idempotency_key":"shipment:create:85:full","shipment_id":"SHIP-001","order_id":"85","operation_key":"shipment:create:85:full","created":true,"msg":"shipment created"}` + "\n" +
			`{"level":30,"time":1796028183869,"pid":3488,"hostname":"vm","name":"fulfilment-api","request_id":"fa54d7c66de385cf2d3f8a81f9201a80","idempotency_key":"shipment:create:85:full","shipment_id":"SHIP-001","order_id":"85","created":false,"msg":"shipment replayed"}` + "\n", Records: 2,
	},
	{ // pino-http, a ping and its answer
		Text: `{"level":30,"time":1796027184055,"pid":9072,"hostname":"vm","name":"receiver-a","req":{"id":"95aacb667a68048a4acad65d4dc0d228","method":"POST","url":"/woo/shipments","query":{},"params":{},"headers":{"host":"hooks.example.test","x-request-id":"95aacb667a68048a4acad65d4dc0d228","x-forwarded-for":"127.0.0.1","connection":"close","content-length":"12","user-agent":"WooCommerce/9.9.5 Hookshot (WordPress/6.9)","accept":"*/*","accept-encoding":"deflate, gzip, br, zstd","proxy-connection":"Keep-Alive","content-type":"application/x-www-form-urlencoded"},"remoteAddress":"127.0.0.1","remotePort":48982},"webhook":{"webhook_id":null,"delivery_id":null,"topic":null,"source":null},"event":"ping","msg":"webhook ping"}` + "\n" +
			`{"level":30,"time":1796027184060,"pid":9072,"hostname":"vm","name":"receiver-a","req":{"id":"95aacb667a68048a4acad65d4dc0d228","method":"POST","url":"/woo/shipments","query":{},"params":{},"headers":{"host":"hooks.example.test","x-request-id":"95aacb667a68048a4acad65d4dc0d228","x-forwarded-for":"127.0.0.1","connection":"close","content-length":"12","user-agent":"WooCommerce/9.9.5 Hookshot (WordPress/6.9)","accept":"*/*","accept-encoding":"deflate, gzip, br, zstd","proxy-connection":"Keep-Alive","content-type":"application/x-www-form-urlencoded"},"remoteAddress":"127.0.0.1","remotePort":48982},"res":{"statusCode":200,"headers":{"x-powered-by":"Express","content-type":"application/json; charset=utf-8","content-length":"11","etag":"W/\"b-Ai2R8hgEarLmHKwesT1qcY913ys\""}},"responseTime":32,"msg":"request completed"}` + "\n", Records: 2,
	},
	{ // slog
		Text: `{"time":"2026-11-30T08:30:04.94572256Z","level":"INFO","source":{"function":"main.main","file":"/srv/app/gogen/app/main.go","line":46},"msg":"webhook received","webhook_id":"7","delivery_id":"5f2c1f0a9d3b4e6f8a7b6c5d4e3f2a1b","topic":"order.updated","request_id":"req-a1","order_id":1042,"duration":12000000,"status":200,"http":{"method":"POST","path":"/webhooks/woo"},"body":{"id":1042,"status":"processing"}}` + "\n", Records: 1,
	},
	{ // zap
		Text: `{"level":"info","ts":1796027404.9459884,"caller":"app/main.go:51","msg":"webhook received","webhook_id":"7","delivery_id":"5f2c1f0a9d3b4e6f8a7b6c5d4e3f2a1b","topic":"order.updated","order_id":1042,"duration":0.012,"body":"{\"id\":1042,\"status\":\"processing\"}"}` + "\n", Records: 1,
	},
	{ // logrus
		Text: `{"body":"{\"id\":1042,\"status\":\"processing\"}","delivery_id":"5f2c1f0a9d3b4e6f8a7b6c5d4e3f2a1b","duration":12000000,"level":"info","msg":"webhook received","order_id":1042,"request_id":"req-a1","status":200,"time":"2026-11-30T08:30:04Z","topic":"order.updated","webhook_id":"7"}` + "\n", Records: 1,
	},
	{ // structlog
		Text: `{"webhook_id": "7", "delivery_id": "5f2c1f0a9d3b4e6f8a7b6c5d4e3f2a1b", "topic": "order.updated", "request_id": "req-a1", "order_id": 1042, "duration_ms": 12.4, "event": "webhook_received", "level": "info", "timestamp": "2026-11-30T08:31:13.115874Z"}` + "\n" +
			`{"delivery_id": "5f2c1f0a9d3b4e6f8a7b6c5d4e3f2a1b", "body": {"id": 1042, "status": "processing", "billing": {"first_name": "Zo\u00eb"}, "note": null, "paid": true}, "event": "webhook_body", "level": "info", "timestamp": "2026-11-30T08:31:13.116148Z"}` + "\n", Records: 2,
	},
	{ // Monolog's JsonFormatter
		Text: `{"message":"Webhook received","context":{"webhook_id":7,"delivery_id":"5f2c1f0a9d3b4e6f8a7b6c5d4e3f2a1b","topic":"order.updated","order_id":1042,"headers":{"x-wc-webhook-id":["7"],"x-wc-webhook-delivery-id":["5f2c1f0a9d3b4e6f8a7b6c5d4e3f2a1b"]},"payload":{"id":1042,"status":"processing","billing":{"first_name":"Zoë"}}},"level":200,"level_name":"INFO","channel":"webhooks","datetime":"2026-11-30T08:31:20.956416+00:00","extra":{}}` + "\n" +
			`{"message":"Webhook body: {\"id\":1042,\"status\":\"processing\",\"billing\":{\"first_name\":\"Zo\\u00eb\"}}","context":{},"level":200,"level_name":"INFO","channel":"webhooks","datetime":"2026-11-30T08:31:20.956520+00:00","extra":{}}` + "\n" +
			`{"message":"Label API failed","context":{"exception":{"class":"RuntimeException","message":"timeout","code":0,"file":"/srv/app/gen/php/m.php:16"}},"level":400,"level_name":"ERROR","channel":"webhooks","datetime":"2026-11-30T08:31:20.956535+00:00","extra":{}}` + "\n", Records: 1,
	},
	{ // Caddy
		Text: `{"level":"info","ts":1796027286.5633283,"logger":"http.log.access.log0","msg":"handled request","request":{"remote_ip":"127.0.0.1","remote_port":"38762","proto":"HTTP/1.1","method":"POST","host":"127.0.0.1:18094","uri":"/webhooks/woo","headers":{"User-Agent":["WooCommerce/9.4.2 Hookshot (WordPress/6.7)"],"X-Wc-Webhook-Source":["https://shop.example/"],"X-Wc-Webhook-Topic":["order.updated"],"X-Wc-Webhook-Event":["updated"],"X-Wc-Webhook-Signature":["3q2+7w=="],"X-Wc-Webhook-Id":["7"],"X-Wc-Webhook-Delivery-Id":["5f2c1f0a9d3b4e6f8a7b6c5d4e3f2a1b"],"Accept":["*/*"],"X-Request-Id":["req-a1"],"Content-Type":["application/json"],"X-Wc-Webhook-Resource":["order"],"Content-Length":["148"]}},"user_id":"","duration":0.01672406,"size":62,"status":200,"resp_headers":{"Server":["Caddy"],"X-Request-Id":["req-895"],"Set-Cookie":[],"Date":["Mon, 30 Nov 2026 08:28:06 GMT"],"Content-Type":["application/json"]}}` + "\n", Records: 1,
	},
	{ // fastify
		Text: `{"level":30,"time":1796027290575,"pid":11283,"hostname":"vm","msg":"Server listening at http://127.0.0.1:18107"}` + "\n" +
			`{"level":30,"time":1796027294316,"pid":11283,"hostname":"vm","reqId":"req-1","req":{"method":"POST","url":"/webhooks/woo","host":"127.0.0.1:18107","remoteAddress":"127.0.0.1","remotePort":46208},"msg":"incoming request"}` + "\n" +
			`{"level":30,"time":1796027294328,"pid":11283,"hostname":"vm","reqId":"req-1","headers":{"host":"127.0.0.1:18107","accept":"*/*","content-type":"application/json","user-agent":"WooCommerce/9.4.2 Hookshot (WordPress/6.7)","x-wc-webhook-source":"https://shop.example/","x-wc-webhook-topic":"order.updated","x-wc-webhook-resource":"order","x-wc-webhook-event":"updated","x-wc-webhook-signature":"3q2+7w==","x-wc-webhook-id":"7","x-wc-webhook-delivery-id":"5f2c1f0a9d3b4e6f8a7b6c5d4e3f2a1b","x-request-id":"req-a1","content-length":"148"},"body":{"id":1042,"number":"1042","status":"processing","total":"19.90","billing":{"first_name":"Zoë"},"meta_data":[{"key":"_note","value":"say \"hi\""}]},"msg":"incoming webhook"}` + "\n" +
			`{"level":30,"time":1796027294330,"pid":11283,"hostname":"vm","reqId":"req-1","res":{"statusCode":200},"responseTime":13.058415999999852,"msg":"request completed"}` + "\n" +
			`{"level":30,"time":1796027294505,"pid":11283,"hostname":"vm","reqId":"req-8","res":{"statusCode":200},"responseTime":0.8025049999996554,"msg":"request completed"}` + "\n", Records: 4,
	},
	{ // nothing of webhooks
		Text: `{"level":"info","message":"Server listening"}` + "\n" +
			`{"level":"info","message":"Connected to database"}` + "\n", Records: 0,
	},
	{Text: "{\"time\":\"2026-11-30T08:26:24+00:00\",\"msec\":\"1796027184.064\",\"request_id\":\"95aacb66\",\"method\":\"POST\",\"uri\":\"/woo/shipments\",\"status\":200,\"request_time\":0.043,\"upstream_status\":\"200\"}\n", Refused: true},
	{Text: "[{\"level\":30,\"msg\":\"webhook received\"}]\n", Refused: true},
	{Text: "{\n  \"level\": 30,\n  \"msg\": \"webhook received\"\n}\n", Refused: true},
	{Text: "[2026-11-30T09:00:00.123456+00:00] app.INFO: webhook received {\"request_id\":\"1\"} []\n", Refused: true},
	{Text: "{\"log\":{\"version\":\"1.2\",\"creator\":{},\"entries\":[]}}\n", Refused: true},
}

var nginxJSONSamples = []Sample{
	{ // two upstreams tried, then a ping
		Text: `{"time":"2026-11-30T08:29:49+00:00","msec":"1796027389.260","remote_addr":"127.0.0.1","request_id":"64b7af864d6827d140082d80cba0f591","method":"POST","host":"hooks.example.test","uri":"/ha/shipments","status":202,"request_length":2790,"body_bytes_sent":29,"request_time":3.098,"upstream_addr":"127.0.0.1:9001, 127.0.0.1:9011","upstream_status":"504, 202","upstream_response_time":"3.004, 0.086","user_agent":"WooCommerce/9.9.5 Hookshot (WordPress/6.9)","wc_webhook_id":"17","wc_webhook_delivery_id":"2ee7b0b546a846d1b0217220534aa432","wc_webhook_topic":"order.updated","wc_webhook_resource":"order","wc_webhook_event":"updated","wc_webhook_source":"http://shop.example.test:8080/","wc_webhook_signature":"bDHNXzrg3EmN1XMhtpGReFORNxk99wb7dxrhzwgsjzM="}` + "\n" +
			`{"time":"2026-11-30T08:29:49+00:00","msec":"1796027389.341","remote_addr":"127.0.0.1","request_id":"157b30bcb82c0afbf0a5bd6da84e55b6","method":"POST","host":"hooks.example.test","uri":"/ha/shipments","status":200,"request_length":299,"body_bytes_sent":11,"request_time":0.019,"upstream_addr":"127.0.0.1:9011","upstream_status":"200","upstream_response_time":"0.009","user_agent":"WooCommerce/9.9.5 Hookshot (WordPress/6.9)","wc_webhook_id":"","wc_webhook_delivery_id":"","wc_webhook_topic":"","wc_webhook_resource":"","wc_webhook_event":"","wc_webhook_source":"","wc_webhook_signature":""}` + "\n", Records: 2,
	},
	{ // the client left
		Text: `{"time":"2026-11-30T09:00:15+00:00","msec":"1796029215.636","remote_addr":"127.0.0.1","request_id":"307347f5b1a084af63dac33bd7ee5622","method":"POST","host":"hooks.example.test","uri":"/woo/shipments","status":499,"request_length":2804,"body_bytes_sent":0,"request_time":4.995,"upstream_addr":"127.0.0.1:9001","upstream_status":"-","upstream_response_time":"4.994","user_agent":"WooCommerce/9.9.5 Hookshot (WordPress/6.9)","wc_webhook_id":"120","wc_webhook_delivery_id":"6f9ee21dbcf63c5f919b2a8874c21a2c","wc_webhook_topic":"order.updated","wc_webhook_resource":"order","wc_webhook_event":"updated","wc_webhook_source":"http://shop.example.test:8080/","wc_webhook_signature":"GiL1Edo3im9Y9wV3Y3b3cS+nWjiZVJbdVHkIfy/Mb5U="}` + "\n", Records: 1,
	},
	{ // by the variables' own names, with the body, then a health check
		Text: `{"time":"2026-11-30T08:26:47+00:00","msec":1796027207.888,"remote_addr":"127.0.0.1","request_method":"POST","request_uri":"/webhooks/woo","status":200,"request_time":0.005,"upstream_response_time":"0.005","request_id":"cc82cd6d6d6c4f5eaaea3fef8ef6bcb7","http_user_agent":"WooCommerce/9.4.2 Hookshot (WordPress/6.7)","http_x_wc_webhook_id":"7","http_x_wc_webhook_delivery_id":"5f2c1f0a9d3b4e6f8a7b6c5d4e3f2a1b","http_x_wc_webhook_topic":"order.updated","http_x_shopify_webhook_id":"","request_body":"{\"id\":1042,\"number\":\"1042\",\"status\":\"processing\",\"total\":\"19.90\",\"billing\":{\"first_name\":\"Zoë\"},\"meta_data\":[{\"key\":\"_note\",\"value\":\"say \\\"hi\\\"\"}]}"}` + "\n" +
			`{"time":"2026-11-30T08:26:48+00:00","msec":1796027208.056,"remote_addr":"127.0.0.1","request_method":"GET","request_uri":"/healthz","status":200,"request_time":0.001,"upstream_response_time":"0.002","request_id":"444794eee79d6c4fd8b5b08571c1dfd3","http_user_agent":"curl/7.88.1","http_x_wc_webhook_id":"","http_x_wc_webhook_delivery_id":"","http_x_wc_webhook_topic":"","http_x_shopify_webhook_id":"","request_body":""}` + "\n", Records: 1,
	},
	{ // without escape=json
		Text: `{"time":"2026-11-30T08:26:47+00:00","request_method":"POST","request_uri":"/webhooks/woo","status":200,"request_time":0.005,"http_user_agent":"say \x22hi\x22","http_x_wc_webhook_id":"7","request_body":"{\x22id\x22:1042}"}` + "\n", Records: 1,
	},
	{Text: "{\"time\":\"2026-11-30T08:26:51.245876+0000\",\"method\":\"POST\",\"path\":\"/webhooks/woo\",\"status\":200,\"duration_us\":2931}\n", Refused: true},
	{Text: "{\"level\":30,\"time\":1796027186194,\"msg\":\"request completed\",\"res\":{\"statusCode\":200},\"responseTime\":7}\n", Refused: true},
	{Text: "127.0.0.1 - - [30/Nov/2026:08:26:24 +0000] \"POST /woo/shipments HTTP/1.1\" 200 11 \"-\" \"curl/8.5.0\"\n", Refused: true},
}
