package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

func TestChain(t *testing.T) {
	tests := []struct {
		name     string
		layers   []analyze.LayerCount
		from, to profile.Layer
		width    int
		want     string
	}{
		{"one line", layered(1, 2, 2, 2, 2, 2, 2, 2), "change", "registration", 100, `
1 change → 2 registrations → 2 scheduled → 2 deliveries → 2 receipts → 2 jobs → 2 runs → 2 effects
         └── here one became two`},
		{"wrapped", layered(1, 2, 2, 2, 2, 2, 2, 2), "change", "registration", 58, `
1 change → 2 registrations → 2 scheduled → 2 deliveries
         └── here one became two
→ 2 receipts → 2 jobs → 2 runs → 2 effects`},
		{"at the wrap", layered(1, 1, 1, 1, 3, 1, 1, 1), "delivery", "receipt", 58, `
1 change → 1 registration → 1 scheduled → 1 delivery
→ 3 receipts → 1 job → 1 run → 1 effect
└── here one became three`},
		{"leaping", layered(1, 1, 1, 1, 1, -1, 2, 2), "receipt", "execution", 100, `
1 change → 1 registration → 1 scheduled → 1 delivery → 1 receipt → ? jobs → 2 runs → 2 effects
            here one became two, between receipt and execution ──┴────────┘`},
		{"leaping over the wrap", layered(1, 1, -1, 2, 2, -1, -1, -1), "registration", "delivery", 40, `
1 change → 1 registration → ? scheduled
→ 2 deliveries → 2 receipts → ? jobs
└── here one became two, between
    registration and delivery
→ ? runs → ? effects`},
		{"at the end", layered(1, 1, 1, 1, 1, 1, 1, 2), "execution", "effect", 100, `
1 change → 1 registration → 1 scheduled → 1 delivery → 1 receipt → 1 job → 1 run → 2 effects
                                                           here one became two ──┘`},
		{"two trees", layered(2, 1, 2, 2, 2, 2, 2, 2), "receipt", "queue", 100, `
2 changes → 1 registration → 2 scheduled → 2 deliveries → 2 receipts → 2 jobs → 2 runs → 2 effects
                                     here one operation became two ──┘`},
		{"no boundary", layered(1, 1, -1, 2, 2, -1, -1, -1), "", "", 100, `
1 change → 1 registration → ? scheduled → 2 deliveries → 2 receipts → ? jobs → ? runs → ? effects`},
		{"nothing known", nil, "change", "registration", 100, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := analyze.Duplicate{Layers: tt.layers, Boundary: analyze.Boundary{From: tt.from, To: tt.to}}
			got := strings.Join(chain(nil, &d, tt.width), "\n")
			if diff := cmp.Diff(strings.TrimPrefix(tt.want, "\n"), got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Where updates were lost, the chain shows at which layer they end.
func TestChainOfLostUpdates(t *testing.T) {
	tests := []struct {
		name   string
		layers []analyze.LayerCount
		want   string
	}{
		{"behind the receipt", layered(3, 1, 3, 3, 3, 1, 1, 1), `
3 changes → 1 registration → 3 scheduled → 3 deliveries → 3 receipts → 1 job → 1 run → 1 effect
                                                                     └── here updates were dropped`},
		{"over a silent layer", layered(3, 1, 3, 3, 3, -1, 1, 1), `
3 changes → 1 registration → 3 scheduled → 3 deliveries → 3 receipts → ? jobs → 1 run → 1 effect
                                         here updates were dropped ──┴────────┘`},
		{"not shown by the counts", layered(3, 1, 3, 3, 3, -1, 3, -1), `
3 changes → 1 registration → 3 scheduled → 3 deliveries → 3 receipts → ? jobs → 3 runs → ? effects`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := analyze.Duplicate{Class: analyze.LegitimateUpdate, Outcome: analyze.Lost, Layers: tt.layers}
			got := strings.Join(chain(nil, &d, 98), "\n")
			if diff := cmp.Diff(strings.TrimPrefix(tt.want, "\n"), got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// A mark stands below its arrow.
func TestChainMarksTheArrow(t *testing.T) {
	for i := range profile.Layers[1:] {
		d := analyze.Duplicate{Layers: layered(1, 2, 2, 2, 2, 2, 2, 2), Boundary: analyze.Boundary{From: profile.Layers[i], To: profile.Layers[i+1]}}
		lines := chain(nil, &d, 120)
		arrow := -1
		for range i + 1 {
			at := strings.Index(lines[0][arrow+1:], "→")
			arrow += 1 + at
		}
		mark := strings.IndexAny(lines[1], "└┘")
		if columns(lines[0][:arrow]) != columns(lines[1][:mark]) {
			t.Errorf("%s:\n%s", d.Boundary.From, strings.Join(lines, "\n"))
		}
	}
}

// No line of a chain is wider than a narrow terminal, wherever the boundary is.
func TestChainFits(t *testing.T) {
	for i, from := range profile.Layers {
		for _, to := range profile.Layers[i+1:] {
			d := analyze.Duplicate{Layers: layered(2, 22, 22, 22, 22, 22, 22, 22), Boundary: analyze.Boundary{From: from, To: to}}
			for _, line := range chain(nil, &d, 58) {
				if columns(line) > 58 {
					t.Errorf("%s to %s: %d columns: %q", from, to, columns(line), line)
				}
			}
		}
	}
}
