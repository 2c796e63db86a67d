package format

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// FuzzLastURL: the quick way says of any URL what the plain one says, whatever came before.
func FuzzLastURL(f *testing.F) {
	for _, url := range []string{"/", "/a?b=c", "/a;b", "/a?b;c#d", "//host/a@b", "/https://u:p@host/x", "data:a;b", "/a#?", "", "/a?", "*", "/?x://y@z"} {
		f.Add("/a", url)
	}
	f.Fuzz(func(t *testing.T, before, url string) {
		var quick lastURL
		for _, raw := range []string{before, url, url} {
			var want, got profile.Observation
			setURL(&want, raw, plainMarker{})
			quick.set(&got, []byte(raw), plainMarker{})
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%q (-plain +quick):\n%s", raw, diff)
			}
		}
	})
}
