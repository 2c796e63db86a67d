package main

import (
	"fmt"
	"io"
	"time"

	"github.com/dustin/go-humanize"
)

// progress is one line on a terminal that tells how far an import is, how fast it goes and how long it will take. It shows after a second, so that a short run stays quiet,
// and is gone at the end.
type progress struct {
	w   io.Writer // nil: no terminal, nothing is shown
	now func() time.Time

	start time.Time
	last  time.Time // zero until something was shown
}

func newProgress(t terminal) *progress {
	p := &progress{now: time.Now}
	if t.errTTY {
		p.w, p.start = t.err, p.now()
	}
	return p
}

// update may be called as often as one likes.
func (p *progress) update(done, total int64) {
	if p.w == nil {
		return
	}
	now := p.now()
	if now.Sub(p.start) < time.Second || !p.last.IsZero() && now.Sub(p.last) < 100*time.Millisecond {
		return
	}
	p.last = now
	line := "reading " + humanize.Bytes(uint64(max(done, 0)))
	if total > 0 {
		line = fmt.Sprintf("%s of %s, %d %%", line, humanize.Bytes(uint64(total)), min(100, int(float64(done)/float64(total)*100)))
	}
	if rate := float64(done) / now.Sub(p.start).Seconds(); done > 0 {
		line += fmt.Sprintf(", %s/s", humanize.Bytes(uint64(rate)))
		if left := float64(total-done) / rate; total > done {
			line += fmt.Sprintf(", %s left", (time.Duration(left*float64(time.Second)) + time.Second).Truncate(time.Second))
		}
	}
	fmt.Fprintf(p.w, "\r%s\x1b[K", line)
}

// erase removes the line.
func (p *progress) erase() {
	if !p.last.IsZero() {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.last = time.Time{}
	}
}
