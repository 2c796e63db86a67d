package ingest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"io/fs"
	"os"
	"slices"
	"sync/atomic"
)

// bom is the byte order mark that some editors and Windows programs put before UTF-8.
var bom = []byte("\xef\xbb\xbf")

// opened is one file: its text to read, and beside it the hash of the bytes as they lie on disk or in their archive. Lines and
// offsets are those of the text: without compression, and in UTF-8.
type opened struct {
	text io.Reader
	raw  *hashing
	io.Closer

	file  *os.File    // nil: it cannot be read again
	info  fs.FileInfo // of file, before it was read
	plain bool        // the text is the file's bytes
}

// open opens a file for reading from its start. sizes are those at which the hash of what came before is wanted: a log
// that has grown begins with what was read of it earlier.
func open(ctx context.Context, in *input, opt Options, sizes []int64) (*opened, error) {
	var from io.Reader
	var info fs.FileInfo
	var file *os.File
	closers := closing{}
	switch {
	case in.stream != nil:
		from = in.stream
	case in.path == "-":
		from = &leaving{ctx: ctx, from: opt.Stdin, buf: make([]byte, 64<<10), got: make(chan block, 1)}
	default:
		var err error
		if file, err = os.Open(in.path); err != nil {
			return nil, err
		}
		if info, err = file.Stat(); err != nil {
			return nil, errors.Join(err, file.Close())
		}
		from, closers = file, append(closers, file.Close)
	}
	o := &opened{raw: newHashing(ctx, from, sizes), file: file, info: info}
	o.text = o.raw
	o.unpacked(opt, in.stream != nil, in.path != "-", closers)
	return o, nil
}

// unpacked takes the compression off the text, and makes it UTF-8. ahead says that it comes slowly, and wait that reading it ends.
func (o *opened) unpacked(opt Options, ahead, wait bool, closers closing) {
	u := unpack(o.text, newMeter(opt, o.raw.size.Load))
	closers = append(closers, u.Close)
	o.text = utf8Text(u.Reader)
	o.plain = o.file != nil && u.layers == 0 && o.text == io.Reader(u.Reader)
	if u.layers > 0 || ahead {
		a := readAhead(o.text)
		o.text = a
		closers = append(closers, func() error {
			a.Close(wait)
			return nil
		})
	}
	o.Closer = closers
}

// closing closes the last first.
type closing []func() error

func (c closing) Close() error {
	var errs []error
	for _, f := range slices.Backward(c) {
		errs = append(errs, f())
	}
	return errors.Join(errs...)
}

// sum returns the hash of all bytes of the file, in hex, once the text has been read to its end; of a file in an archive that is
// damaged, of those up to there.
func (o *opened) sum() (string, error) {
	// A decompressor need not read what lies behind its stream.
	var d *damage
	if _, err := io.Copy(io.Discard, o.raw); err != nil && !errors.As(err, &d) {
		return "", err
	}
	return hexSum(o.raw.sha), nil
}

// leaving reads from where an answer may never come, as from a terminal: when ctx ends, nobody waits for it any longer.
type leaving struct {
	ctx   context.Context
	from  io.Reader
	buf   []byte
	got   chan block
	asked bool
	now   block
}

func (l *leaving) Read(p []byte) (int, error) {
	for len(l.now.data) == 0 {
		if l.now.err != nil {
			return 0, l.now.err
		}
		if !l.asked {
			l.asked = true
			go func() {
				n, err := l.from.Read(l.buf)
				l.got <- block{l.buf[:n], err}
			}()
		}
		select {
		case <-l.ctx.Done():
			return 0, l.ctx.Err()
		case l.now = <-l.got:
			l.asked = false
		}
	}
	n := copy(p, l.now.data)
	l.now.data = l.now.data[n:]
	return n, nil
}

// errRewritten says that what was read never was the file.
var errRewritten = errors.New("was written anew while it was read")

// check makes sure, once all has been read, that the file still begins with it. A log may grow at its end meanwhile; one that was cut or
// written over (logrotate's copytruncate) has been read half in its old state and half in its new one.
func (o *opened) check() error {
	if o.file == nil {
		return nil
	}
	now, err := o.file.Stat()
	if err != nil || now.Size() == o.info.Size() && now.ModTime().Equal(o.info.ModTime()) {
		return err
	}
	if _, err := o.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	again := newHashing(o.raw.ctx, o.file, nil)
	if n, err := io.Copy(io.Discard, io.LimitReader(again, o.raw.size.Load())); err != nil {
		return err
	} else if n < o.raw.size.Load() || hexSum(again.sha) != hexSum(o.raw.sha) {
		return errRewritten
	}
	return nil
}

// hashFile hashes a file without parsing it.
func hashFile(ctx context.Context, in *input) (string, error) {
	f, err := os.Open(in.path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := newHashing(ctx, f, nil)
	if _, err := io.Copy(io.Discard, h); err != nil {
		return "", err
	}
	return hexSum(h.sha), nil
}

// hashing is a reader that hashes what goes through it, and ends when ctx does.
type hashing struct {
	ctx      context.Context
	from     io.Reader
	sha      hash.Hash
	size     atomic.Int64     // bytes so far
	sizes    []int64          // ascending, those still ahead
	prefixes map[int64]string // hash of the first so many bytes
}

func newHashing(ctx context.Context, from io.Reader, sizes []int64) *hashing {
	sizes = slices.Sorted(slices.Values(sizes))
	return &hashing{ctx: ctx, from: from, sha: sha256.New(), sizes: sizes, prefixes: map[int64]string{}}
}

func (h *hashing) Read(p []byte) (int, error) {
	if err := h.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := h.from.Read(p)
	size := h.size.Load()
	rest := p[:n]
	for len(h.sizes) > 0 && h.sizes[0] <= size+int64(len(rest)) {
		k := h.sizes[0] - size
		h.sha.Write(rest[:k])
		h.prefixes[h.sizes[0]] = hexSum(h.sha)
		rest, size, h.sizes = rest[k:], h.sizes[0], h.sizes[1:]
	}
	h.sha.Write(rest)
	h.size.Store(size + int64(len(rest)))
	return n, err
}

func hexSum(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)) }
