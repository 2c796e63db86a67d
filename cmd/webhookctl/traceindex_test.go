package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// imported makes a profile of these files, in a folder of its own.
func imported(t *testing.T, paths ...string) *profile.Profile {
	t.Helper()
	path := filepath.Join(withKey(t), "webhookctl.db")
	var stdout, stderr bytes.Buffer
	term := terminal{in: strings.NewReader(""), out: &stdout, err: &stderr, getenv: func(string) string { return "" }}
	if code := run(t.Context(), append([]string{"import", "logs", "--profile", path}, paths...), term); code != 0 && code != exitPartial {
		t.Fatalf("exit code %d, %s", code, stderr.String())
	}
	p, err := profile.Open(t.Context(), path, profile.ReadOnly)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

// someIDs are identifiers of all kinds that a history has, and some that it has not.
func someIDs(h analyze.History, most int) []string {
	all := map[string]bool{"": true, "nothing has it": true, "order:": true, ":1": true}
	for i := 0; i < h.Len(); i += 1 + h.Len()/most {
		o := h.At(i)
		for _, id := range []string{
			o.ResourceID, o.ResourceType + ":" + o.ResourceID, o.DeliveryID, "delivery:" + o.DeliveryID, o.WebhookID, o.EventID, "request:" + o.RequestID,
			o.OperationKey, "operation:" + o.OperationKey, "job:" + o.JobID, o.DownstreamID, "action:" + o.ActionID,
		} {
			all[id] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// TestTraceByIndex says that a trace by the index is the trace of the whole, of all kinds of IDs, with one affair and with many.
func TestTraceByIndex(t *testing.T) {
	folders := incidents(t, 20)
	cases, err := filepath.Glob(filepath.Join(top, "fixtures", "cases", "*"))
	if err != nil || len(cases) < 50 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	sets := [][]string{folders, cases[:len(cases)/3]}
	for i := 0; i < len(folders); i += 3 {
		sets = append(sets, folders[i:i+1])
	}
	steps := 0
	for i, set := range sets {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			p := imported(t, set...)
			h, hidden, err := historyOf(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			var said bytes.Buffer
			tracer := &tracer{a: &app{terminal: terminal{err: &said}}, p: p, least: 1}
			for _, id := range someIDs(h, 12) {
				want := analyze.Trace(h, naming(hidden, p)(id), analyze.Options{})
				got, err := tracer.steps(t.Context(), id)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%q (-whole +index):\n%s", id, diff)
				}
				steps += len(got)
			}
			if n := strings.Count(said.String(), ".trace is made"); n != 1 {
				t.Errorf("the index was made %d times", n)
			}
		})
	}
	if steps < 1000 {
		t.Errorf("only %d steps were compared", steps)
	}
}

// TestTraceIndexOfAnother says that an index is only used for the profile, and by the build, that it was made for, and that a damaged one
// costs time and nothing else.
func TestTraceIndexOfAnother(t *testing.T) {
	folders := incidents(t, 2)
	p := imported(t, folders[0])
	h, _, err := historyOf(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	ids := someIDs(h, 10)
	file := p.Path() + ".trace"
	check := func(what string, wantMade bool) {
		t.Helper()
		var said bytes.Buffer
		tracer := &tracer{a: &app{terminal: terminal{err: &said}}, p: p, least: 1}
		for _, id := range ids {
			got, err := tracer.steps(t.Context(), id)
			if err != nil {
				t.Fatalf("%s: %v", what, err)
			}
			if diff := cmp.Diff(analyze.Trace(h, id, analyze.Options{}), got); diff != "" {
				t.Errorf("%s: %q (-whole +index):\n%s", what, id, diff)
			}
		}
		if made := said.Len() > 0; made != wantMade {
			t.Errorf("%s: made %v, want %v", what, made, wantMade)
		}
	}
	check("none", true)
	check("its own", false)
	whole := readBytes(t, file)

	other := imported(t, folders[1])
	if _, err := (&tracer{a: &app{terminal: terminal{err: new(bytes.Buffer)}}, p: other, least: 1}).steps(t.Context(), "1"); err != nil {
		t.Fatal(err)
	}
	for what, text := range map[string]string{
		"another profile's": readBytes(t, other.Path()+".trace"),
		"empty":             "",
		"no index":          "SQLite format 3\x00",
		"cut":               whole[:len(whole)-1],
		"another version's": strings.Replace(whole, "trace 1", "trace 0", 1),
	} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		check(what, true)
	}
	head := len("webhookctl trace 1\n") + 32
	for i := head; i < len(whole); i += 1 + (len(whole)-head)/300 { // any one byte of it is another
		damaged := []byte(whole)
		damaged[i] ^= 0xff
		if err := os.WriteFile(file, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		tracer := &tracer{a: &app{terminal: terminal{err: new(bytes.Buffer)}}, p: p, least: 1}
		for _, id := range ids[:min(len(ids), 5)] {
			if _, err := tracer.steps(t.Context(), id); err != nil {
				t.Errorf("byte %d: %v", i, err)
			}
		}
	}
}

// TestPurgeTakesTheIndex says that nothing of a purged source is left beside the profile either.
func TestPurgeTakesTheIndex(t *testing.T) {
	folders := incidents(t, 1)
	p := imported(t, folders[0])
	if _, err := (&tracer{a: &app{terminal: terminal{err: new(bytes.Buffer)}}, p: p, least: 1}).steps(t.Context(), "1"); err != nil {
		t.Fatal(err)
	}
	half := p.Path() + ".trace.new" // of one that was killed
	if err := os.WriteFile(half, []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	readBytes(t, p.Path()+".trace")
	sources, err := p.Sources(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	term := terminal{in: strings.NewReader(""), out: &out, err: &out, getenv: func(string) string { return "" }}
	if code := run(t.Context(), []string{"purge", "--profile", p.Path(), sources[0].Name}, term); code != 0 {
		t.Fatalf("exit code %d: %s", code, out.String())
	}
	for _, file := range []string{p.Path() + ".trace", half} {
		if _, err := os.Stat(file); !os.IsNotExist(err) {
			t.Errorf("%s is still there (%v)", filepath.Base(file), err)
		}
	}
}
