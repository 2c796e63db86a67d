package format

import (
	"bytes"
	"fmt"
	"strconv"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/ingest/provider"
)

// accessLog is what nginx and Apache write by default, and what morgan, gunicorn and Traefik copy from them. It keeps neither
// the client's address nor user name nor referer.
var accessLog = Format{
	Name:  "access-log",
	Title: "nginx or Apache access log: common, combined, vhost_combined",
	Open: func(head []byte, opt Options) Reader {
		if mostLines(head, isAccess) && !several(head, opt) && envelopeOf(head, opt) == nil {
			return accessReader{accessTailOf(head)}
		}
		return nil
	},
	Why: func(head []byte, _ Options) string {
		_, wrong := splitAccess(firstLine(head))
		return whyFirst(wrong)
	},
	Samples: []Sample{
		{Text: `127.0.0.1 - - [30/Nov/2026:08:26:24 +0000] "POST /woo/shipments HTTP/1.1" 200 11 "-" "WooCommerce/9.9.5 Hookshot (WordPress/6.9)"` + "\n" +
			`127.0.0.1 - - [30/Nov/2026:08:26:26 +0000] "POST /woo/shipments HTTP/1.1" 202 29 "-" "WooCommerce/9.9.5 Hookshot (WordPress/6.9)"` + "\n", Records: 2},
		{Text: `127.0.0.1 - - [30/Nov/2026:08:26:51 +0000] "POST /webhooks/woo HTTP/1.1" 200 62` + "\n", Records: 1},
		{Text: `shop.example:80 127.0.0.1 - - [30/Nov/2026:08:26:51 +0000] "POST /webhooks/woo HTTP/1.1" 200 62 "-" "curl/8.5.0"` + "\n", Records: 1},
		{Text: `127.0.0.1 - - [30/Nov/2026:08:26:47 +0000] "POST /webhooks/woo HTTP/1.1" 200 73 "-" "WooCommerce/9.4.2 Hookshot (WordPress/6.7)" rt=0.005 uct="0.000" urt="0.005" rid=cc82cd6d6d6c4f5eaaea3fef8ef6bcb7` + "\n", Records: 1},
		{Text: `203.0.113.7 - - [30/Nov/2026:09:26:24 +0100] "GET /woo/shipments HTTP/1.1" 404 11 "-" "-"` + "\n" +
			`203.0.113.7 - - [30/Nov/2026:09:26:24 +0100] "\x16\x03\x01" 400 150 "-" "-"` + "\n", Records: 0},
		{Text: `127.0.0.1:45540 [30/Nov/2026:08:26:54.618] f1 b/s1 0/0/0/5/5 200 272 - - ---- 1/1/0/0/0 0/0 "POST /webhooks/woo HTTP/1.1"` + "\n", Refused: true},
		{Text: `127.0.0.1 - - [30/Nov/2026 08:31:18] "POST /webhooks/woo HTTP/1.1" 200 -` + "\n", Refused: true},
		{Text: `{"time":"2026-11-30T08:26:47+00:00","request_method":"POST"}` + "\n", Refused: true},
	},
}

func isAccess(line []byte) bool { _, wrong := splitAccess(line); return wrong == "" }

type accessReader struct{ tail accessTail }

func (accessReader) Frame(data []byte, eof bool) int { return frameLines(data, eof) }

func (a accessReader) Parse(c Chunk, out *Batch) { a.parse(c, newRecordReader(out, nil)) }

func (a accessReader) parse(c Chunk, r *recordReader) {
	out := r.out
	var clock accessClock
	var agent agents
	var url lastURL
	eachLine(c, func(line []byte, no, off int64) {
		if len(line) == 0 {
			out.skip(1)
			return
		}
		l, wrong := splitAccess(line)
		if wrong != "" {
			out.problem(no, off, 1, wrong, `a line looks like: 127.0.0.1 - - [30/Nov/2026:08:26:24 +0000] "POST /path HTTP/1.1" 200 11`)
			return
		}
		method, target, ok := splitRequest(l.request)
		// A webhook is a POST; some senders are told to PUT or PATCH. What has no method was no HTTP.
		if string(method) != "POST" && string(method) != "PUT" && string(method) != "PATCH" {
			out.skip(1)
			return
		}
		if !ok {
			out.problem(no, off, 1, fmt.Sprintf("request %q has no path", outline(l.request)), "the request was cut or malformed; nothing to do if its status is 400")
			return
		}
		nano, ok := clock.read(l.stamp)
		if !ok {
			out.problem(no, off, 1, fmt.Sprintf("time %q is not of the form 30/Nov/2026:08:26:24 +0000", shownTime(l.stamp)), "write the log with the server's own time format")
			return
		}
		whole := !c.endsIn(line, off) || !a.tail.endsOpen(line)
		if l.more && a.tail == nil && out.Unplaced != nil {
			out.Unplaced("what stands behind the user agent (--log-format says what it is)")
		}
		o := profile.Observation{
			Line: no, Offset: off, Lines: 1,
			Event: profile.EventProxied,
			// nginx stamps the end of a request and Apache its start, and the line does not say who wrote it. Without a
			// duration both are the same here, so Ends is left unset; Traefik's, which has one, stamps the start.
			Time: nano, Precision: time.Second,
			Provider: agent.provider(unescapeAccess(l.agent)),
			Code:     max(digits(l.code), 0),
			Took:     l.took,
		}
		if l.more && a.tail != nil && whole {
			a.tail.read(r, l.tail, &o)
		}
		if o.Method = "POST"; string(method) != o.Method {
			o.Method = string(method)
		}
		url.set(&o, unescapeAccess(target), out.Marker)
		out.record(o)
		if l.more && a.tail != nil && !whole {
			out.problem(no, off, 0, "the line has no end, so what stands behind the user agent may be cut off and is left out", noEndHint)
		}
	})
}

