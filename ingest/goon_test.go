package ingest

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// growing are lines of logs as they are written on, by the kind of log: what is read, what is skipped, what is wrong, and what takes
// several lines.
var growing = map[string][]string{
	"access.log": {
		`203.0.113.7 - - [30/Nov/2026:08:%02d:%02d +0000] "POST /hooks/woo?n=%d HTTP/1.1" 200 11 "-" "WooCommerce/9.9.5 Hookshot (WordPress/6.8.2)"`,
		`203.0.113.7 - - [30/Nov/2026:08:%02d:%02d +0000] "GET /shop/%d HTTP/1.1" 404 11 "-" "curl/8"`,
		`203.0.113.7 - - [31/Nov/2026:08:%02d:%02d +0000] "POST /hooks/woo?n=%d HTTP/1.1" 200 11 "-" "no such day"`,
	},
	"receiver.log": {
		`{"level":30,"time":"2026-11-30T08:%02d:%02d.000Z","msg":"webhook received","req":{"id":"req-%d"},"webhook_id":"3","topic":"order.updated","body":{"id":18452,"status":"processing"}}`,
		`{"level":30,"time":"2026-11-30T08:%02d:%02d.000Z","msg":"webhook received","delivery_id":"d%d","webhook_id":"3","topic":"order.updated","operation_key":"ship:1"}`,
		`{"level":30,"time":"2026-11-30T08:%02d:%02d.000Z","msg":"broken %d`,
	},
	"laravel.log": { // no zone
		"[2026-11-30 08:%02d:%02d] production.INFO: webhook received {\"delivery_id\":\"e%d\",\"topic\":\"order.updated\"}",
		"[2026-11-30 08:%02d:%02d] production.ERROR: no %d\n[stacktrace]\n#0 /app/a.php(12): a()\n#1 {main}\n\"} ",
	},
}

// line is the n-th of a log.
func growingLine(name string, n int) string {
	lines := growing[name]
	return fmt.Sprintf(lines[n*n%7%len(lines)], n/60%60, n%60, n) + "\n"
}

