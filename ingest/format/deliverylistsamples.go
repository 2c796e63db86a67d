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

	hookdeckAttempt1 = `{"id":"atm_1","team_id":"tm_1","event_id":"evt_5b3mzbxk83deakr","attempt_number":1,"trigger":"INITIAL","response_status":500,"status":"FAILED","requested_url":"https://hooks.example.test/woo","http_method":"POST","body":{"id":"of the answer"},"created_at":"2026-11-30T08:26:47.135Z"}`
	hookdeckAttempt2 = `{"id":"atm_2","team_id":"tm_1","event_id":"evt_5b3mzbxk83deakr","attempt_number":2,"trigger":"MANUAL","response_status":200,"status":"SUCCESSFUL","requested_url":"https://hooks.example.test/woo","http_method":"POST","body":"ok","created_at":"2026-11-30T08:36:47.135Z"}`
)

var deliveryListSamples = []Sample{
	{Text: "[" + githubListed1 + "," + githubListed2 + "]\n", Records: 2},
	{Text: "[\n" + githubListed1 + ",\n" + githubListed2 + "\n]\n", Records: 2},
	{Text: githubListed1 + "\n" + githubListed2 + "\n", Records: 2},
	{Text: githubWhole + "\n", Records: 1},
	{Text: `{"data":[` + svixAttempt2 + "," + svixAttempt1 + `],"done":true,"iterator":null,"prevIterator":null}`, Records: 2},
	{Text: `{"models":[` + hookdeckAttempt2 + "," + hookdeckAttempt1 + `],"count":2,"pagination":{}}`, Records: 2},
	{Text: `[{"id":1,"type":"Repository","active":true,"events":["push"],"config":{"url":"https://x/"}}]`, Refused: true},
	{Text: `{"guid":"72d3162e-cc78-11e3-81ab-4c9367dc0958","event":"issues","msg":"webhook received"}` + "\n", Refused: true},
	{Text: "[]\n", Refused: true},
}
