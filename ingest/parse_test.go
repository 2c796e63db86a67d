package ingest

import (
	"strings"
	"testing"

	"github.com/webhookctl/webhookctl/ingest/format"
)

// brokenReader is a format with a bug.
type brokenReader struct{ frames bool }

func (r brokenReader) Frame(data []byte, _ bool) int {
	if !r.frames {
		return len(data[len(data)+1:])
	}
	return len(data)
}

func (brokenReader) Parse(c format.Chunk, _ *format.Batch) { _ = c.Data[len(c.Data)] }

// A panic in a format is an error of its file.
func TestCaught(t *testing.T) {
	for _, frames := range []bool{false, true} {
		cut, err := newCutter(strings.NewReader(access1), 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		cut.reader = brokenReader{frames}
		one := importer{ctx: t.Context(), p: temporary(t), opt: Options{}.WithDefaults()}
		err = one.parse(cut, false, func(*piece) error { return nil })
		if err == nil || !strings.HasPrefix(err.Error(), "line 1 and what follows: runtime error: ") || !strings.Contains(err.Error(), "bug of webhookctl") {
			t.Errorf("frames %v: %v", frames, err)
		}
	}
}
