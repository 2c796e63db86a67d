package format

import "strings"

// splitURL takes userinfo, query and fragment off a URL or a request target. clean is what a profile may keep; query is to be
// kept as a Mark only. It never fails: a text that is no URL comes back without what follows its first ? or #.
func splitURL(raw string) (clean, query string) {
	clean, _, _ = strings.Cut(raw, "#")
	clean, query, _ = strings.Cut(clean, "?")
	scheme := strings.Index(clean, "://")
	if scheme < 0 {
		return clean, query
	}
	host := clean[scheme+3:]
	rest := ""
	if i := strings.IndexByte(host, '/'); i >= 0 {
		host, rest = host[:i], host[i:]
	}
	// The last @, since a password may hold one.
	if i := strings.LastIndexByte(host, '@'); i >= 0 {
		return clean[:scheme+3] + host[i+1:] + rest, query
	}
	return clean, query
}
