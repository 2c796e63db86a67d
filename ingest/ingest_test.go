package ingest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/ingest/format"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

const (
	access1 = `127.0.0.1 - - [30/Nov/2026:08:26:24 +0000] "POST /woo/shipments HTTP/1.1" 200 11 "-" "WooCommerce/9.9.5 Hookshot (WordPress/6.9)"` + "\n"
	access2 = `127.0.0.1 - - [30/Nov/2026:08:26:26 +0000] "POST /woo/shipments HTTP/1.1" 202 29 "-" "WooCommerce/9.9.5 Hookshot (WordPress/6.9)"` + "\n"
	access3 = `127.0.0.1 - - [30/Nov/2026:08:27:00 +0000] "GET /robots.txt HTTP/1.1" 404 11 "-" "-"` + "\n"
	claims  = "claim_id\tdate_created_gmt\n1078\t2026-11-30 09:11:22\n"
	hooks   = "webhook_id\tstatus\tdelivery_url\tsecret\ttopic\n3\tactive\thttp://hooks.example.test/woo\tgeheim\torder.updated\n"
)

// tree writes files below a new folder, of which the real path is returned.
func tree(t testing.TB, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		write(t, filepath.Join(dir, name), text)
	}
	return dir
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
}

func temporary(t testing.TB) *profile.Profile {
	t.Helper()
	p, err := profile.Temporary(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

func logs(t testing.TB, p *profile.Profile, opt Options, paths ...string) Result {
	t.Helper()
	res, err := Logs(t.Context(), p, paths, opt)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// told is a Result in lines that a test can compare.
func told(res Result) []string {
	var lines []string
	for _, f := range res.Files {
		if f.Err != nil {
			lines = append(lines, "failed "+f.Err.Error())
			continue
		}
		s := f.Source
		lines = append(lines, fmt.Sprintf("%s %s %s: %d records, %d lines = %d + %d + %d", f.Status, f.Name, f.Format,
			s.Records, s.Lines, s.InRecords, s.Problems, s.Skipped))
	}
	return lines
}

func observations(t testing.TB, p *profile.Profile) []profile.Observation {
	t.Helper()
	if _, err := p.Sources(t.Context()); err != nil {
		t.Fatal(err)
	}
	var all []profile.Observation
	for o, err := range p.Observations(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, o)
	}
	return all
}

func TestLogs(t *testing.T) {
	dir := tree(t, map[string]string{
		"nginx/access.log":       access1 + access2 + access3 + "what is this\n",
		"nginx/old/.hidden":      access1,
		"nginx/error.log":        "",
		"db/claims.tsv":          claims,
		"db/claims.json":         "[]\n",
		"notes.txt":              "the customer called twice\n",
		"nginx/access.log.2.gz":  "\x1f\x8b\x08\x00",
		"utf16.log":              "\xff\xfea\x00",
		"db/crlf.tsv":            strings.ReplaceAll(claims, "\n", "\r\n"),
		"db/no-line-end-and-bom": "\xef\xbb\xbf" + strings.TrimSuffix(access1+access2, "\n"),
	})
	want := []string{
		"imported db/claims.json empty: 0 records, 1 lines = 0 + 0 + 1",
		"imported db/claims.tsv action-scheduler-claims: 1 records, 2 lines = 1 + 0 + 1",
		"imported db/crlf.tsv action-scheduler-claims: 1 records, 2 lines = 1 + 0 + 1",
		"imported db/no-line-end-and-bom access-log: 2 records, 2 lines = 2 + 0 + 0",
		"imported nginx/access.log access-log: 2 records, 4 lines = 2 + 1 + 1",
		"failed nginx/access.log.2.gz: the gzip data is cut short",
		"imported nginx/error.log empty: 0 records, 0 lines = 0 + 0 + 0",
		"imported nginx/old/.hidden access-log: 1 records, 1 lines = 1 + 0 + 0",
		"failed notes.txt: not a log format that webhookctl knows",
		"failed utf16.log: not a log format that webhookctl knows",
	}
	p := temporary(t)
	res := logs(t, p, Options{}, dir)
	if diff := cmp.Diff(want, told(res)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	first := profile.Stamp{Nano: time.Date(2026, 11, 30, 8, 26, 24, 0, time.UTC).UnixNano(), Precision: time.Second}
	last := profile.Stamp{Nano: time.Date(2026, 11, 30, 9, 11, 22, 0, time.UTC).UnixNano(), Precision: time.Second}
	if res.Added != 7 || res.Sources != 7 || res.First != first || res.Last != last {
		t.Errorf("added %d, sources %d, %v to %v; want 7, 7, %v to %v", res.Added, res.Sources, res.First, res.Last, first, last)
	}
	for _, f := range res.Files {
		var fe *FileError
		if f.Err != nil && (!errors.As(f.Err, &fe) || fe.Hint == "" || fe.Name != f.Name) {
			t.Errorf("%s: %#v is not a FileError of this name with a hint", f.Name, f.Err)
		}
	}
	// The mark is three bytes before the first line.
	for _, o := range observations(t, p) {
		if res.Files[3].Name == "db/no-line-end-and-bom" && o.Source == 3 && o.Line == 1 && o.Offset != 3 {
			t.Errorf("offset %d behind a byte order mark, want 3", o.Offset)
		}
	}

	again := logs(t, p, Options{}, dir)
	for _, f := range again.Files {
		if f.Status != Unchanged && f.Status != Failed {
			t.Errorf("%s is %s the second time", f.Name, f.Status)
		}
	}
	if again.Added != 0 || again.Sources != 7 {
		t.Errorf("second time: added %d, sources %d, want 0 and 7", again.Added, again.Sources)
	}
}

// The order of arguments and the number of parsers change nothing.
func TestLogsDeterministic(t *testing.T) {
	big := strings.Repeat(access1+access3+"not a line\n"+access2, 20_000) // several chunks
	dir := tree(t, map[string]string{"a/x.log": big, "b/x.log": access1, "c.tsv": claims})
	paths := []string{filepath.Join(dir, "a", "x.log"), filepath.Join(dir, "b"), filepath.Join(dir, "c.tsv")}
	p := temporary(t)
	want := told(logs(t, p, Options{parsers: 1}, paths...))
	wantObs := observations(t, p)
	if len(wantObs) != 40_002 {
		t.Fatalf("%d observations, want 40002", len(wantObs))
	}
	slices.Reverse(paths)
	q := temporary(t)
	got := told(logs(t, q, Options{parsers: 7}, paths...))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	if !slices.Equal(wantObs, observations(t, q)) {
		t.Error("observations differ")
	}
}

func TestLogsAgain(t *testing.T) {
	for _, c := range []struct {
		name   string
		before string
		after  string
		opt    Options
		want   string // status
		held   int
	}{
		{"the same", access1, access1, Options{}, Unchanged, 1},
		{"grown", access1, access1 + access2, Options{}, Replaced, 1},
		{"rotated and longer", access1, access2 + access2, Options{}, Imported, 2},
		{"rotated and shorter", access1 + access2, access3, Options{}, Imported, 2},
		{"other options", access1, access1, Options{MaxDepth: 7}, Replaced, 1},
		{"forced to what it is", access1, access1, Options{As: "access-log"}, Replaced, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := tree(t, map[string]string{"access.log": c.before})
			p := temporary(t)
			logs(t, p, Options{}, dir)
			write(t, filepath.Join(dir, "access.log"), c.after)
			res := logs(t, p, c.opt, dir)
			if res.Files[0].Status != c.want || res.Sources != c.held {
				t.Errorf("%s, %d sources; want %s, %d; error %v", res.Files[0].Status, res.Sources, c.want, c.held, res.Files[0].Err)
			}
		})
	}
}

func TestLogsStdin(t *testing.T) {
	p := temporary(t)
	in := func(text string) Options { return Options{Stdin: strings.NewReader(text)} }
	want := []string{"imported stdin access-log: 1 records, 1 lines = 1 + 0 + 0"}
	if diff := cmp.Diff(want, told(logs(t, p, in(access1), "-"))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if res := logs(t, p, in(access1), "-", "-"); res.Files[0].Status != Unchanged || res.Sources != 1 || len(res.Files) != 1 {
		t.Errorf("the same again: %+v", res)
	}
	if res := logs(t, p, in(access1+access2), "-"); res.Files[0].Status != Replaced || res.Sources != 1 {
		t.Errorf("grown: %+v", res)
	}
}

func TestLogsAs(t *testing.T) {
	dir := tree(t, map[string]string{"x.log": access1})
	p := temporary(t)
	if _, err := Logs(t.Context(), p, []string{dir}, Options{As: "nonsense"}); err == nil || !strings.Contains(err.Error(), `"nonsense"`) || !strings.Contains(err.Error(), "access-log") {
		t.Errorf("error %v, want one that quotes the format and lists the known", err)
	}
	res := logs(t, p, Options{As: "action-scheduler-logs"}, dir)
	if f := res.Files[0]; f.Status != Failed || !strings.Contains(f.Err.Error(), `"action-scheduler-logs"`) {
		t.Errorf("got %+v, want a failure that names the format", f)
	}
}

// A secret reaches neither the profile nor anything beside it.
func TestLogsKeepsNoSecret(t *testing.T) {
	dir := tree(t, map[string]string{"in/hooks.tsv": hooks, "in/broken.tsv": hooks + "4\tgeheim\n"})
	at := filepath.Join(dir, "p.db")
	p, err := profile.Open(t.Context(), at, profile.ReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	res := logs(t, p, Options{}, filepath.Join(dir, "in"))
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if res.Added != 2 || res.Files[0].Source.Problems != 1 {
		t.Fatalf("got %q", told(res))
	}
	kept, err := filepath.Glob(at + "*")
	if err != nil || len(kept) < 2 {
		t.Fatalf("profile files %q, %v", kept, err)
	}
	for _, file := range kept {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(raw), "geheim") {
			t.Errorf("%s holds the secret", filepath.Base(file))
		}
	}
}

func TestLogsCancelled(t *testing.T) {
	dir := tree(t, map[string]string{"a.log": access1, "b.log": strings.Repeat(access1, 30_000), "c.log": access2})
	p := temporary(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	res, err := Logs(ctx, p, []string{dir}, Options{Progress: func(done, _ int64) {
		if done > 1<<20 { // within b.log
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
	if len(res.Files) != 1 || res.Files[0].Name != "a.log" {
		t.Errorf("told of %q, want a.log alone", told(res))
	}
	held, err := p.Sources(t.Context())
	if err != nil || len(held) != 1 || held[0].Name != "a.log" {
		t.Errorf("profile holds %+v, %v; want a.log alone", held, err)
	}
	if res := logs(t, p, Options{}, dir); res.Added != 2 || res.Sources != 3 {
		t.Errorf("afterwards: added %d, sources %d; want 2 and 3", res.Added, res.Sources)
	}
}

// A read that never returns, as from a terminal, does not keep a cancelled import waiting.
func TestLogsCancelledAtStdin(t *testing.T) {
	for _, lines := range []int{0, 30_000} {
		p := temporary(t)
		ctx, cancel := context.WithCancel(t.Context())
		r, w := io.Pipe()
		defer w.Close()
		go func() {
			_, _ = io.WriteString(w, strings.Repeat(access1, lines))
			cancel()
		}()
		if _, err := Logs(ctx, p, []string{"-"}, Options{Stdin: r}); !errors.Is(err, context.Canceled) {
			t.Errorf("%d lines: error %v, want context.Canceled", lines, err)
		}
	}
}

func TestLogsProgress(t *testing.T) {
	dir := tree(t, map[string]string{"a.log": strings.Repeat(access1, 30_000), "b.log": access1})
	var got []int64
	logs(t, temporary(t), Options{Progress: func(done, total int64) {
		if total != 30_001*int64(len(access1)) {
			t.Errorf("total %d", total)
		}
		got = append(got, done)
	}}, dir)
	if !slices.IsSorted(got) || got[len(got)-1] != 30_001*int64(len(access1)) || len(got) < 4 {
		t.Errorf("progress %v is not ascending to the total", got)
	}
}

func TestRecogniseNone(t *testing.T) {
	for _, text := range []string{"hello\n", "[1]", "\x00\x01", "a,b\n1,2\n"} {
		if got := Recognise([]byte(text), format.Options{MaxDepth: 200}); len(got) > 0 {
			t.Errorf("%q is recognised as %q", text, got)
		}
	}
	if got := Recognise([]byte("\xef\xbb\xbf"+claims), format.Options{MaxDepth: 200}); !slices.Equal(got, []string{"action-scheduler-claims"}) {
		t.Errorf("behind a byte order mark: %q", got)
	}
}
