package format

import (
	"strings"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/ingest/provider"
)

// observation fills o from the entry, or returns false if it is no webhook.
func (e *harEntry) observation(o *profile.Observation, out *Batch) bool {
	if !e.requested {
		return false
	}
	prov := e.sender(o, out)
	o.Method = harMethod(e.short(e.method))
	if prov == nil && o.Method != "POST" && o.Method != "PUT" && o.Method != "PATCH" {
		return false
	}
	o.Event = profile.EventRelayed
	e.times(o, out)
	e.target(o, out)
	e.answer(o)
	body := e.body()
	if e.ping(o, body) {
		o.Event = profile.EventPing
		return true
	}
	if len(body.bytes) == 0 && e.params == 1 {
		out.form(o, []byte(string(e.short(e.param.name))+"="+string(e.short(e.param.value))), prov)
	}
	if len(body.bytes) == 0 {
		if object := e.object(); object != nil {
			out.read(o, object, prov, false)
			o.State = profile.Mark{}
		}
	} else {
		out.body(o, body.bytes, prov)
		if !body.exact {
			o.Body, o.BodySize = profile.Hash{}, 0
		}
	}
	e.check(o, body, out)
	return true
}

// sender reads the provider's headers.
func (e *harEntry) sender(o *profile.Observation, out *Batch) *provider.Provider {
	if agent := e.short(e.agent); len(agent) > 0 {
		o.Provider = e.agents.provider(agent)
	}
	for i := range e.headers {
		h := &e.headers[i]
		if len(h.name.raw) == 0 || h.name.raw[0] == ':' || len(h.name.raw) > maxHeaderName || len(h.value.raw) > 2*maxHeaderValue {
			continue // a pseudo-header of HTTP/2, or no header of a provider
		}
		name := h.name.raw
		if h.name.escaped {
			name = unescapeJSON(nil, name)
		}
		out.header(o, name, e.plain(h.value))
	}
	return provider.ByName(o.Provider)
}

// harMethod keeps methods of the usual form; the usual ones cost no memory.
func harMethod(text []byte) string {
	switch string(text) {
	case "POST":
		return "POST"
	case "PUT":
		return "PUT"
	case "PATCH":
		return "PATCH"
	}
	const longest = 32
	if len(text) > longest {
		return ""
	}
	return strings.ToUpper(string(text))
}

// times fills when the request began, and how long it took. A date without a zone is one in the zone that the import was given;
// Firebug's "NaN-NaN-…" leaves the entry without a time.
func (e *harEntry) times(o *profile.Observation, out *Batch) {
	stamp := e.short(e.started)
	if l, ok := readTime(stamp, e.zone); ok {
		o.Time, o.Precision = l.nano, l.precision
		out.undated(l, o.Line, o.Offset, stamp)
	}
	o.Took = appDuration(e.short(e.took), time.Millisecond)
}

// target fills where the request went. A data: or blob: URL is content, not an address, and stays out.
func (e *harEntry) target(o *profile.Observation, out *Batch) {
	clean, query := splitURL(string(e.plain(e.url)))
	if len(clean) <= maxHeaderValue && (strings.HasPrefix(clean, "/") || strings.Contains(clean, "://") && !strings.HasPrefix(clean, "data:")) {
		o.URL = clean
		if n := len(out.Observations); n > 0 && out.Observations[n-1].URL == clean {
			o.URL = out.Observations[n-1].URL
		}
	}
	if query != "" {
		o.Query = out.Marker.Mark("query", []byte(query))
	}
}

// answer fills what was answered, or why nothing was. An entry without a response says neither.
func (e *harEntry) answer(o *profile.Observation) {
	if !e.responded {
		return
	}
	o.Code = httpCode(e.short(e.status))
	why := e.short(e.failure)
	switch status := string(e.short(e.status)); {
	case len(why) > 0, status == "0", status == "-1":
		o.Failure = harFailure(string(why))
	}
}

// ping is isWooPing, of a body that may be there as params alone.
func (e *harEntry) ping(o *profile.Observation, body harBody) bool {
	if len(body.bytes) == 0 && e.params == 1 && string(e.short(e.param.name)) == "webhook_id" {
		return isWooPing(o, []byte("webhook_id="+string(e.short(e.param.value))))
	}
	return isWooPing(o, body.bytes)
}
