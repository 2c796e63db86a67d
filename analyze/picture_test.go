package analyze_test

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// TestPictures looks at the picture of each duplicate of each incident: it shows what the layers count, every join goes down and
// not back in time, the node at which the branches part is marked, and so is each effect beside the first.
func TestPictures(t *testing.T) {
	pictures := 0
	for _, folder := range incidents(t) {
		t.Run(filepath.Base(folder), func(t *testing.T) {
			for _, d := range analyze.Diagnose(history(t, folder), analyze.Options{}).Duplicates {
				if d.Class == analyze.LegitimateUpdate && d.Outcome != analyze.Duplicated && d.Outcome != analyze.Lost {
					continue
				}
				pictures++
				layersOf(t, d)
				linksOf(t, d)
				marksOf(t, d)
			}
		})
	}
	if pictures < 50 {
		t.Errorf("only %d pictures were looked at", pictures)
	}
}

func layersOf(t *testing.T, d analyze.Duplicate) {
	boxes := map[profile.Layer]int{}
	for _, b := range d.Boxes {
		boxes[b.Layer]++
		if b.From.Precision != 0 && b.To.Nano < b.From.Nano {
			t.Errorf("%s: the box of %s %s ends before it begins", d.ID, b.Layer, b.ID)
		}
		for _, i := range b.Evidence {
			if i < 0 || i >= len(d.Evidence) {
				t.Errorf("%s: the box of %s %s has record %d of %d", d.ID, b.Layer, b.ID, i, len(d.Evidence))
			}
		}
	}
	for _, l := range d.Layers {
		switch l.Layer {
		case profile.LayerChange, profile.LayerDelivery, profile.LayerReceipt, profile.LayerQueue, profile.LayerExecution, profile.LayerEffect:
			if l.Count != nil && d.BoxesLeft == 0 && boxes[l.Layer] != *l.Count {
				t.Errorf("%s (%s): %d boxes in the lane %s, which counts %d", d.ID, d.Cause, boxes[l.Layer], l.Layer, *l.Count)
			}
		}
	}
}

func linksOf(t *testing.T, d analyze.Duplicate) {
	below := map[int]bool{}
	for _, l := range d.Links {
		up, low := d.Boxes[l.Upper], d.Boxes[l.Lower]
		below[l.Lower] = true
		if slices.Index(profile.Layers, up.Layer) >= slices.Index(profile.Layers, low.Layer) {
			t.Errorf("%s: %s %s is joined to %s %s below it", d.ID, up.Layer, up.ID, low.Layer, low.ID)
		}
		if l.By == "" {
			t.Errorf("%s: what joins %s %s and %s %s is not said", d.ID, up.Layer, up.ID, low.Layer, low.ID)
		}
		const slack = int64(3 * time.Second) // two clocks may differ by two, and the stamps of some logs are whole seconds
		if up.From.Precision != 0 && low.From.Precision != 0 && low.From.Nano < up.From.Nano-slack {
			t.Errorf("%s: %s %s begins %v before %s %s, which it hangs on", d.ID, low.Layer, low.ID, time.Duration(up.From.Nano-low.From.Nano), up.Layer, up.ID)
		}
	}
}

func marksOf(t *testing.T, d analyze.Duplicate) {
	parts, again := 0, map[string]bool{}
	for _, b := range d.Boxes {
		if b.Parts {
			parts++
		}
		if b.Again {
			again[b.ID] = true
		}
	}
	count := func(layer profile.Layer) int {
		for _, l := range d.Layers {
			if l.Layer == layer && l.Count != nil {
				return *l.Count
			}
		}
		return 0
	}
	if d.Class != analyze.OtherPath && d.Boundary.From != "" && count(d.Boundary.From) == 1 && count(d.Boundary.To) > 1 && parts != 1 {
		t.Errorf("%s (%s): %d boxes are marked as the node at %s→%s", d.ID, d.Cause, parts, d.Boundary.From, d.Boundary.To)
	}
	want := 0
	if d.Outcome == analyze.Duplicated {
		want = max(0, len(d.DownstreamIDs)-1)
	}
	if len(again) != want {
		t.Errorf("%s (%s): %d effects are marked beside the first, want %d", d.ID, d.Cause, len(again), want)
	}
}
