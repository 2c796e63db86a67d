package analyze

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestSelectFindings: a window keeps the findings that a record of the window shows, and those that no time speaks against.
func TestSelectFindings(t *testing.T) {
	at := func(seconds ...int64) []Evidence {
		var list []Evidence
		for _, s := range seconds {
			list = append(list, Evidence{Time: Time{Nano: s * int64(time.Second), Precision: time.Second}})
		}
		return list
	}
	findings := []Finding{
		{Kind: "before", Evidence: at(1, 2)},
		{Kind: "into", Evidence: at(2, 5)},
		{Kind: "around", Evidence: at(1, 9)},
		{Kind: "after", Evidence: at(8, 9)},
		{Kind: "untimed", Evidence: []Evidence{{}}},
		{Kind: "unproven", Evidence: []Evidence{}},
	}
	tests := []struct {
		name         string
		since, until int64
		want         []string
	}{
		{"no window", 0, 0, []string{"before", "into", "around", "after", "untimed", "unproven"}},
		{"from then on", 5, 0, []string{"into", "around", "after", "untimed", "unproven"}},
		{"up to then", 0, 2, []string{"before", "into", "around", "untimed", "unproven"}},
		{"both", 4, 6, []string{"into", "untimed", "unproven"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := Filter{Since: tt.since * int64(time.Second), Until: tt.until * int64(time.Second)}
			var got []string
			for _, x := range (Diagnosis{Findings: findings}).Select(f).Findings {
				got = append(got, x.Kind)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}
