package format

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// What is read of a file and what is wrong with it does not depend on where its text is cut into chunks, however broken it is.
func TestBrokenInChunks(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, f := range All {
		for i, s := range f.Samples {
			if s.Refused || len(s.Text) > 20_000 {
				continue
			}
			opt := testOptions
			opt.Lines = given(t, f, s)
			r := openWith(f, []byte(s.Text), opt)
			text := strings.Repeat(s.Text, 3)
			for n := range 15 {
				if broken := breakText(random, text); !sameInChunks(t, r, broken) {
					t.Errorf("%s, sample %d, break %d: %s", f.Name, i, n, broken)
					break
				}
			}
		}
	}
}

// A list that is one long line is cut within it: which problems it has stays the same, and where.
func TestOneLongLineInChunks(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	entry := `{"request":{"method":"POST","url":"/w","headers":[{"name":"X-WC-Webhook-ID","value":"7"}]}}`
	claim := `{"operation_key":"shipment:create:85","status":"completed","created_at":"2026-11-30T08:26:26Z"}`
	for _, c := range []struct{ format, before, element, after string }{
		{"har", `{"log":{"version":"1.2","creator":{},"entries":[`, entry, `]}}`},
		{"claim-table", `[`, claim, `]`},
	} {
		f := All[slices.IndexFunc(All, func(f Format) bool { return f.Name == c.format })]
		whole := c.before + strings.Repeat(c.element+",", 1500) + c.element + c.after
		for range 5 {
			text := []byte(whole[:len(c.before)+len(c.element)] + breakText(random, whole[len(c.before)+len(c.element):]))
			r := openSample(f, text)
			if r == nil {
				t.Fatalf("%s: not recognised", c.format)
			}
			want := linelessText(readSample(t, r, text, 1<<20))
			for _, size := range []int{100, 100_001} {
				if got := linelessText(readSample(t, r, text, size)); got != want {
					t.Errorf("%s: chunks of %d differ", c.format, size)
				}
			}
		}
	}
}

// linelessText is batchText without what each line is counted for.
func linelessText(b Batch) string {
	for i := range b.Problems {
		b.Problems[i].Lines = 0
	}
	b.InRecords, b.Skipped = 0, 0
	return batchText(b)
}

func sameInChunks(t *testing.T, r Reader, text string) bool {
	whole := readSample(t, r, []byte(text), 1<<20)
	for _, size := range []int{1, 50, 333, 5000} {
		b := readSample(t, r, []byte(text), size)
		if got, want := batchText(b), batchText(whole); got != want {
			t.Errorf("chunks of %d give\n%s\nnot\n%s", size, got, want)
			return false
		}
	}
	return true
}

// batchText is what a batch says.
func batchText(b Batch) string {
	var out strings.Builder
	for _, p := range b.Problems {
		fmt.Fprintf(&out, "%d+%d %d %s\n", p.Line, p.Lines, p.Offset, p.Reason)
	}
	for i := range b.Observations {
		o := b.Observations[i]
		o.State = profile.Mark{}
		fmt.Fprintf(&out, "%+v\n", o)
	}
	fmt.Fprintf(&out, "%d in records, %d skipped", b.InRecords, b.Skipped)
	return out.String()
}

// breakText damages a text in up to three places.
func breakText(random *rand.Rand, text string) string {
	const marks = "\n\"{}[],: \\x"
	for range 1 + random.IntN(3) {
		if text == "" {
			return text
		}
		at, mark := random.IntN(len(text)), string(marks[random.IntN(len(marks))])
		switch random.IntN(4) {
		case 0:
			text = text[:at]
		case 1:
			text = text[:at] + text[min(len(text), at+1+random.IntN(40)):]
		case 2:
			text = text[:at] + mark + text[at:]
		default:
			if i := strings.Index(text[at:], mark); i >= 0 {
				text = text[:at+i] + text[at+i+1:]
			}
		}
	}
	return text
}
