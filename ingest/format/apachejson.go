package format

import "bytes"

// apacheJSON is an access log by a LogFormat that writes JSON. Apache escapes what is not ASCII as \xc3\xab, which JSON has not: here
// alone it is read. The fields' names are the administrator's.
var apacheJSON = Format{
	Name:    "apache-json",
	Title:   "Apache access log, LogFormat that writes JSON, with its \\xNN",
	Open:    openApacheJSON,
	Why:     func(head []byte, _ Options) string { return whyNoRequest(head) },
	Samples: apacheJSONSamples,
}

// openApacheJSON knows Apache by its escapes, or by a duration in microseconds (%D), in which no other server counts. %t is when the
// request began.
func openApacheJSON(head []byte, opt Options) Reader {
	return once(opt, head, "apache-json", func() Reader { return findApacheJSON(head, opt) })
}

func findApacheJSON(head []byte, opt Options) Reader {
	r := newRecordReader(nil, nil)
	r.scan.server = true
	own := false
	lines := mostLines(head, func(line []byte) bool {
		if !r.isRequestJSON(line) || r.has(fieldLevel) || r.isNginx(line) {
			return false
		}
		own = own || r.by(fieldTook).name == "durationus" || bytes.Contains(line, []byte(`\x`))
		return true
	})
	if !lines || !own || openNginxJSON(head, opt) != nil || opt.As != "apache-json" && foreign(head, "apache-json", "json-lines") {
		return nil
	}
	return requestJSONReader{maxDepth: opt.MaxDepth, zone: opt.Zone, paths: opt.Paths}
}

// isApacheLine tells such a line that shows by itself whose it is.
func isApacheLine(line []byte) bool {
	if len(line) == 0 || line[0] != '{' || !bytes.Contains(line, []byte("status")) || !bytes.Contains(line, []byte(`\x`)) && !bytes.Contains(line, []byte(`_us"`)) && !bytes.Contains(line, []byte(`Us"`)) {
		return false
	}
	r := nginxLines.Get().(*recordReader)
	defer nginxLines.Put(r)
	return r.isRequestJSON(line) && !r.has(fieldLevel) && (r.by(fieldTook).name == "durationus" || bytes.Contains(line, []byte(`\x`))) && !r.isNginx(line)
}

var apacheJSONSamples = []Sample{
	{
		Text: `{"time":"2026-11-30T08:26:51.245876+0000","remote":"127.0.0.1","method":"POST","path":"/webhooks/woo","query":"","status":200,"duration_us":2931,"ua":"WooCommerce/9.4.2 Hookshot (WordPress/6.7)","wc_webhook_id":"7","wc_topic":"order.updated"}` + "\n" +
			`{"time":"2026-11-30T08:26:51.439205+0000","remote":"127.0.0.1","method":"POST","path":"/webhooks/fail","query":"?a=b","status":500,"duration_us":2099,"ua":"M\xc3\xbcller \"x\"","wc_webhook_id":"9","wc_topic":"action.wc\\x"}` + "\n" +
			`{"time":"2026-11-30T08:26:51.454226+0000","remote":"127.0.0.1","method":"GET","path":"/healthz","query":"","status":200,"duration_us":1073,"ua":"curl/8","wc_webhook_id":"-","wc_topic":"-"}` + "\n",
		Records: 2,
	},
	{Text: `{"time":"2026-11-30T08:26:51.245876+0000","level":"info","method":"POST","path":"/webhooks/woo","status":200,"duration_us":2931}` + "\n", Refused: true},
	{Text: `{"time":"2026-11-30T08:26:51Z","msg":"webhook received \xc3\xab","method":"POST","path":"/webhooks/woo","status":200,"duration_us":2931}` + "\n", Refused: true},
	{Text: `{"time_iso8601":"2026-11-30T08:26:47+00:00","request":"POST /woo HTTP/1.1","status":"200","ua":"M\xC3\xBCller"}` + "\n", Refused: true},
}
