package format

// Samples in the form of ngrok's inspector, of webhook.site's JSON export and of Hookdeck's API.
const (
	// POST /webhooks/woo HTTP/1.1, with User-Agent, X-WC-Webhook-ID 7, its topic, delivery and signature, and {"id":1042,"status":"processing"}.
	ngrokRaw = "UE9TVCAvd2ViaG9va3Mvd29vIEhUVFAvMS4xDQpIb3N0OiBzaG9wLmV4YW1wbGUudGVzdA0KVXNlci1BZ2VudDogV29vQ29tbWVyY2UvOS45LjUgSG9va3Nob3QgKFdvcmRQcmVzcy82LjkpDQpDb250ZW50LUxlbmd0aDogMzMNClgtV0MtV2ViaG9vay1JRDogNw0KWC1XQy1XZWJob29rLVRvcGljOiBvcmRlci51cGRhdGVkDQpYLVdDLVdlYmhvb2stRGVsaXZlcnktSUQ6IDU5NzIzY2UwNjk1ZGZiMmM0MjcwNDQyMmEwMzVlN2E1DQoNCnsiaWQiOjEwNDIsInN0YXR1cyI6InByb2Nlc3NpbmcifQ=="

	ngrokRequest = `{"uri":"/api/requests/http/airt_2a","id":"airt_2a","tunnel_name":"command_line","remote_addr":"203.0.113.7","start":"2026-11-30T08:26:47Z","duration":12345678,` +
		`"request":{"method":"POST","proto":"HTTP/1.1","headers":{"User-Agent":["WooCommerce/9.9.5 Hookshot (WordPress/6.9)"]},"uri":"/webhooks/woo","raw":"` + ngrokRaw + `"},` +
		`"response":{"status":"202 Accepted","status_code":202,"proto":"HTTP/1.1","headers":{},"raw":"SFRUUC8xLjEgMjAyIEFjY2VwdGVkDQoNCg=="}}`
	ngrokUnanswered = `{"uri":"/api/requests/http/airt_2b","id":"airt_2b","tunnel_name":"command_line","remote_addr":"203.0.113.7","start":"2026-11-30T08:26:40Z","duration":0,` +
		`"request":{"method":"POST","proto":"HTTP/1.1","headers":{"Stripe-Signature":["t=1,v1=ab"]},"uri":"/webhooks/stripe","raw":""},"response":null}`
	ngrokRead = `{"id":"airt_2c","tunnel_name":"command_line","start":"2026-11-30T08:26:39Z","duration":1,"request":{"method":"GET","uri":"/favicon.ico","headers":{},"raw":""},"response":null}`

	webhookSiteRequest = `{"uuid":"6c3d5c1e-9d07-4c53-8f0a-2f4ad9a6e0b1","type":"web","token_id":"d1a4ce90-7a6e-4a4f-9a43-1f6e43e1b2aa","ip":"203.0.113.7","hostname":"webhook.site","method":"POST",` +
		`"user_agent":"WooCommerce/9.9.5 Hookshot (WordPress/6.9)","content":"{\"id\":1042,\"status\":\"processing\"}","query":null,` +
		`"headers":{"user-agent":["WooCommerce/9.9.5 Hookshot (WordPress/6.9)"],"x-wc-webhook-id":["7"],"x-wc-webhook-topic":["order.updated"],"x-wc-webhook-delivery-id":["59723ce0695dfb2c42704422a035e7a5"],"content-length":["33"]},` +
		`"url":"https://webhook.site/d1a4ce90-7a6e-4a4f-9a43-1f6e43e1b2aa","created_at":"2026-11-30 08:26:47","updated_at":"2026-11-30 08:26:47","sorting":1796027207}`

	hookdeckEvent = `{"id":"evt_5b3mzbxk83deakr","team_id":"tm_1","webhook_id":"web_5b3mzbxk83dcij0","source_id":"src_1","destination_id":"des_1","request_id":"req_8c1","attempts":2,"response_status":200,` +
		`"status":"SUCCESSFUL","created_at":"2026-11-30T08:26:47.035Z","data":{"path":"/woo","query":"","headers":{"user-agent":"WooCommerce/9.9.5 Hookshot (WordPress/6.9)","x-wc-webhook-id":"7","x-wc-webhook-topic":"order.updated","x-wc-webhook-delivery-id":"59723ce0695dfb2c42704422a035e7a5","content-length":"33"},"body":{"id":1042,"status":"processing"},"is_large_payload":false}}`
)

var captureListSamples = []Sample{
	{Text: `{"uri":"/api/requests/http","requests":[` + ngrokRequest + "," + ngrokUnanswered + "," + ngrokRead + `]}`, Records: 2},
	{Text: "{\n  \"requests\": [\n    " + ngrokRequest + "\n  ]\n}\n", Records: 1},
	{Text: ngrokRequest + "\n", Records: 1},
	{Text: `{"data":[` + webhookSiteRequest + `],"total":1,"per_page":50,"current_page":1,"is_last_page":true,"from":1,"to":1}`, Records: 1},
	{Text: "[\n" + webhookSiteRequest + ",\n" + webhookSiteRequest + "\n]\n", Records: 2},
	{Text: `{"pagination":{"order_by":"created_at","dir":"desc","limit":100},"count":1,"models":[` + hookdeckEvent + `]}`, Records: 1},
	{Text: `{"id":"r1","start":"2026-11-30T08:26:47Z","duration":12,"msg":"request completed"}` + "\n", Refused: true},
	{Text: `{"requests":[]}`, Refused: true},
	{Text: `{"data":[` + listedEvent1 + `]}`, Refused: true},
}
