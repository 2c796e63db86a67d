package format

// monologSamples are lines as Monolog 2 wrote them, and one of an application that logs its own ID.
var monologSamples = []Sample{
	{Records: 2, Text: `[2026-11-30T09:07:22.742427+00:00] app.INFO: webhook received {"request_id":"4d936fd6f118e99cabc656522868cb77","webhook_id":147,"delivery_id":"cae61acfdbc8ddcaaccc23084dca18da","topic":"order.updated","resource_id":336,"signature_valid":true,"bytes":2186} []
[2026-11-30T09:07:22.791154+00:00] app.INFO: webhook ping {"body":"webhook_id=147"} []
[2026-11-30T09:07:22.791154+00:00] app.INFO: listening [] []
`},
	{Records: 2, Text: `[2026-11-30 08:31:20] production.INFO: Webhook received {"webhook_id":7,"delivery_id":"5f2c1f0a9d3b4e6f8a7b6c5d4e3f2a1b","topic":"order.updated","order_id":1042,"headers":{"x-wc-webhook-id":["7"]},"payload":{"id":1042,"status":"processing"}} 
[2026-11-30 08:31:20] production.INFO: Webhook body: {"id":1042,"status":"processing"}  
[2026-11-30 08:31:20] production.ERROR: Label API failed {"order_id":1042,"exception":"[object] (RuntimeException(code: 0): timeout at /srv/app/m.php:16)
[stacktrace]
#0 {main}
"} 
`},
	{Records: 1, Text: "#1 /srv/app/m.php(16): ship()\n#2 {main}\n\"} \n" +
		`[2026-11-30T08:31:20.955653+01:00] a.b-c.WARNING: order [12] of {"a":1}: duplicate ignored {"delivery_id":"d1"} {"uid":"x"}` + "\n"},
	{Refused: true, Text: "[2026-11-30T08:28:14.772] [INFO] http - 127.0.0.1 - - \"POST /webhooks/woo HTTP/1.1\" 200 58\n"},
	{Refused: true, Text: "[2026-11-30 08:31:20] webhook received {\"webhook_id\":7}\n"},
	{Refused: true, Text: "[30-Nov-2026 08:31:20 UTC] app.INFO: webhook received [] []\n"},
	{Refused: true, Text: `{"message":"Webhook received","context":{"webhook_id":7},"level":200,"level_name":"INFO","channel":"webhooks","datetime":"2026-11-30T08:31:20.956416+00:00","extra":{}}` + "\n"},
	{Refused: true, Text: "#0 {main}\n\"} \n"},
}
