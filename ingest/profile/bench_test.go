package profile

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// receiverLog is what a receiver writes: six records for each of its requests.
func receiverLog(n int) []Observation {
	events := []Event{EventReceived, EventClaimed, EventStarted, EventCalled, EventResult, EventResponded}
	obs := make([]Observation, n)
	for i := range obs {
		request := i / len(events)
		o := &obs[i]
		*o = Observation{
			Line: int64(i + 1), Offset: int64(i) * 400, Lines: 1,
			Event: events[i%len(events)], Time: 1_780_000_000_000_000_000 + int64(i)*1_234_567, Precision: time.Millisecond,
			Provider: "woocommerce", Shop: "https://shop.example/", Topic: "order.updated", ResourceType: "order",
			ResourceID: fmt.Sprint(10_000 + request/3), WebhookID: fmt.Sprint(request % 2),
			DeliveryID: fmt.Sprintf("%032x", request), RequestID: fmt.Sprintf("req-%08d", request),
			Instance: "web-1", Process: fmt.Sprint(4000 + request%8),
		}
		switch o.Event {
		case EventReceived:
			o.Body, o.BodySize, o.Method, o.URL = sha256.Sum256([]byte(o.DeliveryID)), 2345, "POST", "https://erp.example/hook"
			copy(o.Signature[:], o.Body[:])
			copy(o.State[:], o.Body[4:])
		case EventResponded:
			o.Code, o.Took, o.Ends = 200, 123*time.Millisecond, true
		default:
			o.OperationKey, o.JobID, o.Worker = fmt.Sprint("shipment:create:", o.ResourceID, ":full"), fmt.Sprint(request), "worker-1"
		}
	}
	return obs
}

const benchRows = 100_000

func benchImport(b *testing.B, p *Profile, obs []Observation, name string) {
	i, err := p.Import(b.Context(), "/"+name, Source{})
	if err != nil {
		b.Fatal(err)
	}
	for n := 0; n < len(obs); n += 2500 { // as many as a chunk of a file gives
		if err := i.Add(obs[n:min(n+2500, len(obs))], nil, nil); err != nil {
			b.Fatal(err)
		}
	}
	if err := i.Commit(Source{Name: name, SHA256: name}); err != nil {
		b.Fatal(err)
	}
}

func BenchmarkImport(b *testing.B) {
	obs := receiverLog(benchRows)
	path := filepath.Join(b.TempDir(), "p.db")
	p, err := Open(b.Context(), path, ReadWrite)
	if err != nil {
		b.Fatal(err)
	}
	defer p.Close()
	files := 0
	b.ReportAllocs()
	for b.Loop() {
		benchImport(b, p, obs, fmt.Sprint(files))
		files++
	}
	rate(b)
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(info.Size())/float64(files*benchRows), "B/row")
}

func BenchmarkRead(b *testing.B) {
	p, err := Temporary(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	defer p.Close()
	benchImport(b, p, receiverLog(benchRows), "a")
	b.ReportAllocs()
	for b.Loop() {
		for _, err := range p.Observations(b.Context()) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
	rate(b)
}

func BenchmarkMark(b *testing.B) {
	k := &keyring{key: make([]byte, 32)}
	value := []byte("dGhpcyBpcyBhIHNpZ25hdHVyZSBvZiAzMiBieXRlcy4=")
	for b.Loop() {
		k.mark("signature", value)
	}
}

func BenchmarkOpen(b *testing.B) {
	path := filepath.Join(b.TempDir(), "p.db")
	for b.Loop() {
		p, err := Open(b.Context(), path, ReadWrite)
		if err != nil {
			b.Fatal(err)
		}
		p.Close()
	}
}

func rate(b *testing.B) {
	b.ReportMetric(benchRows*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}
