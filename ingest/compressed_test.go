package ingest

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"
	"golang.org/x/text/encoding/unicode"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

func packed(t testing.TB, text string, open func(io.Writer) (io.WriteCloser, error)) string {
	t.Helper()
	var out bytes.Buffer
	w, err := open(&out)
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func gzipped(t testing.TB, text string) string {
	return packed(t, text, func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(w), nil })
}

func zstded(t testing.TB, text string) string {
	return packed(t, text, func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w) })
}

func zlibbed(t testing.TB, text string) string {
	return packed(t, text, func(w io.Writer) (io.WriteCloser, error) { return zlib.NewWriter(w), nil })
}

func utf16(t testing.TB, order unicode.Endianness, text string) string {
	t.Helper()
	out, err := unicode.UTF16(order, unicode.UseBOM).NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// bzipped is access1 + access2, compressed with bzip2 1.0.8, which Go can only read.
func bzipped(t testing.TB) string {
	t.Helper()
	raw, err := base64.StdEncoding.DecodeString(bzip2Sample)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

type entry struct{ name, text string }

func zipped(t testing.TB, entries ...entry) string {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, e := range entries {
		w, err := z.Create(e.name)
		if err == nil {
			_, err = io.WriteString(w, e.text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func tarred(t testing.TB, entries ...entry) string {
	t.Helper()
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, e := range entries {
		h := &tar.Header{Name: e.name, Size: int64(len(e.text)), Mode: 0o644, Typeflag: tar.TypeReg}
		if strings.HasSuffix(e.name, "@") {
			h.Typeflag, h.Linkname, h.Size = tar.TypeSymlink, "/etc/passwd", 0
		}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, e.text); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// Whatever a file is packed in, its records are the same, and so are their lines and offsets.
func TestPacked(t *testing.T) {
	const text = access1 + access2
	want := []string{"imported x access-log: 2 records, 2 lines = 2 + 0 + 0"}
	plain := temporary(t)
	logs(t, plain, Options{}, tree(t, map[string]string{"x": text}))
	wantObs := observations(t, plain)
	for _, c := range []struct{ name, raw string }{
		{"gzip", gzipped(t, text)},
		{"gzip members", gzipped(t, access1) + gzipped(t, "") + gzipped(t, access2)},
		{"zstd", zstded(t, text)},
		{"zstd frames", zstded(t, access1) + zstded(t, access2)},
		{"bzip2", bzipped(t)},
		{"zlib", zlibbed(t, text)},
		{"gzip in zstd", zstded(t, gzipped(t, text))},
		{"UTF-16 little endian", utf16(t, unicode.LittleEndian, text)},
		{"UTF-16 big endian", utf16(t, unicode.BigEndian, text)},
		{"UTF-16 in gzip", gzipped(t, utf16(t, unicode.BigEndian, text))},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := tree(t, map[string]string{"x": c.raw})
			p := temporary(t)
			res := logs(t, p, Options{}, dir)
			if diff := cmp.Diff(want, told(res)); diff != "" {
				t.Fatalf("(-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(wantObs, observations(t, p)); diff != "" {
				t.Errorf("(-plain +packed):\n%s", diff)
			}
			src := res.Files[0].Source
			if src.Size != int64(len(c.raw)) || src.SHA256 != shaOf(c.raw) {
				t.Errorf("size %d and SHA-256 %s are not those of the file", src.Size, src.SHA256)
			}
			if again := logs(t, p, Options{}, dir); again.Files[0].Status != Unchanged {
				t.Errorf("the second time it is %s", again.Files[0].Status)
			}
			stdin := logs(t, temporary(t), Options{Stdin: strings.NewReader(c.raw)}, "-")
			if got := stdin.Files[0]; got.Err != nil || got.Source.Records != 2 || got.Source.SHA256 != src.SHA256 {
				t.Errorf("from stdin: %+v", got)
			}
		})
	}
}

func shaOf(text string) string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(text)))
}

// Rows that share one line are cut into many chunks, each of which knows what table it is of.
func TestDumpInOneLine(t *testing.T) {
	const rows = 60_000 // 3 MB
	var text strings.Builder
	text.WriteString("-- MySQL dump 10.13\nINSERT INTO `wp_actionscheduler_claims` VALUES (0,'2026-11-30 09:11:22')")
	for n := 1; n < rows; n++ {
		fmt.Fprintf(&text, ",(%d,'2026-11-30 09:11:22')", n)
	}
	text.WriteString(";\nINSERT INTO `wp_posts` VALUES (1,'x')" + strings.Repeat(",(2,'2026-11-30 09:11:22')", rows) + ";\n")
	p := temporary(t)
	res := logs(t, p, Options{}, tree(t, map[string]string{"x.sql": text.String()}))
	want := []string{fmt.Sprintf("imported x.sql mysqldump: %d records, 3 lines = 1 + 0 + 2", rows)}
	if diff := cmp.Diff(want, told(res)); diff != "" {
		t.Fatalf("(-want +got):\n%s", diff)
	}
	for n, o := range observations(t, p) {
		row := fmt.Sprintf("(%d,", n)
		if o.RowID != fmt.Sprint(n) || o.Line != 2 || !strings.HasPrefix(text.String()[o.Offset:], row) {
			t.Fatalf("row %d: %+v", n, o)
		}
	}
}

func TestCutShort(t *testing.T) {
	const lines = 2000
	text := strings.Repeat(access1+access2, lines/2)
	for _, c := range []struct {
		name, raw, msg string
		all            bool // of the text's records
	}{
		{"gzip", cutAt(gzipped(t, text), 0.7), "the gzip data is cut short", false},
		{"gzip without its checksum", cutAt(gzipped(t, text), 1), "the gzip data is cut short", true},
		{"zstd", cutAt(zstdBlocks(t, text), 0.7), "the zstd data is cut short", false},
		{"gzip and something else", gzipped(t, text) + "what is this", "the gzip data is damaged", true},
		{"a second member cut", gzipped(t, text) + cutAt(gzipped(t, text), 0.1), "the gzip data is cut short", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := tree(t, map[string]string{"x.log": c.raw})
			p := temporary(t)
			f := logs(t, p, Options{}, dir).Files[0]
			var fe *FileError
			if f.Status != Imported || !errors.As(f.Err, &fe) || fe.Msg != c.msg || fe.Hint == "" || fe.Name != "x.log" {
				t.Fatalf("%s, error %v, want imported and %q", f.Status, f.Err, c.msg)
			}
			s := f.Source
			if s.Records == 0 || s.Records < lines != !c.all || s.Lines != s.InRecords+s.Problems+s.Skipped {
				t.Errorf("%d records of %d, lines %d = %d + %d + %d", s.Records, lines, s.Lines, s.InRecords, s.Problems, s.Skipped)
			}
			if s.SHA256 != shaOf(c.raw) {
				t.Error("the SHA-256 is not that of the whole file")
			}
			problems, err := p.Problems(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if len(problems) != 1 || !strings.HasPrefix(problems[0].Reason, c.msg) || problems[0].Line != fe.Line {
				t.Errorf("problems %+v, want one at line %d", problems, fe.Line)
			}
			if last := s.InRecords; fe.Line != last && fe.Line != last+1 {
				t.Errorf("said to end in line %d, behind %d lines", fe.Line, last)
			}
		})
	}
}

func cutAt(raw string, part float64) string { return raw[:int(float64(len(raw)-1)*part)] }

// zstdBlocks compresses in many blocks, so that a cut stream still gives something.
func zstdBlocks(t testing.TB, text string) string {
	return packed(t, text, func(w io.Writer) (io.WriteCloser, error) {
		z, err := zstd.NewWriter(w)
		return &flushing{z}, err
	})
}

type flushing struct{ *zstd.Encoder }

func (f *flushing) WriteString(s string) (int, error) {
	for line := range strings.Lines(s) {
		if _, err := f.Encoder.Write([]byte(line)); err != nil {
			return 0, err
		}
		if err := f.Encoder.Flush(); err != nil {
			return 0, err
		}
	}
	return len(s), nil
}

// Nothing readable: the file is not imported.
func TestDamagedFromTheStart(t *testing.T) {
	for _, c := range []struct{ name, raw, msg string }{
		{"gzip", "\x1f\x8b\x08\x00", "the gzip data is cut short"},
		{"no gzip at all", "\x1f\x8bxxxxxxxxxxxxxxxxxxxxxx", "the gzip data is damaged"},
		{"zstd", "\x28\xb5\x2f\xfd", "the zstd data is cut short"},
		{"bzip2", "BZh9xxxxxxxxxxxx", "the bzip2 data is damaged"},
		{"five times over", gzipped(t, gzipped(t, gzipped(t, gzipped(t, gzipped(t, access1))))), "is compressed more than 4 times over"},
		{"a window of 512 MiB", "\x28\xb5\x2f\xfd\x00\x98\x01\x00\x00", "the zstd data needs a window of more than 32 MiB"},
	} {
		t.Run(c.name, func(t *testing.T) {
			res := logs(t, temporary(t), Options{}, tree(t, map[string]string{"x.log": c.raw}))
			if diff := cmp.Diff([]string{"failed x.log: " + c.msg}, told(res)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestLimits(t *testing.T) {
	big := strings.Repeat(access1, 1000)
	bomb := gzipped(t, strings.Repeat(strings.Repeat(" ", 99)+"\n", (safeSize+(8<<20))/100)) // 1 to 1000 and a bit
	for _, c := range []struct {
		name, raw string
		opt       Options
		msg       string
	}{
		{"size", gzipped(t, big), Options{MaxSize: int64(len(big)) - 1}, fmt.Sprintf("holds more than %d bytes when decompressed", len(big)-1)},
		{"size that is just kept", gzipped(t, big), Options{MaxSize: int64(len(big))}, ""},
		{"ratio", bomb, Options{MaxRatio: 100}, "decompresses to more than 100 times its size, which no log does"},
		{"ratio that is kept", bomb, Options{MaxRatio: 2000}, ""},
		{"a small file may be very small", gzipped(t, strings.Repeat(access1, 10_000)), Options{MaxRatio: 1}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := logs(t, temporary(t), c.opt, tree(t, map[string]string{"x.log": c.raw})).Files[0]
			var fe *FileError
			if errors.As(f.Err, &fe); (fe == nil) != (c.msg == "") || fe != nil && (fe.Msg != c.msg || fe.Hint == "") {
				t.Errorf("error %v, want %q", f.Err, c.msg)
			}
		})
	}
}

func TestArchives(t *testing.T) {
	inner := zipped(t, entry{"deep/b.log", access2}, entry{"a.log", access1})
	for _, c := range []struct {
		name string
		raw  string
		opt  Options
		want []string
	}{
		{"zip", zipped(t, entry{"b/claims.tsv", claims}, entry{"a.log", access1}, entry{"b/", ""}, entry{"notes", "x"}), Options{}, []string{
			"imported logs/a.log access-log: 1 records, 1 lines = 1 + 0 + 0",
			"imported logs/b/claims.tsv action-scheduler-claims: 1 records, 2 lines = 1 + 0 + 1",
			"failed logs/notes: not a log format that webhookctl knows",
		}},
		{"tar", tarred(t, entry{"b/claims.tsv", claims}, entry{"link@", ""}, entry{"./a.log", access1}), Options{}, []string{
			"imported logs/a.log access-log: 1 records, 1 lines = 1 + 0 + 0",
			"imported logs/b/claims.tsv action-scheduler-claims: 1 records, 2 lines = 1 + 0 + 1",
		}},
		{"tar.gz with gzip in it", gzipped(t, tarred(t, entry{"a.log.2.gz", gzipped(t, access1)}, entry{"a.log", access2})), Options{}, []string{
			"imported logs/a.log access-log: 1 records, 1 lines = 1 + 0 + 0",
			"imported logs/a.log.2.gz access-log: 1 records, 1 lines = 1 + 0 + 0",
		}},
		{"names that lead out or are equal", tarred(t, entry{"../../a.log", access1}, entry{"/a.log", access2}, entry{`c:\b.log`, access1}), Options{}, []string{
			"imported logs/a.log access-log: 1 records, 1 lines = 1 + 0 + 0",
			"imported logs/a.log (2) access-log: 1 records, 1 lines = 1 + 0 + 0",
			"imported logs/c:/b.log access-log: 1 records, 1 lines = 1 + 0 + 0",
		}},
		{"a zip in a tar.zst", zstded(t, tarred(t, entry{"in.zip", inner}, entry{"z.log", access3})), Options{}, []string{
			"imported logs/in.zip/a.log access-log: 1 records, 1 lines = 1 + 0 + 0",
			"imported logs/in.zip/deep/b.log access-log: 1 records, 1 lines = 1 + 0 + 0",
			"imported logs/z.log access-log: 0 records, 1 lines = 0 + 0 + 1",
		}},
		{"three deep", zipped(t, entry{"2.zip", zipped(t, entry{"3.zip", inner}, entry{"x.log", access1})}), Options{}, []string{
			"failed logs/2.zip/3.zip: is an archive within 2 archives",
			"imported logs/2.zip/x.log access-log: 1 records, 1 lines = 1 + 0 + 0",
		}},
		{"three deep, allowed", zipped(t, entry{"2.zip", zipped(t, entry{"3.zip", inner})}), Options{MaxNesting: 3}, []string{
			"imported logs/2.zip/3.zip/a.log access-log: 1 records, 1 lines = 1 + 0 + 0",
			"imported logs/2.zip/3.zip/deep/b.log access-log: 1 records, 1 lines = 1 + 0 + 0",
		}},
		{"too many", zipped(t, entry{"a", access1}, entry{"b", access1}, entry{"c", access1}), Options{MaxMembers: 2}, []string{
			"failed logs: holds more than 2 files",
			"imported logs/a access-log: 1 records, 1 lines = 1 + 0 + 0",
			"imported logs/b access-log: 1 records, 1 lines = 1 + 0 + 0",
		}},
		{"too large together", zipped(t, entry{"a", access1 + access1}, entry{"b", access1 + access1}), Options{MaxSize: int64(3 * len(access1))}, []string{
			"imported logs/a access-log: 2 records, 2 lines = 2 + 0 + 0",
			"failed logs/b: holds more than " + fmt.Sprint(3*len(access1)) + " bytes when decompressed",
		}},
		{"tar cut short", tarred(t, entry{"a.log", access1}, entry{"b.log", strings.Repeat(access1, 20)})[:512*4], Options{}, []string{
			"failed logs: is a tar archive that is cut short",
			"imported logs/a.log access-log: 1 records, 1 lines = 1 + 0 + 0",
			"failed logs/b.log:4: the tar data is cut short",
		}},
		{"zip cut short", cutAt(zipped(t, entry{"a.log", access1}), 0.9), Options{}, []string{
			"failed logs: is a zip archive whose list of files cannot be read",
		}},
		{"spreadsheet", zipped(t, entry{"[Content_Types].xml", "<x/>"}, entry{"xl/a.xml", "<x/>"}), Options{}, []string{
			"failed logs: is an Office document",
		}},
		{"empty zip", zipped(t), Options{}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := tree(t, map[string]string{"logs": c.raw})
			p := temporary(t)
			res := logs(t, p, c.opt, dir)
			if diff := cmp.Diff(c.want, told(res)); diff != "" {
				t.Fatalf("(-want +got):\n%s", diff)
			}
			for _, f := range res.Files {
				var fe *FileError
				if f.Err != nil && (!errors.As(f.Err, &fe) || fe.Hint == "") {
					t.Errorf("%s: %v has no hint", f.Name, f.Err)
				}
			}
			for _, f := range logs(t, p, c.opt, dir).Files {
				if f.Status != Failed && f.Status != Unchanged {
					t.Errorf("the second time %s is %s", f.Name, f.Status)
				}
			}
		})
	}
}

// Two archives of one name are told apart as two files would be.
func TestArchiveNames(t *testing.T) {
	dir := tree(t, map[string]string{"a/logs.zip": zipped(t, entry{"x.log", access1}), "b/logs.zip": zipped(t, entry{"x.log", access2})})
	p := temporary(t)
	logs(t, p, Options{}, filepath.Join(dir, "a", "logs.zip"))
	res := logs(t, p, Options{}, filepath.Join(dir, "b", "logs.zip"))
	held, err := p.Sources(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range held {
		names = append(names, s.Name)
	}
	if diff := cmp.Diff([]string{"a/logs.zip/x.log", "b/logs.zip/x.log"}, names); diff != "" {
		t.Errorf("(-want +got):\n%s\n%q", diff, told(res))
	}
	// The hash is that of the member's bytes.
	if held[0].SHA256 != shaOf(access1) || held[0].Size != int64(len(access1)) {
		t.Errorf("size %d, SHA-256 %s", held[0].Size, held[0].SHA256)
	}
}

func TestArchiveFromStdin(t *testing.T) {
	for _, raw := range []string{zipped(t, entry{"a", access1}), gzipped(t, tarred(t, entry{"a", access1}))} {
		res := logs(t, temporary(t), Options{Stdin: strings.NewReader(raw)}, "-")
		if diff := cmp.Diff([]string{"failed stdin: is an archive, which can only be read from a file"}, told(res)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

func TestOpenText(t *testing.T) {
	text := strings.Repeat(access1+access2+access3, 20_000) // 7 MB
	dir := tree(t, map[string]string{
		"plain.log": text, "x.gz": gzipped(t, text), "u16": utf16(t, unicode.LittleEndian, text),
		"a.zip": zipped(t, entry{"d/x.log", text}, entry{"y.zst", zstded(t, text)}), "b.tgz": gzipped(t, tarred(t, entry{"x.log", text})),
	})
	p := temporary(t)
	res := logs(t, p, Options{}, dir)
	if len(res.Files) != 6 {
		t.Fatalf("%q", told(res))
	}
	for _, f := range res.Files {
		t.Run(f.Name, func(t *testing.T) {
			path := p.SourcePath(f.Source)
			got, err := OpenText(t.Context(), path, f.Source.SHA256)
			if err != nil {
				t.Fatal(err)
			}
			defer got.Close()
			for _, off := range []int{0, 5 << 20, 5<<20 - 100, 1 << 20, 0, len(text) - 300, len(text) - 10} {
				buf := make([]byte, 200)
				n, err := got.ReadAt(buf, int64(off))
				want := text[off:min(off+200, len(text))]
				if string(buf[:n]) != want || (err != nil) != (len(want) < 200) {
					t.Errorf("at %d: %q, %v", off, buf[:n], err)
				}
			}
			if n, err := got.ReadAt(make([]byte, 1), int64(len(text))); n != 0 || err != io.EOF {
				t.Errorf("behind the end: %d, %v", n, err)
			}
			if _, err := OpenText(t.Context(), path, strings.Repeat("0", 64)); !errors.Is(err, ErrChanged) {
				t.Errorf("with another hash: %v", err)
			}
			if _, err := OpenText(t.Context(), path+"x", f.Source.SHA256); !errors.Is(err, ErrGone) {
				t.Errorf("of another name: %v", err)
			}
		})
	}
	if err := os.Remove(filepath.Join(dir, "a.zip")); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenText(t.Context(), p.SourcePath(res.Files[0].Source), res.Files[0].Source.SHA256); !errors.Is(err, ErrGone) {
		t.Errorf("without its archive: %v", err)
	}
}

// FuzzOpen opens anything as a file: it ends, with an error or without, and the lines add up.
func FuzzOpen(f *testing.F) {
	for _, seed := range []string{
		gzipped(f, access1), zstded(f, access1), zlibbed(f, access1), bzipped(f), utf16(f, unicode.BigEndian, access1),
		zipped(f, entry{"a", access1}, entry{"b", gzipped(f, access1)}), tarred(f, entry{"a", access1}, entry{"b", access2}),
		gzipped(f, tarred(f, entry{"a.zip", zipped(f, entry{"x", access1})})),
	} {
		f.Add([]byte(seed))
	}
	p := temporary(f)
	opt := Options{MaxSize: 1 << 20, MaxMembers: 20, parsers: 1}.WithDefaults()
	f.Fuzz(func(t *testing.T, raw []byte) {
		path := filepath.Join(t.TempDir(), "x")
		if err := os.WriteFile(path, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		found, archives, _, err := expand(t.Context(), []*input{{path: path, given: path, base: filepath.Dir(path), name: "x"}}, opt)
		if err != nil {
			t.Fatal(err)
		}
		r := reading{ctx: t.Context(), p: p, opt: opt, res: &Result{}}
		for _, in := range found {
			in.name = below(in)
			if in.archive == nil {
				if err := r.file(in); err != nil {
					t.Fatal(err)
				}
			}
		}
		for _, a := range archives {
			if err := r.archive(a); err != nil {
				t.Fatal(err)
			}
		}
		for _, file := range r.res.Files {
			if s := file.Source; file.Status != Failed && s.Lines != s.InRecords+s.Problems+s.Skipped {
				t.Errorf("%+v does not add up", s)
			}
			if file.Err != nil && strings.Contains(file.Err.Error(), "bug of webhookctl") {
				t.Error(file.Err)
			}
		}
	})
}

func BenchmarkCompressed(b *testing.B) {
	text := strings.Repeat(access1+access3+access2, 50_000)
	for _, c := range []struct{ name, raw string }{{"plain", text}, {"gz", gzipped(b, text)}, {"zst", zstded(b, text)}} {
		b.Run(c.name, func(b *testing.B) {
			dir := tree(b, map[string]string{"x.log": c.raw})
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				p, err := profile.Temporary(b.Context())
				if err != nil {
					b.Fatal(err)
				}
				if res := logs(b, p, Options{}, dir); res.Files[0].Err != nil {
					b.Fatal(res.Files[0].Err)
				}
				if err := p.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

const bzip2Sample = "QlpoOTFBWSZTWYbSRB0AADffgEAQUGv/8AhBzIoOa92AMAC4DGmg0AMmgMjTQxNGGNNBoAZNAZGmhiaMCqpkNNRPTU2ppk9TGoYgPEmtU3W+ylmv3VrmLVY8s29Jegm2i5BRNwaytWtQYtFr5WMngjRgcUV8HqjRzXSOSfFOKlJSgkq7JzQsQUWIUlK8xbEypewb306uyp1VujU6ND7ZEXI/W1orRYoKPx3ZPFBNkzTTcGTYwaJJO6Cp/i7kinChIQ2kiDo="
