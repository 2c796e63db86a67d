package format

const (
	githubListed1 = `{"id":12345678902,"guid":"72d3162e-cc78-11e3-81ab-4c9367dc0958","delivered_at":"2026-11-30T09:30:12Z","redelivery":true,"duration":0.27,"status":"OK","status_code":200,"event":"issues","action":"opened","installation_id":null,"repository_id":123,"url":"https://hooks.example.test/github","throttled_at":null}`
	githubListed2 = `{"id":12345678901,"guid":"72d3162e-cc78-11e3-81ab-4c9367dc0958","delivered_at":"2026-11-30T08:26:47Z","redelivery":false,"duration":10.03,"status":"timed out","status_code":0,"event":"issues","action":"opened","installation_id":null,"repository_id":123,"url":"https://hooks.example.test/github","throttled_at":null}`
	githubWhole   = `{"id":12345678901,"guid":"72d3162e-cc78-11e3-81ab-4c9367dc0958","delivered_at":"2026-11-30T08:26:47Z","redelivery":false,"duration":0.03,"status":"OK","status_code":202,"event":"issues","action":"opened","installation_id":null,"repository_id":123,"url":"https://hooks.example.test/github",` +
		`"request":{"headers":{"X-GitHub-Delivery":"72d3162e-cc78-11e3-81ab-4c9367dc0958","X-GitHub-Event":"issues","X-GitHub-Hook-ID":"292430182","X-Hub-Signature-256":"sha256=d57c68ca6f92289e6987922ff26938930f6e66a2d161ef06abdf1859230aa23c","Content-Type":"application/json"},"payload":{"action":"opened","issue":{"id":73464126,"number":2},"repository":{"id":123}}},` +
		`"response":{"headers":{"Content-Type":"text/html"},"payload":"ok"}}`

	svixAttempt1 = `{"id":"atmpt_1srOrx2ZWZBpBUvZwXKQmoEYga3","msgId":"msg_1srOrx2ZWZBpBUvZwXKQmoEYga2","endpointId":"ep_1srOrx2ZWZBpBUvZwXKQmoEYga2","url":"https://hooks.example.test/svix","response":"{}","responseStatusCode":500,"responseDurationMs":112,"status":2,"triggerType":0,"timestamp":"2026-11-30T08:26:47.123456Z",` +
		`"msg":{"id":"msg_1srOrx2ZWZBpBUvZwXKQmoEYga2","eventId":"order-1042-paid","eventType":"order.paid","payload":{"type":"order.paid","data":{"id":"1042"}},"timestamp":"2026-11-30T08:26:46Z"}}`
	svixAttempt2 = `{"id":"atmpt_1srOrx2ZWZBpBUvZwXKQmoEYga4","msgId":"msg_1srOrx2ZWZBpBUvZwXKQmoEYga2","endpointId":"ep_1srOrx2ZWZBpBUvZwXKQmoEYga2","url":"https://hooks.example.test/svix","response":"ok","responseStatusCode":200,"responseDurationMs":12,"status":0,"triggerType":0,"timestamp":"2026-11-30T08:26:52.5Z"}`

	convoyAttempt1 = `{"uid":"01K0A6V8Z3F5N7Q9S1T3W5Y7A9","msg_id":"01K0A6V7B2D4F6H8J0M2P4R6T8","event_delivery_id":"01K0A6V7B2D4F6H8J0M2P4R6T8","endpoint_id":"01K0A5C1E3G5J7M9P1R3T5V7X9","url":"https://hooks.example.test/convoy","method":"POST","api_version":"2025-11-24","http_status":"","status":false,"error":"context deadline exceeded","request_http_header":{"X-Convoy-Idempotency-Key":"order-1042-paid"},"response_data":"","created_at":"2026-11-30T08:26:47.135Z"}`
	convoyAttempt2 = `{"uid":"01K0A6X2C4E6G8J0M2P4R6T8V0","msg_id":"01K0A6V7B2D4F6H8J0M2P4R6T8","event_delivery_id":"01K0A6V7B2D4F6H8J0M2P4R6T8","endpoint_id":"01K0A5C1E3G5J7M9P1R3T5V7X9","url":"https://hooks.example.test/convoy","method":"POST","api_version":"2025-11-24","http_status":"202 Accepted","status":true,"error":"","request_http_header":{},"response_data":"ok","created_at":"2026-11-30T08:27:17.402Z"}`

	hookdeckAttempt1 = `{"id":"atm_1","team_id":"tm_1","event_id":"evt_5b3mzbxk83deakr","attempt_number":1,"trigger":"INITIAL","response_status":500,"status":"FAILED","requested_url":"https://hooks.example.test/woo","http_method":"POST","body":{"id":"of the answer"},"created_at":"2026-11-30T08:26:47.135Z"}`
	hookdeckAttempt2 = `{"id":"atm_2","team_id":"tm_1","event_id":"evt_5b3mzbxk83deakr","attempt_number":2,"trigger":"MANUAL","response_status":200,"status":"SUCCESSFUL","requested_url":"https://hooks.example.test/woo","http_method":"POST","body":"ok","created_at":"2026-11-30T08:36:47.135Z"}`
)

var deliveryListSamples = []Sample{
	{Text: "[" + githubListed1 + "," + githubListed2 + "]\n", Records: 2},
	{Text: "[\n" + githubListed1 + ",\n" + githubListed2 + "\n]\n", Records: 2},
	{Text: githubListed1 + "\n" + githubListed2 + "\n", Records: 2},
	{Text: githubWhole + "\n", Records: 1},
	{Text: `{"data":[` + svixAttempt2 + "," + svixAttempt1 + `],"done":true,"iterator":null,"prevIterator":null}`, Records: 2},
	{Text: "[" + convoyAttempt1 + "," + convoyAttempt2 + "]\n", Records: 2},
	{Text: `{"status":true,"message":"attempts fetched","data":[` + convoyAttempt1 + `]}`, Records: 1},
	{Text: `{"models":[` + hookdeckAttempt2 + "," + hookdeckAttempt1 + `],"count":2,"pagination":{}}`, Records: 2},
	{Text: `[{"id":1,"type":"Repository","active":true,"events":["push"],"config":{"url":"https://x/"}}]`, Refused: true},
	{Text: `{"guid":"72d3162e-cc78-11e3-81ab-4c9367dc0958","event":"issues","msg":"webhook received"}` + "\n", Refused: true},
	{Text: "[]\n", Refused: true},
}
