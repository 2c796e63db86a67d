package format

import (
	"testing"
	"time"
)

// FuzzFormats reads a text with each format that takes it for its own, in one piece and in several, without and with what --assume-tz and
// --assume-year say. Other targets ask more of some of them.
func FuzzFormats(f *testing.F) {
	for _, x := range All {
		for _, s := range x.Samples {
			f.Add([]byte(s.Text), 100)
		}
	}
	told := testOptions
	told.Zone, told.Year = time.UTC, 2026
	f.Fuzz(func(t *testing.T, text []byte, size int) {
		size = min(max(size, 1), 1<<20)
		for _, x := range All {
			for _, opt := range []Options{testOptions, told} {
				if r := openWith(x, text, opt); r != nil {
					readSample(t, r, text, len(text)+1)
					readSample(t, r, text, size)
				}
			}
		}
	})
}
