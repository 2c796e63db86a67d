package format

import "bytes"

// nginxErrorLog is recognised so that no file of a server is called unknown. Its lines are skipped: their time has no zone,
// and what they tell of a retry the access log's upstream fields tell better.
var nginxErrorLog = Format{
	Name:  "nginx-error-log",
	Title: "nginx error log: says nothing of a webhook that its access log does not, skipped",
	Open:  openLines("nginx-error-log"),
	Samples: []Sample{
		{Text: `2026/11/30 08:29:49 [error] 3479#3479: *123 upstream timed out (110: Connection timed out) while reading response header from upstream, client: 127.0.0.1, server: hooks.example.test, request: "POST /ha/shipments HTTP/1.1", upstream: "http://127.0.0.1:9001/ha/shipments", host: "hooks.example.test"` + "\n"},
		{Text: `2026/11/30 08:30:07 [req-a1] "POST http://host/webhooks/woo HTTP/1.1" from 127.0.0.1:34008 - 200 2B in 69.711µs` + "\n", Refused: true},
		{Text: `2026/11/30 08:30:07 webhook received` + "\n", Refused: true},
	},
}

// isNginxError tells 2026/11/30 08:29:49 [error] 3479#3479: …
func isNginxError(line []byte) bool {
	if len(line) < 22 || line[4] != '/' || line[7] != '/' || line[10] != ' ' || line[13] != ':' || line[16] != ':' || string(line[19:21]) != " [" {
		return false
	}
	level, rest, ok := bytes.Cut(line[21:], []byte("] "))
	if !ok {
		return false
	}
	switch string(level) {
	case "debug", "info", "notice", "warn", "error", "crit", "alert", "emerg":
	default:
		return false
	}
	pid, _, ok := bytes.Cut(rest, []byte{'#'})
	return ok && digits(pid) >= 0
}

// phpErrorLog is PHP's error_log and WordPress's debug.log: warnings, and what the application writes there.
var phpErrorLog = Format{
	Name:  "php-error-log",
	Title: "PHP error_log or WordPress debug.log: what an application writes into it, print_r as well",
	Open:  openLines("php-error-log"),
	Samples: []Sample{
		{Records: 2, Text: "[30-Nov-2026 08:31:20 UTC] Webhook received: Array\n(\n    [id] => 18452\n    [status] => processing\n)\n\n" +
			"[30-Nov-2026 08:31:20 UTC] Array\n(\n    [HTTP_X_WC_WEBHOOK_ID] => 7\n    [HTTP_X_WC_WEBHOOK_DELIVERY_ID] => 0c4b\n)\n\n" +
			"[30-Nov-2026 09:31:21 Europe/Berlin] webhook received delivery_id=0c4b\n[30-Nov-2026 09:31:21 Europe/Berlin] PHP Warning:  Undefined variable $x in /srv/a.php on line 3\n"},
		{Text: "[30-Nov-2026 09:02:54 UTC] PHP Fatal error:  Uncaught Error: Call to undefined function missing_function() in /var/www/html/wp-config.php:38\n" +
			"Stack trace:\n#0 {main}\n  thrown in /var/www/html/wp-config.php on line 38\n"},
		{Text: "[2026-11-30T09:00:00.123456+00:00] app.INFO: webhook received {\"request_id\":\"1\"} []\n", Refused: true},
		{Text: "[Mon Nov 30 08:31:21 2026] 127.0.0.1:44242 Accepted\n", Refused: true},
	},
}

// isPHPError tells [30-Nov-2026 09:02:54 UTC] …, also with a zone such as Europe/Berlin.
func isPHPError(line []byte) bool {
	return len(line) > 23 && line[0] == '[' && line[3] == '-' && month(line[4:7]) > 0 && line[7] == '-' && digits(line[8:12]) >= 0 &&
		line[12] == ' ' && line[15] == ':' && line[18] == ':' && line[21] == ' ' && bytes.IndexByte(line[22:], ']') > 0
}

// emptyFile is what a rotation or an export without rows leaves behind. It is evidence of nothing, and no mistake.
var emptyFile = Format{
	Name:  "empty",
	Title: "a file with nothing in it but blanks, or an empty JSON array",
	Open: func(head []byte, _ Options) Reader {
		if text := bytes.TrimSpace(head); len(text) == 0 || isEmptyArray(text) {
			return emptyReader{}
		}
		return nil
	},
	Samples: []Sample{
		{Text: ""},
		{Text: "\n\n"},
		{Text: "[]\n"},
		{Text: "[\n]\n"},
		{Text: "{}\n", Refused: true},
		{Text: "[{}]\n", Refused: true},
	},
}

func isEmptyArray(text []byte) bool {
	return len(text) >= 2 && text[0] == '[' && text[len(text)-1] == ']' && len(bytes.TrimSpace(text[1:len(text)-1])) == 0
}

// emptyReader reads on behind a head of blanks, however long.
type emptyReader struct{}

func (emptyReader) Frame(data []byte, eof bool) int { return frameLines(data, eof) }

func (emptyReader) Parse(c Chunk, out *Batch) {
	eachLine(c, func(line []byte, no, off int64) {
		if len(bytes.Trim(line, " \t\r\f\v[]")) == 0 {
			out.skip(1)
			return
		}
		out.problem(no, off, 1, "expected nothing behind the blanks that the file begins with", "name its format with --as")
	})
}

// skippedLines reads a file of which every line is left out by rule.
type skippedLines struct{}

func (skippedLines) Frame(data []byte, eof bool) int { return frameLines(data, eof) }
func (skippedLines) Parse(c Chunk, out *Batch)       { out.skip(c.LinesIn()) }

func (skippedLines) parse(c Chunk, r *recordReader) { r.out.skip(c.LinesIn()) }

// firstLine returns the first line of head that is not blank.
func firstLine(head []byte) []byte {
	line, _, _ := bytes.Cut(bytes.TrimLeft(head, " \t\r\n"), []byte{'\n'})
	return trimCR(line)
}

// whyFirst says what is wrong with the first line, if anything is.
func whyFirst(wrong string) string {
	if wrong == "" {
		return ""
	}
	return "its first line: " + wrong
}

// mostLines tells whether at least half of the first lines of head are as yes wants them: a log may begin with the second half
// of a line, and may hold what a program printed before it opened its log.
func mostLines(head []byte, yes func(line []byte) bool) bool {
	const most = 20
	good, bad := 0, 0
	for rest := head; len(rest) > 0 && good+bad < most; {
		line, after, _ := bytes.Cut(rest, []byte{'\n'})
		cut := len(head) == HeadSize && len(rest) < len(head) && len(line) == len(rest)
		switch line = trimCR(line); {
		case len(bytes.TrimSpace(line)) == 0, cut:
		case yes(line):
			good++
		default:
			bad++
		}
		rest = after
	}
	return good > 0 && good >= bad
}

// ShowsRequests tells a file most of whose lines hold a request in quotes, as every server's access log has it: "POST /hooks HTTP/1.1". It is
// for telling somebody why no format knows a file.
func ShowsRequests(head []byte) bool {
	return mostLines(head, func(line []byte) bool {
		for rest := line; ; {
			open := bytes.IndexByte(rest, '"')
			if open < 0 {
				return false
			}
			if rest = rest[open+1:]; isRequestLine(rest) {
				return true
			}
		}
	})
}
