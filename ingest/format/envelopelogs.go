package format

// dockerLog is what Docker keeps of containers, and what docker compose prints of several.
var dockerLog = Format{
	Name:    "docker-log",
	Title:   "logs of containers: Docker's json-file, docker compose logs; the lines inside are read as the formats of this list",
	Open:    openEnvelope("docker-log"),
	Samples: dockerLogSamples,
}

// kubernetesLog is what Kubernetes keeps of containers on a node.
var kubernetesLog = Format{
	Name:    "kubernetes-log",
	Title:   "logs of containers as Kubernetes keeps them (CRI); the lines inside are read as the formats of this list",
	Open:    openEnvelope("kubernetes-log"),
	Samples: kubernetesLogSamples,
}

// journalLog is what systemd's journal exports.
var journalLog = Format{
	Name:    "journal-log",
	Title:   "the journal as journalctl -o json or -o export; the lines inside are read as the formats of this list",
	Open:    openEnvelope("journal-log"),
	Samples: journalLogSamples,
}

// sysLog is syslog, and the journal as it prints that.
var sysLog = Format{
	Name:    "syslog",
	Title:   "syslog, journalctl's short forms and Heroku's; the lines inside are read as the formats of this list",
	Open:    openEnvelope("syslog"),
	Samples: sysLogSamples,
}

var dockerLogSamples = []Sample{
	{Records: 2, Text: `{"log":"{\"level\":30,\"time\":1796027207888,\"msg\":\"webhook received\",\"deliveryId\":\"0c4b7f\"}\n","stream":"stdout","time":"2026-11-30T08:26:47.888612345Z"}
{"log":"POST /hooks 200 58 - ","stream":"stdout","time":"2026-11-30T08:26:47.9Z"}
{"log":"2.588 ms\n","stream":"stdout","time":"2026-11-30T08:26:47.9Z"}
`},
	{Records: 3, Text: `web-1     | 2026-11-30 08:31:13,115 - hooks - ERROR - job failed job_id=7
worker-1  | {"time":"2026-11-30T08:31:13Z","msg":"job done","job_id":7}
web-1     | Traceback (most recent call last):
web-1     | TimeoutError: timed out
worker-1  | POST /hooks 200 5ms - 2b
`},
	{Refused: true, Text: `{"log":"started","time":"2026-11-30T08:26:47Z"}` + "\n"},
	{Refused: true, Text: "| a | b |\n|---|---|\n"},
}

var kubernetesLogSamples = []Sample{
	{Records: 2, Text: `2026-11-30T08:26:47.888612345Z stdout P {"level":30,"time":1796027207888,"msg":"webhook received",
2026-11-30T08:26:47.888612399Z stderr F POST /hooks 200 5ms delivery=0c4b7f
2026-11-30T08:26:47.888612399Z stdout F "deliveryId":"0c4b7f"}
`},
	{Refused: true, Text: "2026-11-30T08:26:47Z INFO stdout is closed\n"},
}

var journalLogSamples = []Sample{
	{Records: 2, Text: `{"__REALTIME_TIMESTAMP":"1796027207888000","_HOSTNAME":"vm","SYSLOG_IDENTIFIER":"receiver","_PID":"4242","MESSAGE":"POST /hooks 200 5ms delivery=0c4b7f"}
{"__REALTIME_TIMESTAMP":"1796027207889000","_HOSTNAME":"vm","SYSLOG_IDENTIFIER":"receiver","_PID":"4242","MESSAGE":[27,91,51,50,109,105,110,102,111,27,91,51,57,109,58,32,106,111,98,32,100,111,110,101,32,106,111,98,95,105,100,61,55]}
{"__REALTIME_TIMESTAMP":"1796027207890000","_HOSTNAME":"vm","SYSLOG_IDENTIFIER":"receiver","_PID":"4242","MESSAGE":null}
`},
	{Records: 2, Text: "__CURSOR=s=1;i=1\n__REALTIME_TIMESTAMP=1796027207888000\n_HOSTNAME=vm\n_PID=4242\nMESSAGE=POST /hooks 200 5ms delivery=0c4b7f\n\n" +
		"__CURSOR=s=1;i=2\n__REALTIME_TIMESTAMP=1796027207889000\n_HOSTNAME=vm\n_PID=4242\nMESSAGE\n\x1f\x00\x00\x00\x00\x00\x00\x00info: job done {\n  jobId: '8'\n}\n\n"},
	{Refused: true, Text: `{"MESSAGE":"job done","time":1796027207888,"job_id":7}` + "\n"},
}

var sysLogSamples = []Sample{
	{Records: 2, Text: `Nov 30 08:26:47 vm receiver[4242]: {"level":30,"time":1796027207888,"msg":"webhook received","deliveryId":"0c4b7f"}
Nov 30 08:26:47 vm receiver[4242]: info: job done {
                                     jobId: 7
                                   }
Nov 30 08:26:47 vm receiver[4242]: [11B blob data]
`},
	{Records: 1, Text: "2026-11-30T08:26:47.893000+0000 vm receiver[4242]: POST /hooks 200 5ms delivery=0c4b7f\n"},
	{Records: 2, Text: "2026-11-30T08:26:47.250763+00:00 app[web.1]: POST /hooks 200 5ms delivery=0c4b7f\n" +
		"2026-11-30T08:26:47.250763+00:00 heroku[router]: at=info method=POST path=\"/hooks\" request_id=r1 dyno=web.1 connect=0ms service=5ms status=200\n"},
	{Records: 1, Text: "<14>1 2026-11-30T08:26:47.003Z vm receiver 4242 - [a b=\"c\"] POST /hooks 200 5ms delivery=0c4b7f\n"},
	{Refused: true, Text: "2026-11-30T08:26:47Z INFO hooks: job done\n"},
	{Refused: true, Text: "Nov 30 2026 was a day: of rain\n"},
}
