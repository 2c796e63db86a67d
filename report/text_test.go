package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/analyze"
)

func text(t *testing.T, d analyze.Diagnosis, opt Options) string {
	t.Helper()
	var buf bytes.Buffer
	if err := Text(&buf, d, opt); err != nil {
		t.Fatal(err)
	}
	return buf.String()
}

func TestTextGolden(t *testing.T) {
	for _, width := range []int{60, 80, 120} {
		golden(t, fmt.Sprintf("incident-%d.txt", width), []byte(text(t, pictured(), Options{Width: width})))
	}
	golden(t, "repeated-80.txt", []byte(text(t, repeated(), Options{})))
	golden(t, "hostile-80.txt", []byte(text(t, hostile(), Options{})))
	golden(t, "compared-80.txt", []byte(text(t, compared(), Options{})))
	golden(t, "color-80.txt", []byte(text(t, incident(), Options{Color: true})))
}

// Nothing is wider than the page but a word, which is not broken.
func TestTextFitsThePage(t *testing.T) {
	for _, width := range []int{60, 80, 120} {
		for line := range strings.Lines(text(t, pictured(), Options{Width: width})) {
			line = strings.TrimRight(line, "\n")
			if columns(line) > width && len(strings.Fields(line)) > 1 {
				t.Errorf("%d columns, want at most %d: %q", columns(line), width, line)
			}
		}
	}
}

// The sections come in the order in which somebody has to act.
func TestTextOrder(t *testing.T) {
	got := text(t, incident(), Options{})
	last := -1
	for _, mark := range []string{
		"SHIP-001 and SHIP-002 for order 14", "Lost or uncertain", "suppressed_update order 18452", "D1  duplicated", "D2  lost", "D3  undetermined",
		"D4  contained", "Legitimate updates, which must get through: 1 state_changed (order", "Registrations",
		"clock_offset", "Sources: 4", "--explain D1",
	} {
		at := strings.Index(got, mark)
		if at <= last {
			t.Errorf("%q stands at %d, after %d wanted", mark, at, last)
		}
		last = at
	}
}

func TestTextLongPattern(t *testing.T) {
	got := text(t, repeated(), Options{})
	if n := strings.Count(got, "  duplicated: config_duplication"); n != fewest {
		t.Errorf("%d cases of the pattern are drawn, want %d", n, fewest)
	}
	for _, want := range []string{"12 × config_duplication (duplicate_registration): 12 duplicated", "9 more duplicated", "D13  contained"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in the report", want)
		}
	}
	d := repeated()
	d.Patterns[0].Duplicates = d.Patterns[0].Duplicates[:many]
	d.Duplicates = d.Duplicates[:many]
	if n := strings.Count(text(t, d, Options{}), "  duplicated: config_duplication"); n != many {
		t.Errorf("%d cases of a pattern of ten are drawn, want all", n)
	}
}

// Colour says nothing that the words do not: without it, the text is the same.
func TestTextColor(t *testing.T) {
	colored := text(t, incident(), Options{Color: true})
	for _, st := range []style{bold, red, yellow, green, dim} {
		colored = strings.ReplaceAll(colored, "\x1b["+string(st)+"m", "")
	}
	colored = strings.ReplaceAll(colored, "\x1b[0m", "")
	if diff := cmp.Diff(text(t, incident(), Options{}), colored); diff != "" {
		t.Errorf("(-without +with):\n%s", diff)
	}
}

// Every identifier is in the report, whole, at any width.
func TestTextKeepsIdentifiers(t *testing.T) {
	for _, width := range []int{1, 60, 80, 120} {
		got := text(t, incident(), Options{Width: width})
		for _, d := range []analyze.Duplicate{twoRegistrations("D1"), containedReplay("D4"), undecided("D3")} {
			for _, id := range append(append(d.DeliveryIDs, d.RequestIDs...), d.DownstreamIDs...) {
				if !strings.Contains(got, id) {
					t.Errorf("width %d: %s is not whole", width, id)
				}
			}
		}
	}
	if !strings.Contains(text(t, hostile(), Options{}), strings.Repeat("9f", 5000)) {
		t.Error("the long identifier was shortened")
	}
}

// A violation that a case shows is not told twice; one that goes beyond it is.
func TestTextUntold(t *testing.T) {
	violation := func(ids ...string) analyze.Finding {
		return analyze.Finding{Kind: "safety_violation", OperationKey: "shipment:create:14:full", DownstreamIDs: ids, Says: "records of one operation"}
	}
	tests := []struct {
		name    string
		finding analyze.Finding
		want    bool
	}{
		{"the case's two effects", violation("SHIP-001", "SHIP-002"), false},
		{"a third effect", violation("SHIP-001", "SHIP-002", "SHIP-003"), true},
		{"no effect named", violation(), true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := base()
			d.Duplicates, d.Findings = []analyze.Duplicate{twoRegistrations("D1")}, []analyze.Finding{tt.finding}
			if got := strings.Contains(text(t, d, Options{}), "\nMade twice\n  safety_violation"); got != tt.want {
				t.Errorf("told in Made twice: %t, want %t", got, tt.want)
			}
		})
	}
}
