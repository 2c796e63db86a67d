package format

// harSamples are cut from recorded archives: headers and bodies are shortened, names and forms are the producers'.
var harSamples = []Sample{
	// mitmproxy's har_dump: a delivery, and WooCommerce's test request.
	{Text: `{
  "log": {
    "version": "1.2",
    "creator": {
      "name": "mitmproxy har_dump",
      "version": "0.1",
      "comment": "mitmproxy version mitmproxy 8.1.1"
    },
    "entries": [
      {
        "startedDateTime": "2026-11-30T08:41:14.066815+00:00",
        "time": 14,
        "request": {
          "method": "POST",
          "url": "http://hooks.example.test/woo/shipments",
          "httpVersion": "HTTP/1.1",
          "cookies": [],
          "headers": [
            {
              "name": "User-Agent",
              "value": "WooCommerce/9.9.5 Hookshot (WordPress/6.9)"
            },
            {
              "name": "X-WC-Webhook-ID",
              "value": "55"
            },
            {
              "name": "X-WC-Webhook-Delivery-ID",
              "value": "59723ce0695dfb2c42704422a035e7a5"
            },
            {
              "name": "Content-Length",
              "value": "9"
            }
          ],
          "bodySize": 9,
          "postData": {
            "mimeType": "application/json",
            "text": "{\"id\":77}",
            "params": []
          }
        },
        "response": {
          "status": 202,
          "statusText": "Accepted"
        }
      },
      {
        "startedDateTime": "2026-11-30T08:41:15+00:00",
        "time": 3,
        "request": {
          "method": "POST",
          "url": "http://hooks.example.test/woo/shipments",
          "headers": [
            {
              "name": "User-Agent",
              "value": "WooCommerce/9.9.5 Hookshot (WordPress/6.9)"
            }
          ],
          "postData": {
            "mimeType": "application/x-www-form-urlencoded",
            "text": "webhook_id=55",
            "params": [
              {
                "name": "webhook_id",
                "value": "55"
              }
            ]
          }
        },
        "response": {
          "status": 200
        }
      }
    ]
  }
}`, Records: 2},
	// All in one line, as Playwright and martian write it; a page that was read is no webhook.
	{Text: `{"log":{"version":"1.2","creator":{"name":"martian proxy","version":"2.0.0"},"entries":[` +
		`{"_id":"1","startedDateTime":"2026-11-30T08:30:07.338708756Z","time":0,"request":{"method":"POST","url":"http://127.0.0.1:18114/webhooks/woo",` +
		`"headers":[{"name":"X-Wc-Webhook-Id","value":"7"}],"postData":{"mimeType":"application/json","params":[],"text":"{\"id\":1042}"}},"response":{"status":200}},` +
		`{"_id":"2","startedDateTime":"2026-11-30T08:30:08Z","time":0,"request":{"method":"GET","url":"http://127.0.0.1:18114/","headers":[]},"response":{"status":200}},` +
		`{"_id":"3","startedDateTime":"2026-11-30T08:30:09Z","time":0,"request":{"method":"POST","url":"http://127.0.0.1:18114/x","headers":[]},"response":{"status":0}}]}}`, Records: 2},
	// The creator behind the entries (Fiddler), and something before the log.
	{Text: `{"comment": "x", "log": {"entries": [{"startedDateTime": "2026-11-30T03:19:51.4581234-05:00", "request": {"method": "POST", "url": "http://h/w"}}], ` +
		`"pages": [], "creator": {"name": "Fiddler", "version": "2.4.4.5"}, "version": "1.2"}}` + "\r\n", Records: 1},
	{Text: `{"log":{"version":1.2,"entries":[]}}` + "\n"},
	{Text: `{"log":{"version":"1.2","creator":{"name":"x"},"entries":[null,{"request":{"method":"POST","url":"/w"},"response":null}`, Records: 1},

	// JSONP, as harviewer's examples are.
	{Text: `onInputData({"log":{"version":"1.2","creator":{"name":"x"},"entries":[{"request":{"method":"POST","url":"/w"}}]}});`, Records: 1},
	{Text: "onInputData({\n\"log\":{\"entries\":[\n{\"request\":{\"method\":\"POST\",\"url\":\"/w\"}}\n]}}\n);\n", Records: 1},

	{Text: `onInputData({"level":"info","entries":[]});`, Refused: true},
	{Text: `{"log":{"level":"info","logger":"receiver"},"entries":[],"message":"webhook received","@timestamp":"2026-11-30T08:30:07Z"}` + "\n", Refused: true},
	{Text: `{"log":{"version":"1.2","creator":{"name":"x"}}}`, Refused: true},
	{Text: `[{"log":{"version":"1.2","entries":[]}}]`, Refused: true},
}
