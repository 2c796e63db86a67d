package main

import (
	"bytes"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestProgress(t *testing.T) {
	start := time.Unix(1796027184, 0)
	tests := []struct {
		name  string
		steps []time.Duration // when update is called, after start
		done  int64
		total int64
		want  string
	}{
		{"a short run stays quiet", []time.Duration{0, 999 * time.Millisecond}, 5, 10, ""},
		{"after a second, and erased", []time.Duration{time.Second}, 43e6, 100e6, "\rreading 43 MB of 100 MB, 43 %, 43 MB/s, 2s left\x1b[K\r\x1b[K"},
		{"not more than ten times a second", []time.Duration{time.Second, 1050 * time.Millisecond}, 1, 2, "\rreading 1 B of 2 B, 50 %, 1 B/s, 2s left\x1b[K\r\x1b[K"},
		{"the size of standard input is not known", []time.Duration{2 * time.Second}, 2e9, 0, "\rreading 2.0 GB, 1.0 GB/s\x1b[K\r\x1b[K"},
		{"a file that grows", []time.Duration{2 * time.Second}, 30, 20, "\rreading 30 B of 20 B, 100 %, 15 B/s\x1b[K\r\x1b[K"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var out bytes.Buffer
			now := start
			p := newProgress(terminal{err: &out, errTTY: true})
			p.start, p.now = start, func() time.Time { return now }
			for _, after := range test.steps {
				now = start.Add(after)
				p.update(test.done, test.total)
			}
			p.erase()
			if diff := cmp.Diff(test.want, out.String()); diff != "" {
				t.Errorf("terminal (-want +got):\n%s", diff)
			}
		})
	}
}

func TestProgressNeedsATerminal(t *testing.T) {
	var out bytes.Buffer
	p := newProgress(terminal{err: &out})
	p.now = func() time.Time { return time.Unix(1796027184, 0) }
	p.update(1, 2)
	p.erase()
	if out.Len() > 0 {
		t.Errorf("wrote %q where nobody looks", out.String())
	}
}
