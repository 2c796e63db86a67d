package format

import (
	"fmt"
	"strings"
)

// nginxFormat reads a log_format. Source of the variables: nginx.org/en/docs/varindex.html; of the escapes: the module's log_format.
func nginxFormat(text, escape string) (*serverFormat, error) {
	f := &serverFormat{ends: true} // the line is written when the request ends
	switch escape {
	case "", "default":
		f.decode = unescapeAccess
	case "json":
		f.decode = func(v []byte) []byte { return unescapeJSON(nil, v) }
	case "none":
		f.raw = true
	default:
		return nil, fmt.Errorf("escape=%s is none of default, json, none", escape)
	}
	for text != "" {
		i := strings.IndexByte(text, '$')
		if i < 0 {
			i = len(text)
		}
		f.parts = appendText(f.parts, text[:i])
		if text = text[i:]; text == "" {
			break
		}
		n := nginxName(text)
		if n == 0 {
			return nil, fmt.Errorf("no name behind the $ in %q", shown([]byte(text)))
		}
		p := nginxVariable(strings.Trim(text[1:n], "{}"), f.raw)
		p.shown = text[:n]
		f.parts, text = append(f.parts, p), text[n:]
	}
	return f, nil
}

func hasNginxVariable(text string) bool {
	for i := range len(text) {
		if text[i] == '$' && nginxName(text[i:]) > 0 {
			return true
		}
	}
	return false
}

// nginxName returns the length of the $name or ${name} that text begins with, or 0.
func nginxName(text string) int {
	n := 1
	if strings.HasPrefix(text, "${") {
		n = strings.IndexByte(text, '}') + 1
		return n
	}
	for n < len(text) && (text[n] == '_' || '0' <= text[n] && text[n] <= '9' || 'a' <= text[n]|0x20 && text[n]|0x20 <= 'z') {
		n++
	}
	if n == 1 {
		return 0
	}
	return n
}

// nginxVariable says what a variable is. One that nginx does not know is the administrator's own (map, set), and a field if its name
// is one.
func nginxVariable(name string, raw bool) part {
	p := part{stops: &quoteStops}
	if raw {
		p.stops = &noStops
	}
	switch name {
	case "time_local":
		return part{key: name, size: clfSize}
	case "time_iso8601":
		return part{key: name, size: isoSize}
	case "msec", "request_time":
		return part{key: name, size: decimalSize}
	case "status":
		return part{key: name, size: digitSize(3, 3)}
	case "request", "content_type", "request_body":
		p.key = name
	case "request_method", "request_id":
		p.key, p.stops = name, &wordStops
	case "request_uri", "uri", "document_uri":
		p.key, p.stops = "uri", &pathStops
		if name == "request_uri" {
			p.key, p.stops = name, &wordStops
		}
	case "args", "query_string":
		p.key, p.stops = "query", &wordStops
	case "is_args":
		return part{size: func(text []byte) int {
			if len(text) > 0 && text[0] == '?' {
				return 1
			}
			return 0
		}}
	case "http_host":
		p.key, p.stops = name, &hostStops
	case "host":
		p.key, p.stops = "request_host", &hostStops
	case "server_name":
		p.key, p.stops = name, &hostStops
	case "remote_port":
		return part{key: name, size: digitSize(1, 5)}
	case "upstream_status", "upstream_response_time":
		p.key, p.stops = name, &listStops
	case "upstream_connect_time", "upstream_header_time":
		p.stops = &listStops
	case "remote_addr", "binary_remote_addr", "realip_remote_addr", "server_addr", "server_port", "server_protocol", "scheme", "pid", "pipe", "connection",
		"connection_requests", "body_bytes_sent", "bytes_sent", "request_length", "content_length", "gzip_ratio", "ssl_protocol", "ssl_cipher", "hostname",
		"request_completion":
		p.stops = &wordStops
	case "remote_user":
	default:
		for _, mine := range []string{"cookie_", "arg_", "sent_", "upstream_", "ssl_", "geoip"} {
			if strings.HasPrefix(name, mine) {
				return p
			}
		}
		p.key = name
	}
	return p
}

// What no value of a kind holds. A quote that is escaped stops nothing.
var (
	noStops    [256]bool
	quoteStops = [256]bool{'"': true}
	wordStops  = [256]bool{'"': true, ' ': true, '\t': true}
	pathStops  = [256]bool{'"': true, ' ': true, '\t': true, '?': true}
	hostStops  = [256]bool{'"': true, ' ': true, '\t': true, '/': true}
	listStops  = func() (stops [256]bool) {
		for c := range stops {
			stops[c] = !strings.ContainsRune("0123456789., :-", rune(c))
		}
		return stops
	}()
)
