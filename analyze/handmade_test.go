package analyze

import (
	"cmp"
	"crypto/sha256"
	"slices"
	"testing"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// handmade is a history that a test writes line by line.
type handmade struct {
	lines []handmadeLine
}

type handmadeLine struct {
	source string
	o      profile.Observation
}

// add writes a line at a time after midnight, with stamps of milliseconds.
func (h *handmade) add(source string, e profile.Event, at time.Duration, set ...func(*profile.Observation)) {
	o := profile.Observation{Event: e, Time: int64(24*time.Hour + at), Precision: time.Millisecond}
	for _, f := range set {
		f(&o)
	}
	h.lines = append(h.lines, handmadeLine{source, o})
}

// history puts the lines in the order that a profile has: of their sources' names, then as they were written.
func (h *handmade) history() History {
	var out History
	lines := slices.Clone(h.lines)
	slices.SortStableFunc(lines, func(a, b handmadeLine) int { return cmp.Compare(a.source, b.source) })
	for _, l := range lines {
		if n := len(out.Sources); n == 0 || out.Sources[n-1].Name != l.source {
			out.Sources = append(out.Sources, profile.Source{Name: l.source})
		}
		l.o.Source = len(out.Sources) - 1
		l.o.Line = int64(len(out.Observations) + 1)
		l.o.Offset, l.o.Lines = 100*l.o.Line, 1
		out.Observations = append(out.Observations, l.o)
	}
	return out
}

func (h *handmade) diagnose() Diagnosis { return Diagnose(h.history(), Options{}) }

// What lines name.

func order(id string) func(*profile.Observation) {
	return func(o *profile.Observation) { o.ResourceType, o.ResourceID = "order", id }
}

func key(k string) func(*profile.Observation) {
	return func(o *profile.Observation) { o.OperationKey = k }
}

func request(id string) func(*profile.Observation) {
	return func(o *profile.Observation) { o.RequestID = id }
}

func webhook(id, delivery string) func(*profile.Observation) {
	return func(o *profile.Observation) { o.WebhookID, o.DeliveryID, o.Topic = id, delivery, "order.updated" }
}

func body(text string) func(*profile.Observation) {
	return func(o *profile.Observation) { o.Body = hashOf(text) }
}

func jobID(id string) func(*profile.Observation) {
	return func(o *profile.Observation) { o.JobID = id }
}

func made(id string) func(*profile.Observation) {
	return func(o *profile.Observation) { o.DownstreamID = id }
}

func shop(url string) func(*profile.Observation) {
	return func(o *profile.Observation) { o.Shop, o.Provider = url, "woocommerce" }
}

func code(n int) func(*profile.Observation) {
	return func(o *profile.Observation) { o.Code = n }
}

func all(sets ...func(*profile.Observation)) func(*profile.Observation) {
	return func(o *profile.Observation) {
		for _, f := range sets {
			f(o)
		}
	}
}

func hashOf(text string) profile.Hash { return sha256.Sum256([]byte(text)) }

// findingsOf are the findings of a kind.
func findingsOf(d Diagnosis, kind string) []Finding {
	return slices.DeleteFunc(slices.Clone(d.Findings), func(f Finding) bool { return f.Kind != kind })
}

// operationNamed is the operation of that key.
func operationNamed(t *testing.T, d Diagnosis, key string) Operation {
	t.Helper()
	i := slices.IndexFunc(d.Operations, func(o Operation) bool { return o.Key == key })
	if i < 0 {
		t.Fatalf("no operation %s among %d", key, len(d.Operations))
	}
	return d.Operations[i]
}
