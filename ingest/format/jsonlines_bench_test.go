package format

import (
	"bytes"
	"testing"
)

// BenchmarkJSONLines reads a recorded receiver's line over and over, under another delivery each time round.
func BenchmarkJSONLines(b *testing.B) {
	text := bytes.Repeat([]byte(benchLine+"\n"), 500)
	r := jsonLinesReader{maxDepth: testOptions.MaxDepth}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		out := Batch{Marker: plainMarker{}}
		r.Parse(Chunk{Data: text, Line: 1}, &out)
		if len(out.Observations) != 500 || len(out.Problems) != 0 {
			b.Fatalf("%d observations, problems %v", len(out.Observations), out.Problems)
		}
	}
}

func BenchmarkNginxJSON(b *testing.B) {
	text := bytes.Repeat([]byte(nginxJSONSamples[0].Text), 250)
	r := requestJSONReader{maxDepth: testOptions.MaxDepth, ends: true}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		out := Batch{Marker: plainMarker{}}
		r.Parse(Chunk{Data: text, Line: 1}, &out)
		if len(out.Observations) != 500 {
			b.Fatalf("%d observations", len(out.Observations))
		}
	}
}
