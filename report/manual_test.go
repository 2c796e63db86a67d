package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestManual(t *testing.T) {
	const page = "# A page\n\nOne paragraph, with **strong** words, `code_*_spans` and a link to [another.md](another.md#part),\nthat goes on.\n\n" +
		"## Part\n\n- an item with a [name](verdicts.md), long enough to go on in another line of it\n- a second\n\n      as it stands   here\n\n" +
		"1. first\n\n       code | of it\n\n```sh\nwebhookctl import logs ./incident/ --as pino | a long line that nobody breaks, since it will be copied\n```\n\n" +
		"### Table\n\n| word | means |\n|---|---|\n| `a` | what it means, in words that do not fit into one line of the terminal |\n\nSee https://example.test and [there](https://example.test/x).\n"
	const want = `A page
══════

One paragraph, with strong words, ` + "`code_*_spans`" + ` and a
link to ` + "`webhookctl help another`" + `, that goes on.

Part
────

- an item with a name (` + "`webhookctl help verdicts`" + `), long
  enough to go on in another line of it
- a second

      as it stands   here

1. first

       code | of it

    webhookctl import logs ./incident/ --as pino | a long line that nobody breaks, since it will be copied

Table
┄┄┄┄┄

word  means
──────────────────────────────────────────────────────
` + "`a`" + `   what it means, in words that do not fit into one
      line of the terminal

See https://example.test and there
(https://example.test/x).
`
	var out strings.Builder
	if err := Manual(&out, page, 56); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("page (-want +got):\n%s", diff)
	}
	if err := Manual(&failing{}, page, 56); err == nil {
		t.Error("a writer that fails gives no error")
	}
}
