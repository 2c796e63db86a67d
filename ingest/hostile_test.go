package ingest

import (
	"io"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/webhookctl/webhookctl/ingest/format"
)

var (
	digits   = regexp.MustCompile(`\d+`)
	lastYear = regexp.MustCompile(`2026|2025`)
	epochs   = regexp.MustCompile(`\b1[67]\d{8}(\d{3}|\d{6})?\b`)
)

// spoilt are the ways in which a text is made hostile.
var spoilt = map[string]func(text string) string{
	"NUL bytes":      func(s string) string { return strings.ReplaceAll(s, " ", " \x00") + "\x00\x00\n" },
	"no UTF-8":       func(s string) string { return strings.ReplaceAll(s, "e", "e\xff\xc0\x80\xed\xa0\x80") },
	"beyond 64 bits": func(s string) string { return digits.ReplaceAllString(s, "99999999999999999999999999999999999999$0") },
	"huge exponents": func(s string) string { return digits.ReplaceAllString(s, "1e999999999") },
	"below zero":     func(s string) string { return digits.ReplaceAllString(s, "-$0") },
	"year 0": func(s string) string {
		return epochs.ReplaceAllString(lastYear.ReplaceAllString(s, "0000"), "-62167219200")
	},
	"year 9999": func(s string) string {
		return epochs.ReplaceAllString(lastYear.ReplaceAllString(s, "9999"), "253402300799")
	},
	"no such day": func(s string) string {
		return strings.NewReplacer("2026-11-30", "2026-02-31", "30/Nov", "31/Feb").Replace(s)
	},
	"equal JSON keys": func(s string) string {
		return strings.ReplaceAll(s, `{"`, `{"id":1,"id":2,"time":"x","time":null,"body":{},"body":"","`)
	},
	"deep":             func(s string) string { return s + strings.Repeat("[", 30_000) + "\n" + s },
	"deep objects":     func(s string) string { return s + strings.Repeat(`{"a":`, 30_000) + "\n" + s },
	"deep before":      func(s string) string { return strings.ReplaceAll(s, `{`, strings.Repeat("[", 1000)+"{") },
	"quotes":           func(s string) string { return strings.ReplaceAll(s, " ", ` "\`) },
	"cut":              func(s string) string { return s[:len(s)*2/3] },
	"a long line":      func(s string) string { return s + strings.Repeat("a", 70_000) + "\n" + s },
	"long words":       func(s string) string { return strings.ReplaceAll(s, "a", strings.Repeat("a", 500)) },
	"many short lines": func(s string) string { return s + strings.Repeat("\n", 30_000) + s },
}

// TestHostileText spoils a sample of every format in every way. Each file is read as what it is taken for and as what it was, comes to
// an end, and each of its lines is in a record, a problem or skipped.
func TestHostileText(t *testing.T) {
	for _, f := range format.All {
		first := slices.IndexFunc(f.Samples, func(s format.Sample) bool { return !s.Refused && s.Given == "" })
		if first < 0 {
			continue
		}
		files := map[string]string{}
		for how, spoil := range spoilt {
			files[how+".log"] = spoil(f.Samples[first].Text)
		}
		dir := tree(t, files)
		for _, as := range []string{"", f.Name} {
			began := time.Now()
			res := logs(t, temporary(t), Options{As: as, MaxLine: 64 << 10}, dir)
			if took := time.Since(began); took > 30*time.Second {
				t.Errorf("%s as %q: %v", f.Name, as, took)
			}
			for _, file := range res.Files {
				if s := file.Source; s.Lines != s.InRecords+s.Problems+s.Skipped || file.Err != nil && strings.Contains(file.Err.Error(), "bug of webhookctl") {
					t.Errorf("%s: %s as %q: %v, %d lines = %d + %d + %d", f.Name, file.Name, as, file.Err, s.Lines, s.InRecords, s.Problems, s.Skipped)
				}
			}
		}
	}
}

// repeating is a text that nobody has to hold.
func repeating(text string, size int64) io.Reader {
	part := strings.Repeat(text, 1<<20/len(text))
	return io.LimitReader(readerFunc(func(p []byte) (int, error) { return copy(p, part), nil }), size)
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// TestGigabyteLine reads lines of a gigabyte, of which one has a million levels, in bounded memory.
func TestGigabyteLine(t *testing.T) {
	const json = `{"time":"2026-11-30T08:26:24Z","msg":"webhook received","delivery_id":"a","order_id":1}` + "\n"
	var before runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, text := range []string{"a", "[", `{"a":`} {
		res := logs(t, temporary(t), Options{Stdin: io.MultiReader(strings.NewReader(json), repeating(text, 1<<30/3), strings.NewReader("\n"+json))}, "-")
		if s := res.Files[0].Source; s.Records != 2 || s.Problems != 1 || s.Lines != 3 {
			t.Errorf("%q: %q", text, told(res))
		}
	}
	var after runtime.MemStats
	runtime.ReadMemStats(&after)
	if grown := int64(after.Sys - before.Sys); grown > 256<<20 {
		t.Errorf("%d MiB of memory", grown>>20)
	}
}

// TestBombs opens what is small and says that it is large.
func TestBombs(t *testing.T) {
	zeros := strings.Repeat("\x00", 1<<20)
	packed := gzipped(t, strings.Repeat(zeros, 80)) // 80 MiB in 80 kB
	nested := zipped(t, entry{"a.log", strings.Repeat(zeros, 80)})
	for range 6 {
		nested = zipped(t, entry{"in.zip", nested}, entry{"b.log", access1})
	}
	dir := tree(t, map[string]string{
		"gzip.log":        packed,
		"gzip in gzip":    gzipped(t, packed),
		"zstd.log":        zstded(t, strings.Repeat(zeros, 80)),
		"zip.zip":         zipped(t, entry{"a.log", strings.Repeat(zeros, 80)}, entry{"b.log", access1}),
		"gzip in zip.zip": zipped(t, entry{"a.log", packed}, entry{"b.log", access1}),
		"nested.zip":      nested,
		"good.log":        access1,
	})
	res := logs(t, temporary(t), Options{MaxRatio: 100}, dir)
	good := 0
	for _, f := range res.Files {
		if f.Status == Imported && filepath.Base(f.Name) != "a.log" {
			good++
		}
		if s := f.Source; s.Records > 1 {
			t.Errorf("%s: %d records", f.Name, s.Records)
		}
	}
	if good < 4 {
		t.Errorf("%q", told(res))
	}
}
