package format

import "bytes"

// apacheForensic is the log of Apache's mod_log_forensic: a line with all headers when a request comes, and one when it is done. Source:
// httpd.apache.org/docs/2.4/mod/mod_log_forensic.html.
var apacheForensic = Format{
	Name:  "apache-forensic",
	Title: "Apache forensic log (mod_log_forensic): requests with their headers, without time and status",
	Open: func(head []byte, opt Options) Reader {
		if !anyLine(head, func(line []byte) bool { return isForensic(line) && line[0] == '+' }) {
			return nil
		}
		return openLines("apache-forensic")(head, opt)
	},
	Samples: []Sample{
		{Text: "+aw0zS0sJ6RhjYnad1CLanwAAAAA|POST /webhooks/woo HTTP/1.1|Host:hooks.example.test%3a443|User-Agent:WooCommerce/9.4.2 Hookshot (WordPress/6.7)|X-WC-Webhook-Source:https%3a//shop.example.test/|X-WC-Webhook-ID:7|X-WC-Webhook-Delivery-ID:3f2c1f0a9d3b4e6f8a7b6c5d4e3f2a1b|X-Request-ID:req-a1|Content-Length:148\n" +
			"-aw0zS0sJ6RhjYnad1CLanwAAAAA\n" +
			"+aw0zS0sJ6RhjYnad1CLaogAAAAY|GET /healthz HTTP/1.1|Host:hooks.example.test|Accept:*/*\n-aw0zS0sJ6RhjYnad1CLaogAAAAY\n", Records: 1},
		{Text: "+ added\n- removed\n", Refused: true},
		{Text: "-aw0zS0sJ6RhjYnad1CLanwAAAAA\n", Refused: true},
	},
}

// isForensic tells +ID|METHOD … and -ID.
func isForensic(line []byte) bool {
	if len(line) < 2 || line[0] != '+' && line[0] != '-' {
		return false
	}
	id, rest, more := bytes.Cut(line[1:], []byte{'|'})
	if len(id) < 8 || bytes.ContainsAny(id, " \t\"{") || !bytes.ContainsAny(id, "0123456789") || id[0] == '-' || id[0] == '+' {
		return false
	}
	return more == (line[0] == '+') && (!more || bytes.IndexByte(rest, ' ') > 0)
}

// forensicFields reads the line with which a request comes. That it is done says nothing more.
func forensicFields(r *recordReader, line []byte) (wrong, hint string) {
	r.reset()
	if !isForensic(line) {
		return "no line of the form +ID|REQUEST|HEADER:VALUE|… or -ID", "the line was cut, or written by something else"
	}
	if line[0] == '-' {
		return "", ""
	}
	add := func(key, value []byte) { r.add(key, jsonValue{raw: unescapeHex(value, '%'), kind: jsonString}) }
	parts := bytes.Split(line[1:], []byte{'|'})
	add([]byte("rid"), parts[0])
	add([]byte("request"), parts[1])
	for _, h := range parts[2:] {
		name, value, _ := bytes.Cut(h, []byte{':'})
		add(append([]byte("http_"), name...), value)
	}
	return "", ""
}

// unescapeHex undoes %3a, or #3a as HAProxy writes it.
func unescapeHex(text []byte, mark byte) []byte {
	if bytes.IndexByte(text, mark) < 0 {
		return text
	}
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if text[i] == mark && i+2 < len(text) && isHexDigit(text[i+1]) && isHexDigit(text[i+2]) {
			out = append(out, hexByte(text[i+1])<<4|hexByte(text[i+2]))
			i += 2
			continue
		}
		out = append(out, text[i])
	}
	return out
}
