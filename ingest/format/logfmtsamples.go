package format

// logfmtSamples are lines as real writers made them.
var logfmtSamples = []Sample{
	{ // Python's logging with a formatter of its own; a traceback follows the line
		Records: 2, Text: `ts=2026-11-30T09:08:58.495Z level=INFO logger=receiver thread=Thread-14 (process_request_thread) msg="webhook received" request_id=fda28a9d5b32ec7ded63b9fc3850ccb2 webhook_id=154 delivery_id=14adc86f93801ceb7d7b4cdcb4062c58 topic=order.updated resource_id=342 bytes=2225 signature_valid=true
ts=2026-11-30T09:09:02.507Z level=ERROR logger=receiver thread=worker-342 msg="downstream call failed" request_id=fda28a9d5b32ec7ded63b9fc3850ccb2 attempt=1
Traceback (most recent call last):
  File "/srv/app/receiver.py", line 88, in ship
    r = post(url, data=body, timeout=5)
TimeoutError: timed out
ts=2026-11-30T09:09:02.559Z level=INFO logger=receiver thread=MainThread msg=listening port=8001
`,
	},
	{ // slog
		Records: 1, Text: `time=2026-11-30T08:30:04.945Z level=INFO msg="webhook received" webhook_id=7 delivery_id=5f2c1f0a9d3b4e6f8a7b6c5d4e3f2a1b topic=order.updated request_id=req-a1 order_id=1042 duration=12ms status=200 body="{\"id\":1042,\"status\":\"processing\"}"` + "\n",
	},
	{ // lograge
		Records: 1, Text: "# Logfile created on 2026-11-30 08:33:17 +0000 by logger.rb/v1.5.0\n" +
			`method=POST path=/webhooks/woo format=*/* controller=HooksController action=create status=200 duration=1.40 view=0.78 time=2026-11-30T08:33:22.161Z request_id=req-a1 params={"id"=>1042, "billing"=>{"first_name"=>"Zoë"}, "note"=>"say \"hi\" status=500"} wc_delivery=5f2c1f0a9d3b4e6f8a7b6c5d4e3f2a1b` + "\n",
	},
	{ // structlog
		Records: 1, Text: `timestamp=2026-11-30T08:31:13.115874Z level=info event="webhook received" signature_valid delivery_id=5f2c1f0a9d3b4e6f8a7b6c5d4e3f2a1b` + "\n",
	},
	{ // Heroku's router
		Records: 1, Text: `2026-11-30T08:26:47.250763+00:00 heroku[router]: at=info method=POST path="/webhooks/woo" host=hooks.example.test request_id=req-a1 fwd="192.0.2.7" dyno=web.1 connect=0ms service=653ms status=204 bytes=623 protocol=https` + "\n",
	},
	{Refused: true, Text: "The webhook was received twice.\nWe think that level=INFO is too little, and msg=none helps nobody.\n"},
	{Refused: true, Text: "DB_HOST=db\nDB_NAME=shop\nLEVEL=info\n"},
	{Refused: true, Text: "width=3 height=4\nwidth=5 height=6\n"},
	{Refused: true, Text: "2026-11-30 08:31:13,115 - receiver - INFO - Webhook received topic=order.updated delivery=5f2c order=1042\n"},
	{Refused: true, Text: "INFO:receiver:Webhook received level=INFO msg=x\n"},
	{Refused: true, Text: `{"level":"info","msg":"a=1 level=info msg=x"}` + "\n"},
}
