package analyze

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// answeredAfter is a delivery that began at a second of the epoch and was answered after so long.
func answeredAfter(second int64, d time.Duration, code int) *delivery {
	r := &record{Observation: profile.Observation{
		Event: profile.EventDelivery, Time: second * int64(time.Second), Precision: time.Second, Took: d, Code: code, Provider: "woocommerce",
	}}
	return &delivery{provider: "woocommerce", logged: r, records: []*record{r}}
}

// Answers give the same cells in whatever order and parts they are counted, never more columns than there may be, and none is lost.
func TestAnswerTimesInAnyOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var list []*delivery
	for range 3000 {
		list = append(list, answeredAfter(1_796_000_000+r.Int64N(400_000), time.Duration(1+r.Int64N(90_000))*time.Millisecond, []int{200, 500}[r.IntN(2)]))
	}
	var first AnswerTimes
	for try := range 4 {
		var a AnswerTimes
		parts := make([]AnswerTimes, 1+try)
		for i, d := range list {
			parts[i%len(parts)].add(d)
		}
		for _, part := range parts {
			a = a.plus(part)
		}
		if try == 0 {
			first = a
		}
		if diff := cmp.Diff(first, a); diff != "" {
			t.Fatalf("another order gave other cells (-first +now):\n%s", diff)
		}
		r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	n, failed := 0, 0
	for _, c := range first.Cells {
		n, failed = n+c.Count, failed+c.Failed
	}
	if n != len(list) || failed == 0 || failed == n {
		t.Errorf("%d answers of %d are counted, %d of them failed", n, len(list), failed)
	}
	if first.columns() > columnsMost || first.columns() < columnsMost/4 {
		t.Errorf("%d columns, want at most %d and most of them", first.columns(), columnsMost)
	}
}

func TestAnswerRows(t *testing.T) {
	tests := []struct {
		took time.Duration
		row  int
	}{
		{time.Microsecond, 0},
		{time.Millisecond, 0},
		{1100 * time.Microsecond, 1},
		{10 * time.Millisecond, 10},
		{11 * time.Millisecond, 11},
		{time.Second, 30},
		{time.Minute, 48},
	}
	for _, tt := range tests {
		if got := rowOf(tt.took); got != tt.row {
			t.Errorf("%v is in row %d, want %d", tt.took, got, tt.row)
		}
		if longest := (AnswerCell{Row: tt.row}).Longest(); longest < tt.took {
			t.Errorf("row %d is of at most %v, and %v is in it", tt.row, longest, tt.took)
		}
	}
}
