package format

// wooSamples are entries as WooCommerce 9.9 writes them, shortened where a header says nothing to us.
var wooSamples = []Sample{
	{Records: 1, Text: wooSampleHead + `            [Body] => {\"id\":18452,\"status\":\"processing\",\"note\":\"it\'s \\u00fc\"}
` + wooSampleAnswer + `                    [Body] => {"status":"accepted"}
` + wooSampleTail}, // WP_DEBUG on
	{Records: 1, Text: wooSampleHead + `            [Body] => Webhook body is not logged unless WP_DEBUG mode is turned on. This is to avoid the storing of personal data in the logs.
` + wooSampleAnswer + `                    [Body] => Webhook body is not logged unless WP_DEBUG mode is turned on. This is to avoid the storing of personal data in the logs.
` + wooSampleTail},
	{Records: 1, Text: wooSampleHead + `            [Body] => {\"id\":18452}
            [Response] => Array
                (
                    [Code] => http_request_failed
                    [Message] => cURL error 28: Operation timed out after 60001 milliseconds with 0 bytes received
                    [Headers] => Array
                        (
                        )

                    [Body] => 
` + wooSampleTail},
	// The file handler before 8.6 leaves a blank line behind each entry.
	{Records: 2, Text: wooSampleDelivery + "\n" + wooSampleDelivery + "\n"},
	// Other sources have their own files, of the same shape.
	{Records: 2, Text: "2026-11-16T19:40:12+00:00 INFO Webhook received CONTEXT: {\"source\":\"woocommerce-gateway-stripe\",\"event_id\":\"evt_1w6kHaNBzEEIqQNO4yjtRPD\",\"type\":\"charge.succeeded\",\"order_id\":8841}\n" +
		"2026-11-16T19:40:12+00:00 INFO Charge request CONTEXT: {\"source\":\"woocommerce-gateway-stripe\",\"order_id\":8841,\"idempotency_key\":\"8841-src_1\"}\n" +
		"2026-11-16T19:40:13+00:00 INFO Cron ran CONTEXT: {\"source\":\"action-scheduler\",\"took\":3}\n" +
		"2026-11-16T19:40:14+00:00 INFO Charge request CONTEXT: {\"order_id\":8841,\"sql\":\"SELECT \"x\"\"}\n"},
	{Records: 0, Text: "2026-11-30T09:02:53+00:00 WARNING Lab: with context CONTEXT: {\"a\":1}\nsecond line\n"},
	{Records: 1, Text: "2026-11-30T09:02:53+00:00 INFO Array\n(\n    [other] => 1\n)\n" + wooSampleDelivery},
	{Refused: true, Text: ""},
	{Refused: true, Text: "2026-11-30 09:02:53,123 INFO webhook received\n"},
	{Refused: true, Text: "[2026-11-30T09:00:00.123456+00:00] app.INFO: webhook received {\"request_id\":\"a\"} []\n"},
	{Refused: true, Text: `{"level":30,"time":1796029370000,"msg":"webhook received"}` + "\n"},
	{Refused: true, Text: `127.0.0.1 - - [30/Nov/2026:08:26:47 +0000] "POST /webhooks/woo HTTP/1.1" 200 73 "-" "WooCommerce/9.9.5 Hookshot (WordPress/6.9)"` + "\n"},
	// PHP's error log, and a row of the database log: the same text without time and level before it.
	{Refused: true, Text: "[30-Nov-2026 09:02:54 UTC] Array\n" + wooSampleHead[len("2026-11-30T08:26:26+00:00 INFO Array\n"):]},
}

const wooSampleDelivery = wooSampleHead + `            [Body] => {\"id\":18452}
` + wooSampleAnswer + `                    [Body] => {"status":"accepted"}
` + wooSampleTail

const wooSampleHead = `2026-11-30T08:26:26+00:00 INFO Array
(
    [Webhook Delivery] => Array
        (
            [Delivery ID] => 5f2c1e0b7a9d4c3e8f6a1b2c3d4e5f60
            [Date] => Nov 30, 2026 @ 8:26
            [URL] => http://hooks.example.test/woo/shipments
            [Duration] => 0.31859
            [Request] => Array
                (
                    [Method] => POST
                    [Headers] => Array
                        (
                            [User-Agent] => WooCommerce/9.9.5 Hookshot (WordPress/6.9)
                            [Content-Type] => application/json
                            [X-WC-Webhook-Source] => http://shop.example.test/
                            [X-WC-Webhook-Topic] => order.updated
                            [X-WC-Webhook-Resource] => order
                            [X-WC-Webhook-Event] => updated
                            [X-WC-Webhook-Signature] => oI1dRUNbMc6eQzT/7POqh1ir/sdoPakNXuK5FXQAL/0=
                            [X-WC-Webhook-ID] => 3
                            [X-WC-Webhook-Delivery-ID] => 5f2c1e0b7a9d4c3e8f6a1b2c3d4e5f60
                        )

                )

`

const wooSampleAnswer = `            [Response] => Array
                (
                    [Code] => 202
                    [Message] => Accepted
                    [Headers] => WpOrg\Requests\Utility\CaseInsensitiveDictionary Object
                        (
                            [data:protected] => Array
                                (
                                    [server] => nginx/1.22.1
                                    [content-type] => application/json; charset=utf-8
                                    [content-length] => 21
                                )

                        )

`

const wooSampleTail = `                )

        )

)
`
