package format

import (
	"bytes"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// setURL keeps of a URL or a request target what a profile may: all but userinfo, query and fragment, and the query as a mark.
func setURL(o *profile.Observation, raw string, m Marker) {
	url, query := splitURL(raw)
	if o.URL = url; query != "" {
		o.Query = m.Mark("query", []byte(query))
	}
}

// lastURL is setURL for logs of which most lines name the same few paths: it keeps the last as a string.
type lastURL struct{ path string }

func (u *lastURL) set(o *profile.Observation, raw []byte, m Marker) {
	if len(raw) < 2 || raw[0] != '/' || raw[1] == '/' || bytes.IndexByte(raw, '#') >= 0 {
		setURL(o, string(raw), m)
		return
	}
	path, query := raw, []byte(nil)
	if i := bytes.IndexByte(raw, '?'); i >= 0 {
		path, query = raw[:i], raw[i+1:]
	}
	if bytes.IndexByte(path, ';') >= 0 || bytes.Contains(path, []byte("://")) {
		setURL(o, string(raw), m)
		return
	}
	if u.path != string(path) {
		u.path = string(path)
	}
	if o.URL = u.path; len(query) > 0 {
		o.Query = m.Mark("query", query)
	}
}

// splitURL takes userinfo, query and fragment off a URL or a request target. clean is what a profile may keep; query is to be
// kept as a Mark only. It never fails: a text that is no URL comes back without what follows its first ?, ; or #.
func splitURL(raw string) (clean, query string) {
	clean, _, _ = strings.Cut(raw, "#")
	// Parameters behind a semicolon (;jsessionid=…) are a query by another name; in data:text/plain;base64,… they are none.
	if i := strings.IndexAny(clean, "?;"); i >= 0 && !strings.HasPrefix(clean, "data:") {
		clean, query = clean[:i], clean[i+1:]
	}
	start := strings.Index(clean, "://") + 1
	if start == 0 && !strings.HasPrefix(clean, "//") { // which leaves the scheme out
		return clean, query
	}
	host := clean[start+2:]
	rest := ""
	if i := strings.IndexByte(host, '/'); i >= 0 {
		host, rest = host[:i], host[i:]
	}
	// The last @, since a password may hold one.
	if i := strings.LastIndexByte(host, '@'); i >= 0 {
		return clean[:start+2] + host[i+1:] + rest, query
	}
	return clean, query
}
