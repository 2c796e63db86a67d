package analyze

import (
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// pathsOf are the paths, with their queries, at which a branch's requests arrived, as access or receiver lines have them.
func pathsOf(b *branch) []endpoint {
	var out []endpoint
	for _, d := range b.deliveries {
		for _, r := range d.records {
			if r.URL != "" && (r.Event == profile.EventProxied || receiverSide(r.Event)) {
				out = appendNew(out, []endpoint{{pathOf(r.URL), r.Query}})
			}
		}
	}
	return out
}

func pathOf(url string) string {
	_, rest, ok := strings.Cut(url, "://")
	if !ok {
		rest, ok = strings.CutPrefix(url, "//") // a host that no line has the scheme of
	}
	if ok {
		if i := strings.IndexByte(rest, '/'); i >= 0 {
			return rest[i:]
		}
		return "/"
	}
	return url
}

// hostOf is the host of a URL that has one.
func hostOf(url string) string {
	_, rest, ok := strings.Cut(url, "//")
	if !ok {
		return ""
	}
	host, _, _ := strings.Cut(rest, "/")
	return strings.ToLower(host)
}

// otherHost tells whether two registrations deliver to hosts that are known and differ: another environment of the receiver.
func otherHost(a, b *registration) bool {
	for _, x := range a.urls {
		for _, y := range b.urls {
			if hx, hy := hostOf(x.url), hostOf(y.url); hx == "" || hy == "" || hx == hy {
				return false
			}
		}
	}
	return len(a.urls) > 0 && len(b.urls) > 0
}
