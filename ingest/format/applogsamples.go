package format

// appLogSamples are lines in the forms of the loggers that write them.
var appLogSamples = []Sample{
	{Records: 3, Text: `2026-11-30 08:31:13,115 - shop.hooks - INFO - Webhook received topic=order.updated delivery=0c4b7f order=18452
2026-11-30 08:31:13,115 - shop.hooks - INFO - Received webhook: {'id': 18452, 'status': 'processing', 'note': None, 'paid': True}
2026-11-30 08:31:13,116 - shop.hooks - INFO - Headers: {'X-Wc-Webhook-Id': '7', 'X-Wc-Webhook-Delivery-Id': '0c4b7f'}
2026-11-30 08:31:13,117 - shop.hooks - ERROR - label API failed job_id=9
Traceback (most recent call last):
  File "/srv/app/hooks.py", line 17, in <module>
    send(a=1, b=2)
TimeoutError: label API timed out
`},
	{Records: 1, Text: "2026-11-30T08:30:04.946Z\tINFO\tapp/main.go:52\twebhook received\t{\"webhook_id\": \"7\", \"delivery_id\": \"0c4b7f\", \"duration\": \"12ms\"}\n"},
	{Records: 1, Text: "\x1b[90m2026-11-30T08:30:04Z\x1b[0m \x1b[32mINF\x1b[0m \x1b[1mwebhook received\x1b[0m \x1b[36mdelivery_id=\x1b[0m0c4b7f \x1b[36mduration=\x1b[0m12\n"},
	{Records: 1, Text: "2026-11-30T08:32:27.850Z  INFO 4242 --- [nio-8080-exec-1] com.example.Hooks                        : Webhook stored webhook_id=7 delivery_id=0c4b7f\n"},
	{Records: 1, Text: "08:32:27.850 [main] INFO  com.example.Hooks - Webhook stored webhook_id=7 delivery_id=0c4b7f\n"},
	{Records: 1, Text: "[2026-11-30T08:28:14.772] [INFO] http - 127.0.0.1 - - \"POST /hooks HTTP/1.1\" 200 58 \"\" \"WooCommerce/9.4.2 Hookshot (WordPress/6.7)\"\n"},
	{Records: 1, Text: "receiver: 2026/11/30 08:30:04.946108 webhook received delivery=0c4b7f order=18452 body={\"id\":18452}\n"},
	{Records: 2, Text: "2026/11/30 08:30:07 [req-a1] \"POST http://127.0.0.1:8080/hooks HTTP/1.1\" from 127.0.0.1:34008 - 200 2B in 69.711µs\n" +
		"[GIN] 2026/11/30 - 08:30:06 | 200 | 106.951µs |       127.0.0.1 | POST     \"/hooks\"\n"},
	{Records: 1, Text: "2026-11-30 08:31:13 [info     ] webhook_received               delivery_id=0c4b7f topic=order.updated\n"},
	{Records: 1, Text: "2026-11-30 08:31:20\nArray\n(\n    [HTTP_X_WC_WEBHOOK_ID] => 7\n    [HTTP_X_WC_WEBHOOK_DELIVERY_ID] => 0c4b7f\n)\n\n"},
	{Text: "[Mon Nov 30 08:31:21 2026] PHP 8.2.36 Development Server (http://127.0.0.1:8080) started\n[Mon Nov 30 08:31:21 2026] 127.0.0.1:44242 Accepted\n"},
	{Refused: true, Text: "2026-11-30 08:26:47   --> payment_intent.succeeded [evt_3QAbCdEfGhIjKl]\n"},
	{Refused: true, Text: "2026/11/30 08:29:49 [error] 3479#3479: *123 connect() failed\n"},
	{Refused: true, Text: "2026-11-30T08:26:26+00:00 INFO Array\n(\n    [Webhook Delivery] => Array\n"},
	{Refused: true, Text: "2026-11-30,18452,shipped\n2026-11-30,18453,shipped\n"},
	{Refused: true, Text: "[2026-11-30T09:07:22.742427+00:00] app.INFO: webhook received {\"delivery_id\":\"0c4b\"} []\n"},
}

var levelLogSamples = []Sample{
	{Records: 2, Text: "INFO:hooks:Webhook received topic=order.updated delivery=0c4b7f order=18452\nINFO:hooks:Headers: {'X-Wc-Webhook-Id': '7', 'X-Wc-Webhook-Delivery-Id': '0c4b7f'}\n"},
	{Records: 1, Text: "INFO:     Started server process [14757]\nINFO:     127.0.0.1:35104 - \"POST /hooks HTTP/1.1\" 200 OK\n"},
	{Records: 1, Text: "\x1b[32minfo\x1b[39m: Webhook received order.updated {\"headers\":{\"x-wc-webhook-id\":\"7\",\"x-wc-webhook-delivery-id\":\"0c4b7f\"},\"orderId\":18452}\n"},
	{Refused: true, Text: "Error: label API timed out\n    at ship (app.js:3:1)\n"},
	{Refused: true, Text: "info, warning\n"},
}

var requestLogSamples = []Sample{
	{Records: 1, Text: "POST /hooks 200 58 - 2.588 ms\nGET /healthz 200 2 - 0.698 ms\n"},
	{Records: 1, Text: "\x1b[0mPOST /hooks \x1b[31m500\x1b[0m 2.588 ms - 58\x1b[0m\n"},
	{Records: 1, Text: "127.0.0.1 - POST /hooks?k=1 HTTP/1.1 200 58 - 2.588 ms\n"},
	{Records: 1, Text: "  \x1b[90m<--\x1b[39m \x1b[1mPOST\x1b[22m \x1b[90m/hooks\x1b[39m\n  \x1b[90m-->\x1b[39m \x1b[1mPOST\x1b[22m \x1b[90m/hooks\x1b[39m \x1b[32m200\x1b[39m \x1b[90m9ms\x1b[39m \x1b[90m2b\x1b[39m\n"},
	{Records: 1, Text: "127.0.0.1 - - [30/Nov/2026 08:31:18] \"POST /hooks HTTP/1.1\" 200 -\n"},
	{Refused: true, Text: "POST /hooks\nPOST /hooks\n"},
	{Refused: true, Text: "POST https://api.carrier.example/labels 200 350ms\n"},
}

var mixedLogSamples = []Sample{
	{Records: 2, Text: " * Serving Flask app 'hooks'\n * Debug mode: off\n" +
		"[2026-11-30 08:31:18,493] INFO in hooks: Webhook received delivery_id=0c4b7f {'id': 18452, 'status': 'processing'}\n" +
		"127.0.0.1 - - [30/Nov/2026 08:31:18] \"POST /hooks HTTP/1.1\" 200 -\n"},
	{Records: 2, Text: `{"level":30,"time":1796027207888,"msg":"webhook received","deliveryId":"0c4b7f"}` + "\nPOST /hooks 200 5ms delivery=0c4b7f\n"},
	{Refused: true, Text: "POST /hooks 200 58 - 2.588 ms\n"},
	{Refused: true, Text: "Once upon a time\nthere was a webhook.\n"},
}
