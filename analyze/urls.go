package analyze

import (
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// onePath tells whether two branches' requests arrived at one path with one query, as access or receiver lines have it.
func onePath(a, b *branch) bool {
	x, y := pathsOf(a), pathsOf(b)
	return len(x) == 1 && len(y) == 1 && x[0] == y[0]
}

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
	if _, rest, ok := strings.Cut(url, "://"); ok {
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