// accessLine is one line, cut up and still escaped.
type accessLine struct {
	stamp, request, code, agent []byte
	took                        time.Duration // Traefik's
	more                        bool          // there is more behind the agent
	tail                        []byte        // all that stands behind the agent
}

// splitAccess cuts [VHOST] ADDRESS IDENT USER [TIME ZONE] "REQUEST" CODE SIZE ["REFERER" "AGENT" …]. wrong says why it cannot,
// and quotes nothing that may hold an address or a name.
func splitAccess(line []byte) (l accessLine, wrong string) {
	open := bytes.IndexByte(line, '[')
	// A user name may hold blanks, a virtual host may come first; so at least three words.
	if open < 6 || line[open-1] != ' ' || bytes.Count(line[:open], []byte{' '}) < 3 {
		return l, "no [time] as the fourth word"
	}
	end := bytes.IndexByte(line[open:], ']')
	if end < 0 {
		return l, "no ] behind the time"
	}
	l.stamp = line[open+1 : open+end]
	// Other servers leave out the zone, or write it and blanks where these two write a colon.
	if len(l.stamp) != len("30/Nov/2026:08:26:24 +0000") || l.stamp[11] != ':' || l.stamp[20] != ' ' {
		return l, fmt.Sprintf("time %q is not of the form 30/Nov/2026:08:26:24 +0000", shownTime(l.stamp))
	}
	rest := line[open+end+1:]
	if holdsRequest(rest) {
		return l, "a second [time] with a request in quotes behind it: one of them is what a caller wrote into his name or user agent"
	}
	var ok bool
	if l.request, rest, ok = quotedField(rest); !ok {
		return l, fmt.Sprintf("no request in quotes behind the time %q", shownTime(l.stamp))
	}
	if len(rest) < 4 || rest[0] != ' ' || (len(rest) > 4 && rest[4] != ' ') || digits(rest[1:4]) < 0 {
		return l, fmt.Sprintf("%q behind the request is no status of three digits", outline(firstWord(rest)))
	}
	l.code, rest = rest[1:4], rest[4:]
	if len(rest) == 0 {
		return l, fmt.Sprintf("no size behind the status %q", l.code)
	}
	size, rest, _ := bytes.Cut(rest[1:], []byte{' '})
	if digits(size) < 0 && string(size) != "-" {
		if _, err := strconv.ParseUint(string(size), 10, 64); err != nil {
			return l, fmt.Sprintf("size %q is not a number", outline(size))
		}
	}
	if len(rest) == 0 {
		return l, "" // common
	}
	if _, tail, ok := quotedField(rest); ok {
		l.agent, tail, _ = quotedField(tail)
		l.took, l.tail = traefikTook(tail), tail
		l.more = l.took == 0 && len(bytes.TrimSpace(tail)) > 0
	}
	return l, ""
}

// holdsRequest tells [30/Nov/2026:08:26:24 +0000] "POST /path … in what follows the time of a line. Servers escape the quotes in what callers
// send; of a program that does not (morgan), nobody can tell which of two requests it wrote itself.
func holdsRequest(text []byte) bool {
	const stamp = "[30/Nov/2026:08:26:24 +0000"
	for {
		i := bytes.Index(text, []byte(`] "`))
		if i < 0 {
			return false
		}
		if from := i - len(stamp); from >= 0 && text[from] == '[' && isRequestLine(text[i+len(`] "`):]) {
			return true
		}
		text = text[i+1:]
	}
}

