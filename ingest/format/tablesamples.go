package format

// The tables as formats. Each has samples from every carrier, recorded from a shop but for the rows that it never produced.

var actionsFormat = tableFormat(&actionsTable, []Sample{
	{Text: `[
    {
        "action_id": "16",
        "hook": "wc-admin_import_orders",
        "status": "pending",
        "scheduled_date_gmt": "2026-11-30 08:26:29",
        "args": "[14]",
        "attempts": "0",
        "extended_args": null
    },
    {
        "action_id": "17",
        "hook": "woocommerce_deliver_webhook_async",
        "status": "complete",
        "scheduled_date_gmt": "2026-11-30 08:26:25",
        "scheduled_date_local": "2026-11-30 09:26:25",
        "priority": "10",
        "args": "{\"webhook_id\":3,\"arg\":14}",
        "schedule": "O:30:\"ActionScheduler_SimpleSchedule\":2:{s:22:\"\u0000*\u0000scheduled_timestamp\";i:1796027185;}",
        "attempts": "1",
        "last_attempt_gmt": "2026-11-30 08:26:26",
        "claim_id": "0",
        "extended_args": null
    }
]
`, Records: 1},
	{Text: "action_id\thook\tstatus\tscheduled_date_gmt\targs\tschedule\tattempts\tclaim_id\textended_args\n" +
		"16\twc-admin_import_orders\tpending\t2026-11-30 08:26:29\t[14]\tO:30:\"x\\0*\\0\"\t0\t0\tNULL\n" +
		"17\twoocommerce_deliver_webhook_async\tcomplete\t2026-11-30 08:26:25\t{\"webhook_id\":3,\"arg\":14}\tO:30\t1\t0\tNULL\n", Records: 1},
	{Text: `"action_id","hook","status","scheduled_date_gmt","args","schedule","attempts","claim_id","extended_args"
"17","woocommerce_deliver_webhook_async","in-progress","2026-11-30 08:26:25","{\"webhook_id\":3,\"arg\":14}","O:30:\"x\"","1","1078",\N
"18","woocommerce_deliver_webhook_async","pending","0000-00-00 00:00:00","{\"webhook_id\":2,\"arg\":\"SKU-0\"}","O:30:\"two\
lines\"","0","0",\N
`, Records: 2},
	{Text: `[{"action_id":"17","hook":"x"}]`, Refused: true},
})

var actionLogsFormat = tableFormat(&actionLogsTable, []Sample{
	{Text: "log_id\taction_id\tmessage\tlog_date_gmt\tlog_date_local\n" +
		"20\t16\taction created\t2026-11-30 08:26:24\t2026-11-30 09:26:24\n" +
		"23\t17\taction started via WP CLI\t2026-11-30 08:26:25\t2026-11-30 09:26:25\n", Records: 2},
	{Text: `"log_id","action_id","message","log_date_gmt","log_date_local"
"20","16","action created","2026-11-30 08:26:24","2026-11-30 09:26:24"
`, Records: 1},
	{Text: `[{"log_id":"20","action_id":"16","message":"action created","log_date_gmt":"2026-11-30 08:26:24"},` +
		`{"log_id":"21","action_id":"17","message":"action created","log_date_gmt":"2026-11-30 08:26:25"}]`, Records: 2},
	{Text: "20\t16\taction created\t2026-11-30 08:26:24\n", Refused: true},
})

var actionClaimsFormat = tableFormat(&actionClaimsTable, []Sample{
	{Text: "\"claim_id\",\"date_created_gmt\"\n\"1078\",\"2026-11-30 09:11:22\"\n", Records: 1},
	{Text: "\"claim_id\",\"date_created_gmt\"\n"},
	{Text: "claim_id\tdate_created_gmt\n1078\t2026-11-30 09:11:22\n", Records: 1},
	{Text: "[\n    {\n        \"claim_id\": \"1078\",\n        \"date_created_gmt\": \"2026-11-30 09:11:22\"\n    }\n]\n", Records: 1},
	{Text: "claim_id\n1078\n", Refused: true},
})

var actionGroupsFormat = tableFormat(&actionGroupsTable, []Sample{
	{Text: "group_id\tslug\n5\twoocommerce-webhooks\n"},
	{Text: "[\n    {\n        \"group_id\": \"1\",\n        \"slug\": \"woocommerce-webhooks\"\n    }\n]\n"},
	{Text: "slug\nwoocommerce-webhooks\n", Refused: true},
})

var webhooksFormat = tableFormat(&webhooksTable, []Sample{
	{Text: `"webhook_id","status","name","user_id","delivery_url","secret","topic","date_modified_gmt","api_version","failure_count","pending_delivery"
"2","active","Versand","1","http://hooks.example.test/woo/shipments","geheim","order.updated","2026-11-30 08:26:28","3","0","0"
"3","active","Versand (neu)","1","http://hooks.example.test/woo/shipments?consumer=b","geheim","order.updated","2026-11-30 08:26:28","3","0","0"
`, Records: 2},
	{Text: "webhook_id\tstatus\tname\tdelivery_url\tsecret\ttopic\tapi_version\n" +
		"2\tpaused\tVersand\thttp://hooks.example.test/woo/shipments\tgeheim\torder.updated\t3\n", Records: 1},
	{Text: `[{"webhook_id":"2","status":"disabled","delivery_url":"http:\/\/hooks.example.test\/woo","secret":"geheim","topic":"order.updated","api_version":"3"}]`, Records: 1},
	{Text: `{"webhook_id":"7","delivery_id":"5f2c1f0a9d3b4e6f8a7b6c5d4e3f2a1b","topic":"order.updated"}` + "\n", Refused: true},
})

var restWebhooksFormat = tableFormat(&restWebhooks, []Sample{
	{Text: `[{"id":3,"name":"Versand (neu)","status":"active","topic":"order.updated","resource":"order","event":"updated",` +
		`"hooks":["woocommerce_update_order","woocommerce_order_refunded"],"delivery_url":"http:\/\/hooks.example.test\/woo\/shipments",` +
		`"date_modified_gmt":"2026-11-30T08:26:28","_links":{"self":[{"href":"http:\/\/shop.example.test:8080\/wp-json\/wc\/v3\/webhooks\/3"}]}}]`, Records: 1},
	{Text: `[{"id":3,"status":"processing","number":"3"}]`, Refused: true},
})
