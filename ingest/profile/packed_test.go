package profile

import (
	"math"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// TestPacked: whatever is put in comes out, whichever of its fields are set.
func TestPacked(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		all := rapid.SliceOfN(rapid.Custom(drawObservation), 1, 40).Draw(r, "observations")
		var p Packed
		p.Most = rapid.Int64Range(0, 300).Draw(r, "held")
		for i := range all {
			p.Add(&all[i])
		}
		if err := p.Complete(); err != nil {
			r.Fatal(err)
		}
		defer p.Close()
		if p.Len() != len(all) {
			r.Fatalf("%d, want %d", p.Len(), len(all))
		}
		for i := range all {
			if diff := cmp.Diff(all[i], p.At(i)); diff != "" {
				r.Fatalf("observation %d (-want +got):\n%s", i, diff)
			}
		}
	})
}

// drawObservation sets any of an observation's fields, whatever they are.
func drawObservation(r *rapid.T) (o Observation) {
	v := reflect.ValueOf(&o).Elem()
	for i := range v.NumField() {
		if !rapid.Bool().Draw(r, v.Type().Field(i).Name) {
			continue
		}
		switch f := v.Field(i); f.Kind() {
		case reflect.String:
			f.SetString(rapid.SampledFrom([]string{"a", "order.updated", "\x00", "ü", "9007199254740993"}).Draw(r, "text"))
		case reflect.Int, reflect.Int64:
			f.SetInt(rapid.Int64Range(math.MinInt64+1, math.MaxInt64).Draw(r, "number"))
		case reflect.Int8:
			f.SetInt(int64(rapid.IntRange(0, 2).Draw(r, "tri")))
		case reflect.Bool:
			f.SetBool(true)
		case reflect.Array:
			f.Index(rapid.IntRange(0, f.Len()-1).Draw(r, "place")).SetUint(7)
		default:
			r.Fatalf("%s is of a kind that is not drawn", v.Type().Field(i).Name)
		}
	}
	return o
}

// TestPackedFile: rows beyond what memory may hold are read back from a file, of which nothing stays.
func TestPackedFile(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("TMP", dir)
	var p Packed
	p.Most = 4 * rowsInBlock
	const n = 5*rowsInBlock + 3
	for i := range n {
		p.Add(&Observation{Line: int64(i + 1), RequestID: "request"})
	}
	if err := p.Complete(); err != nil {
		t.Fatal(err)
	}
	if p.file == nil || p.written == 0 {
		t.Fatal("nothing was written")
	}
	for i := range n {
		if o := p.At(i); o.Line != int64(i+1) || o.RequestID != "request" {
			t.Fatalf("%d: line %d, %q", i, o.Line, o.RequestID)
		}
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestPackedNowhere: where no file can be made, that is an error, and not a diagnosis of half a history.
func TestPackedNowhere(t *testing.T) {
	nowhere := filepath.Join(t.TempDir(), "gone")
	t.Setenv("TMPDIR", nowhere)
	t.Setenv("TMP", nowhere)
	var p Packed
	p.Most = 1
	for i := range 2 * rowsInBlock {
		p.Add(&Observation{Line: int64(i + 1)})
	}
	if err := p.Complete(); err == nil {
		t.Error("no error")
	}
}

// TestPackedRewrite: names take the place of what is hidden, in every observation that has it.
func TestPackedRewrite(t *testing.T) {
	var p Packed
	for range 2 * rowsInBlock {
		p.Add(&Observation{OperationKey: "mail:~1", Precision: time.Second})
	}
	p.Rewrite(func(s string) string {
		if s == "mail:~1" {
			return "mail:hidden-1"
		}
		return s
	})
	for _, i := range []int{0, rowsInBlock - 1, rowsInBlock, 2*rowsInBlock - 1} {
		if got := p.At(i).OperationKey; got != "mail:hidden-1" {
			t.Errorf("%d: %q", i, got)
		}
	}
	if p.Holds(func(s string) bool { return s == "mail:~1" }) {
		t.Error("it still holds what was written over")
	}
}
