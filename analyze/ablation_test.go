package analyze_test

import (
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/ingest"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// incidents finds the folders with recorded or made incidents: fixtures, and those that WEBHOOKCTL_INCIDENTS names.
func incidents(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, top := range []string{filepath.Join("..", "fixtures", "incidents"), os.Getenv("WEBHOOKCTL_INCIDENTS")} {
		if top == "" {
			continue
		}
		err := filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.Name() == "want.json" {
				out = append(out, filepath.Dir(path))
			}
			return err
		})
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	if len(out) == 0 {
		t.Skip("no incidents")
	}
	return out
}

// history imports folders into a temporary profile and reads it back.
func history(t *testing.T, folders ...string) analyze.History {
	t.Helper()
	ctx := context.Background()
	p, err := profile.Temporary(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if _, err := ingest.Logs(ctx, p, folders, ingest.Options{}); err != nil {
		t.Fatal(err)
	}
	var h analyze.History
	if h.Sources, err = p.Sources(ctx); err != nil {
		t.Fatal(err)
	}
	for o, err := range p.Observations(ctx) {
		if err != nil {
			t.Fatal(err)
		}
		h.Observations = append(h.Observations, o)
	}
	if h.PackedStates, err = p.States(ctx, 0); err != nil {
		t.Fatal(err)
	}
	return h
}

// poorer is a way to take evidence away.
type poorer struct {
	name string
	from func(o *profile.Observation) bool // which records
	take func(o *profile.Observation)
}

var (
	everywhere = func(*profile.Observation) bool { return true }
	atReceiver = func(o *profile.Observation) bool {
		switch o.Event.Layer() {
		case profile.LayerReceipt, profile.LayerQueue, profile.LayerExecution, profile.LayerEffect:
			return true
		}
		return false
	}
	inLog = func(o *profile.Observation) bool { return atReceiver(o) && o.Event != profile.EventProxied }
	ways  = []poorer{
		{"no signature", everywhere, func(o *profile.Observation) { o.Signature = profile.Mark{} }},
		{"no signature at the receiver", atReceiver, func(o *profile.Observation) { o.Signature = profile.Mark{} }},
		{"no body hash", everywhere, func(o *profile.Observation) { o.Body, o.State = profile.Hash{}, profile.Mark{} }},
		{"no delivery ID at the receiver", atReceiver, func(o *profile.Observation) { o.DeliveryID = "" }},
		{"no delivery ID in the log", inLog, func(o *profile.Observation) { o.DeliveryID = "" }},
		{"no webhook ID at the receiver", atReceiver, func(o *profile.Observation) { o.WebhookID = "" }},
		{"no webhook ID", everywhere, func(o *profile.Observation) { o.WebhookID = "" }},
		{"no request ID", everywhere, func(o *profile.Observation) { o.RequestID = "" }},
		{"request IDs of its own in the log", inLog, func(o *profile.Observation) {
			if o.RequestID != "" {
				o.RequestID = "own-" + o.RequestID
			}
		}},
		{"request IDs at the proxy alone", inLog, func(o *profile.Observation) { o.RequestID = "" }},
		{"webhook ID on the first line alone", inLog, func(o *profile.Observation) {
			if o.Event != profile.EventReceived {
				o.WebhookID = ""
			}
		}},
		{"no operation key", everywhere, func(o *profile.Observation) { o.OperationKey = "" }},
		{"no job ID", everywhere, func(o *profile.Observation) { o.JobID = "" }},
		{"no worker", everywhere, func(o *profile.Observation) { o.Worker, o.Process = "", "" }},
		{"no process", everywhere, func(o *profile.Observation) { o.Process, o.Instance, o.Connection = "", "", "" }},
		{"no attempt", everywhere, func(o *profile.Observation) { o.Attempt = 0 }},
		{"no resource at the receiver", atReceiver, func(o *profile.Observation) { o.ResourceID = "" }},
		{"no topic", everywhere, func(o *profile.Observation) { o.Topic, o.ResourceType = "", "" }},
		{"no shop", everywhere, func(o *profile.Observation) { o.Shop = "" }},
		{"no URL", everywhere, func(o *profile.Observation) { o.URL = "" }},
		{"no downstream ID", everywhere, func(o *profile.Observation) { o.DownstreamID = "" }},
		{"no upstreams", everywhere, func(o *profile.Observation) { o.Upstream = "" }},
		{"no guard", everywhere, func(o *profile.Observation) { o.DedupBy = "" }},
		{"no time at the receiver", atReceiver, func(o *profile.Observation) { o.Precision = 0 }},
		{"seconds", everywhere, func(o *profile.Observation) {
			if o.Precision != 0 && o.Precision < time.Second {
				o.Time, o.Precision = o.Time/int64(time.Second)*int64(time.Second), time.Second
			}
		}},
		{"receiver ahead", atReceiver, func(o *profile.Observation) { o.Time += int64(90 * time.Second) }},
		{"receiver behind", atReceiver, func(o *profile.Observation) { o.Time -= int64(90 * time.Second) }},
	}
)

// TestLessEvidenceNeverFlips takes evidence away, in each way alone, in pairs, by source, and by cutting logs, and holds the verdicts
// against those of the whole evidence: one may become undetermined or vanish, never turn into another class.
func TestLessEvidenceNeverFlips(t *testing.T) {
	for _, folder := range incidents(t) {
		t.Run(filepath.Base(folder), func(t *testing.T) {
			t.Parallel()
			h := history(t, folder)
			whole := analyze.Diagnose(h, analyze.Options{})
			check := func(name string, obs []profile.Observation) {
				less := analyze.Diagnose(analyze.History{Sources: h.Sources, Observations: obs, States: h.States, PackedStates: h.PackedStates}, analyze.Options{})
				for _, flip := range flips(whole, less) {
					t.Errorf("%s: %s", name, flip)
				}
			}
			// Pairs are many: each incident takes a part of them, and all of them where incidents are named from outside.
			turn, all := len(filepath.Base(folder)), os.Getenv("WEBHOOKCTL_INCIDENTS") != ""
			mine := func() bool { turn++; return all || turn%5 == 0 }
			for i, a := range ways {
				check(a.name, taken(h, a))
				for _, b := range ways[i+1:] {
					if mine() {
						check(a.name+" + "+b.name, taken(h, a, b))
					}
				}
			}
			for i, s := range h.Sources {
				var rest []profile.Observation
				for _, o := range h.Observations {
					if o.Source != i {
						rest = append(rest, o)
					}
				}
				check("without "+s.Name, rest)
				for _, a := range ways {
					if mine() {
						check("without "+s.Name+" + "+a.name, taken(analyze.History{Observations: rest}, a))
					}
				}
			}
			for seed := range uint64(20) {
				check(fmt.Sprintf("cut, seed %d", seed), cut(h, rand.New(rand.NewPCG(seed, 1))))
			}
		})
	}
}

// cut takes from each source its beginning or its end, as rotation does. It makes no holes: what a log shows between its first
// and last line counts as shown.
func cut(h analyze.History, r *rand.Rand) []profile.Observation {
	counts := make([]int, len(h.Sources))
	for _, o := range h.Observations {
		counts[o.Source]++
	}
	from, to := make([]int, len(counts)), make([]int, len(counts))
	for i, n := range counts {
		to[i] = n
		switch r.IntN(3) {
		case 0:
			from[i] = r.IntN(n + 1)
		case 1:
			to[i] = r.IntN(n + 1)
		}
	}
	at := make([]int, len(counts))
	var out []profile.Observation
	for _, o := range h.Observations {
		if at[o.Source] >= from[o.Source] && at[o.Source] < to[o.Source] {
			out = append(out, o)
		}
		at[o.Source]++
	}
	return out
}

func taken(h analyze.History, ps ...poorer) []profile.Observation {
	obs := slices.Clone(h.Observations)
	for i := range obs {
		for _, p := range ps {
			if p.from(&obs[i]) {
				p.take(&obs[i])
			}
		}
	}
	return obs
}

// flips lists the verdicts of less that the whole evidence contradicts: a class that no verdict on the same requests has.
func flips(whole, less analyze.Diagnosis) []string {
	var out []string
	for _, d := range less.Duplicates {
		if d.Class == analyze.Undetermined || d.Class == analyze.LegitimateUpdate {
			continue
		}
		ok := slices.ContainsFunc(whole.Duplicates, func(w analyze.Duplicate) bool {
			return w.Class == d.Class && touches(w, d)
		})
		if !ok {
			out = append(out, fmt.Sprintf("%s/%s of %s (%s): %s", d.Class, d.Cause, d.Resource.ID, d.Confidence, d.Headline))
		}
	}
	return out
}

func touches(a, b analyze.Duplicate) bool {
	return shares(a.RequestIDs, b.RequestIDs) || shares(a.DeliveryIDs, b.DeliveryIDs) || shares(a.DownstreamIDs, b.DownstreamIDs) ||
		shares(a.JobIDs, b.JobIDs) || strings.Join(a.WebhookIDs, ",") == strings.Join(b.WebhookIDs, ",") && a.Resource == b.Resource
}

func shares(a, b []string) bool {
	return slices.ContainsFunc(a, func(x string) bool { return slices.Contains(b, x) })
}
