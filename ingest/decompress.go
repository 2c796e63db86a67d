package ingest

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// mostLayers is how many times over a text may be compressed. More than once happens by accident.
const mostLayers = 4

// maxWindow is how far back a zstd stream may refer, and so the memory that it takes, about twice. zstd -19 makes 8 MiB; with 64
// an import would take more than 256 in all. It is zstd --long and --ultra that make more.
const maxWindow = 32 << 20

// compression is one way to compress a stream, told by how the stream begins.
type compression struct {
	name  string
	magic []string
	open  func(r *bufio.Reader) (io.Reader, func(), error)
}

var compressions = []compression{
	{"gzip", []string{"\x1f\x8b"}, func(r *bufio.Reader) (io.Reader, func(), error) {
		z, err := gzip.NewReader(r) // reads members one behind the other, as rotated logs have them
		return z, func() {}, err
	}},
	{"zstd", []string{"\x28\xb5\x2f\xfd"}, func(r *bufio.Reader) (io.Reader, func(), error) {
		z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			return nil, nil, err
		}
		return z, z.Close, nil
	}},
	{"bzip2", []string{"BZh1", "BZh2", "BZh3", "BZh4", "BZh5", "BZh6", "BZh7", "BZh8", "BZh9"}, func(r *bufio.Reader) (io.Reader, func(), error) {
		return bzip2.NewReader(r), func() {}, nil
	}},
	{"zlib", []string{"\x78\x01", "\x78\x9c", "\x78\xda"}, func(r *bufio.Reader) (io.Reader, func(), error) { // mitmproxy's .zhar
		z, err := zlib.NewReader(r)
		return z, func() {}, err
	}},
}

func compressionOf(head []byte) *compression {
	for i, c := range compressions {
		for _, m := range c.magic {
			if bytes.HasPrefix(head, []byte(m)) {
				return &compressions[i]
			}
		}
	}
	return nil
}

// damage is the error of a stream that can be read only so far. What came before it is as it was written.
type damage struct{ msg, hint string }

func (d *damage) Error() string { return d.msg }

// meter counts what comes out of a file, against what went in. A few kilobytes can hold terabytes.
type meter struct {
	opt Options
	in  func() int64 // compressed bytes so far
	out int64
}

// safeSize is how much may come out of however little.
const safeSize = 64 << 20

func (m *meter) add(n int) error {
	m.out += int64(n)
	switch {
	case m.out > m.opt.MaxSize:
		return &damage{
			"holds more than " + countOf(m.opt.MaxSize, "byte") + " when decompressed",
			"what comes before that is imported; allow more with --max-size, if the file is genuine",
		}
	case m.out > safeSize && m.out/int64(m.opt.MaxRatio) > m.in():
		return &damage{
			"decompresses to more than " + countOf(m.opt.MaxRatio, "time") + " its size, which no log does",
			"what comes before that is imported; allow more with --max-ratio, if the file is genuine",
		}
	}
	return nil
}

// countOf says "1 file", "2 files".
func countOf(n int64, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// unpacked is a stream without its compressions, whatever those are. Its reads fail with a *damage where the stream is cut
// short or damaged, or holds too much, and with the error of raw where it is that which fails.
type unpacked struct {
	*bufio.Reader
	layers int
	close  []func()
}

func unpack(raw io.Reader, m *meter) *unpacked {
	source := &failing{from: raw}
	u := &unpacked{Reader: bufio.NewReaderSize(source, 64<<10)}
	for {
		head, _ := u.Peek(4)
		c := compressionOf(head)
		if c == nil {
			return u
		}
		l := &layer{name: c.name, source: source, meter: m}
		if u.layers++; u.layers > mostLayers {
			l.err = &damage{fmt.Sprintf("is compressed more than %d times over", mostLayers), "decompress it yourself if it is genuine"}
			u.Reader = bufio.NewReader(l)
			return u
		}
		var closer func()
		if l.from, closer, l.err = c.open(u.Reader); l.err != nil {
			l.err = l.explain(l.err)
		} else {
			u.close = append(u.close, closer)
		}
		u.Reader = bufio.NewReaderSize(l, 64<<10)
	}
}

func (u *unpacked) Close() error {
	for _, f := range u.close {
		f()
	}
	return nil
}

// layer is one compression of a stream.
type layer struct {
	name   string
	from   io.Reader
	source *failing
	meter  *meter
	err    error // no more can be read
}

func (l *layer) Read(p []byte) (int, error) {
	if l.err != nil {
		return 0, l.err
	}
	n, err := l.from.Read(p)
	if err != nil {
		l.err = l.explain(err)
	}
	if over := l.meter.add(n); over != nil {
		n, l.err = 0, over
	}
	return n, l.err
}

func (l *layer) explain(err error) error {
	var (
		inner  *damage
		system *fs.PathError
	)
	switch {
	case errors.Is(err, io.EOF):
		return io.EOF
	case l.source.err != nil:
		return l.source.err
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded), errors.As(err, &system):
		return err
	case errors.As(err, &inner):
		return inner
	case errors.Is(err, io.ErrUnexpectedEOF):
		return &damage{"the " + l.name + " data is cut short", "copy the file again from where it was made; the records before are imported"}
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrWindowSizeTooSmall):
		return &damage{fmt.Sprintf("the zstd data needs a window of more than %d MiB", maxWindow>>20), "decompress it first with zstd -d --long=31, or pipe it: zstd -dc --long=31 FILE | webhookctl import logs -"}
	}
	return &damage{"the " + l.name + " data is damaged", "copy the file again from where it was made; the records before are imported"}
}

// failing remembers the error of the stream that is decompressed, which a decompressor may tell as one of its own.
type failing struct {
	from io.Reader
	err  error
}

func (f *failing) Read(p []byte) (int, error) {
	n, err := f.from.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		f.err = err
	}
	return n, err
}

// utf8Text returns a text in UTF-8, if it is in UTF-16 with a byte order mark. What is no character becomes U+FFFD.
func utf8Text(r *bufio.Reader) io.Reader {
	mark, _ := r.Peek(2)
	if s := string(mark); s == "\xff\xfe" || s == "\xfe\xff" {
		return transform.NewReader(r, unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder())
	}
	return r
}
