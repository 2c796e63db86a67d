package format

var logFormatSamples = []Sample{
	{
		Given: `$time_iso8601|$msec|$request_method|$request_uri|$status|$request_time|$request_id|$http_x_wc_webhook_id|$http_x_wc_webhook_delivery_id|$request_body`,
		Text: `2026-11-30T08:26:47+00:00|1796027207.888|POST|/webhooks/woo|200|0.005|cc82cd6d6d6c4f5eaaea3fef8ef6bcb7|7|3f2c1f0a9d3b4e6f8a7b6c5d4e3f2a1b|{\x22id\x22:1042}` + "\n" +
			`2026-11-30T08:26:48+00:00|1796027208.056|GET|/healthz|200|0.001|444794eee79d6c4fd8b5b08571c1dfd3|-|-|-` + "\n",
		Records: 1,
	},
	{
		Given: `LogFormat "%{%Y-%m-%dT%H:%M:%S}t.%{usec_frac}t%{%z}t %m %U%q %>s %D wc_id=%{X-WC-Webhook-ID}i delivery=%{X-WC-Webhook-Delivery-ID}i uid=%{UNIQUE_ID}e" hooks`,
		Text:  `2026-11-30T08:26:51.245876+0000 POST /webhooks/woo?shop=2 200 2931 wc_id=7 delivery=3f2c1f0a9d3b4e6f8a7b6c5d4e3f2a1b uid=aw0zS0sJ6RhjYnad1CLanwAAAAA` + "\n", Records: 1,
	},
	{ // a body that is not escaped may go on in the next line
		Given: `escape=none $time_iso8601 $request_method $uri $status $request_body`,
		Text: "2026-11-30T08:26:47+00:00 POST /webhooks/woo 200 {\"id\":1042,\n \"note\":\"say \\\"hi\\\"\"}\n" +
			"2026-11-30T08:26:48+00:00 POST /webhooks/woo 200 {\"id\":1043}\n", Records: 2,
	},
	{
		Given: `$remote_addr [$time_local] $status "$request"`,
		Text:  `{"time":"2026-11-30T08:26:47+00:00","request_method":"POST"}` + "\n", Refused: true,
	},
	{Text: `127.0.0.1 [30/Nov/2026:08:26:47 +0000] 200 "POST /webhooks/woo HTTP/1.1"` + "\n", Refused: true},
}
