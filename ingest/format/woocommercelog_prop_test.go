package format

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// placeless returns the observations without their positions.
func placeless(out *Batch) []profile.Observation {
	all := slices.Clone(out.Observations)
	for i := range all {
		all[i].Line, all[i].Offset = 0, 0
	}
	return all
}

func TestWooCommerceLogConcatenated(t *testing.T) {
	files := wooFiles(t)
	for _, a := range slices.Sorted(maps.Keys(files)) {
		for _, b := range slices.Sorted(maps.Keys(files)) {
			want := append(placeless(wooRead(t, files[a], 1<<20)), placeless(wooRead(t, files[b], 1<<20))...)
			both := wooRead(t, slices.Concat(files[a], files[b]), 1<<20)
			if diff := cmp.Diff(want, placeless(both)); diff != "" || len(both.Problems) > 0 {
				t.Errorf("%s, %s: problems %+v (-want +got)\n%s", a, b, both.Problems, diff)
			}
		}
	}
}

// How the file is cut into chunks does not change what is read from it.
func TestWooCommerceLogChunks(t *testing.T) {
	for name, data := range wooFiles(t) {
		for _, crlf := range []bool{false, true} {
			if crlf {
				data = bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n"))
			}
			want := wooRead(t, data, 1<<20)
			for _, step := range []int{1, 37, 2500, 9000} {
				got := wooRead(t, data, step)
				if diff := cmp.Diff(want.Observations, got.Observations); diff != "" || len(got.Problems) > 0 {
					t.Errorf("%s, CRLF %v, in steps of %d: problems %+v (-want +got)\n%s", name, crlf, step, got.Problems, diff)
				}
			}
		}
	}
}

func TestWooCommerceLogCRLF(t *testing.T) {
	for name, data := range wooFiles(t) {
		want := placeless(wooRead(t, data, 1<<20))
		got := placeless(wooRead(t, bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n")), 1<<20))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-LF +CRLF)\n%s", name, diff)
		}
	}
}

// A cut between entries loses nothing, and a cut anywhere leaves one problem on each side at most and invents nothing.
func TestWooCommerceLogCut(t *testing.T) {
	for name, data := range wooFiles(t) {
		whole := wooRead(t, data, 1<<20)
		ids := make(map[string]bool)
		starts := make(map[int]bool)
		for _, o := range whole.Observations {
			ids[o.DeliveryID] = true
			starts[int(o.Offset)] = true
		}
		for at := range len(data) {
			if at%11 != 0 && !starts[at] && name != "awkward-bodies.log" {
				continue // for time's sake
			}
			records := 0
			for side, part := range [][]byte{data[:at], data[at:]} {
				r := openWooCommerceLog(part[:min(len(part), HeadSize)], Options{})
				if r == nil {
					r = wooReader{max: defaultMaxEntry} // --as
				}
				out := &Batch{Marker: bodyMarker("one")}
				wooReadBy(t, r, part, 1<<20, out)
				records += len(out.Observations)
				if len(out.Problems) > 1 || starts[at] && len(out.Problems) > 0 {
					t.Fatalf("%s cut at %d, side %d: problems %+v", name, at, side, out.Problems)
				}
				for _, o := range out.Observations {
					if !ids[o.DeliveryID] {
						t.Fatalf("%s cut at %d, side %d: invented %q", name, at, side, o.DeliveryID)
					}
				}
			}
			if lost := len(whole.Observations) - records; lost > 1 || starts[at] && lost != 0 {
				t.Fatalf("%s cut at %d: %d entries lost", name, at, lost)
			}
		}
	}
}

func TestWooCommerceLogProblems(t *testing.T) {
	whole := wooSampleDelivery
	second := strings.Index(whole, "[Response]")
	for _, tt := range []struct {
		name, text string
		want       profile.Problem
	}{
		{"end missing", whole + whole[:second], profile.Problem{
			Line: 49, Offset: int64(len(whole)), Lines: 28,
			Reason: `entry "2026-11-30T08:26:26+00:00 INFO Array" has no end`,
			Hint:   "the log was cut or edited, or was still being written: import the whole file, or again later",
		}},
		{"start missing", whole[second:] + whole, profile.Problem{
			Line: 1, Lines: 21,
			Reason: `text "[Response] => Array" belongs to no entry that begins in this file`,
			Hint:   "the file begins inside an entry, or lost a part of one: import the rotated files beside it as well",
		}},
		{"another shape", strings.Replace(whole, "[Duration]", "[Time]", 1) + whole, profile.Problem{
			Line: 1, Lines: 48,
			Reason: `line "            [Time] => …" has no place in a delivery's entry`,
			Hint:   "the entry lost its end, or was edited",
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out := wooRead(t, []byte(tt.text), 1<<20)
			if diff := cmp.Diff([]profile.Problem{tt.want}, out.Problems); diff != "" || len(out.Observations) != 1 {
				t.Errorf("%d records (-want +got)\n%s", len(out.Observations), diff)
			}
		})
	}
}

func FuzzWooCommerceLog(f *testing.F) {
	for _, s := range wooSamples {
		f.Add([]byte(s.Text), 1000)
	}
	f.Add(wooFile(f, "awkward-bodies.log"), 300)
	f.Fuzz(func(t *testing.T, data []byte, step int) {
		step = max(1, step%10000)
		openWooCommerceLog(data[:min(len(data), HeadSize)], Options{})
		for _, limit := range []int{defaultMaxEntry, 3000} {
			wooReadBy(t, wooReader{max: limit}, data, max(step, len(data)/50), &Batch{Marker: bodyMarker("one")})
		}
	})
}

func BenchmarkWooCommerceLog(b *testing.B) {
	entry := string(wooFile(b, "debug-on.log"))
	entry = entry[:strings.Index(entry, "\n)\n")+3]
	for _, kind := range []string{"debug on", "debug off"} {
		var text bytes.Buffer
		for i := 0; text.Len() < 1<<20; i++ {
			// What differs between two orders of one shop: ID, key, sums and times.
			e := strings.Replace(entry, `{\"id\":`, fmt.Sprintf(`{\"id\":1%d`, i), 1)
			e = strings.ReplaceAll(e, `wc_order_`, fmt.Sprintf("wc_order_%d", i))
			e = strings.ReplaceAll(e, `total\":\"`, fmt.Sprintf(`total\":\"%d`, i))
			e = strings.ReplaceAll(e, `T10:01:`, fmt.Sprintf("T%02d:%02d:", i/60%24, i%60))
			if kind == "debug off" {
				e = wooSamples[1].Text
			}
			text.WriteString(e)
		}
		b.Run(kind, func(b *testing.B) {
			b.SetBytes(int64(text.Len()))
			b.ReportAllocs()
			m := newFastMarker("one")
			for b.Loop() {
				out := Batch{Marker: m}
				r := openWooCommerceLog(text.Bytes()[:HeadSize], Options{})
				n := r.Frame(text.Bytes(), true)
				r.Parse(Chunk{Data: text.Bytes()[:n], Line: 1}, &out)
				if len(out.Problems) > 0 || len(out.Observations) == 0 || kind == "debug on" && len(out.States) != len(out.Observations) {
					b.Fatalf("%d records, %d states, %d problems", len(out.Observations), len(out.States), len(out.Problems))
				}
			}
		})
	}
}
