package format

import (
	"fmt"
	"testing"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// TestGitea: its requests bear GitHub's headers as well, in whatever order a log writes them. GitHub's alone stay GitHub's.
func TestGitea(t *testing.T) {
	const (
		gitea  = `"X-Gitea-Delivery":"5b1c8a52-3f0e-4d6b-9a7c-2e81d04f9c36","X-Gitea-Event":"push","X-Gitea-Event-Type":"push","X-Gitea-Signature":"9f86d081884c7d65"`
		gogs   = `"X-Gogs-Delivery":"5b1c8a52-3f0e-4d6b-9a7c-2e81d04f9c36","X-Gogs-Event":"push","X-Gogs-Event-Type":"push","X-Gogs-Signature":"9f86d081884c7d65"`
		github = `"X-GitHub-Delivery":"5b1c8a52-3f0e-4d6b-9a7c-2e81d04f9c36","X-GitHub-Event":"push","X-GitHub-Event-Type":"push","X-Hub-Signature-256":"sha256=9f86d081884c7d65"`
	)
	want := plainMarker{}.Mark("signature", []byte("9f86d081884c7d65"))
	for name, headers := range map[string]string{
		"GitHub's last": gitea + "," + gogs + "," + github, "GitHub's first": github + "," + gitea + "," + gogs, "Gogs": github + "," + gogs,
	} {
		o := giteaRecord(t, headers)
		if o.Provider != "gitea" || o.DeliveryID != "5b1c8a52-3f0e-4d6b-9a7c-2e81d04f9c36" || o.Topic != "push" || o.Signature != want {
			t.Errorf("%s: %s delivery %q topic %q, Gitea's signature %v", name, o.Provider, o.DeliveryID, o.Topic, o.Signature == want)
		}
	}
	if o := giteaRecord(t, github+`,"X-GitHub-Hook-ID":"7"`); o.Provider != "github" || o.WebhookID != "7" || o.Signature == want {
		t.Errorf("GitHub's own are read as of %s, webhook %q", o.Provider, o.WebhookID)
	}
}

func giteaRecord(t *testing.T, headers string) profile.Observation {
	t.Helper()
	b := parseText(t, "json-lines", fmt.Sprintf(`{"time":"2026-12-01T12:00:00Z","level":"info","msg":"webhook received","headers":{%s}}`+"\n", headers))
	if len(b.Observations) != 1 {
		t.Fatalf("%d records, problems %+v", len(b.Observations), b.Problems)
	}
	return b.Observations[0]
}
