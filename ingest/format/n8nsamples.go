package format

const (
	n8nItem = `{"headers":{"host":"n8n.example.test","user-agent":"WooCommerce/9.9.5 Hookshot (WordPress/6.9)","x-wc-webhook-id":"7","x-wc-webhook-topic":"order.updated","x-wc-webhook-delivery-id":"59723ce0695dfb2c42704422a035e7a5"},` +
		`"params":{},"query":{},"body":{"id":1042,"status":"processing"},"webhookUrl":"https://n8n.example.test/webhook/orders","executionMode":"production"}`
	n8nExecution = `{"id":"231","finished":true,"mode":"webhook","retryOf":null,"retrySuccessId":null,"startedAt":"2026-11-30T08:26:47.123Z","stoppedAt":"2026-11-30T08:26:48.223Z","workflowId":"1000","waitTill":null,"status":"success",` +
		`"data":{"startData":{},"resultData":{"runData":{"Webhook":[{"startTime":1796027207123,"executionTime":1,"source":[],"data":{"main":[[{"json":` + n8nItem + `}]]}}],` +
		`"Set":[{"data":{"main":[[{"json":` + n8nItem + `}]]}}]},"lastNodeExecuted":"Set"}}}`
	n8nWorkflow = `{"name":"Orders","nodes":[{"name":"Webhook","type":"n8n-nodes-base.webhook","parameters":{}}],"pinData":{"Webhook":[{"json":` + n8nItem + `}]},"connections":{},"active":true,"settings":{},"id":"1000"}`
)

var n8nSamples = []Sample{
	{Text: `{"data":[` + n8nExecution + `],"nextCursor":null}`, Records: 1},
	{Text: n8nExecution + "\n", Records: 1},
	{Text: "[\n" + n8nItem + ",\n" + n8nItem + "\n]\n", Records: 2},
	{Text: n8nWorkflow + "\n"},
	{Text: "[{\n\"id\":\"9\",\"finished\":true,\"mode\":\"trigger\",\"startedAt\":\"2026-11-30T08:26:47.123Z\",\"workflowId\":\"2\"}]\n"},
	{Text: `{"level":"info","headers":{"x-wc-webhook-id":"7"},"body":{"id":1},"msg":"webhook received"}` + "\n", Refused: true},
	{Text: `{"data":[]}`, Refused: true},
}