// TestGoOn: whatever is appended to logs, cut within a line, rotated and imported in between, the profile holds what one does that
// reads the files as they are for the first time.
func TestGoOn(t *testing.T) {
	if checks := flag.Lookup("rapid.checks"); checks.Value.String() == checks.DefValue {
		// Each writes and reads megabytes; -rapid.checks=200 does more.
		if err := flag.Set(checks.Name, "15"); err != nil {
			t.Fatal(err)
		}
		defer flag.Set(checks.Name, checks.DefValue)
	}
	rapid.Check(t, func(rt *rapid.T) {
		dir := t.TempDir()
		defer os.RemoveAll(dir)
		logDir := filepath.Join(dir, "logs")
		if err := os.Mkdir(logDir, 0o700); err != nil {
			rt.Fatal(err)
		}
		written := map[string]int{} // lines ever, by log
		half := map[string]string{} // what is left to write of a line
		names := slices.Sorted(maps.Keys(growing))
		names = rapid.Permutation(names).Draw(rt, "logs")[:rapid.IntRange(1, 2).Draw(rt, "how many")]
		write := func(name string, bytes int) {
			f, err := os.OpenFile(filepath.Join(logDir, name), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
			if err != nil {
				rt.Fatal(err)
			}
			defer f.Close()
			text := half[name]
			for len(text) < bytes {
				text += growingLine(name, written[name])
				written[name]++
			}
			cut := len(text)
			if rapid.Bool().Draw(rt, "in a line") {
				cut = max(0, cut-rapid.IntRange(1, 60).Draw(rt, "cut"))
			}
			half[name] = text[cut:]
			if _, err := f.WriteString(text[:cut]); err != nil {
				rt.Fatal(err)
			}
		}
		path := filepath.Join(dir, "grown.db")
		opt := Options{MaxProblems: rapid.SampledFrom([]int{1000, 5}).Draw(rt, "problems listed")}
		read := func(path string) *profile.Profile {
			p, err := profile.Open(t.Context(), path, profile.ReadWrite)
			if err != nil {
				rt.Fatal(err)
			}
			res, err := Logs(t.Context(), p, []string{logDir}, opt)
			if err != nil {
				rt.Fatal(err)
			}
			for _, f := range res.Files {
				if f.Err != nil {
					rt.Fatal(f.Err)
				}
			}
			return p
		}
		for _, name := range names {
			write(name, rapid.SampledFrom([]int{3000, recognising + 10, chunkSize + 20_000}).Draw(rt, "begins with"))
		}
		for range rapid.IntRange(1, 3).Draw(rt, "imports") {
			if err := read(path).Close(); err != nil {
				rt.Fatal(err)
			}
			name := rapid.SampledFrom(names).Draw(rt, "log")
			switch rapid.IntRange(0, 2).Draw(rt, "what happens") {
			case 0, 1:
				write(name, rapid.SampledFrom([]int{1, 3000, 100_000}).Draw(rt, "bytes"))
			case 2:
				for n := 3; n >= 0; n-- {
					from := filepath.Join(logDir, name)
					if n > 0 {
						from = fmt.Sprintf("%s.%d", from, n)
					}
					err := os.Rename(from, filepath.Join(logDir, fmt.Sprintf("%s.%d", name, n+1)))
					if err != nil && !errors.Is(err, fs.ErrNotExist) {
						rt.Fatal(err)
					}
				}
				half[name] = ""
				write(name, rapid.SampledFrom([]int{3000, 100_000}).Draw(rt, "begins anew with"))
			}
		}
		grown := read(path)
		defer grown.Close()
		fresh := filepath.Join(dir, "fresh.db")
		key, err := os.ReadFile(path + ".key")
		if err == nil {
			err = os.WriteFile(fresh+".key", key, 0o600)
		}
		if err != nil {
			rt.Fatal(err)
		}
		anew := read(fresh)
		defer anew.Close()
		if diff := cmp.Diff(holds(t, anew), holds(t, grown)); diff != "" {
			rt.Errorf("(-read at once +read on):\n%s", diff)
		}
	})
}

// TestGrownFiles: what an import says that goes on, and where it did.
func TestGrownFiles(t *testing.T) {
	long := strings.Repeat(access1, 1+2*chunkSize/len(access1))
	dir := tree(t, map[string]string{"a.log": long, "b.log": access1})
	p := temporary(t)
	logs(t, p, Options{}, dir)
	write(t, filepath.Join(dir, "a.log"), long+access2)
	write(t, filepath.Join(dir, "b.log"), access1+access2)
	n := strings.Count(long, "\n") + 1
	want := []string{
		fmt.Sprintf("continued a.log access-log: %[1]d records, %[1]d lines = %[1]d + 0 + 0", n),
		"replaced b.log access-log: 2 records, 2 lines = 2 + 0 + 0",
	}
	if diff := cmp.Diff(want, told(logs(t, p, Options{}, dir))); diff != "" {
		t.Errorf("grown (-want +got):\n%s", diff)
	}

	// Rotated, copied, and written over in their old place.
	if err := os.Rename(filepath.Join(dir, "a.log"), filepath.Join(dir, "a.log.1")); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "a.log"), access2)
	write(t, filepath.Join(dir, "copy", "a.log.1"), long+access2)
	want = []string{
		"imported a.log access-log: 1 records, 1 lines = 1 + 0 + 0",
		fmt.Sprintf("unchanged a.log.1 access-log: %[1]d records, %[1]d lines = %[1]d + 0 + 0", n),
		"unchanged b.log access-log: 2 records, 2 lines = 2 + 0 + 0",
		fmt.Sprintf("imported copy/a.log.1 access-log: %[1]d records, %[1]d lines = %[1]d + 0 + 0", n),
	}
	if diff := cmp.Diff(want, told(logs(t, p, Options{}, dir))); diff != "" {
		t.Errorf("rotated (-want +got):\n%s", diff)
	}
	write(t, filepath.Join(dir, "a.log.1"), access1+long+access2+access2) // begins as before, but goes on in another way
	want[0], want[3] = strings.Replace(want[0], "imported", "unchanged", 1), strings.Replace(want[3], "imported", "unchanged", 1)
	want[1] = fmt.Sprintf("imported a.log.1 access-log: %[1]d records, %[1]d lines = %[1]d + 0 + 0", n+2)
	if diff := cmp.Diff(want, told(logs(t, p, Options{}, dir))); diff != "" {
		t.Errorf("written anew (-want +got):\n%s", diff)
	}
}

// held is all that a profile tells.
type held struct {
	Sources      []profile.Source
	Observations []profile.Observation
	States       map[profile.Mark]profile.State
	Problems     []profile.Problem
	Unlisted     []int64
}

func holds(t *testing.T, p *profile.Profile) (h held) {
	t.Helper()
	var errs [4]error
	h.Sources, errs[0] = p.Sources(t.Context())
	h.Observations = observations(t, p)
	states, err := p.States(t.Context(), 0)
	if errs[1] = err; err == nil {
		h.States = map[profile.Mark]profile.State{}
		for s := range states.All() {
			s.Fields = states.Fields(s.Mark)
			h.States[s.Mark] = s
		}
	}
	h.Problems, errs[2] = p.Problems(t.Context())
	h.Unlisted, errs[3] = p.Unlisted(t.Context())
	if err := errors.Join(errs[:]...); err != nil {
		t.Fatal(err)
	}
	return h
}