// traefikTook reads the duration behind what only Traefik adds to a combined line: 42 "router@docker" "http://10.0.0.5:3000" 150ms.
func traefikTook(tail []byte) time.Duration {
	count, rest, ok := bytes.Cut(bytes.TrimPrefix(tail, []byte{' '}), []byte{' '})
	if !ok || digits(count) < 0 {
		return 0
	}
	for range 2 {
		if _, rest, ok = quotedField(rest); !ok {
			return 0
		}
	}
	ms, ok := bytes.CutSuffix(bytes.TrimPrefix(rest, []byte{' '}), []byte("ms"))
	if n, isNumber := wholeNumber(ms); ok && isNumber && n < 1e9 {
		return time.Duration(n) * time.Millisecond
	}
	return 0
}

func firstWord(text []byte) []byte {
	word, _, _ := bytes.Cut(bytes.TrimLeft(text, " "), []byte{' '})
	return word
}

// quotedField returns what the next quotes hold, past one blank, and what is behind them. A quote within is escaped.
func quotedField(text []byte) (inside, rest []byte, ok bool) {
	if len(text) > 0 && text[0] == ' ' {
		text = text[1:]
	}
	if len(text) == 0 || text[0] != '"' {
		return nil, text, false
	}
	for i := 1; i < len(text); i++ {
		n := bytes.IndexByte(text[i:], '"')
		if n < 0 {
			return nil, text, false
		}
		i += n
		slashes := 0
		for text[i-1-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return text[1:i], text[i+1:], true
		}
	}
	return nil, text, false
}

// splitRequest cuts "POST /path?query HTTP/1.1". HTTP/0.9 has no version.
func splitRequest(request []byte) (method, target []byte, ok bool) {
	method, rest, ok := bytes.Cut(request, []byte{' '})
	if i := bytes.LastIndex(rest, []byte(" HTTP/")); i >= 0 {
		rest = rest[:i]
	}
	return method, rest, ok && len(rest) > 0
}

// unescapeAccess undoes nginx's \x22 and Apache's \" \\ \n \t \xc3.
func unescapeAccess(text []byte) []byte {
	if bytes.IndexByte(text, '\\') < 0 {
		return text
	}
	out := make([]byte, 0, len(text))
	for len(text) > 0 {
		switch {
		case text[0] != '\\' || len(text) == 1:
			out, text = append(out, text[0]), text[1:]
		case serverEscapeLen(text) > 0:
			out, text = appendServerEscape(out, text)
		case text[1] == 'x':
			out, text = append(out, '\\', 'x'), text[2:]
		default:
			c := text[1]
			if means := jsonEscapes[c]; means != 0 {
				c = means
			}
			out, text = append(out, c), text[2:]
		}
	}
	return out
}

// accessClock reads times of the form 30/Nov/2026:08:26:24 +0000. Neighbouring lines are of one day and zone, so the
// midnight of the last is kept.
type accessClock struct {
	day      [11]byte
	zone     [5]byte
	midnight int64
}

func (k *accessClock) read(stamp []byte) (nano int64, ok bool) {
	if len(stamp) != 26 || stamp[14] != ':' || stamp[17] != ':' {
		return 0, false
	}
	day, zone := stamp[:11], stamp[21:]
	if string(day) != string(k.day[:]) || string(zone) != string(k.zone[:]) {
		if day[2] != '/' || day[6] != '/' || (zone[0] != '+' && zone[0] != '-') {
			return 0, false
		}
		midnight, ok := civil(digits(day[7:]), month(day[3:6]), digits(day[:2]), 0, 0, 0)
		hours, minutes := digits(zone[1:3]), digits(zone[3:5])
		if !ok || hours < 0 || hours > 14 || minutes < 0 || minutes > 59 {
			return 0, false
		}
		ahead := int64(hours*3600+minutes*60) * int64(time.Second)
		if zone[0] == '-' {
			ahead = -ahead
		}
		k.midnight = midnight - ahead
		copy(k.day[:], day)
		copy(k.zone[:], zone)
	}
	h, m, s := digits(stamp[12:14]), digits(stamp[15:17]), digits(stamp[18:20])
	if h < 0 || h > 23 || m < 0 || m > 59 || s < 0 || s > 60 {
		return 0, false
	}
	return k.midnight + int64(h*3600+m*60+min(s, 59))*int64(time.Second), true
}

// agents finds the provider of a User-Agent. Neighbouring lines are of one sender, so the last answer is kept.
type agents struct {
	last string
	name string
}

func (a *agents) provider(agent []byte) string {
	if string(agent) == a.last {
		return a.name
	}
	a.last, a.name = string(agent), ""
	for _, p := range provider.All {
		if p.UserAgent != nil && p.UserAgent(a.last) {
			a.name = p.Name
			break
		}
	}
	return a.name
}
