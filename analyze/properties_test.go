package analyze_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// verdicts puts a diagnosis into lines that do not depend on file names or numbering.
func verdicts(d analyze.Diagnosis) []string {
	var out []string
	for _, x := range d.Duplicates {
		var answers []string
		for _, q := range x.Questions {
			answers = append(answers, q.ID+"="+q.Answer)
		}
		var layers []string
		for _, l := range x.Layers {
			if l.Count != nil {
				layers = append(layers, fmt.Sprintf("%s=%d", l.Layer, *l.Count))
			}
		}
		out = append(out, fmt.Sprintf("%s/%s %s→%s %s %s +%v of %s:%s\n  webhooks %v deliveries %v requests %v jobs %v downstream %v\n  %s\n  %s",
			x.Class, x.Cause, x.Boundary.From, x.Boundary.To, x.Outcome, x.Confidence, x.Contributing, x.Resource.Type, x.Resource.ID,
			x.WebhookIDs, x.DeliveryIDs, x.RequestIDs, x.JobIDs, x.DownstreamIDs, strings.Join(answers, " "), strings.Join(layers, " ")))
	}
	for _, f := range d.Findings {
		out = append(out, fmt.Sprintf("finding %s of %s:%s %s %v %v %v", f.Kind, f.Resource.Type, f.Resource.ID, f.OperationKey, f.DeliveryIDs, f.RequestIDs, f.DownstreamIDs))
	}
	slices.Sort(out)
	return out
}

// drawn are incidents of which a property draws one, each read once.
type drawn struct {
	t         *testing.T
	folders   []string
	histories map[string]analyze.History
}

func incidentsToDraw(t *testing.T) drawn { return drawn{t, incidents(t), map[string]analyze.History{}} }

func (d drawn) draw(r *rapid.T) (folder string, h analyze.History) {
	folder = rapid.SampledFrom(d.folders).Draw(r, "incident")
	h, ok := d.histories[folder]
	if !ok {
		h = history(d.t, folder)
		d.histories[folder] = h
	}
	return folder, h
}

// drawOrder gives a history its sources in another order.
func drawOrder(r *rapid.T, h analyze.History) analyze.History {
	to := rapid.Permutation(indices(len(h.Sources))).Draw(r, "where each source goes")
	shuffled := analyze.History{States: h.States, PackedStates: h.PackedStates, Sources: slices.Clone(h.Sources), Observations: slices.Clone(h.Observations)}
	for i, j := range to {
		shuffled.Sources[j] = h.Sources[i]
	}
	for i := range shuffled.Observations {
		shuffled.Observations[i].Source = to[shuffled.Observations[i].Source]
	}
	slices.SortStableFunc(shuffled.Observations, func(a, b profile.Observation) int { return a.Source - b.Source })
	return shuffled
}

// drawRest leaves any of a history's sources out, but not all.
func drawRest(r *rapid.T, h analyze.History) analyze.History {
	out := rapid.SliceOfNDistinct(rapid.IntRange(0, len(h.Sources)-1), 0, len(h.Sources)-1, rapid.ID[int]).Draw(r, "left out")
	rest := analyze.History{Sources: h.Sources, States: h.States, PackedStates: h.PackedStates}
	for _, o := range h.Observations {
		if !slices.Contains(out, o.Source) {
			rest.Observations = append(rest.Observations, o)
		}
	}
	return rest
}

func indices(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// TestFileOrderChangesNothing gives the same sources in other orders: names sort differently, records and verdicts do not
// change.
func TestFileOrderChangesNothing(t *testing.T) {
	all := incidentsToDraw(t)
	wants := map[string][]string{}
	rapid.Check(t, func(r *rapid.T) {
		folder, h := all.draw(r)
		if wants[folder] == nil {
			wants[folder] = verdicts(analyze.Diagnose(h, analyze.Options{}))
		}
		shuffled := drawOrder(r, h)
		if diff := cmp.Diff(wants[folder], verdicts(analyze.Diagnose(shuffled, analyze.Options{}))); diff != "" {
			r.Errorf("%s (-in name order +shuffled)\n%s", filepath.Base(folder), diff)
		}
	})
}

// TestLeavingFilesOutNeverFlips leaves out any set of sources together with any kinds of identifiers: what is left may say less,
// never another class.
func TestLeavingFilesOutNeverFlips(t *testing.T) {
	all := incidentsToDraw(t)
	rapid.Check(t, func(r *rapid.T) {
		folder, h := all.draw(r)
		rest := drawRest(r, h)
		var taking []poorer
		for _, i := range rapid.SliceOfNDistinct(rapid.IntRange(0, len(ways)-1), 0, 2, rapid.ID[int]).Draw(r, "taken away") {
			taking = append(taking, ways[i])
		}
		rest.Observations = taken(rest, taking...)
		for _, flip := range flips(analyze.Diagnose(h, analyze.Options{}), analyze.Diagnose(rest, analyze.Options{})) {
			r.Errorf("%s: %s", filepath.Base(folder), flip)
		}
	})
}

// TestCopiedFilesChangeNothing imports each incident together with a copy of all its files: the same fact in two files is one
// fact.
func TestCopiedFilesChangeNothing(t *testing.T) {
	for _, folder := range incidents(t) {
		t.Run(filepath.Base(folder), func(t *testing.T) {
			t.Parallel()
			again := filepath.Join(t.TempDir(), "copy")
			if err := os.CopyFS(again, os.DirFS(folder)); err != nil {
				t.Fatal(err)
			}
			want := analyze.Diagnose(history(t, folder), analyze.Options{})
			got := analyze.Diagnose(history(t, folder, again), analyze.Options{})
			if diff := cmp.Diff(verdicts(want), verdicts(got)); diff != "" {
				t.Errorf("(-once +twice)\n%s", diff)
			}
			if diff := cmp.Diff([]int{want.Summary.Deliveries, want.Summary.Receipts, want.Summary.Effects},
				[]int{got.Summary.Deliveries, got.Summary.Receipts, got.Summary.Effects}); diff != "" {
				t.Errorf("deliveries, receipts, effects (-once +twice)\n%s", diff)
			}
		})
	}
}

// TestTwoIncidentsInOneProfile imports two incidents together: equal job numbers and equal SHIP numbers join nothing.
func TestTwoIncidentsInOneProfile(t *testing.T) {
	all := slices.DeleteFunc(incidents(t), func(folder string) bool { // made ones share their IDs on purpose
		return strings.Contains(folder, filepath.Join("fixtures", "incidents")) && !strings.HasPrefix(filepath.Base(folder), "recorded-")
	})
	for i, a := range all {
		b := all[(i+1)%len(all)]
		t.Run(filepath.Base(a)+"+"+filepath.Base(b), func(t *testing.T) {
			t.Parallel()
			want := slices.Concat(verdicts(analyze.Diagnose(history(t, a), analyze.Options{})), verdicts(analyze.Diagnose(history(t, b), analyze.Options{})))
			slices.Sort(want)
			got := verdicts(analyze.Diagnose(history(t, a, b), analyze.Options{}))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-each alone +together)\n%s", diff)
			}
		})
	}
}
