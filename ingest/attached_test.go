package ingest

import (
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// Bodies that lie beside a HAR are read with it and are no logs, in a folder as in a zip.
func TestAttachedBodies(t *testing.T) {
	const body = `{"id":1042,"status":"processing"}`
	name := func(text, extension string) string {
		sum := sha1.Sum([]byte(text))
		return hex.EncodeToString(sum[:]) + extension
	}
	har := func(file string) string {
		return `{"log":{"version":"1.2","creator":{"name":"Playwright"},"entries":[{"startedDateTime":"2026-11-30T08:26:24.123Z","request":{"method":"POST","url":"https://hooks.example.test/woo",` +
			`"headers":[{"name":"X-WC-Webhook-ID","value":"7"},{"name":"Content-Length","value":"33"}],"postData":{"mimeType":"application/json","text":"","_file":"` + file + `"}},"response":{"status":200}}]}}`
	}
	answer, forged := name("ok\n", ".txt"), name("something else", ".json")
	files := []entry{
		{name(body, ".json"), body},
		{answer, "ok\n"},
		{forged, body + "\n"}, // named by a hash, and not by its own
		{"har.har", har(name(body, ".json"))},
		{"receiver/" + name(access1, ".log"), access1}, // lies beside no HAR
	}
	folder := map[string]string{}
	for _, f := range files {
		folder[f.name] = f.text
	}
	dir := tree(t, folder)
	packed := tree(t, map[string]string{"attach.har.zip": zipped(t, files...)})
	for _, tt := range []struct{ name, path, below string }{
		{"folder", dir, ""}, {"zip", filepath.Join(packed, "attach.har.zip"), "attach.har.zip/"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := temporary(t)
			res := logs(t, p, Options{}, tt.path)
			want := []string{
				"imported " + tt.below + forged + " json-lines: 0 records, 1 lines = 0 + 0 + 1",
				"imported " + tt.below + "har.har har: 1 records, 1 lines = 1 + 0 + 0",
				"imported " + tt.below + "receiver/" + name(access1, ".log") + " access-log: 1 records, 1 lines = 1 + 0 + 0",
			}
			got := told(res)
			if diff := cmp.Diff(want, got); diff != "" || res.Bodies != 2 {
				t.Errorf("%d bodies, want 2 (-want +got):\n%s", res.Bodies, diff)
			}
			for _, o := range observations(t, p) {
				if o.Event == profile.EventRelayed && (o.Body != sha256.Sum256([]byte(body)) || o.ResourceID != "1042") {
					t.Errorf("the body is not read: %+v", o)
				}
			}
		})
	}

	// A body of other bytes than its name says, or behind a link, is none.
	for _, file := range []string{forged, "../" + name(body, ".json"), "har.har"} {
		dir := tree(t, map[string]string{"har.har": har(file), forged: body, "linked/har.har": har(name(body, ".json"))})
		if err := os.Symlink(filepath.Join(dir, forged), filepath.Join(dir, "linked", name(body, ".json"))); err != nil {
			t.Fatal(err)
		}
		p := temporary(t)
		logs(t, p, Options{}, filepath.Join(dir, "har.har"), filepath.Join(dir, "linked", "har.har"))
		for _, o := range observations(t, p) {
			if o.Body != (profile.Hash{}) {
				t.Errorf("%s: %+v", file, o)
			}
		}
	}
}
