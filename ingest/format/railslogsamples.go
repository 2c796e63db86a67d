package format

var railsLogSamples = []Sample{
	{Records: 2, Text: `# Logfile created on 2026-11-30 08:33:03 +0000 by logger.rb/v1.5.0
Started POST "/hooks" for 127.0.0.1 at 2026-11-30 08:33:07 +0000
Processing by HooksController#create as */*
  Parameters: {"id"=>18452, "number"=>"18452", "status"=>"processing", "p"=>"hooks"}
Completed 200 OK in 1ms (Views: 0.6ms | Allocations: 304)


Started POST "/hooks" for 127.0.0.1 at 2026-11-30 08:33:08 +0000
Processing by HooksController#create as */*
Completed 500 Internal Server Error in 3012ms (Allocations: 113)



RuntimeError (label API timed out):

app.rb:24:in ` + "`create'" + `
Started GET "/up" for 127.0.0.1 at 2026-11-30 08:33:09 +0000
`},
	{Records: 3, Text: `[req-a1] Started POST "/hooks" for 127.0.0.1 at 2026-11-30 08:33:07 +0000
[req-a1] Processing by HooksController#create as */*
[req-a1] Completed 200 OK in 1ms (Allocations: 304)
`},
	{Refused: true, Text: "Started the receiver\nCompleted 200 jobs in 1s\n"},
}
