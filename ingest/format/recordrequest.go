package format

import (
	"bytes"
	"strings"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// request fills what was asked for, and what was answered.
func (r *recordReader) request(o *profile.Observation) {
	if o.Method = r.text(fieldMethod); methods[strings.ToUpper(o.Method)] { // hapi's are in lower case
		o.Method = strings.ToUpper(o.Method)
	}
	if url := r.values[fieldURL]; url.meaning != nil && url.kind == jsonString {
		r.url(o, r.intern(r.raw(url.jsonValue)), r.intern(bytes.TrimPrefix(r.bytes(fieldQuery), []byte("?"))))
	}
	for _, f := range []field{fieldResponseCode, fieldCode, fieldStatus} {
		if code := httpCode(r.bytes(f)); o.Code == 0 {
			o.Code = code
		}
	}
}

var methods = map[string]bool{"GET": true, "HEAD": true, "OPTIONS": true, "POST": true, "PUT": true, "PATCH": true, "DELETE": true}

// url fills where the request went. query is what the record says of it beside the URL.
func (r *recordReader) url(o *profile.Observation, raw, query string) {
	clean, own := splitURL(raw)
	if own != "" {
		query = own
	}
	o.URL = clean
	if query != "" {
		r.query = append(r.query[:0], query...)
		o.Query = r.out.Marker.Mark("query", r.query)
	}
}

// withHost writes before the path of a request that arrived the host that it was for.
func (r *recordReader) withHost(o *profile.Observation) {
	if !strings.HasPrefix(o.URL, "/") || strings.HasPrefix(o.URL, "//") {
		return
	}
	if host := r.requestHost(o); host != "" {
		r.buf = append(append(append(r.buf[:0], "//"...), host...), o.URL...)
		o.URL = r.intern(r.buf)
	}
}

// requestHost is the host that a request was for, without a port. A bare "host" is that of the machine as often: it is the request's
// where the application itself tells it beside the method and the path.
func (r *recordReader) requestHost(o *profile.Observation) string {
	host, _, _ := strings.Cut(r.text(fieldHost), ":")
	if !strings.Contains(host, ".") || strings.ContainsAny(host, "/ ,") || strings.Trim(host, "0123456789.") == "" ||
		r.by(fieldHost).rank >= bareHost && !(r.context && o.Method != "" && !r.has(fieldHostname)) {
		return ""
	}
	return host
}

// bareHost is the rank of a name that may be the machine's.
const bareHost = 6

// httpCode reads a number of an HTTP status, or returns 0. "200 OK" is one too.
func httpCode(text []byte) int {
	if len(text) > 3 && text[3] == ' ' {
		text = text[:3]
	}
	if n := digits(text); len(text) == 3 && n >= 100 && n <= 599 {
		return n
	}
	return 0
}

// times fills when, and how long. A text that is no time, or has no zone and the import gave none, leaves the record without one.
func (r *recordReader) times(o *profile.Observation) {
	r.local = localTime{}
	if l, ok := readTime(r.bytes(fieldTime), r.zone); ok {
		r.local = l
		o.Time, o.Precision = l.nano, l.precision
		if l.zoneless {
			o.Time = l.shown
		}
	}
	took := r.values[fieldTook]
	if took.meaning == nil {
		return
	}
	if took.name == "requesttime" && o.Precision == 0 { // API Gateway's is a date, nginx's a duration
		if stamp := r.bytes(fieldTook); len(stamp) > 2 && stamp[2] == '/' {
			r.local, _ = readTime(stamp, r.zone)
			o.Time, o.Precision = r.local.nano, r.local.precision
		}
	}
	unit := took.unit
	if unit == 0 {
		unit = r.durationUnit(took)
	}
	o.Took = appDuration(r.bytes(fieldTook), unit)
	// A logger writes how long something took when it is over. Apache is the exception: its time is the request's start, and
	// it alone counts in microseconds (%D).
	o.Ends = o.Took > 0 && took.name != "durationus" && r.by(fieldTime).name != "startutc" && r.by(fieldTime).name != "edgestarttimestamp"
}

// durationUnit knows loggers by their other fields, since a bare "duration" is seconds to one and nanoseconds to the next.
// 0: it is not known.
func (r *recordReader) durationUnit(took found) time.Duration {
	at, name, level := r.values[fieldTime], r.by(fieldTime).name, r.values[fieldLevel]
	integer := took.kind == jsonNumber && bytes.IndexByte(took.raw, '.') < 0
	switch {
	case name == "startutc": // Traefik
		return time.Nanosecond
	case r.fromRails():
		return time.Millisecond
	case name == "@t": // Serilog
		return time.Millisecond
	case name == "ts" && at.kind == jsonNumber: // zap in production, Caddy
		return time.Second
	case name != "time" || at.kind != jsonString || level.kind != jsonString:
		return 0
	case r.by(fieldMessage).name == "message": // zerolog
		return time.Millisecond
	case r.by(fieldMessage).name == "msg" && integer: // slog, logrus
		return time.Nanosecond
	}
	return 0
}
