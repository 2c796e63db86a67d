package format

import "bytes"

// consoleLog is what console.log prints: a text, and behind it an object over several lines, in colours where it went to a terminal. It
// shows no time, and nothing tells which of several records are of one request.
var consoleLog = Format{
	Name:    "console-log",
	Title:   "what console.log prints: texts and objects, with or without colours, and pretty-printed JSON",
	Open:    openLines("console-log"),
	Samples: consoleLogSamples,
}

// isPrinted tells a line with which a record may begin: any that is not indented and closes nothing.
func isPrinted(line []byte) bool {
	return len(line) > 0 && !isBlank(line[0]) && line[0] != '}' && line[0] != ']' && line[0] != ')'
}

// hasPrinted tells whether in the head an object is printed, over several lines or as Python does in one, that goes on with no record of
// another format.
func hasPrinted(head []byte) bool {
	found, opened, last, told := false, false, -1, false
	eachLine(Chunk{Data: head}, func(line []byte, _, _ int64) {
		if found {
			return
		}
		line = withoutTerminal(line)
		if opened {
			name := bytes.TrimLeft(line, " ")
			l := loose{text: name}
			found = len(name) > 0 && len(name) < len(line) && l.key() && (told || name[0] != '"') // {"id": 7} alone is a document
		}
		is := formatOfLine(line, false)
		if is >= 0 {
			last = is
		}
		alone := last < 0 || !lineFormats[last].goesOn
		own := alone && is < 0 && isPrinted(line)
		found = found || own && printsDict(line)
		opened = own && (bytes.HasSuffix(line, []byte(" {")) || string(line) == "{" || bytes.HasPrefix(line, []byte("{'")))
		told = told || own && string(line) != "{" || is >= 0
	})
	return found
}

// printsDict tells a text with an object of several keys behind it, in one line, as Python prints it.
func printsDict(line []byte) bool {
	i := bytes.Index(line, []byte("{'"))
	if i < 0 {
		return false
	}
	json, size, _ := looseJSON(nil, line[i:], headDepth)
	return size > 0 && bytes.Count(json, []byte(`":`)) > 1
}

// tellsWebhooks tells a text with a line of no format that says that something was received, and names its delivery or its event: a program
// prints into its container's log, which has the times.
func tellsWebhooks(text []byte) bool {
	return anyLine(text, func(line []byte) bool {
		line = withoutTerminal(line)
		first := line[:wordLen(line)]
		if !bytes.EqualFold(first, []byte("received")) && !bytes.EqualFold(first, []byte("webhook")) || formatOfLine(line, false) >= 0 {
			return false
		}
		for word := range bytes.FieldsSeq(line) {
			if n := logfmtKey(word); n > 0 && n+1 < len(word) {
				if m := names[placeTop][normal(string(word[:n]))]; m != nil && (m.field == fieldDeliveryID || m.field == fieldEventID) {
					return true
				}
			}
		}
		return false
	})
}

// tellsRequests tells a head in which a framework prints its requests without their times: what else stands there the program printed.
func tellsRequests(head []byte) bool {
	return anyLine(head, func(line []byte) bool {
		h, ok := requestHead(nil, line)
		return ok && h.stamp.text == nil
	})
}

var consoleLogSamples = []Sample{
	{Records: 2, Text: "Webhook received: order.updated {\n" +
		"  id: \x1b[33m18452\x1b[39m,\n" +
		"  status: \x1b[32m'processing'\x1b[39m,\n" +
		"  billing: { first_name: \x1b[32m'Zoë'\x1b[39m }\n" +
		"}\n" +
		"headers {\n" +
		"  \x1b[32m'x-wc-webhook-id'\x1b[39m: \x1b[32m'7'\x1b[39m,\n" +
		"  \x1b[32m'x-wc-webhook-delivery-id'\x1b[39m: \x1b[32m'0c4b7f'\x1b[39m,\n" +
		"  \x1b[32m'x-request-id'\x1b[39m: \x1b[32m'r1'\x1b[39m\n" +
		"}\n" +
		"{\n" +
		"  \"id\": 18452,\n" +
		"  \"status\": \"processing\"\n" +
		"}\n"},
	{Refused: true, Text: "{\n  \"id\": 18452\n"},
	{Refused: true, Text: "Once {\n\nupon a time\n"},
}
