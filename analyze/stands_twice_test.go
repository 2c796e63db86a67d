package analyze

import (
	"testing"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// TestStandsTwice: a line that stands twice is of two requests, of which nothing but the line tells, where its stamp has only the second; two
// loggers of one process write at one moment.
func TestStandsTwice(t *testing.T) {
	for _, tt := range []struct {
		name      string
		precision time.Duration
		receipts  int
	}{{"in one second", time.Second, 2}, {"in one millisecond", time.Millisecond, 1}} {
		t.Run(tt.name, func(t *testing.T) {
			h := &handmade{}
			for range 2 {
				h.add("app/app.log", profile.EventReceived, 0, order("14"), webhook("3", "3e9b1f70c24d58a6b7e0912f4c6d83ab"), func(o *profile.Observation) { o.Precision = tt.precision })
			}
			d := h.diagnose()
			if d.Summary.Receipts != tt.receipts || len(d.Duplicates) != tt.receipts-1 {
				t.Fatalf("%d receipts, %d duplicates; want %d receipts", d.Summary.Receipts, len(d.Duplicates), tt.receipts)
			}
			for _, x := range d.Duplicates {
				if x.Class != Undetermined || x.Confidence != Possible {
					t.Errorf("%s, %s; want %s, %s", x.Class, x.Confidence, Undetermined, Possible)
				}
			}
		})
	}
}
