package format

// The receiver's claims and the downstream system's lists as formats. Everybody's columns differ; these are of each carrier.

var claimsFormat = tableFormat(&claimsTable, []Sample{
	// RFC 4180: one that succeeded, which is a claim and its end, and one that is going on.
	{Text: "id,operation_key,status,external_id,order_id,delivery_id,created_at,updated_at\r\n" +
		"7,shipment:create:85:full,succeeded,SHIP-001,85,feabbea45a0849aa9b1d954567302de3,2026-11-30 08:29:41+00,2026-11-30 08:29:43.869+00\r\n" +
		"8,\"shipment:create:86:\"\"full\"\"\",processing,,86,0139a2164a3d7957c1f0962ea06d9ae4,2026-11-30 08:29:44+00,\r\n", Records: 3},
	// INTO OUTFILE
	{Text: `"idempotency_key","status","created_at","updated_at","result_id"` + "\n" +
		`"shipment:create:85:\"full\"","failed","2026-11-30 08:29:41","2026-11-30 08:29:43",\N` + "\n", Records: 2},
	{Text: "key\tstatus\torder_id\tcreated_at\tupdated_at\n" +
		"shipment:create:85:full\tpending\t85\t2026-11-30 08:29:41\tNULL\n", Records: 1},
	{Text: `[{"operationKey":"shipment:create:85:full","status":"done","shipmentId":"SHIP-001","createdAt":"2026-11-30T08:29:41Z","updatedAt":"2026-11-30T08:29:43Z"}]`, Records: 2},
	// One row a line.
	{Text: `{"idempotency_key":"a:1","status":"done","created_at":"2026-11-30T08:29:41Z","updated_at":"2026-11-30T08:29:43Z"}` + "\n" +
		`{"idempotency_key":"a:2","status":"claimed","created_at":"2026-11-30T08:29:42Z","updated_at":null}` + "\n", Records: 3},
	// processed_events
	{Text: "event_id,processed_at\nevt_1RabcDEF,2026-11-30T08:29:41Z\nevt_1RabcDEG,2026-11-30T08:29:42Z\n", Records: 2},
	{Text: "+----------------------------------+---------------------+\n| delivery_id                      | created_at          |\n" +
		"+----------------------------------+---------------------+\n| feabbea45a0849aa9b1d954567302de3 | 2026-11-30 08:29:41 |\n" +
		"+----------------------------------+---------------------+\n1 row in set (0.00 sec)\n", Records: 1},
	{Text: "id,key,status\n1,AAAA-BBBB,active\n", Refused: true}, // a licence
	{Text: `{"level":"info","time":"2026-11-30T08:29:41Z","operation_key":"a:1","status":"done","msg":"claimed"}` + "\n", Refused: true},
	{Text: "delivery_id,delivery_url,status,created_at\n1,http://hooks.example.test/,sent,2026-11-30 08:29:41\n", Refused: true},
})

var effectsFormat = tableFormat(&effectsTable, []Sample{
	// A portal's export for a spreadsheet.
	{Text: "Shipment ID;Order Number;Created At;Status;Remark\r\n" +
		"SHIP-001;85;2026-11-30 08:29:41;printed;\"fragile; \"\"this side up\"\"\nsecond line\"\r\n" +
		"SHIP-002;85;2026-11-30 08:29:44;printed;\r\n", Records: 2},
	{Text: "shipment_id,order_id,idempotency_key,request_id,status,created_at\n" +
		"SHIP-001,85,shipment:create:85:full,fa54d7c66de385cf2d3f8a81f9201a80,created,2026-11-30T08:29:41.843Z\n", Records: 1},
	{Text: `[{"id":"inv_17","order_id":85,"created_at":"2026-11-30T08:29:41Z","amount":"19.90"}]`, Records: 1},
	{Text: `{"tracking_number":"00340434161094015902","reference":"85","created_at":1796028181}` + "\n" +
		`{"tracking_number":"00340434161094015919","reference":"85","created_at":1796028183}` + "\n", Records: 2},
	{Text: "id\torder_id\tcreated_at\n17\t85\t2026-11-30 08:29:41\n", Records: 1},
	{Text: "id,order_id,created_at,webhook_id\n17,85,2026-11-30 08:29:41,3\n", Refused: true},
	{Text: "id,order_id,date_created,note\n17,85,2026-11-30 08:29:41,call back\n", Refused: true},
	{Text: "comment_id,order_id,comment,created_at\n17,85,call back,2026-11-30 08:29:41\n", Refused: true},
	{Text: `{"timestamp":"2026-11-30T08:29:41Z","shipment_id":"SHIP-001","order_id":"85","created":true}` + "\n", Refused: true},
})

var deliveriesFormat = tableFormat(&deliveriesTable, []Sample{
	{Text: "id,webhook_id,event_id,topic,url,response_status,attempt,duration_ms,created_at\n" +
		"71,3,4f0c2a9e-1d6b-4c57-9a1e-5a3f0b6d7c21,order.paid,https://erp.example.test/hooks?shop=1,200,1,84,2026-11-30T08:26:25.120Z\n" +
		"72,3,4f0c2a9e-1d6b-4c57-9a1e-5a3f0b6d7c21,order.paid,https://erp.example.test/hooks?shop=1,,2,,2026-11-30 08:31:25\n", Records: 2},
	{Text: `[{"delivery_id":"d-4f0c2a9e","event_type":"order.paid","order_id":14,"endpoint_url":"https://erp.example.test/hooks","status_code":503,"sent_at":"2026-11-30T08:26:25Z"}]`, Records: 1},
	{Text: "id,url,response_status,created_at\n1,https://carrier.example.test/labels,201,2026-11-30T08:26:25Z\n", Refused: true},
})
