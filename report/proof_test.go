package report

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// records makes n records of each layer that is named, a second apart.
func records(n int, layers ...profile.Layer) (list []analyze.Evidence) {
	for _, l := range layers {
		for range n {
			at := moment("09:00:00")
			at.Nano += int64(len(list)) * 1e9
			list = append(list, analyze.Evidence{Source: "a.log", Line: int64(len(list) + 1), Time: at, Layer: l, Says: string(l)})
		}
	}
	return list
}

func TestShown(t *testing.T) {
	backwards := records(2, profile.LayerEffect, profile.LayerReceipt)
	backwards[0].Time, backwards[2].Time = moment("10:00:00"), analyze.Time{}
	backwards = append(backwards, analyze.Evidence{Source: "a.log", Line: 9, Time: moment("08:00:00")})
	all := records(9, profile.Layers[1:]...)
	tests := []struct {
		name     string
		evidence []analyze.Evidence
		boundary analyze.Boundary
		want     map[profile.Layer]int
	}{
		{"none", nil, analyze.Boundary{}, map[profile.Layer]int{}},
		{"the proof first", all, analyze.Boundary{}, map[profile.Layer]int{"effect": 3, "execution": 4, "receipt": 3, "delivery": 2, "registration": 2}},
		{
			"more of the boundary", all,
			analyze.Boundary{From: "delivery", To: "receipt"},
			map[profile.Layer]int{"effect": 3, "execution": 4, "receipt": 5, "delivery": 2},
		},
		{
			"what is free is passed on", records(9, profile.LayerSchedule, profile.LayerEffect),
			analyze.Boundary{},
			map[profile.Layer]int{"effect": 9, "schedule": 5},
		},
		{"coverage fills the rest", records(7, profile.LayerEffect, ""), analyze.Boundary{}, map[profile.Layer]int{"effect": 7, "": 7}},
		{"coverage does not push out", records(20, "", profile.LayerEffect), analyze.Boundary{}, map[profile.Layer]int{"effect": 14}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := analyze.Duplicate{Evidence: tt.evidence, Boundary: tt.boundary}
			got := map[profile.Layer]int{}
			seen := map[int]bool{}
			for _, i := range shown(&d) {
				if seen[i] {
					t.Errorf("record %d is shown twice", i)
				}
				seen[i] = true
				got[d.Evidence[i].Layer]++
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	if diff := cmp.Diff([]int{2, 1, 3, 0, 4}, shown(&analyze.Duplicate{Evidence: backwards})); diff != "" {
		t.Errorf("in order of time, coverage last (-want +got):\n%s", diff)
	}
}

// What an answer cites is shown before what it does not.
func TestShownPrefersWhatIsCited(t *testing.T) {
	d := analyze.Duplicate{Evidence: records(20, profile.LayerExecution, profile.LayerEffect), Questions: []analyze.Question{{Evidence: []int{1, 17, 39, 99, -1}}}}
	got := shown(&d)
	for _, i := range []int{1, 17, 39} {
		if !slices.Contains(got, i) {
			t.Errorf("record %d is not among %v", i, got)
		}
	}
}

// Of a layer with more records than are shown, both branches are seen.
func TestShownSeesEachBranch(t *testing.T) {
	if diff := cmp.Diff([]int{0, 5, 10, 15}, spread([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19}, 4)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// The commands that a report names are those that work where it was made.
func TestCommands(t *testing.T) {
	d := base(twoRegistrations("D1"))
	d.Duplicates[0].Evidence = records(9, profile.LayerEffect, profile.LayerReceipt)
	tests := []struct {
		name    string
		command string
		want    []string
		not     string
	}{
		{"profile", "", []string{"and 4 more; all of them: webhookctl diagnose --explain D1; all of order 14: webhookctl trace order:14"}, "PATH"},
		{"another profile", "webhookctl --profile a.db diagnose", []string{"webhookctl --profile a.db trace order:14", "More: webhookctl --profile a.db diagnose --explain D1", "webhookctl --profile a.db problems lists them"}, "webhookctl diagnose"},
		{"paths", "webhookctl diagnose ./incident", []string{"More: webhookctl diagnose ./incident --explain D1", "webhookctl problems lists them after webhookctl import logs"}, "trace"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := text(t, d, Options{Width: 400, Command: tt.command})
			for _, want := range tt.want {
				if !strings.Contains(got, want) {
					t.Errorf("%q is not in the report:\n%s", want, got)
				}
			}
			if strings.Contains(got, tt.not) {
				t.Errorf("%q is in the report", tt.not)
			}
		})
	}
}

func TestUnread(t *testing.T) {
	opt := Options{Width: 400, Unread: []string{"a", "b", "c", "d", "e", "f", "g"}}
	want := "7 files not read, since no format fits: a, b, c, d, e and 2 more.\n"
	if got := text(t, base(), opt); !strings.Contains(got, want) {
		t.Errorf("%q is not in the report:\n%s", want, got)
	}
}

func TestOperationName(t *testing.T) {
	order := analyze.Resource{Type: "order", ID: "15"}
	tests := []struct {
		name string
		op   analyze.Operation
		want string
	}{
		{"logged", analyze.Operation{Key: "shipment:create:15:full", KeyOrigin: "logged", Resource: order}, "shipment:create:15:full"},
		{"derived from the bytes", analyze.Operation{Key: "order:15:order.updated:sha256-00ff", KeyOrigin: "derived", Resource: order}, "derived from order 15, order.updated and its payload"},
		{"derived from an event", analyze.Operation{Key: "evt_1", KeyOrigin: "derived", Resource: order}, "evt_1"},
		{"of another resource", analyze.Operation{Key: "order:16:order.updated:sha256-00ff", KeyOrigin: "derived", Resource: order}, "order:16:order.updated:sha256-00ff"},
		{"logged in that form", analyze.Operation{Key: "order:15:order.updated:sha256-00ff", KeyOrigin: "logged", Resource: order}, "order:15:order.updated:sha256-00ff"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, OperationName(nil, tt.op)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
