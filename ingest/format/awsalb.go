package format

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// awsALB is the access log of an AWS Application Load Balancer. Source: docs.aws.amazon.com/elasticloadbalancing, "Access logs for your
// Application Load Balancer". The time is when the answer was sent; the three durations make up the request's.
var awsALB = Format{
	Name:       "aws-alb",
	Title:      "AWS Application Load Balancer access log",
	Documented: true,
	Open:       openLines("aws-alb"),
	Why: func(head []byte, _ Options) string {
		_, wrong := splitALB(firstLine(head))
		return whyFirst(wrong)
	},
	Samples: []Sample{
		{Text: `https 2026-11-30T08:26:47.945958Z app/hooks/50dc6c495c0c9188 203.0.113.7:2817 10.0.0.1:80 0.000 0.005 0.000 200 200 534 366 "POST https://hooks.example.test:443/webhooks/woo?a=b HTTP/1.1" "WooCommerce/9.4.2 Hookshot (WordPress/6.7)" ECDHE-RSA-AES128-GCM-SHA256 TLSv1.2 arn:aws:elasticloadbalancing:eu-central-1:1:targetgroup/t/1 "Root=1-67f2a1c4-3f2c1f0a9d3b4e6f8a7b6c5d" "hooks.example.test" "-" 0 2026-11-30T08:26:47.940000Z "forward" "-" "-" "10.0.0.1:80" "200" "-" "-"` + "\n" +
			`h2 2026-11-30T08:26:48.100000Z app/hooks/50dc6c495c0c9188 203.0.113.7:2818 - -1 -1 -1 503 - 534 366 "POST https://hooks.example.test:443/webhooks/woo HTTP/2.0" "curl/8" - - - "Root=1-67f2a1c5-3f2c1f0a9d3b4e6f8a7b6c5d"` + "\n" +
			`http 2026-11-30T08:26:49.945958Z app/hooks/50dc6c495c0c9188 203.0.113.7:2819 10.0.0.1:80 0.000 0.001 0.000 200 200 34 366 "GET http://hooks.example.test:80/healthz HTTP/1.1" "ELB" - - - "Root=1-67f2a1c6-3f2c1f0a9d3b4e6f8a7b6c5d"` + "\n", Records: 2},
		{Text: `127.0.0.1 - - [30/Nov/2026:08:26:51 +0000] "POST /webhooks/woo HTTP/1.1" 200 62` + "\n", Refused: true},
	},
}

// isALB asks first what is cheap to know: the protocol that the line begins with.
func isALB(line []byte) bool {
	protocol, rest, ok := bytes.Cut(line[:min(len(line), len("https 2"))], []byte{' '})
	if !ok || len(rest) == 0 || rest[0] != '2' {
		return false
	}
	switch string(protocol) {
	case "http", "https", "h2", "grpcs", "ws", "wss":
		_, wrong := splitALB(line)
		return wrong == ""
	}
	return false
}

// albWords are how many words a line has at least: up to the trace.
const albWords = 18

// splitALB cuts a line into its words, of which some are in quotes.
func splitALB(line []byte) (words [][]byte, wrong string) {
	for rest := line; len(rest) > 0 && len(words) < albWords; {
		var word []byte
		if rest[0] == '"' {
			var ok bool
			if word, rest, ok = quotedField(rest); !ok || len(rest) > 0 && rest[0] != ' ' {
				return nil, "a quote has no end, or stands within a value"
			}
			rest = bytes.TrimPrefix(rest, []byte{' '})
		} else {
			word, rest, _ = bytes.Cut(rest, []byte{' '})
		}
		words = append(words, word)
		if len(words) == 2 {
			if _, _, ok := isoStamp(word); !ok {
				return nil, "the second word is no time of the form 2026-11-30T08:26:47.945958Z"
			}
		}
	}
	if len(words) < albWords {
		return nil, fmt.Sprintf("%d words, not %d: the line was cut, or is another's", len(words), albWords)
	}
	if httpCode(words[8]) == 0 && string(words[8]) != "-" || !bytes.Contains(words[2], []byte{'/'}) {
		return nil, "no name of a load balancer as the third word, or no status as the ninth"
	}
	return words, ""
}

func albFields(r *recordReader, line []byte) (wrong, hint string) {
	w, wrong := splitALB(line)
	if wrong != "" {
		return wrong, "a line has the fields of AWS's own page on access logs, in its order"
	}
	r.reset()
	add := func(key string, value []byte) { r.add([]byte(key), jsonValue{raw: value, kind: jsonString}) }
	add("time", w[1])
	add("status", w[8])
	if string(w[8]) == "-" {
		add("status", []byte("0"))
	}
	if total, ok := albDuration(w[5:8]); ok {
		add("request_time", total)
	}
	if string(w[9]) != "-" { // a target answered
		add("upstream_status", w[9])
		add("upstream_response_time", w[6])
	}
	if method, target, ok := splitRequest(w[12]); ok {
		add("method", method)
		host, path := hostAndPath(string(unescapeAccess(target)))
		add("url", []byte(path))
		add("request_host", []byte(host))
	}
	add("user_agent", unescapeAccess(w[13]))
	// A quote in the user agent is not escaped for sure, so a caller can put a trace behind it that stands where the real one should.
	if bytes.Count(line, []byte("Root=1-")) > 1 {
		return "", ""
	}
	for field := range bytes.SplitSeq(w[17], []byte{';'}) {
		if bytes.HasPrefix(field, []byte("Root=")) {
			add("http_x_amzn_trace_id", field)
		}
	}
	return "", ""
}

// albDuration adds up durations in seconds, of which -1 is none.
func albDuration(parts [][]byte) (sum []byte, ok bool) {
	total := 0.0
	for _, p := range parts {
		v, err := strconv.ParseFloat(string(p), 64)
		if err != nil || v < 0 {
			return nil, false
		}
		total += v
	}
	return strconv.AppendFloat(nil, total, 'f', 6, 64), true
}

// hostAndPath cuts https://hooks.example.test:443/path.
func hostAndPath(url string) (host, path string) {
	_, rest, ok := strings.Cut(url, "://")
	if !ok {
		return "", url
	}
	host, path, _ = strings.Cut(rest, "/")
	host, _, _ = strings.Cut(host, ":")
	return host, "/" + path
}
